"""Numbers of papers that hold letters, and the words of a wallet."""

import re
from collections.abc import Iterator
from itertools import islice

from app.governance.engine import expression
from app.governance.finding import Finding
from app.governance.patterns import STOP
from app.governance.place import Place

_IDENTITY = expression(
    r"\b([A-Z]{1,2}\d{6}[(]?[0-9A][)]?|[A-Z][12]\d{8}|[A-Z]{2}[ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]?[A-D])(?:[^A-Za-z0-9]|$)"
)
_PASSPORT = expression(
    r"\b([A-Z]{1,2}\d{7,10}|[A-Z]{1,2}[ -]\d{3,4}[ ]?\d{4,5}|[A-Z]\d{2}[A-Z0-9]{5,6}|\d{9})(?:[^A-Za-z0-9]|$)"
)
_SEED = expression(
    r"(?:^|[:：=]|\bis\b|\bare\b|是|为|\n|[\"“「])[\s\"'“「]*"
    r"((?:(?:\d{1,2}[.):、]\s*)?[a-z]{3,8}[\s,，、]+){11,23}(?:\d{1,2}[.):、]\s*)?[a-z]{3,8})\b"
    r"|^[^\n]{0,12}?((?:\p{Han}[ ,、]+){11,23}\p{Han})(?:\P{Han}|$)"
)
_LED = re.compile(r"[:：=是为ia](?:(?<=[:：=是为])|(?<=\bi)s\b|(?<=\ba)re\b)")
_LOOKS = 5
_PROSE = frozenset(STOP["seed_prose"].split())


def passports(place: Place) -> Iterator[Finding]:
    match = _PASSPORT.search(place.behind[:36])
    if match:
        yield place.found("passport", match.start(1), match.end(1))
        return
    said = _PASSPORT.search(place.before[-24:] + " ")
    if said:
        start = place.at - len(place.before[-24:]) + said.start(1)
        yield Finding("passport", start, start + len(said.group(1)))


def identities(place: Place) -> Iterator[Finding]:
    """Of Hong Kong, Taiwan and Britain, whose numbers hold letters."""
    match = _IDENTITY.search(place.behind[:36])
    if match:
        kind = "id_card" if match.group(1)[-1].isdigit() or match.group(1)[-1] in "A)" else "ssn"
        yield place.found(kind, match.start(1), match.end(1))


def seeds(place: Place) -> Iterator[Finding]:
    links = islice(_LED.finditer(place.behind), _LOOKS - 1)
    for start in (0, *(link.end() for link in links)):  # what leads to the words is made of words too
        match = _SEED.search(place.behind[start:])
        if match is None:
            return
        group = 1 if match.start(1) >= 0 else 2
        words = set(match.group(group).lower().replace(",", " ").split())
        if not words & _PROSE:
            yield place.found("seed_phrase", start + match.start(group), start + match.end(group))
            return
