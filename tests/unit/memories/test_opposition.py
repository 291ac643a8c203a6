"""Polarity and opposition of sentences in both languages."""

import pytest

from app.memories.opposition import contradicts, opposed, polarity, says_more
from app.memories.subject import roles


@pytest.mark.parametrize(
    "text",
    [
        "用户不吃羊肉", "用户讨厌排队", "用户从不喝酒", "用户戒烟了", "用户别名不再使用", "用户受不了不守时的人",
        "User hates queues", "User doesn't eat lamb", "User no longer smokes", "User prefers not to be called",
        "User never drinks", "User can't stand mornings", "User gave up sugar", "User avoids gluten",
        "olives? No thanks, I don't like them", "秋葵？不吃",
    ],
)  # fmt: skip
def test_denials_and_aversions_are_negative(text):
    assert polarity(text) == -1


@pytest.mark.parametrize(
    "text",
    [
        "用户喜欢羊肉", "用户不是不喜欢羊肉", "用户并不讨厌排队", "用户特别爱喝茶", "用户不得不早起",
        "用户买了戒指", "用户有两个别墅", "用户对虾过敏，千万别放", "用户差不多每天游泳", "User likes lamb",
        "User doesn't hate queues", "User can't wait to travel", "User stopped hating mornings",
        "User likes not only tea", "Can't get enough of olives", "小龙虾我百吃不厌", "olives? I love them",
    ],
)  # fmt: skip
def test_double_negations_and_words_that_only_look_negative_are_positive(text):
    assert polarity(text) == 1


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I like figs", "I don't like figs"),
        ("User drinks milk in the morning", "User doesn't drink milk anymore"),
        ("用户吃辣", "用户不再吃辣"),
        ("用户周六上午不方便见面", "用户周六上午可以见面"),
        ("User works at night", "User used to work at night"),
    ],
)
def test_the_same_matter_with_another_polarity_or_time_contradicts(one, two):
    assert opposed(one, two)
    assert contradicts(one, two)
    assert contradicts(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I like tea", "I dislike coffee"),
        ("用户喜欢喝茶", "用户不喜欢喝啤酒"),
        ("用户喜欢喝茶", "用户很爱喝茶"),
        ("用户对虾过敏", "用户对虾过敏，千万别放"),
        ("User prefers short answers", "User prefers brief answers"),
        ("User plays chess", "User plays chess on Sundays"),
    ],
)
def test_different_matters_and_rephrasings_are_not_opposed(one, two):
    assert not opposed(one, two)
    assert not contradicts(one, two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("User lives in Graz", "User lives in Linz"),
        ("User is 31 years old", "User is 32 years old"),
        ("用户有两辆车", "用户有三辆车"),
        ("用户住在烟台", "用户住在大连"),
        ("用户周二开会", "用户周四开会"),
        ("User swims before breakfast", "User swims after breakfast"),
        ("User lives in Graz", "User lived in Graz until 2019"),
    ],
)
def test_another_value_in_the_same_slot_is_opposed_but_no_contradiction_of_polarity(one, two):
    assert opposed(one, two)


def test_the_taste_of_a_sister_does_not_contradict_that_of_the_user():
    assert not contradicts("User's sister likes figs", "User doesn't like figs")


def test_saying_more_needs_all_of_the_old_words():
    assert says_more("User plays chess on Sundays", "User plays chess")
    assert not says_more("User plays go on Sundays", "User plays chess")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my mum's cat", {"mother"}),
        ("用户的妈妈养猫", {"mother"}),
        ("User is a teacher", set()),
        ("用户是一名英语老师", set()),
        ("用户的老师姓秦", {"teacher"}),
        ("User is a person in season", set()),
        ("User's brother and sister", {"brother", "sister"}),
    ],
)
def test_relations_are_found_and_own_roles_are_not(text, expected):
    assert roles(text) == expected
