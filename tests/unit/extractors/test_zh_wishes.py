"""Tastes, standing wishes, times and procedures in Chinese."""

from datetime import timedelta

import pytest
from speech_zh import AT, contents, keyed, told, values

from app.memories.model import Kind, Source, Type


def test_a_taste_and_its_opposite_share_one_key() -> None:
    liked, disliked = keyed("我很喜欢吃秋葵")["taste:秋葵"], keyed("我现在不喜欢吃秋葵了")["taste:秋葵"]
    assert (liked.value, disliked.value) == ("like", "dislike")
    assert "不喜欢" in disliked.content


def test_several_things_liked_are_several_memories() -> None:
    assert values("我喜欢骑行、攀岩和露营") == {"taste:骑行": "like", "taste:攀岩": "like", "taste:露营": "like"}


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("以后代码示例都用 Kotlin", "code_language", "kotlin"),
        ("代码示例还是用 Lua 吧", "code_language", "lua"),
        ("不过以后回答都尽量简短", "answer_length", "short"),
        ("往后请用日语回复我", "answer_language", "japanese"),
        ("从现在起价格一律用欧元", "currency", "eur"),
        ("以后报告都用表格", "report_format", "table"),
        ("以后报告改成用要点列表", "report_format", "bullets"),
        ("以后不要用表格回答", "answer_format", "no table"),
        ("今后说话语气幽默一点", "answer_tone", "humorous"),
    ],
)
def test_a_standing_wish_has_the_key_of_its_matter(said: str, key: str, value: str) -> None:
    found = keyed(said)[key]
    assert (found.value, found.kind, found.source) == (value, Kind.PREFERENCE, Source.USER_EXPLICIT)
    assert found.importance >= 4


def test_a_wish_without_a_known_matter_is_kept_in_its_words() -> None:
    assert contents("以后给我讲历史题的时候先画时间轴") == ["用户要求以后给用户讲历史题的时候先画时间轴"]


def test_two_scenes_give_two_preferences() -> None:
    found = told("写标书的时候详细一些，平时聊天简短就好。")
    assert [(one.key, one.value, one.scene) for one in found] == [
        ("answer_length", "detailed", "写标书"),
        ("answer_length", "short", "daily_chat"),
    ]


def test_the_scene_of_the_message_is_kept() -> None:
    assert [one.scene for one in told("以后回复尽量详细", scene="support")] == ["support"]


@pytest.mark.parametrize(
    "said", ["这次用表格回答", "今天想用 Lua 写", "今晚想吃烧烤", "下班以后都不看消息吗", "以后再说吧"]
)
def test_a_wish_for_once_is_not_kept(said: str) -> None:
    assert told(said) == []


def test_what_others_want_of_the_user_is_no_wish_of_theirs() -> None:
    assert told("我老板说，以后周报都用英文写") == []


def test_a_time_that_never_suits_has_the_slot_in_its_key() -> None:
    assert values("我周三上午都不方便开会") == {"schedule:wednesday-morning": "unavailable"}
    assert values("我每周一晚上八点有合唱排练") == {"schedule:合唱排练": "monday-20:00"}


def test_a_plan_expires_with_its_day() -> None:
    (plan,) = told("我下周五要去拔智齿")
    assert (plan.type, plan.kind) == (Type.EPISODIC, Kind.EVENT)
    assert "2026-04-17" in plan.content
    assert plan.expires_at is not None
    assert AT + timedelta(days=8) < plan.expires_at < AT + timedelta(days=10)


def test_a_procedure_is_one_memory_with_its_name() -> None:
    (found,) = told("我们组的归档流程：先核对编号，再扫描，最后入库。")
    assert (found.key, found.kind, found.type) == ("procedure:归档", Kind.PROCEDURE, Type.PROCEDURAL)
    assert found.project_bound
    assert "先核对编号，再扫描，最后入库" in found.content


def test_facts_of_a_project_are_bound_to_it() -> None:
    found = keyed("这个项目的后端用 Django，缓存用 Valkey。")
    assert {key: one.value for key, one in found.items()} == {"project:backend": "django", "project:cache": "valkey"}
    assert all(one.project_bound for one in found.values())


def test_whatever_is_to_be_remembered_is_kept_with_its_date() -> None:
    (found,) = told("请记住，我前天把备用钥匙给了物业。")
    assert (found.content, found.source) == ("用户2026-04-06把备用钥匙给了物业", Source.USER_EXPLICIT)
    assert found.valid_from is not None


def test_a_remembered_fact_is_the_same_fact_with_more_weight() -> None:
    (found,) = told("记住，我对芝麻过敏")
    assert (found.key, found.source, found.confidence) == ("allergy:芝麻", Source.USER_EXPLICIT, 0.95)
