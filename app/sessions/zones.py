"""The time zone of a user."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone_of(name: str | None) -> tzinfo:
    """The time zone with this name; UTC when there is none."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


# Zones that stand for offsets of which no zone tells whole hours.
_PARTS: Final = {
    timedelta(hours=3, minutes=30): "Asia/Tehran",
    timedelta(hours=4, minutes=30): "Asia/Kabul",
    timedelta(hours=5, minutes=30): "Asia/Kolkata",
    timedelta(hours=5, minutes=45): "Asia/Kathmandu",
    timedelta(hours=6, minutes=30): "Asia/Yangon",
    timedelta(hours=8, minutes=45): "Australia/Eucla",
    timedelta(hours=9, minutes=30): "Australia/Darwin",
    -timedelta(hours=3, minutes=30): "America/St_Johns",
    -timedelta(hours=9, minutes=30): "Pacific/Marquesas",
}
_HOUR: Final = timedelta(hours=1)
_EAST, _WEST = 14, -12  # hours of the zones `Etc/GMT…`


def zone_told(moments: Iterable[datetime | None]) -> str | None:
    """The zone of the last of these times that was told with an offset; UTC tells none, for machines write it too."""
    offsets = [offset for at in moments if at is not None and (offset := at.utcoffset())]
    if not offsets:
        return None
    offset = offsets[-1]
    hours, rest = divmod(offset, _HOUR)
    if rest or not _WEST <= hours <= _EAST:
        return _PARTS.get(offset)
    return f"Etc/GMT{-hours:+d}"  # with the sign of POSIX: east of Greenwich is minus
