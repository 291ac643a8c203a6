"""Whatever is typed, the grammars neither fail nor take long."""

import time
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said

CST = timezone(timedelta(hours=8))
AT = datetime(2026, 4, 8, 10, 0, tzinfo=CST)
WORDS = [
    "我",
    "我们",
    "的",
    "是",
    "在",
    "住在",
    "每周一",
    "都",
    "十点",
    "到",
    "和",
    "、",
    "，",
    "不",
    "有",
    "一只",
    "猫",
    "叫",
    "喜欢",
    "对",
    "过敏",
    "以后",
    "回答",
    "如果",
    "我说",
    "你就",
    "先",
    "再",
    "Python",
    "项目",
    "决定",
    "不是",
    "他",
    "我妈",
    "两岁的",
    "年",
    "岁",
    "做",
    "的时候",
    "把",
    "忘掉",
    "记住",
    "“",
    "”",
    "从",
    "换成",
    "比起",
    "因为",
    "但",
    "二十有，",
] + [
    f"{word} "
    for word in [
        "I",
        "we",
        "my",
        "the",
        "is",
        "live",
        "in",
        "work",
        "at",
        "as",
        "a",
        "and",
        ",",
        ";",
        "but",
        "always",
        "never",
        "when",
        "if",
        "you",
        "say",
        "do",
        "not",
        "from",
        "now",
        "use",
        "for",
        "to",
        "on",
        "every",
        "Monday",
        "at",
        "10",
        "until",
        "called",
        "Anna",
        "allergic",
        "like",
        "than",
        "who",
        "said",
        "process:",
        "first",
        "then",
        "keep",
        "answers",
        "short",
        "remember",
        "gets",
        "hives",
        "old",
        "-",
        "'",
        '"',
        "(",
        ")",
    ]
]


def seconds(text: str) -> float:
    start = time.process_time()
    extract([Said("user", text, AT, CST)])
    return time.process_time() - start


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=120))
def test_words_in_any_order_are_read_without_failure(words: list[str]) -> None:
    assert isinstance(extract([Said("user", "".join(words), AT, CST)]), list)


@pytest.mark.parametrize(
    "text", ["the is play is guitar. Denver", "My is in Oslo, 4410", "every was at 10 and our are new"]
)
def test_an_article_without_its_noun_fails_no_turn(text: str) -> None:
    assert isinstance(extract([Said("user", text, AT, CST)]), list)


@pytest.mark.parametrize(
    "text", [",Suppose I lived in Japan; what then?", "Am I allergic to penicillin?; 假想路388号3栋", ", ; - ."]
)
def test_a_sentence_of_which_nothing_is_left_fails_no_turn(text: str) -> None:
    assert isinstance(extract([Said("user", text, AT, CST)]), list)


@pytest.mark.parametrize("text", ["my airport is my 4000 the school;", "My phone is my alarm and our cellar is my gym"])
def test_two_things_of_ones_own_are_not_told_of_each_other_for_ever(text: str) -> None:
    assert isinstance(extract([Said("user", text, AT, CST)]), list)


@pytest.mark.parametrize(
    "unit",
    ["，二十有", "不我每天", "我们项目", "coffee: I farm morning ", "for ; ", "a , two ", "“，对", "每周一每周一的"],
)
def test_the_cost_of_a_long_run_grows_no_faster_than_the_run(unit: str) -> None:
    sentence = (unit * 300)[:590] + "。\n"
    once, eight = min(seconds(sentence) for _ in range(3)), min(seconds(sentence * 8) for _ in range(2))
    assert once < 0.4
    assert eight < 8 * once * 4 + 0.05
