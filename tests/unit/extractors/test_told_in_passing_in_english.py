"""What English users tell in passing is read as what it says; what only sounds like it is not."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.known import NOBODY, People
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def read(*turns: str) -> list[Candidate]:
    """What the last of several turns says."""
    people: People = NOBODY
    found: list[Candidate] = []
    for turn in turns:
        found = extract([Said("user", turn, NOON, UTC)], people)
        people = people.with_(found)
    return found


def held(*turns: str) -> dict[str | None, str | None]:
    return {one.key: one.value for one in read(*turns) if one.act is Act.ASSERT}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("swapped tutors, its Ms Ferrante now", "relation:tutor:name", "ms ferrante"),
        ("ive got a new thesis supervisor, Dr Quill", "relation:supervisor:name", "dr quill"),
        ("therapist changed again so now its Odette", "relation:therapist:name", "odette"),
        ("our line manager got replaced by Winifred", "relation:manager:name", "winifred"),
        ("my teacher of violin has changed, now is Mr Barros", "relation:teacher:name", "mr barros"),
        ("new landlady since june, Mrs Pell", "relation:landlord:name", "mrs pell"),
        ("my coach is Tamsin now", "relation:coach:name", "tamsin"),
        ("my dentist is Dr Moss on Quay Road", "relation:dentist:name", "dr moss"),
    ],
)
def test_who_has_a_role_by_now_is_read_where_it_is_told_that_it_changed(text: str, key: str, value: str) -> None:
    assert held(text).get(key) == value


@pytest.mark.parametrize(
    "text",
    [
        "my supervisor changed offices, its room 12 now",
        "my boss changed the deadline, its Friday now",
        "changed the fonts for my tutor, theyre bigger now",
        "thinking of changing dentists, maybe Dr Moss",
        "my coach left the keys, its raining now",
    ],
)
def test_a_change_of_something_else_names_nobody(text: str) -> None:
    assert not [key for key in held(text) if (key or "").startswith("relation:") and (key or "").endswith(":name")]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("off lates since tuesday", "lates"),
        ("finally off the graveyard shift", "graveyard shift"),
        ("no more weekends for me, boss hired help", "weekends"),
        ("they took me off the on-call rota", "on-call rota"),
        ("not on earlies any more as of last week", "earlies"),
    ],
)
def test_hours_of_work_that_are_over_are_read_as_an_end(text: str, hours: str) -> None:
    ended = [one for one in read(text) if one.act is Act.RETRACT]
    assert any(hours in f"{one.topic} {one.content}" for one in ended)


@pytest.mark.parametrize("text", ["off to the night shift now", "im off tonight", "off work with a cold today"])
def test_an_evening_off_ends_no_hours_of_work(text: str) -> None:
    assert not [one for one in read(text) if one.act is Act.RETRACT]


@pytest.mark.parametrize(
    ("text", "diet"),
    [
        ("more or less vegan these days tbh", "vegan"),
        ("so basically gluten free now", "gluten-free"),
        ("mostly plant based now, for the cholesterol", "plant-based"),
        ("kinda pescatarian atm i guess", "pescatarian"),
        ("im pretty much keto", "keto"),
        ("90% vegetarian now", "vegetarian"),
    ],
)
def test_a_diet_that_is_hedged_is_a_diet(text: str, diet: str) -> None:
    assert held(text).get("diet") == diet


@pytest.mark.parametrize(
    "text",
    ["made a basically vegan curry for my mates", "the menu is mostly vegetarian", "more or less vegan options here"],
)
def test_a_hedged_dish_is_no_diet_of_the_user(text: str) -> None:
    assert "diet" not in held(text)


def test_what_somebody_near_does_not_have_after_all_is_read() -> None:
    told = held(
        "My nephew Piet is allergic to walnuts", "turns out piet isnt allergic to walnuts after all, they retested him"
    )
    assert told == {"relation:nephew:piet:allergy:walnut": "no"}
    told = held("My son Arlo has asthma", "arlo never had asthma it turns out, it was a cold")
    assert told["relation:son:arlo:health:asthma"] == "no"
    assert held("My mother is not diabetic")["relation:mother:health:diabetes"] == "no"


def test_a_name_typed_small_means_who_bears_it_and_a_small_word_means_nobody() -> None:
    assert held("My aunt Wilma lives in Linz.", "wilma moved to Trento") == {"relation:aunt:wilma:residence": "trento"}
    assert not held("My aunt Hope lives in Linz.", "hope is all we have")
    assert not held("My aunt Wilma lives in Linz.", "wilma sounds like a nice name")


def test_a_face_between_words_ends_a_sentence() -> None:
    ended = [one for one in read("me and oskar split up :( hes moving out friday") if one.act is Act.RETRACT]
    assert any(one.topic == "Oskar" for one in ended)
    assert any(one.topic == "nights" for one in read("finally off nights 🎉 back on days") if one.act is Act.RETRACT)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("pls dont bring up my custody case", "custody case"),
        ("please never mention the fire again", "fire"),
        ("stop talking about my sister's wedding", "sister's wedding"),
        ("can we leave my height out of it, it hurts", "height"),
        ("keep my religion out of our chats please", "religion"),
        ("no more crypto talk please", "crypto"),
        ("enough with the cricket chat", "cricket"),
        ("I'd rather not talk about my stepdad", "stepdad"),
        ("can you not ask about the baby any more", "baby"),
        ("dont bring my ex up again", "ex"),
        ("my salary is off limits", "salary"),
    ],
)
def test_what_shall_not_be_brought_up_is_kept_as_a_wish(text: str, topic: str) -> None:
    assert [(one.value, topic in one.content) for one in read(text) if one.act is Act.ASSERT] == [("never", True)]


@pytest.mark.parametrize(
    "text",
    [
        "don't mention the price in this email",
        "dont mention the delay",
        "don't mention it",
        "Write a letter to my landlord. Don't mention my dog.",
        "draft a reply but leave my age out of it",
        "my boss never talks about the budget",
        "dont mention the surprise to Anna",
        "I don't want to talk about it",
        "dont bring an umbrella",
        "leave the onions out of it",
        "no questions",
    ],
)
def test_what_is_left_out_of_one_text_is_no_wish_for_good(text: str) -> None:
    assert not [one for one in read(text) if (one.key or "").startswith("instruction:")]


def test_a_topic_that_may_come_up_again_takes_the_place_of_the_wish() -> None:
    (wish,), (lifted,) = read("don't bring up my divorce"), read("you can talk about my divorce again")
    assert wish.key == lifted.key
    assert wish.value != lifted.value


@pytest.mark.parametrize(
    ("text", "pets"),
    [
        ("I have a cat and a dog, Pickle n Mustard", {"pet:pickle": "cat", "pet:mustard": "dog"}),
        (
            "we have a lab, a collie and a cat: Bram, Fern and Tig",
            {"pet:bram": "lab", "pet:fern": "collie", "pet:tig": "cat"},
        ),
        ("got a rabbit & a hamster, Dot and Ned", {"pet:dot": "rabbit", "pet:ned": "hamster"}),
        ("my dogs are Pepper, Salty n Mags", {"pet:pepper": "dog", "pet:salty": "dog", "pet:mags": "dog"}),
        ("our hens are called Rolo & Twix", {"pet:rolo": "hen", "pet:twix": "hen"}),
        ("we have two cats, Olive n Fig", {"pet:olive": "cat", "pet:fig": "cat"}),
        ("our cats are black and white", {}),
        ("biscuits n gravy for breakfast", {}),
    ],
)
def test_several_animals_have_each_its_name(text: str, pets: dict[str, str]) -> None:
    assert {key: value for key, value in held(text).items() if (key or "").startswith("pet:")} == pets


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("inge and me are over. hes collecting his stuff sunday", "Inge"),
        ("oskar and i have split, hes gone back to Ulm", "Oskar"),
        ("Noor and I separated in the summer, still friends tho", "Noor"),
        ("me and anton are finished, feels weird", "Anton"),
        ("Tilda dumped me, feeling rubbish", "Tilda"),
    ],
)
def test_a_parting_is_heard_whatever_follows_it(text: str, who: str) -> None:
    assert [one.topic for one in read(text) if one.act is Act.RETRACT and one.key == "marital_status"] == [who]


@pytest.mark.parametrize(
    "text",
    [
        "oskar and i split the bill",
        "me and per split, half each",
        "inge and me are over at mums",
        "I left Tidewell, too much stress",
    ],
)
def test_what_a_couple_shares_parts_nobody(text: str) -> None:
    assert not [one for one in read(text) if one.key == "marital_status"]


def test_what_goes_on_about_somebody_near_is_not_of_the_user() -> None:
    assert held("my flatmate is gone, moved back to Naples") == {"relation:flatmate:residence": "naples"}
    assert "employer" not in held("my boss is nice, started at Oakmont last year")
    assert held("I grew up in Ghent, moved to Ulm in 2019")["residence"] == "ulm"


def test_hours_of_work_are_read_where_somebody_is_on_them_for_good() -> None:
    assert held("im on night shift at the depot")["work_mode"] == "night shift"
    assert "work_mode" not in held("im on night shift tonight")
