"""What no rule knows is kept in its own words when it sounds lasting, and left alone when it does not."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.extractors.unread.en import _told
from app.memories.extractors.unread.features import features
from app.memories.model import Candidate, Kind, Source

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


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("照这么花下去,我估计自己年底要负债了", "finance"),
        ("My grandpa probably has dementia by the look of it.", "health"),
    ],
)
def test_a_guess_about_a_sensitive_matter_is_marked_as_one(text: str, topic: str) -> None:
    for candidate in kept(text):
        assert candidate.sensitive == topic
        assert candidate.source is Source.INFERRED


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I work as a nurse and I look after my uncle on weekends", "User looks after their uncle on weekends"),
        ("家里用Windows,公司用BSD", "用户公司用 BSD"),
        ("我英文不太好,请用简单的句子", "用户要求用简单的句子"),
        ("我在苏州工作，父母都在老家养牛", "用户的父母都在老家养牛"),
    ],
)
def test_a_clause_that_no_rule_reads_is_kept_beside_those_that_one_does(text: str, words: str) -> None:
    found = kept(text)
    assert words in [one.content for one in found]
    assert len(found) == 2


@pytest.mark.parametrize(
    "text", ["I'm a teacher, the tram is late today", "我是老师，今天好困", "I use Vim and I just ate"]
)
def test_a_clause_that_passes_is_not_kept_beside_another(text: str) -> None:
    assert len(kept(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Give me seven ideas for lunch",
        "Please recommend three novels",
        "wish me luck",
        "给我推荐四本游记",
        "请列五个城市",
    ],
)
def test_a_request_is_never_kept(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("need a visa for my trip and have two weeks", "User needs a visa for their trip and has two weeks"),
        ("I have 90 euros and want to bake", "User has 90 euros and wants to bake"),
        ("I can bake and sell bread", "User can bake and sell bread"),
        ("I want to bake and sell bread", "User wants to bake and sell bread"),
        ("My wife and I need a bigger flat", "User and their wife need a bigger flat"),
        ("allergic to wasps since childhood", "User is allergic to wasps since childhood"),
    ],
)
def test_verbs_and_pronouns_are_those_of_the_third_person(text: str, words: str) -> None:
    assert _told(text) == words
