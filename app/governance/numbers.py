"""Numbers that name a person or an account, told by length, check digit and the words around them."""

from collections.abc import Iterator
from typing import NamedTuple

import re2

from app.governance import checks
from app.governance.finding import Finding
from app.governance.patterns import NUMBERS, expression

_RUN = re2.compile(r"\d(?:[ .\-·_\x{2010}-\x{2015}]{0,3}\d){6,}(?:[ -]?[Xx]\b)?")
_NEAR = {name: expression(NUMBERS[name]) for name in ("card", "account", "id_card", "ssn", "phone", "other")}
_GLUED_BEFORE = re2.compile(r"[A-Za-z0-9_/\\@#&%~$€£¥]$|[A-Za-z0-9][-.=]$")
_GLUED_BEHIND = re2.compile(r"^[A-Za-z0-9_@%/\\]|^[-.:][A-Za-z0-9]")
_LIST_GAP = re2.compile(r"\s*(?:[,，、;；/|\n]|和|与|及|或|and|or)\s*")
_IBAN = re2.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_US_PHONE = re2.compile(r"(?:\+?1[ .-]?)?\(\d{3}\) ?\d{3}[ .-]\d{4}\b")
_LANDLINE = ((3, 8), (4, 7), (4, 8), (3, 4, 4), (4, 4, 4), (4, 3, 4))
_LAYOUTS = {
    "card": ((4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1)),
    "id": ((6, 8, 4), (6, 4, 4, 4), (3, 3, 4, 4, 4), (6, 6, 6), (4, 4, 4, 4, 2), (6, 4, 8), (6, 8, 3), (3, 3, 8, 4)),
    "phone": ((3, 4, 4), (3, 8), (4, 4, 3), (7, 4), (2, 3, 4, 4), (2, 11), (3, 4, 2, 2)),
}
_SPLIT = re2.compile(r"\d+[Xx]?")


class Near(NamedTuple):
    """The kind that the words around a number name, and where the number stands."""

    kind: str | None
    glued: bool  # part of an identifier, a path or a decimal number


def _near(text: str, start: int, end: int) -> Near:
    before, behind = text[max(0, start - 28) : start], text[end : end + 12]
    best, place = None, -1
    for name, words in _NEAR.items():
        for match in words.finditer(before):
            if match.end() >= place:  # at the same place the last name wins: 会员卡号 is no 卡号
                best, place = name, match.end()
    if best is None:
        best = next((name for name, words in _NEAR.items() if name != "other" and words.search(behind)), None)
    return Near(best, _GLUED_BEFORE.search(before) is not None or _GLUED_BEHIND.search(behind) is not None)


def _read(digits: str, sizes: tuple[int, ...], near: Near, plus: bool) -> str | None:  # noqa: PLR0911  # one answer per kind
    """The kind of one number; `sizes` are the lengths of the groups it is written in."""
    size, kind = len(digits), near.kind
    single = len(sizes) == 1 or all(s == 1 for s in sizes)
    if size == 18 and (single or sizes in _LAYOUTS["id"] or kind == "id_card"):  # noqa: PLR2004  # GB 11643
        sound = checks.id_region_and_date(digits)
        if (sound and checks.id_check_digit(digits) and not near.glued) or kind == "id_card":
            return "id_card"
    if not digits.isdigit():
        return None
    if kind == "id_card" and size == 15 and checks.id_region_and_date(digits):  # noqa: PLR2004  # before 1999
        return "id_card"
    if kind == "card" and 12 <= size <= 19:  # noqa: PLR2004  # ISO/IEC 7812
        return "bank_card"
    if kind == "account" and 8 <= size <= 30:  # noqa: PLR2004  # accounts in use
        return "bank_account"
    grouped = sizes in _LAYOUTS["card"]
    if (
        13 <= size <= 19  # noqa: PLR2004  # ISO/IEC 7812
        and (single or grouped)
        and kind not in {"other", "phone"}
        and not near.glued
        and checks.card_issuer(digits, grouped=grouped)
        and checks.luhn(digits)
    ):
        return "bank_card"
    if size == 9 and checks.ssn(digits) and not near.glued and kind not in {"other", "phone"}:  # noqa: PLR2004
        if sizes == (3, 2, 4) or kind == "ssn":
            return "ssn"
    if not near.glued and _is_phone(digits, sizes, kind, single=single, plus=plus):
        return "phone"
    return None


def _is_phone(digits: str, sizes: tuple[int, ...], kind: str | None, *, single: bool, plus: bool) -> bool:
    if kind == "other":
        return False
    local = digits.removeprefix("0086").removeprefix("86") if len(digits) > 11 else digits  # noqa: PLR2004
    if len(local) == 11 and local[0] == "1" and local[1] in "3456789":  # noqa: PLR2004  # mainland mobile
        return single or sizes in _LAYOUTS["phone"] or plus or sizes[0] == 2  # noqa: PLR2004  # 86 138…
    if plus:
        return 8 <= len(digits) <= 15  # noqa: PLR2004  # E.164
    if sizes in {(3, 3, 4), (1, 3, 3, 4)}:
        return digits[-10] in "23456789"
    if digits[0] == "0" and (sizes in _LANDLINE or (kind == "phone" and 10 <= len(digits) <= 12)):  # noqa: PLR2004
        return True
    if digits[:3] in {"400", "800"} and len(digits) == 10 and sizes in {(3, 3, 4), (3, 4, 3), (10,)}:  # noqa: PLR2004
        return len(sizes) > 1 or kind == "phone"
    return kind == "phone" and single and 7 <= len(digits) <= 12  # noqa: PLR2004  # local numbers


def _windows(groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches of groups that may be one number: all of them first, then the longer before the shorter."""
    total = len(groups)
    for first in range(total):
        for last in range(min(total, first + 20), first, -1):
            yield first, last


def numbers(text: str) -> Iterator[Finding]:
    previous: tuple[int, str | None] = (-1, None)
    for match in _RUN.finditer(text):
        groups = [(match.start() + g.start(), match.start() + g.end()) for g in _SPLIT.finditer(match.group())]
        near = _near(text, match.start(), match.end())
        if near.kind is None and previous[1] and _LIST_GAP.fullmatch(text[previous[0] : match.start()]):
            near = near._replace(kind=previous[1])
        previous = (match.end(), near.kind)
        yield from _in_run(text, groups, near)


def _in_run(text: str, groups: list[tuple[int, int]], near: Near) -> Iterator[Finding]:
    done = 0
    spelled = len(groups) > 1 and all(b - a == 1 for a, b in groups)
    for first, last in [(0, len(groups))] if spelled else _windows(groups):
        if first < done:
            continue
        start, end = groups[first][0], groups[last - 1][1]
        if end - start > 60:  # noqa: PLR2004  # no number is written that long
            continue
        sizes = tuple(b - a for a, b in groups[first:last])
        digits = "".join(text[a:b] for a, b in groups[first:last])
        plus = text[max(0, start - 1) : start] == "+" or text[max(0, start - 2) : start] == "(+"
        kind = _read(digits, sizes, near, plus)
        if kind:
            done = last
            yield Finding(kind, start - (1 if plus and kind == "phone" else 0), end)


def ibans(text: str) -> Iterator[Finding]:
    for match in _IBAN.finditer(text):
        bare = match.group().replace(" ", "")
        if 15 <= len(bare) <= 34 and checks.iban(bare):  # noqa: PLR2004  # ISO 13616
            yield Finding("bank_account", match.start(), match.end())


def bracketed_phones(text: str) -> Iterator[Finding]:
    for match in _US_PHONE.finditer(text):
        yield Finding("phone", match.start(), match.end())
