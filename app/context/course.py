"""What one recall found out so far, what it had to do without, and how long each step took."""

import time
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from app.context import signals as signalling
from app.context.model import ContextQuery, Hit, Signals, Stats
from app.context.quarantine import Quarantined
from app.infra.metrics import CONTEXT_SECONDS, DEGRADED
from app.providers.embeddings.protocol import Embedder
from app.sessions.model import Head, Message, Person
from app.sessions.zones import zone_of
from app.text.language import Language

_seconds = cache(CONTEXT_SECONDS.labels)  # of a few steps


@dataclass(frozen=True, slots=True)
class Look:
    """What was found for one question."""

    signals: Signals
    hits: list[Hit]
    stats: Stats


@dataclass(slots=True)
class Course:
    """What one recall found out so far, and what it had to do without."""

    embedder: Embedder
    started: float = field(default_factory=time.perf_counter)
    person: Person = field(default_factory=Person)
    head: Head = field(default_factory=Head)
    window: list[Message] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)  # one for each question of the query
    beginnings: list[Hit] = field(default_factory=list)
    signals: Signals | None = None
    quarantined: Quarantined = field(default_factory=Quarantined)
    degraded: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    lap_at: float = field(default_factory=time.perf_counter)

    @property
    def hits(self) -> list[Hit]:
        """All that was found, each memory once."""
        return list({hit.memory.id: hit for look in self.looks for hit in look.hits}.values()) + self.beginnings

    @property
    def stats(self) -> Stats:
        """Those of the first question: the scope is the same for all."""
        return self.looks[0].stats if self.looks else Stats()

    def lap(self, step: str) -> None:
        now = time.perf_counter()
        self.timings[step] = round((now - self.lap_at) * 1000, 2)
        _seconds(step).observe(now - self.lap_at)
        self.lap_at = now

    def without(self, part: str) -> None:
        if part not in self.degraded:
            self.degraded.append(part)
            DEGRADED.labels(part).inc()

    def wanted(self, signals: Signals) -> bool:
        """Whether memories may come, and may be needed."""
        return self.person.memory_enabled and not signals.small_talk

    def read(self, query: ContextQuery, now: datetime) -> Signals:
        """What the query says in the light of what was gathered."""
        return signalling.read(
            query.query,
            self.window,
            scene=query.scene,
            locale=query.locale,
            now=now,
            zone=zone_of(self.person.time_zone),
            task_type=query.task_type,
            usual=_usual(self.person.locale),
        )


def _usual(locale: str | None) -> Language | None:
    """The one of the two languages that a locale names."""
    spoken = (locale or "").casefold()[:2]
    return "zh" if spoken == "zh" else "en" if spoken == "en" else None
