"""CPU of one context in the API process, without a network: `python benchmarks/context_cpu.py`.

One user with 1,000 memories and 300 episodes, a session with a window, ten queries whose vectors are at hand. Compare
two states of the code in one go, in turns: on a busy machine only figures of the same minutes compare.
"""

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import httpx  # noqa: E402  # after the path is set
from benchmarks import seeding  # noqa: E402

from app import bootstrap, migrate  # noqa: E402
from app.bootstrap import Service  # noqa: E402
from app.embedded.roles import APP  # noqa: E402
from app.embedded.stores import Stores  # noqa: E402
from app.infra.heap import settle_heap  # noqa: E402
from app.infra.postgres import ReadSession  # noqa: E402
from app.main import create_app  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.tenants.identity import DEFAULT_TENANT, session_key  # noqa: E402

MEMORIES, TURNS, BLOCKS, COUNT = 1000, 150, 4, 100


async def seed(service: Service, http: httpx.AsyncClient) -> None:
    texts = seeding.sentences(MEMORIES)
    rows = await seeding.vectors(service.embedder, texts, real=MEMORIES)
    await seeding.remember(service.database, "u", service.embedder.model, texts, rows)
    chance = random.Random(3)
    for number in range(TURNS):
        said, answered = chance.sample(texts, 2)
        turn = {"user_id": "u", "session_id": f"s{number // 10}", "user": said, "assistant": answered}
        (await http.post("/v1/turns", json=turn)).raise_for_status()
        await service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, "u", f"s{number // 10}"))


class Counting:
    """Counts what is read by `fetch`: in a context the memories and episodes that are not known."""

    def __init__(self) -> None:
        self.statements = self.rows = 0
        plain = ReadSession.fetch

        async def fetch(db: ReadSession, sql: str, *values: Any) -> list[Any]:
            found = await plain(db, sql, *values)
            if sql.lstrip().startswith("SELECT"):
                self.statements += 1
                self.rows += len(found)
            return found

        ReadSession.fetch = fetch  # type: ignore[method-assign]  # only here


async def contexts(http: httpx.AsyncClient, count: int) -> tuple[float, float]:
    """Milliseconds of CPU and of the clock for one."""
    cpu, clock = time.process_time(), time.perf_counter()
    for number in range(count):
        body = {"user_id": "u", "session_id": "s14", "query": seeding.QUERIES[number % 10], "max_tokens": 1000}
        (await http.post("/v1/context", json=body)).raise_for_status()
    return (time.process_time() - cpu) * 1000 / count, (time.perf_counter() - clock) * 1000 / count


async def measure(stores: Stores) -> None:
    database = {"url": stores.postgres.app_url, "owner_url": stores.postgres.owner_url, "patience": 20}
    patient = {"recall": {"deadline": 20}, "embeddings": {"query_timeout": 20}}
    service = bootstrap.build(
        Settings.model_validate({"database": database, "redis": {"url": stores.valkey.url, "timeout": 5}, **patient})
    )
    await service.start()
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd", timeout=60) as http:
        await seed(service, http)
        await contexts(http, 60)
        settle_heap()
        print("| CPU ms of a context | clock ms | statements for rows by id | rows |\n|---|---|---|---|")
        counting = Counting()
        for _ in range(BLOCKS):
            counting.statements = counting.rows = 0
            cpu, clock = await contexts(http, COUNT)
            print(f"| {cpu:.2f} | {clock:.2f} | {counting.statements / COUNT:.2f} | {counting.rows / COUNT:.1f} |")
    await service.stop()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="memoryd-bench-") as place:
        stores = Stores(Path(place).resolve(), durable=False)
        stores.start()
        try:
            migrate.upgrade(stores.postgres.owner_url, app_role=APP)
            asyncio.run(measure(stores))
        finally:
            stores.stop()


if __name__ == "__main__":
    main()
