"""Each job of upkeep has something to do, would do the same in a dry run, and does nothing a second time."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import pytest

from app.infra.postgres import metadata
from app.jobs import upkeep
from tests.house import House
from tests.tenant import Tenant

WEAK: Final = {"importance": 1, "confidence": 0.6}
DAYS: Final = 120
Ready = Callable[[House, str], Awaitable[None]]


@pytest.fixture
async def house(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(tenant.service.session_upkeep, "_retention", timedelta(days=30))
    return House(tenant)


async def _said(house: House, user: str) -> None:
    await house.say(user, "I live in Turku.")


async def _without_vectors(house: House, user: str) -> None:
    await _said(house, user)
    await _do(house, "DELETE FROM memory_vectors WHERE tenant_id = $1")


async def _of_an_age(house: House, user: str) -> None:
    await house.set(expire_days={"event": 30})
    await house.keep(user, "User visited Graz", kind="event")


async def _alike(house: House, user: str) -> None:
    await house.say(user, "I like marzipan.", "I like okra.", "I like plums.")


async def _weak(house: House, user: str) -> None:
    await house.keep(user, "User saw a heron by the canal", kind="event", **WEAK)


async def _archived(house: House, user: str) -> None:
    await _weak(house, user)
    assert (await house.do("archive", days=DAYS - 60))["low_value"] == 1


async def _kept_for_a_month(house: House, user: str) -> None:
    await house.set(expire_days={"event": 30})
    await house.tenant.put(retention_days=30)
    await _said(house, user)


async def _summarised(house: House, user: str) -> None:
    await _said(house, user)
    await _do(house, "UPDATE sessions SET summarized_seq = last_seq WHERE tenant_id = $1")


async def _recalled(house: House, user: str) -> None:
    await _said(house, user)
    await house.tenant.context(user, "Where do I live?")
    await house.tenant.service.recorder.flush()


# What gives each job something to do. A job that is new must stand here too.
READY: Final[dict[str, Ready]] = {
    "flush": _said,
    "embed": _without_vectors,
    "expire": _of_an_age,
    "consolidate": _alike,
    "archive": _weak,
    "review": _said,
    "purge": _archived,
    "retain": _kept_for_a_month,
    "trim": _summarised,
    "prune": _recalled,
    "measure": _said,
}


def test_every_job_has_something_to_do_here() -> None:
    assert set(READY) == set(upkeep.BY_NAME)


@pytest.mark.parametrize("job", sorted(upkeep.BY_NAME))
async def test_a_job_that_runs_twice_in_a_row_changes_nothing_the_second_time(
    house: House, user: str, job: str
) -> None:
    await READY[job](house, user)
    untouched = await _everything(house)
    dry = await house.do(job, days=DAYS, dry_run=True)
    assert await _everything(house) == untouched
    first = await house.do(job, days=DAYS)
    assert sum(first.values()) > 0
    assert {name for name, count in first.items() if count} <= {name for name, count in dry.items() if count}
    before = await _everything(house)
    assert (before == untouched) is (upkeep.BY_NAME[job] is upkeep.MEASURE)
    second = await house.do(job, days=DAYS)
    assert await _everything(house) == before
    if upkeep.BY_NAME[job] is not upkeep.MEASURE:
        assert sum(second.values()) == 0, second


async def test_all_jobs_twice_in_a_row_change_nothing_the_second_time(house: House, user: str) -> None:
    for ready in (_alike, _recalled, _weak, _of_an_age):
        await ready(house, user)
    for days in (DAYS, 3 * DAYS):
        for _ in range(2):  # what one job leaves, another takes up
            for job in upkeep.BY_NAME:
                await house.do(job, days=days)
        before = await _everything(house)
        for job in upkeep.BY_NAME:
            await house.do(job, days=days)
        assert await _everything(house) == before


async def _do(house: House, sql: str) -> None:
    async with house.tenant.service.database.write(house.tenant_id) as db:
        await db.execute(sql, house.tenant_id)


async def _everything(house: House) -> dict[str, Any]:
    """Every row of the tenant in every table, and its jobs."""
    tables = [name for name, table in metadata.tables.items() if "tenant_id" in table.columns]
    assert len(tables) > 15
    jobs = "SELECT count(*) FROM procrastinate_jobs WHERE args ->> 'tenant_id' = $1"
    rows = "SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t::text), '[]') FROM {} AS t WHERE tenant_id = $1"
    async with house.tenant.service.database.read(house.tenant_id) as db:
        found = {table: await db.fetch_value(rows.format(table), house.tenant_id) for table in tables}
        return found | {"jobs": await db.fetch_value(jobs, str(house.tenant_id))}
