"""Who answers for what in the work, what its things must be like, and what moved that is nobody's home."""

from datetime import UTC, datetime, timedelta

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate, Kind

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)  # a Thursday


def read(text: str) -> list[Candidate]:
    return extract([Said("user", text, NOON, UTC)])


def values(text: str) -> dict[str | None, str | None]:
    return {one.key: one.value for one in read(text)}


@pytest.mark.parametrize(
    ("before", "after", "key", "now"),
    [
        (
            "The move to Kafka is planned for Q2; Omar owns it.",
            "Omar left, so Lena owns the Kafka move now.",
            "owner:kafka move",
            "lena",
        ),
        ("Ingrid is in charge of onboarding.", "Onboarding? For onboarding, ask Wei.", "owner:onboarding", "wei"),
        ("The data pipeline is owned by Wei.", "Ruth took over the data pipeline.", "owner:data pipeline", "ruth"),
        ("风控由小陈负责", "小陈调走了，现在风控找老吴", "owner:风控", "老吴"),
        ("发布的事归王工管", "李姐现在负责发布", "owner:发布", "李姐"),
        ("支付系统归王工管", "现在由李姐负责支付系统", "owner:支付系统", "李姐"),
        ("Marc owns the login page.", "Lena and Marc own the login page.", "owner:login page", "lena and marc"),
        (
            "The login page is owned by Lena and Marc.",
            "Lena, Wei and Ruth are responsible for the login page.",
            "owner:login page",
            "lena, wei and ruth",
        ),
    ],
)
def test_who_answers_for_a_matter_has_one_key_however_it_is_said(before: str, after: str, key: str, now: str) -> None:
    assert key in values(before)
    assert values(after)[key] == now


@pytest.mark.parametrize(
    "text",
    [
        "Tom handles the stress well.",
        "Who owns the pipeline?",
        "If Omar owned the migration, it would be done.",
        "My wife handles the finances.",
        "谁负责风控？",
        "有问题找我",
        "房子找中介了",
        "我在找工作",
        "我想找小王聊聊",
    ],
)
def test_not_every_handling_is_a_duty(text: str) -> None:
    assert not [key for key in values(text) if key and key.startswith("owner:")]


@pytest.mark.parametrize(
    "text",
    [
        "PR titles must start with the ticket id, e.g. PAY-123.",
        "All commits have to be signed.",
        "No deploys on Fridays after 3pm.",
        "Every API response must carry a request id.",
        "branch names always start with feat/ or fix/",
        "线上交易网关禁止周五发布",
        "发布必须走审批",
        "代码注释一律英文",
        "变量名用snake_case",
    ],
)
def test_a_rule_of_the_work_is_a_procedure_that_does_not_end(text: str) -> None:
    (found,) = read(text)
    assert found.kind is Kind.PROCEDURE
    assert found.expires_at is None


@pytest.mark.parametrize(
    "text",
    [
        "The function should return a list.",
        "The tests never finish",
        "I think all tests should pass",
        "no worries",
        "我必须今天交报告",
        "明天必须发布",
    ],
)
def test_one_thing_at_hand_is_no_rule(text: str) -> None:
    assert not [one for one in read(text) if one.kind is Kind.PROCEDURE]


@pytest.mark.parametrize(
    "text", ["行情数据迁到DolphinDB了", "总部搬到深圳了", "服务器迁到法兰克福了", "我们公司搬到望京了"]
)
def test_what_moved_is_nobodys_home(text: str) -> None:
    assert "residence" not in values(text)


@pytest.mark.parametrize(
    "text", ["全家去年搬到苏州了", "我上个月因为工作搬到了苏州", "毕业后搬去了苏州", "从上海搬到了苏州"]
)
def test_people_who_moved_live_there(text: str) -> None:
    assert values(text)["residence"] == "苏州"


@pytest.mark.parametrize(
    "text",
    [
        "We're closing on Mondays from January on.",
        "As of February our office is in Leith.",
        "从下个月起每周一闭店",
        "下周起我改上夜班",
    ],
)
def test_what_holds_from_a_day_on_has_no_end(text: str) -> None:
    found = read(text)
    assert found
    assert all(one.expires_at is None for one in found)


@pytest.mark.parametrize("text", ["I'm away from 3 May to 10 May.", "我从5月3日到5月10日休假"])
def test_what_lasts_from_one_day_to_another_ends_with_the_last(text: str) -> None:
    (found,) = read(text)
    assert found.expires_at is not None
    assert abs(found.expires_at - datetime(2026, 5, 11, tzinfo=UTC)) < timedelta(hours=1)


def test_a_course_that_starts_is_over_when_it_has() -> None:
    (found,) = read("My course starts in April.")
    assert found.expires_at == datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["行情数据存ClickHouse，历史数据在MinIO", "行李总是超重，每次都要补钱", "好友都在南京上班，我常年一个人"]
)
def test_a_word_that_begins_like_a_filler_is_kept_whole(text: str) -> None:
    assert all(text[:2] in one.content for one in read(text))
