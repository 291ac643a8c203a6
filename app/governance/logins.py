"""What opens an account, told beside the name of who enters, without a word such as password."""

import re
from collections.abc import Iterator
from itertools import chain

from app.governance import judgement
from app.governance.checks import strong
from app.governance.engine import Several, expression, short
from app.governance.finding import Finding
from app.governance.keys import behind
from app.governance.patterns import LOGIN

_SENTENCE = re.compile("[\n。;；]")
_WORD = expression(LOGIN["word"])
_LOGIN = short(LOGIN["value"]), _SENTENCE
_NAMED = short(LOGIN["named"]), _SENTENCE
# What stands in all that is read behind a word, and how far behind it that ends.
_JOINED = Several(
    (
        r"[\w.@-]{2}(?:[ ]?[/|][ ]?|:)[!-~]{6}|(?:with|using)[ ][!-~]{6}",
        r"(?:w/|with|as|using|[:：])[ ]?[\w.@+-]{2,40}[ ](?:/|[|]|&|[+]|and|then)[ ]",
    )
)
_BEHIND = 220
_BEFORE = tuple(re.compile(LOGIN[name], re.ASCII) for name in ("before", "opens"))
_PAIR = expression(LOGIN["pair"])
# What stands in each of them; the words alone are told fast.
_LED = (("to log in", "to sign in", "to get in"), ("能登", "能进", "以登", "以进"))
WORDS = "|".join((LOGIN["word"].replace(r"\b", ""), *chain(*_LED)))
NAMES = "@|mail|user|admin|root|guest|邮箱|账[号户]|手机号|用户名"
_SIGN = re.compile(r"(?!\A)[!@#$%^&*?+~]")
_PRODUCT = re.compile(r"[A-Za-z]+\d{1,3}(?:\.\d+)*")  # "Firefox115"
_ADDRESS = re.compile(r"[^@\s]+@[\w.-]+\.[A-Za-z]{2,}|\w+://.*|.*/.*/.*")


def logins(text: str) -> Iterator[Finding]:
    """`log in with root / Secret!1`: a name and what opens its door."""
    low, joined = text.lower(), _JOINED(text)
    words = [*_WORD.spans(text)] if joined else []
    first, read = (words[0][0], text[words[0][0] : words[-1][1] + _BEHIND]) if words else (0, "")
    words = [(at - first, start - first) for at, start in words]
    before = (
        (match.start(1), match[1])
        for pattern, needles in zip(_BEFORE, _LED, strict=True)
        if any(map(low.__contains__, needles))
        for match in pattern.finditer(text)
    )
    linked = ((first + start, said) for start, said in behind(read, words if 0 in joined else [], *_LOGIN))
    for start, said in chain(linked, before):
        value = said.rstrip(".,;:)\"'")
        if _drawn_by_hand(value):
            yield Finding("password", start, start + len(value))
    for start, said in behind(read, words if 1 in joined else [], *_NAMED):
        yield from _behind_a_name(text, first + start, said.rstrip(".,;:)\"'"))


def _behind_a_name(text: str, start: int, value: str) -> Iterator[Finding]:
    """`as bob / hunter22`: the name says that what follows is no word."""
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
