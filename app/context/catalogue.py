"""The policies of tenants: put, read, and chosen for each request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from app.context import store
from app.context.policies import Policy, calibrated
from app.context.variants import DEFAULT_NAME, Stored, made, picked
from app.errors import Invalid, PolicyNotFound, PreconditionFailed, TooManyPolicies
from app.governance.audit import Audit
from app.infra.postgres import Database
from app.tenants.kept import Kept

MOST = 50  # of one tenant: a name is a label of metrics


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A policy with all of its parameters; none when it only splits users."""

    stored: Stored
    policy: Policy | None


class Policies:
    """Reads, puts and chooses policies. A change is seen by other processes after `trust` at the latest."""

    def __init__(
        self, database: Database, audit: Audit, base: Policy, model: Callable[[], str], *, trust: timedelta
    ) -> None:
        """`model` tells which embedder serves at the moment: what a cosine says differs from one to the other."""
        self._database = database
        self._audit = audit
        self._base = base
        self._model = model
        self._kept: Kept[Mapping[str, Stored]] = Kept(database, store.all_of, trust=trust)
        self._made: dict[tuple[str, int, str], Policy] = {}

    @property
    def base(self) -> Policy:
        """The parameters of the code, with the cosines of the embedder that serves."""
        return calibrated(self._base, self._model())

    async def choose(self, tenant_id: UUID, name: str | None, user_pk: UUID) -> Policy:
        """The policy for a request of this user. Raises `Invalid` for a name that the tenant has not.

        While Postgres is away and nothing is known, that of the code.
        """
        known = await self._kept.get(tenant_id)
        if known is None:
            return self.base
        stored = _found(known, name or DEFAULT_NAME)
        if stored is None:
            raise Invalid(
                "There is no such policy.", errors=[{"field": "body.policy", "message": "is no known policy"}]
            )
        chosen = _found(known, picked(stored, user_pk))
        return self._ready(tenant_id, chosen or Stored(name=DEFAULT_NAME, document={}))

    def _ready(self, tenant_id: UUID, stored: Stored) -> Policy:
        key = (f"{tenant_id}:{stored.name}", stored.version, self._model())
        if key not in self._made:
            if len(self._made) > 20 * MOST:
                self._made.clear()
            self._made[key] = made(stored, self.base)
        return self._made[key]

    async def get(self, tenant_id: UUID, name: str) -> Shown:
        """One policy, `default` even if nobody put it. Raises `PolicyNotFound`."""
        async with self._database.read(tenant_id) as db:
            stored = _found(await store.all_of(db), name)
        if stored is None:
            raise PolicyNotFound
        return self._shown(stored)

    async def all(self, tenant_id: UUID) -> list[Shown]:
        """Every policy of a tenant by name, `default` among them."""
        async with self._database.read(tenant_id) as db:
            known = await store.all_of(db)
        names = sorted({*known, DEFAULT_NAME})
        return [self._shown(stored) for name in names if (stored := _found(known, name)) is not None]

    async def put(
        self, tenant_id: UUID, name: str, document: Mapping[str, Any], *, expected: int | None, present: bool = False
    ) -> Shown:
        """Put a document in the place of the one before; with `present` there must be one.

        Raises `Invalid`, `TooManyPolicies`, and `PreconditionFailed` when the version is not the expected one.
        """
        async with self._database.write(tenant_id) as db:
            await store.lock(db)
            known = await store.all_of(db)
            before = _found(known, name)
            if before is None and (present or expected is not None):
                raise PreconditionFailed
            if before is not None and expected is not None and before.version != expected:
                raise PreconditionFailed
            if name not in known and len(known) >= MOST:
                raise TooManyPolicies
            self._check(Stored(name=name, document=document), known)
            stored = await store.put(db, name, document)
            await self._audit.note(db, "policy.put", name, fields=sorted(document))
        self._kept.forget(tenant_id)
        return self._shown(stored)

    def _shown(self, stored: Stored) -> Shown:
        return Shown(stored=stored, policy=None if stored.split else made(stored, self.base))

    def _check(self, stored: Stored, known: Mapping[str, Stored]) -> None:
        """Splits lead to policies with parameters and no further; a ceiling lies above its floor."""
        if stored.split is None:
            policy = made(stored, self.base)
            if policy.vector_floor >= policy.vector_ceiling:
                raise _invalid("vector_ceiling", "must be above vector_floor")
            return
        for name in stored.split:
            other = _found(known, name)
            if name == stored.name or other is None:
                raise _invalid(f"split.{name}", "is no other policy of this tenant")
            if other.split is not None:
                raise _invalid(f"split.{name}", "splits users itself")
        for other in known.values():
            if other.split is not None and stored.name in other.split:
                raise _invalid("split", f"{other.name} already gives users to this policy")


def _found(known: Mapping[str, Stored], name: str) -> Stored | None:
    found = known.get(name)
    return Stored(name=name, document={}) if found is None and name == DEFAULT_NAME else found


def _invalid(field: str, message: str) -> Invalid:
    return Invalid(f"Not valid: body.{field}.", errors=[{"field": f"body.{field}", "message": message}])
