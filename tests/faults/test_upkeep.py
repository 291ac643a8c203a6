"""Upkeep of every kind, of today and of a year to come, beside twenty writers: nothing they were told is lost."""

import asyncio
import random
import uuid
from collections import Counter
from datetime import UTC, datetime, timedelta

import httpx

from app import bootstrap
from app.embedded import urls
from app.jobs import upkeep
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT
from tests.faults.history import Writer, settled, verify
from tests.faults.serving import Serving

WRITERS = 20
ROUNDS = 3
IDLE = {"embed", "retain", "trim"}  # vectors were made at once, and nobody set a retention


async def test_upkeep_beside_twenty_writers_keeps_every_promise(serving: Serving) -> None:
    told = [Writer(f"{uuid.uuid4().hex[:8]}-{n}", f"s{n}", random.Random(n)) for n in range(WRITERS)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(writer.run(serving.url, stop, pause=0.5)) for writer in told]
    await _much_to_do(serving)
    done = await _upkeep(serving)
    stop.set()
    await asyncio.gather(*tasks)
    await settled(serving.url)
    counted = await verify(serving.url, told)
    assert counted["turns"] >= WRITERS
    assert set(done) == set(upkeep.BY_NAME)  # all of them, also those to come
    assert {job for job, count in done.items() if not count} <= IDLE


async def _much_to_do(serving: Serving) -> None:
    """Users beside the writers, of whom there is something to merge, to archive, to expire and to delete."""
    async with httpx.AsyncClient(base_url=serving.url, timeout=60) as http:
        await asyncio.gather(*(_fading(http, number) for number in range(WRITERS)))


async def _fading(http: httpx.AsyncClient, number: int) -> None:
    """All of it is read when this ends: what still waits behind the writers' turns is nothing to merge yet."""
    user = f"fading-{uuid.uuid4().hex[:8]}"
    weak = {"user_id": user, "kind": "event", "importance": 1, "confidence": 0.6}
    await http.post("/v1/memories", json={**weak, "content": f"User saw {number} herons by the canal"})
    soon = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    dated = {"user_id": user, "content": f"User is in room {number}", "expires_at": soon}
    await http.post("/v1/memories", json=dated)
    for food in ("marzipan", "okra", "plums"):
        said = {"user_id": user, "session_id": "s", "user": f"I like {food}."}
        answer = await http.post("/v1/turns", json=said, headers={"Prefer": "wait=30"})
        assert answer.json()["processing"] == "succeeded", answer.text
    await http.post("/v1/context", json={"user_id": user, "query": "What do I like?"})


async def _upkeep(serving: Serving) -> dict[str, int]:
    """Every job, by the clocks of today, a year on and after the grace; how much each of them did."""
    found = urls.read(serving.folder)
    assert found is not None
    settings = Settings.model_validate(
        {
            "database": {"url": found["DATABASE__URL"]},
            "redis": {"url": found["REDIS__URL"]},
            "embeddings": {"provider": "hashed"},  # as the service has it
        }
    )
    service = bootstrap.build(settings)
    await service.database.open()
    done: Counter[str] = Counter()
    try:
        for _ in range(ROUNDS):
            for days in (0, 400, 440):
                for duty in upkeep.DUTIES:
                    now = datetime.now(UTC) + timedelta(days=days)
                    counts = await upkeep.run(service, duty, now=now, tenants=[DEFAULT_TENANT])
                    done[duty.name] += sum(counts[DEFAULT_TENANT].values())
            await asyncio.sleep(1)
    finally:
        await service.stop()
    return done
