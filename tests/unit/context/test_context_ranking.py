from dataclasses import replace
from datetime import timedelta

import pytest
from context_samples import NOW, asking, episode, hit, memory, preference, ranked, reasons

from app.context.model import Hit, Stats
from app.memories.model import Memory, Status, Trust, Type

LARGE = Stats(n=500, vector_mean=0.05, vector_std=0.08, keyword_mean=0.2, keyword_std=1.0, keyword_ideal=20.0)


def contents(query: str | None, *hits: Hit, **fields: object) -> list[str]:
    kept, _ = ranked(asking(query, **fields), *hits)
    return [one.hit.memory.content for one in kept]


def test_the_memory_that_fits_comes_and_the_unrelated_one_is_dropped_for_its_weakness() -> None:
    fits, not_fits = memory("The depot opens at six"), memory("User plays the oboe")
    kept, drops = ranked(asking("When does the depot open?"), hit(fits, 0.5, 1.5), hit(not_fits, 0.05))
    assert [one.hit.memory for one in kept] == [fits]
    assert reasons(drops) == {not_fits.id: "below_threshold"}


def test_small_talk_gets_nothing_not_even_standing_instructions() -> None:
    short = preference("User wants short answers", key="answer_length")
    kept, drops = ranked(asking("Thanks, bye!"), hit(short, 0.9, key=True))
    assert kept == []
    assert reasons(drops) == {short.id: "below_threshold"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"expires_at": NOW}, "expired"),
        ({"valid_to": NOW - timedelta(days=1)}, "expired"),
        ({"status": Status.SUPERSEDED}, "superseded"),
        ({"status": Status.DISABLED}, "disabled"),
        ({"status": Status.PENDING}, "untrusted"),
        ({"trust": Trust.TOOL}, "untrusted"),
        ({"trust": Trust.ASSISTANT}, "untrusted"),
        ({"metadata": {"quarantined": True}}, "untrusted"),
        ({"scene": "travel"}, "scene_mismatch"),
        ({"type": Type.PROCEDURAL}, "disabled"),
    ],
)
def test_what_may_not_be_shown_is_dropped_with_its_reason(changes: dict[str, object], reason: str) -> None:
    one = replace(memory("The depot opens at six"), **changes)  # type: ignore[arg-type]  # fields of a memory
    query = asking("When does the depot open?", scene="work", types=(Type.SEMANTIC,))
    kept, drops = ranked(query, hit(one, 0.9, 3.0))
    assert kept == []
    assert reasons(drops) == {one.id: reason}


def test_a_confirmed_claim_of_a_tool_and_a_quoted_assistant_are_shown() -> None:
    confirmed = memory("The depot opens at six", trust=Trust.TOOL, metadata={"confirmed": True})
    quoted = episode("assistant: the depot closes at nine", trust=Trust.ASSISTANT)
    assert len(contents("When does the depot open?", hit(confirmed, 0.5), hit(quoted, 0.5))) == 2


def test_a_memory_of_a_scene_comes_after_an_equal_general_one_when_no_scene_is_named() -> None:
    special, general = memory("The van is blue", scene="move"), memory("The van is old")
    assert contents("Tell me about the van", hit(special), hit(general)) == ["The van is old", "The van is blue"]


def test_the_preference_of_the_scene_stands_instead_of_the_general_one() -> None:
    general = preference("User wants brief answers", key="answer_length")
    special = preference("User wants detailed design documents", key="answer_length", scene="design")
    kept, drops = ranked(
        asking("Write the cache design", scene="design"), hit(general, key=True), hit(special, key=True)
    )
    assert [one.hit.memory for one in kept] == [special]
    assert reasons(drops) == {general.id: "scene_mismatch"}


@pytest.mark.parametrize("query", ["How do I bake bread?", "怎么给自行车补胎？"])
def test_instructions_for_every_reply_come_whatever_is_asked(query: str) -> None:
    address = preference("Call the user Captain", key="form_of_address")
    assert contents(query, hit(address, 0.0, key=True)) == ["Call the user Captain"]


def test_a_standing_instruction_without_a_key_is_known_by_its_words() -> None:
    assert contents("帮我写一封邮件", hit(preference("用户希望被称呼为船长"), 0.0, key=True))


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("Plan a picnic for us", "allergy:walnut"),
        ("晚饭做点什么好", "allergy:walnut"),
        ("感冒了该吃什么药", "allergy:penicillin"),
        ("Find a slot for the review next week", "schedule:thursday"),
        ("安排一次评审会", "schedule:thursday"),
        ("Write a small script that renames files", "code_language"),
        ("我想规划一次旅行", "residence"),
    ],
)
def test_keyed_facts_come_when_the_topic_fits_without_any_similarity(query: str, key: str) -> None:
    assert contents(query, hit(memory("something keyed", key=key), 0.0, key=True))


def test_keyed_facts_of_another_topic_stay_away() -> None:
    allergy = memory("User is allergic to walnuts", key="allergy:walnut")
    assert contents("Explain how a diesel engine works", hit(allergy, 0.02, key=True)) == []


def test_a_memory_whose_value_is_named_comes_by_its_key() -> None:
    assert contents("Biscuit 今天不肯散步", hit(memory("用户的狗叫 Biscuit", key="pet:Biscuit"), 0.0, key=True))


def test_asking_to_remember_lowers_the_threshold() -> None:
    vague = memory("User asked for a dark mode")
    assert contents("Which feature is open?", hit(vague, 0.15)) == []
    assert contents("Do you remember which feature I mentioned?", hit(vague, 0.15)) == ["User asked for a dark mode"]


def test_every_part_of_the_score_is_visible() -> None:
    one = memory("Mira's office is in Ghent", entities=("Mira",))
    kept, _ = ranked(asking("Where does Mira work?"), hit(one, 0.4, 1.2))
    expected = {
        "vector",
        "keyword",
        "key",
        "entity",
        "relevance",
        "importance",
        "recency",
        "scene",
        "project",
        "support",
    }
    assert expected <= kept[0].parts.keys()


def test_importance_and_recency_move_a_score_only_within_their_bounds() -> None:
    dull_old = memory("The van is blue", importance=1, days_old=3000)
    vital_new = memory("The van is old", importance=5, days_old=0)
    kept, _ = ranked(asking("Tell me about the van"), hit(dull_old), hit(vital_new))
    best, worst = kept
    assert best.hit.memory is vital_new
    assert best.score / worst.score <= 1.15 / 0.85 * 1.1 / 0.9 + 0.01


def test_being_recalled_brings_a_part_of_the_freshness_back() -> None:
    idle = memory("The van is blue", days_old=400)
    used = replace(idle, id=memory("").id, content="The van is old", last_recalled_at=NOW)
    fresh = replace(idle, id=memory("").id, content="The van is new", occurred_at=NOW)
    order = contents("Tell me about the van", hit(idle), hit(used), hit(fresh))
    assert order == ["The van is new", "The van is old", "The van is blue"]


def test_in_a_large_scope_the_standardised_scores_decide() -> None:
    rare_word, similar = memory("Ticket QX-41 is about the pump"), memory("Tickets are handled by the desk")
    query = asking("What was QX-41 about?")
    kept, _ = ranked(query, hit(similar, 0.3, 0.5), hit(rare_word, 0.2, 6.0), stats=LARGE)
    assert kept[0].hit.memory is rare_word


@pytest.mark.parametrize("n", [0, 1, 3])
def test_tiny_scopes_without_any_spread_are_judged_by_calibrated_relevance(n: int) -> None:
    near, far = memory("User lives in Ghent"), memory("User plays the oboe")
    kept, _ = ranked(asking("Where is my home?"), hit(near, 0.35), hit(far, 0.03), stats=Stats(n=n))
    assert [one.hit.memory for one in kept] == [near]


def test_without_vectors_the_words_alone_still_find() -> None:
    one = memory("The spare key is in the biscuit tin")
    assert contents("Where is the spare key?", hit(one, None, 2.0)) == [one.content]


def test_equal_memories_are_shown_once() -> None:
    first, second = memory("User lives in Ghent.", importance=5), memory("user lives in  ghent")
    kept, drops = ranked(asking("Where do I live?"), hit(first), hit(second))
    assert [one.hit.memory for one in kept] == [first]
    assert reasons(drops) == {second.id: "duplicate"}


def test_a_keyed_fact_replaces_the_message_it_was_read_from() -> None:
    fact = memory("User lives in Ghent", key="residence", evidence="I live in Ghent now.")
    source = episode("Mira: I live in Ghent now.")
    kept, drops = ranked(asking("Where do I live?"), hit(source, 0.6), hit(fact, 0.5, key=True))
    assert [one.hit.memory for one in kept] == [fact]
    assert reasons(drops) == {source.id: "duplicate"}


def test_two_facts_of_one_sentence_are_no_duplicates() -> None:
    said = "I'm Mira and I live in Ghent."
    facts = [memory("User is called Mira", evidence=said), memory("User lives in Ghent", evidence=said)]
    assert len(contents("Who am I and where do I live?", *map(hit, facts))) == 2


def test_an_episode_gains_from_its_neighbour_in_the_session() -> None:
    def part(seq: int, text: str) -> Memory:
        return episode(text, session_id="old", metadata={"from_seq": seq, "to_seq": seq})

    beside, alone = part(4, "It was the gasket."), part(9, "It was the wrench.")
    kept, _ = ranked(
        asking("Why did the pump leak?"), hit(part(3, "Why does the pump leak?"), 0.6), hit(beside), hit(alone)
    )
    assert [one.hit.memory.content for one in kept][1] == "It was the gasket."


def test_a_beginning_conversation_gets_what_is_known_by_key() -> None:
    assert contents(None, hit(memory("User is called Mira", key="name"), None, key=True)) == ["User is called Mira"]


def test_an_episode_of_the_day_that_is_asked_for_comes_first() -> None:
    yesterday, earlier = episode("We spoke about pumps", days_old=1), episode("We spoke about hoses", days_old=6)
    assert contents("What did we speak about yesterday?", hit(earlier), hit(yesterday))[0] == "We spoke about pumps"


def test_each_hit_is_either_kept_or_dropped() -> None:
    hits = [hit(memory(f"Fact number {index}"), index / 40) for index in range(40)]
    kept, drops = ranked(asking("Which fact?"), *hits, stats=LARGE)
    assert sorted([*(one.hit.memory.id for one in kept), *(drop.memory_id for drop in drops)]) == sorted(
        one.memory.id for one in hits
    )
