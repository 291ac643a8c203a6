"""What callers do with conversations: add a turn, look at turns, sessions and messages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from app.errors import SessionNotFound, TurnNotFound, Unavailable
from app.governance.asked import answers, could_answer
from app.governance.audit import Audit
from app.governance.masking import Policies, masked, masked_answer, masked_document
from app.governance.naming import holds_secret
from app.infra.faults import again
from app.infra.metrics import DEGRADED, TURNS
from app.infra.postgres import Database
from app.infra.queue import Queue, job
from app.sessions import archive, directory, progress
from app.sessions.archive import Appended, NewTurn
from app.sessions.labels import Label, Labels
from app.sessions.model import Extract, Message, Processing, Role, Scope, Session, Turn
from app.sessions.wakes import EXTRACTION, wake_up
from app.sessions.window import Window
from app.sessions.zones import zone_told
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent
from app.tenants.identity import new_id, session_key, user_key
from app.tenants.service import Tenants
from app.text import tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """A message as a caller sends it."""

    role: Role
    content: str
    occurred_at: datetime | None = None
    name: str | None = None
    tool_call_id: str | None = None
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to a turn, and whether it is the one given before for the same idempotency key."""

    answer: dict[str, Any]
    replayed: bool


class _AskedForError(Exception):
    """The first message is the secret that the message before it asks for, and must not be kept as it is."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question


class Conversations:
    """Adds turns and reads what is held of conversations."""

    def __init__(
        self,
        database: Database,
        queue: Queue,
        window: Window,
        labels: Labels | None = None,
        *,
        tenants: Tenants,
        audit: Audit,
        draining: asyncio.Event,
    ) -> None:
        self._database = database
        self._queue = queue
        self._window = window
        self._labels = labels
        self._tenants = tenants
        self._audit = audit
        self._draining = draining

    async def add_turn(
        self,
        scope: Scope,
        session_id: str,
        utterances: Sequence[Utterance],
        *,
        scene: str | None,
        extract: Extract,
        metadata: dict[str, Any],
        idempotent: Idempotent | None,
        now: datetime,
    ) -> Added:
        """Commit a turn with its job, then tell window and workers. What is answered here is never lost."""
        assert scope.user_id is not None
        policies = (await self._tenants.settings(scope.tenant_id)).sensitivity
        session_pk = session_key(scope.tenant_id, scope.user_id, session_id)
        first = utterances[0].content
        new = NewTurn(
            turn_id=new_id(),
            session_pk=session_pk,
            user_pk=user_key(scope.tenant_id, scope.user_id),
            user_id=scope.user_id,
            session_id=session_id,
            namespace=scope.namespace,
            agent_id=scope.agent_id,
            project_id=scope.project_id,
            scene=scene,
            extract=extract,
            messages=_messages(utterances, None, policies, now),
            metadata=masked_document(metadata, policies),
            time_zone=zone_told(said.occurred_at for said in utterances),
            looks_back=could_answer(first),
        )
        try:
            added, place = await again(lambda: self._commit(scope.tenant_id, new, first, idempotent))
        except _AskedForError as asked:  # what was added is undone
            new = replace(new, messages=_messages(utterances, asked.question, policies, now), looks_back=False)
            added, place = await again(lambda: self._commit(scope.tenant_id, new, first, idempotent))
        if place is not None:
            TURNS.labels("accepted").inc()
            await self._after_commit(new, place)
        return added

    async def _commit(
        self, tenant_id: UUID, new: NewTurn, first: str, idempotent: Idempotent | None
    ) -> tuple[Added, Appended | None]:
        async with self._database.write(tenant_id, of=new.user_pk) as db:
            if stored := await idempotency.claim(db, idempotent, new.user_pk):
                return Added(stored.response, replayed=True), None
            note = self._audit.row(tenant_id, "turn.create", new.turn_id, user_pk=new.user_pk)
            wake = job(EXTRACTION, lock=new.session_pk, args=wake_up(tenant_id, new.session_pk, new.user_pk))
            place = await archive.append(db, new, note, wake)
            if place.before is not None and answers(place.before, first):
                raise _AskedForError(place.before)
            answer = {
                "turn_id": str(new.turn_id),
                "session_id": new.session_id,
                "first_seq": place.first_seq,
                "last_seq": place.last_seq,
                "processing": (Processing.SKIPPED if new.extract is Extract.NEVER else Processing.PENDING).value,
            }
            await idempotency.keep(db, idempotent, 201, answer)
        return Added(answer, replayed=False), place

    async def _after_commit(self, new: NewTurn, place: Appended) -> None:
        """Warmth and haste; neither may fail the turn."""
        first = place.first_seq
        entries = [(first, replace(message, seq=first + message.seq)) for message in new.messages]
        if not await self._window.push(new.session_pk, place.epoch, entries):
            DEGRADED.labels("redis").inc()
        elif self._labels is not None:
            await self._labels.put(new.session_pk, Label(place.epoch, new.namespace, place.memory_enabled))
        if place.wake:
            await self._queue.notify()

    async def turn(self, tenant_id: UUID, user_id: str, turn_id: UUID) -> Turn:
        """One turn with the log of its extraction. Raises `TurnNotFound`."""
        async with self._database.read(tenant_id) as db:
            found = await progress.turn(db, user_key(tenant_id, user_id), turn_id)
        if found is None:
            raise TurnNotFound
        return found

    async def reprocess(
        self, tenant_id: UUID, user_id: str, turn_id: UUID, *, idempotent: Idempotent | None
    ) -> tuple[Processing, bool]:
        """Let a turn be processed again, failed or not; a second effect it does not have. Raises `TurnNotFound`.

        A turn that says `never` stays as it is. Gives how it stands, and whether an idempotency key was used before.
        """
        user_pk = user_key(tenant_id, user_id)
        async with self._database.write(tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, user_pk):
                return Processing(stored.response["processing"]), True
            session_pk = await progress.reopen(db, user_pk, turn_id)
            state = Processing.PENDING
            if session_pk is not None:
                await self._audit.note(db, "turn.reprocess", turn_id, user_pk=user_pk)
                arguments = wake_up(tenant_id, session_pk, user_pk)
                await self._queue.defer(db, EXTRACTION, lock=session_pk, args=arguments)
            else:
                found = await progress.turn(db, user_pk, turn_id)
                if found is None:
                    raise TurnNotFound
                state = found.processing
            await idempotency.keep(db, idempotent, 202, {"processing": state.value})
        await self._queue.notify()
        return state, False

    async def processed(self, tenant_id: UUID, user_id: str, turn_id: UUID, seconds: float) -> Processing:
        """What became of a turn, waiting up to `seconds` while it is pending, and no longer than this process lives.

        Pending too while nobody can say it, or when the turn was erased meanwhile: its caller has to hear that it was
        taken, or it comes twice.
        """
        deadline = asyncio.get_running_loop().time() + seconds
        pause = 0.02
        while True:
            try:
                state = (await self.turn(tenant_id, user_id, turn_id)).processing
            except TurnNotFound:
                return Processing.PENDING
            except Unavailable:
                state = Processing.PENDING
            left = deadline - asyncio.get_running_loop().time()
            if state is not Processing.PENDING or left <= 0 or self._draining.is_set():
                return state
            await asyncio.sleep(min(pause, left))
            pause = min(pause * 1.5, 0.25)

    async def session(self, tenant_id: UUID, user_id: str, session_id: str) -> Session:
        """One session. Raises `SessionNotFound`."""
        async with self._database.read(tenant_id) as db:
            found = await directory.find(db, user_key(tenant_id, user_id), session_key(tenant_id, user_id, session_id))
        if found is None:
            raise SessionNotFound
        return found

    async def sessions(
        self, scope: Scope, namespace: str | None, *, after: tuple[datetime, UUID] | None, limit: int
    ) -> list[Session]:
        """Sessions of a user, newest first."""
        assert scope.user_id is not None
        async with self._database.read(scope.tenant_id) as db:
            return await directory.newest(
                db,
                user_key(scope.tenant_id, scope.user_id),
                namespace=namespace,
                agent_id=scope.agent_id,
                project_id=scope.project_id,
                after=after,
                limit=limit,
            )

    async def messages(
        self, tenant_id: UUID, user_id: str, session_id: str, *, after: int, limit: int
    ) -> list[Message]:
        """Messages of a session with seq above `after`, in order. Raises `SessionNotFound`."""
        session_pk = session_key(tenant_id, user_id, session_id)
        async with self._database.read(tenant_id) as db:
            if await directory.find(db, user_key(tenant_id, user_id), session_pk) is None:
                raise SessionNotFound
            return await archive.messages(db, session_pk, after=after, limit=limit)


def _call(tool_call_id: str | None, policies: Policies) -> str | None:
    """An id that a model drew stays as it is, or it could not be matched with the call."""
    return masked(tool_call_id, policies) if tool_call_id and holds_secret(tool_call_id) else tool_call_id


def _messages(utterances: Sequence[Utterance], before: str | None, policies: Policies, now: datetime) -> list[Message]:
    """Masked, each as it stands behind the one before it."""
    questions = [before, *(said.content for said in utterances)]
    pairs = zip(questions, utterances, strict=False)  # the last is no question yet
    return [_message(number, question, said, policies, now) for number, (question, said) in enumerate(pairs)]


def _message(number: int, question: str | None, said: Utterance, policies: Policies, now: datetime) -> Message:
    content = masked_answer(question, said.content, policies)
    return Message(
        seq=number,
        role=said.role,
        content=content,
        tokens=tokens.count(content),
        occurred_at=said.occurred_at.astimezone(UTC) if said.occurred_at else now,
        name=masked(said.name, policies) if said.name else None,
        tool_call_id=_call(said.tool_call_id, policies),
        metadata=masked_document(said.metadata, policies),
    )
