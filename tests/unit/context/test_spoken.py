"""A fact gives way to the very words that it was read from, wherever there is room for these."""

from dataclasses import replace
from uuid import UUID, uuid4

from context_samples import asking, assembled, episode, hit, memory, ranked, reasons

from app.context.model import ContextQuery, Scored
from app.memories.model import Kind, Memory, Type

TURN = uuid4()
SAID = "I keep bees behind the shed. It is a lot of work in May."
FACT = "User keeps bees behind the shed"


def _pair(**fields: object) -> tuple[Scored, Scored]:
    fact = memory(FACT, evidence="I keep bees behind the shed.", source_turn_ids=(TURN,), **fields)
    said = episode(SAID, source_turn_ids=(TURN,))
    kept, _ = ranked(asking("Where are the bees?"), hit(fact, 0.4), hit(said, 0.4))
    by_id = {one.hit.memory.id: one for one in kept}
    return by_id[fact.id], by_id[said.id]


def test_words_in_the_context_are_not_told_once_more_by_the_fact_read_from_them() -> None:
    fact, said = _pair()
    for order in ((fact, said), (said, fact)):
        for budget in (150, 300, 2000):
            context = assembled(asking("Where are the bees?", max_tokens=budget), order)
            assert context.placed == [said.hit.memory.id]
            assert reasons(context.drops)[fact.hit.memory.id] == "duplicate"


def test_a_fact_stays_where_there_is_no_room_for_its_words() -> None:
    fact, _ = _pair()
    long = episode(f"{SAID} {'We talked of many other things that day. ' * 12}", source_turn_ids=(TURN,))
    said = ranked(asking("Where are the bees?"), hit(long, 0.4))[0][0]
    fact = Scored(hit=fact.hit, score=fact.score, parts=fact.parts, spoken=long.id)
    context = assembled(asking("Where are the bees?", max_tokens=50), (said, fact))
    assert context.placed == [fact.hit.memory.id]


def test_words_that_are_cut_do_not_stand_for_the_fact() -> None:
    fact, _ = _pair()
    long = episode(f"{'We talked of many other things that day. ' * 30}{SAID}", source_turn_ids=(TURN,))
    said = ranked(asking("Where are the bees?"), hit(long, 0.4))[0][0]
    fact = Scored(hit=fact.hit, score=fact.score, parts=fact.parts, spoken=long.id)
    assert fact.hit.memory.id in assembled(asking("Where are the bees?", max_tokens=200), (said, fact)).placed


def test_a_fact_with_a_key_stays_beside_its_words_where_room_is_not_short() -> None:
    fact, said = _pair(key="hobby:bees")
    assert set(assembled(asking("Where are the bees?", max_tokens=2000), (said, fact)).placed) >= {fact.hit.memory.id}


def test_words_that_have_changed_since_do_not_stand_for_the_fact() -> None:
    fact = memory(FACT, evidence="I keep bees behind the shed.", source_turn_ids=(TURN,))
    said = episode(SAID, source_turn_ids=(TURN,), metadata={"outdated": "partly"})
    kept, _ = ranked(asking("Where are the bees?"), hit(fact, 0.4), hit(said, 0.4))
    assert all(one.spoken is None for one in kept)


def test_an_event_gives_way_to_its_words_where_they_tell_its_day_as_well() -> None:
    said = episode("I am going to the harbour fair with my brother.", source_turn_ids=(TURN,))
    plan = memory(
        "User is going to the harbour fair",
        kind=Kind.EVENT,
        type=Type.EPISODIC,
        evidence="I am going to the harbour fair with my brother.",
        source_turn_ids=(TURN,),
    )
    query = asking("Which fair is it?")
    dated = replace(plan, content="User is going to the harbour fair on 2026-08-14")

    def spoken(event: Memory, query: ContextQuery) -> UUID | None:
        kept, _ = ranked(query, hit(event, 0.4), hit(said, 0.4))
        return {one.hit.memory.id: one.spoken for one in kept}[event.id]

    assert spoken(plan, query) == said.id
    assert spoken(dated, query) == said.id, "the words stand below their day"
    assert spoken(dated, asking("Which fair is it?", max_tokens=200)) is None, "where no day is written"
    assert spoken(replace(dated, key="plan:harbour fair"), query) is None, "a plan is kept up to date"


def test_words_come_instead_of_the_several_facts_read_from_them_where_room_is_short() -> None:
    words = "Ruth is my mother, her height is 165 cm."
    facts = [
        memory(content, key=key, evidence=words, source_turn_ids=(TURN,))
        for content, key in (
            ("User's mother is called Ruth", "relation:mother:name"),
            ("The height of User's mother is 165 cm", "relation:mother:height"),
        )
    ]
    said = episode(words, source_turn_ids=(TURN,))
    for budget, placed in ((200, {said.id}), (2000, {fact.id for fact in facts})):
        query = asking("How tall is my mother Ruth?", max_tokens=budget)
        kept, _ = ranked(query, *(hit(fact, 0.4) for fact in facts), hit(said, 0.4))
        assert set(assembled(query, kept).placed) == placed


def test_what_a_fact_without_a_place_was_read_from_comes_in_its_stead() -> None:
    names = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
    query = asking("Who is taller than 160 cm?", max_tokens=2000, max_memories=5)
    hits = []
    for height, name in enumerate(names, 160):
        turn, words = uuid4(), f"{name} is {height} cm tall."
        fact = memory(f"{name} is {height} cm tall", key=f"height:{name}", evidence=words, source_turn_ids=(turn,))
        hits += [hit(fact, 0.4 - height / 10_000), hit(episode(f"Mia: {words}", source_turn_ids=(turn,)), 0.44)]
    kept, _ = ranked(query, *hits)
    assert all(name in assembled(query, kept).prompt for name in names)
