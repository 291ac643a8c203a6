"""Whoever was told of by name is known by it later; nobody else is."""

import time
from datetime import UTC, datetime

import pytest

from app.memories.extractors.known import NOBODY, People
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def later(*turns: str) -> list[Candidate]:
    """What the last of several turns says."""
    people: People = NOBODY
    found: list[Candidate] = []
    for turn in turns:
        found = extract([Said("user", turn, NOON, UTC)], people)
        people = people.with_(found)
    return found


@pytest.mark.parametrize(
    ("before", "after", "key", "value"),
    [
        ("My aunt Wilma lives in Linz.", "Actually Wilma moved to Trento.", "relation:aunt:wilma:residence", "trento"),
        ("My aunt Wilma lives in Linz.", "Wilma's moved to Trento.", None, None),
        ("My husband Ruben works at Oakfield.", "Ruben works at Tarn now.", "relation:husband:employer", "tarn"),
        ("My brother Joss is a cook.", "Joss is allergic to eggs", "relation:brother:joss:allergy:egg", "yes"),
        ("My brother Joss is a cook.", "Joss is a glazier now.", "relation:brother:joss:occupation", "glazier"),
        ("My boss is called Petra.", "Petra's birthday is 4 June", "relation:boss:birthday", "06-04"),
        ("我老婆叫赵岚", "赵岚现在在出版社上班", "relation:wife:employer", "出版社"),
        ("我表妹小樱住在泉州", "小樱搬到昆明了", "relation:cousin:小樱:residence", "昆明"),
        ("我朋友阿拓在美团上班", "阿拓对虾过敏", "relation:friend:阿拓:allergy:虾", "yes"),
    ],
)
def test_a_name_means_whom_it_was_told_of(before: str, after: str, key: str | None, value: str | None) -> None:
    found = later(before, after)
    if key is not None:
        assert [(one.key, one.value) for one in found] == [(key, value)]
    assert all(one.evidence == after for one in found)


def test_the_key_is_that_of_the_value_held() -> None:
    (found,) = later("My sister is called Maud. My sister lives in Hull.", "Maud moved to Ely")
    assert (found.key, found.content) == ("relation:sister:residence", "User's sister Maud lives in Ely")
    (found,) = later("My sister Maud lives in Hull.", "My sister moved to Ely")
    assert found.key == "relation:sister:maud:residence"


def test_she_is_whom_the_sentence_before_named() -> None:
    (found,) = later("My cousin Bea lives in Turku.", "Bea called. She moved to Oulu.")
    assert (found.key, found.value) == ("relation:cousin:bea:residence", "oulu")


def test_within_one_message_a_name_is_known_from_the_sentence_that_tells_it() -> None:
    found = later("My cousin Bea lives in Turku. Bea works at Kesto.")
    assert [one.key for one in found] == ["relation:cousin:bea:residence", "relation:cousin:bea:employer"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("I have a dog named Pip", "Pip is allergic to chicken", "User's dog Pip is allergic to chicken"),
        ("我家猫叫年糕", "年糕查出肾病了", "用户家的猫年糕查出肾病"),
        ("我家猫叫年糕", "年糕对鱼过敏", "用户家的猫年糕对鱼过敏"),
        ("我家猫叫年糕", "年糕 now weighs 4 kg", "User's pet 年糕 now weighs 4 kg"),
    ],
)
def test_animals_are_known_by_name_too(before: str, after: str, words: str) -> None:
    assert words in [one.content for one in later(before, after)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("My sister Hope lives in Bath.", "Hope you are well"),
        ("My sister Hope lives in Bath.", "Will Hope come?"),
        ("My friend Odo is a nurse.", "I saw Odo yesterday"),
        ("My friend Odo is a nurse.", "If Odo moved to Rome I would cry"),
        ("我妹妹小雨住在成都", "小雨转多云"),
        ("我家狗叫可乐", "可乐喝完了"),
        ("My aunt Wilma lives in Linz.", "Gerda moved to Trento"),
    ],
)
def test_what_only_looks_like_the_name_says_nothing_of_them(before: str, after: str) -> None:
    assert [one for one in later(before, after) if (one.key or "").startswith(("relation", "pet"))] == []


def test_a_name_of_two_people_is_nobody_that_could_be_meant() -> None:
    found = later("My daughter Ines is 9.", "My friend Ines is a nurse.", "Ines moved to Porto")
    assert [one.key for one in found if one.key] == []


@pytest.mark.parametrize(
    ("before", "after", "value"),
    [
        ("My niece Tilda's birthday is 12 May.", "sorry, Tilda's birthday is the 13th", "05-13"),
        ("My birthday is 2 August.", "Sorry, my birthday is the 3rd", "08-03"),
        ("我女儿小禾的生日是七月二号", "说错了，小禾的生日是三号", "07-03"),
        ("我女儿小禾的生日是七月二号", "说错了，小禾的生日是八月二号", "08-02"),
    ],
)
def test_a_correction_replaces_the_value_of_whom_it_names(before: str, after: str, value: str) -> None:
    (first,) = later(before)
    (found,) = later(before, after)
    assert (found.key, found.value, found.act) == (first.key, value, Act.ASSERT)


def test_nothing_is_said_of_the_user_when_the_name_is_unknown() -> None:
    assert later("说错了，小禾的生日是七月二号") == []


def test_many_names_are_read_in_linear_time() -> None:
    people = NOBODY.with_(extract([Said("user", f"My friend Ab{n:03} lives in Ulm.", NOON, UTC) for n in range(300)]))
    text = "Ab001 moved, " * 40
    begin = time.process_time()
    extract([Said("user", text, NOON, UTC)], people)
    assert time.process_time() - begin < 0.5
