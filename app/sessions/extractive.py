"""The summary that needs no model: the sentences that matter most, as they were said, within a strict length.

Constraints, decisions, to-dos, preferences and facts come before narration; what was said later about the same matter
takes the place of what was said before. Pure, and linear in the length of the messages but for a bounded comparison.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.sessions import lexicon, matters
from app.sessions.allowance import Allowance
from app.sessions.matters import Slots, Statement
from app.sessions.model import Message, Role
from app.sessions.replacing import replaces
from app.sessions.weighing import LABEL, NOTHING, TELLING, Said, heard
from app.text.chunks import sentences
from app.text.language import HAN, Language, detect

__all__ = ["Allowance", "fitting", "language_of", "shortened", "summarise"]


_MOST: Final = 400  # sentences compared with each other: the best of all
_LONG: Final = 0.4  # part of the allowance that one sentence may take
_NARRATION: Final = 0.5  # part of the allowance that is filled with what tells little
_JUST_BEFORE: Final = 3  # sentences
_ECHO: Final = 0.6  # share of its words that an answer has in common with what it answers
_HAN: Final = re.compile(f"[{HAN}]")
_ENDED: Final = re.compile(r"""[。！？!?….~～]["'”’」』）)\]]*$""")
_CLAUSE: Final = re.compile(r"[，,；;、：:]\s*|\s+")


def summarise(
    previous: str | None,
    messages: Sequence[Message],
    *,
    language: Language,
    allowance: Allowance | None = None,
    slots: Slots | None = None,
) -> str:
    """The summary of what `previous` covers and the messages after it. Never empty, never longer than allowed."""
    allowance = allowance or Allowance()
    chosen = _chosen(_current(heard(previous or "", messages, slots)), language, allowance)
    return _written(chosen, language) or _anything(previous, messages, language, allowance)


def shortened(text: str, *, language: Language, allowance: Allowance, slots: Slots | None = None) -> str:
    """The sentences of a summary that matter most, as many as are allowed; the text itself when it is short enough."""
    text = text.strip()
    return (
        text if allowance.share(text) <= 1 else summarise(text, (), language=language, allowance=allowance, slots=slots)
    )


def fitting(text: str, *, language: Language, allowance: Allowance, slots: Slots | None = None) -> str:
    """The text within its allowance: what is marked as of earlier goes first, from the oldest on."""
    while allowance.share(text) > 1:
        marked = next(((a, b) for a, b in sentences(text) if lexicon.MARKED.search(text, a, b)), None)
        if marked is None:
            return shortened(text, language=language, allowance=allowance, slots=slots)
        start, end = marked
        label = LABEL.match(text, start, end)
        rest = text[end:].lstrip()
        text = (text[:start] + (label.group() if label and not LABEL.match(rest) else "") + rest).strip()
    return text


def language_of(messages: Iterable[Message], previous: str | None) -> Language:
    """The language in which the user speaks; of the summary when the user says nothing here."""
    said = "\n".join(message.content[:400] for message in messages if message.role is Role.USER)
    return detect(said[:8000] or previous or "")


def _current(said: list[Said]) -> list[Said]:
    """What still holds, in order: without small talk, echoes, and what a later sentence takes the place of."""
    if len(said) > _MOST:
        ranked = sorted(said, key=lambda one: (one.forgets, one.score, one.place), reverse=True)
        said = sorted(ranked[:_MOST], key=lambda one: one.place)
    standing: list[Said] = []
    for one in said:
        if one.score <= NOTHING:
            continue
        if one.speaker == "assistant" and _echoes(one, standing[-6:]):
            continue
        if one.speaker != "assistant" and lexicon.RETAKE.search(one.said.lower()):
            standing = _taken_back(standing, one)
        if one.speaker != "tool" and not one.mark and (one.score >= TELLING or one.ends):
            standing = [left for before in standing if (left := _left(before, one)) is not None]
        if not one.forgets:
            standing.append(one)
    return standing


def _taken_back(standing: list[Said], one: Said) -> list[Said]:
    """Without what the same speaker said last, if that was just before."""
    for place in range(len(standing) - 1, -1, -1):
        if standing[place].speaker == one.speaker:
            near = one.place - standing[place].place <= _JUST_BEFORE
            return [*standing[:place], *standing[place + 1 :]] if near else standing
    return standing


def _left(earlier: Said, later: Said) -> Said | None:
    """What the later sentence leaves of the earlier one."""
    if later.speaker == "assistant" and earlier.speaker != "assistant":
        return earlier  # what the user said is not undone by an answer
    kept = tuple(
        one for one in earlier.statements if not any(replaces(new.matter, one.matter) for new in later.statements)
    )
    if len(kept) == len(earlier.statements):
        return earlier
    return replace(earlier, statements=kept) if any(one.matter.words for one in kept) else None


def _echoes(answer: Said, said: Sequence[Said]) -> bool:
    """Whether the answer only says again what was said just before: in its words, or as a value of the same matter."""
    words = answer.words
    return any(
        len(words & one.words) >= _ECHO * len(words)
        or any(replaces(a.matter, b.matter) for a in answer.statements for b in one.statements)
        for one in said
        if one.speaker != answer.speaker
    )


def _chosen(said: list[Said], language: Language, allowance: Allowance) -> list[Said]:
    ranked = sorted(said, key=lambda one: (round(one.score), one.place), reverse=True)
    chosen: list[Said] = []
    for one in ranked:
        telling = one.score >= TELLING
        if not telling and chosen and allowance.share(_written(chosen, language)) >= _NARRATION:
            break
        fitting = _fitted(one, allowance, _LONG if telling else _NARRATION / 2)
        if fitting and allowance.share(_written([*chosen, fitting], language)) <= 1:
            chosen.append(fitting)
    return chosen


def _fitted(one: Said, allowance: Allowance, most: float) -> Said | None:
    """The sentence, or its first clauses where it is too long by itself."""
    text = one.text
    if allowance.share(text) <= most:
        return one
    head = text[: 4 * allowance.han]
    end = 0
    for clause in _CLAUSE.finditer(head):
        if allowance.share(head[: clause.start()]) > most - 0.02:
            break
        end = clause.start()
    if not end:  # no clause ends in time: a text without blanks
        end = min(len(head), int(most * min(allowance.han, allowance.tokens)) // 2)
    return replace(one, statements=(_plain(head[:end].rstrip() + "…"),), mark="") if end else None


def _plain(text: str) -> Statement:
    return Statement(text, matters.read(text))


def _written(chosen: Iterable[Said], language: Language) -> str:
    text, speaker = "", ""
    for one in sorted(chosen, key=lambda one: one.place):
        if text and not text.endswith(("。", "！", "？", "；", "…", "”", "」")):
            text += " "
        if one.speaker != speaker:
            speaker = one.speaker
            text += lexicon.SPEAKERS[language].get(speaker, "")
        said = one.text
        text += said if _ENDED.search(said) else said.rstrip("，,、；;：: ") + _stop(said)
    return text


def _stop(text: str) -> str:
    return "。" if _HAN.search(text[-12:]) else "."


def _anything(previous: str | None, messages: Sequence[Message], language: Language, allowance: Allowance) -> str:
    """For a conversation of nothing but greetings, code or pictures: its last words."""
    for text in (*(message.content for message in reversed(messages)), previous or ""):
        words = " ".join(text[: 4 * allowance.han].split())
        fitting = _fitted(Said(0, "", (_plain(words),), 0), allowance, _LONG) if words else None
        if fitting and allowance.share(fitting.text) <= 1:
            return fitting.text
    return lexicon.NOTHING[language]
