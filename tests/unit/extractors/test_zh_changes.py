"""Sentences in Chinese that end, forget or restore what is known."""

import pytest
from speech_zh import told

from app.memories.model import Act


@pytest.mark.parametrize(
    ("said", "act", "key"),
    [
        ("我不再吃素了", Act.RETRACT, "diet"),
        ("我对虾不过敏了", Act.RETRACT, "allergy:虾"),
        ("我从橡果传媒离职了", Act.RETRACT, "employer"),
        ("我周三上午现在可以开会了", Act.RETRACT, "schedule:wednesday-morning"),
        ("可以给我推荐动画片了", Act.RETRACT, "instruction:推荐动画片"),
        ("请忘掉我的生日", Act.FORGET, "birthday"),
        ("把我的邮箱忘掉", Act.FORGET, "email"),
        ("不要记住我女儿的生日", Act.FORGET, "relation:daughter:birthday"),
        ("忘掉我核桃过敏的事", Act.FORGET, "allergy:核桃"),
        ("把报告格式改回原来的", Act.REVERT, "report_format"),
        ("我想改回原来的习惯", Act.REVERT, None),
    ],
)
def test_an_end_names_the_key_of_what_ends(said: str, act: Act, key: str | None) -> None:
    assert [(one.act, one.key) for one in told(said)] == [(act, key)]


def test_going_back_to_a_named_value_states_that_value() -> None:
    (found,) = told("我想改回原来的习惯，代码示例还是用 Kotlin。")
    assert (found.act, found.key, found.value) == (Act.ASSERT, "code_language", "kotlin")


def test_a_pet_given_away_is_retracted_by_name() -> None:
    found = told("我已经不养兔子了，雪饼送给邻居了。")
    assert [(one.act, one.key, one.topic) for one in found] == [
        (Act.RETRACT, None, "兔子"),
        (Act.RETRACT, "pet:雪饼", "雪饼"),
    ]


@pytest.mark.parametrize("said", ["别忘了带伞", "我忘了密码", "删除第二段", "删掉我写的那行代码", "忘掉烦恼吧"])
def test_other_forgetting_and_deleting_is_none_of_memory(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("我不学吉他了。", "学吉他"),
        ("我现在已经不打台球了。", "打台球"),
        ("我再也不踢足球了。", "踢足球"),
        ("我放弃考研了。", "考研"),
        ("我早就不练书法了", "练书法"),
        ("灯塔项目上周结束了。", "灯塔项目"),
        ("海图项目终于交付了。", "海图项目"),
    ],
)
def test_what_was_practised_and_given_up_is_retracted_by_its_words(said: str, topic: str) -> None:
    assert [(one.act, one.key, one.topic) for one in told(said)] == [(Act.RETRACT, None, topic)]


@pytest.mark.parametrize(
    "said",
    [
        "我今天不打球了。",
        "我不打算去了。",
        "我不打电话了。",
        "我放弃了。",
        "她不学钢琴了。",
        "我们不打篮球了。",
        "我不学了。",
        "灯塔项目什么时候结束？",
        "灯塔项目还没结束。",
    ],
)
def test_what_is_not_done_today_or_by_others_ends_nothing(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("said", "firm"),
    [
        ("我换工作了，现在在云帆教育。", "云帆教育"),
        ("我跳槽了，目前在丰谷粮油。", "丰谷粮油"),
        ("我在晨光教育上班。", "晨光教育"),
    ],
)
def test_the_clause_after_a_change_of_work_names_the_employer(said: str, firm: str) -> None:
    assert [(one.key, one.value) for one in told(said)] == [("employer", firm)]


@pytest.mark.parametrize(
    "said",
    [
        "我换工作了，现在在适应新环境。",
        "我换工作了，现在在厦门。",
        "她换工作了，现在在云帆教育。",
        "我想换工作，现在在云帆教育。",
    ],
)
def test_what_else_follows_a_change_of_work_is_no_employer(said: str) -> None:
    assert [one for one in told(said) if one.key == "employer"] == []


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("请忘记我妈有高血压这件事", "妈妈有高血压"),
        ("忘掉我爸住在绍兴的事", "爸爸住在绍兴"),
        ("请忘记我妈妈有糖尿病这件事", "妈妈有糖尿病"),
        ("请忘记我爸妈住在苏州这件事", "爸妈住在苏州"),
    ],
)
def test_a_bare_parent_stays_a_parent_in_what_is_to_be_forgotten(said: str, topic: str) -> None:
    assert [(one.act, one.topic) for one in told(said)] == [(Act.FORGET, topic)]
