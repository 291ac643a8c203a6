"""A simulated year: ten people talk three times a week, memory lives on, and in the end must know what is true.

Everything runs in one process on stores of its own, by a clock that is passed in; upkeep runs once a week at its time.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from app import bootstrap, migrate
from app.context.model import ContextQuery
from app.embedded.roles import APP
from app.embedded.stores import Stores
from app.evals.year_judging import recalled, right, stale
from app.evals.year_life import SESSIONS, START, WEEKS, Life, WordSet, lives
from app.evals.year_picture import curves
from app.infra.where import Where
from app.jobs import upkeep
from app.memories import store
from app.memories.model import Memory, Status
from app.service import Service
from app.sessions.model import Extract, Role, Scope
from app.sessions.service import Utterance
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key

REACH: Final = 0.95
_HELD: Final = """
SELECT (SELECT count(*) FROM memories WHERE tenant_id = $1 AND status = 'active') AS active,
    (SELECT count(*) FROM memories WHERE tenant_id = $1) AS memories,
    (SELECT count(*) FROM memory_versions WHERE tenant_id = $1) AS versions,
    (SELECT count(*) FROM episodes WHERE tenant_id = $1 AND archived_at IS NULL) AS episodes,
    (SELECT count(*) FROM episodes WHERE tenant_id = $1) AS all_episodes,
    (SELECT count(*) FROM traces WHERE tenant_id = $1) AS traces
"""
# The store stamps rows by the clock on the wall; they are moved to the clock of the script.
_MOVE: Final = (
    "UPDATE episodes SET created_at = occurred_at WHERE tenant_id = $1 AND created_at > $2",
    "UPDATE turns SET created_at = $2 WHERE tenant_id = $1 AND created_at > $2",
)


@dataclass(slots=True)
class Figures:
    """What one year came to."""

    people: int
    seed: int
    words: str
    turns: int = 0
    active: int = 0
    wrong: list[str] = field(default_factory=list)
    asked: int = 0
    missing: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    curve: list[dict[str, float]] = field(default_factory=list)  # rows a person, week by week
    done: dict[str, int] = field(default_factory=dict)  # what upkeep did, summed up
    seconds: float = 0.0

    @property
    def precision(self) -> float:
        return 1.0 - len(self.wrong) / max(1, self.active)

    @property
    def recall(self) -> float:
        return 1.0 - len(self.missing) / max(1, self.asked)

    @property
    def growth(self) -> float:
        """Rows a person at the end beside those in the middle of the year."""
        rows = [point["active"] + point["episodes"] for point in self.curve]
        return rows[-1] / max(1.0, rows[len(rows) // 2]) if rows else 0.0

    @property
    def reached(self) -> bool:
        return self.precision >= REACH and self.recall >= REACH and not self.stale


class Clock:
    """The time of the script."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


async def measure(*, people: int, seed: int, words: WordSet, weeks: int = WEEKS) -> Figures:
    """Live the year on stores that are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="memoryd-year-") as place:
        stores = Stores(Path(place), durable=False)
        stores.start()
        try:
            migrate.upgrade(stores.postgres.owner_url, app_role=APP)
            clock = Clock()
            service = bootstrap.build(_settings(stores), clock=clock)
            try:
                await service.start()
                return await live(service, clock, people=people, seed=seed, words=words, weeks=weeks)
            finally:
                await service.stop()
        finally:
            stores.stop()


def _settings(stores: Stores) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": stores.postgres.app_url, "owner_url": stores.postgres.owner_url},
            "redis": {"url": stores.valkey.url, "timeout": timedelta(seconds=2)},
            "recall": {"deadline": timedelta(seconds=10)},
            "embeddings": {"query_timeout": timedelta(seconds=5)},
        }
    )


async def live(service: Service, clock: Clock, *, people: int, seed: int, words: WordSet, weeks: int) -> Figures:
    """Say everything in its order, week by week, and look at the end."""
    figures = Figures(people, seed, words)
    started = time.perf_counter()
    cast = lives(people, seed=seed, words=words)
    for week in range(weeks):
        for life in cast:
            for session in life.sessions[week * SESSIONS : (week + 1) * SESSIONS]:
                figures.turns += await _talk(service, clock, life, session.number)
        clock.now = START + timedelta(weeks=week + 1) - timedelta(hours=12)
        await _care(service, clock, figures)
        figures.curve.append(await _rows(service, people))
    last = weeks * SESSIONS
    for life in cast:
        await _look(service, clock, life, last, figures)
    figures.seconds = time.perf_counter() - started
    return figures


async def _talk(service: Service, clock: Clock, life: Life, number: int) -> int:
    """One sitting: a context before each message, as an agent asks for it, and the turn after it."""
    session = life.sessions[number]
    scope = Scope(tenant_id=DEFAULT_TENANT, user_id=life.name)
    name = f"talk-{number}"
    for place, (text, answer) in enumerate(session.said):
        clock.now = session.at + timedelta(minutes=place)
        if place == 0:
            await _context(service, clock, life, text, name)
        said = ((Role.USER, text), (Role.ASSISTANT, answer))
        await service.conversations.add_turn(
            scope,
            name,
            [Utterance(role=role, content=words, occurred_at=clock.now, metadata={}) for role, words in said],
            scene=None,
            extract=Extract.AUTO,
            metadata={},
            idempotent=None,
            now=clock.now,
        )
    clock.now = session.at + timedelta(minutes=len(session.said))
    await service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, life.name, name))
    async with service.database.write(DEFAULT_TENANT) as db:
        for sql in _MOVE:
            await db.execute(sql, DEFAULT_TENANT, clock.now)
    return len(session.said)


async def _context(service: Service, clock: Clock, life: Life, query: str, session: str) -> list[str]:
    asked = ContextQuery(tenant_id=DEFAULT_TENANT, user_id=life.name, session_id=session, query=query)
    found = await service.recall(asked, now=clock.now)
    return found.assembled.prompt.splitlines()


async def _care(service: Service, clock: Clock, figures: Figures) -> None:
    await service.recorder.flush()
    for duty in upkeep.DUTIES:
        if duty.name in ("measure", "flush"):
            continue
        found = await upkeep.run(service, duty, now=clock.now, tenants=[DEFAULT_TENANT])
        for name, count in found[DEFAULT_TENANT].items():
            figures.done[f"{duty.name} {name}"] = figures.done.get(f"{duty.name} {name}", 0) + count


async def _rows(service: Service, people: int) -> dict[str, float]:
    async with service.database.read(DEFAULT_TENANT) as db:
        row = await db.fetch_row(_HELD, DEFAULT_TENANT)
    return {name: int(count) / people for name, count in dict(row).items()} if row is not None else {}


async def _look(service: Service, clock: Clock, life: Life, session: int, figures: Figures) -> None:
    for memory in await _active(service, life):
        figures.active += 1
        if not right(memory.content, life, session):
            figures.wrong.append(f"{life.name}: {memory.content}")
    for truth in life.current(session):
        figures.asked += 1
        if not recalled(await _context(service, clock, life, truth.question, "afterwards"), truth):
            figures.missing.append(f"{life.name}: {truth.question} {truth.value} ({truth.slot}, {truth.since})")
    for truth in life.past(session):
        for line in stale(await _context(service, clock, life, truth.question, "afterwards"), truth):
            figures.stale.append(f"{life.name}: {truth.question} {line}")


async def _active(service: Service, life: Life) -> list[Memory]:
    async with service.database.read(DEFAULT_TENANT) as db:
        where = Where().add("m.tenant_id = {}", DEFAULT_TENANT)
        where.add("m.user_pk = {}", user_key(DEFAULT_TENANT, life.name)).add("m.status = {}", Status.ACTIVE.value)
        return await store.newest(db, where, after=None, limit=1000)


def report(figures: Figures) -> Iterator[str]:
    """The figures, line by line, and below them every failure."""
    yield (
        f"{figures.people} people, {figures.turns} turns, seed {figures.seed}, wordings {figures.words},"
        f" {figures.seconds:.0f} s"
    )
    yield f"  active memories that are true     {figures.precision:.3f} of {figures.active}"
    yield f"  current facts in their contexts   {figures.recall:.3f} of {figures.asked}"
    yield f"  what is over, told as if it held  {len(figures.stale)}"
    yield f"  rows a person, end / middle       {figures.growth:.2f}"
    yield "  week  active  memories  versions  episodes  with archive  traces"
    for week, point in enumerate(figures.curve, 1):
        if week % 4 == 0 or week == len(figures.curve):
            yield (
                f"  {week:>4}  {point['active']:>6.1f}  {point['memories']:>8.1f}  {point['versions']:>8.1f}"
                f"  {point['episodes']:>8.1f}  {point['all_episodes']:>12.1f}  {point['traces']:>6.1f}"
            )
    yield "  upkeep: " + ", ".join(f"{name} {count}" for name, count in figures.done.items() if count)
    for name in ("wrong", "missing", "stale"):
        for line in getattr(figures, name):
            yield f"  {name}: {line}"


async def run(*, people: int, seed: int, words: WordSet, svg: Path | None, as_json: bool) -> bool:
    """Live the year, print what it came to; whether all figures are reached."""
    figures = await measure(people=people, seed=seed, words=words)
    if svg is not None:
        await asyncio.to_thread(svg.write_text, curves(figures.curve), encoding="utf-8")
    shown: dict[str, Any] = asdict(figures) | {"precision": figures.precision, "recall": figures.recall}
    for line in [json.dumps(shown, ensure_ascii=False)] if as_json else report(figures):
        print(line)
    return figures.reached
