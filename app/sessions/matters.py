"""What the statements of a conversation speak of: one matter each, with the value that it is given."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from app.sessions import lexicon
from app.sessions.subjects import given, has_subject
from app.text.terms import normalise, terms

Slots = Callable[[str], frozenset[str]]
"""Names of the matters that a sentence of the user gives a value to, where a grammar knows them (`residence`)."""

_LONGEST: Final = 300
_SPLIT: Final = re.compile(
    r"(?<=[，；;])|(?<=, )|(?<= )(?=(?:and|but|while|whereas) (?:the|our|my|his|her|their|its|i|we|he|she|they|it) )"
)
_OLD_EN: Final = re.compile(
    r"(?P<former>[a-z][^,.;!?]{1,40}?) (?:is|are|was|were) (?:(?:no longer|not) (?:needed|required|used|necessary|"
    r"wanted|planned|possible|an option)|off the table|called off|cancell?ed|dropped|out of the question)"
    r"|(?:instead of|rather than|no longer|not) (?P<old>[a-z0-9][^,.;!?]{1,40})"
)
_OLD_ZH: Final = re.compile(
    r"(?:不是|不再用|不再|不用|代替|取代|取消|放弃)(?P<old>[^，,。；;！!？?而是]{1,20})"
    r"|(?P<former>[^，,。；;]{1,20}?)(?:不[^，。；不]{1,3}了(?=[，,。；!！]|$)|作废|取消了)"
)
_DONE: Final = re.compile(
    r"^(?P<en>[^,.;!?]{3,40}?) (?:(?:is|are|was|were|has been|have been|already|now) )+"
    r"(?:done|finished|sent|signed|ready|complete|completed|paid|booked|ordered|delivered|submitted|in place)(?![a-z])"
    r"|^(?P<zh>[^，,。；;！!？?]{2,12}?)(?:都|也)?已经?[^，,。；;！!？?]{1,4}了"
)
_PRONOUN: Final = re.compile(r"^(?:and |but )?(?:it|they)(?= )")
_NOUN: Final = re.compile(
    r"^(?:and |but )?((?:the|my|our|his|her|their|this) [a-z' -]{2,30}?) (?:is|are|was|were|has|have|got|had)\b"
)
_FIGURE: Final = re.compile(
    r"\d|[零一二两三四五六七八九十百千万]{2}|[周星期礼拜][一二三四五六日天]|[一二三四五六七八九十]+[月日号点万千百个人]"
    r"|(?<![a-z])(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|"
    r"october|november|december"
)


@dataclass(frozen=True, slots=True)
class Matter:
    """What one statement speaks of. `subject` and `words` are search terms, `slots` known names."""

    normal: str
    words: frozenset[str]
    subject: frozenset[str] = frozenset()
    whose: str = ""  # somebody else's name before it
    head: str = ""  # the noun that the subject is: the budget of the budget for the fair
    value: str = ""
    old: frozenset[str] = frozenset()  # words of the value that it says is over
    slots: frozenset[str] = field(default=frozenset())
    attribute: bool = False  # its subject has one value at a time
    change: bool = False  # some word of change is in it
    pointing: bool = False  # whose its subject is was said before: its price, 她的电话
    resets: bool = False  # it says outright that its subject has another value now
    forget: bool = False
    supposed: bool = False  # not so yet, or not for sure
    task: bool = False  # something to be done
    done: frozenset[str] = frozenset()  # words of what is done with


@dataclass(frozen=True, slots=True)
class Statement:
    """A part of a sentence that speaks of one matter."""

    text: str
    matter: Matter


def statements(sentence: str, slots: Slots | None = None) -> list[Statement]:
    """The statements of a sentence; joined they are the sentence. A clause without a subject goes with that before."""
    parts: list[str] = []
    for clause in _SPLIT.split(sentence[:_LONGEST]):
        if parts and not has_subject(_named(clause, parts).strip().lower()):
            parts[-1] += clause
        elif clause:
            parts.append(clause)
    if len(sentence) > _LONGEST and parts:
        parts[-1] += sentence[_LONGEST:]
    parts = [part for part in parts if part]
    known = slots(sentence[:_LONGEST]) if slots else frozenset()
    if len(parts) == 1 or not known:
        own = [known if len(parts) == 1 else frozenset[str]() for _ in parts]
    else:
        assert slots is not None
        own = [slots(part.rstrip("，,；; ")) for part in parts]
    supposed = (
        lexicon.SUPPOSED.search(sentence[:_LONGEST].lower()) is not None
    )  # what is said of one clause goes for all
    read_as = [read(_named(part, parts), names) for part, names in zip(parts, own, strict=True)]
    return [
        Statement(part, replace(one, supposed=supposed) if supposed else one)
        for part, one in zip(parts, read_as, strict=True)
    ]


def _named(part: str, parts: list[str]) -> str:
    """The part with what its pronoun stands for: the flight got delayed, it lands at ten."""
    noun = _NOUN.match(parts[0].lower())
    return _PRONOUN.sub(noun[1], part.lower(), count=1) if noun and part is not parts[0] else part


def read(text: str, slots: frozenset[str] = frozenset()) -> Matter:
    """The matter of one statement."""
    plain = text[:_LONGEST]
    lower = plain.lower().strip()
    found = given(lower)
    old = _OLD_EN.search(lower) or _OLD_ZH.search(lower)
    over = next((part for part in old.groups() if part), "") if old else ""
    done = _DONE.search(lower)
    changes = found is not None and found.changes
    return Matter(
        normal=normalise(plain),
        words=frozenset(terms(plain)),
        subject=found.words if found else frozenset(),
        whose=found.whose if found else "",
        head=found.head if found else "",
        value=found.value if found else "",
        old=frozenset(terms(over)),
        slots=slots,
        attribute=found is not None and found.attribute,
        change=changes or lexicon.CHANGE.search(lower) is not None,
        pointing=found is not None and found.pointing,
        resets=changes,
        forget=lexicon.FORGET.search(lower) is not None,
        supposed=lexicon.SUPPOSED.search(lower) is not None,
        task=lexicon.TODO.search(lower) is not None or lexicon.TASK.search(lower) is not None,
        done=frozenset(terms(done["en"] or done["zh"])) if done else frozenset(),
    )


def figure(matter: Matter) -> bool:
    """Whether its value is a number, a day or a time."""
    return _FIGURE.search(matter.value) is not None
