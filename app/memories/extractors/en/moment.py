"""When a sentence was said, what its dates mean from there, and of whom the one before it spoke."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache

from app.memories.extractors.en.subjects import Subject
from app.text import dates
from app.text import patterns as re

_BEFORE_DATE = re.compile(
    r"(?:(?:^|[\s,(])(?:since|from|starting|on|in|at|by|until|till|for|as of|before|during|around|about|of|this|"
    r"the|back in|due|effective))*[\s,(]*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)  # rule after rule asks for the dates of one clause
def _found(text: str, at: datetime, zone: tzinfo) -> tuple[dates.Mention, ...]:
    return tuple(dates.find(text, at, zone))


@dataclass(frozen=True, slots=True)
class Moment:
    at: datetime
    zone: tzinfo
    person: Subject | None = None  # of whom the sentence before spoke

    def mentions(self, text: str) -> list[dates.Mention]:
        return list(_found(text, self.at, self.zone))

    def absolute(self, text: str) -> str:
        """`text` with its relative dates written as absolute ones."""
        return dates.rewrite(text, self.at, self.zone, "en")

    def undated(self, text: str) -> str:
        """`text` without its dates and the prepositions before them."""
        for mention in reversed(self.mentions(text)):
            text = _BEFORE_DATE.sub("", text[: mention.start]) + text[mention.end :]
        return " ".join(text.split()).strip(" ,")

    def since(self, text: str) -> datetime | None:
        """From when: the first date of `text` that has begun."""
        return next((found.since for found in self.mentions(text) if found.since and found.since <= self.at), None)

    def coming(self, text: str) -> dates.Mention | None:
        """The first date of `text` that has not passed."""
        return next((found for found in self.mentions(text) if found.until and found.until > self.at), None)

    def recurring(self, text: str) -> bool:
        """Whether it names what comes again: every Monday."""
        return dates.recurring(text)
