"""Makers of the data that the tests of the read path start from."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from app.context.assembler import assemble
from app.context.model import Assembled, ContextQuery, Drop, Hit, Scored, Signals, Stats
from app.context.policies import DEFAULT, Policy
from app.context.ranking import rank
from app.context.signals import read
from app.memories.model import Kind, Memory, Type
from app.sessions.model import Message, Role
from app.text import tokens

NOW = datetime(2026, 8, 6, 10, tzinfo=UTC)
TENANT = UUID(int=1)


def memory(content: str, *, days_old: float = 1, **fields: Any) -> Memory:
    said = NOW - timedelta(days=days_old)
    defaults: dict[str, Any] = {"created_at": said, "updated_at": said, "occurred_at": said, "content_hash": ""}
    return Memory(**{"id": uuid4(), "user_pk": None, "content": content, **defaults, **fields})


def preference(content: str, **fields: Any) -> Memory:
    return memory(content, kind=Kind.PREFERENCE, **fields)


def episode(content: str, **fields: Any) -> Memory:
    return memory(content, type=Type.EPISODIC, kind=Kind.EVENT, **fields)


def hit(one: Memory, vector: float | None = 0.4, keyword: float | None = None, *, key: bool = False) -> Hit:
    return Hit(memory=one, sources={"key": 1} if key else {"vector": 1}, vector=vector, keyword=keyword)


def message(seq: int, role: str, content: str, **fields: Any) -> Message:
    counted = tokens.count(content)
    return Message(seq=seq, role=Role(role), content=content, tokens=counted, occurred_at=NOW, **fields)


def talk(*contents: str) -> list[Message]:
    """Messages of user and assistant in turn."""
    return [message(seq, "assistant" if seq % 2 else "user", text) for seq, text in enumerate(contents)]


def asking(query: str | None, **fields: Any) -> ContextQuery:
    return ContextQuery(**{"tenant_id": TENANT, "user_id": "u", "session_id": "s", "query": query, **fields})


def signals_of(query: ContextQuery, window: Sequence[Message] = ()) -> Signals:
    return read(query.query, window, scene=query.scene, locale=query.locale, now=NOW, zone=UTC)


def ranked(
    query: ContextQuery, *hits: Hit, stats: Stats | None = None, policy: Policy = DEFAULT
) -> tuple[list[Scored], list[Drop]]:
    return rank(hits, stats or Stats(n=len(hits)), signals_of(query), query, policy, NOW)


def reasons(drops: Sequence[Drop]) -> dict[UUID, str]:
    return {drop.memory_id: drop.reason.value for drop in drops}


def assembled(
    query: ContextQuery,
    memories: Sequence[Memory | Scored] = (),
    *,
    window: Sequence[Message] = (),
    summary: str | None = None,
    state: dict[str, Any] | None = None,
) -> Assembled:
    """The context of memories that passed the ranking in the given order."""
    scored = [
        one
        if isinstance(one, Scored)
        else Scored(hit=hit(one, key=one.key is not None), score=1 - index / 100, parts={})
        for index, one in enumerate(memories)
    ]
    return assemble(
        scored,
        [],
        window=window,
        summary=summary,
        state=state,
        signals=signals_of(query, window),
        query=query,
        now=NOW,
        policy=DEFAULT,
    )


def real_size(context: Assembled) -> int:
    return tokens.count(context.prompt) + sum(tokens.count(one["content"]) for one in context.messages)
