"""Times of the week: their key, and whether they recur."""

from app.memories.extractors.weekly import HALF, clock, weekly
from app.text import patterns as re

DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"

PART = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"

_TIME = (
    r"(?:\d{1,2}(?:[:.]\d\d)?(?:\s?(?:a\.?m\b\.?|p\.?m\b\.?|o'clock|h\b))?|noon|midnight|lunch(?:time)?|"
    r"school hours|dinner|working hours|office hours)"
)

SLOT = re.compile(
    rf"\b(?:(?P<days>{DAY}(?:(?:,\s|\sand\s|\sor\s|,\sand\s){DAY})*)(?:\s(?P<part>{PART}))?|"
    rf"(?P<group>weekends?|weekdays|weeknights|workdays)(?:\s(?P<gpart>{PART}))?|(?:in\sthe\s|every\s|any\s|"
    rf"during\sthe\s)(?P<alone>{PART})|(?<=only\s)(?P<only>{PART}))\b",
    re.IGNORECASE,
)

_CLOCK = re.compile(
    rf"\b(?P<when>before|after|until|till|from|at|around|between|past|by)\s(?P<time>{_TIME})(?:\s(?:and|to|until|"
    rf"till|-)\s(?P<end>{_TIME}))?(?!\s?-?\s?\d*\s?(?:miles?|km|kilomet\w+|people|kg|lbs?|percent|%|reps|laps|"
    rf"minutes|hours|years|weeks|days|months|times|(?:of\s)?(?:january|february|march|april|may|june|july|august|september|october|november|"
    rf"december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b))",
    re.IGNORECASE,
)

RECURS = re.compile(
    rf"\b(?:{DAY[:-2]}\s(?:mornings|afternoons|evenings|nights)|every\s(?:other\s|second\s|two\s|three\s|first\s|"
    rf"last\s|single\s)?(?:{DAY}|day|week|weeks|month|"
    rf"months|weekday|workday|morning|evening|afternoon|night|year|quarter|sprint)|{DAY[:-2]}s\b|"
    rf"on\s(?:{DAY[:-2]})s|on\s(?:weekdays|weekends)|weekly|bi-?weekly|fortnightly|daily|monthly|(?:once|"
    rf"twice)\sa\s(?:week|month|day)|each\s(?:{DAY}|week|month|day|morning)|the\s(?:first|second|third|"
    rf"last)\s{DAY}\sof\s(?:the|every|each)\smonth)\b",
    re.IGNORECASE,
)


_RELATIONS = {
    "before": "before",
    "until": "before",
    "till": "before",
    "by": "before",
    "after": "after",
    "from": "after",
    "past": "after",
}
_HOUR = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s?(a|p)?", re.IGNORECASE)


def slot(text: str) -> str:
    """The key of a time of the week: `friday-afternoon`, `monday-before-10:00`; "" when there is none."""
    days: list[str] = []
    part = ""
    if match := SLOT.search(text):
        days = [day.lower().rstrip("s") for day in re.findall(DAY, match["days"] or "", re.IGNORECASE)]
        if match["group"]:
            days = [
                {"weekday": "workday", "weeknight": "workday"}.get(group := match["group"].lower().rstrip("s"), group)
            ]
        part = (match["part"] or match["gpart"] or match["alone"] or match["only"] or "").lower().rstrip("s")
    if every := re.search(
        r"\b(?:every|each)\s(day|week|month|year|weekday|workday)\b|\b(daily|weekly|monthly|yearly)\b",
        text,
        re.IGNORECASE,
    ):
        days = days or [_EVERY.get(word := (every[1] or every[2]).lower(), word)]
    if not (days or part) and (match := re.search(r"\b(?:mornings|evenings|afternoons|nights)\b", text, re.IGNORECASE)):
        part = match.group().lower().rstrip("s")
    start, end, relation = _hours(text, part)
    return weekly(days, {"lunchtime": "noon"}.get(part, part), start, end, relation)


_EVERY = {
    "day": "daily",
    "week": "weekly",
    "month": "monthly",
    "year": "yearly",
    "weekday": "workday",
    "workday": "workday",
}


_SPELLED = re.compile(
    r"\b(?P<part>half past |half |quarter past |quarter to )?(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"(?! (?:hours?|minutes?|days?|weeks?|months?|people|times|calls?|meetings?))",
    re.IGNORECASE,
)
_HOURS = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(1, 13),
        strict=True,
    )
)


def _in_figures(found: re.Match[str]) -> str:
    """`half four` → 4:30."""
    hour, part = _HOURS[found["hour"].lower()], (found["part"] or "").strip().lower()
    if part == "quarter to":
        return f"{hour - 1 or 12}:45"
    return f"{hour}:{'15' if part == 'quarter past' else '30' if part else '00'}"


def _hours(text: str, part: str) -> tuple[str, str, str]:
    found = _CLOCK.search(_SPELLED.sub(_in_figures, text))
    if not found:
        return "", "", ""
    end = _time(found["end"] or "", part)
    start = _time(
        found["time"],
        "afternoon"
        if end >= "12:00"
        and re.search("p", found["end"] or "", re.IGNORECASE)
        and not re.search("[ap]", found["time"], re.IGNORECASE)
        and _time(found["time"], "afternoon") < end
        else part,
    )
    return start, end, "" if end else _RELATIONS.get(found["when"].lower(), "")


def _time(said: str, part: str) -> str:
    """`6pm` → 18:00, `10` on mornings → 10:00; words such as lunch stay."""
    if said.lower() in ("noon", "midnight"):
        return "12:00" if said.lower() == "noon" else "00:00"
    hour = _HOUR.match(said)
    if not hour:
        return said.lower().replace(" ", "-")
    half = (hour[3] or "").lower()
    number = int(hour[1])
    if half:
        number = number % HALF + (HALF if half == "p" else 0)
        part = ""
    return clock(number, int(hour[2] or 0), part)


def is_lasting(text: str) -> bool:
    """A rule of the week, and not the one day that comes next."""
    return bool(
        RECURS.search(text)
        or re.search(
            rf"\b(?:{DAY[:-2]}s|{DAY[:-2]}\s(?:mornings|afternoons|evenings|nights)|mornings|evenings|weekends?|"
            r"weekdays|afternoons|any|ever|generally|usually|always|never|meetings|calls)\b",
            text,
            re.IGNORECASE,
        )
    )
