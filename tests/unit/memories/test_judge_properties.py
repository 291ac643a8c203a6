"""What holds for any batch on any held memories."""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from judging import NOW, RULES, USER, Act, Kind, Memory, Proposal, ScopeOf, Source, Status, Trust, day, held, said, uid

from app.memories.confidence import inferred, untrusted
from app.memories.model import Event, Verdict
from app.memories.opposition import contradicts
from app.memories.outcome import apply
from app.memories.validator import judge

THINGS = ("tea", "chess", "opera", "茶", "象棋", "香菜")
FRAMES = (
    ("User likes {}", "like"), ("User doesn't like {}", "dislike"), ("User no longer likes {}", "dislike"),
    ("用户喜欢{}", "like"), ("用户不喜欢{}", "dislike"), ("User likes {} on Sundays with friends", "like"),
)  # fmt: skip
CITIES = ("Graz", "Linz", "烟台")
SCENES = (None, "chat", "code")
QUICK = settings(max_examples=60, deadline=None)

moments = st.integers(0, 5).map(day)
scopes = st.builds(
    ScopeOf,
    user_pk=st.sampled_from([USER, None]),
    project_id=st.sampled_from([None, "one"]),
    scene=st.sampled_from(SCENES),
    session_id=st.just("s"),
)


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    """Content with the fields that fit it: a taste, a home, or a free sentence."""
    which = draw(st.integers(0, 2))
    keyed = draw(st.booleans())
    if which == 0:
        thing = draw(st.sampled_from(THINGS))
        frame, value = draw(st.sampled_from(FRAMES))
        key = f"taste:{thing}" if keyed else None
        return {"content": frame.format(thing), "key": key, "value": value if keyed else None, "kind": Kind.PREFERENCE}
    if which == 1:
        city = draw(st.sampled_from(CITIES))
        value = city.lower() if keyed and draw(st.booleans()) else None
        return {"content": f"User lives in {city}", "key": "residence" if keyed else None, "value": value}
    words = draw(st.lists(st.sampled_from(THINGS), min_size=1, max_size=4))
    kind = draw(st.sampled_from([Kind.FACT, Kind.EVENT, Kind.TASK, Kind.INSIGHT]))
    return {"content": "Project mentions " + " ".join(words), "key": "note" if keyed else None, "kind": kind}


@st.composite
def proposals(draw: st.DrawFn, acts: tuple[Act, ...] = (Act.ASSERT,)) -> Proposal:
    fields = draw(statements())
    act = draw(st.sampled_from(acts))
    temporary = draw(st.integers(0, 9)) == 0
    number = draw(st.integers(0, 10**9))
    return said(
        **fields,
        id=uid(("proposal", number)),
        at=draw(moments),
        turn=draw(st.sampled_from(["t1", "t2", "t3"])),
        scope=draw(scopes),
        act=act,
        topic=draw(st.sampled_from(THINGS)) if act is not Act.ASSERT and not fields["key"] else None,
        source=draw(st.sampled_from([Source.USER_STATED, Source.USER_EXPLICIT, Source.INFERRED, Source.IMPORT])),
        trust=draw(st.sampled_from([Trust.USER, Trust.USER, Trust.IMPORT, Trust.ASSISTANT])),
        sensitive=draw(st.sampled_from([None, None, "health"])),
        confidence=draw(st.sampled_from([0.85, 0.3])),
        temporary=temporary,
        expires_at=day(9) if temporary and draw(st.booleans()) else None,
        valid_to=draw(st.sampled_from([None, None, None, day(-3)])),
        scene=draw(st.sampled_from(SCENES)),
    )


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    fields = draw(statements())
    return held(
        **fields,
        id=uid(("memory", draw(st.integers(0, 10**9)))),
        at=draw(moments),
        turn=draw(st.sampled_from(["t0", "t1"])),
        user_pk=draw(st.sampled_from([USER, None])),
        project_id=draw(st.sampled_from([None, "one"])),
        scene=draw(st.sampled_from(SCENES)),
        status=draw(st.sampled_from([Status.ACTIVE, Status.ACTIVE, *Status])),
        source=draw(st.sampled_from([Source.USER_STATED, Source.USER_EXPLICIT, Source.INFERRED])),
    )


def slot(memory: Memory) -> tuple[Any, ...]:
    return memory.user_pk, memory.namespace, memory.agent_id, memory.project_id, memory.scene, memory.key


def lawful(rows: list[Memory]) -> list[Memory]:
    """Held sets as the table allows them: one active row a key, one row an id."""
    kept: dict[Any, Memory] = {}
    for row in {row.id: row for row in rows}.values():
        kept.setdefault(slot(row) if row.key and row.status is Status.ACTIVE else row.id, row)
    return list(kept.values())


held_sets = st.lists(memories(), max_size=5).map(lawful)
batches = st.lists(proposals(), max_size=6, unique_by=lambda one: one.id)
mixed_batches = st.lists(proposals(tuple(Act)), max_size=6, unique_by=lambda one: one.id)


def decided(batch: list[Proposal], rows: list[Memory], now: datetime = NOW) -> list[Verdict]:
    return judge(batch, rows, now=now, rules=RULES)


def visible(rows: list[Memory]) -> list[tuple[Any, ...]]:
    """What a reader sees: neither counters nor clocks."""
    return sorted((str(row.id), row.status, row.key or "", row.value or "", row.content) for row in rows)


@QUICK
@given(mixed_batches, held_sets)
def test_every_proposal_gets_a_verdict_with_a_reason_in_its_order(batch, rows):
    verdicts = decided(batch, rows)
    assert all(verdict.reason for verdict in verdicts)
    order = [next(i for i, one in enumerate(batch) if one.candidate is found.candidate) for found in verdicts]
    assert order == sorted(order)
    assert set(order) == set(range(len(batch)))


@QUICK
@given(mixed_batches, held_sets)
def test_there_are_never_two_active_memories_under_one_key_scope_and_scene(batch, rows):
    for verdicts in (decided(batch, rows)[:count] for count in range(len(batch) * 3 + 1)):
        slots = [slot(row) for row in apply(rows, verdicts) if row.key and row.status is Status.ACTIVE]
        assert len(slots) == len(set(slots))


@QUICK
@given(batches, held_sets)
def test_a_batch_run_again_with_the_same_turns_has_no_effect(batch, rows):
    once = apply(rows, decided(batch, rows))
    again = decided(batch, once)
    assert {verdict.event for verdict in again} <= {Event.NOOP, Event.REJECT}
    assert not any(verdict.past for verdict in again)
    assert apply(once, again) == once


@QUICK
@given(st.lists(proposals(), max_size=1), held_sets)
def test_a_statement_made_again_in_another_turn_changes_nothing_that_is_seen(batch, rows):
    batch = [replace(one, turn_id=uid("first")) for one in batch]
    once = apply(rows, decided(batch, rows))
    elsewhere = [replace(one, turn_id=uid("elsewhere")) for one in batch]
    again = decided(elsewhere, once)
    assert {verdict.event for verdict in again} <= {Event.NOOP, Event.REJECT, Event.REINFORCE}
    assert visible(apply(once, again)) == visible(once)


@QUICK
@given(st.permutations(range(6)), st.lists(st.tuples(st.booleans(), moments), min_size=6, max_size=6))
def test_the_order_of_independent_candidates_does_not_matter(order, ways):
    homes = ("tea", "chess", "opera", "gardens", "trains", "violins")
    batch = [
        said(f"User collects {thing}", key=f"hobby:{thing}" if keyed else None, at=at, turn=thing)
        for thing, (keyed, at) in zip(homes, ways, strict=True)
    ]
    rows = [held("User collects tea", key="hobby:tea"), held("User avoids trains")]
    straight, shuffled = ({row.id: row for row in apply(rows, decided(one, rows))} for one in (
        batch, [batch[index] for index in order],
    ))  # fmt: skip
    assert straight == shuffled


@QUICK
@given(mixed_batches, held_sets)
def test_an_opposite_is_never_merged(batch, rows):
    for verdict in decided(batch, rows):
        merged = verdict.event is Event.REINFORCE or verdict.reason == "says_more"
        if merged and verdict.before is not None:
            assert not contradicts(verdict.candidate.content, verdict.before.content)


@QUICK
@given(mixed_batches, held_sets)
def test_what_was_said_is_never_overwritten_by_what_was_not(batch, rows):
    for verdict in decided(batch, rows):
        if verdict.event in {Event.UPDATE, Event.FORGET} and verdict.candidate.act is Act.ASSERT:
            assert not inferred(verdict.candidate)
            assert not untrusted(verdict.candidate)


@QUICK
@given(batches, held_sets)
def test_versions_of_a_memory_go_up_one_by_one(batch, rows):
    seen = {row.id: [row.version] for row in rows}
    current = list(rows)
    for verdict in decided(batch, rows):
        current = apply(current, [verdict])
        for row in current:
            numbers = seen.setdefault(row.id, [])
            if not numbers or numbers[-1] != row.version:
                numbers.append(row.version)
    assert all(later == earlier + 1 for numbers in seen.values() for earlier, later in pairwise(numbers))
