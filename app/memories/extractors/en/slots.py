"""Times of the week: their key, and whether they recur."""

import re

from app.memories.extractors.en.lexicon import entries

_DAYS = entries("grammar", "days")

DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"

PART = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"

_TIME = (
    r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:a\.?m\b\.?|p\.?m\b\.?|o'clock|h\b)?|noon|midnight|lunch(?:time)?|"
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
    rf"till|-)\s(?P<end>{_TIME}))?",
    re.IGNORECASE,
)

RECURS = re.compile(
    rf"\b(?:every\s(?:other\s|second\s|two\s|three\s|first\s|last\s|single\s)?(?:{DAY}|day|week|weeks|month|"
    rf"months|weekday|workday|morning|evening|afternoon|night|year|quarter|sprint)|{DAY[:-2]}s\b|"
    rf"on\s(?:{DAY[:-2]})s|on\s(?:weekdays|weekends)|weekly|bi-?weekly|fortnightly|daily|monthly|(?:once|"
    rf"twice)\sa\s(?:week|month|day)|each\s(?:{DAY}|week|month|day|morning)|the\s(?:first|second|third|"
    rf"last)\s{DAY}\sof\s(?:the|every|each)\smonth)\b",
    re.IGNORECASE,
)


def slot(text: str) -> str:
    """The key of a time of the week: `friday-afternoon`, `monday-before-10am`; "" when there is none."""
    parts: list[str] = []
    if match := SLOT.search(text):
        days = re.findall(DAY, match["days"] or "", re.IGNORECASE)
        if days:
            parts.append("+".join(day.lower().rstrip("s") for day in days))
        elif match["group"]:
            parts.append(match["group"].lower().rstrip("s"))
        part = match["part"] or match["gpart"] or match["alone"] or match["only"]
        if part:
            parts.append(part.lower().rstrip("s"))
    if clock := _CLOCK.search(text):
        time = re.sub(r"[\s.]", "", clock["time"].lower())
        parts.append(
            f"{clock['when'].lower().replace('till', 'until')}-{time}"
            + (f"-{re.sub(r'[ .]', '', clock['end'].lower())}" if clock["end"] else "")
        )
    elif (match := re.search(r"\b(?:mornings|evenings|afternoons|nights)\b", text, re.IGNORECASE)) and not parts:
        parts.append(match.group().lower().rstrip("s"))
    return "-".join(parts)


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
