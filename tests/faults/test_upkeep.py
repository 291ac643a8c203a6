"""Upkeep of every kind, of today and of a year to come, beside twenty writers: nothing they were told is lost."""

import asyncio
import random
import uuid
from datetime import UTC, datetime, timedelta

from app import bootstrap
from app.embedded import urls
from app.jobs import upkeep
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT
from tests.faults.history import Writer, settled, verify
from tests.faults.serving import Serving

WRITERS = 20
ROUNDS = 3


async def test_upkeep_beside_twenty_writers_keeps_every_promise(serving: Serving) -> None:
    told = [Writer(f"{uuid.uuid4().hex[:8]}-{n}", f"s{n}", random.Random(n)) for n in range(WRITERS)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(writer.run(serving.url, stop, pause=0.2)) for writer in told]
    done = await _upkeep(serving, told)
    stop.set()
    await asyncio.gather(*tasks)
    await settled(serving.url)
    counted = await verify(serving.url, told)
    assert counted["turns"] >= WRITERS
    assert done > 0


async def _upkeep(serving: Serving, told: list[Writer]) -> int:
    """Every job, by the clock of today and of in a year, some times over; how much was done."""
    found = urls.read(serving.folder)
    assert found is not None
    settings = Settings.model_validate(
        {"database": {"url": found["DATABASE__URL"]}, "redis": {"url": found["REDIS__URL"]}}
    )
    service = bootstrap.build(settings, embedder=HashedEmbedder())
    await service.database.open()
    done = 0
    try:
        for _ in range(ROUNDS):
            for days in (0, 400):
                for duty in upkeep.DUTIES:
                    if duty.name == "embed":
                        continue  # the embedder of the service is another one
                    now = datetime.now(UTC) + timedelta(days=days)
                    counts = await upkeep.run(service, duty, now=now, tenants=[DEFAULT_TENANT])
                    done += sum(counts[DEFAULT_TENANT].values())
            await asyncio.sleep(1)
    finally:
        await service.stop()
    return done
