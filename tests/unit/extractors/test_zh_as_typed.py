"""Chinese as people type it: topics first, subjects left out, clauses that lean on the one before, emoji, spaces."""

import re
from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)  # a Thursday


def kept(text: str) -> list[Candidate]:
    return [one for one in extract([Said("user", text, NOON, UTC)]) if one.act is Act.ASSERT]


def told(text: str) -> list[tuple[str | None, str]]:
    return [(one.key, one.content) for one in kept(text)]


@pytest.mark.parametrize(
    ("text", "key", "content"),
    [
        ("我有痛风，海鲜吃多了就犯", "health:痛风", "用户患有痛风，海鲜吃多了就犯"),
        ("我开一家洗衣店，一年到头不关门", "occupation", "用户开洗衣店，一年到头不关门"),
        ("五月六号办婚礼，酒席订在绍兴", "plan:办婚礼", "用户五月六号办婚礼，酒席订在绍兴"),
        ("我奶奶八十了，腿脚还利索", "relation:grandmother:age", "用户的奶奶2026年八十岁，腿脚还利索"),
        ("周三去南昌出差，那两天别给我排课", "plan:南昌出差", None),
    ],
)
def test_a_clause_that_leans_on_the_one_before_is_kept_with_it(text: str, key: str, content: str | None) -> None:
    found = {one.key: one.content for one in kept(text)}
    assert key in found
    assert content in (None, found[key])


@pytest.mark.parametrize(
    "text",
    [
        "我在长春上班，今天堵得要命",
        "我是做审计的，月底快忙疯了",
        "我属牛，今天倒霉透了",
        "我养了只鹦鹉，刚才又骂人了",
        "我住九楼，电梯坏了只能爬",
        "我对榛子过敏，你知道吗",
    ],
)
def test_a_mood_or_a_moment_is_added_to_nothing(text: str) -> None:
    assert all("，" not in one.content for one in kept(text))


def test_an_illness_is_added_to_nothing_that_may_be_shown_freely() -> None:
    assert all("抑郁" not in one.content or one.sensitive for one in kept("我是做审计的，抑郁症休了半年假"))


def test_a_day_told_of_a_daughter_is_hers() -> None:
    found = [content for _, content in told("我女儿在墨尔本念硕士，明年六月毕业")]
    assert any("毕业" in content for content in found)
    assert all(content.startswith("用户的女儿") for content in found)


def test_what_is_due_is_not_added_to_what_has_no_end() -> None:
    assert told("我的职业是裁缝，下周要盘点布料")[0] == ("occupation", "用户的职业是裁缝")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("黄酒真的一口都喝不了", ("taste:黄酒", "用户喝不了黄酒")),
        ("腌的东西我不敢吃", ("taste:腌的东西", "用户不敢吃腌的东西")),
        ("红茶我喜欢配牛奶的", ("habit:红茶", "用户红茶喜欢配牛奶的")),
        ("家务一直都是我做", ("habit:做家务", "家务一直都由用户做")),
        ("我从来不买彩票", ("habit:买彩票", "用户从来不买彩票")),
    ],
)
def test_what_stands_first_is_what_is_liked_avoided_or_done(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


def test_what_is_never_done_is_no_habit() -> None:
    assert [one.value for one in kept("我从来不买彩票")] == ["no"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你喊我老葛就好啦😂", [("form_of_address", "用户希望被称呼为老葛")]),
        ("我叫龚晴😊在泉州", [("name", "用户名叫龚晴"), ("residence", None)]),
        ("本人男 31 已婚", [("gender", "用户是男性"), ("age", "用户2026年31岁"), ("marital_status", "用户已婚")]),
    ],
)
def test_emoji_and_spaces_part_what_they_stand_between(text: str, expected: list[tuple[str, str | None]]) -> None:
    found = dict(told(text))
    for key, content in expected:
        if content is not None:
            assert found.get(key) == content


def test_what_was_masked_is_no_emoji() -> None:
    assert ("residence", "用户住在宿州") in told("我叫龚晴，路由器密码是 [密码]，我住在宿州。")


def test_spaces_in_a_date_part_nothing() -> None:
    assert ("project:deadline", "本项目的截止日期是 5 月 20 日") in told("本项目的截止日期是 5 月 20 日")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我日语一般，资料尽量给中文的", "用户要求资料尽量给中文的"),
        ("我酒精过敏，聚会别劝我喝", "用户要求聚会别劝用户喝"),
    ],
)
def test_a_wish_beside_its_reason_stands(text: str, expected: str) -> None:
    assert expected in [content for _, content in told(text)]


@pytest.mark.parametrize("text", ["标题别写太长", "图片尽量给大点的", "老板别看见", "孩子别哭"])
def test_a_wish_alone_is_of_this_once(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("推荐电影记得避开恐怖片", ("instruction:推荐电影", "用户要求推荐电影记得避开恐怖片")),
        ("写shell记得加set -e", ("instruction:写shell", "用户要求写shell记得加set -e")),
        (
            "以后凡是我发的日文合同都先列重点",
            ("instruction:发的日文合同", "用户要求以后凡是用户发的日文合同都先列重点"),
        ),
    ],
)
def test_a_wish_for_an_activity_is_no_wish_for_a_language(text: str, expected: tuple[str, str]) -> None:
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("好友阿蒙在腾讯做策划", ("relation:friend:阿蒙:occupation", "用户的好友阿蒙的职业是策划")),
        ("同事小邹结婚了", ("relation:colleague:小邹:marital_status", "用户的同事小邹已婚")),
        ("我室友阿Ken怀孕了", ("relation:flatmate:阿ken:health:怀孕", "用户的室友阿Ken怀孕")),
        ("老板只看图表", ("relation:boss:habit:看图表", "用户的老板只看图表")),
        ("我老公常年在矿上修车", ("relation:husband:habit:在矿上修车", "用户的老公常年在矿上修车")),
    ],
)
def test_a_role_with_a_name_is_somebody_of_the_user(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("客户要求所有图纸都盖章", "客户要求所有图纸都盖章"),
        ("PM是汪洋", "PM是汪洋"),
        ("对接人姓邵", "项目的对接人姓邵"),
        ("测试账号统一找赵楠开", "测试账号由赵楠负责"),
    ],
)
def test_who_wants_and_who_does_what_at_work(text: str, expected: str) -> None:
    assert [content for _, content in told(text)] == [expected]


@pytest.mark.parametrize("text", ["前端是Svelte", "我们后端是Elixir，测试是Cypress"])
def test_what_a_part_is_made_with_is_nobody(text: str) -> None:
    assert all(not (key or "").startswith("owner:") for key, _ in told(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("下午两点以后不碰浓茶，不然夜里睡不着", "下午两点以后"),
        ("车牌尾号3，周五限行，那天坐地铁", "周五限行"),
        ("我男朋友是厨师，基本周末都在店里", "基本周末"),
        ("模板按“进展/风险/下周计划”三段写", "下周计划"),
    ],
)
def test_a_time_of_every_day_or_week_is_no_date(text: str, expected: str) -> None:
    found = kept(text)
    assert any(expected in one.content for one in found)
    assert all(one.expires_at is None for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "想问问，喝咖啡会心慌的人能喝茶不",
        "我喜欢露营，周末一起去不",
        "把“我爱喝豆汁”改成过去式",
        "刚到家，水管又爆了，拖了半天地",
    ],
)
def test_questions_requests_and_moments_leave_nothing_of_their_own(text: str) -> None:
    assert [key for key, _ in told(text) if key != "taste:露营"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("之前跟你讲我住宿迁，写错了，是宿州", ("residence", "用户住在宿州")),
        ("写错啦，开会的人数是八个不是六个", (None, "用户更正：开会的人数是八个，不是六个")),
        ("答辩定在三月二十号上午", ("plan:答辩", None)),
        ("查出来肺部结节", ("health:肺部结节", "用户患有肺部结节")),
        ("在备考教资", None),
        ("我来深圳打拼八年了", ("residence", "用户住在深圳，八年了")),
        ("我在上海工作三年了", ("workplace", "用户在上海工作")),
        ("我当过列车员", (None, "用户当过列车员")),
        ("周日提醒我晒被子", ("task:晒被子", None)),
        ("偶尔也写点Lua，我主要写Java", ("tool:java", None)),
    ],
)
def test_words_are_cut_where_they_end(text: str, expected: tuple[str | None, str | None] | None) -> None:
    found = told(text)
    assert all(not re.search("尔写|住在上海工作|在备考工作|职业是过|用户周日提醒", content) for _, content in found)
    if expected is not None:
        assert any(key == expected[0] and expected[1] in (None, content) for key, content in found)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("下周二要带我妈去体检", "用户2026-03-17要带用户的妈去体检"),
        ("下周六我要陪我老婆产检", "用户2026-03-21要陪用户的老婆产检"),
    ],
)
def test_who_is_taken_along_is_named_as_the_users_own(said: str, content: str) -> None:
    assert content in [words for _, words in told(said)]
