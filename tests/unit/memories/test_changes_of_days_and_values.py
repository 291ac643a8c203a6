"""Moved dates, beginnings, doses and corrections: what is held after one turn and then another."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from app.memories.model import Memory, Status
from app.memories.outcome import apply
from app.memories.proposal import Proposal, Rules, ScopeOf
from app.memories.validator import judge

MONDAY = datetime(2026, 11, 30, 15, tzinfo=UTC)
USER = UUID(int=1)


def held(*turns: str) -> list[Memory]:
    """What is active after these turns of one session, a minute apart."""
    rows: list[Memory] = []
    number = 0
    for place, text in enumerate(turns):
        at = MONDAY + timedelta(minutes=place)
        proposals = []
        for candidate in rules.read([Said("user", text, at, UTC)]):
            number += 1
            scope = ScopeOf(user_pk=USER, session_id="s")
            proposals.append(
                Proposal(candidate=candidate, id=UUID(int=number), at=at, turn_id=UUID(int=900 + place), scope=scope,
                         extractor="rules")
            )  # fmt: skip
        rows = apply(rows, judge(proposals, rows, now=at, rules=Rules()))
    return [row for row in rows if row.status is Status.ACTIVE]


def told(*turns: str) -> list[str]:
    return sorted(row.content for row in held(*turns))


def one(memories: list[Memory], key: str) -> Memory:
    return next(row for row in memories if row.key == key)


@pytest.mark.parametrize(
    ("home", "trip", "residence"),
    [
        ("我家在武汉", "周末要去长沙玩，住五一广场旁边", "武汉"),
        ("我住在宁波", "我这周在南昌出差，住滕王阁附近", "宁波"),
        ("I live in Bristol.", "We're in Lisbon next week, staying with friends near Alfama.", "bristol"),
        ("I live in Bristol.", "I'm in Ghent until Friday, staying at my cousin's.", "bristol"),
    ],
)
def test_where_somebody_stays_for_a_trip_is_no_home(home: str, trip: str, residence: str) -> None:
    found = held(home, trip)
    assert one(found, "residence").value == residence
    assert any(row.expires_at for row in found)


def test_the_stay_is_told_with_its_trip_and_who_travels_often_still_has_a_home() -> None:
    assert any("南昌" in text and "滕王阁" in text for text in told("我这周在南昌出差，住滕王阁附近"))
    assert one(held("我经常出差，住在杭州"), "residence").value == "杭州"


@pytest.mark.parametrize(
    ("before", "moved", "day"),
    [
        ("I have a call with Bex on Friday at 2pm.", "The Bex call was pushed to Monday at 9.", "2026-12-07"),
        ("周五下午三点有面试", "面试推迟到周一了", "2026-12-07"),
        ("My dentist appointment is on Thursday.", "They moved my dentist appointment to Tuesday.", "2026-12-01"),
    ],
)
def test_what_something_is_moved_to_lies_ahead(before: str, moved: str, day: str) -> None:
    (found,) = held(before, moved)
    assert day in found.content
    assert found.expires_at is not None
    assert found.expires_at > MONDAY


@pytest.mark.parametrize(
    ("before", "moved", "after"),
    [
        ("我每周四下午三点有钢琴课", "钢琴课换到周六上午十点了", "每周六上午十点"),
        ("我每周二晚上七点上瑜伽课", "瑜伽课调到周五了", "每周五晚上七点"),
        ("我每周一、周三上午八点上游泳课", "游泳课改成每周日上午了", "每周日上午上"),
        ("I have choir every Monday at 7.", "My choir class moved to Thursdays.", "every Thursday at 7"),
    ],
)
def test_what_comes_weekly_stays_weekly_on_its_new_day(before: str, moved: str, after: str) -> None:
    (found,) = held(before, moved)
    assert after in found.content
    assert found.expires_at is None


def test_one_week_on_another_day_changes_nothing_for_good() -> None:
    assert any(
        "every Monday" in text for text in told("I have choir every Monday.", "This week choir is moved to Friday.")
    )


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("I drive a Mazda Demio.", "Sold the Demio, got a Fiat Panda.", "User drives a Fiat Panda"),
        ("I own a Pentax KX Pro.", "I sold the Pentax and bought a Nikon Z8.", "User owns a Nikon Z8"),
        ("我开一辆丰田卡罗拉", "卡罗拉卖了，换了比亚迪", "用户开一辆比亚迪"),
    ],
)
def test_all_words_that_name_the_old_thing_go(before: str, change: str, after: str) -> None:
    assert after in told(before, change)


@pytest.mark.parametrize(
    ("trip", "until"),
    [
        ("I'm flying to Quito on December 9 and coming back December 29.", datetime(2026, 12, 30, tzinfo=UTC)),
        ("我打算12月8号飞大阪，12月20号回来", datetime(2026, 12, 21, tzinfo=UTC)),
    ],
)
def test_a_trip_lasts_until_the_way_back(trip: str, until: datetime) -> None:
    assert [row.expires_at for row in held(trip)] == [until]


@pytest.mark.parametrize(
    ("before", "begins", "key", "ends"),
    [
        ("I work at Initech.", "I'm starting a new job at Hooli next Monday.", "employer", 7),
        ("我在海信当会计", "我跳槽了，下周一开始去格力当出纳", "employer", 7),
        ("I live in Omaha.", "I'm moving to Tulsa next Monday.", "residence", 7),
        ("我住在兰州", "我下周一搬到银川", "residence", 7),
    ],
)
def test_what_begins_lasting_has_no_end_and_the_old_value_ends_on_its_day(
    before: str, begins: str, key: str, ends: int
) -> None:
    found = held(before, begins)
    assert one(found, key).expires_at == datetime(2026, 12, ends, tzinfo=UTC)
    assert [row.expires_at for row in found if row.key is None or row.key.startswith("plan:")] == [None]


@pytest.mark.parametrize(
    ("before", "told_of", "key"),
    [
        ("I live in Omaha.", "I might move to Tulsa next Monday.", "residence"),
        ("I live in Omaha.", "I'm moving to Window 3 tomorrow.", "residence"),
        ("I live in Omaha.", "I'm moving to Figma next Monday.", "residence"),
        ("I work at Initech.", "I start with Anna tomorrow at 9.", "employer"),
        ("I work at Initech.", "I start at Gate 5 tomorrow.", "employer"),
        ("I work at Initech.", "I'm joining Marie on Monday.", "employer"),
        ("我住在兰州", "下周我去在银川定居的朋友家玩", "residence"),
        ("我在海信当会计", "下周我去找在格力上班的朋友", "employer"),
    ],
)
def test_what_does_not_begin_to_last_ends_nothing(before: str, told_of: str, key: str) -> None:
    assert one(held(before, told_of), key).expires_at is None


def test_the_month_of_may_leaves_no_doubt() -> None:
    ends = one(held("I work at Initech.", "I'm joining Hooli in May."), "employer").expires_at
    assert ends is not None
    assert ends.month in (5, 6)


@pytest.mark.parametrize(
    ("turns", "right", "wrong"),
    [
        (("我下周三去北海", "哦不对，是下周四"), "2026-12-10", "2026-12-09"),
        (("我下周三去北海，不对，是下周四",), "2026-12-10", "2026-12-09"),
        (("My interview is on December 8.", "Sorry, I meant December 9."), "December 9", "December 8"),
        (("My interview is on December 8. Sorry, I meant December 9.",), "December 9", "December 8"),
        (("My interview is on Tuesday.", "No wait, it's Wednesday."), "2026-12-02", "2026-12-01"),
    ],
)
def test_a_day_put_right_is_that_of_what_was_told_last(turns: tuple[str, ...], right: str, wrong: str) -> None:
    (found,) = held(*turns)
    assert right in found.content
    assert wrong not in found.content


@pytest.mark.parametrize(
    ("turns", "still"),
    [
        (("My interview is on December 8.", "Oh, it's {today}."), "December 8"),
        (("My interview is on December 8 and my exam is on December 10.", "No wait, it's December 11."), "December 8"),
        (("我下周三去北海", "不是下周四"), "2026-12-09"),
    ],
)
def test_what_puts_no_one_day_right_changes_none(turns: tuple[str, ...], still: str) -> None:
    words = [text.replace("{today}", MONDAY.strftime("%A")) for text in turns]
    assert still in " ".join(row.content for row in held(*words))


def test_a_day_put_right_after_what_has_none_says_nothing() -> None:
    assert told("I like hiking.", "I meant December 12.") == told("I like hiking.")


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("I'm vegetarian.", "I went vegan two weeks ago.", ["User is vegan"]),
        ("I'm allergic to nuts.", "Turns out I'm not allergic to nuts after all.", ["User is not allergic to nuts"]),
        ("我对虾过敏", "医生说我其实不是虾过敏，是乳糖不耐", ["用户乳糖不耐", "用户对虾不过敏"]),
        ("I don't have any pets.", "We just got a puppy.", ["User just got a puppy"]),
        ("我没养宠物", "我养了一只猫", ["用户养了一只猫"]),
        ("我儿子七岁", "我儿子上周过了八岁生日", ["用户的儿子2026年八岁"]),
        (
            "Always answer in German.",
            "Switch back to English please.",
            ["User wants the assistant to answer in English"],
        ),
        ("以后用法语回答我", "算了，还是用中文吧", ["用户要求用中文回答"]),
        (
            "I take 40mg of losartan every day.",
            "My GP lowered my losartan to 20mg.",
            ["User takes 20mg of losartan every day"],
        ),
        ("我每天早上吃两片降压药", "医生让我把药改成半片了", ["用户每天早上吃半片降压药"]),
    ],
)
def test_a_change_takes_the_place_of_what_was_held(before: str, change: str, after: list[str]) -> None:
    assert told(before, change) == after


def test_a_wedding_that_is_moved_has_its_new_day_and_place() -> None:
    found = told(
        "My brother's wedding is on May 2 next year in Bath.",
        "My brother's wedding moved to June 5, and it's in York now.",
    )
    assert found == ["User's brother's wedding moved to June 5, and it is in York now"]


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("我老公调到绍兴中学了", ["用户的老公在绍兴中学工作"]),
        ("我在阿里上班", ["用户在阿里工作"]),
        ("我和男朋友在一起四年了", ["用户和男朋友在一起四年"]),
        ("孙子今年要上小学，儿媳叫小芸", ["用户的儿媳名叫小芸", "用户的孙子在读小学"]),
    ],
)
def test_a_clause_is_read_whole(said: str, after: list[str]) -> None:
    assert told(said) == after


@pytest.mark.parametrize(
    ("before", "change"),
    [
        ("I have yoga on Tuesdays.", "I used to hate yoga."),
        ("I have yoga on Tuesdays.", "I no longer hate yoga."),
        ("I have yoga on Tuesdays.", "Yoga was cancelled this Tuesday."),
        ("I drink coffee every day.", "I used to avoid coffee."),
        ("我每周二上瑜伽课", "我不再讨厌瑜伽课了"),
        ("我每周二上瑜伽课", "瑜伽课不再逃了"),
        ("我坐公交上班", "公交卡丢了"),
        ("我坐公交上班", "公交改线了"),
    ],
)
def test_what_goes_on_is_not_over(before: str, change: str) -> None:
    assert set(told(before)) <= set(told(before, change))


def test_what_one_was_against_is_over_with() -> None:
    assert "User skips breakfast" not in told("I skip breakfast.", "I no longer skip breakfast.")
