"""Typed in a hurry, or told by the way people tell it: shorthand, partings, notices, animals that died, ages by now."""

from datetime import UTC, datetime

import pytest

from app.memories import endings
from app.memories.extractors.rules import extract, read
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def told(text: str) -> list[Candidate]:
    return extract([Said("user", text, NOON, UTC)])


def ended(text: str) -> set[tuple[str | None, str | None]]:
    """Key and value, or thing, of what a text ends; hints end nothing by themselves."""
    found = [one for one in read([Said("user", text, NOON, UTC)]) if one.act is Act.RETRACT]
    return {(one.key, one.value or one.topic) for one in found if not endings.only_hints(one)}


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("gf's name is rosalind", "User's girlfriend is called Rosalind"),
        ("btw im veggie now", "User is vegetarian"),
        ("tmrw's my piano exam", "User's piano exam is on 2026-12-02"),
        ("now we live in Tartu", "User lives in Tartu"),
        ("I used to be a baker, now I drive a tram", "User drives a tram"),
        ("started fencing lessons instead", "User is learning fencing"),
        ("oddly enough fennel's grown on me", "User likes fennel"),
        ("我女儿小穗七岁了", "用户的女儿小穗2026年七岁"),
        ("我四十岁了", "用户2026年四十岁"),
        ("单身好多年了", "用户单身，已好多年"),
        ("我脱单了 他叫程亦", "用户的男朋友名叫程亦"),
    ],
)
def test_shorthand_and_small_talk_are_read_as_meant(text: str, content: str) -> None:
    assert content in [one.content for one in told(text)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("me and rosalind broke up last week :(", "marital_status"),
        ("Oskar dumped me", "marital_status"),
        ("we called it off, the wedding I mean", "marital_status"),
        ("I'm seeing someone", "marital_status"),
        ("handed in my notice this morning", "employer"),
        ("put in my two weeks at Oakhollow", "employer"),
        ("那家公司我去年就离开了", "employer"),
        ("今天把辞职信交了", "employer"),
        ("跟唐愿掰了", "relation:partner"),
        ("婚不结了", "marital_status"),
        ("我脱单了", "marital_status"),
        ("年糕上周去喵星了", "pet:年糕"),
    ],
)
def test_partings_in_other_words_end_what_they_mean(text: str, key: str) -> None:
    assert key in [each for each, _ in ended(text)]


@pytest.mark.parametrize(
    "text",
    [
        "thanks bro",
        "I'm an RN in Leeds, no break today",
        "my sister broke up with Oskar",
        "Rosalind and I are over the moon about it",
        "he handed in his notice",
        "我没跟唐愿掰",
        "公司跟客户谈崩散了",
        "我把车停了",
    ],
)
def test_what_only_sounds_like_a_parting_ends_nothing(text: str) -> None:
    assert not [each for each in ended(text) if each[0] in ("marital_status", "employer", "relation:partner")]


@pytest.mark.parametrize(
    "text",
    [
        "我们已经住进去了",
        "他们已经搬进去了",
        "no more chess for me",
        "flogged the car so it's the tram for me from now on",
    ],
)
def test_no_hollow_words_and_no_wish_for_the_assistant_come_of_it(text: str) -> None:
    assert not [one for one in told(text) if "wants" in one.content or one.content.startswith("用户他们")]


def test_what_was_not_done_in_a_year_names_no_year_to_come() -> None:
    assert not [one for one in told("I haven't been to the climbing gym in a year") if "2027" in one.content]
