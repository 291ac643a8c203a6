"""Upkeep: what is done to the memories of every tenant from time to time. Each job is idempotent and can be run dry."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import procrastinate
import structlog
from procrastinate import BaseRetryStrategy

from app.errors import IN_THE_WAY, JobNotFound, TenantNotFound, Unavailable
from app.governance.acting import ACTOR
from app.infra.metrics import UPKEEP_ROWS
from app.infra.queue import LATER
from app.jobs.counting import Running, counted
from app.memories.filling import Filling
from app.memories.sweeping import ACTOR as UPKEEP
from app.service import Service
from app.tenants.identity import tenant_key

PREFIX: Final = "upkeep-"  # of the names of these jobs in the queue
_LAST: Final = -2  # priority: after everything that somebody waits for

Counts = Mapping[str, int]
Job = Callable[[Service, UUID, datetime, bool], Awaitable[Counts]]

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """One job of upkeep: its name, when it comes (cron, UTC), what it does, and the call for one tenant."""

    name: str
    when: str
    what: str
    job: Job


async def _expire(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.expiry(tenant_id, now=now, dry_run=dry)


async def _archive(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.archiving(tenant_id, now=now, dry_run=dry)


async def _purge(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.purge(tenant_id, now=now, dry_run=dry)


async def _consolidate(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.consolidation(tenant_id, now=now, dry_run=dry)


async def _prune(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.pruning(tenant_id, now=now, dry_run=dry)


async def _retain(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.retention(tenant_id, now, dry_run=dry)


async def _trim(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.session_upkeep.trim(tenant_id, now, dry_run=dry)


async def _flush(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return {"sessions": await service.session_upkeep.wake(tenant_id, now, dry_run=dry)}


async def _embed(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    del now
    filling = Filling(service.database, service.keeper)
    return {"vectors": await filling.lacking(tenant_id) if dry else await filling(tenant_id)}


async def _review(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    return await service.profiles.review(tenant_id, now=now, dry_run=dry)


async def _measure(service: Service, tenant_id: UUID, now: datetime, dry: bool) -> Counts:  # as `Job`
    del dry
    stock = await service.statistics.stock(tenant_id, now)
    return {
        "users": stock.users,
        "messages": stock.messages,
        "memories": stock.held,
        "episodes": stock.episodes,
        "bytes": sum(stock.bytes.values()),
        "never_recalled": stock.never_recalled,
    }


DUTIES: Final = (
    Duty("flush", "*/5 * * * *", "Wake idle sessions, and those whose summary is to be tried again.", _flush),
    Duty("embed", "*/5 * * * *", "Make the vectors that are missing.", _embed),
    Duty(
        "expire", "*/10 * * * *", "End what is past its date or the age of its kind, and unanswered proposals.", _expire
    ),
    Duty("consolidate", "20 2 * * *", "Merge related small memories into one.", _consolidate),
    Duty("archive", "40 2 * * *", "Archive what lies unused or is worth little.", _archive),
    Duty("review", "0 3 * * *", "Choose the profiles anew whose memories have changed.", _review),
    Duty("purge", "20 3 * * *", "Delete what expired or was archived longer ago than the grace.", _purge),
    Duty("retain", "40 3 * * *", "Delete what is older than its user or tenant wants.", _retain),
    Duty("trim", "50 3 * * *", "Delete old messages that summaries have taken, as the service is set.", _trim),
    Duty("prune", "15 * * * *", "Delete old traces, stored answers and counts of model calls.", _prune),
    Duty("measure", "45 * * * *", "Count what is stored.", _measure),
)
MEASURE: Final = DUTIES[-1]  # counts and changes nothing
BY_NAME: Final = {duty.name: duty for duty in DUTIES}


def named(names: Sequence[str]) -> list[Duty]:
    """The duties of these names in their order; all of them without names. Raises `JobNotFound`."""
    unknown = [name for name in names if name not in BY_NAME]
    if unknown:
        raise JobNotFound(f"There is no upkeep job {unknown[0]!r}; there are {', '.join(BY_NAME)}.")
    return [duty for duty in DUTIES if not names or duty.name in names]


async def run(
    service: Service, duty: Duty, *, now: datetime, dry_run: bool = False, tenants: Sequence[UUID] | None = None
) -> dict[UUID, Counts]:
    """Do it for these tenants, or for all, one after the other; what it came to, by tenant."""
    found = {}
    ACTOR.set(UPKEEP)
    for tenant_id in tenants if tenants is not None else await service.tenant_ids():
        found[tenant_id] = await duty.job(service, tenant_id, now, dry_run)
        if not dry_run and duty is not MEASURE:
            for name, count in found[tenant_id].items():
                UPKEEP_ROWS.labels(duty.name, name).inc(count)
    return found


async def table(
    service: Service, duties: Sequence[Duty], *, now: datetime, dry_run: bool, tenant: str | None
) -> list[str]:
    """Do these jobs; lines of job, tenant and counts. Raises `TenantNotFound`."""
    names = {tenant_key(found.name): found.name for found in await service.tenants.all()}
    if tenant is not None:
        names = {tenant_id: name for tenant_id, name in names.items() if name == tenant}
        if not names:
            raise TenantNotFound(f"There is no tenant {tenant!r}.")
    rows = [("job", "tenant", "would be done" if dry_run else "done")]
    for duty in duties:
        found = await run(service, duty, now=now, dry_run=dry_run, tenants=list(names))
        rows += [(duty.name, names[tenant_id], _told(counts)) for tenant_id, counts in found.items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"{job:<{widths[0]}}  {name:<{widths[1]}}  {counts}".rstrip() for job, name, counts in rows]


def _told(counts: Counts) -> str:
    return "  ".join(f"{name} {count}" for name, count in counts.items()) or "nothing"


def add(app: procrastinate.App, service: Service, running: Running, *, retry: BaseRetryStrategy) -> None:
    """Make the jobs known, and let them come at their times; two runs of one job never meet."""
    for duty in DUTIES:
        _add(app, service, running, duty, retry)


def _add(
    app: procrastinate.App,
    service: Service,
    running: Running,
    duty: Duty,
    retry: BaseRetryStrategy,
) -> None:
    name = PREFIX + duty.name

    async def work(timestamp: int) -> None:
        del timestamp  # a job that comes late works by the present
        with counted(name, running):
            await _for_all(service, duty)

    task = app.task(name=name, queue=LATER, retry=retry, lock=name, queueing_lock=name, priority=_LAST)(work)
    if service.settings.upkeep.periodic:
        app.periodic(cron=duty.when)(task)


async def _for_all(service: Service, duty: Duty) -> None:
    """Every tenant; the failure of one keeps none of the others waiting."""
    failed: Exception | None = None
    for tenant_id in await service.tenant_ids():
        try:
            found = await run(service, duty, now=datetime.now(UTC), tenants=[tenant_id])
        except IN_THE_WAY as error:  # in one tenant: the others get their turn, and then it is tried again
            failed = failed or error
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # told below, once all others had their turn
            failed = error
            _log.error("upkeep_failed", job=duty.name, tenant=str(tenant_id), error=type(error).__name__)
        else:
            if any(found[tenant_id].values()) and duty is not MEASURE:
                _log.info("upkeep_done", job=duty.name, tenant=str(tenant_id), **found[tenant_id])
    if failed is not None:
        raise failed
