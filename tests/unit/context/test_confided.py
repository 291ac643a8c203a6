"""What was told in confidence stays out of other matters; what a child cannot eat comes to the family's table."""

import pytest

from app.context.model import Stats
from tests.unit.context.context_samples import asking, episode, hit, memory, preference, ranked


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "write a short bio of me for the team page",
            "User wants the assistant not to tell anyone but User is quitting in january",
        ),
        ("写一段个人简介", "用户周末约了离婚律师，先别跟别人说"),
        ("帮我写周报", "用户在准备面试，别告诉同事"),
        ("plan my week", "User is seeing a lawyer on Monday, keep it between us"),
    ],
)
def test_what_was_told_in_confidence_does_not_come_with_another_matter(query: str, told: str) -> None:
    for one in (memory(told), preference(told), preference(told, key="instruction:tell")):
        kept, _ = ranked(asking(query), hit(one, vector=0.12, key=one.key is not None), stats=Stats(n=1))
        assert kept == []


def test_it_comes_where_the_question_is_of_it() -> None:
    told = memory("User is seeing a divorce lawyer on Monday, keep it between us")
    kept, _ = ranked(asking("what should I ask the divorce lawyer?"), hit(told, vector=0.5), stats=Stats(n=1))
    assert [one.hit.memory.id for one in kept] == [told.id]


def test_other_wishes_are_no_confidence() -> None:
    for told in (
        "User wants the assistant to tell everyone the plain truth",
        "用户要求回答别太长",
        "用户喜欢别人说话直接",
    ):
        kept, _ = ranked(
            asking("write a note"), hit(preference(told, key="answer_style"), 0.1, key=True), stats=Stats(n=1)
        )
        assert len(kept) == 1


@pytest.mark.parametrize(
    ("query", "comes"),
    [
        ("今晚给全家做什么菜好？", True),
        ("what shall I cook for the kids tonight?", True),
        ("what shall we have for dinner?", True),
        ("我一个人随便吃点什么好？", False),
        ("what's a good book for the kids?", False),
        ("what is an allergy?", False),
    ],
)
def test_the_allergy_of_a_child_comes_to_the_table_of_the_family(query: str, comes: bool) -> None:
    content = "用户的孩子对花生过敏" if "？" in query else "User's daughter is allergic to peanuts"
    one = memory(content, key="relation:child:allergy:peanut", importance=5)
    kept, _ = ranked(asking(query), hit(one, vector=0.02), hit(episode("x"), 0.0), stats=Stats(n=1))
    assert bool(kept) is comes
