"""A scripted year of invented people: what each says in which session, and what holds of them when. Pure, by seed."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import resources
from typing import Any, Final, Literal

from app.text.language import Language

START: Final = datetime(2025, 1, 6, 19, 30, tzinfo=UTC)
WEEKS: Final = 52
SESSIONS: Final = 3  # a week
_TALK: Final = 2  # exchanges of small talk in a session
_ONCE_AGAIN: Final = 0.35  # of the sessions in which somebody says a standing thing once more
WordSet = Literal["a", "b", "c", "d", "e"]


@dataclass(slots=True)
class Truth:
    """One thing that holds of a person for a time. `stance` is that of a taste: whether it is liked."""

    slot: str
    value: str
    question: str
    since: int  # session
    until: int | None = None
    stance: int | None = None
    told: str = ""  # the sentence that said it

    def holds(self, session: int) -> bool:
        return self.since <= session and (self.until is None or session < self.until)


@dataclass(frozen=True, slots=True)
class Session:
    """What one person says in one sitting."""

    number: int
    at: datetime
    said: tuple[tuple[str, str], ...]  # user, assistant


@dataclass(slots=True)
class Life:
    """One person: sessions in time, and what was true."""

    name: str
    language: Language
    sessions: list[Session] = field(default_factory=list)
    truths: list[Truth] = field(default_factory=list)

    def current(self, session: int) -> list[Truth]:
        return [truth for truth in self.truths if truth.holds(session)]

    def past(self, session: int) -> list[Truth]:
        """What held and holds no more; not what came back since under the same name."""
        now = {(truth.slot, truth.value, truth.stance) for truth in self.current(session)}
        over = (truth for truth in self.truths if truth.until is not None and truth.until <= session)
        return [truth for truth in over if (truth.slot, truth.value, truth.stance) not in now]


def lives(people: int, *, seed: int, words: WordSet) -> list[Life]:
    """As many people, every second one Chinese."""
    told = tomllib.loads(resources.files(__package__).joinpath("year_words.toml").read_text(encoding="utf-8"))
    languages: tuple[Language, ...] = ("zh", "en")
    return [
        _Writer(f"{languages[n % 2]}-{n}", languages[n % 2], told[languages[n % 2]], _dice(seed, n), words)()
        for n in range(people)
    ]


def _dice(seed: int, person: int) -> random.Random:
    return random.Random(f"{seed}/{person}")  # noqa: S311  # writes lives, keeps no secret


class _Writer:
    """Writes one life."""

    def __init__(self, name: str, language: Language, told: Mapping[str, Any], dice: random.Random, words: str) -> None:
        self._life = Life(name, language)
        self._told = told
        self._ways = told[words]
        self._dice = dice
        self._news: dict[int, list[str]] = {}
        self._values = {slot: dice.sample(values, len(values)) for slot, values in told["values"].items()}

    def __call__(self) -> Life:
        last = WEEKS * SESSIONS
        self._changing("residence", "residence_change", changes=2)
        self._changing("employer", "employer_change", changes=self._dice.randint(1, 2))
        self._changing("answers", "answers", changes=1)
        for slot, way in (("occupation", "occupation"), ("pet", "pet"), ("allergy", "allergy")):
            self._begin(slot, way, self._values[slot].pop(), self._early())
        for _ in range(3):
            self._begin("taste", "like", self._values["taste"].pop(), self._early(), stance=1)
        for way, ends in (("like", "like_ends"), ("dislike", "dislike_ends")):
            self._turning(way, ends)
        self._begin("taste", "dislike", self._values["taste"].pop(), self._early(), stance=-1)
        for slot in ("learns", "hobby"):
            self._ending(slot, from_=0, to=last // 2)
            self._begin(slot, slot, self._values[slot].pop(), self._dice.randint(last // 2 + 6, last - 30))
        for number in range(3):
            self._ending("project", from_=number * last // 3, to=(number + 1) * last // 3)
        self._begin("project", "project", self._values["project"].pop(), self._dice.randint(last - 24, last - 6))
        self._begin("task", "task", self._values["task"].pop(), self._dice.randint(last - 20, last - 3))
        self._life.sessions = [self._session(number) for number in range(last)]
        return self._life

    def _early(self) -> int:
        return self._dice.randint(0, 12)

    def _changing(self, slot: str, change: str, *, changes: int) -> None:
        """A value that gives way to another one, at times far enough apart."""
        last = WEEKS * SESSIONS
        truth = self._begin(slot, slot, self._values[slot].pop(), self._early())
        for turn in range(1, changes + 1):
            at = last * turn // (changes + 1) + self._dice.randint(-10, 10)
            truth.until, value = at, self._values[slot].pop()
            truth = self._begin(slot, change, value, at, old=truth.value)

    def _turning(self, way: str, ends: str) -> None:
        """A taste that turns into its opposite."""
        value, stance = self._values["taste"].pop(), 1 if way == "like" else -1
        at = self._dice.randint(40, 120)
        self._begin("taste", way, value, self._early(), stance=stance).until = at
        self._begin("taste", ends, value, at, stance=-stance)

    def _ending(self, slot: str, *, from_: int, to: int) -> None:
        """Something that begins and ends."""
        since, until = from_ + self._dice.randint(1, 8), to - self._dice.randint(1, 8)
        truth = self._begin(slot, slot, self._values[slot].pop(), since)
        truth.until = until
        self._say(until, f"{slot}_ends", truth.value)

    def _begin(self, slot: str, way: str, value: str, at: int, *, old: str = "", stance: int | None = None) -> Truth:
        told = self._say(at, way, value, old)
        truth = Truth(slot, value, self._told["ask"][slot].format(v=value), at, stance=stance, told=told)
        self._life.truths.append(truth)
        return truth

    def _say(self, at: int, way: str, value: str, old: str = "") -> str:
        told = _worded(self._dice.choice(self._ways[way]), value, old)
        self._news.setdefault(at, []).append(told)
        return told

    def _session(self, number: int) -> Session:
        week, place = divmod(number, SESSIONS)
        at = START + timedelta(weeks=week, days=2 * place)
        said = [*self._news.get(number, ()), *self._again(number)]
        if place == 0 and week % 2 == 0:
            said.append(self._ways["event"][0])
        said += self._dice.sample(self._told["talk"]["user"], _TALK)
        return Session(number, at, tuple((text, self._dice.choice(self._told["talk"]["assistant"])) for text in said))

    def _again(self, number: int) -> Iterator[str]:
        """People say again what they said before, in other words."""
        standing = [t for t in self._life.current(number) if t.since < number - 6 and t.slot in _REPEATED]
        if standing and self._dice.random() < _ONCE_AGAIN:
            truth = self._dice.choice(standing)
            way = truth.slot if truth.stance is None else "like" if truth.stance > 0 else "dislike"
            yield _worded(self._dice.choice(self._ways[way]), truth.value, "")


def _worded(way: str, value: str, old: str) -> str:
    return re.sub(r"\ba (?=[aeiou])", "an ", way.format(v=value, o=old))


_REPEATED: Final = frozenset({"residence", "employer", "occupation", "taste", "learns", "pet", "allergy", "project"})
