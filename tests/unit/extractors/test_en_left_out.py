"""What people type of themselves without its subject, in another build, or several things at once."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate, Kind

THURSDAY = datetime(2026, 8, 6, 12, tzinfo=UTC)


def told(text: str) -> list[Candidate]:
    return extract([Said("user", text, THURSDAY, UTC)])


def kept(text: str) -> dict[str, str]:
    """Key and value of each statement."""
    return {one.key: one.value or "" for one in told(text) if one.key and one.act is Act.ASSERT}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Worked nights for years, been at Orchard Mill since 2019", "employer", "orchard mill"),
        ("born in Mombasa, raised in Hull", "upbringing", "hull"),
        ("fired from Axley last spring, freelancing as a proofreader since", "occupation", "freelance proofreader"),
        ("renting in Altona with two flatmates", "residence", "altona"),
        ("it's Ghent where we live, not Bruges", "residence", "ghent"),
        ("we're in a hamlet near Kelso now", "residence", "kelso"),
        ("never been one for opera", "taste:opera", "dislike"),
        ("turning 60 on the 4th of May", "birthday", "05-04"),
        ("I'm 31, they/them, left handed", "pronouns", "they/them"),
        ("The name of my landlady is Perpetua Wills", "relation:landlord:name", "perpetua wills"),
        ("I'm Leopold but Leo will do", "form_of_address", "leo"),
        ("It's tidy here, just Nell is fine", "form_of_address", "nell"),
        ("heavy metal gets on my nerves", "taste:heavy metal", "dislike"),
        ("Hazelnuts are off limits for me because of an allergy", "allergy:hazelnut", "yes"),
    ],
)
def test_what_a_clause_leaves_out_is_told_of_the_user(text: str, key: str, value: str) -> None:
    assert kept(text).get(key) == value, told(text)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("I'm allergic to sesame, mustard and celery", {"allergy:sesame", "allergy:mustard", "allergy:celery"}),
        ("I can't eat liver, kidneys or tripe", {"diet:liver", "diet:kidney", "diet:tripe"}),
        ("I love sailing, old maps and strong tea", {"taste:sailing", "taste:old map", "taste:strong tea"}),
        ("I have asthma, eczema and a slipped disc", {"health:asthma", "health:eczema", "health:slipped disc"}),
        ("I play oboe, bassoon and chess", {"plays:oboe", "plays:bassoon", "plays:chess"}),
    ],
)
def test_of_three_things_each_is_kept(text: str, keys: set[str]) -> None:
    assert keys <= kept(text).keys(), told(text)


@pytest.mark.parametrize(
    "text", ["I love climbing, cats hate me and dogs love me", "I like tea, it calms me and helps"]
)
def test_clauses_behind_a_comma_are_no_list(text: str) -> None:
    assert not any(" me" in (one.key or "") or " it" in (one.key or "") for one in told(text))


@pytest.mark.parametrize(
    "text",
    [
        "Been a rough week",
        "Raised a ticket about it, no answer",
        "Married at First Sight is trash",
        "stuck on this test for an hour",
        "in the film she's a judge who never laughs",
        "'I live on toast,' said the clown",
        "moved on to chapter two",
        "tired of these logs",
    ],
)
def test_what_leaves_out_its_subject_without_telling_of_a_life_is_not_kept(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("we rent a studio by the canal", "User rents a studio by the canal"),
        ("we squash commits before we merge", "User's team squashes commits before it merges"),
    ],
)
def test_at_home_we_are_the_user_and_at_work_the_team(text: str, content: str) -> None:
    assert [one.content.partition(" before")[0] for one in told(text)] == [content.partition(" before")[0]]


def test_what_has_to_be_done_by_a_day_is_a_task_and_no_habit_or_belonging() -> None:
    for text in ("gotta renew my visa before november 2", "I have to hand in my tax return by 30 September"):
        (one,) = told(text)
        assert one.kind is Kind.TASK
        assert one.value == "open"
        assert one.metadata["due"].startswith("2026-")


def test_a_place_that_was_left_is_no_home() -> None:
    assert "residence" not in kept("moved out of Carlisle last winter")


def test_what_is_needed_is_no_wish_for_the_assistant() -> None:
    for text in ("need to fix the roof before winter", "work four tens, off on fridays"):
        assert not any("assistant" in one.content for one in told(text))


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "For shopping lists sort things by aisle",
            "For shopping lists, User wants the assistant to sort things by aisle",
        ),
        ("Don't suggest crowded places to me", "User wants the assistant not to suggest crowded places to User"),
        ("Never use my middle name and don't mention my age", "User wants the assistant not to mention their age"),
        ("For notes I use Obsidian", "User uses Obsidian for notes"),
        ("when I say EOD I mean six o'clock", "When User says EOD, User means six o'clock"),
        ("Olives? Can't stand them.", "User cannot stand Olives"),
    ],
)
def test_wishes_of_a_sort_are_kept_and_statements_are_none(text: str, content: str) -> None:
    assert content in [one.content for one in told(text)]


def test_two_who_do_it_together_keep_the_verb_of_two() -> None:
    assert "Nora and User have split up" in [one.content for one in told("Nora and I have split up")]


@pytest.mark.parametrize(
    "text",
    [
        "Before anyone opens the hatch you check the gauge, vent the tank and call the bridge",
        "soak the oats overnight, then bake them slowly, then cool - that's how we do it here",
        "To reset the mixer: unplug it, wait a minute, then hold both dials",
        "to close the shop, count the till, lock the safe and set the alarm",
        "Nobody deploys on a Friday, that's the rule here",
        "All client files stay on the server, that's policy",
    ],
)
def test_steps_are_a_procedure_whoever_they_are_told_of(text: str) -> None:
    assert [one.kind for one in told(text)] == [Kind.PROCEDURE]


def test_what_a_thing_has_to_be_by_a_day_ends_with_the_day() -> None:
    (one,) = told("the visitor badge has to be ready by 1 October")
    assert one.kind is Kind.EVENT
    assert one.expires_at is not None


def test_people_who_answer_for_a_bare_matter_are_told_in_pairs() -> None:
    assert kept("Hugo handles billing, Wanda does support") == {"owner:billing": "hugo", "owner:support": "wanda"}


@pytest.mark.parametrize(
    "text",
    [
        "I've been sober for three years",
        "Korean dramas are fine but I'm terrible at finishing them",
        "my friend Pavel can't have gluten and his wife's vegan",
        "I joined Wexler in May, still on probation",
    ],
)
def test_a_state_is_no_job_no_taste_no_food_and_no_sentence(text: str) -> None:
    keys = " ".join(kept(text))
    assert not any(word in keys for word in ("occupation", "terrible", "wife", "law:")), told(text)


@pytest.mark.parametrize(
    ("text", "zone", "day"),
    [
        ("the booking form has to be live by 1 October", UTC, "2026-10-01"),
        ("the booking form has to be live by 1 October", ZoneInfo("Asia/Shanghai"), "2026-10-01"),
        ("The flyer needs to be printed before 3 October", ZoneInfo("America/New_York"), "2026-10-03"),
        ("The handover must be done by Friday", ZoneInfo("Pacific/Auckland"), "2026-08-07"),
    ],
)
def test_a_deadline_is_the_day_that_was_said_and_not_the_one_on_which_it_is_over(
    text: str, zone: tzinfo, day: str
) -> None:
    found = extract([Said("user", text, THURSDAY, zone)])
    assert [one.value for one in found if (one.key or "").startswith("deadline:")] == [day]
