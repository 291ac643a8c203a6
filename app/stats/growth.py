"""Whether a tenant has grown past what its operators want to hear of. Pure."""

from dataclasses import dataclass

from app.stats.model import Alarm, Stock

THRESHOLDS = ("rows", "bytes", "never_recalled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """0 rows or bytes and a share of 1 never warn."""

    rows: int
    bytes: int
    never_recalled: float


def alarms(stock: Stock, thresholds: Thresholds) -> tuple[Alarm, ...]:
    """What is at or past its threshold; the share only where there is enough to speak of a share."""
    figures = {
        "rows": (stock.held + stock.episodes, thresholds.rows, thresholds.rows > 0),
        "bytes": (sum(stock.bytes.values()), thresholds.bytes, thresholds.bytes > 0),
        "never_recalled": (
            stock.never_recalled_share,
            thresholds.never_recalled,
            thresholds.never_recalled < 1 and stock.settled >= _ENOUGH,
        ),
    }
    return tuple(
        Alarm(threshold=name, value=value, limit=limit)
        for name, (value, limit, wanted) in figures.items()
        if wanted and value >= limit
    )


_ENOUGH = 20  # settled memories
