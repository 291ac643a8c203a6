"""What no rule knows is kept in its own words when it sounds lasting, and left alone when it does not."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.extractors.unread.features import features
from app.memories.model import Candidate, Kind

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
TRAINING = Path(__file__).parents[3] / "training"


def kept(text: str) -> list[Candidate]:
    return extract([Said("user", text, NOON, UTC)])


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("My grandpa is recovering from a hip operation.", "User's grandpa is recovering from a hip operation"),
        ("做了六年木工", "用户做了六年木工"),
    ],
)
def test_a_lasting_sentence_that_no_rule_knows_is_kept_in_the_third_person(text: str, content: str) -> None:
    (candidate,) = kept(text)
    assert candidate.content == content
    assert candidate.evidence == text
    assert candidate.key is None
    assert candidate.confidence < 0.85


@pytest.mark.parametrize("text", ["Please no semicolons in anything you write for me.", "以后别给我用分号"])
def test_a_wish_for_every_answer_is_a_preference(text: str) -> None:
    assert [candidate.kind for candidate in kept(text)] == [Kind.PREFERENCE]


@pytest.mark.parametrize(
    "text",
    [
        "My kettle is whistling right now.",
        "I spilled ink on my desk this morning.",
        "Would my grandpa recover from a hip operation?",
        "If I had worked as a carpenter for six years I would be rich.",
        "Write a note from a man whose grandpa is recovering.",
        "电梯又坏了",
        "要是我做了六年木工就好了",
        "他说他做了六年木工",
        "帮我写个故事,主角做了六年木工",
    ],
)
def test_what_passes_or_is_not_said_for_real_is_left_alone(text: str) -> None:
    assert kept(text) == []


def test_a_date_that_comes_is_written_out_and_ends_the_memory() -> None:
    (candidate,) = kept("My hearing at the court was moved to next Thursday.")
    assert "2026-03-19" in candidate.content
    assert candidate.expires_at is not None


def test_features_do_not_see_case_width_figures_or_the_style_of_writing() -> None:
    assert features("I have 3 dogs") == features("i HAVE １７ dogs.")
    assert features("我養了3隻狗") == features("我养了25只狗。")


@pytest.mark.parametrize("text", ["", "\u200b", "🙂" * 50, "a" * 3000, "我" * 3000, "' " * 2000])
def test_features_of_any_text_come_at_once(text: str) -> None:
    begin = time.process_time()
    features(text)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_sentence_is_taught_both_ways(language: str) -> None:
    lasting, passing = (
        set((TRAINING / f"{language}.{name}.txt").read_text(encoding="utf-8").splitlines())
        for name in ("lasting", "passing")
    )
    assert not lasting & passing
