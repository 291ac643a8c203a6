"""Lines of one scope, judged together and committed with their names, so that an import can be resumed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import structlog

from app.errors import IN_THE_WAY, AppError, ConsentMissing, Interrupted, Unavailable, UserErased
from app.infra.faults import again
from app.infra.postgres import Database, WriteSession
from app.memories.import_lines import InternalError, Line, Outcome, Ready, name_of, number_of, of_stored, of_verdict
from app.memories.keeper import Keeper, Vectors
from app.memories.manual import reach_of
from app.memories.model import Verdict
from app.memories.quota import Quota
from app.memories.sieve import sieve
from app.memories.vicinity import Vicinity
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.identity import user_key
from app.tenants.service import Tenants

_ENSURE_USER = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_log = structlog.get_logger(__name__)

Lives = dict[UUID, int | None]  # erase epoch of each user when an import first met them; None: not held then


class Groups:
    """Those of one run of an import. `lives` is shared with whoever reads the lines."""

    def __init__(
        self,
        database: Database,
        keeper: Keeper,
        tenants: Tenants,
        quota: Quota,
        lives: Lives,
        *,
        import_id: str,
        actor: str,
        now: datetime,
    ) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._quota = quota
        self._lives = lives
        self._import_id = import_id
        self._actor = actor
        self._now = now
        self._vicinity = Vicinity()

    async def __call__(self, group: Sequence[Line | Ready], vectors: Vectors) -> list[Outcome]:
        """What became of each line, in their order. Raises `Unavailable` when Postgres is away."""
        ready = [one for one in group if isinstance(one, Ready)]
        if not ready:
            return [Outcome(line=number_of(one), problem=one.problem) for one in group if isinstance(one, Line)]
        try:
            return await again(lambda: self._together(ready, vectors))
        except IN_THE_WAY as error:  # of one user: those of others go on
            return [Outcome(line=one.line.number, problem=error) for one in ready]
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # one bad line must not take its neighbours with it
            if len(ready) > 1:
                found = [await self([one], vectors) for one in ready]
                return [outcome for outcomes in found for outcome in outcomes]
            problem = error if isinstance(error, AppError) else InternalError()
            if not isinstance(error, AppError):
                _log.exception("import_line_failed", line=ready[0].line.number)
            return [Outcome(line=ready[0].line.number, problem=problem)]

    async def _together(self, ready: Sequence[Ready], vectors: Vectors) -> list[Outcome]:
        """Lines of one scope in one transaction; those that were committed before answer as they did then."""
        scope = ready[0].scope
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        keys = {one.line.number: name_of(self._import_id, one.line) for one in ready}
        met: Lives = {}
        async with self._database.write(scope.tenant_id) as db:
            stored = await idempotency.claim_all(db, list(keys.values()), user_pk)
            known = {number: stored[key.key] for number, key in keys.items() if key.key in stored}
            fresh = [one for one in ready if one.line.number not in known]
            outcomes = {number: of_stored(number, answer, keys[number]) for number, answer in known.items()}
            if fresh:
                outcomes |= await self._kept(db, scope, user_pk, fresh, vectors, met)
            done = {
                keys[one.line.number].key: outcomes[one.line.number]
                for one in fresh
                if outcomes[one.line.number].problem is None
            }
            await idempotency.keep_all(
                db,
                {key: {"event": one.event, "memory_id": str(one.memory_id)} for key, one in done.items()},
                dropped=[key.key for number, key in keys.items() if number not in known and key.key not in done],
            )
        self._lives |= met  # now that it is committed: a user made by a transaction that failed had another epoch
        return [outcomes[one.line.number] for one in ready]

    async def _kept(
        self,
        db: WriteSession,
        scope: Scope,
        user_pk: UUID | None,
        fresh: Sequence[Ready],
        vectors: Vectors,
        met: Lives,
    ) -> dict[int, Outcome]:
        if user_pk is not None:
            await db.execute(_ENSURE_USER, db.tenant_id, user_pk, scope.user_id)
        reach = reach_of(scope)
        person = await self._keeper.lock(db, reach)
        if user_pk is not None and person is None:
            raise Interrupted  # erased between the two: begin anew with the user that comes after
        if user_pk is not None and person is not None:
            life = self._lives.get(user_pk)
            if life is not None and life != person["erase_epoch"]:
                raise UserErased  # undoes the row of the user too
            met[user_pk] = person["erase_epoch"]
        settings = await self._tenants.settings_in(db)
        if person is not None and not settings.consents(person["consent"]):
            raise ConsentMissing
        proposed = [one.proposal for one in fresh]
        proposals, verdicts = await sieve(db, proposed, settings, self._quota, user_pk=user_pk)
        verdicts += await self._keeper.keep(
            db, reach, proposals, vectors, now=self._now, actor=self._actor, vicinity=self._vicinity
        )
        first: dict[int, Verdict] = {}
        for verdict in verdicts:
            first.setdefault(id(verdict.candidate), verdict)
        return {one.line.number: of_verdict(one.line.number, first[id(one.proposal.candidate)]) for one in fresh}
