"""Date expressions in Chinese: patterns and how each is read."""

import re
from datetime import datetime
from typing import Final

from app.text.date_rules import spans
from app.text.date_rules.clues import Clue
from app.text.date_rules.numerals import ZH_NUMERAL, zh_number
from app.text.date_rules.pieces import Piece, Rule, dated
from app.text.date_rules.spans import Span, Unit
from app.text.date_rules.zh_words import BARE_WEEK, DAY, NO_NUMBER, PARTS, WEEK

_WEEKDAY: Final = "一二三四五六日天"
_YEAR: Final = r"\d{4}|[〇零一二三四五六七八九]{4}"
_DAYS: Final = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_YEARS: Final = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_UNITS: Final[dict[str, Unit]] = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week", "星期": "week",
    "礼拜": "week", "月": "month", "年": "year",
}  # fmt: skip
_HALVES: Final[dict[Unit, tuple[Unit, int]]] = {  # the smaller unit that half a unit is told in, and how many make one
    "hour": ("minute", 60), "month": ("day", 30), "year": ("month", 12),
}  # fmt: skip
_FIRST_YEAR: Final = 1000
_LAST_YEAR: Final = 2200


def _shift(word: str) -> int:
    """上 −1, 上上 −2, 下 1, 这 and 本 0."""
    return -word.count("上") + word.count("下")


def _named_day(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    return dated(match, spans.day(now.date(), _DAYS[match["day"]]), relative=True)


def _part_of_named_day(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    span = spans.day(now.date(), _DAYS[match["day"]])
    return Piece(start=match.start(), end=match.end(), span=span, part=PARTS[match["part"]], relative=True)


def _year(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """A year, with month, day, or its beginning or end."""
    word = match["year"]
    relative = word in _YEARS
    number = now.year + _YEARS[word] if relative else zh_number(word[:-1].rstrip())
    if not relative and not _FIRST_YEAR <= number < _LAST_YEAR:
        raise ValueError(number)
    span = spans.year(number)
    if match["edge"]:
        span = spans.beginning(span) if match["edge"] == "初" else spans.ending(span)
    elif match["month"]:
        span = _in_month(spans.month(number, zh_number(match["month"])), match["day"], match["third"])
    return dated(match, span, relative=relative)


def _edge_of_year(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    year = spans.year(now.year)
    return dated(
        match, spans.beginning(year) if match["edge"] == "初" else spans.ending(year), relative=True, bare=True
    )


def _in_month(month: Span, day: str | None, third: str | None) -> Span:
    """A day or a third (初, 上旬 …) of a month, or the month itself."""
    if day:
        return spans.day(month.since.replace(day=zh_number(day)).date())
    first = month.since.date()
    if third in ("上旬", "中旬"):
        return spans.days(first.replace(day=1 if third == "上旬" else 11), 10, "span")
    if third == "下旬":
        return month._replace(since=month.since.replace(day=21), grain="span")
    if third:
        return spans.beginning(month) if third == "初" else spans.ending(month)
    return month


def _relative_month(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    month = spans.month(now.year, now.month, _shift(match["which"] or ""))
    bare = not match["which"]
    return dated(match, _in_month(month, match["day"], match["third"]), relative=True, bare=bare)


def _month(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    """A month or a day of it without a year."""
    number = zh_number(match["month"])
    if match["day"]:
        span = spans.day_without_year(now.date(), number, zh_number(match["day"]), clue.tense)
    else:
        span = _in_month(spans.month_without_year(now.date(), number, clue.tense), None, match["third"])
    return dated(match, span, relative=False, bare=not match["day"], yearly=True)


def _week(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    today, shift, day = now.date(), _shift(match["which"]), match["day"]
    if not day:
        span = spans.week(today, shift)
    elif day == "末":
        span = spans.weekend(today, shift)
    else:
        span = spans.weekday(today, _number(day), shift)
        if match["last"]:
            span = Span(span.since, spans.weekday(today, _number(match["last"]), shift).until, "span")
    if span.until <= span.since:
        raise ValueError(match.group())
    return dated(match, span, relative=True)


def _number(day: str) -> int:
    return min(_WEEKDAY.index(day), 6)


def _weekday(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    if match["day"] == "末":
        passed = clue.tense == "past" and now.weekday() < spans.SATURDAY
        return dated(match, spans.weekend(now.date(), -1 if passed else 0), relative=True, bare=True)
    span = spans.nearest_weekday(now.date(), _number(match["day"]), clue.tense, later=clue.moved)
    return dated(match, span, relative=True, bare=True)


def _half_year(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """上半年, 明年下半年."""
    number = now.year + _YEARS[match["year"] or "今年"]
    return dated(match, spans.half(number, 1 if match["which"] == "上" else 2), relative=True)


def _numbered_day(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    """15号, of this month or the next."""
    if clue.monthly or clue.habit or clue.yearly:
        raise ValueError(match.group())
    return dated(match, spans.day_of_month(now.date(), zh_number(match["day"]), clue.tense), relative=True)


def _bare_quarter(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    return dated(match, spans.quarter_without_year(now.date(), int(match["number"]), clue.tense), relative=True)


def _quarter(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    if match["which"]:
        span = spans.quarter(now.year, (now.month + 2) // 3, _shift(match["which"]))
        return dated(match, span, relative=True)
    number = zh_number(match["year"]) if match["year"] else now.year
    return dated(match, spans.quarter(number, zh_number(match["number"])), relative=False)


def _shifted(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    unit = _UNITS[match["unit"]]
    half = bool(match["half"] or match["half_after"])
    count, half = (0, True) if match["number"] == "半" else (zh_number(match["number"]), half)
    if unit == "year" and count >= _FIRST_YEAR:  # 2020年前 is before a year, not 2020 years ago
        raise ValueError(count)
    if half:
        unit, size = _HALVES[unit]  # KeyError: half a day or half a week is not told this way
        count = count * size + size // 2
    span = spans.shifted(now, -count if match["side"].endswith("前") else count, unit)
    return dated(match, span, relative=True)


def _stretch(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    unit = _UNITS[match["unit"]]
    count = 6 if match["number"] == "半" else zh_number(match["number"])
    if match["number"] == "半":
        if unit != "year":
            raise ValueError(match.group())
        unit = "month"
    ahead = match["side"] not in ("最近", "过去", "近")
    return dated(match, spans.stretch(now, count if ahead else -count, unit), relative=True)


# Neighbours that make another word are kept out: 说明|天气, 以后|天天, 晚上|周末, 周|一直, 今年|初中.
_THIRD: Final = r"(?P<third>初(?![中级一二三始])|底(?![下层])|末|[上中下]旬)"
_WHICH: Final = r"(?P<which>(?<![晚早路街网线地楼船身桌马以本])(?:上{1,3}|下{1,3})|(?<![日基根成资样标书])本|这)一?个?"
_MEASURE: Final = (
    r"\s?(?:个(?P<half>半)?)?(?P<unit>分钟|小时|钟头|星期|礼拜|[天周年]|日(?![元本])|(?<=[个半])月)(?P<half_after>半)?"
)
_AMOUNT: Final = rf"(?P<number>{NO_NUMBER}{ZH_NUMERAL}|(?<![一二两三四五六七八九十\d个])半)"

RULES: Final[tuple[Rule, ...]] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"(?<![以然之最背午学课饭班会明])(?P<day>大?后)天(?![天气黑亮空真花才生性])", _named_day),
        (r"(?<![以之目面眼生从天日月])(?P<day>大?前)天(?![天气黑亮空真花才生性])", _named_day),
        (r"(?<![前年]的)(?P<day>[今昨])(?:天|日(?!头条|重现|说法)|儿)", _named_day),
        (r"(?<![说声证表聪发透文光照])(?P<day>明)(?:天(?![气真花才空])|日(?!方舟))", _named_day),
        (
            r"(?<![说声证表聪发透文光照以目之])(?P<day>[今明昨前后])(?P<part>[早晚晨夜])(?:上|间|里)?(?![期辈])",
            _part_of_named_day,
        ),
        (
            (
                r"(?P<year>(?:今|本|去|明|后|(?<![以之目生])(?:大前|前))年(?![代级轻龄]|检(?![查测出修讨索]))"
                rf"|{NO_NUMBER}(?:{_YEAR})\s?年(?![代级版款]))"
                rf"(?:的?年?(?P<edge>初(?![中级一二三始])|底(?![下层])|末)"
                rf"|的?\s?(?P<month>{ZH_NUMERAL})\s?月(?:\s?(?P<day>{ZH_NUMERAL})\s?[日号]|份?{_THIRD}|份)?)?"
            ),
            _year,
        ),
        (rf"{_WHICH}月(?![亮球光色台饼])(?:的?(?P<day>{ZH_NUMERAL})[日号]|的?{_THIRD})?", _relative_month),
        (
            r"(?<![\d〇零一二三四五六七八九十今去明前后本每半])年(?P<edge>初(?![中级一二三始])|底(?![下层])|末)",
            _edge_of_year,
        ),
        (
            r"(?P<which>)(?P<day>)(?<![\d〇零一二三四五六七八九十个每上下这本年])月(?P<third>[初底末])(?![下层])",
            _relative_month,
        ),
        (
            (
                rf"(?:{NO_NUMBER}|(?<=[周期拜][一二三四五六])(?=\d))(?P<month>{ZH_NUMERAL})\s?月(?:\s?(?P<day>{ZH_NUMERAL})\s?[日号]|份?{_THIRD}|份"
                r"|(?!\s?[\d一二两三四五六七八九十天饼刊度薪供季光色]))"
            ),
            _month,
        ),
        (
            rf"{_WHICH}{WEEK}(?:(?P<day>{DAY})(?:[到至~—-]{WEEK}(?P<last>{DAY}))?|(?![期围边刊岁长转密年]))",
            _week,
        ),
        (rf"{BARE_WEEK}(?P<day>{DAY})", _weekday),
        (
            (
                rf"(?P<which>[上下这本])一?个?季度|(?:{NO_NUMBER}(?P<year>{_YEAR})年)?"
                r"(?:第|(?<![\d两第]))(?P<number>[一二三四1-4])季度"
            ),
            _quarter,
        ),
        (r"(?:(?P<year>[今本去明前后]年)的?|(?<![每半过年]))(?P<which>[上下])半年(?![级度])", _half_year),
        (r"(?<![A-Za-z0-9-])Q(?P<number>[1-4])(?=\s?[前底初末之内要得上结完交发开出])", _bare_quarter),
        (
            (
                rf"{NO_NUMBER}(?<![月年第选在楼座])(?P<day>{ZH_NUMERAL})号"
                r"(?=[之以]?前|[去要有开交回到出飞走搬考]|上线|发布|发版|面试|体检|手术|答辩|入职|结婚|截止|下班|[早晚]上|上午|下午|中午)"
            ),
            _numbered_day,
        ),
        (rf"{_AMOUNT}{_MEASURE}(?P<side>[之以]?前(?![后面])|[之以]?后)", _shifted),
        (rf"(?P<side>再过)\s?{_AMOUNT}{_MEASURE}", _shifted),
        (
            rf"(?P<side>最近|过去|(?<![最附])近|未来|接下来|今后)的?这?{_AMOUNT}个?(?P<unit>[天日周年]|星期|礼拜|(?<=个)月)",
            _stretch,
        ),
    )
)
