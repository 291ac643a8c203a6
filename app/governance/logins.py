"""What opens an account, told beside the name of who enters, without a word such as password."""

import re
from collections.abc import Iterator
from itertools import chain

from app.governance import judgement
from app.governance.checks import strong
from app.governance.engine import expression, short
from app.governance.finding import Finding
from app.governance.keys import behind
from app.governance.patterns import LOGIN

_SENTENCE = re.compile("[\n。;；]")
_WORD = expression(LOGIN["word"])
_LOGIN = short(LOGIN["value"]), _SENTENCE
_NAMED = short(LOGIN["named"]), _SENTENCE
_JOINED = expression(r"(?:[/|:&+]|with|using|and|then) ?\"?[!-~]{6}")  # of all that is read behind a word
_BEFORE = tuple(re.compile(LOGIN[name], re.ASCII) for name in ("before", "opens"))
_PAIR = expression(LOGIN["pair"])
_SIGN = re.compile(r"(?!\A)[!@#$%^&*?+~]")
_PRODUCT = re.compile(r"[A-Za-z]+\d{1,3}(?:\.\d+)*")  # "Firefox115"
_ADDRESS = re.compile(r"[^@\s]+@[\w.-]+\.[A-Za-z]{2,}|\w+://.*|.*/.*/.*")


def logins(text: str) -> Iterator[Finding]:
    """`log in with root / Secret!1`: a name and what opens its door."""
    words = [*_WORD.spans(text)] if _JOINED.fits(text) else []
    before = ((match.start(1), match[1]) for pattern in _BEFORE for match in pattern.finditer(text))
    for start, said in chain(behind(text, words, *_LOGIN), before):
        value = said.rstrip(".,;:)\"'")
        if _drawn_by_hand(value):
            yield Finding("password", start, start + len(value))
    for start, said in behind(text, words, *_NAMED):  # "as bob / hunter22": the name says that what follows is no word
        value = said.rstrip(".,;:)\"'")
        if (
            strong(value)
            and not _PRODUCT.fullmatch(value)
            and not judgement.says_nothing(value)
            and judgement.ends(text[start + len(value) :][:24])
        ):
            yield Finding("password", start, start + len(value))


def pairs(text: str) -> Iterator[Finding]:
    """`mum's email and Secret!1`: behind the word for a name, or a name that everybody knows."""
    for match in _PAIR.finditer(text):
        value = match.group(1).rstrip(".,;:?)\"'")
        if _drawn_by_hand(value):
            yield Finding("password", match.start(1), match.start(1) + len(value))


def _drawn_by_hand(value: str) -> bool:
    """Not a word, nor a piece of a program."""
    mixed = value != value.lower() and value != value.upper() and any(char.isdigit() for char in value)
    return (
        strong(value)
        and (mixed or _SIGN.search(value.lstrip("*")) is not None)
        and not judgement.made_up(value)
        and not _ADDRESS.fullmatch(value)
        and not _PRODUCT.fullmatch(value)
    )
