"""What was told of how a team ships and where its systems run comes with questions about that, in whatever words."""

import pytest

from app.context.model import Stats
from tests.unit.context.context_samples import asking, hit, memory, ranked

FAR = 0.06  # likeness of words that the embedder never heard together


def comes(query: str, content: str) -> bool:
    scored, _ = ranked(asking(query), hit(memory(content), vector=FAR), stats=Stats(n=1))
    return bool(scored)


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("how do I roll out the hotfix?", "Deploys go through the tag and then the sync job"),
        ("what's our infra?", "User's team runs on a k3s cluster in Graz"),
        ("can we go live on friday?", "User's releases happen on tuesdays only"),
        ("怎么回滚？", "用户的团队部署走流水线，先打标签再同步"),
        ("我们的服务器在哪？", "用户的团队用的是自建集群"),
    ],
)
def test_it_comes(query: str, content: str) -> None:
    assert comes(query, content)


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("how do I roll out the hotfix?", "User's garden lies by the canal"),
        ("what is a rollback?", "Deploys go through the tag and then the sync job"),
        ("what shall I cook tonight?", "User's team runs on a k3s cluster in Graz"),
        ("新闻发布会几点？", "用户的团队部署走流水线，先打标签再同步"),
    ],
)
def test_another_matter_or_a_question_about_nobody_brings_none_of_it(query: str, content: str) -> None:
    assert not comes(query, content)
