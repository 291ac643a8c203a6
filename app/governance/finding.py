"""What a detector reports, and which report wins where two meet."""

from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

# First wins. Everything that opens something comes before what names somebody, contact data comes last.
RANK = (
    "private_key",
    "seed_phrase",
    "connection_string",
    "jwt",
    "api_key",
    "id_card",
    "bank_card",
    "bank_account",
    "ssn",
    "passport",
    "token",
    "password",
    "verification_code",
    "cvv",
    "card_expiry",
    "email",
    "phone",
    "address",
)
CONTACT = frozenset({"phone", "email", "address"})
_ORDER = {kind: place for place, kind in enumerate(RANK)}
_START = itemgetter(1)


class Finding(NamedTuple):
    """`text[start:end]` is of this kind; offsets count characters."""

    kind: str
    start: int
    end: int


def resolve(found: Iterable[Finding]) -> list[Finding]:
    """The findings in order and without overlap.

    Where two overlap, their union takes the kind of the higher rank, so that no end of a secret is left over.
    """
    ordered = sorted(found, key=_START)
    if all(end <= start for (_, _, end), (_, start, _) in pairwise(ordered)):  # as nearly always
        return ordered
    merged = ordered[:1]
    for one in ordered[1:]:
        last = merged[-1]
        if one.start >= last.end:
            merged.append(one)
        elif one != last:  # what was read twice is no news
            kind = min(last.kind, one.kind, key=_ORDER.__getitem__)
            merged[-1] = Finding(kind, last.start, max(last.end, one.end))
    return merged
