"""Secrets that are said: a word such as 密码 or "API key", something that links, and a value.

One pass finds the words; behind (and before) each only a short window is read, so the cost grows with the text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from app.governance import codes, guarded, nearby, papers, passwords, told
from app.governance.crowded import Readings, crowded
from app.governance.engine import expression
from app.governance.finding import Finding
from app.governance.folding import HIDDEN
from app.governance.patterns import WORDS
from app.governance.place import Place

_BEFORE, _WINDOW = 72, 320  # characters that are read around a word
_FAR = 110  # no link is longer, and the value begins behind it
_ORDER = (
    "answer",
    "pattern",
    "part",
    "code",
    "cvv",
    "seed",
    "passport",
    "identity",
    "expiry",
    "token",
    "password",
    "entry",
)
# Without groups, which would cost more than the search itself; `_named` tells the list of a word once.
_WORD = expression("|".join(f"(?:{WORDS[name]})" for name in _ORDER))
_LISTS = {name: expression(WORDS[name]) for name in _ORDER}
_MASK = re.compile(r"\ufffc(?<!\ufffc\ufffc)\ufffc{3,}+(?=[^\ufffc]{0,15}?[:=→⇒>—–~-])")  # an earlier mask, a link
_PASS = len("pass")
_STRIDE = 24  # characters that are passed over where words crowd

_WIDE = frozenset({"expiry", "part"})  # what is masked before them says what they are: a card, the first half of a key
_NOTHING = frozenset({"", " ", "是", "的"})  # between two words of a row
# What every value of the kind holds, or what stands beside it, and how far behind the word.
_FIGURES = "零〇一二三四五六七八九幺"
_VALUES = {
    "entry": (re.compile(r"\d[\d -]|[A-Za-z_]\d|\d[A-Za-z_]|[a-z][!@#$%^&*]|-\d|[左右]"), _FAR),
    "answer": (re.compile(r"[A-Za-z0-9\u4e00-\u9fff]"), _FAR),
    "part": (re.compile(r"[!-~]{4}"), _FAR),
    "password": (passwords.VALUE, _FAR),
    "token": (re.compile(r"[\dA-Za-z=+~%|!@#$^&*](?:(?<![A-Za-z])|[A-Za-z]{15}|(?<=[a-z])-[a-z]+-)"), _FAR),
    "code": (
        re.compile(rf"[\dA-Za-z{_FIGURES}](?:(?<=\d)[ -]?[A-Z0-9]|(?<=[A-Za-z])\d|(?<=[{_FIGURES}])[{_FIGURES}]{{3}})"),
        _FAR,
    ),
    "cvv": (re.compile(r"\d{3}"), _FAR),
    "expiry": (re.compile(r"\d\d"), _FAR),
    "passport": (re.compile(r"\d\d"), _FAR),
    "identity": (re.compile(r"[A-Za-z] ?\d"), 36),
}
_BEHIND_IT = frozenset({"expiry", "identity"})  # whose values never stand before the word


_READERS: dict[str, Callable[[Place], Iterator[Finding]]] = {
    "answer": told.answers,
    "entry": guarded.entries,
    "pattern": told.patterns,
    "part": told.parts,
    "password": passwords.passwords,
    "mask": passwords.behind_mask,
    "token": codes.tokens,
    "code": codes.codes,
    "cvv": codes.card_codes,
    "expiry": codes.expiries,
    "passport": papers.passports,
    "identity": papers.identities,
    "seed": papers.seeds,
}


_Word = tuple[str, int, int]  # its list, and where it stands


@lru_cache(maxsize=4096)
def _named(word: str) -> str:
    """The first list that holds the word."""
    return next(name for name in _ORDER if _LISTS[name].fullmatch(word))


_HANDED = re.compile(  # what is passed is no password: "pass it on to others"
    r"\s+(?:it|this|that|these|those|them|him|her|me|us|my|your|our|the|an?|on|along|over|through|by|down|out|away|up|"
    r"around|some|any)\b",
    re.IGNORECASE,
)


def _passed_on(text: str, at: int, start: int) -> bool:
    """Whether the word is the verb."""
    return text[at:start].lower() == "pass" and _HANDED.match(text, start) is not None


def stated_secrets(text: str, readings: Readings) -> Iterator[Finding]:
    readings.of(text)
    done, crowds, worth, masked = 0, list[tuple[int, int]](), _Worth(text), HIDDEN in text
    words: Iterable[_Word] = () if readings.spent else _words(text, readings, crowds)
    if masked:
        words = _with_masks(words, text)
    for name, at, start in words:
        if at < done or (start - at == _PASS and _passed_on(text, at, start)):
            continue  # inside a value that was just found, or no word for a secret
        first, last = _around(text, at, start, name) if masked else (max(0, at - _BEFORE), start + _WINDOW)
        if not worth(name, max(first, done), at, start, last):
            continue
        window = text[first:last]
        if first < done and name not in _WIDE:  # a value that was just found is out of sight for the next word
            first = done - 1
            window = HIDDEN + text[done:last]
        for one in _read(name, window, at - first, start - first, readings):
            done = max(done, first + one.end)
            yield Finding(one.kind, first + one.start, first + one.end)
    if crowds and not readings.turn:
        yield from crowded(text, crowds)


def _read(name: str, window: str, at: int, start: int, readings: Readings) -> Sequence[Finding]:
    """What is said of the word that stands there in the window."""
    key = at, start, window
    found: Sequence[Finding] | None = readings.known.get(key)
    if found is None:
        readings.read(name)
        place = Place(window[at:start], at, start, window[:at], window[start:])
        found = [*_READERS[name](place)]
        if not found and nearby.could_hold(place, name):
            found = [*nearby.beside(place, name, readings.nearby)]
        readings.known[key] = found
        if not found:
            readings.in_vain(name)
    return found


def _words(text: str, readings: Readings, crowds: list[tuple[int, int]]) -> Iterator[_Word]:
    """The words with their lists; of a row of words of one list, with nothing between, the last.

    Where they crowd, stretches are passed over, which `crowds` tells.
    """
    last: _Word | None = None
    walk = _WORD.walk(text)
    while (span := walk.next()) is not None:
        at, start = span
        if not readings.may_look(at):
            crowds.append((at, walk.skip(_STRIDE)))
            continue
        name = _named(text[at:start])
        if last is not None and (name != last[0] or text[last[2] : at] not in _NOTHING):
            yield last
        last = name, at, start
    if last is not None:
        yield last


def _with_masks(words: Iterable[_Word], text: str) -> Iterator[_Word]:
    """The words and the earlier masks that are linked to something, in order."""
    masks = _MASK.finditer(text)
    mask = next(masks, None)
    for word in words:
        while mask is not None and mask.start() < word[1]:
            yield "mask", *mask.span()
            mask = next(masks, None)
        yield word
    while mask is not None:
        yield "mask", *mask.span()
        mask = next(masks, None)


def _around(text: str, at: int, start: int, name: str) -> tuple[int, int]:
    """From where to where is read: up to what is masked already, which no word is linked across."""
    first, last = max(0, at - _BEFORE), start + _WINDOW
    if name in _WIDE:
        return first, last
    hidden = text.rfind(HIDDEN, first, at)
    if hidden >= 0:
        first = hidden
    hidden = text.find(HIDDEN, start, last)
    return first, last if hidden < 0 else hidden + 1


class _Worth:
    """Whether anything around a word could be its value: most words are told to be none in one look."""

    __slots__ = ("_seen", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._seen: dict[str, int] = {}  # where the next value of a list stands, so that no text is looked at twice

    def __call__(self, name: str, first: int, at: int, start: int, last: int) -> bool:
        if name not in _VALUES:
            return True
        value, far = _VALUES[name]
        if name in _BEHIND_IT and self._text[start : start + 1] != "锁":
            return value.search(self._text, start, min(last, start + far)) is not None
        seen = self._seen.get(name, -1)
        if seen < first:
            found = value.search(self._text, first)
            seen = self._seen[name] = found.start() if found else len(self._text)
        last = min(last, start + far)
        return seen < at or (seen < last and value.search(self._text, start, last) is not None)
