"""Regular expressions as in `re`, that look before they search.

    from app.text import patterns as re

A grammar has hundreds of patterns, and in a sentence nearly none finds anything; `sieved` tells what is done about it.
Results are those of `re`, always. A match names the pattern of `re` itself, so compare `found.re.pattern`.
"""

from re import ASCII, DOTALL, IGNORECASE, MULTILINE, VERBOSE, Match, escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Pattern, compile, findall, finditer, fullmatch, match, search, split, sub  # noqa: A004  # as in re
else:
    from app.text.sieved import Pattern, findall, finditer, fullmatch, match, search, split, sub
    from app.text.sieved import made as compile  # noqa: A004  # as in re

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "Match",
    "Pattern",
    "compile",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
]
