"""An allergy that is put right tells of both things, each under its own key."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def values(text: str) -> dict[str | None, str | None]:
    return {one.key: one.value for one in extract([Said("user", text, NOON, UTC)])}


@pytest.mark.parametrize(
    "text",
    [
        "更正一下，我对腰果不过敏，是对榛子过敏。",
        "说错了，我对榛子过敏，不是腰果。",
        "我说错了，我不是对腰果过敏，是对榛子过敏。",
        "我不是对腰果过敏，而是对榛子过敏",
        "不对，不是腰果，我是对榛子过敏。",
        "我過敏的是榛子，不是腰果",
    ],
)
def test_in_chinese(text: str) -> None:
    assert values(text) == {"allergy:腰果": "no", "allergy:榛子": "yes"}


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I meant I'm allergic to mustard, not sesame.",
        "Actually I'm not allergic to sesame, I'm allergic to mustard.",
        "I'm not allergic to sesame but to mustard.",
        "No, I'm allergic to mustard and not to sesame.",
        "I misspoke, it's mustard I'm allergic to, not sesame.",
        "It's not sesame I'm allergic to, it's mustard.",
    ],
)
def test_in_english(text: str) -> None:
    assert values(text) == {"allergy:sesame": "no", "allergy:mustard": "yes"}


def test_of_somebody_else() -> None:
    assert values("Correction: my niece is allergic to mustard, not sesame.") == {
        "relation:niece:allergy:sesame": "no",
        "relation:niece:allergy:mustard": "yes",
    }
    assert values("我侄子不是对腰果过敏，是对榛子过敏。") == {
        "relation:nephew:allergy:腰果": "no",
        "relation:nephew:allergy:榛子": "yes",
    }


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to sesame, not just mustard.",
        "I'm not allergic to sesame, I just dislike it.",
        "I'm not allergic to sesame but my niece is.",
        "Am I allergic to mustard, not sesame?",
        "我是对榛子过敏不是对腰果过敏吗？",
    ],
)
def test_nothing_else_is_taken_for_it(text: str) -> None:
    found = values(text)
    assert len([key for key in found if key and "allergy" in key]) < 2
