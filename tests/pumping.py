"""Texts made from a pattern to make it run away: what each of its repetitions takes, again and again, then no end.

Read out of the parsed pattern, so that a new one is tried by its own words. One branch after the other of a repetition
is pumped, alone and behind what leads to it.
"""

from collections.abc import Iterator, Sequence
from re import _constants as kind  # type: ignore[attr-defined]  # there is no other way to read a pattern
from re import _parser as parser  # type: ignore[attr-defined]  # likewise
from typing import Any

OFTEN = 6  # a repetition that may be made so often is pumped
COMMON = (" ", "a", "的", "-", "a ", "my ", "，", ", ", "1", "\n", ". ", " -", "and ", "我", "不是", "and but so ")
ENDS = ("\x00", "")
_REPEATS = (kind.MAX_REPEAT, kind.MIN_REPEAT, kind.POSSESSIVE_REPEAT)
_POOL = 'a1 -的，."\nA'
_LEAD = 60  # characters before what is pumped

Items = Sequence[tuple[Any, Any]]


def pumped(unit: tuple[str, str], length: int) -> str:
    lead, again = unit
    return lead + (again * (length // len(again) + 1))[:length]


def units(pattern: str, flags: int, most: int = 160) -> list[tuple[str, str]]:
    """What to begin with, and what to repeat; nothing where the pattern cannot run away."""
    parsed = parser.parse(pattern, flags)
    if _variable(parsed) < 2:
        return []
    found = [(lead, one) for lead, body in _repeated(parsed, "") for one in _each(body)]
    whole = _one(parsed)
    found += [("", lead + one) for lead, one in found[:most] if lead]
    found += [("", whole), ("", whole[:-1]), *(("", one) for one in COMMON)]
    return [unit for unit in dict.fromkeys(found) if unit[1]][: most + len(COMMON)]


def _variable(items: Items) -> int:
    """How many repetitions without a near end may share a text: alone, one takes no more than the square of it."""
    total = 0
    for operation, argument in items:
        if operation in _REPEATS:
            inner = _variable(argument[2])
            total += (argument[1] >= OFTEN) * (1 + _chooses(argument[2])) + inner * (1 + (argument[1] > 1))
        elif operation is kind.BRANCH:
            total += max(map(_variable, argument[1]))
        else:
            total += sum(map(_variable, _inside(operation, argument)))
    return total


def _chooses(items: Items) -> bool:
    """Whether one round may be of more than one length: two rounds may then be told as one."""
    return any(
        argument[0] != argument[1] if operation in _REPEATS else len({len(_one(each)) for each in argument[1]}) > 1
        for operation, argument in items
        if operation in _REPEATS or operation is kind.BRANCH
    ) or any(_chooses(inner) for operation, argument in items for inner in _inside(operation, argument))


def _inside(operation: Any, argument: Any) -> list[Items]:
    if operation in _REPEATS:
        return [argument[2]]
    if operation is kind.BRANCH:
        return list(argument[1])
    within = {
        kind.SUBPATTERN: lambda: [argument[3]],
        kind.ATOMIC_GROUP: lambda: [argument],
        kind.ASSERT: lambda: [argument[1]],
        kind.ASSERT_NOT: lambda: [argument[1]],
        kind.GROUPREF_EXISTS: lambda: [one for one in argument[1:] if one is not None],
    }.get(operation, list)
    return within()


def _repeated(items: Items, lead: str) -> Iterator[tuple[str, Items]]:
    """The body of every repetition with a text that leads to it."""
    for operation, argument in items:
        if operation in _REPEATS and argument[1] >= OFTEN:
            yield lead, argument[2]
        for inner in _inside(operation, argument):
            yield from _repeated(inner, lead)
        lead = (lead + _of(operation, argument))[-_LEAD:]


def _each(items: Items) -> list[str]:
    """A text for each branch at any depth."""
    found: list[str] = []
    ones = [_of(*item) for item in items]
    for place, (operation, argument) in enumerate(items):
        if operation in _REPEATS:
            texts = [*_each(argument[2]), *[""] * (argument[0] == 0)]
        elif operation in (kind.BRANCH, kind.SUBPATTERN, kind.ATOMIC_GROUP):
            texts = [text for inner in _inside(operation, argument) for text in _each(inner)]
        else:
            texts = _signs(argument)[:3] if operation is kind.IN else [ones[place]]
        lead, rest = "".join(ones[:place]), "".join(ones[place + 1 :])
        found += [lead + text + rest for text in texts]
    return list(dict.fromkeys(found))


def _one(items: Items) -> str:
    return "".join(_of(operation, argument) for operation, argument in items)


def _of(operation: Any, argument: Any) -> str:
    """One text that fits."""
    if operation in _REPEATS:
        return _one(argument[2]) * min(max(argument[0], 1), 30)
    if operation in (kind.BRANCH, kind.SUBPATTERN, kind.ATOMIC_GROUP):
        return _one(_inside(operation, argument)[0])
    signs = {
        kind.LITERAL: lambda: chr(argument),
        kind.NOT_LITERAL: lambda: next(char for char in _POOL if char != chr(argument)),
        kind.ANY: lambda: "a",
        kind.IN: lambda: _signs(argument)[0],
    }.get(operation, str)
    return signs()


def _signs(members: Items) -> list[str]:
    """Characters of a class, different ones first."""
    own = [
        chr(argument[0] if operation is kind.RANGE else argument)
        for operation, argument in members
        if operation in (kind.LITERAL, kind.RANGE)
    ]
    return [char for char in dict.fromkeys((*_POOL, *own, "~")) if _is_in(char, members)] or [""]


def _is_in(char: str, members: Items) -> bool:
    of_kind = {
        kind.CATEGORY_DIGIT: char.isdecimal(),
        kind.CATEGORY_SPACE: char.isspace(),
        kind.CATEGORY_WORD: char.isalnum() or char == "_",
    }
    of_kind |= {
        kind.CATEGORY_NOT_DIGIT: not of_kind[kind.CATEGORY_DIGIT],
        kind.CATEGORY_NOT_SPACE: not of_kind[kind.CATEGORY_SPACE],
        kind.CATEGORY_NOT_WORD: not of_kind[kind.CATEGORY_WORD],
    }
    inside = any(
        (operation is kind.LITERAL and argument == ord(char))
        or (operation is kind.RANGE and argument[0] <= ord(char) <= argument[1])
        or (operation is kind.CATEGORY and of_kind[argument])
        for operation, argument in members
    )
    return inside != any(operation is kind.NEGATE for operation, _ in members)
