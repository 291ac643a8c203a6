"""How fast a bulk import is, beside the embedder alone on the same texts.

    python benchmarks/importing.py [lines]

Every line is another sentence of one user; many are near to others, a third near enough to be merged, so nothing is
spared. Printed: lines a second, the embedder's texts a second before and after, the ratio of both, the CPU of this
process for each line beside that of the embedder, that of Postgres, and how much this process grew. Profile with
`MEMORYD_PROFILE=1`.
"""

import asyncio
import cProfile
import json
import os
import pstats
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import itertools

from benchmarks.context import Spent  # after the path is set
from benchmarks.seeding import sentences

from app import bootstrap, migrate
from app.embedded.roles import APP
from app.embedded.stores import Stores
from app.infra.logging import configure
from app.memories.importing import Line
from app.memories.manual import NewMemory
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.sessions.model import Scope
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT

SAMPLE = 1000  # texts by which the embedder is timed, before and after
TOGETHER = 64  # in one call, as the import makes them


async def alone(embedder: BuiltinEmbedder, texts: list[str]) -> tuple[float, float]:
    """Texts a second of the embedder alone, and its CPU for one of them in milliseconds."""
    begun, cpu = time.perf_counter(), time.process_time()
    for start in range(0, len(texts), TOGETHER):
        await embedder.embed(texts[start : start + TOGETHER])
    return len(texts) / (time.perf_counter() - begun), (time.process_time() - cpu) * 1000 / len(texts)


def lines(texts: list[str]) -> Iterator[Line]:
    scope = Scope(tenant_id=DEFAULT_TENANT, user_id="importer")
    for number, text in enumerate(texts, 1):
        yield Line(number=number, text=json.dumps(text).encode(), scope=scope, new=NewMemory(content=text, metadata={}))


def resident() -> int:
    """Peak of the resident memory in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


async def run(settings: Settings, count: int, folder: Path) -> None:
    texts = sentences(count)
    embedder = BuiltinEmbedder()
    service = bootstrap.build(settings, embedder=embedder)
    await service.start()
    await embedder.warm()
    before, embedding = await alone(embedder, texts[:SAMPLE])
    grown, postgres = resident(), Spent(os.getpid(), folder)
    begun, cpu = time.perf_counter(), time.process_time()
    events: Counter[str] = Counter()
    marks = [begun]
    async for outcome in service.imports("bench", lines(texts), actor="bench", now=datetime.now(UTC)):
        events[outcome.event or str(outcome.problem)] += 1
        if sum(events.values()) % max(count // 10, 1) == 0:
            marks.append(time.perf_counter())
    rate = count / (time.perf_counter() - begun)
    spent = (time.process_time() - cpu) * 1000 / count
    _, of_postgres = postgres.since(count)
    after, _ = await alone(embedder, texts[:SAMPLE])
    floor = 2 / (1 / before + 1 / after)
    tenths = " ".join(f"{(count // 10) / (late - early):.0f}" for early, late in itertools.pairwise(marks))
    print(f"import of {count} lines        {rate:.0f} lines a second; by tenths {tenths}")
    print(f"embedder alone                {before:.0f} texts a second before, {after:.0f} after")
    print(f"import / embedder             {rate / floor:.0%}")
    print(f"CPU of this process           {spent:.2f} ms a line, the embedder's share {embedding:.2f} ms")
    print(f"CPU of Postgres               {of_postgres:.2f} ms a line")
    print(f"growth of resident memory     {resident() - grown} MB")
    print(f"events                        {dict(events)}")
    await service.stop()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    configure(level="error", json_lines=False)
    folder = Path(tempfile.mkdtemp(prefix="memoryd-bench-"))
    stores = Stores(folder, durable=False)
    profile = cProfile.Profile() if os.environ.get("MEMORYD_PROFILE") else None
    try:
        stores.start()
        migrate.upgrade(stores.postgres.owner_url, app_role=APP)
        settings = Settings.model_validate(
            {
                "database": {"url": stores.postgres.app_url, "patience": timedelta(seconds=10)},
                "redis": {"url": stores.valkey.url},
            }
        )
        if profile:
            profile.enable()
        asyncio.run(run(settings, count, folder))
        if profile:
            profile.disable()
            pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
    finally:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
