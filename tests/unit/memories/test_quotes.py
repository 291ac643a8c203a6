"""Texts that quote a sentence are cut, marked, and freed of the mark again; other sentences are left alone."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from app.memories.model import Candidate, Event, Memory, Verdict
from app.memories.quotes import ALSO_SAID, Quotes, Said, quotes_of, requoted, said
from app.text.terms import normalise

NOW = datetime(2026, 8, 6, tzinfo=UTC)
USER = UUID(int=7)


def one(content: str, evidence: str | None = None, **more: object) -> Memory:
    return Memory(id=uuid4(), user_pk=USER, content=content, evidence=evidence, created_at=NOW, updated_at=NOW, **more)


def sentences(*texts: str) -> Said:
    return Said(sentences=frozenset(normalise(text) for text in texts))


def gone(text: str, *quoted: str, same_source: bool = False) -> str:
    return requoted(text, Quotes(gone=sentences(*quoted)), same_source=same_source)


def earlier(text: str, *quoted: str) -> str:
    return requoted(text, Quotes(earlier=sentences(*quoted)), same_source=False)


def test_a_forgotten_sentence_is_cut_and_its_neighbours_stay() -> None:
    text = "User: I keep bees. I live in Leeds. My dog is called Rex.\nAssistant: Nice!"
    assert gone(text, "I live in Leeds.") == "User: I keep bees. My dog is called Rex.\nAssistant: Nice!"


def test_the_speaker_stays_with_what_else_was_said() -> None:
    assert gone("User: I live in Leeds. I keep bees.", "I live in Leeds") == "User: I keep bees."


def test_nothing_is_left_of_a_text_that_only_quotes() -> None:
    assert gone("用户：我住在扬州。", "我住在扬州。") == ""


def test_width_case_and_punctuation_do_not_hide_a_quote() -> None:
    assert gone("i LIVE in leeds!! And so on.", "I live in Leeds.") == "And so on."


def test_a_longer_word_is_no_quote() -> None:
    text = "We live in Leedstown."
    assert gone(text, "We live in Leeds") == text


def test_a_superseded_sentence_says_that_it_was_earlier_in_its_language() -> None:
    assert earlier("User: I live in Leeds. I keep bees.", "I live in Leeds.") == (
        "User: (earlier) I live in Leeds. I keep bees."
    )
    assert earlier("我住在扬州。我养猫。", "我住在扬州。") == "（以前）我住在扬州。我养猫。"


def test_marking_twice_marks_once() -> None:
    once = earlier("- I live in Leeds.", "I live in Leeds.")
    assert earlier(once, "I live in Leeds.") == once


def test_what_holds_again_loses_its_mark() -> None:
    marked = earlier("我住在扬州。", "我住在扬州")
    assert requoted(marked, Quotes(current=sentences("我住在扬州")), same_source=False) == "我住在扬州。"


def test_a_sentence_that_names_the_present_value_is_not_marked() -> None:
    quotes = Quotes(
        earlier=Said(values=frozenset({"leeds"})), current=Said(sentences=frozenset(), values=frozenset({"hull"}))
    )
    text = "I moved from Leeds to Hull. Leeds is lovely."
    assert requoted(text, quotes, same_source=True) == "I moved from Leeds to Hull. (earlier) Leeds is lovely."


def test_bare_values_count_only_in_texts_of_the_same_source() -> None:
    quotes = Quotes(gone=Said(values=frozenset({"扬州"})))
    text = "好的，扬州很美。明天见。"
    assert requoted(text, quotes, same_source=False) == text
    assert requoted(text, quotes, same_source=True) == "明天见。"


def test_one_common_word_is_only_cut_as_a_whole_sentence() -> None:
    assert (
        gone("Yes, chess. Anna plays chess with her brother.", "Chess.")
        == "Yes, chess. Anna plays chess with her brother."
    )
    assert gone("Chess! Anna plays.", "chess") == "Anna plays."


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "。。。", "(earlier)", "User:", "- ", "a" * 5000, "[x] y: z", "（以前）"]
)
def test_any_text_can_be_looked_through(text: str) -> None:
    assert earlier(text, "I live in Leeds.") == text


def test_a_deletion_takes_every_wording_that_was_kept() -> None:
    memory = one("User lives in Leeds", "I live in Leeds.", metadata={ALSO_SAID: ["My home is in Leeds."]})
    verdict = Verdict(event=Event.FORGET, reason="forgotten", candidate=_told(memory), before=memory, delete=True)
    assert quotes_of(verdict).gone == said(memory)
    assert normalise("My home is in Leeds.") in quotes_of(verdict).gone.sentences


def test_a_reinforcement_takes_nothing_back() -> None:
    memory = one("User lives in Leeds", "I live in Leeds.")
    again = one("User lives in Leeds", "I live in Leeds.", support=2)
    verdict = Verdict(event=Event.REINFORCE, reason="same_text", candidate=_told(memory), memory=again, before=memory)
    assert not quotes_of(verdict)


@pytest.mark.parametrize("content", ["../..", "…", "--"])
def test_a_memory_that_becomes_marks_alone_speaks_in_no_other_text(content: str) -> None:
    memory = one("User likes tea")
    edited = one(content)
    verdict = Verdict(event=Event.UPDATE, reason="edited", candidate=_told(edited), memory=edited, before=memory)
    assert requoted("(earlier) I keep bees. ...", quotes_of(verdict), same_source=True) == "(earlier) I keep bees. ..."


def _told(memory: Memory) -> Candidate:
    return Candidate(content=memory.content, evidence=memory.evidence or "")
