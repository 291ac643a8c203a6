"""Cantonese as it is typed says what the same sentence says in plain words."""

import pytest
from speech_zh import values

from app.memories.extractors.idioms.cantonese import plainly


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("我住喺沙田", "我住在沙田"),
        ("我喺观塘返工", "我在观塘上班"),
        ("我哋搬咗去将军澳喇", "我们搬到将军澳了"),
        ("奶茶我唔饮喇", "奶茶我不饮了"),
        ("我份工冇做喇", "我工作不做了"),
    ],
)
def test_its_words_are_those_of_the_grammar(typed: str, plain: str) -> None:
    assert plainly(typed) == plain


@pytest.mark.parametrize("said", ["关系很好", "我钟意的人", "他系鞋带", "宜家的家具", "食堂的饭"])
def test_other_chinese_stays_as_it_is(said: str) -> None:
    assert plainly(said) == said


def test_it_is_kept() -> None:
    assert values("我住喺沙田") == {"residence": "沙田"}
