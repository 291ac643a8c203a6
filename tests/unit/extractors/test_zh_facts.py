"""Facts in Chinese: who someone is, whom and what they have, what they can not eat."""

import pytest
from speech_zh import AT, contents, keyed, told, values

from app.memories.model import Source


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("我叫岑溪", "name", "岑溪"),
        ("我的名字是司徒明月", "name", "司徒明月"),
        ("我叫鍾嘉慧", "name", "钟嘉慧"),
        ("我叫 Nadia Brook", "name", "nadia brook"),
        ("喊我小岑就行", "form_of_address", "小岑"),
        ("我住在黄山", "residence", "黄山"),
        ("上个月搬到了九江", "residence", "九江"),
        ("我老家在凉山", "origin", "凉山"),
        ("我在拾光书店上班", "employer", "拾光书店"),
        ("我是小学美术老师", "occupation", "小学美术老师"),
        ("我今年四十一岁", "age", "41"),
        ("我生日是五月初六", "birthday", "lunar 05-06"),
        ("我生日是12月31日", "birthday", "12-31"),
        ("我吃素", "diet", "vegetarian"),
        ("我有三个孩子", "children_count", "3"),
        ("我会弹古筝", "plays:古筝", "yes"),
        ("我会说意大利语", "speaks:italian", "yes"),
    ],
)
def test_a_plain_statement_has_its_key_and_value(said: str, key: str, value: str) -> None:
    assert values(said) == {key: value}


def test_each_fact_of_a_sentence_is_a_memory_of_its_own() -> None:
    said = "我叫岑溪，在黄山做茶艺师，养了一只叫阿布的橘猫。"
    assert contents(said) == ["用户名叫岑溪", "用户在黄山工作", "用户的职业是茶艺师", "用户养了一只橘猫，名叫阿布"]
    assert {candidate.evidence for candidate in told(said)} == {said}
    assert {candidate.occurred_at for candidate in told(said)} == {AT}


def test_facts_about_relatives_stay_with_them_over_the_clauses() -> None:
    found = keyed("我女儿大名叫岑朵，今年上三年级，对牛奶过敏，喜欢画画。")
    assert set(found) == {
        "relation:daughter:name",
        "relation:daughter:grade",
        "relation:daughter:allergy:牛奶",
        "relation:daughter:taste:画画",
    }
    assert all(candidate.content.startswith("用户的女儿") for candidate in found.values())


def test_friends_are_told_apart_by_name() -> None:
    first, second = keyed("我朋友阿潘住在海口"), keyed("我朋友阿柴住在三亚")
    assert set(first) == {"relation:friend:阿潘:residence"}
    assert set(second) == {"relation:friend:阿柴:residence"}


def test_a_clause_about_something_unknown_gives_no_fact_about_the_user() -> None:
    assert told("这只小鹿很可爱，喜欢吃胡萝卜") == []


@pytest.mark.parametrize("said", ["我对核桃过敏", "我核桃过敏，别放", "我对核桃是过敏的", "我一吃核桃就过敏"])
def test_an_allergy_is_the_same_however_it_is_said(said: str) -> None:
    assert values(said) == {"allergy:核桃": "yes"}


def test_two_pets_are_two_memories() -> None:
    assert values("我家有两只兔子，一只叫雪饼，一只叫仙贝") == {"pet:雪饼": "兔子", "pet:仙贝": "兔子"}


def test_a_diagnosis_is_sensitive_and_a_suspicion_only_inferred() -> None:
    known, guessed = keyed("我有高血压")["health:高血压"], keyed("我怀疑自己得了甲亢")["health:甲亢"]
    assert (known.sensitive, known.source) == ("health", Source.USER_STATED)
    assert (guessed.sensitive, guessed.source) == ("health", Source.INFERRED)
    assert guessed.confidence < 0.5


def test_a_change_of_job_holds_from_its_date() -> None:
    (fact,) = told("我 2025 年 9 月入职橡果传媒")
    assert (fact.key, fact.valid_from and fact.valid_from.astimezone(AT.tzinfo).date().isoformat()) == (
        "employer",
        "2025-09-01",
    )


def test_full_width_letters_make_no_other_value() -> None:
    assert values("我用的编辑器是Ｈｅｌｉｘ") == values("我用的编辑器是 Helix") == {"tool:editor": "helix"}


def test_a_slip_inside_the_message_leaves_only_the_right_value() -> None:
    assert values("我住在黄山，不对，是池州。")["residence"] == "池州"
    assert values("我不是编辑，我是策划。") == {"occupation": "策划"}


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_the_user_speaks_of_the_user(role: str) -> None:
    assert told("我叫岑溪，住在黄山。", role=role) == []


@pytest.mark.parametrize(
    "text", ["我在巷口看见一只受伤的鸽子。", "我在展会上买到两只旧箱子。", "昨天在河边拍到几只白鹭。"]
)
def test_a_measure_word_is_no_word_of_habit(text: str) -> None:
    assert not [one.key for one in told(text) if (one.key or "").startswith("habit:")]
