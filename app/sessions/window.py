"""The window: the recent raw messages of a session.

Redis holds a copy of the end of the archive (`copies`), never more: a list that does not end where the archive ends is
rebuilt, and without Redis the archive itself is read.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from uuid import UUID

from app.infra.postgres import ReadSession
from app.infra.redis import RedisDown
from app.sessions import archive
from app.sessions.copies import WindowCache
from app.sessions.leaving import STRETCH, Entry, Limits, Shape, cut
from app.sessions.model import Message, Role


def tail_within(entries: Sequence[Entry], limits: Limits) -> list[Message]:
    """The newest messages within the limits, in order, by the rule by which they leave."""
    shapes = [Shape(m.seq, turn, m.tokens, answers=m.role is Role.TOOL) for turn, m in entries]
    return [message for _, message in entries[cut(shapes, limits) :]]


class Window:
    """Reads and repairs the windows of sessions."""

    def __init__(self, cache: WindowCache, limits: Limits) -> None:
        self._cache = cache
        self.limits = limits
        self.stretched = limits.times(STRETCH)

    async def push(self, session_pk: UUID, epoch: int, entries: Sequence[Entry]) -> bool:
        """Append the messages of a committed turn; best effort, False when Redis did not answer."""
        try:
            await self._cache.append(session_pk, epoch, entries)
        except RedisDown:
            return False
        return True

    async def cached(self, session_pk: UUID) -> list[tuple[int, Entry]] | None:
        """What the cache holds; None when it did not answer."""
        try:
            return await self._cache.read(session_pk)
        except RedisDown:
            return None

    async def last(self, session_pk: UUID) -> Message | None:
        """The last message that the cache holds; None too when it did not answer."""
        try:
            entry = await self._cache.last(session_pk)
        except RedisDown:
            return None
        return entry[1] if entry else None

    async def settle(
        self,
        db: ReadSession,
        session_pk: UUID,
        cached: list[tuple[int, Entry]] | None,
        *,
        epoch: int,
        last_seq: int,
        after: int,
    ) -> list[Message]:
        """The window, what comes after the message `after`: it stretches until the summary has taken what is too much.

        From the cache when that ends where the archive ends, the rest from the archive; repairs the cache.
        """
        if last_seq <= after:
            return []
        if cached and _sound(cached, epoch, last_seq):
            entries = [entry for _, entry in cached if entry[1].seq > after]
            if entries and entries[0][1].seq > after + 1:  # the cache holds the end only
                entries = [*await self._rest(db, session_pk, after, entries[0][1].seq), *entries]
            return tail_within(entries, self.stretched)
        entries = await self._rest(db, session_pk, after, last_seq + 1)
        if cached is not None:
            with suppress(RedisDown):
                await self._cache.rebuild(session_pk, epoch, entries)
        return tail_within(entries, self.stretched)

    async def _rest(self, db: ReadSession, session_pk: UUID, after: int, before: int) -> list[Entry]:
        # A message has one token at least, so more of them than tokens are never shown.
        return await archive.tail(db, session_pk, after=after, before=before, limit=self.stretched.tokens + 1)

    async def clear(self, session_pks: Iterable[UUID]) -> None:
        """Drop the copies; best effort, because an epoch or a sequence number that differs hides them anyway."""
        with suppress(RedisDown):
            await self._cache.clear(session_pks)

    async def erase(self, session_pks: Iterable[UUID], epoch: int) -> int | None:
        """Drop the copies of erased sessions, and whatever of them comes late; None when Redis did not answer."""
        try:
            return await self._cache.erase(session_pks, epoch)
        except RedisDown:
            return None


def _sound(cached: list[tuple[int, Entry]], epoch: int, last_seq: int) -> bool:
    """Whether a cached list is the end of this archive: of the same life of the session, in order, to its last message.

    It was read before `last_seq`, so a list that goes further is of another archive.
    """
    seqs = [entry[1].seq for _, entry in cached]
    in_order = seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    return seqs[-1] == last_seq and in_order and all(at == epoch for at, _ in cached)
