"""What a wish to forget means by its words: whose matter, which one, and whether a memory or a sentence tells of it.

A matter has many names: who asks to forget an address means where the user lives, whatever words told it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from app.memories.matters import MATTERS, Matter, as_itself
from app.memories.model import Kind, Memory
from app.memories.opposition import matter as terms_of
from app.memories.subject import roles, subject_of, without_roles
from app.text.language import HAN
from app.text.terms import normalise, terms

_LONGEST: Final = 60  # characters of a topic; what is longer tells a story, and no name
_LEAST: Final = 2  # characters of a name that is looked for in a sentence
_FORMER: Final = re.compile(r"\bex\b|\bformer\b|前(?:男友|女友|夫|妻|任|老板|同事|女朋友|男朋友)")
_AT_WORK: Final = frozenset({"customer", "colleague", "boss", "teacher", "classmate"})
_ONESELF: Final = re.compile(
    r"(?:and |but |so |also |yes |well )?(?:i|i'm|i've|we|user)(?![\w'’])|(?:我|用户)(?!的|们的|家)"
)
_NEAR: Final = 6  # characters in which a Chinese sentence names whom it is about
_LETTERS: Final = re.compile(r"[a-z][a-z0-9&.+-]+")
_DATED: Final = re.compile(r"\b(?:appointments?|visits?|sessions?|consultations?|check-?ups?)\b|预约|约诊|复诊")
_TIME: Final = re.compile(
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:tomorrow|tonight|today|next|this (?:week|month)|"
    r"see(?:ing)?|booked|at noon|morning|afternoon)\b|[月号点]|周[一二三四五六日末]|星期|今天|明天|后天|下周|下个月"
)
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
# Such a key says what its memory is of, whatever words stand in it: a nurse of a hospital.
_ONE_VALUE: Final = frozenset((
    "residence", "address", "origin", "employer", "workplace", "occupation", "school", "major", "grade", "birthday",
    "birth_year", "age", "weight", "height", "phone", "email", "income", "salary", "religion", "favourite",
))  # fmt: skip
_OF_THINGS: Final = frozenset(
    {"taste", "plays", "tool", "stack"}
)  # only by the name: who likes tall trees tells no height
_WHEN: Final = re.compile(  # tells when something else is done
    r"\b(?:before|after|during|on the way to) (?:work|school|college|university|uni)\b|"
    r"(?:工作|上班|下班|上学|放学|学校|公司)(?:之?前|之?后|时|期间|路上|的时候)"
)
_FILLING: Final = re.compile(
    r"\b(?:my|our|the|a|an|own|current|new|old|real|actual|exact|personal|private|recent|whole|entire|that|this|those|"
    r"and|or|of|in|at|is|was|situation|issue|issues|problem|problems|stuff|thing|things|details?|information|info|"
    r"everything|all|anything|about|i|me|am|had|have|has|got|getting|being|to|with|for|from|on)\b|'s\b|"
    r"得了|患有|[我的和与跟是有在了过得患]|自己|我们|所有|一切|全部|相关|具体|情况|多少|这个|那个|这件|那件|事情|事"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What is to be forgotten. All that is named must be told: the school of the daughter is not the school."""

    roles: frozenset[str] = frozenset()
    former: bool = False  # of somebody who was that: an ex-husband is no husband
    names: frozenset[str] = frozenset()  # of the people in these roles
    matters: tuple[Matter, ...] = ()
    words: frozenset[str] = frozenset()  # terms
    runs: tuple[str, ...] = ()  # of Han characters
    asked: tuple[str, ...] = ()  # the names of the matters as the wish gave them
    dated: bool = False  # an appointment with somebody: what names them and a time tells of it
    names_of_things: tuple[str, ...] = ()  # what else it names in letters: Google, of 面试Google

    def __bool__(self) -> bool:
        return bool(self.roles or self.matters or self.words)

    def of_people(self, held: Iterable[Memory]) -> "Meant":
        """With the names of those whom it means by what they are to the user."""
        if not self.roles:
            return self
        found = {normalise(row.value or "") for row in held if _gives_name(row) and self._of_person(row)}
        return replace(self, names=frozenset(name for name in found if len(name) >= _LEAST))

    def _of_person(self, row: Memory) -> bool:
        return self.roles <= subject_of(row) and bool(_FORMER.search(_all_of(row))) is self.former

    def covers(self, memory: Memory) -> bool:
        """Whether a memory tells of it, by its key or its words."""
        text = _all_of(memory)
        if not self._whose(text, subject_of(memory)):
            return False
        if self.matters and not self._keyed(memory) and not self._told_by(memory, text):
            return False
        return self._worded(text)

    def allows(self, memory: Memory) -> bool:
        """Whether a memory that shares words with the wish can be meant: `working on a novel` is not "my work"."""
        if not self.matters or self.words or self.roles:
            return True
        text = _all_of(memory)
        called = memory.kind is not Kind.TASK and self._called(memory)  # an email to be answered is no address
        return called or self._keyed(memory) or self._told_by(memory, text)

    def _told_by(self, memory: Memory, text: str) -> bool:
        """Whether its words tell of it, and its key does not stand for something else."""
        head = (memory.key or "").partition(":")[0]
        if head in _OF_THINGS:
            return self._called(memory)
        return head not in _ONE_VALUE and self._told(text)

    def was_part(self, memory: Memory) -> bool:
        """Whether a memory is of what somebody who is meant did with others: "Nina and I went to Rome"."""
        people = [*self.names, *(self.words if not self.matters else ())]
        text = (memory.evidence or "").casefold()
        return any(
            re.search(rf"\b{re.escape(one)} and (?:i|me)\b|\b(?:and|with) {re.escape(one)}\b", text)
            or (_HAN_RUN.fullmatch(one) and re.search(rf"[和跟与同]{one}|{one}[和跟与同]", text))
            for one in people
        )

    def tells(self, sentence: str) -> bool:
        """Whether a sentence tells of it."""
        text = sentence.casefold()
        return self._whose(text, roles(text)) and (not self.matters or self._told(text)) and self._worded(text)

    def _whose(self, text: str, about: frozenset[str]) -> bool:
        if self.roles:
            same = self.roles <= about and bool(_FORMER.search(text)) is self.former
            return same or any(_stands_in(name, text) for name in self.names)
        return not (self.matters and not self.words and about and not _own(text))  # the user's own address

    def _keyed(self, memory: Memory) -> bool:
        key = memory.key or ""
        slot = key.split(":", 2)[-1] if key.startswith("relation:") and self.roles else key
        return any(slot == one or slot.startswith(f"{one}:") for each in self.matters for one in each.keys) or (
            bool(self.roles) and any(key.endswith(f":{one}") for each in self.matters for one in each.keys)
        )

    def _told(self, text: str) -> bool:
        text = _WHEN.sub(" ", text)
        return any(one.told.search(text) for one in self.matters) or self._said_itself(text)

    def _said_itself(self, text: str) -> bool:
        """Whether it tells of the matter without saying what it is: "Tom's job", "that Google thing", Google那个.

        Only where the wish says whose or which one, which the text has to say too.
        """
        if not self.words:
            return False
        return (
            any(_stands_in(one, text) if one.isascii() else one in text for one in self.asked)
            or any(one.hints and one.hints.search(text) for one in self.matters)
            or any(as_itself(one).search(text) for one in (*self.names_of_things, *self.runs))
        )

    def _called(self, memory: Memory) -> bool:
        text = _WHEN.sub(" ", memory.content.casefold())
        return any(one.name.search(text) for one in self.matters)

    def _worded(self, text: str) -> bool:
        if not self.words:
            return True
        if self.dated and not (_DATED.search(text) or _TIME.search(text)):
            return False
        present = terms(text)
        return all(_runs_in(run, text) for run in self.runs) and all(
            word in present for word in self.words if not _HAN_RUN.match(word)
        )


@lru_cache(maxsize=256)
def meant_by(topic: str) -> Meant:
    """What the words of a topic name; nothing for one that tells a story or says nothing."""
    plain = normalise(topic)
    if not plain or len(plain) > _LONGEST:
        return Meant()
    whose = roles(plain)
    rest = without_roles(plain) if whose else plain
    matters = [one for one in MATTERS if one.name.search(rest)]
    matters = [one for one in matters if not _inside_another(one, matters, rest)]
    asked = tuple(dict.fromkeys(found.group() for one in matters for found in one.name.finditer(rest)))
    for one in matters:
        rest = one.name.sub(" ", rest)
    rest = " ".join(_FILLING.sub(" ", rest).split())
    undated = _DATED.sub("", rest).strip()
    dated = bool(undated) and undated != rest
    rest = undated or rest
    runs = tuple(run for run in _HAN_RUN.findall(rest) if len(run) >= _LEAST)
    words = frozenset(word for word in terms_of(rest) if not _HAN_RUN.match(word)) | frozenset(runs)
    return Meant(
        roles=whose,
        former=bool(_FORMER.search(plain)),
        matters=tuple(matters),
        words=frozenset(words),
        runs=runs,
        asked=asked,
        dated=dated,
        names_of_things=tuple(_LETTERS.findall(rest)),
    )


def _own(text: str) -> bool:
    """Whether a sentence is about the user, though it names others too: "I owe my brother 9000"."""
    text = text.strip()
    if not roles(text) - _AT_WORK:
        return True
    return bool(_ONESELF.match(text)) and (text[:1].isascii() or not roles(text[:_NEAR]))


def _inside_another(one: Matter, others: list[Matter], text: str) -> bool:
    """Whether its name only stands within a longer one: the job of a job interview."""
    spans = [found.span() for found in one.name.finditer(text)]
    return all(
        any(a <= start and end <= b and (a, b) != (start, end) for o in others for a, b in _spans(o, text))
        for start, end in spans
    )


def _spans(one: Matter, text: str) -> list[tuple[int, int]]:
    return [found.span() for found in one.name.finditer(text)]


def _gives_name(row: Memory) -> bool:
    return bool(row.key and row.key.startswith("relation:") and row.key.endswith(":name"))


def _all_of(memory: Memory) -> str:
    key = (memory.key or "").replace(":", " ").replace("_", " ")
    parts = (memory.content, key, memory.value or "", *memory.entities)
    return " \n".join(parts).casefold()


def _runs_in(run: str, text: str) -> bool:
    """Whether a text has these characters, at one place or at two: 小兰自闭症 is in 小兰患有自闭症."""
    parts = ((run[:at], run[at:]) for at in range(_LEAST, len(run) - _LEAST + 1))
    return run in text or any(first in text and last in text for first, last in parts)


def _stands_in(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text))
