"""The summary that needs no model: the sentences that matter most, as they were said, within a strict length.

Constraints, decisions, to-dos, preferences and facts come before narration; what was said later about the same matter
takes the place of what was said before. Pure, and linear in the length of the messages but for a bounded comparison.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.sessions import lexicon, matters
from app.sessions.matters import Slots, Statement
from app.sessions.model import Message, Role
from app.text import tokens
from app.text.chunks import sentences
from app.text.language import HAN, Language, detect

_MOST_OF_MESSAGE: Final = 240  # sentences looked at in one message: the first two thirds and the last of so many
_MOST: Final = 400  # sentences compared with each other: the best of all
_LONG: Final = 0.4  # part of the allowance that one sentence may take
_NARRATION: Final = 0.5  # part of the allowance that is filled with what tells little
_TELLING: Final = 1.0  # score from which a sentence is more than narration
_JUST_BEFORE: Final = 3  # sentences
_ECHO: Final = 0.6  # share of its words that an answer has in common with what it answers

_FENCE: Final = re.compile(r"```.*?(?:```|\Z)|<memory>.*?(?:</memory>|\Z)", re.DOTALL)
_LABEL: Final = re.compile(
    "(?:(?<=[\n。！？!?；;….] )|(?<=[\n。！？!?；;…])|^)(用户：|助手：|工具：|User: |Assistant: |Tool: )"
)
_ROLE: Final = {label: role for words in lexicon.SPEAKERS.values() for role, label in words.items()}
_HAN: Final = re.compile(f"[{HAN}]")
_WIDE: Final = re.compile(f"[{HAN}\u3000-\u303f\uff00-\uffef“”‘’…—·]+")
_ENDED: Final = re.compile(r"""[。！？!?….~～]["'”’」』）)\]]*$""")
_JOINT: Final = re.compile(r"^(?:and|but|so|while|whereas) ")
_CLAUSE: Final = re.compile(r"[，,；;、：:]\s*|\s+")
_ANCHOR: Final = re.compile(
    r"\d|[“「『\"《][^”」』\"》]{1,30}[”」』\"》]|(?<=\w )[A-Z][a-z]+|[A-Za-z]+[-_./]?[A-Za-z0-9]+\b"
)
_CLASSES: Final = (
    (lexicon.CONSTRAINT, 6.0),
    (lexicon.DECISION, 6.0),
    (lexicon.TODO, 5.0),
    (lexicon.PREFERENCE, 5.0),
    (lexicon.FACT, 4.0),
    (lexicon.LIMIT, 3.5),
)
_OF_ANSWER: Final = 3.0  # an answer that tells of a solution
_OF_SLOT: Final = 5.0  # a sentence that a grammar reads as a fact about the user
_OF_VALUE: Final = 2.5  # one that gives a value to something
_NOTHING: Final = -9.0  # small talk


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a summary may be: Han characters, or tokens of other scripts; a mixed text takes a share of each."""

    han: int = 300
    tokens: int = 250

    def share(self, text: str) -> float:
        """What part of the allowance the text takes; above 1 is too long."""
        rest = _WIDE.sub(" ", text).strip()
        return len(_HAN.findall(text)) / self.han + (tokens.count(rest) / self.tokens if rest else 0.0)


@dataclass(frozen=True, slots=True)
class _Said:
    place: int
    speaker: str  # a role; "" in a summary that names none
    statements: tuple[Statement, ...]
    score: float
    said: str = ""  # the sentence as it came
    mark: str = ""  # that it held once

    @property
    def text(self) -> str:
        return self.mark + _JOINT.sub("", "".join(one.text for one in self.statements).strip())

    @property
    def words(self) -> frozenset[str]:
        return frozenset().union(*(one.matter.words for one in self.statements))

    @property
    def ends(self) -> bool:
        """Whether it may end something without telling much itself."""
        return any(one.matter.forget or one.matter.old or one.matter.done for one in self.statements)

    @property
    def forgets(self) -> bool:
        return any(one.matter.forget for one in self.statements)


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
    spoken = [*_of_summary(previous or ""), *_of_messages(messages)]
    said = [_weighed(place, speaker, text, slots) for place, (speaker, text) in enumerate(spoken)]
    chosen = _chosen(_current(said), language, allowance)
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
        label = _LABEL.match(text, start, end)
        rest = text[end:].lstrip()
        text = (text[:start] + (label.group() if label and not _LABEL.match(rest) else "") + rest).strip()
    return text


def language_of(messages: Iterable[Message], previous: str | None) -> Language:
    """The language in which the user speaks; of the summary when the user says nothing here."""
    said = "\n".join(message.content[:400] for message in messages if message.role is Role.USER)
    return detect(said[:8000] or previous or "")


def _of_summary(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    speaker = ""
    for piece in _LABEL.split(text):
        if piece in _ROLE:
            speaker = _ROLE[piece]
        else:
            found += [(speaker, piece[start:end]) for start, end in sentences(piece)]
    return found


def _of_messages(messages: Sequence[Message]) -> Iterable[tuple[str, str]]:
    for message in messages:
        if message.role is Role.SYSTEM:
            continue
        text = _FENCE.sub("\n", message.content)
        places = sentences(text)
        if len(places) > _MOST_OF_MESSAGE:
            third = _MOST_OF_MESSAGE // 3
            places = [*places[: 2 * third], *places[-third:]]
        for start, end in places:
            yield message.role.value, " ".join(text[start:end].split())


def _weighed(place: int, speaker: str, text: str, slots: Slots | None) -> _Said:
    whole = text
    marked = lexicon.MARKED.match(text)
    if marked:
        text = text[marked.end() :]
    lead = lexicon.RETAKE.match(text.lower()) or lexicon.LEAD.match(text.lower())
    if lead and lead.end() < len(text):
        text = text[lead.end() :]
    told = tuple(matters.statements(text, slots if speaker in ("user", "") else None))
    score = _score(speaker, text, told)
    return _Said(
        place, speaker, told, min(score, _TELLING) if marked else score, whole, marked.group() if marked else ""
    )


def _score(speaker: str, text: str, told: Sequence[Statement]) -> float:
    lower = text.lower()
    if lexicon.SMALL_TALK.fullmatch(lower) or not any(char.isalnum() for char in text):
        return _NOTHING
    if speaker == "tool":
        return 0.1
    if speaker == "assistant":
        return _OF_ANSWER if lexicon.DECISION.search(lower) and _ANCHOR.search(text) else _NOTHING
    weights = [weight for words, weight in _CLASSES if words.search(lower)]
    if any(one.matter.slots for one in told):
        weights.append(_OF_SLOT)
    if any(one.matter.subject and one.matter.value for one in told):
        weights.append(_OF_VALUE)
    score = max(weights, default=0.0) + 0.25 * max(0, len(weights) - 1)
    if lexicon.QUESTION.search(lower):
        return min(score / 8, 0.7)
    if _ANCHOR.search(text):
        score += 0.5
    if not speaker:
        score = max(score, _TELLING + 2)  # somebody has chosen it before
    return max(0.3, score)


def _current(said: list[_Said]) -> list[_Said]:
    """What still holds, in order: without small talk, echoes, and what a later sentence takes the place of."""
    if len(said) > _MOST:
        ranked = sorted(said, key=lambda one: (one.forgets, one.score, one.place), reverse=True)
        said = sorted(ranked[:_MOST], key=lambda one: one.place)
    standing: list[_Said] = []
    for one in said:
        if one.score <= _NOTHING:
            continue
        if one.speaker == "assistant" and _echoes(one, standing[-6:]):
            continue
        if one.speaker != "assistant" and lexicon.RETAKE.search(one.said.lower()):
            standing = _taken_back(standing, one)
        if one.speaker != "tool" and not one.mark and (one.score >= _TELLING or one.ends):
            standing = [left for before in standing if (left := _left(before, one)) is not None]
        if not one.forgets:
            standing.append(one)
    return standing


def _taken_back(standing: list[_Said], one: _Said) -> list[_Said]:
    """Without what the same speaker said last, if that was just before."""
    for place in range(len(standing) - 1, -1, -1):
        if standing[place].speaker == one.speaker:
            near = one.place - standing[place].place <= _JUST_BEFORE
            return [*standing[:place], *standing[place + 1 :]] if near else standing
    return standing


def _left(earlier: _Said, later: _Said) -> _Said | None:
    """What the later sentence leaves of the earlier one."""
    if later.speaker == "assistant" and earlier.speaker != "assistant":
        return earlier  # what the user said is not undone by an answer
    kept = tuple(
        one
        for one in earlier.statements
        if not any(matters.replaces(new.matter, one.matter) for new in later.statements)
    )
    if len(kept) == len(earlier.statements):
        return earlier
    return replace(earlier, statements=kept) if any(one.matter.words for one in kept) else None


def _echoes(answer: _Said, said: Sequence[_Said]) -> bool:
    """Whether the answer only says again what was said just before: in its words, or as a value of the same matter."""
    words = answer.words
    return any(
        len(words & one.words) >= _ECHO * len(words)
        or any(matters.replaces(a.matter, b.matter) for a in answer.statements for b in one.statements)
        for one in said
        if one.speaker != answer.speaker
    )


def _chosen(said: list[_Said], language: Language, allowance: Allowance) -> list[_Said]:
    ranked = sorted(said, key=lambda one: (round(one.score), one.place), reverse=True)
    chosen: list[_Said] = []
    for one in ranked:
        telling = one.score >= _TELLING
        if not telling and chosen and allowance.share(_written(chosen, language)) >= _NARRATION:
            break
        fitting = _fitted(one, allowance, _LONG if telling else _NARRATION / 2)
        if fitting and allowance.share(_written([*chosen, fitting], language)) <= 1:
            chosen.append(fitting)
    return chosen


def _fitted(one: _Said, allowance: Allowance, most: float) -> _Said | None:
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


def _written(chosen: Iterable[_Said], language: Language) -> str:
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
        fitting = _fitted(_Said(0, "", (_plain(words),), 0), allowance, _LONG) if words else None
        if fitting and allowance.share(fitting.text) <= 1:
            return fitting.text
    return lexicon.NOTHING[language]
