"""20,000 waiting sessions, 50 of which fail: what does it cost to get the next job, and do the others wait?

    python benchmarks/backlog.py [sessions] [failing]

Sessions, turns and jobs are put in directly; the jobs are then worked off by the real job process's code for a while.
"""

import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app import bootstrap, choices, migrate
from app.embedded.roles import APP
from app.embedded.stores import Stores
from app.infra.logging import configure
from app.infra.queue import QUEUE
from app.jobs import registry
from app.memories.formation import Formation
from app.memories.keeper import Keeper
from app.memories.quota import Quota
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT

WORK = 15.0  # seconds that the worker works

_FILL = """
INSERT INTO users (tenant_id, user_pk, user_id)
SELECT '{t}', md5('u' || n)::uuid, 'u' || n FROM generate_series(1, {n}) AS n;
INSERT INTO sessions (tenant_id, session_pk, user_pk, session_id, namespace, last_seq, wake_pending)
SELECT '{t}', md5('s' || n)::uuid, md5('u' || n)::uuid, 's', 'default', 0, true FROM generate_series(1, {n}) AS n;
INSERT INTO turns (tenant_id, turn_id, session_pk, user_pk, first_seq, last_seq, extract, processing)
SELECT '{t}', md5('t' || n)::uuid, md5('s' || n)::uuid, md5('u' || n)::uuid, 0, 0, 'auto', 'pending'
FROM generate_series(1, {n}) AS n;
INSERT INTO messages (tenant_id, session_pk, seq, turn_id, role, content, tokens, occurred_at)
SELECT '{t}', md5('s' || n)::uuid, 0, md5('t' || n)::uuid, 'user',
    CASE WHEN n <= {bad} THEN 'Remember that poison is in the flask.' ELSE 'I live in Leeds.' END, 5, now()
FROM generate_series(1, {n}) AS n;
INSERT INTO procrastinate_jobs (queue_name, task_name, lock, args)
SELECT 'memoryd', 'extraction', s.session_pk::text,
    jsonb_build_object('tenant_id', '{t}', 'session_pk', s.session_pk, 'epoch', s.epoch)
FROM generate_series(1, {n}) AS n JOIN sessions AS s ON s.session_pk = md5('s' || n)::uuid ORDER BY n;
ANALYZE
"""
_FETCH = "SELECT (procrastinate_fetch_job_v2(ARRAY['memoryd'], NULL)).id"
_UNDO = "UPDATE procrastinate_jobs SET status = 'todo' WHERE status = 'doing'"


class Poisoned(Keeper):
    """A model that is down, for what holds the word poison."""

    async def keep(self, db: Any, reach: Any, proposals: Any, *others: Any, **named: Any) -> Any:
        if any("poison" in proposal.candidate.content.casefold() for proposal in proposals):
            raise ConnectionError
        return await super().keep(db, reach, proposals, *others, **named)


async def fetches(service: bootstrap.Service, owner: Any, count: int) -> list[float]:
    """Milliseconds of `count` fetches in a row; afterwards the jobs wait again."""
    taken = []
    for _ in range(count):
        begun = time.perf_counter()
        await service.database.lookup(_FETCH)
        taken.append((time.perf_counter() - begun) * 1000)
    await owner.execute(_UNDO)
    return taken


def told(name: str, taken: list[float]) -> None:
    ordered = sorted(taken)
    print(f"{name:52} p50 {statistics.median(ordered):7.2f} ms   p99 {ordered[int(len(ordered) * 0.99) - 1]:7.2f} ms")


async def run(settings: Settings, owner_url: str, sessions: int, failing: int) -> None:
    import asyncpg  # noqa: PLC0415  # set-up only

    service = bootstrap.build(settings, embedder=HashedEmbedder())
    await service.start(worker=True)
    owner = await asyncpg.connect(owner_url)
    superuser = await asyncpg.connect(owner_url.replace("memoryd_owner", "postgres"))
    await superuser.execute(_FILL.format(t=DEFAULT_TENANT, n=failing * 2, bad=failing))
    told(f"fetch, {failing * 2} waiting", await fetches(service, owner, failing * 2))
    await superuser.execute("TRUNCATE procrastinate_jobs CASCADE; DELETE FROM users")
    await superuser.execute(_FILL.format(t=DEFAULT_TENANT, n=sessions, bad=failing))
    told(f"fetch, {sessions} waiting", await fetches(service, owner, 200))

    await owner.execute("DROP INDEX memoryd_jobs_lock")
    await superuser.execute("ANALYZE procrastinate_jobs")
    told(f"fetch, {sessions} waiting, without our index", await fetches(service, owner, 20))
    await owner.execute(
        "CREATE INDEX memoryd_jobs_lock ON procrastinate_jobs (lock, priority DESC, id)"
        " WHERE status IN ('todo', 'doing')"
    )
    await superuser.execute("ANALYZE procrastinate_jobs")

    keeper = Poisoned(service.database, HashedEmbedder(), service.audit)
    formation = Formation(
        service.database, service.queue, keeper, tenants=service.tenants, quota=Quota(0), max_attempts=8
    )
    worked = replace(service, formation=formation)
    app = registry.jobs(worked, choices.database_url(settings), set())
    async with app.open_async():
        begun = time.perf_counter()
        work = asyncio.create_task(
            app.run_worker_async(
                queues=[QUEUE], concurrency=8, delete_jobs="successful", install_signal_handlers=False, name="bench"
            )
        )
        await asyncio.sleep(WORK)
        done = await superuser.fetchval("SELECT count(*) FROM turns WHERE processing = 'succeeded'")
        tries = await superuser.fetchval("SELECT coalesce(sum(attempts), 0) FROM turns WHERE processing = 'pending'")
        later = await superuser.fetchval("SELECT count(*) FROM procrastinate_jobs WHERE scheduled_at IS NOT NULL")
        seconds = time.perf_counter() - begun
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    print(f"{'worked off, the failing ones first in line':52} {done / seconds:.0f} turns a second")
    print(f"{'failed tries, sessions that wait for another':52} {tries}, {later}")
    told("fetch, after that (dead rows, retries scheduled)", await fetches(service, owner, 200))
    await owner.execute("UPDATE procrastinate_jobs SET scheduled_at = $1", datetime.now(UTC) + timedelta(hours=1))
    told("fetch of nothing, all of them in backoff", await fetches(service, owner, 20))
    await owner.close()
    await superuser.close()
    await service.stop()


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    failing = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    configure(level="error", json_lines=False)
    folder = Path(tempfile.mkdtemp(prefix="memoryd-bench-"))
    stores = Stores(folder, durable=False)
    try:
        stores.start()
        migrate.upgrade(stores.postgres.owner_url, app_role=APP)
        settings = Settings.model_validate(
            {
                "database": {"url": stores.postgres.app_url, "patience": timedelta(seconds=10)},
                "redis": {"url": stores.valkey.url},
            }
        )
        asyncio.run(run(settings, stores.postgres.owner_url, sessions, failing))
    finally:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
