"""What passes, beside a plain answer, in a project, and in a search that cuts nothing."""

from dataclasses import replace

import pytest
from context_samples import asking, episode, hit, memory, ranked

from app.context.model import Hit, Scored
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


def _said(content: str, *, name: str | None = None, **parts: float) -> Hit:
    """An episode with parts as they are made over all that was said."""
    made = {"vector": 0.5, "keyword": 0.0, "relevance": 0.5, "base": 0.5, "neighbours": 0.0, "echo": 0.0, "asking": 0.0}
    metadata = {} if name is None else {"name": name}
    return replace(hit(episode(content, metadata=metadata)), weighed={**made, "tokens": 20.0, **parts})


@pytest.mark.parametrize(
    "question", ["Which countries has Ilse seen?", "What is the job of Ilse?", "Ilse去过哪些国家？"]
)
def test_a_question_that_names_somebody_who_spoke_asks_about_them(question: str) -> None:
    told = _said("The week in Ghent was short", name="Ilse", vector=0.25, relevance=0.25)
    assert _contents(ranked(asking(question), told)[0]) == ["The week in Ghent was short"]
    nobody = _said("The week in Ghent was short", vector=0.25, relevance=0.25)
    assert not ranked(asking(question), nobody)[0]
    other = _said("The week in Ghent was short", name="Bram", vector=0.25, relevance=0.25)
    assert not ranked(asking(question), other)[0]


def test_what_hardly_stands_out_of_all_that_was_said_fills_no_room() -> None:
    answer, beside = _said("The ferry leaves at six"), _said("The quay was painted", base=0.3, relevance=0.2)
    filling = [_said(f"Crate {number} holds magazines", base=0.02 * number, relevance=0.2) for number in range(5)]
    kept = ranked(asking("When does the ferry leave?", max_tokens=4000), answer, beside, *filling)[0]
    assert _contents(kept) == ["The ferry leaves at six", "The quay was painted"]
    all_of_them = replace(DEFAULT, threshold=-1.0, episode_threshold=-1.0, episode_opening=0.0)
    assert len(ranked(asking("When does the ferry leave?"), answer, *filling, policy=all_of_them)[0]) == 6
