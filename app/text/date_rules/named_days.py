"""A date with the name of its day beside it is one date: 10月9日（周五）, "Friday, 9 October", 明天周二."""

import re
from dataclasses import replace
from typing import Final

from app.text.date_rules.en_words import SHORT_WEEKDAY, WEEKDAY
from app.text.date_rules.pieces import Piece
from app.text.date_rules.zh_words import DAY, WEEK

_GAP_NAMED: Final = re.compile(
    r"\s{0,3}(?:(?P<comma>[,，])\s{0,3}|(?P<bracket>[(（])\s{0,3})?(?:on\s)?(?:the\s)?", re.IGNORECASE
)
_NAMED_DAY: Final = re.compile(rf"(?:on |this )?(?:{WEEKDAY}|{SHORT_WEEKDAY})|{WEEK}{DAY}", re.IGNORECASE)


def together(text: str, left: Piece, right: Piece, gap: str) -> Piece | None:
    """Two whole days side by side as one piece, the date that of the one that is no name; None if they are two."""
    between = _GAP_NAMED.fullmatch(gap)
    named = [piece for piece in (left, right) if piece.bare and _NAMED_DAY.match(text, piece.start, piece.end)]
    if between is None or len(named) != 1:
        return None
    date = right if named[0] is left else left
    if between["comma"] and _weekday(left) != _weekday(right):  # two days: free on Friday, 20 October is bad
        return None
    end = right.end
    if between["bracket"]:
        if text[end : end + 1] not in (")", "）"):
            return None
        end += 1
    part, clock = right.part or left.part, right.clock or left.clock
    return replace(date, start=left.start, end=end, part=part, clock=clock, bare=False)


def _weekday(piece: Piece) -> int | None:
    return piece.span.since.weekday() if piece.span else None
