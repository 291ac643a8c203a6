"""What is said to come again and again: 每周二, 周五都, "every Monday", Mondays, daily."""

from datetime import datetime
from typing import Final

from app.text import patterns as re
from app.text.date_rules.clues import Clue
from app.text.date_rules.en_words import MONTH, WEEKDAY, compiled
from app.text.date_rules.numerals import EN_NUMERAL, ZH_NUMERAL
from app.text.date_rules.pieces import Piece, Rule
from app.text.date_rules.zh_words import BARE_WEEK, DAY, PART, WEEK


def _recurring(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    return Piece(start=match.start(), end=match.end(), recurring=True)


_MORE_ZH: Final = rf"(?:[、和与及跟,，](?:{WEEK})?{DAY}){{0,6}}"
_EVERY_ZH: Final = (
    rf"每(?:隔|逢)?(?:{ZH_NUMERAL}|半|几)?个?(?:周末|{WEEK}(?:{DAY}(?:[、和与及跟,，到至](?:{WEEK})?{DAY}){{0,6}})?|"
    rf"工作日|月(?:{ZH_NUMERAL}[号日]|[初底末])?|年(?:{ZH_NUMERAL}月(?:{ZH_NUMERAL}[号日])?)?|"
    r"季度?|[天日晚早]|小时|分钟|钟头)(?:晚上|早上)?"
)
_DAYS: Final = rf"(?:(?:, |,? (?:and|or|&) )(?:{WEEKDAY})s?){{0,6}}"
_PARTS: Final = "(?: (?:morning|afternoon|evening|night)s?)?"
_EVERY_EN: Final = (
    rf"(?:on )?(?:every|each) (?:(?:other|single|second|third|{EN_NUMERAL}) )?"
    r"(?:(?:minute|hour|day|week|month|quarter|year|weekday|weekend|morning|afternoon|evening|night|"
    rf"{MONTH})s?|(?:{WEEKDAY}){_DAYS}){_PARTS}\b"
)

ZH_RULES: Final[tuple[Rule, ...]] = tuple(
    (re.compile(pattern), _recurring)
    for pattern in (
        _EVERY_ZH,
        rf"天天|夜夜|年年|逢{WEEK}{DAY}|[一每]?[周天月年]{ZH_NUMERAL}次",
        rf"{BARE_WEEK}{DAY}{_MORE_ZH}的?(?:{PART})?(?:我们?|他们?|她们?|大家)?都",
        rf"{BARE_WEEK}{DAY}[到至~—-](?:{WEEK})?{DAY}",
    )
)
EN_RULES: Final[tuple[Rule, ...]] = tuple(
    (compiled(pattern), _recurring)
    for pattern in (
        _EVERY_EN,
        rf"(?:on )?(?:{WEEKDAY})s{_DAYS}{_PARTS}\b",
        rf"(?:on )?(?:{WEEKDAY}){_DAYS} (?:mornings|afternoons|evenings|nights)\b",
        rf"(?:{WEEKDAY})(?: to | through |\s?[-–]\s?)(?:{WEEKDAY})\b",
        rf"(?:{WEEKDAY})(?: (?:morning|afternoon|evening|night))?(?= is [^,.;]{{2,30}},? every (?:single )?week\b)",
        r"(?:on |at |in the )?(?:weekdays|weekends|mornings|afternoons|evenings|nights)\b",
        r"(?:daily|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually|hourly|nightly|everyday)\b",
        rf"(?:once|twice|{EN_NUMERAL} times) (?:an?|per|every) (?:hour|day|week|month|quarter|year)\b",
    )
)
