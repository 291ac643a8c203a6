"""Secrets and personal identifiers: where they stand in a text, and the text without them.

Pure and linear in the length of the text. Nothing may be stored, embedded, traced or logged that has not been through
`mask`. Rules live in `patterns.toml`; figures in `tests/evals/sensitive`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter

from app.governance import accounts, contacts, guarded, keys, logins, numbers, stated
from app.governance.crowded import Readings
from app.governance.engine import Several
from app.governance.finding import CONTACT, RANK, Finding, resolve
from app.governance.folding import HIDDEN, Folded, fold, hide
from app.governance.patterns import MASKS
from app.governance.topics import health_finance_law

__all__ = ["DEFAULT", "Finding", "Masked", "Policy", "find", "health_finance_law", "mask"]


class Policy(StrEnum):
    BLOCK = "block"  # masked, and the caller is told to refuse the text
    MASK = "mask"
    ALLOW = "allow"  # contact data only


DEFAULT: Mapping[str, Policy] = {kind: Policy.ALLOW if kind in CONTACT else Policy.MASK for kind in RANK}

_Detector = Callable[[str, Readings], Iterator[Finding]]


def _alone(detect: Callable[[str], Iterator[Finding]]) -> _Detector:
    """One that remembers nothing from pass to pass."""
    return lambda text, _: detect(text)


# In this order, each on what the ones before left over: what has a shape of its own, what is said to be a secret,
# numbers, contact data. Each with what is in every text in which it finds something: words and a few signs, no more, so
# that one look tells for all of them; one without runs always.
_DETECTORS: tuple[tuple[_Detector, str], ...] = (
    (_alone(keys.private_keys), "PRIVATE KEY"),
    (_alone(keys.json_web_tokens), "eyJ"),
    (_alone(keys.vendor_keys), ""),
    (_alone(keys.credentials_in_addresses), "://"),
    (_alone(keys.passwords_in_commands), keys.COMMANDS),
    (_alone(logins.logins), logins.WORDS),
    (_alone(keys.bearer_tokens), "(?:bearer|basic)[ ]"),
    (stated.stated_secrets, ""),
    (_alone(guarded.keyed), "井|星号|hash|pound|[ ]star"),
    (_alone(logins.pairs), logins.NAMES),
    (_alone(accounts.ibans), r"[A-Z]{2}\d\d[ ]?[A-Z0-9]{4}"),
    (_alone(accounts.in_pieces), r"\d\s?[,，、/\n]\s?\d{3}"),
    (numbers.numbers, ""),
    (_alone(contacts.bracketed_phones), r"[(]\d{3}[)]"),
    (_alone(contacts.emails), "@"),
    (_alone(contacts.chinese_addresses), "[号栋幢座弄巷]"),
    (_alone(contacts.english_addresses), contacts.STREETS),
)
_WHICH = Several(needle for _, needle in _DETECTORS)
_HAN = re.compile("[\u4e00-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_CHINESE, _ENGLISH = ({kind: f"[{words[place]}]" for kind, words in MASKS.items()} for place in (0, 1))
_NEAR = 12  # characters around a mask whose letters tell its language
_ROUNDS = 8
_KIND, _START = itemgetter(0), itemgetter(1)  # of a finding


@dataclass(frozen=True, slots=True)
class Masked:
    """The text with masks, the kinds found (in order of first appearance), and whether a kind is to be refused."""

    text: str
    kinds: tuple[str, ...]
    blocked: bool


def _found(folded: Folded, readings: Readings) -> list[Finding]:
    rest, found = folded.text, list[Finding]()
    for which in _WHICH(rest):
        news = [*_DETECTORS[which][0](rest, readings)]
        if not news:
            continue
        news = resolve(news)
        if HIDDEN in rest:
            news = [one for one in news if rest[one.start : one.end].strip(HIDDEN)]
        if news:
            rest = hide(rest, news)
            found += news
    return sorted(found, key=_START)


def find(text: str) -> list[Finding]:
    """All secrets and identifiers, in order, without overlap; offsets are those of `text`."""
    folded = fold(text)
    return folded.moved(_found(folded, Readings()))


def _policy(kind: str, policies: Mapping[str, Policy]) -> Policy:
    """Fails closed: an unknown value masks, and only contact data can be allowed."""
    try:
        policy = Policy(policies.get(kind, DEFAULT[kind]))
    except ValueError:  # a setting that nobody knows
        return Policy.MASK
    return Policy.MASK if policy is Policy.ALLOW and kind not in CONTACT else policy


def _words(found: Iterable[Finding], text: str) -> list[str]:
    """The masks, each in the language around: that of the nearest letters, or else of the whole text."""
    if _HAN.search(text) is None:
        return [_ENGLISH[one.kind] for one in found]
    return [
        (_CHINESE if _HAN.search(text, end, end + _NEAR) or _among_chinese(text, start, end) else _ENGLISH)[kind]
        for kind, start, end in found
    ]


def _among_chinese(text: str, start: int, end: int) -> bool:
    first = max(0, start - _NEAR)
    if _HAN.search(text, first, start):
        return True
    return not (_LETTER.search(text, end, end + _NEAR) or _LETTER.search(text, first, start))


def _replaced(text: str, found: Iterable[Finding], words: Iterable[str]) -> str:
    parts, done = list[str](), 0
    for (_, start, end), word in zip(found, words, strict=True):
        parts += text[done:start], word
        done = end
    return "".join((*parts, text[done:]))


def masked_as(text: str, found: list[Finding], policies: Mapping[str, Policy] = DEFAULT) -> Masked:
    """Masked, and before that these stretches, which somebody knows to be secret who saw more than the text."""
    rest = mask(_replaced(text, found, _words(found, text)), policies)
    kinds = dict.fromkeys((*(one.kind for one in found), *rest.kinds))
    return Masked(rest.text, tuple(kinds), any(_policy(kind, policies) is Policy.BLOCK for kind in kinds))


def mask(text: str, policies: Mapping[str, Policy] = DEFAULT) -> Masked:
    """The text with everything but allowed contact data replaced by its kind: `密码是[密码]，帮我登录`.

    Masking again gives the same text. A mask can bring to light what stood too close to the secret to be seen, so the
    search is repeated until nothing is left.
    """
    kinds: dict[str, Policy] = {}  # what was found, in order, and what is done about it
    readings, folded = Readings(), fold(text)
    for turn in range(_ROUNDS):
        seen = _found(folded, readings)
        for kind in dict.fromkeys(map(_KIND, seen)):
            if kind not in kinds:
                kinds[kind] = _policy(kind, policies)
        if Policy.ALLOW in kinds.values():
            seen = [one for one in seen if kinds[one.kind] is not Policy.ALLOW]
        if not seen:
            break
        found = folded.moved(seen)
        words = _words(found, text)
        text = _replaced(text, found, words)
        if readings.short and turn:  # crowded words were read strictly, there is no third look
            break
        folded = folded.masked(text, seen, words)
        readings.again()
    else:
        text = _ENGLISH["password"]  # a text made to keep secrets coming is kept out as a whole
    masked = {kind: policy for kind, policy in kinds.items() if policy is not Policy.ALLOW}
    return Masked(text, tuple(masked), Policy.BLOCK in masked.values())
