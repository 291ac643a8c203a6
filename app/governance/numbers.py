"""Numbers that name a person or an account, told by length, check digit and the words around them."""

import re
from collections.abc import Callable, Container, Iterator
from itertools import accumulate
from typing import NamedTuple

from app.governance import checks
from app.governance.crowded import Readings
from app.governance.engine import Expression, Several, expression
from app.governance.finding import Finding
from app.governance.patterns import NUMBERS

_RUN = Expression(r"\d(?:[ \t.\-·_\x{2010}-\x{2015}]{0,3}\d){6,}(?:[ -]?[Xx]\b)?")
_NEAR = {name: expression(NUMBERS[name]) for name in ("card", "account", "id_card", "ssn", "phone", "other")}
_NAMES = tuple(_NEAR)
_WHICH_NEAR = Several(NUMBERS[name] for name in _NEAR)  # one look instead of six
_GLUED_BEFORE = re.compile(r"(?:[A-Za-z0-9_/\\@#&%~$€£¥]|[A-Za-z0-9][-.=])\Z")
_GLUED_BEHIND = re.compile(r"[A-Za-z0-9_@%/\\]|[-.:][A-Za-z0-9]")
_LIST_GAP = Expression(r"\s*(?:[,，、;；/|\n]|和|与|及|或|and|or)\s*")
_LANDLINE = ((3, 8), (4, 7), (4, 8), (3, 4, 4), (4, 4, 4), (4, 3, 4))
_LAYOUTS = {
    "card": ((4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1)),
    "id": ((6, 8, 4), (6, 4, 4, 4), (3, 3, 4, 4, 4), (6, 6, 6), (4, 4, 4, 4, 2), (6, 4, 8), (6, 8, 3), (3, 3, 8, 4)),
    "phone": ((3, 4, 4), (3, 8), (4, 4, 3), (7, 4), (2, 3, 4, 4), (2, 11), (3, 4, 2, 2)),
}
_OPEN = frozenset({(3, 3, 4), (1, 3, 3, 4), (3, 4, 3)})  # phones that may begin with any figure
_SPLIT = re.compile(r"[0-9]+[Xx]?|[Xx]")
_BEFORE, _BEHIND = 28, 12  # characters in which a word names a number
_SHORTEST, _LONGEST = 7, 30  # digits of a phone and of a bank account
_ANY = range(_SHORTEST, _LONGEST + 1)
# How many digits the numbers have that a word names, and how many groups behind it the word speaks for.
_DIGITS: dict[str | None, Container[int]] = {
    "id_card": (15, 18),
    "card": range(12, 20),
    "account": range(8, 31),
    "ssn": (9,),
    "phone": range(7, 16),
}
_LED = 24
_WRITTEN = frozenset({*(layout for some in _LAYOUTS.values() for layout in some), *_LANDLINE, (3, 2, 4), (3, 3, 4)}) | {
    (1, 3, 3, 4),
    (3, 4, 3),
}


_COUNTS = {  # of the groups of the layouts that begin with a group of this size
    size: sorted({len(layout) for layout in _WRITTEN if layout[0] == size}, reverse=True)
    for size in {layout[0] for layout in _WRITTEN}
}


class Near(NamedTuple):
    """What stands around a number."""

    kind: str | None  # the kind that the nearest word names
    glued: bool  # part of an identifier, a path or a decimal number


class Number(NamedTuple):
    digits: str  # may end in X
    sizes: tuple[int, ...]  # lengths of the groups it is written in
    near: Near
    plus: bool  # a + stands before it

    @property
    def single(self) -> bool:
        return len(self.sizes) == 1 or set(self.sizes) == {1}

    def laid_out_as(self, name: str) -> bool:
        return self.sizes in _LAYOUTS[name]


def _near(text: str, start: int, end: int) -> Near:
    before = text[max(0, start - _BEFORE) : start]  # a label may stand on the line above, none on the line below
    behind = text[end : end + _BEHIND].partition("\n")[0]
    said = _WHICH_NEAR(before)
    best = _nearest(before, said) if len(said) > 1 else _NAMES[said[0]] if said else None
    if best is None:
        best = next((_NAMES[index] for index in _WHICH_NEAR(behind) if _NAMES[index] != "other"), None)
    return Near(best, _GLUED_BEFORE.search(before[-2:]) is not None or _GLUED_BEHIND.match(behind) is not None)


def _nearest(before: str, said: list[int]) -> str | None:
    best, place = None, -1
    for index in said:
        for match in _NEAR[_NAMES[index]].finditer(before):
            if match.end() >= place:  # at the same place the last name wins: 会员卡号 is no 卡号
                best, place = _NAMES[index], match.end()
    return best


def _is_identity(number: Number) -> bool:
    digits, named = number.digits, number.near.kind == "id_card"
    if len(digits) == 15:  # noqa: PLR2004  # as given out before 1999
        return named and digits.isdigit() and checks.id_region_and_date(digits)
    if len(digits) != 18:  # noqa: PLR2004  # GB 11643
        return False
    sound = checks.id_region_and_date(digits) and checks.id_check_digit(digits)
    return named or (sound and not number.near.glued and (number.single or number.laid_out_as("id")))


def _is_card(number: Number) -> bool:
    digits, (kind, glued) = number.digits, number.near
    if kind == "card":
        return len(digits) in range(12, 20) and digits.isdigit()
    grouped = number.laid_out_as("card")
    return (
        len(digits) in range(13, 20)
        and digits.isdigit()
        and (number.single or grouped)
        and not glued
        and kind not in {"other", "phone"}
        and checks.card_issuer(digits, grouped=grouped)
        and checks.luhn(digits)
    )


def _is_account(number: Number) -> bool:
    return number.near.kind == "account" and len(number.digits) in range(8, 31) and number.digits.isdigit()


def _is_ssn(number: Number) -> bool:
    kind, glued = number.near
    return (
        len(number.digits) == sum((3, 2, 4))
        and (kind == "ssn" or (number.sizes == (3, 2, 4) and kind not in {"other", "phone"}))
        and not glued
        and checks.ssn(number.digits)
    )


def _is_phone(number: Number) -> bool:
    digits, sizes, (kind, glued) = number.digits, number.sizes, number.near
    if kind == "other" or glued or not digits.isdigit():
        return False
    local = digits.removeprefix("0086").removeprefix("86") if len(digits) in {13, 15} else digits
    mobile = len(local) == sum((3, 4, 4)) and local[0] == "1" and local[1] in "3456789"
    named = kind == "phone"
    return (
        (mobile and (number.single or number.laid_out_as("phone") or number.plus))
        or (number.plus and len(digits) in range(8, 16))
        or (sizes in {(3, 3, 4), (1, 3, 3, 4)} and digits[-10] in "23456789")
        or (digits[0] == "0" and (sizes in _LANDLINE or (named and len(digits) in range(10, 13))))
        or (digits[:3] in {"400", "800"} and sizes in {(3, 3, 4), (3, 4, 3)})
        or (named and number.single and len(digits) in range(7, 13))
    )


_Readers = tuple[tuple[str, Callable[[Number], bool]], ...]
_ID, _CARD, _PHONE = ("id_card", _is_identity), ("bank_card", _is_card), ("phone", _is_phone)
_ALL_READERS: _Readers = (_ID, _CARD, ("bank_account", _is_account), ("ssn", _is_ssn), _PHONE)
# Where no word says what it is, the groups do.
_READERS: dict[tuple[int, ...], _Readers] = {
    layout: tuple(
        reader
        for reader, name in ((_ID, "id"), (_CARD, "card"), (_PHONE, "phone"))
        if layout in _LAYOUTS[name] or (name == "phone" and layout not in {*_LAYOUTS["id"], *_LAYOUTS["card"]})
    )
    for layout in _WRITTEN - {(3, 2, 4)}
}


# The first figure tells most groups of a table apart from a number; `_FIGURES` where it tells nothing.
_FIGURES = "0123456789"
_BEGINNINGS = {
    layout: "23456" if readers == (_CARD,) else "018" if readers == (_PHONE,) and layout not in _OPEN else _FIGURES
    for layout, readers in _READERS.items()
}


def _windows(sizes: list[int], kind: str | None, plus: Callable[[int], bool]) -> Iterator[tuple[int, int, bool]]:
    """Stretches of groups that a reader could take for one number, and whether a + leads; the longer come first.

    Behind a word that names a number, or a +, the count of digits decides; elsewhere the groups must be those in which
    numbers are written. Most of a table of figures ends here.
    """
    for first, size in enumerate(sizes):
        leads = plus(first)
        if leads or (kind in _DIGITS and first < _LED):
            wanted = _ANY if leads else _DIGITS[kind]
            sums = [*accumulate(sizes[first : first + 20])]
            for count in range(len(sums), 0, -1):
                if sums[count - 1] in wanted or (count > 1 and tuple(sizes[first : first + count]) in _WRITTEN):
                    yield first, first + count, leads
        else:
            for count in _COUNTS.get(size, ()):
                if first + count <= len(sizes) and tuple(sizes[first : first + count]) in _WRITTEN:
                    yield first, first + count, False
        if size in _ANY:
            yield first, first + 1, leads


def numbers(text: str, readings: Readings) -> Iterator[Finding]:
    known, (behind, named) = readings.known, (-1, None)
    for start, end in _RUN.spans(text):
        around = (start - max(0, start - _BEFORE), end - start, text[max(0, start - _BEFORE) : end + _BEHIND])
        near = known.get(around)
        if near is None:
            near = known[around] = _near(text, start, end)
        if near.kind is None and named and _LIST_GAP.fullmatch(text[behind:start]):
            near = near._replace(kind=named)
        behind, named = end, near.kind
        first = max(0, start - 2)  # where a + may stand
        run = (near, start - first, text[first:end])
        found = known.get(run)
        if found is None:
            found = known[run] = [*_in_run(text[first:end], start - first, near)]
        yield from (Finding(one.kind, one.start + first, one.end + first) for one in found)


def _in_run(text: str, begin: int, near: Near) -> Iterator[Finding]:
    groups = [match.span() for match in _SPLIT.finditer(text, begin)]
    done = 0
    lengths = [b - a for a, b in groups]
    spelled = len(groups) > 1 and max(lengths) == 1

    def plus(first: int) -> bool:
        start = groups[first][0]
        return text[start - 1 : start] == "+" or text[max(0, start - 2) : start] == "(+"

    for first, last, leads in [(0, len(groups), plus(0))] if spelled else _windows(lengths, near.kind, plus):
        start, end = groups[first][0], groups[last - 1][1]
        if first < done or end - start > 60:  # noqa: PLR2004  # no number is written that long
            continue
        if near.kind is None and not leads and text[start] not in _BEGINNINGS.get(tuple(lengths[first:last]), _FIGURES):
            continue
        digits = "".join([text[a:b] for a, b in groups[first:last]])
        number = Number(digits, tuple(lengths[first:last]), near, leads)
        readers = _ALL_READERS if near.kind or leads else _READERS.get(number.sizes, _ALL_READERS)
        kind = next((kind for kind, fits in readers if fits(number)), None)
        if kind:
            done = last
            yield Finding(kind, start - (1 if leads and kind == "phone" else 0), end)
