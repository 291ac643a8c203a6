"""Upkeep in the queue and on the command line: known to the workers, at their times, one run at a time."""

from datetime import UTC, datetime
from typing import Any

import pytest
from typer.testing import CliRunner

from app import bootstrap, choices
from app.cli import app as command
from app.errors import Interrupted, JobNotFound, RowsBusy, TenantNotFound
from app.infra.metrics import JOBS
from app.jobs import registry, upkeep
from app.service import Service
from app.settings import Settings
from tests.tenant import Tenant


def jobs(service: Service) -> Any:
    return registry.jobs(service, choices.database_url(service.settings), set())


def test_every_job_is_known_to_the_workers_and_comes_at_its_time(service: Service) -> None:
    made = jobs(service)
    periodic = {name: task.cron for (name, _), task in made.periodic_registry.periodic_tasks.items()}
    assert periodic == {upkeep.PREFIX + duty.name: duty.when for duty in upkeep.DUTIES}
    for duty in upkeep.DUTIES:
        task = made.tasks[upkeep.PREFIX + duty.name]
        assert (task.lock, task.queueing_lock) == (task.name, task.name)
        assert task.priority < 0  # after what somebody asked for


def test_a_service_can_leave_upkeep_to_others(service: Service, settings: Settings) -> None:
    quiet = settings.model_copy(update={"upkeep": settings.upkeep.model_copy(update={"periodic": False})})
    made = jobs(bootstrap.build(quiet, embedder=service.embedder.current))
    assert made.periodic_registry.periodic_tasks == {}
    assert upkeep.PREFIX + "purge" in made.tasks


async def test_a_job_goes_through_all_tenants_and_is_counted(service: Service) -> None:
    counted = JOBS.labels("upkeep-expire", "succeeded")
    before = counted._value.get()
    await jobs(service).tasks["upkeep-expire"].func(timestamp=0)
    assert counted._value.get() == before + 1


@pytest.mark.parametrize("error", [ValueError("broken"), RowsBusy("broken"), Interrupted("broken")], ids=repr)
async def test_the_failure_of_one_tenant_keeps_none_of_the_others_waiting(
    service: Service, tenant: Tenant, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    seen = []

    async def broken(tenant_id: Any, **_: Any) -> dict[str, int]:
        seen.append(tenant_id)
        if tenant_id == tenant.tenant_id:
            raise error
        return {}

    monkeypatch.setattr(type(service.expiry), "__call__", lambda _, tenant_id, **more: broken(tenant_id, **more))
    with pytest.raises(type(error), match="broken"):
        await jobs(service).tasks["upkeep-expire"].func(timestamp=0)
    assert len(seen) == len(await service.tenant_ids())


async def test_the_table_names_job_tenant_and_counts(service: Service, tenant: Tenant) -> None:
    now = datetime.now(UTC)
    lines = await upkeep.table(service, upkeep.named(["purge"]), now=now, dry_run=True, tenant=tenant.name)
    assert [line.split() for line in lines] == [
        ["job", "tenant", "would", "be", "done"],
        ["purge", tenant.name, "memories", "0", "episodes", "0"],
    ]
    with pytest.raises(TenantNotFound):
        await upkeep.table(service, upkeep.named([]), now=now, dry_run=True, tenant="nobody's")


def test_an_unknown_job_is_told_with_those_there_are() -> None:
    with pytest.raises(JobNotFound, match="expire, consolidate"):
        upkeep.named(["tidy"])
    assert CliRunner().invoke(command, ["upkeep", "tidy"]).exit_code == 1
