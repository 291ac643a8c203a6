"""Everything held of a user, line by line: for the user, who may have it, and in a form that can be read elsewhere.

Read a page at a time, each in a transaction of its own: a slow reader holds no connection. What is derived from the
lines (vectors, search terms) can be made again from them and is left out.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import UserNotFound
from app.governance.audit import Audit
from app.infra.postgres import Database, ReadSession
from app.infra.where import Where
from app.infra.words import Words
from app.memories import forgotten
from app.memories import store as memories
from app.memories.answers import shown_as
from app.memories.episodes.model import CONTENT, NAME
from app.sessions import archive
from app.sessions.hiding import SESSIONS, SUMMARIES, TURNS, shown
from app.tenants.identity import user_key
from app.traces.store import DOCUMENT, NOTE
from app.users import store

_PAGE = 200
_SESSIONS = """
SELECT session_pk, session_id, namespace, agent_id, project_id, title, metadata, state, state_schema, state_version,
    status, created_at, last_activity_at, ended_at
FROM sessions WHERE tenant_id = $1 AND user_pk = $2 AND session_pk > $3 ORDER BY session_pk LIMIT $4
"""
_TURNS = """
SELECT turn_id, agent_id, project_id, scene, first_seq, last_seq, extract, processing, gate, extractor, events, error,
    metadata, created_at
FROM turns WHERE tenant_id = $1 AND session_pk = $2 AND first_seq > $3 ORDER BY first_seq LIMIT $4
"""
_SUMMARIES = """
SELECT version, content, from_seq, to_seq, model, tokens, created_at
FROM summaries WHERE tenant_id = $1 AND session_pk = $2 AND version > $3 ORDER BY version LIMIT $4
"""
_TRACES = """
SELECT trace_id, document FROM traces WHERE tenant_id = $1 AND user_pk = $2 AND trace_id > $3
ORDER BY trace_id LIMIT $4
"""
_FEEDBACK = """
SELECT f.feedback_id, f.trace_id, f.outcome, f.memory_ids, f.note, f.created_at
FROM feedback AS f JOIN traces AS t ON t.tenant_id = f.tenant_id AND t.trace_id = f.trace_id
WHERE t.tenant_id = $1 AND t.user_pk = $2 AND f.feedback_id > $3 ORDER BY f.feedback_id LIMIT $4
"""
_EPISODES = """
SELECT episode_id, turn_id, namespace, agent_id, project_id, seq, part, role, name, content, status,
    occurred_at, over_at, created_at, last_recalled_at, recalls
FROM episodes WHERE tenant_id = $1 AND session_pk = $2 AND episode_id > $3 ORDER BY episode_id LIMIT $4
"""
_FORGOTTEN = """
SELECT sentence_hash, key, words, forgotten_at FROM forgotten_sentences
WHERE tenant_id = $1 AND user_pk = $2 AND (sentence_hash, key) > ($3, $4) ORDER BY sentence_hash, key LIMIT $5
"""
_REVIEWS = """
SELECT r.turn_id, r.line AS number, r.verdict, r.created_at
FROM turns AS t JOIN turn_reviews AS r ON r.tenant_id = t.tenant_id AND r.turn_id = t.turn_id
WHERE t.tenant_id = $1 AND t.session_pk = $2 AND (r.turn_id, r.line) > ($3, $4) ORDER BY r.turn_id, r.line LIMIT $5
"""
_FIRST = UUID(int=0)

Line = dict[str, Any]
Shown = Callable[[Line, Words], Line]


class Holdings:
    """Reads what is held of users."""

    def __init__(self, database: Database, audit: Audit) -> None:
        self._database = database
        self._audit = audit

    async def of(self, tenant_id: UUID, user_id: str) -> AsyncIterator[Line]:
        """The lines of one user; the export is noted before the first is read. Raises `UserNotFound`."""
        user_pk = user_key(tenant_id, user_id)
        async with self._database.write(tenant_id) as db:
            user = await store.get(db, user_pk)
            if user is None:
                raise UserNotFound
            await self._audit.note(db, "user.export", user_pk=user_pk)
        head = {name: getattr(user, name) for name in user.__dataclass_fields__}
        return self._lines(tenant_id, user_pk, user_id, {"line": "user", **head})

    async def _lines(self, tenant_id: UUID, user_pk: UUID, user_id: str, head: Line) -> AsyncIterator[Line]:
        yield head
        async for session in self._pages(tenant_id, _SESSIONS, user_pk, "session_pk", _FIRST, _session):
            session_pk = session.pop("session_pk")
            yield {"line": "session", **session}
            async for line in self._of_session(tenant_id, session_pk, {"session_id": session["session_id"]}):
                yield line
        async for line in self._memories(tenant_id, user_pk, user_id):
            yield line
        async for trace in self._pages(tenant_id, _TRACES, user_pk, "trace_id", _FIRST, _trace):
            yield {"line": "trace", **trace["document"]}
        async for feedback in self._pages(tenant_id, _FEEDBACK, user_pk, "feedback_id", _FIRST, _feedback):
            yield {"line": "feedback", **feedback}
        async for sentence in self._forgotten(tenant_id, user_pk):
            yield {"line": "forgotten_sentence", **sentence}

    async def _of_session(self, tenant_id: UUID, session_pk: UUID, name: Line) -> AsyncIterator[Line]:
        async for message in self._messages(tenant_id, session_pk):
            yield {"line": "message", **name, **message}
        async for turn in self._pages(tenant_id, _TURNS, session_pk, "first_seq", -1, _turn):
            yield {"line": "turn", **name, **turn}
        async for review in self._reviews(tenant_id, session_pk):
            yield {"line": "turn_review", **name, **review}
        async for summary in self._pages(tenant_id, _SUMMARIES, session_pk, "version", -1, _summary(session_pk)):
            yield {"line": "summary", **name, **summary}
        async for episode in self._pages(tenant_id, _EPISODES, session_pk, "episode_id", _FIRST, _episode):
            yield {"line": "episode", **name, **episode}

    async def _pages(
        self, tenant_id: UUID, sql: str, owner: UUID, column: str, after: Any, shown: Shown
    ) -> AsyncIterator[Line]:
        async def page(db: ReadSession, place: Any) -> list[Line]:
            rows = await db.fetch(sql, tenant_id, owner, place, _PAGE)
            return [shown(dict(row), db.words) if db.words.hidden else dict(row) for row in rows]

        async for line in self._all(tenant_id, page, after, lambda line: line[column]):
            yield line

    async def _forgotten(self, tenant_id: UUID, user_pk: UUID) -> AsyncIterator[Line]:
        async def page(db: ReadSession, place: Any) -> list[Line]:
            rows = await db.fetch(_FORGOTTEN, tenant_id, user_pk, *place, _PAGE)
            return [{**row, "shown": forgotten.read(row, db.words, user_pk)} for row in rows]

        async for line in self._all(tenant_id, page, ("", ""), lambda line: (line["sentence_hash"], line["key"])):
            sentence_hash, key = line["shown"]
            yield {"sentence_hash": sentence_hash, "key": key, "forgotten_at": line["forgotten_at"]}

    async def _reviews(self, tenant_id: UUID, session_pk: UUID) -> AsyncIterator[Line]:
        async def page(db: ReadSession, place: Any) -> list[Line]:
            return [dict(row) for row in await db.fetch(_REVIEWS, tenant_id, session_pk, *place, _PAGE)]

        async for line in self._all(tenant_id, page, (_FIRST, -1), lambda line: (line["turn_id"], line["number"])):
            yield line

    async def _messages(self, tenant_id: UUID, session_pk: UUID) -> AsyncIterator[Line]:
        async def page(db: ReadSession, place: Any) -> list[Line]:
            found = await archive.messages(db, session_pk, after=place, limit=_PAGE)
            return [{name: getattr(message, name) for name in message.__dataclass_fields__} for message in found]

        async for line in self._all(tenant_id, page, -1, lambda line: line["seq"]):
            yield line

    async def _memories(self, tenant_id: UUID, user_pk: UUID, user_id: str) -> AsyncIterator[Line]:
        after: tuple[datetime, UUID] | None = None
        while True:
            async with self._database.read(tenant_id) as db:
                where = Where().add("m.tenant_id = {}", tenant_id).add("m.user_pk = {}", user_pk)
                found = await memories.newest(db, where, after=after, limit=_PAGE)
                versions = await memories.histories(db, [memory.id for memory in found])
            for memory in found:
                yield {"line": "memory", **shown_as(memory, user_id)}
            for past in (past for memory in found for past in versions[memory.id]):
                more = {"valid_to": past.valid_to, "actor": past.actor, "reason": past.reason}
                yield {"line": "memory_version", **shown_as(past.memory, user_id), **more}
            if len(found) < _PAGE:
                return
            after = (found[-1].created_at, found[-1].id)

    async def _all(
        self,
        tenant_id: UUID,
        page: Callable[[ReadSession, Any], Any],
        after: Any,
        place: Callable[[Mapping[str, Any]], Any],
    ) -> AsyncIterator[Line]:
        while True:
            async with self._database.read(tenant_id) as db:
                found: list[Line] = await page(db, after)
            if found:
                after = place(found[-1])
            for line in found:
                yield line
            if len(found) < _PAGE:
                return


def _session(line: Line, words: Words) -> Line:
    return shown(line, words, SESSIONS, line["session_pk"])


def _turn(line: Line, words: Words) -> Line:
    return shown(line, words, TURNS, line["turn_id"])


def _summary(session_pk: UUID) -> Shown:
    return lambda line, words: shown(line, words, SUMMARIES, session_pk, line["version"])


def _episode(line: Line, words: Words) -> Line:
    content = words.show(line["content"], CONTENT, line["episode_id"])
    return {**line, "content": content, "name": words.show_name(line["name"], NAME)}


def _trace(line: Line, words: Words) -> Line:
    return {**line, "document": words.show_document(line["document"], DOCUMENT, line["trace_id"])}


def _feedback(line: Line, words: Words) -> Line:
    return {**line, "note": words.show(line["note"], NOTE, line["feedback_id"])}
