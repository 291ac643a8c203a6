"""A text made of what was said, as of now: without what was forgotten since, and with earlier values marked.

Summaries are written from the archive, which keeps what was said, and some time after it was.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from app.infra.postgres import ReadSession
from app.memories import columns, forgotten
from app.memories.episodes import overtaking, search
from app.memories.episodes import store as episodes
from app.memories.model import Memory, Status, Type
from app.memories.quotes import REPLACED, Quotes, Said, bare, content_of, requoted, said
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.sessions.summaries import Course, Spoken
from app.text.chunks import sentences
from app.text.terms import normalise

_ANYTHING = """
SELECT EXISTS (SELECT 1 FROM memories WHERE tenant_id = $1 AND user_pk = $2 AND source_turn_ids && $3
        AND type <> 'episodic' AND (version > 1 OR status <> 'active'))
    OR EXISTS (SELECT 1 FROM episodes WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3)
        AND status <> 'active')
    OR EXISTS (SELECT 1 FROM forgotten_sentences WHERE tenant_id = $1 AND user_pk = $2)
"""
_READ_FROM = f"""
SELECT {columns.SELECT} FROM memories AS m
WHERE m.tenant_id = $1 AND m.user_pk = $2 AND m.source_turn_ids && $3 AND m.type <> 'episodic'
"""  # noqa: S608  # no value stands in the text
_VERSIONS = """
SELECT memory_id, version, snapshot, reason FROM memory_versions WHERE tenant_id = $1 AND memory_id = ANY($2)
"""
_ENDED = frozenset({Status.EXPIRED, Status.DISABLED, Status.REJECTED})
_OVER = REPLACED | {"edited", Reason.OLDER_EVIDENCE, Reason.PAST_VALUE}


class AsOfNow:
    """Called with what a text was made of, in the order in which it was said, and with the text."""

    def __init__(self, model: str) -> None:
        self._model = model  # of vectors, which are not looked at

    async def __call__(
        self, db: ReadSession, session: Course, told: Sequence[Spoken], text: str, /, *, reworded: bool
    ) -> str:
        """The text as `sessions.truth` wants it."""
        turns = list(dict.fromkeys(one.turn_id for one in told))
        if not await db.fetch_value(_ANYTHING, db.tenant_id, session.user_pk, turns):
            return text
        gone = await _forgotten(db, session.user_pk, told, text)
        earlier, current = await _changed(db, session.user_pk, turns)
        earlier |= Said(sentences=frozenset(normalise(one) for one in await self._overtaken(db, session, turns)))
        quotes = Quotes(gone=Said(sentences=gone), earlier=earlier - current, current=current)
        return requoted(text, quotes, same_source=reworded)

    async def _overtaken(self, db: ReadSession, session: Course, turns: Sequence[UUID]) -> set[str]:
        """Sentences of the user in these turns that were given another value to, here or in another session."""
        ids = await episodes.outdated(db, session.user_pk, turns)
        outdated = (await search.read(db, session.user_pk, [one.bytes for one in ids])).values()
        whole = [one for one in outdated if one.status == "superseded"]
        found = {one.content[a:b] for one in whole for a, b in sentences(one.content)}
        partly = [one for one in outdated if one.status == "amended"]
        for project in {one.project_id for one in partly}:
            reach = Reach(user_pk=session.user_pk, namespace=session.namespace, project_id=project, shared=False)
            mine = [one for one in partly if one.project_id == project]
            found |= await overtaking.lapsed(db, reach, mine, model=self._model)
        return found


async def _forgotten(db: ReadSession, user_pk: UUID, told: Sequence[Spoken], text: str) -> frozenset[str]:
    parts = [bare(text[start:end]) for start, end in sentences(text)]
    lapsed = await forgotten.among(db, user_pk, parts)
    return frozenset(normalise(part) for part, at in lapsed.items() if at >= _last_said(part, told, at))


def _last_said(part: str, told: Sequence[Spoken], default: datetime) -> datetime:
    wanted = normalise(part)
    times = [one.message.occurred_at for one in told if wanted in normalise(one.message.content)]
    return max(times, default=default)


async def _changed(db: ReadSession, user_pk: UUID, turns: Sequence[UUID]) -> tuple[Said, Said]:
    """What memories that were read from these turns said earlier, and what they say now."""
    rows = await db.fetch(_READ_FROM, db.tenant_id, user_pk, list(turns))
    held = [columns.memory(row, db.words) for row in rows]
    past: dict[UUID, list[tuple[str, Memory]]] = {memory.id: [] for memory in held}
    for row in await db.fetch(_VERSIONS, db.tenant_id, list(past)):
        past[row["memory_id"]].append((row["reason"], columns.of_snapshot(row, db.words)))
    earlier, current = Said(), Said()
    for memory in held:
        for reason, before in past[memory.id]:
            if reason in _OVER and before.type is not Type.EPISODIC:
                earlier |= said(before)
        if memory.status in _ENDED:
            earlier |= said(memory)
        elif memory.status is Status.ACTIVE:
            edited = any(reason == "edited" and old.evidence == memory.evidence for reason, old in past[memory.id])
            current |= content_of(memory) if edited else said(memory)
    return earlier, current
