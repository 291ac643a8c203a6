"""What is counted of a tenant."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

SPANS = (7, 30)  # days of growth


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What came in the last `days` and is still held."""

    days: int
    users: int
    turns: int
    memories: int
    episodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What is held. Bytes are those of words and vectors as they lie on disk, without indexes."""

    users: int
    sessions: Mapping[str, int]  # by status
    turns: Mapping[str, int]  # by processing
    messages: int
    memories: Mapping[str, Mapping[str, int]]  # by `type`, `kind` and `status`
    episodes: int
    vectors: Mapping[str, int]  # of `memories` and `episodes`
    bytes: Mapping[str, int]
    settled: int  # active memories that were there long enough to be recalled
    never_recalled: int  # those of them that no context ever held
    growth: tuple[Grown, ...]

    @property
    def held(self) -> int:
        """Memories of whatever status."""
        return sum(self.memories["status"].values())

    @property
    def never_recalled_share(self) -> float:
        return self.never_recalled / self.settled if self.settled else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What happened in a period."""

    days: int
    recalls: int
    hits: int  # recalls that gave at least one memory
    injected: int
    feedback: Mapping[str, int]  # by outcome

    @property
    def hit_rate(self) -> float | None:
        return self.hits / self.recalls if self.recalls else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """A figure that is past its threshold."""

    threshold: str  # `rows`, `bytes` or `never_recalled`
    value: float
    limit: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    stock: Stock
    use: Use
    oldest_waiting: datetime | None
    alarms: tuple[Alarm, ...]
    counted_at: datetime
