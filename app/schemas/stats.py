"""Statistics of a tenant on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.stats.model import Stats


class _Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class MemoriesHeld(_Out):
    total: int
    by_type: dict[str, int]
    by_kind: dict[str, int]
    by_status: dict[str, int]
    settled: int = Field(description="Active memories that are older than `GROWTH__SETTLED`.")
    never_recalled: int = Field(description="Settled memories that no context ever held.")
    never_recalled_share: float = Field(ge=0, le=1, description="Their share of the settled ones; 0 without any.")


class BytesHeld(_Out):
    """Words and vectors as they lie on disk, without indexes."""

    messages: int
    memories: int
    episodes: int
    vectors: int
    traces: int
    total: int


class VectorsHeld(_Out):
    memories: int
    episodes: int


class GrowthOut(_Out):
    """What came in the last `days` and is still held."""

    days: int
    users: int
    turns: int
    memories: int
    episodes: int


class JobsOut(_Out):
    pending: int = Field(description="Turns that wait for processing.")
    failed: int = Field(description="Turns that were set aside after their last try.")
    oldest_pending_at: datetime | None


class UseOut(_Out):
    days: int
    recalls: int = Field(description="Contexts that were asked for and whose trace is still kept.")
    hits: int = Field(description="Recalls that gave at least one memory.")
    hit_rate: float | None = Field(description="Hits of all recalls; null without recalls.")
    injected: int = Field(
        description="Memories and episodes given, counted each time; an episode that a given memory stands for too."
    )
    feedback: dict[Literal["helpful", "irrelevant", "wrong", "corrected"], int]


class AlarmOut(_Out):
    """A figure at or past its threshold in the settings `GROWTH__…`."""

    threshold: Literal["rows", "bytes", "never_recalled"]
    value: float
    limit: float


class StatsOut(_Out):
    """What a tenant holds, and how it is used."""

    users: int
    sessions: dict[str, int] = Field(description="By status.")
    turns: dict[str, int] = Field(description="By processing.")
    messages: int
    memories: MemoriesHeld
    episodes: int
    vectors: VectorsHeld
    bytes: BytesHeld
    growth: list[GrowthOut]
    jobs: JobsOut
    period: UseOut
    alarms: list[AlarmOut]
    counted_at: datetime

    @classmethod
    def of(cls, stats: Stats) -> "StatsOut":
        stock = stats.stock
        outcomes = ("helpful", "irrelevant", "wrong", "corrected")
        return cls(
            users=stock.users,
            sessions={"open": 0, "ended": 0} | dict(stock.sessions),
            turns={"pending": 0, "succeeded": 0, "skipped": 0, "failed": 0} | dict(stock.turns),
            messages=stock.messages,
            memories=MemoriesHeld(
                total=stock.held,
                by_type=dict(stock.memories["type"]),
                by_kind=dict(stock.memories["kind"]),
                by_status=dict(stock.memories["status"]),
                settled=stock.settled,
                never_recalled=stock.never_recalled,
                never_recalled_share=stock.never_recalled_share,
            ),
            episodes=stock.episodes,
            vectors=VectorsHeld.model_validate(dict(stock.vectors)),
            bytes=BytesHeld.model_validate({**stock.bytes, "total": sum(stock.bytes.values())}),
            growth=[GrowthOut.model_validate(one) for one in stock.growth],
            jobs=JobsOut(
                pending=stock.turns.get("pending", 0),
                failed=stock.turns.get("failed", 0),
                oldest_pending_at=stats.oldest_waiting,
            ),
            period=UseOut(
                days=stats.use.days,
                recalls=stats.use.recalls,
                hits=stats.use.hits,
                hit_rate=stats.use.hit_rate,
                injected=stats.use.injected,
                feedback={name: stats.use.feedback.get(name, 0) for name in outcomes},
            ),
            alarms=[AlarmOut.model_validate(alarm) for alarm in stats.alarms],
            counted_at=stats.counted_at,
        )
