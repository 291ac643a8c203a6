"""What the English grammar makes of one sentence: keys, acts, dates, refusals, time."""

import json
import time
from datetime import UTC, datetime

import pytest

from app.memories.extractors import en
from app.memories.extractors.sentences import Said, Sentence, own_speech
from app.memories.model import Act, Candidate, Kind, Source, Type

NOON = datetime(2026, 8, 6, 12, tzinfo=UTC)  # a Thursday


def read(text: str) -> list[Candidate]:
    return [one for sentence in own_speech(Said("user", text, NOON, UTC)) for one in en.read(sentence)]


def one(text: str) -> Candidate:
    found = read(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("ways", "key", "value"),
    [
        (["I live in Gdynia.", "i'm based in gdynia!!", "We've moved to Gdynia."], "residence", "gdynia"),
        (["My shell is nushell.", "I use nushell as my shell.", "shell = nushell"], "tool:shell", "nushell"),
        (["I’m allergic to plums.", "I have a plum allergy.", "I have an allergy to plums."], "allergy:plum", "yes"),
        (["My birthday is on 7 April.", "I was born on April 7th.", "Birthday: April 7"], "birthday", "04-07"),
        (["Call me Juno.", "My friends call me Juno.", "Could you please call me Juno?"], "form_of_address", "juno"),
        (["From now on answer in Czech.", "I'd like you to always reply in Czech."], "answer_language", "czech"),
    ],
)
def test_the_same_statement_in_other_words_has_the_same_key_and_value(ways: list[str], key: str, value: str) -> None:
    assert {(found.key, found.value) for way in ways for found in [one(way)]} == {(key, value)}


def test_a_taste_and_its_opposite_share_a_key() -> None:
    liked, disliked = one("I love beetroot."), one("I can't stand beetroot these days.")
    assert liked.key == disliked.key == "taste:beetroot"
    assert (liked.value, disliked.value) == ("like", "dislike")
    assert "not" in disliked.content


def test_facts_about_others_keep_their_subject() -> None:
    found = read("My cousin Ottilie is a glazier in Bath.")
    assert [item.key for item in found] == ["relation:cousin:ottilie:occupation", "relation:cousin:ottilie:residence"]
    assert all(item.content.startswith("User's cousin Ottilie") for item in found)


def test_she_in_the_next_clause_is_the_person_before() -> None:
    found = read("My boss is called Amara and she speaks Swahili.")
    assert [item.key for item in found] == ["relation:boss:name", "relation:boss:speaks:swahili"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I no longer play the flute.", "plays:flute"),
        ("I don't live in Split anymore.", "residence"),
        ("I've stopped jogging.", "habit:jog"),
        ("I used to speak Latvian.", "speaks:latvian"),
        ("I left Tamarind Foods last week.", "employer"),
        ("Our cat Quince died.", "pet:quince"),
    ],
)
def test_what_has_ended_is_retracted_under_its_own_key(text: str, key: str) -> None:
    found = one(text)
    assert (found.act, found.key) == (Act.RETRACT, key)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Please forget that I'm allergic to plums.", "allergy:plum"),
        ("Delete what you know about my birthday.", "birthday"),
        ("Don't remember my email address.", "email"),
        ("Forget everything you know about me.", None),
    ],
)
def test_a_request_to_forget_names_the_key(text: str, key: str | None) -> None:
    found = one(text)
    assert (found.act, found.key) == (Act.FORGET, key)


def test_going_back_names_the_matter_when_the_sentence_does() -> None:
    assert one("Go back to how it was before.").act is Act.REVERT
    assert one("Please switch back to my previous tone.").key == "answer_tone"


def test_a_correction_reads_the_sentence_before_it() -> None:
    found = read("My name is Marko Vidal. No, it's Marco, sorry.")
    assert [item.key for item in found] == ["name", "name"]
    assert "Marco" in found[-1].content


def test_scenes_give_preferences_of_their_own() -> None:
    found = read("In code reviews be thorough, but in chat keep it brief.")
    assert [(item.key, item.value, item.scene) for item in found] == [
        ("answer_length", "detailed", "code_review"),
        ("answer_length", "short", "daily_chat"),
    ]


def test_a_procedure_stays_one_memory_with_its_steps_in_order() -> None:
    found = one("Our backup routine: stop the writers, copy the volume, then verify the checksum.")
    assert (found.kind, found.type, found.project_bound) == (Kind.PROCEDURE, Type.PROCEDURAL, True)
    assert found.content.index("stop") < found.content.index("copy") < found.content.index("verify")


def test_dates_become_absolute_and_end_what_they_date() -> None:
    found = one("I have an eye exam tomorrow.")
    assert "2026-08-07" in found.content
    assert found.expires_at == datetime(2026, 8, 8, tzinfo=UTC)
    assert one("I joined Tamarind Foods on 1 June 2026.").valid_from == datetime(2026, 6, 1, tzinfo=UTC)


def test_what_the_user_asks_to_keep_is_explicit_and_told_in_the_third_person() -> None:
    found = one("Remember: my bike is locked with the red chain.")
    assert (found.source, found.confidence) == (Source.USER_EXPLICIT, 0.95)
    assert found.content == "User's bike is locked with the red chain"


def test_a_suspected_illness_is_only_inferred_and_sensitive() -> None:
    found = one("I think I might have gout.")
    assert (found.source, found.sensitive) == (Source.INFERRED, "health")
    assert found.confidence < 0.5


def test_the_statement_before_a_question_is_kept() -> None:
    assert one("I'm allergic to plums, what can I bake?").key == "allergy:plum"


@pytest.mark.parametrize(
    "text",
    [
        "Do you like plums?",
        "If I lived in Split, would I need a car?",
        "I wish I spoke Latvian.",
        "I'm worn out.",
        "I have a problem with my printer.",
        "Reply in Czech just this once.",
        "My gran asked whether you like plums.",
        "I like your last answer.",
        "I'm in Split for the weekend.",
        "Never mind!",
        'How do I translate "I live in Split"?',
    ],
)
def test_what_is_not_said_for_real_or_for_long_leaves_nothing(text: str) -> None:
    assert [item for item in read(text) if not item.temporary] == []


@pytest.mark.parametrize("piece", ["and I am ", "my ", "a, ", "call me ", "no longer ", "((", "first then ", "I "])
def test_hostile_repetition_is_read_in_bounded_time(piece: str) -> None:
    text = " ".join((piece * 600)[:600].split())
    start = time.process_time()
    en.read(Sentence(text, NOON, UTC, None, "en", "", question=False, quotes=()))
    assert time.process_time() - start < 0.25, json.dumps(piece)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("When you write emails for me, use short words.", "when the assistant writes emails"),
        ("Whenever you send me a plan, add a date.", "whenever the assistant sends"),
        ("If you do not know a word, say so.", "if the assistant does not know"),
        ("When you answer me, keep it short.", "when the assistant answers"),
    ],
)
def test_what_the_assistant_does_is_told_in_the_third_person(text: str, told: str) -> None:
    assert told in one(text).content.lower()


@pytest.mark.parametrize("name", ["the Open University of Galway", "Fernhill", "the Royal Mint"])
def test_where_somebody_is_after_leaving_a_place_is_the_new_employer(name: str) -> None:
    found = read(f"I left Acme; I'm now at {name}.")
    assert [(each.act, each.key, each.value) for each in found] == [
        (Act.RETRACT, "employer", "acme"),
        (Act.ASSERT, "employer", name.removeprefix("the ").lower()),
    ]
