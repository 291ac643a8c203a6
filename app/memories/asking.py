"""The model's part of the write path: which turns it is asked about, with what it is shown, and what it may cost.

No connection is held while it answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from app.infra.postgres import Database, ReadSession
from app.infra.where import Where
from app.memories import search
from app.memories.extractors.grounding import Refused
from app.memories.extractors.llm import ModelExtractor, worth_asking
from app.memories.extractors.sentences import Said
from app.memories.keeper import Keeper
from app.memories.model import Candidate, Memory
from app.memories.scope import Reach, usable
from app.sessions.model import Turn
from app.tenants import usage
from app.tenants.usage import Caps
from app.text.terms import terms

RULES = "rules"
FELL_BACK = "rules-after-llm-failure"
_KNOWN = 8  # memories that are shown to the model
_QUERY = 400  # characters of a batch by which they are found


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the model gave for one turn. `by` is who read it, `error` why not the model, `again` whether it may yet."""

    by: str = RULES
    candidates: tuple[Candidate, ...] = ()
    refused: tuple[Refused, ...] = ()
    error: str | None = None
    again: bool = False
    wait: float | None = None  # seconds that the server wants to be left alone


NOTHING = Heard()  # the rules alone, without anything amiss


class Asking:
    def __init__(self, database: Database, keeper: Keeper, extractor: ModelExtractor, caps: Caps) -> None:
        self._database = database
        self._keeper = keeper
        self._extractor = extractor
        self._caps = caps

    @property
    def name(self) -> str:
        return self._extractor.name

    async def allowed(self, db: ReadSession) -> bool:
        """Whether the cap of the tenant leaves a call."""
        return await usage.left(db, self._caps)

    async def __call__(self, tenant_id: UUID, turns: Sequence[tuple[Turn, Sequence[Said]]]) -> list[Heard]:
        """What the model gave for each turn, in as few calls as the text allows, at most one a turn.

        After a failure it is not asked for the rest.
        """
        heard: list[Heard] = []
        failed: Heard | None = None
        for batch in self._batches(turns):
            found = [failed] * len(batch) if failed else await self._ask(tenant_id, batch)
            heard += found
            failed = failed or next((one for one in found if one.error), None)
        return heard

    def _batches(self, turns: Sequence[tuple[Turn, Sequence[Said]]]) -> Iterator[list[tuple[Turn, Sequence[Said]]]]:
        batch: list[tuple[Turn, Sequence[Said]]] = []
        size = 0
        for turn, said in turns:
            length = sum(len(message.content) for message in said if message.role == "user")
            if batch and size + length > self._extractor.budget:
                yield batch
                batch, size = [], 0
            batch.append((turn, said))
            size += length
        if batch:
            yield batch

    async def _ask(self, tenant_id: UUID, batch: Sequence[tuple[Turn, Sequence[Said]]]) -> list[Heard]:
        if not any(worth_asking(said) for _, said in batch):
            return [NOTHING for _ in batch]
        async with self._database.write(tenant_id) as db:
            if not await usage.take(db, self._caps):
                return [NOTHING for _ in batch]
        held = await self._closest(tenant_id, batch)
        reading = await self._extractor([said for _, said in batch], held)
        async with self._database.write(tenant_id) as db:
            await usage.spend(db, reading.tokens)
        if (failure := reading.failure) is not None:
            failed = Heard(by=FELL_BACK, error=f"model: {failure.told}", again=failure.passing, wait=failure.wait)
            return [failed for _ in batch]
        return [
            Heard(
                by=self.name,
                candidates=tuple(candidate for turn, candidate in reading.candidates if turn == number),
                refused=tuple(one for one in reading.refused if (one.turn or 0) == number),
            )
            for number in range(len(batch))
        ]

    async def _closest(self, tenant_id: UUID, batch: Sequence[tuple[Turn, Sequence[Said]]]) -> list[Memory]:
        """The user's memories that are nearest to what was said."""
        turn = batch[-1][0]
        words = " ".join(message.content for _, said in batch for message in said if message.role == "user")
        query = words[-_QUERY:]
        vectors = await self._keeper.embed([query])
        reach = Reach(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=turn.agent_id,
            project_id=turn.project_id,
            shared=False,
        )
        where = usable(Where().add("m.tenant_id = {}", tenant_id), reach, now=datetime.now(UTC))
        where.add("m.type <> 'episodic'")
        async with self._database.read(tenant_id) as db:
            found, _ = await search.hybrid(
                db,
                where,
                reach.owners,
                vector=vectors.get(query),
                model=vectors.model,
                terms=terms(query),
                families=[],
                limit=_KNOWN,
                episodes=0,
                keyed_limit=0,
            )
        found.sort(key=lambda one: (one.worded or 0.0, one.near or 0.0), reverse=True)
        return [one.memory for one in found[:_KNOWN]]
