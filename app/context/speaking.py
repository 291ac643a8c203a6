"""Who speaks: which messages of a session belong together, and whom a query names or means."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.context.policies import EpisodeWeights
from app.memories.episodes.model import Scan
from app.text.language import HAN, KANA

Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]

_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself)\b|[我俺咱]", re.IGNORECASE)
_LETTER = rf"[^\W{HAN}{KANA}]"  # of a script that parts words by spaces: Chinese goes on right after a name
_SECOND_PERSON_SAID = re.compile(
    r"\byou (?:\w+ )?(?:said|say|told|tell|suggest|recommend|mention|advis|explain|list|gave|give|wrote|write|show|"
    r"provid|promis|propos)|\byour (?:\w+ )?(?:suggestion|recommendation|answer|advice|list|explanation|reply)|"
    r"[你您](?:之前|以前|上次|曾经?|刚才|当时)?(?:给|跟|和|对|向)?我?(?:说|提|讲|推荐|建议|告诉|介绍|列|写|解释|给)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Links:
    """For each row whether it belongs together with the one before it in its session, and the one after: 1 or 0."""

    before: Numbers
    after: Numbers

    @classmethod
    def of(cls, scan: Scan) -> "Links":
        count = len(scan)
        speakers = _speakers(scan)
        beside = np.zeros(count, dtype=np.bool_)
        beside[1:] = (scan.session[1:] == scan.session[:-1]) & (scan.seq[1:] - scan.seq[:-1] <= 1)
        same_message = np.zeros(count, dtype=np.bool_)
        same_message[1:] = beside[1:] & (scan.seq[1:] == scan.seq[:-1])
        answers = np.zeros(count, dtype=np.bool_)
        answers[1:] = beside[1:] & (speakers[1:] != speakers[:-1])
        tied = (same_message | answers).astype(np.float64)
        return cls(tied, np.append(tied[1:], 0.0))

    def from_before(self, values: Numbers) -> Numbers:
        gained = np.zeros(len(values))
        np.multiply(self.before[1:], values[:-1], out=gained[1:])
        return gained

    def from_after(self, values: Numbers) -> Numbers:
        gained = np.zeros(len(values))
        np.multiply(self.after[:-1], values[1:], out=gained[:-1])
        return gained


def _speakers(scan: Scan) -> Rows:
    said = [name or role for name, role in zip(scan.names, scan.roles, strict=True)]
    known = {one: number for number, one in enumerate(dict.fromkeys(said))}
    return np.array([known[one] for one in said], dtype=np.int64)


def named_in(names: Iterable[str | None], text: str) -> set[str]:
    """The speakers that the query names, of those with these names."""
    text = text.casefold()
    return {
        name
        for name in set(names)
        if name and any(_stands_in(part, text) for part in (name.casefold(), name.casefold().split(" ")[0]))
    }


def _stands_in(name: str, text: str) -> bool:
    if len(name) < 2 or name not in text:  # noqa: PLR2004  # one character stands anywhere by chance
        return False
    if not name.isascii():
        return True
    return re.search(rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})", text) is not None


def speaking(scan: Scan, text: str, named: set[str], weights: EpisodeWeights) -> Numbers:
    """What rows gain whose speaker the query names, or whose role it means; 0 where all would gain."""
    if named:
        gained = np.array([weights.speaker * (name in named) for name in scan.names])
    elif _SECOND_PERSON_SAID.search(text):
        gained = np.array([weights.role * (role == "assistant") for role in scan.roles])
    elif _FIRST_PERSON.search(text):
        gained = np.array([weights.role * (role == "user") for role in scan.roles])
    else:
        return np.zeros(len(scan))
    return gained if gained.min() < gained.max() else np.zeros(len(scan))
