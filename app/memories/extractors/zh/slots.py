"""The slot of a time of the week: 周日傍晚 → sunday-evening."""

import re

from app.memories.extractors.weekly import clock, weekly
from app.memories.extractors.zh.facts import head
from app.memories.extractors.zh.numbers import number

_DAYS = {
    "一": "monday",
    "二": "tuesday",
    "三": "wednesday",
    "四": "thursday",
    "五": "friday",
    "六": "saturday",
    "日": "sunday",
    "天": "sunday",
}


_EVERY_CODE = {
    "天": "daily",
    "日": "daily",
    "早": "daily",
    "晚": "daily",
    "月": "monthly",
    "年": "yearly",
    "季度": "quarterly",
}


_PARTS = {
    "凌晨": "night",
    "深夜": "night",
    "半夜": "night",
    "夜里": "night",
    "清晨": "morning",
    "早上": "morning",
    "早晨": "morning",
    "上午": "morning",
    "早": "morning",
    "中午": "noon",
    "午后": "afternoon",
    "下午": "afternoon",
    "傍晚": "evening",
    "晚上": "evening",
    "晚间": "evening",
    "晚": "evening",
    "白天": "daytime",
}


_CLOCK = re.compile(r"(\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|时|[:：])(半|一刻|三刻|(\d{2}))?")


_WEEK = list(_DAYS.values())[:7]


def slot_of(words_: str) -> str:
    """周日傍晚 → sunday-evening, 晚上十一点以后 → after-23:00, 每天 → daily."""
    plain = re.sub(r"[\s的都,]", "", words_)
    days: list[str] = []
    if found := re.findall(r"(?<=[周期拜、和到至一二三四五六])[一二三四五六日天](?!点|月|号|次)", plain):
        days = [_DAYS[day] for day in found]
        if re.search(r"[一二三四五六](?:到|至)", plain) and len(days) > 1:
            days = (
                ["workday"] if days == ["monday", "friday"] else _WEEK[_WEEK.index(days[0]) : _WEEK.index(days[-1]) + 1]
            )
    elif re.search(r"周末|双休|节假日", plain):
        days = ["weekend"]
    elif re.search(r"工作日|平日", plain):
        days = ["workday"]
    elif every := re.search(r"每(?:个)?(天|日|早|晚|月|年|季度|周|星期|礼拜)", plain):
        days = [_EVERY_CODE.get(every[1], "weekly")]
    part = next((name for word, name in _PARTS.items() if word in plain), "evening" if "每晚" in plain else "")
    hours = [
        clock(
            number(hour[1]) or 0,
            {"半": 30, "一刻": 15, "三刻": 45}.get(hour[2], int(hour[3] or 0)),
            _part_at(plain, hour.start(), part),
        )
        for hour in _CLOCK.finditer(plain)
    ]
    tail = re.search(r"(以?后|之后|起|开始)$|(以?前|之前)$", plain)
    relation = ("after" if tail[1] else "before") if tail and hours else ""
    date = re.search(r"(\d{1,2}|[一二三四五六七八九十]{1,3})[号日](?!常)", plain)
    return weekly(
        days,
        part,
        hours[0] if hours else "",
        hours[1] if len(hours) > 1 else "",
        relation if len(hours) < 2 else "",  # a range has no before
        f"day-{number(date[1])}" if date else "",
    ) or head(plain)


def _part_at(plain: str, at: int, otherwise: str) -> str:
    """The part of the day right before a time: 上午十点到下午三点."""
    return next((name for word, name in _PARTS.items() if plain[:at].endswith(word)), otherwise)
