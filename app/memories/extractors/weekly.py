"""Times of the week in one notation for both languages: `friday-afternoon`, `monday-10:00`, `workday-after-20:00`."""

HALF = 12
_LATE = ("afternoon", "evening", "night")


def clock(hour: int, minute: int = 0, part: str = "") -> str:
    """`HH:MM` of the 24-hour clock; `part` of the day lifts hours that are said in twelves."""
    lifted = hour + HALF if part in _LATE and hour < HALF and not (part == "night" and hour < 6) else hour  # noqa: PLR2004  # 2 at night
    if part == "noon" and hour < 4:  # noqa: PLR2004  # 中午一点
        lifted = hour + HALF
    return f"{lifted:02d}:{minute:02d}"


def weekly(days: list[str], part: str = "", start: str = "", end: str = "", relation: str = "", date: str = "") -> str:
    """The parts that are known, in a fixed order. `days` are names of days, or one of workday, weekend, daily, weekly…

    `relation` is "before" or "after"; `start` and `end` come from `clock`. A time of the clock makes its part needless.
    """
    hours = f"{relation}-{start}" if relation and start else f"{start}-{end}" if start and end else start
    return "-".join(filter(None, ["-".join(dict.fromkeys(days)), "" if hours else part, hours, date]))
