"""Reads what a query could need: by key, by meaning and by words, in one round trip."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from app.context.model import ContextQuery, Hit, Signals, Stats
from app.context.policies import Policy
from app.context.retelling import Retold, hear, retell, weighed
from app.context.topics import families
from app.infra.postgres import ReadSession
from app.infra.where import Where
from app.memories import search, store
from app.memories.known import KnownRows
from app.memories.large import LargeScopes
from app.memories.model import Type
from app.memories.profile import profile_of
from app.memories.scope import Reach, usable
from app.memories.search import Found, Spread
from app.text.terms import terms

T = TypeVar("T")
W = TypeVar("W")

_KEYED = 60  # memories read by their key, beside those found
_EPISODES_PER_TOKEN = 0.06  # so that a large budget is used: a short episode takes some 16 tokens


async def retrieve(
    db: ReadSession,
    user_pk: UUID,
    query: ContextQuery,
    signals: Signals,
    policy: Policy,
    *,
    vector: Sequence[float] | None,
    model: str,
    now: datetime,
    scopes: LargeScopes | None = None,
    known: KnownRows,
) -> tuple[list[Hit], Stats]:
    """The candidates of a recall with their ranks by source, and how the scores are spread over the whole reach."""
    reach = Reach(user_pk=user_pk, namespace=query.namespace, agent_id=query.agent_id, project_id=query.project_id)
    where = Where().add("m.tenant_id = {}", db.tenant_id)
    types = [t.value for t in query.types] if query.types is not None else None
    widening = policy.recall_candidates_factor if signals.recall_requested else 1.0
    wanted = query.types is None or Type.EPISODIC in query.types
    counts = terms(signals.search_text)
    heard = await hear(db, reach, vector=vector, model=model) if wanted and signals.search_text else None
    limit = int(policy.candidates * widening)
    episodes = int(max(policy.episode_candidates, query.max_tokens * _EPISODES_PER_TOKEN) * widening)
    looking = search.look(
        db,
        usable(where, reach, now=now, types=types),
        reach.owners,
        vector=vector,
        model=model,
        terms=counts,
        families=families(signals.topics),
        most=limit + episodes,
        scopes=scopes,
    )
    looked, fitting = await _meanwhile(looking, lambda: weighed(heard, signals, policy, counts))
    retold = await retell(
        db, user_pk, fitting, query, signals, policy, compared=vector is not None, model=model, known=known
    )
    found, spread = await search.take(
        db, looked, limit=limit, episodes=episodes, keyed_limit=_KEYED, known=known.memories
    )
    together = retold.pooled(stats(spread))
    opening = await _profile(db, reach, found, types, now) if query.query is None else []
    return [*(_with_source(hit, retold) for hit in hits(found)), *retold.hits, *opening], together


async def _meanwhile(asked: Coroutine[Any, Any, T], work: Callable[[], W]) -> tuple[T, W]:
    """What Postgres answers, and what was worked out while it looked."""
    looking = asyncio.create_task(asked, name="look")
    try:
        await asyncio.sleep(0)  # so that it is asked
        done = work()
        return await looking, done
    finally:
        if not looking.done():  # nobody else may use the connection while it is under way
            looking.cancel()
            await asyncio.wait({looking})


async def _profile(
    db: ReadSession, reach: Reach, found: Sequence[Found], types: Sequence[str] | None, now: datetime
) -> list[Hit]:
    """What stands in the profile and is read by no key: a conversation that begins may show it where room is left."""
    where = usable(Where().add("m.tenant_id = {}", db.tenant_id), replace(reach, shared=False), now=now)
    where.add("m.key IS NULL AND m.kind <> 'preference' AND m.type = 'semantic'")
    if types is not None:
        where.add("m.type = ANY({})", types)
    known = {one.memory.id for one in found}
    chosen = profile_of(await store.newest(db, where, after=None, limit=_KEYED), now)
    rows = [*chosen.tasks, *chosen.facts, *chosen.projects]
    return [
        Hit(memory=memory, sources={"profile": rank}) for rank, memory in enumerate(rows, 1) if memory.id not in known
    ]


def _with_source(hit: Hit, retold: Retold) -> Hit:
    """The hit with what is known of the words that it was read from."""
    told = retold.told(hit.memory.source_turn_ids) if hit.memory.source_turn_ids else None
    return replace(hit, told=told) if told else hit


def hits(found: Sequence[Found]) -> list[Hit]:
    """What was found, with the rank that each way of reading gave it."""
    ways = {
        "vector": [f for f in found if f.near is not None],
        "keyword": [f for f in found if f.worded is not None],
        "key": [f for f in found if f.keyed],
        "shared": [f for f in found if f.memory.user_pk is None],
    }
    ways["vector"].sort(key=lambda f: -(f.near or 0.0))
    ways["keyword"].sort(key=lambda f: -(f.worded or 0.0))
    ways["key"].sort(key=lambda f: -f.memory.importance)
    ranks: dict[UUID, dict[str, int]] = {f.memory.id: {} for f in found}
    for way, ordered in ways.items():
        for rank, f in enumerate(ordered, 1):
            ranks[f.memory.id][way] = rank
    return [
        Hit(memory=f.memory, sources=ranks[f.memory.id], vector=f.near, keyword=f.worded, embedding=f.vector)
        for f in found
    ]


def stats(spread: Spread) -> Stats:
    return Stats(
        n=spread.n,
        vector_mean=spread.near_mean,
        vector_std=spread.near_std,
        keyword_mean=spread.worded_mean,
        keyword_std=spread.worded_std,
        keyword_ideal=spread.worded_ideal,
    )
