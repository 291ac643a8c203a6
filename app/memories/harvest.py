"""What one turn gave is kept: its memories, its episodes, and what they overtake, in the transaction of the turn."""

from collections.abc import Callable
from datetime import UTC, datetime

from app.infra.postgres import WriteSession
from app.memories import overtaken
from app.memories.endings import telling
from app.memories.episodes import store as episodes
from app.memories.episodes import unsaid, withheld
from app.memories.episodes.pieces import judged
from app.memories.gate import OFF, Decision
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Verdict
from app.memories.quota import Quota
from app.memories.reading import Reading
from app.memories.scope import Reach
from app.memories.sieve import sieve
from app.sessions import wakes
from app.tenants.service import Tenants


class SettledElsewhereError(Exception):
    """The turn was settled by another worker, or erased; undo what this one did."""


class Harvest:
    """Called in a transaction, with a reading and its vectors."""

    def __init__(
        self, keeper: Keeper, tenants: Tenants, quota: Quota, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._keeper = keeper
        self._tenants = tenants
        self._quota = quota
        self._clock = clock

    async def __call__(self, db: WriteSession, reading: Reading, vectors: Vectors) -> tuple[Decision, list[Verdict]]:
        """What the gate decided and what was kept, after a look at what changed since the words were read.

        Raises `SettledElsewhereError` when user or session were erased.
        """
        turn = reading.turn
        proposals = reading.proposals()
        if not proposals and not reading.episodes:
            return reading.decision, []
        reach = Reach(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=turn.agent_id,
            project_id=turn.project_id,
            shared=False,
        )
        person = await self._keeper.lock(db, reach)
        if person is None or not await wakes.lives(db, turn.session_pk, reading.epoch):
            raise SettledElsewhereError  # erased: there is nothing to settle either
        settings = await self._tenants.settings_in(db)
        if not person["memory_enabled"] or not settings.consents(person["consent"]):
            return OFF, []
        proposals, refused = await sieve(
            db, proposals, settings, self._quota, user_pk=turn.user_pk, session_id=turn.session_id
        )
        verdicts = await self._keeper.keep(
            db, reach, proposals, vectors, now=self._clock(), actor=f"turn:{turn.turn_id}"
        )
        told_as = judged([one for one in reading.episodes if not settings.blocked(one.content)], verdicts)
        verdicts = await unsaid.follow(db, turn, verdicts, at=reading.ended_at, allowance=self._keeper.allowance)
        told_as = await withheld.free(db, turn, told_as, verdicts)
        model = self._keeper.model_of(vectors)
        if reading.made:
            still = await withheld.free(db, turn, judged(reading.made, verdicts), verdicts)
            await episodes.judge_again(db, turn, reading.made, still, vectors, model)
        await episodes.add(db, turn, told_as, vectors, model)
        ended = await overtaken.follow(
            db, self._keeper, reach, turn, told_as, verdicts, model=model, now=datetime.now(UTC)
        )
        return reading.decision, [*telling(refused), *verdicts, *ended]
