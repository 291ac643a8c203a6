import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import dates
from app.text.date_rules import clocks, clues, en, habits, zh
from app.text.date_rules.numerals import en_number, zh_number

SHANGHAI = ZoneInfo("Asia/Shanghai")
ZONES = st.sampled_from([UTC, SHANGHAI, ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")])
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 the zone is added
ZH_WORDS = "今 明 昨 后 前 大 天 上 下 周 三 一 月 年 日 号 点 半 晚 早 的 每 到 两 个 季度 分钟 之 以 都 ， 。"
EN_WORDS = "tomorrow last next Friday 3pm in days weeks ago at on the end of month every July 1st noon was will"
SIGNS = "2 10 31 2026 2026-07-01 - / : 30 ,"
WORDS = st.sampled_from(f"{ZH_WORDS} {EN_WORDS} {SIGNS}".split())


def test_a_mention_says_where_it_stands_and_whether_it_is_relative():
    text = "会议在明天，毕业在2026年7月1日"
    first, second = dates.find(text, datetime(2025, 3, 12, tzinfo=UTC), UTC)
    assert (text[first.start : first.end], first.relative) == ("明天", True)
    assert (text[second.start : second.end], second.relative) == ("2026年7月1日", False)


def test_a_day_is_read_in_the_zone_of_the_speaker_and_given_in_utc():
    at = datetime(2025, 3, 12, 18, 0, tzinfo=UTC)  # already the 13th in Shanghai
    (mention,) = dates.find("明天", at, SHANGHAI)
    assert mention.since == datetime(2025, 3, 13, 16, 0, tzinfo=UTC)
    assert mention.until - mention.since == timedelta(days=1)
    assert dates.absolute(mention, "zh") == "2025-03-14"


def test_a_day_on_which_clocks_change_is_shorter():
    zone = ZoneInfo("America/New_York")
    (mention,) = dates.find("tomorrow", datetime(2025, 3, 8, 17, tzinfo=UTC), zone)
    assert mention.until - mention.since == timedelta(hours=23)


def test_days_before_the_first_of_march_of_a_leap_year():
    (mention,) = dates.find("两天前", datetime(2028, 3, 1, 4, tzinfo=UTC), SHANGHAI)
    assert dates.absolute(mention, "en") == "2028-02-28"


def test_mixed_languages_are_read_together():
    mentions = dates.find("下周二之前 review，deadline 是 next Friday", datetime(2025, 3, 12, tzinfo=UTC), UTC)
    assert [dates.absolute(mention, "en") for mention in mentions] == ["2025-03-18", "2025-03-21"]


@pytest.mark.parametrize(
    "text",
    [
        "每周四下午三点例会",
        "我每天跑步",
        "每月10号发工资",
        "每周一、三、五健身",
        "周六上午都在图书馆",
        "周一至周五上班",
        "我通常晚上十点睡觉",
        "她的生日是5月6日",
        "一个月两次，一周三次",
        "every Thursday at 3pm",
        "on Thursdays",
        "Saturday mornings",
        "each evening",
        "twice a month",
        "I usually swim on Saturday",
        "Monday to Friday",
        "my birthday is May 6",
        "we meet daily",
    ],
)
def test_what_comes_again_and_again_is_recurring_and_no_mention(text):
    assert dates.recurring(text)
    assert dates.find(text, datetime(2025, 3, 12, tzinfo=UTC), UTC) == []


@pytest.mark.parametrize(
    "text", ["周四见", "明天下午三点开会", "see you on Thursday", "I usually drink tea", "我一般喝茶", ""]
)
def test_what_happens_once_or_names_no_time_is_not_recurring(text):
    assert not dates.recurring(text)


def test_a_date_told_beside_a_habit_is_still_a_date():
    (mention,) = dates.find("我通常在家办公，但明天去公司", datetime(2025, 3, 12, tzinfo=UTC), UTC)
    assert mention.text == "明天"


@given(st.text(), MOMENTS, ZONES)
def test_any_text_at_any_time_is_read_without_fault(text, at, zone):
    dates.find(text, at, zone)
    dates.recurring(text)


@given(st.lists(WORDS, max_size=14), st.sampled_from(["", " "]), MOMENTS, ZONES)
def test_mentions_lie_in_order_and_span_some_time(words, joint, at, zone):
    text = joint.join(words)
    mentions = dates.find(text, at, zone)
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)
    assert all(left.end <= right.start for left, right in pairwise(mentions))
    assert all(mention.since < mention.until and mention.since.tzinfo is UTC for mention in mentions)
    for language in ("zh", "en"):
        assert all(dates.absolute(mention, language) for mention in mentions)
        dates.rewrite(text, at, zone, language)


@given(st.lists(WORDS, max_size=10))
def test_dates_at_the_ends_of_the_calendar_are_no_fault(words):
    for at in (datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)):
        for mention in dates.find("".join(words), at, SHANGHAI):
            dates.absolute(mention, "zh")


@pytest.mark.parametrize("zone", [ZoneInfo("Etc/GMT+12"), ZoneInfo("Pacific/Kiritimati"), SHANGHAI])
def test_a_moment_that_its_zone_would_carry_out_of_the_calendar_is_no_fault(zone):
    for at in (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)):
        assert dates.local(at, zone).year == at.year
        for mention in dates.find("yesterday, tomorrow, 下周三, next Friday, on 2026-08-06", at, zone):
            dates.absolute(mention, "en")


@pytest.mark.parametrize(
    "pattern",
    [
        pattern
        for rules in (zh, en, clocks, habits)
        for name in vars(rules)
        if name.endswith("RULES")
        for pattern, _ in vars(rules)[name]
    ],
    ids=lambda pattern: pattern.pattern[:30],
)
def test_no_rule_looks_further_than_a_few_hundred_characters(pattern):
    # A pattern of bounded width costs the same at each place, so that reading is linear in the text.
    _, widest = re._parser.parse(pattern.pattern, pattern.flags).getwidth()
    assert widest <= 400


def test_a_clause_is_read_once_however_many_dates_it_holds(monkeypatch):
    read = []
    original = clues._read
    monkeypatch.setattr(clues, "_read", lambda clause: read.append(len(clause)) or original(clause))
    text = "周三" * 2_000
    dates.find(text, datetime(2025, 3, 12, tzinfo=UTC), UTC)
    assert sum(read) <= len(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("三", 3), ("两", 2), ("十", 10), ("十二", 12), ("三十一", 31), ("一百零三", 103), ("二〇二六", 2026), ("7", 7)],
)
def test_chinese_numerals_have_their_value(text, value):
    assert zh_number(text) == value


@pytest.mark.parametrize("text", ["十十", "一二十", "零十", "两三"])
def test_what_is_no_chinese_number_is_refused(text):
    with pytest.raises(ValueError, match=text):
        zh_number(text)


@pytest.mark.parametrize(
    ("text", "value"), [("a", 1), ("seven", 7), ("thirty-one", 31), ("A couple of", 2), ("12", 12)]
)
def test_english_numbers_have_their_value(text, value):
    assert en_number(text) == value
