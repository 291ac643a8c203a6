"""English words that several rules share, and how a pattern is compiled.

Short names, and names that are also words or people's names, need their capital.
"""

import re
from typing import Final

NUMBERED_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
NUMBERED_WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
PARTS: Final = {"morning": (360, 720), "afternoon": (720, 1080), "evening": (1080, 1440), "night": (1080, 1440)}

WEEKDAY: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
SHORT_WEEKDAY: Final = "(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)"
LONG_MONTH: Final = "january|february|july|september|october|november|december"
WORD_MONTH: Final = "(?-i:March|April|May|June|August)"
MONTH: Final = (
    rf"(?:{LONG_MONTH}|april|june|august|(?-i:March|May)|(?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
TYPED_MONTH: Final = rf"(?:{MONTH}|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)"  # in any case, beside a day


def compiled(pattern: str) -> "re.Pattern[str]":
    """The pattern at the beginning of a word, in any case. A space in it stands for up to three of any kind."""
    return re.compile(rf"\b(?:{pattern})".replace(" ", r"\s{1,3}"), re.IGNORECASE | re.ASCII)
