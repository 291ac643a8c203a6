"""Shows operators a sample of what was seen and not kept, and takes what they say of it."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime
from uuid import UUID

from app.errors import TurnNotFound
from app.governance.audit import Audit
from app.infra.postgres import Database, ReadSession
from app.review import store
from app.review.model import GATE, Dropped, Judgement, Tally, rejected, skipped
from app.sessions import archive, progress
from app.sessions.model import Turn

_PAGE = 100
_LAST = UUID(int=2**128 - 1)


class Review:
    """`share` of the turns are in the sample, always the same ones. What is erased or past its retention is not."""

    def __init__(self, database: Database, audit: Audit, share: float) -> None:
        self._database = database
        self._audit = audit
        self._share = share

    async def lines(
        self, tenant_id: UUID, *, since: datetime, now: datetime, limit: int, reason: str | None = None
    ) -> list[Dropped]:
        """The newest dropped lines of the sample; that an operator read them is noted."""
        found: list[Dropped] = []
        async for line in self._sampled(tenant_id, since, now):
            if reason is None or line.reason == reason:
                found.append(line)
            if len(found) == limit:
                break
        async with self._database.write(tenant_id) as db:
            await self._audit.note(db, "review.read", lines=len(found))
        return found

    async def mark(self, tenant_id: UUID, turn_id: UUID, line: int, judgement: Judgement) -> None:
        """Keep what somebody says of a line; said again, the last word holds. Raises `TurnNotFound`."""
        async with self._database.write(tenant_id) as db:
            user_pk = await store.owner(db, turn_id)
            turn = await progress.turn(db, user_pk, turn_id) if user_pk is not None else None
            if turn is None or line not in _lines(turn):
                raise TurnNotFound
            await store.mark(db, turn_id, line, judgement)
            await self._audit.note(db, "review.mark", turn_id, user_pk=user_pk, line=line, judgement=judgement.value)

    async def tally(self, tenant_id: UUID, *, since: datetime, now: datetime) -> list[Tally]:
        """Dropped lines of the sample by reason, the most frequent first."""
        dropped: Counter[str] = Counter()
        said: Counter[tuple[str, Judgement]] = Counter()
        async for line in self._sampled(tenant_id, since, now):
            dropped[line.reason] += 1
            if line.judgement is not None:
                said[line.reason, line.judgement] += 1
        return [
            Tally(
                reason=reason,
                dropped=count,
                missed=said[reason, Judgement.MISSED],
                right=said[reason, Judgement.RIGHT],
            )
            for reason, count in dropped.most_common()
        ]

    async def _sampled(self, tenant_id: UUID, since: datetime, now: datetime) -> AsyncIterator[Dropped]:
        before = (now, _LAST)
        while True:
            async with self._database.read(tenant_id) as db:
                turns = await store.sample(db, self._share, since=since, before=before, limit=_PAGE)
                marks = await store.marks(db, [turn_id for turn_id, _, _ in turns])
                lines = [line for turn_id, user_pk, _ in turns for line in await _dropped(db, user_pk, turn_id, marks)]
            for line in lines:
                yield line
            if len(turns) < _PAGE:
                return
            before = (turns[-1][2], turns[-1][0])


def _lines(turn: Turn) -> set[int]:
    lines = {line for line, *_ in rejected(turn.events)}
    return lines | ({GATE} if skipped(turn.gate, turn.events) is not None else set())


async def _dropped(
    db: ReadSession, user_pk: UUID, turn_id: UUID, marks: dict[tuple[UUID, int], Judgement]
) -> list[Dropped]:
    turn = await progress.turn(db, user_pk, turn_id)
    if turn is None:
        return []
    found = rejected(turn.events)
    reason = skipped(turn.gate, turn.events)
    if reason is not None:
        count = turn.last_seq - turn.first_seq + 1
        messages = await archive.messages(db, turn.session_pk, after=turn.first_seq - 1, limit=count)
        words = " / ".join(message.content for message in messages if message.role == "user")
        found.append((GATE, "SKIP", reason, words))
    return [
        Dropped(
            turn_id=turn_id,
            line=line,
            user_id=turn.user_id,
            session_id=turn.session_id,
            created_at=turn.created_at,
            event=event,
            reason=why,
            words=words,
            judgement=marks.get((turn_id, line)),
        )
        for line, event, why, words in found
    ]
