"""Reminders are tasks however they are put; no day is part of a name; what a secret was cut out of is no memory."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate, Kind

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)  # a Sunday


def told(text: str) -> list[Candidate]:
    return extract([Said("user", text, NOON, UTC)])


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("remind me i need to return the router before the 30th", "User has to return the router before 2026-11-30"),
        ("Remind me that I have to call the plumber tomorrow", "User has to call the plumber on 2026-11-23"),
        ("pls remind me i should water the ferns by friday", "User has to water the ferns by 2026-11-27"),
        ("Remind me to call the plumber tomorrow", "User has to call the plumber on 2026-11-23"),
    ],
)
def test_what_the_user_is_to_be_reminded_of_is_a_task(text: str, content: str) -> None:
    assert [(one.kind, one.content) for one in told(text)] == [(Kind.TASK, content)]


@pytest.mark.parametrize(
    "text", ["豆苗明天4岁生日，喜欢恐龙", "豆苗下周三就要4岁了，喜欢恐龙", "豆苗昨天4岁生日，喜欢恐龙"]
)
def test_the_day_of_a_birthday_is_no_part_of_the_name(text: str) -> None:
    assert not [one for one in told(text) if "2026-" in one.content or "豆苗明天" in one.content]


@pytest.mark.parametrize(
    "text",
    [
        "服务器密码是 [密码]，连不上帮我看看",
        "我家的门锁密码以后都是[密码]",
        "My wallet has the [seed phrase] on a card in it",
    ],
)
def test_what_a_secret_was_cut_out_of_is_no_memory(text: str) -> None:
    assert told(text) == []


def test_a_fact_beside_a_secret_is_kept() -> None:
    assert [one.content for one in told("我住在无锡。密码是[密码]")] == ["用户住在无锡"]
