"""Stretches of the calendar as people name them, in wall-clock time of the speaker. Weeks begin on Monday.

Every function raises OverflowError or ValueError for what lies outside the calendar.
"""

from datetime import date, datetime, time, timedelta
from typing import Final, Literal, NamedTuple

Grain = Literal["time", "day", "week", "month", "quarter", "season", "year", "span"]  # season: a named part of a year
Tense = Literal["past", "future"] | None
Unit = Literal["minute", "hour", "day", "week", "month", "year"]

SATURDAY: Final = 5
MONTHS: Final = 12  # in a year
QUARTERS: Final = 4


class Span(NamedTuple):
    """Half-open [since, until), both without zone: wall-clock time of the speaker."""

    since: datetime
    until: datetime
    grain: Grain


def days(first: date, count: int, grain: Grain) -> Span:
    return Span(datetime.combine(first, time.min), datetime.combine(first + timedelta(days=count), time.min), grain)


def day(today: date, shift: int = 0) -> Span:
    return days(today + timedelta(days=shift), 1, "day")


def week(today: date, shift: int = 0) -> Span:
    return days(today + timedelta(days=7 * shift - today.weekday()), 7, "week")


def weekend(today: date, shift: int = 0) -> Span:
    """Saturday and Sunday of the week."""
    return days(today + timedelta(days=7 * shift - today.weekday() + SATURDAY), 2, "span")


def weekday(today: date, number: int, shift: int) -> Span:
    """The given day (0 is Monday) of the week `shift` weeks away."""
    return day(today, 7 * shift - today.weekday() + number)


def nearest_weekday(today: date, number: int, tense: Tense, *, later: bool = False) -> Span:
    """The coming such day, today included unless it is `later`; the last one before today if the sentence tells of
    the past.
    """
    ahead = (number - today.weekday()) % 7 or (7 if later else 0)
    return day(today, ahead - 7 if tense == "past" and not later else ahead)


def month(year: int, number: int, shift: int = 0) -> Span:
    """Month 1–12 of the year, `shift` months away."""
    if not 1 <= number <= MONTHS:
        raise ValueError(number)
    first = _first_of_month(year, number, shift)
    return Span(
        datetime.combine(first, time.min),
        datetime.combine(_first_of_month(year, number, shift + 1), time.min),
        "month",
    )


def quarter(year: int, number: int, shift: int = 0) -> Span:
    if not 1 <= number <= QUARTERS:
        raise ValueError(number)
    first = month(year, 3 * number - 2, 3 * shift).since
    return Span(first, month(first.year, first.month, 2).until, "quarter")


def season(today: date, name: str, shift: int) -> Span:
    """Three months of the north: the last such season that is over, this year's, or the next that has not begun."""
    first = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[name]
    runs = [month(today.year + more, first) for more in (-2, -1, 0, 1)]
    spans = [Span(run.since, month(run.since.year, first, 2).until, "season") for run in runs]
    now = datetime.combine(today, time.min)
    if shift < 0:
        return [one for one in spans if one.until <= now][-1]
    if shift > 0:
        return next(one for one in spans if one.since > now)
    return next((one for one in spans if one.since <= now < one.until), spans[2])


def half(number: int, which: int) -> Span:
    """The first or second half of a year."""
    first = month(number, 1 if which == 1 else 7)
    return Span(first.since, month(number, first.since.month, 5).until, "season")


def quarter_without_year(today: date, number: int, tense: Tense) -> Span:
    """The nearest such quarter that fits the tense; this one fits both."""
    current = (today.month + 2) // 3
    distances = [more * QUARTERS + number - current for more in (-1, 0, 1)]
    return quarter(today.year, current, _nearest(distances, tense))


def day_of_month(today: date, number: int, tense: Tense) -> Span:
    """The coming such day of a month, today included; the last one if the sentence tells of the past."""
    for more in (0, -1, -2, -3) if tense == "past" else (0, 1, 2, 3):
        first = _first_of_month(today.year, today.month, more)
        try:
            found = first.replace(day=number)
        except ValueError:
            continue
        if found == today or (found < today) == (tense == "past"):
            return day(found)
    raise ValueError(number)


def year(number: int) -> Span:
    return Span(datetime(number, 1, 1), datetime(number + 1, 1, 1), "year")  # noqa: DTZ001 wall-clock time


def beginning(span: Span) -> Span:
    """First week of a month, January of a year, Monday and Tuesday of a week."""
    if span.grain == "year":
        return month(span.since.year, 1)
    return span._replace(until=span.since + timedelta(days=2 if span.grain == "week" else 7), grain="span")


def ending(span: Span) -> Span:
    """Last five days of a month, December of a year, Friday to Sunday of a week."""
    if span.grain == "year":
        return month(span.since.year, 12)
    return span._replace(since=span.until - timedelta(days=3 if span.grain == "week" else 5), grain="span")


def shifted(now: datetime, count: int, unit: Unit) -> Span:
    """What lies `count` units from now: the minute, hour, day (also for weeks), month or year it falls on."""
    if unit == "minute":
        minute = now.replace(second=0, microsecond=0) + timedelta(minutes=count)
        return Span(minute, minute + timedelta(minutes=1), "time")
    if unit == "hour":
        return shifted(now, count * 60, "minute")
    if unit == "month":
        return month(now.year, now.month, count)
    if unit == "year":
        return year(now.year + count)
    return day(now.date(), count * (7 if unit == "week" else 1))


def stretch(now: datetime, count: int, unit: Unit) -> Span:
    """From today `count` units back (negative) or ahead, today included."""
    today = now.date()
    far = _same_day(today, count * (12 if unit == "year" else 1)) if unit in ("month", "year") else None
    if far is None:
        far = today + timedelta(days=count * (7 if unit == "week" else 1))
    first, last = min(today, far), max(today, far)
    return days(first, (last - first).days + 1, "span")


def month_without_year(today: date, number: int, tense: Tense) -> Span:
    """The nearest such month that fits the tense; this month fits both tenses."""
    current = today.year * 12 + today.month - 1
    distances = [(today.year + more) * 12 + number - 1 - current for more in (-1, 0, 1)]
    if not 1 <= number <= MONTHS:
        raise ValueError(number)
    return month(today.year, today.month, _nearest(distances, tense))


def day_without_year(today: date, month_number: int, day_number: int, tense: Tense) -> Span:
    """The nearest such day that fits the tense; today fits both. Looks eight years around, for 29 February."""
    distances = []
    for more in range(-8, 9):
        try:
            distances.append((date(today.year + more, month_number, day_number) - today).days)
        except ValueError:
            continue
    return day(today, _nearest(distances, tense))


def time_of_day(span: Span, minute: int, length: int) -> Span:
    since = span.since + timedelta(minutes=minute)
    return Span(since, since + timedelta(minutes=length), "time")


def _nearest(distances: list[int], tense: Tense) -> int:
    """The distance that fits best: people who speak of the past mostly say so, so an untold past counts twice as far.

    ValueError if there is none at all (30 February).
    """
    fitting = [far for far in distances if tense is None or (far <= 0 if tense == "past" else far >= 0)]
    return min(fitting or distances, key=lambda far: far if far >= 0 else -2 * far)


def _first_of_month(year_number: int, number: int, shift: int) -> date:
    years, index = divmod(number - 1 + shift, 12)
    return date(year_number + years, index + 1, 1)


def _same_day(today: date, months: int) -> date:
    """The same day of another month, or its last day if it is shorter."""
    first = _first_of_month(today.year, today.month, months)
    last = _first_of_month(today.year, today.month, months + 1) - timedelta(days=1)
    return first.replace(day=min(today.day, last.day))
