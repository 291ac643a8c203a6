"""Numbers that name a person or an account, told by length, check digit and the words around them."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.governance import checks
from app.governance.crowded import Readings
from app.governance.finding import Finding
from app.governance.layouts import ALONE, KINDS, LANDLINE, LAYOUTS, Layout, may_begin, places
from app.governance.named import BEFORE, Named, neighbours

_RUN = re.compile(r"\d(?:[ \t.\-·_\u2010-\u2015]{0,3}+\d){6,}+(?:[ -]?[Xx]\b)?", re.ASCII)
_GLUED_BEFORE = re.compile(r"(?:[A-Za-z0-9_/\\@#&%~$€£¥]|[A-Za-z0-9][-.=])\Z")
_GLUED_BEHIND = re.compile(r"[A-Za-z0-9_@%/\\]|[-.:][A-Za-z0-9]")
_LIST_GAPS = frozenset({",", "，", "、", ";", "；", "/", "|", "和", "与", "及", "或", "and", "or"})
_SPLIT = re.compile(r"[0-9]+[Xx]?|[Xx]")


class Near(NamedTuple):
    """What stands around a number."""

    kind: str | None  # the kind that the nearest word names
    glued: bool  # part of an identifier, a path or a decimal number


class Number(NamedTuple):
    digits: str  # may end in X
    sizes: Layout  # lengths of the groups it is written in
    near: Near
    plus: bool  # a + stands before it

    @property
    def single(self) -> bool:
        return len(self.sizes) == 1 or set(self.sizes) == {1}

    def laid_out_as(self, name: str) -> bool:
        return self.sizes in LAYOUTS[name]


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
        or (digits[0] == "0" and (sizes in LANDLINE or (named and len(digits) in range(10, 13))))
        or (digits[:3] in {"400", "800"} and sizes in {(3, 3, 4), (3, 4, 3)})
        or (named and number.single and len(digits) in range(7, 13))
    )


_Readers = tuple[tuple[str, Callable[[Number], bool]], ...]
_ID, _CARD, _PHONE = ("id_card", _is_identity), ("bank_card", _is_card), ("phone", _is_phone)
_ALL_READERS: _Readers = (_ID, _CARD, ("bank_account", _is_account), ("ssn", _is_ssn), _PHONE)
_READERS: dict[Layout, _Readers] = {
    layout: tuple({"id": _ID, "card": _CARD, "phone": _PHONE}[kind] for kind in kinds)
    for layout, kinds in KINDS.items()
}


def numbers(text: str, readings: Readings) -> Iterator[Finding]:
    known, (behind, last) = readings.known, (-1, None)
    for runs in neighbours(run.span() for run in _RUN.finditer(text)):
        named = Named(text, runs)
        for start, end in runs:
            kind = named(start, end)
            if kind is None and last and start - behind < BEFORE and _goes_on(text[behind:start]):
                kind = last
            behind, last = end, kind
            first = max(0, start - 2)  # where a + may stand
            glued = _GLUED_BEFORE.search(text, first, start) is not None or _GLUED_BEHIND.match(text, end) is not None
            run = (kind, glued, start - first, text[first:end])
            found = known.get(run)
            if found is None:
                found = known[run] = [*_in_run(text[first:end], start - first, Near(kind, glued))]
            for one in found:
                yield Finding(one.kind, one.start + first, one.end + first)


def _goes_on(gap: str) -> bool:
    """Whether a list of numbers does."""
    sign = gap.strip()
    return sign in _LIST_GAPS if sign else "\n" in gap


def _in_run(text: str, begin: int, near: Near) -> Iterator[Finding]:
    one = text[begin:].isdigit()
    groups = [(begin, len(text))] if one else [match.span() for match in _SPLIT.finditer(text, begin)]
    plus = text[begin - 1 : begin] == "+" or text[:begin] == "(+"
    lengths = tuple([b - a for a, b in groups])
    if one and near.kind is None and not plus and lengths[0] not in ALONE:
        return
    whole = len(groups) == 1 or max(lengths) == 1  # one number, or one that is spelled
    windows = [(0, len(groups), plus)] if whole else places(text, groups, lengths, near.kind, plus=plus)
    done = 0
    for first, last, leads in windows:
        start, end = groups[first][0], groups[last - 1][1]
        if first < done or end - start > 60:  # noqa: PLR2004  # no number is written that long
            continue
        sizes = lengths[first:last]
        if near.kind is None and not leads and not may_begin(text[start], sizes):
            continue
        number = Number("".join([text[a:b] for a, b in groups[first:last]]), sizes, near, leads)
        readers = _ALL_READERS if near.kind or leads else _READERS.get(number.sizes, _ALL_READERS)
        for kind, fits in readers:
            if fits(number):
                done = last
                yield Finding(kind, start - (1 if leads and kind == "phone" else 0), end)
                break
        if done == len(groups):
            return
