"""Who comes when in the queue: somebody who floods it keeps nobody else waiting, and is served all the same."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from procrastinate import App

from app import choices
from app.infra import queue
from app.infra.postgres import dump
from app.infra.queue import QUEUE
from app.jobs import loops, registry
from app.memories.formation import MOST
from app.memories.setbacks import Setbacks
from app.service import Service
from app.sessions.wakes import EXTRACTION, wake_up
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key
from tests.client import Client
from tests.tenant import Tenant

pytestmark = pytest.mark.plain

FLOOD = 150
FEW = 8  # jobs of a flood that may come before the job of somebody else

_FETCH = "SELECT * FROM procrastinate_fetch_job_v2(ARRAY[$1::varchar], NULL)"
_OLDER = "UPDATE procrastinate_jobs SET priority = priority + $1 WHERE status = 'todo' AND priority > $2"
_SILENT = "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour' WHERE id = $1"
_DOING = "SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'"
_CLEAR = "DELETE FROM procrastinate_jobs"


class Hands:
    """Takes the jobs as a worker does, one by one, and does nothing with them."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._begun = time.monotonic()

    def seconds(self) -> float:
        """Since the beginning: each of them ends the place of one job of a flood that is still being sent."""
        return time.monotonic() - self._begun

    async def take(self, most: int = 10_000) -> list[dict[str, Any]]:
        taken = []
        while len(taken) < most:
            (row,) = await self.service.database.lookup(_FETCH, QUEUE)
            if row["id"] is None:
                break
            taken.append(dict(row))
            await self.service.database.run("DELETE FROM procrastinate_jobs WHERE id = $1", row["id"])
        return taken

    async def time_passes(self, time: timedelta) -> None:
        """What waits was deferred so much earlier."""
        await self.service.database.run(_OLDER, int(time.total_seconds()), queue.RECOVERED)


@pytest.fixture
async def hands(service: Service) -> AsyncIterator[Hands]:
    await service.database.run(_CLEAR)
    yield Hands(service)
    await service.database.run(_CLEAR)


async def say(http: Any, user: str, session: str, **headers: str) -> None:
    body = {"user_id": user, "session_id": session, "user": "Thanks, that will do."}
    answer = await http.post("/v1/turns", json=body, headers=headers)
    assert answer.status_code == 201, answer.text


async def flood(http: Any, user: str, count: int = FLOOD, **headers: str) -> None:
    for number in range(count):
        await say(http, user, f"s-{number}", **headers)


def owners(jobs: list[dict[str, Any]]) -> list[str]:
    return [job["args"]["user_pk"] for job in jobs]


def before(jobs: list[dict[str, Any]], owner: str) -> int:
    """Jobs of others before the last one of this owner."""
    last = max(number for number, name in enumerate(owners(jobs)) if name == owner)
    return sum(name != owner for name in owners(jobs)[:last])


def owner(user: str, tenant_id: UUID = DEFAULT_TENANT) -> str:
    return str(user_key(tenant_id, user))


async def test_somebody_else_is_read_within_a_few_jobs_of_a_flood(client: Client, hands: Hands, user: str) -> None:
    await flood(client.http, user)
    await say(client.http, f"{user}-else", "s")
    await say(client.http, f"{user}-else", "t")
    jobs = await hands.take()
    assert len(jobs) == FLOOD + 2
    assert before(jobs, owner(f"{user}-else")) <= FEW + hands.seconds()


async def test_waiting_for_the_answer_puts_a_flood_before_nobody(client: Client, hands: Hands, user: str) -> None:
    await flood(client.http, user, 40, Prefer="wait=0")
    await say(client.http, f"{user}-else", "s")
    assert before(await hands.take(), owner(f"{user}-else")) <= FEW + hands.seconds()


async def test_a_flood_of_many_users_keeps_no_other_tenant_waiting(
    client: Client, tenant: Tenant, hands: Hands, user: str
) -> None:
    for number in range(FLOOD):
        await say(client.http, f"{user}-{number}", "s")
    await say(tenant.http, user, "s")
    await say(tenant.http, user, "t")
    assert before(await hands.take(), owner(user, tenant.tenant_id)) <= FEW + hands.seconds()


async def test_a_flood_of_one_user_keeps_nobody_waiting_in_a_tenant_of_many(
    client: Client, tenant: Tenant, hands: Hands, user: str
) -> None:
    await flood(client.http, user)
    for number in range(5):
        await say(client.http, f"{user}-{number}", "s")
    await say(tenant.http, user, "s")
    jobs = await hands.take()
    assert before(jobs, owner(user, tenant.tenant_id)) <= FEW + hands.seconds()
    assert all(before(jobs, owner(f"{user}-{number}")) <= 2 * FEW + hands.seconds() for number in range(5))


async def test_two_floods_are_served_in_turns(client: Client, hands: Hands, user: str) -> None:
    await flood(client.http, user, 40)
    await flood(client.http, f"{user}-else", 40)
    served = owners(await hands.take())
    assert 10 <= sum(name == owner(user) for name in served[:40]) <= 20 + FEW + hands.seconds()


async def test_however_much_others_send_it_comes_after_a_flood_whose_places_are_over(
    client: Client, hands: Hands, user: str
) -> None:
    await flood(client.http, user, 30)
    await hands.time_passes(timedelta(seconds=75))
    for number in range(30):
        await say(client.http, f"{user}-{number}", "s")
    jobs = owners(await hands.take())
    assert jobs[:15] == [owner(user)] * 15  # a place every five seconds
    assert jobs.index(owner(f"{user}-0")) <= 17 + hands.seconds()


async def test_the_jobs_of_one_user_come_in_the_order_in_which_they_were_left(
    client: Client, hands: Hands, user: str
) -> None:
    await flood(client.http, user, 20)
    await hands.take(7)
    await hands.time_passes(timedelta(seconds=20))
    for number in range(20, 25):
        await say(client.http, user, f"s-{number}")
    keys = {str(session_key(DEFAULT_TENANT, user, f"s-{number}")): number for number in range(25)}
    assert [keys[job["lock"]] for job in await hands.take()] == list(range(7, 25))


async def test_what_is_tried_again_stands_in_the_line_of_its_user(
    client: Client, hands: Hands, service: Service, user: str
) -> None:
    await flood(client.http, user, 40)
    ids = [job["args"]["session_pk"] for job in await hands.take()]
    setbacks = Setbacks(service.database, service.queue, max_attempts=3, max_faults=3)
    for session_pk in ids:
        async with service.database.write(DEFAULT_TENANT) as db:
            await setbacks.wake(db, UUID(session_pk), datetime.now(UTC))
    await say(client.http, f"{user}-else", "s")
    jobs = await hands.take()
    assert len(jobs) == 41
    assert before(jobs, owner(f"{user}-else")) <= FEW + hands.seconds()


async def test_what_no_user_waits_for_comes_after_what_one_waits_for(
    client: Client, hands: Hands, service: Service, user: str
) -> None:
    for _ in range(10):
        async with service.database.write(DEFAULT_TENANT) as db:
            session_pk = uuid4()
            await service.queue.defer(db, EXTRACTION, lock=session_pk, args=wake_up(DEFAULT_TENANT, session_pk, None))
    await say(client.http, user, "s")
    jobs = await hands.take()
    assert (len(jobs), jobs[0]["args"].get("user_pk")) == (11, owner(user))


class Dying:
    """A worker that takes jobs and is not heard of again; the sweep of another finds what it left."""

    def __init__(self, hands: Hands, service: Service, app: App) -> None:
        self._hands = hands
        self._service = service
        self._app = app

    async def takes(self, count: int) -> None:
        worker = await self._app.job_manager.register_worker()
        for _ in range(count):
            assert await self._app.job_manager.fetch_job([QUEUE], worker) is not None
        await self._service.database.run(_SILENT, worker)
        sweeping = asyncio.create_task(loops.sweep(self._app, self._service.queue, stalled=20, every=600))
        async with asyncio.timeout(20):
            while await self._service.database.lookup(_DOING):  # noqa: ASYNC110  # another task's doing
                await asyncio.sleep(0.02)
        sweeping.cancel()


@pytest.fixture
async def dying(hands: Hands, service: Service, settings: Settings) -> AsyncIterator[Dying]:
    app = registry.jobs(service, choices.database_url(settings), set())
    async with app.open_async():
        yield Dying(hands, service, app)


async def test_what_a_dead_worker_left_keeps_its_place_and_is_looked_at_with_care(
    client: Client, hands: Hands, dying: Dying, user: str
) -> None:
    await say(client.http, user, "left")
    await hands.time_passes(timedelta(minutes=5))
    await dying.takes(1)
    await flood(client.http, f"{user}-b", 20)
    await say(client.http, f"{user}-else", "s")
    jobs = await hands.take()
    assert jobs[0]["lock"] == str(session_key(DEFAULT_TENANT, user, "left"))
    assert [queue.left(job["priority"], job["args"]) for job in jobs] == [True] + [False] * 21


async def test_what_is_left_again_and_again_lets_others_go_first_and_comes_all_the_same(
    client: Client, hands: Hands, dying: Dying, user: str
) -> None:
    await say(client.http, user, "left")
    await hands.time_passes(timedelta(minutes=5))
    for _ in range(3):
        await dying.takes(1)
    for number in range(20):
        await say(client.http, f"{user}-{number}", "s")
    await hands.time_passes(timedelta(minutes=2))
    for number in range(20):
        await say(client.http, f"{user}-later-{number}", "s")
    jobs = await hands.take()
    place = [job["lock"] for job in jobs].index(str(session_key(DEFAULT_TENANT, user, "left")))
    assert place == 20


async def test_one_who_has_left_jobs_behind_waits_no_longer_with_the_next(
    client: Client, hands: Hands, dying: Dying, user: str
) -> None:
    await say(client.http, user, "left")
    for _ in range(2):
        await dying.takes(1)
    await say(client.http, user, "next")
    await say(client.http, f"{user}-b", "s")
    first, *others = await hands.take()
    assert first["lock"] == str(session_key(DEFAULT_TENANT, user, "next"))
    assert owners(others) == [owner(f"{user}-b"), owner(user)]


async def test_a_place_is_found_without_looking_at_all_that_wait(client: Client, hands: Hands, user: str) -> None:
    await flood(client.http, user, 60)
    async with hands.service.database.read(DEFAULT_TENANT) as db:
        await db.fetch("SET LOCAL enable_seqscan = off")  # there are few rows
        args = dump(wake_up(DEFAULT_TENANT, uuid4(), UUID(owner(user))))
        plan = "\n".join(row[0] for row in await db.fetch(f"EXPLAIN {queue.place('$1::jsonb')}", args))
    assert {"memoryd_jobs_of_user", "memoryd_jobs_of_tenant"} <= set(re.findall(r"memoryd_\w+", plan))


async def test_a_session_in_which_many_turns_wait_gives_up_its_hands_for_others(
    client: Client, hands: Hands, user: str
) -> None:
    for _ in range(MOST + 3):
        await say(client.http, user, "s")
    (job,) = await hands.take()
    await client.process(user)
    waiting = (await client.get("/v1/jobs", status="pending", limit=200)).json()["data"]
    assert sum(turn["user_id"] == user for turn in waiting) == 3
    (again,) = await hands.take()
    assert again["lock"] == job["lock"]
    await client.process(user)
    assert await hands.take() == []
