"""What one stands by now, what is cured, what is no longer taken; and aims that are reached or given up."""

import pytest
from speech_zh import AT, CST, told

from app.memories.extractors.known import NOBODY
from app.memories.extractors.rules import extract, read
from app.memories.extractors.sentences import Said
from app.memories.model import Act


def ends(said: str) -> list[str | None]:
    return [one.key for one in told(said) if one.act is Act.RETRACT and one.key]


def aims(said: str) -> list[str | None]:
    found = read([Said("user", said, AT, CST, None)])
    return [one.topic for one in found if one.metadata.get("ending") == "aim"]


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("鸡蛋脱敏了", "allergy:鸡蛋"),
        ("我芒果脱敏成功了", "allergy:芒果"),
        ("现在能吃虾了", "allergy:虾"),
        ("核桃现在随便吃了", "intolerance:核桃"),
        ("花粉过敏好了", "allergy:花粉"),
        ("我儿子牛奶耐受了", "relation:son:allergy:牛奶"),
        ("哮喘好了", "health:哮喘"),
        ("我女儿的湿疹总算好利索了", "relation:daughter:health:湿疹"),
        ("优甲乐停了", "health:优甲乐"),
        ("铁剂不用吃了", "health:铁剂"),
    ],
)
def test_what_the_body_is_rid_of_ends_under_its_key(said: str, key: str) -> None:
    assert key in ends(said)


@pytest.mark.parametrize(
    "said", ["今天又想吃虾了", "等我脱敏了就去吃虾", "鼻炎好了再去游泳", "还不能吃虾", "哮喘又犯了"]
)
def test_what_is_not_over_ends_nothing(said: str) -> None:
    assert ends(said) == []


def test_the_medicine_for_what_is_cured_is_told_by_itself() -> None:
    assert ends("我糖尿病逆转了") == ["health:糖尿病"]
    assert ends("我糖尿病逆转了，二甲双胍也停了") == ["health:糖尿病", "health:二甲双胍"]


@pytest.mark.parametrize(
    ("before", "now", "key"),
    [
        ("我女儿叫糯米", "糯米鸡蛋脱敏了", "relation:daughter:allergy:鸡蛋"),
        ("我养了一只猫叫糯米", "糯米鸡蛋脱敏了", "pet:糯米:allergy"),
        ("我养了一只猫叫糯米", "糯米的猫藓好了", "pet:糯米:trait"),
    ],
)
def test_so_does_what_a_child_or_an_animal_known_by_name_is_rid_of(before: str, now: str, key: str) -> None:
    people = NOBODY.with_(told(before))
    found = extract([Said("user", now, AT, CST, None)], people)
    assert key in [one.key for one in found if one.act is Act.RETRACT]


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("减脂结束", "减脂"),
        ("雅思考完了", "雅思"),
        ("驾照到手了哈哈", "驾照"),
        ("半马跑完了", "半马"),
        ("备婚告一段落", "备婚"),
    ],
)
def test_an_aim_that_is_over_is_named(said: str, thing: str) -> None:
    assert aims(said) == [thing]


@pytest.mark.parametrize("said", ["减脂还没结束", "我同事雅思考完了", "要是驾照到手了就好了", "减脂结束了吗"])
def test_what_is_not_over_or_of_others_names_none(said: str) -> None:
    assert aims(said) == []


@pytest.mark.parametrize("said", ["最近在备考雅思", "我在减脂", "我在攒钱买房"])
def test_what_one_is_at_is_an_aim(said: str) -> None:
    assert [one.key.partition(":")[0] for one in told(said) if one.key] == ["goal"]
