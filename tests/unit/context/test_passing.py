"""What passes, beside a plain answer, in a project, and in a search that cuts nothing."""

from dataclasses import replace

import pytest
from context_samples import asking, hit, memory, ranked

from app.context.model import Scored
from app.context.policies import DEFAULT


def _contents(kept: list[Scored]) -> list[str]:
    return [one.hit.memory.content for one in kept]


@pytest.mark.parametrize("question", ["Who steers?", "谁掌舵？"])
def test_a_short_question_that_names_nothing_means_the_project_it_is_asked_in(question: str) -> None:
    own = memory("Yusra and Bo take turns at the helm", project_id="raft")
    other = memory("The kiln holds forty bowls", project_id="kiln")
    kept, _ = ranked(
        asking(question, project_id="raft"), hit(own, 0.02), hit(other, 0.02), hit(memory("Elsewhere"), 0.02)
    )
    assert _contents(kept) == [own.content]


def test_a_question_of_some_length_gets_nothing_only_for_its_project() -> None:
    own = memory("Yusra and Bo take turns at the helm", project_id="raft")
    question = "What is the difference between a comet and an asteroid, and which is brighter?"
    assert ranked(asking(question, project_id="raft"), hit(own, 0.02))[0] == []


def test_a_weak_guest_stays_away_beside_a_plain_answer_and_comes_without_one() -> None:
    answer, guest = memory("The ferry leaves at six"), memory("The user waits for a parcel")
    assert _contents(ranked(asking("When does the ferry leave?"), hit(answer, 0.42), hit(guest, 0.19))[0]) == [
        answer.content
    ]
    assert ranked(asking("When does the ferry leave?"), hit(guest, 0.19))[0]


def test_asked_to_remember_even_weak_guests_come() -> None:
    answer, guest = memory("The ferry leaves at six"), memory("The user waits for a parcel")
    assert len(ranked(asking("Do you remember when the ferry leaves?"), hit(answer, 0.42), hit(guest, 0.19))[0]) == 2


def test_a_search_that_cuts_nothing_keeps_everything() -> None:
    everything = replace(DEFAULT, threshold=-1.0, episode_threshold=-1.0, episode_opening=0.0)
    hits = [hit(memory("The ferry leaves at six"), 0.42), hit(memory("The user waits for a parcel"), -0.2)]
    assert len(ranked(asking("When does the ferry leave?"), *hits, policy=everything)[0]) == 2
