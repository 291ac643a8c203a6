"""Sentences that may tell a change in passing; the judge finds out with what is held (`memories/endings/shifts.py`)."""

from dataclasses import replace
from typing import Final

from app.memories.endings import ENDING, MATTERS, ONLY, PARTS, STANDS, Ending, joined
from app.memories.endings.shift_words import CUE_EN, CUE_ZH
from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.refusal import asked, foreign_quote, unreal
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread.zh import as_told
from app.memories.extractors.zh import moods
from app.memories.extractors.zh.clauses import clauses
from app.memories.extractors.zh.facts import third_person
from app.memories.extractors.zh.subjects import Text
from app.memories.model import Act, Candidate, Source
from app.text import dates
from app.text import patterns as re

_LONGEST: Final = 240  # characters; more is no remark in passing
_EN: Final = re.compile(
    r"\s*(?:[,;]|\s[–—-]\s|:\s)\s*(?:(?:and|but|so|then)\s)?|\s(?:but|so|because|since|while|and)\s(?=(?:I|we|it|they|the|my|our|now|[A-Z]\w+)\b)"
)
_ZH: Final = re.compile(r"[，,；;。—]+\s*")
_HOLLOW: Final = re.compile(
    r"^(?:heads up|update|btw|by the way|actually|fyi|quick update|news|anyway|can not believe it|guess what|turns out|so|well|ok|okay|(?:but )?(?:not|no) (?:any ?more|any longer|now|these days|longer))$",
    re.IGNORECASE,
)


def marked(sentence: Sentence, read: list[Candidate]) -> list[Candidate]:
    """What was read, with the mark on its own words, or with a candidate that says nothing where nothing has changed."""
    if len(sentence.text) > _LONGEST or any(one.act in (Act.FORGET, Act.REVERT) for one in read):
        return read
    parts = _english(sentence) if sentence.language == "en" else _chinese(sentence)
    if not parts:
        return read
    ended = next((one for one in read if ENDING in one.metadata), None)
    if ended is not None:
        return _beside_end(ended, read, parts, sentence)
    told = {PARTS: parts, ENDING: Ending.SHIFT.value}
    whole = next((one for one in read if one.key is None and one.evidence == sentence.text), None)
    if whole is not None and len(read) == 1:
        return [replace(whole, metadata={**whole.metadata, **told, STANDS: True, ONLY: True})]
    content = joined([says for _, says in parts])
    only = Candidate(
        content=content,
        evidence=sentence.text,
        act=Act.RETRACT if read else Act.ASSERT,
        source=Source.USER_STATED,
        confidence=0.9 if read else 0.75,
        importance=2,
        metadata=told | ({MATTERS: _matters(read)} if read else {ONLY: True}),
    )
    return [only, *read] if read else [only]


def _matters(read: list[Candidate]) -> list[str]:
    return [one.key.rpartition(":")[2] for one in read if one.key and one.act is Act.ASSERT]


def _beside_end(ended: Candidate, read: list[Candidate], parts: list[list[str]], sentence: Sentence) -> list[Candidate]:
    """The end with the clauses, and the words of the whole sentence without the clause that only tells the end."""
    alone = all(one is ended or one.act is Act.RETRACT for one in read)
    told = replace(ended, metadata={**ended.metadata, PARTS: parts} | ({ONLY: True} if alone else {}))
    thing = (ended.topic or "").casefold()
    rest = [says for said, says in parts if thing and thing not in said.casefold()]
    found = []
    for one in read:
        whole = one.key is None and one is not ended and one.act is Act.ASSERT and one.evidence == sentence.text
        if whole and rest and ended.act is Act.RETRACT and thing in one.content.casefold():
            found.append(replace(one, content=joined(rest)))
        else:
            found.append(told if one is ended else one)
    return found


def _english(sentence: Sentence) -> list[list[str]]:
    if not CUE_EN.search(sentence.text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text):
        return []
    moment = Moment(sentence.at, sentence.zone)
    parts = [part.strip(" .!") for part in _EN.split(text) if part and part.strip(" .!")]
    return [[part, capital(moment.absolute(tidy(third(_owned(part)))))] for part in parts if not _HOLLOW.match(part)]


_BARE: Final = re.compile(
    r"^(?:just |recently |finally )?(?:ended up|signed up|switched|moved|went|got|bought|picked up|took|been)\b",
    re.IGNORECASE,
)


def _owned(part: str) -> str:
    """With its subject where it begins with its verb."""
    if part.lower().startswith("been "):
        return f"I have {part[:1].lower()}{part[1:]}"
    return f"I {part[:1].lower()}{part[1:]}" if _BARE.match(part) else part


def _chinese(sentence: Sentence) -> list[list[str]]:
    if sentence.question or not CUE_ZH.search(sentence.text):
        return []
    text = Text.of(sentence.text)
    if moods.joking(text.plain) or moods.asks(text.plain):
        return []
    if any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in clauses(text, sentence.quotes)):
        return []
    spoken = [part for one in _ZH.split(sentence.text) if (part := one.strip(" 。.!！~～"))]
    told = (dates.rewrite(part, sentence.at, sentence.zone, "zh") for part in spoken)
    return [[part, as_told(third_person(says))] for part, says in zip(spoken, told, strict=True)]
