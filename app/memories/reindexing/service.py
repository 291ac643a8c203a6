"""Another embedding model, without a pause: its vectors are made beside the old ones, and serve once they are whole.

What a tenant is served from stands in its row. A process whose settings name another model does not start, unless a
reindex to that model is under way: then it serves from the model before, and switches when every tenant is through.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol
from uuid import UUID

import structlog

from app.errors import CannotServe, Unavailable
from app.infra.postgres import Database, ReadSession, WriteSession
from app.memories.reindexing import episodes, store
from app.memories.reindexing.store import Held, Model
from app.providers.embeddings.protocol import Embedder, EmbeddingFailed, Vector, each
from app.providers.embeddings.serving import ServingEmbedder

BATCH = 128
_DROP = 2_000
_TRIES = 4  # of one batch, before the run ends; it is begun again where it ended
_LOOK = 2.0  # seconds between two looks whether the vectors are whole

_log = structlog.get_logger(__name__)


class Shelf(Protocol):
    """A kind of texts that have vectors: `reindexing.store` is that of memories."""

    async def count(self, db: ReadSession) -> int: ...

    async def lacking(self, db: ReadSession, model: str, after: UUID, limit: int) -> list[tuple[UUID, str]]: ...

    async def fill(
        self, db: WriteSession, model: Model, things: Sequence[tuple[UUID, str]], vectors: Sequence[Sequence[float]]
    ) -> None: ...

    async def drop_others(self, db: WriteSession, model: str, limit: int) -> int: ...


SHELVES: Mapping[str, Shelf | ModuleType] = {"memories": store, "episodes": episodes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far one shelf of one tenant is."""

    tenant: str
    shelf: str
    filled: int
    total: int


Tell = Callable[[Progress], None]


class Reindexing:
    """Checks at start what the vectors are of, and moves them to the wanted model."""

    def __init__(self, database: Database, embedder: ServingEmbedder, before: Callable[[], Embedder]) -> None:
        """`before` makes the embedder that served until now, from the settings; it may raise `ValueError`."""
        self._database = database
        self._embedder = embedder
        self._before = before
        self._wanted = Model(embedder.wanted.model, embedder.wanted.dimensions)
        self._watch: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> bool:
        """Whether this process still serves from the model before."""
        return self._embedder.current is not self._embedder.wanted

    async def tenants(self) -> list[Held]:
        return [Held.of(row) for row in await self._database.lookup(store.LIST)]

    async def prepare(self) -> None:
        """Serve from the right model, or raise `CannotServe` with what to do about it."""
        other: set[Model] = set()
        for held in await self.tenants():
            if held.model is None:
                await self._note(held.tenant_id)
            elif held.model != self._wanted:
                if held.following == self._wanted:
                    other.add(held.model)
                elif await self._holds(held):
                    raise CannotServe(_mismatch(held.model, self._wanted))
                else:
                    await self._note(held.tenant_id)
        if other:
            self._embedder.serve_from(self._one_before(other))

    def _one_before(self, models: set[Model]) -> Embedder:
        names = " and ".join(sorted(f"{model.name} ({model.dimensions} numbers)" for model in models))
        try:
            before = self._before()
        except ValueError as error:
            raise CannotServe(_unreachable(names, self._wanted)) from error
        if models != {Model(before.model, before.dimensions)}:
            raise CannotServe(_unreachable(names, self._wanted))
        return before

    def start(self) -> None:
        """Watch for the moment to switch, where there will be one."""
        if self.under_way and self._watch is None:
            self._watch = asyncio.create_task(self._switch_when_whole(), name="reindex watch")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    async def _switch_when_whole(self) -> None:
        while not await self.look():  # noqa: ASYNC110  # what is awaited happens in another process
            await asyncio.sleep(_LOOK)

    async def look(self) -> bool:
        """Switch if every tenant is through; whether this process serves from the wanted model now."""
        try:
            whole = all(held.model in (None, self._wanted) for held in await self.tenants())
        except Unavailable:
            return False
        if whole and self.under_way:
            self._embedder.switch()
            _log.info("embedder_switched", model=self._wanted.name)
        return whole

    async def begin(self) -> list[Held]:
        """Say that vectors move to the wanted model, so that services that want it may start; the tenants."""
        for held in await self.tenants():
            if held.model is not None and self._wanted not in (held.model, held.following):
                async with self._database.write(held.tenant_id) as db:
                    await store.note(db, held.model, self._wanted)
        return await self.tenants()

    async def move(self, held: Held, tell: Tell | None = None) -> int:
        """Make what vectors the tenant lacks, a batch at a time, then let it be served from them; how many were made.

        Broken off, it goes on where it was. Raises `EmbeddingFailed` when the embedder fails again and again.
        """
        made = 0
        for name, shelf in SHELVES.items():
            while filled := await self._fill(held, name, shelf, tell):
                made += filled  # once more: something may have been written meanwhile
        await self._note(held.tenant_id)
        return made

    async def _fill(self, held: Held, name: str, shelf: Any, tell: Tell | None) -> int:
        after, filled = UUID(int=0), 0
        async with self._database.read(held.tenant_id) as db:
            total = await shelf.count(db)
        while True:
            async with self._database.read(held.tenant_id) as db:
                things = await shelf.lacking(db, self._wanted.name, after, BATCH)
            if not things:
                return filled
            vectors = await self._embed([content for _, content in things])
            known = [(thing, vector) for thing, vector in zip(things, vectors, strict=True) if vector is not None]
            async with self._database.write(held.tenant_id) as db:
                await shelf.fill(db, self._wanted, [thing for thing, _ in known], [vector for _, vector in known])
            after, filled = things[-1][0], filled + len(known)
            if tell is not None:
                tell(Progress(tenant=held.name, shelf=name, filled=filled, total=total))

    async def _embed(self, texts: Sequence[str]) -> list[Vector | None]:
        for left in reversed(range(_TRIES)):
            try:
                return await each(self._embedder.wanted, texts)
            except EmbeddingFailed:
                if not left:
                    raise
                await asyncio.sleep(2.0 ** (_TRIES - 1 - left) / 2)
        raise AssertionError

    async def prune(self, held: Held) -> int:
        """Delete vectors of other models than the one the tenant is served from; how many went."""
        gone = 0
        if held.model != self._wanted:
            return gone
        for shelf in SHELVES.values():
            while True:
                async with self._database.write(held.tenant_id) as db:
                    dropped = await shelf.drop_others(db, self._wanted.name, _DROP)
                gone += dropped
                if not dropped:
                    break
        return gone

    async def _note(self, tenant_id: UUID) -> None:
        async with self._database.write(tenant_id) as db:
            await store.note(db, self._wanted)

    async def _holds(self, held: Held) -> bool:
        assert held.model is not None
        async with self._database.read(held.tenant_id) as db:
            return await store.holds(db, held.model.name)


def _mismatch(held: Model, wanted: Model) -> str:
    return (
        f"The memories hold vectors of {held.name} ({held.dimensions} numbers), and the settings name {wanted.name} "
        f"({wanted.dimensions} numbers). Run `memoryd reindex` with these settings to move them while the service of "
        f"before goes on, or set EMBEDDINGS__* back to {held.name}."
    )


def _unreachable(names: str, wanted: Model) -> str:
    return (
        f"A reindex to {wanted.name} is under way, and until it is through the service answers from {names}: describe "
        "that one in PREVIOUS_EMBEDDINGS__*, or start when `memoryd reindex` has ended."
    )
