"""A fact gives way to the very words that it was read from, wherever there is room for these."""

from uuid import uuid4

from context_samples import asking, assembled, episode, hit, memory, ranked, reasons

from app.context.model import Scored

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
