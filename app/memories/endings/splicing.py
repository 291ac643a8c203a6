"""A right value in the place of a wrong one: whole tokens only, and no word twice that stands around the value."""

from typing import Final

from app.memories.endings.doses import DOSE_EN, DOSE_ZH
from app.memories.endings.values import SORTS
from app.text import patterns as re
from app.text.language import HAN

_UNIT: Final = r"(?:\s?(?:mg|mcg|µg|g|kg|ml|iu|km|cm|%|[ap]m|k))\b"
_COUNT_ZH: Final = r"\d〇零一二两三四五六七八九十百千万半"
_NUMBER: Final = re.compile(r"\d[\d.,:]*")
_AMOUNT: Final = re.compile(
    rf"[€$£¥]?(?<![\w.,])\d(?:[\d.,]*\d)?(?:{_UNIT}|(?![A-Za-z\d]))|(?<=[{HAN}])\d(?:[\d.,]*\d)?", re.IGNORECASE
)
_WITH_UNIT: Final = re.compile(rf"\d[\d.,:]*{_UNIT}", re.IGNORECASE)
_FRACTION_ZH: Final = rf"[{_COUNT_ZH}]+分之[{_COUNT_ZH}]+[\u4e00-\u9fff]?"
_DOSE: Final = re.compile(rf"{DOSE_EN}|{_FRACTION_ZH}|{DOSE_ZH}", re.IGNORECASE)
_LEADS_ZH: Final = re.compile("[从对把被给让由]")  # begins a phrase that has its own end
_PIECE: Final = re.compile(rf"[{HAN}]|[^\s{HAN}]+\s*|\s+")


def spliced(content: str, wrong: str, right: str) -> tuple[str, str] | None:
    """The content with the right value where the wrong one stands, and that value alone; None for no clean exchange."""
    wrong, right = wrong.strip(), right.strip()
    places = [one.span() for one in re.finditer(_whole(wrong), content, re.IGNORECASE)] if wrong and right else []
    if len(places) != 1:
        return None
    start, end = places[0]
    before, after = content[:start], content[end:]
    alone, tail = _without_what_stands_around(before, after, right)
    if not alone or (_LEADS_ZH.match(alone) and not tail):
        return None
    held = wrong
    if _NUMBER.fullmatch(wrong) and (unit := re.match(_UNIT, after, re.IGNORECASE)):
        held = wrong + unit.group()
        if _WITH_UNIT.fullmatch(alone):  # 50 of 50mg, 25mg
            after = after[unit.end() :]
        elif not _NUMBER.fullmatch(alone):
            return None
    return (before + alone + after, alone) if _of_one_sort(held, alone) else None


def amounts_of(text: str) -> list[str]:
    """The numbers of a text, with their sign or unit; none where a day or a clock is among them."""
    if any(SORTS[sort].search(text) for sort in ("day", "time", "age", "grade")):
        return []
    return [one.group() for one in _AMOUNT.finditer(text)]


def place(content: str, words: str) -> int:
    """Where these words stand as whole tokens; -1 for nowhere."""
    found = re.search(_whole(words), content, re.IGNORECASE) if words else None
    return found.start() if found else -1


def _whole(words: str) -> str:
    """A pattern of these words that begins and ends in no token: not the 10 of 10.30, nor the 50 of 250."""
    first, last = words[0], words[-1]
    lead = tail = ""
    if first.isascii() and first.isalnum():
        lead = r"(?<![A-Za-z0-9])" if first.isalpha() else r"(?<![A-Za-z0-9])(?<!\d[.,:])"
    elif re.match(f"[{_COUNT_ZH}]", first):
        lead = f"(?<![{_COUNT_ZH}])"
    if last.isascii() and last.isalpha():
        tail = r"(?![A-Za-z0-9])"
    elif last.isascii() and last.isdigit():
        tail = rf"(?![0-9])(?![.,:]\d)(?:(?![A-Za-z])|(?={_UNIT}))"
    elif re.match(f"[{_COUNT_ZH}]", last):
        tail = f"(?![{_COUNT_ZH}])"
    elif re.match(f"[{_COUNT_ZH}]", first):
        tail = r"(?!半|[一三]刻|\d)"  # no 一片 of 一片半
    return f"{lead}{re.escape(words)}{tail}"


def _without_what_stands_around(before: str, after: str, right: str) -> tuple[str, bool]:
    """The right value without the words before and behind the wrong one, and whether any stood behind it."""
    left = _PIECE.findall(before)
    for size in range(len(left), 0, -1):
        words = "".join(left[-size:])
        at = right.casefold().rfind(words.casefold())
        two = len(words.strip()) > 1
        if words.strip() and at >= 0 and (at == 0 or (two and _begins_token(right, at))):
            right = right[at + len(words) :]
            break
    behind = _PIECE.findall(after)
    for size in range(len(behind), 0, -1):
        words = "".join(behind[:size]).rstrip()
        counted = re.fullmatch(f"[{_COUNT_ZH}.,]+", right[: -len(words)])  # 3500元, before 元
        if (
            (len(words.strip()) > 1 or counted)
            and words.strip()
            and right.casefold().endswith(words.casefold())
            and len(right) > len(words)
        ):
            cut = right[: -len(words)]
            if words[0].isspace() or not cut[-1:].isascii() or not words[0].isascii():
                return cut.strip(), True
    return right.strip(), False


def _begins_token(text: str, at: int) -> bool:
    return not (text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isascii() and text[at].isalnum())


def _of_one_sort(wrong: str, right: str) -> bool:
    """Whether the right one is a value as the wrong one is: no clause takes the place of a number."""
    sorts = [sort for sort in (_DOSE, *SORTS.values()) if sort.fullmatch(wrong)]
    return (
        not sorts
        or any(sort.fullmatch(right) for sort in (_DOSE, *SORTS.values()))
        or not re.search(rf"[\d]|[{_COUNT_ZH}]", right)
    )
