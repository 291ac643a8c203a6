"""A model that only repeats a sentence has said nothing about why it should be kept."""

import json
from datetime import UTC, datetime

import pytest

from app.memories.extractors.llm import ModelExtractor
from app.memories.extractors.sentences import Said
from app.providers.llm.scripted import ScriptedLLM

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


async def confidence(said: str, content: str, key: str | None = None) -> float | None:
    """Of the only candidate that the model's answer gives; None when it gives none."""
    draft = {"evidence": said, "content": content, "kind": "fact", "key": key, "act": "assert", "lasting": True}
    llm = ScriptedLLM(json.dumps({"memories": [draft]}))
    reading = await ModelExtractor(llm)([[Said("user", said, NOON, UTC)]], [])
    return reading.candidates[0][1].confidence if reading.candidates else None


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("My code uses threads and it hangs.", "User's code uses threads and it hangs"),
        ("I have a question about mortgages.", "User has a question about mortgages"),
        ("我有一个小想法", "用户有一个小想法"),
        ("我的意思是晚点再动它", "用户的意思是晚点再动它"),
    ],
)
async def test_a_whole_sentence_without_a_word_that_lasts_waits(said: str, content: str) -> None:
    found = await confidence(said, content)
    assert found is None or found < 0.5


@pytest.mark.parametrize(
    ("said", "content", "key"),
    [
        ("Between us, the shed behind my house holds forty beehives that I tend.", "User tends forty beehives", None),
        ("I live in Harrowgate.", "User lives in Harrowgate", "residence"),
        ("I usually cycle along the canal.", "User usually cycles along the canal", None),
        ("我每天都给阳台的番茄浇水", "用户每天给番茄浇水", None),
        ("说起来我家后院那一排箱子里都是我养的蜜蜂", "用户养蜜蜂", None),
    ],
)
async def test_what_a_good_model_draws_out_of_a_sentence_is_kept_at_once(
    said: str, content: str, key: str | None
) -> None:
    found = await confidence(said, content, key)
    assert found is not None
    assert found >= 0.5


async def test_a_sentence_with_its_person_twice_is_no_sentence_and_waits() -> None:
    found = await confidence(
        "My neighbour's van is always in the way.", "User their neighbour's van is always in the way"
    )
    assert found is None or found < 0.5
