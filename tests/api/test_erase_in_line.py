"""An erase beside a steady stream of writes of the same user: it gets its turn, and what came before it is gone."""

import asyncio
import itertools
import json
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Self

import httpx
import pytest

from app import bootstrap
from app.infra import line
from app.infra.postgres import Database, WriteSession
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key
from tests.client import Client

POSTERS, ERASES = 8, 20
SOON = 3.0  # seconds: far above what a turn takes, and far below the longest wait for a lock


@pytest.fixture(scope="module")
async def crowded(service_settings: Settings) -> AsyncIterator[Client]:
    service = bootstrap.build(service_settings, embedder=HashedEmbedder())
    await service.start()
    _as_on_a_slow_disk(service.database)
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield Client(http, service)
    await service.stop()


def _as_on_a_slow_disk(database: Database) -> None:
    """Each write takes a while between its last statement and its commit: writes of one user always overlap."""
    write = database.write

    @asynccontextmanager
    async def slowly(*args: Any, **options: Any) -> AsyncIterator[WriteSession]:
        async with write(*args, **options) as db:
            yield db
            await asyncio.sleep(0.05)

    database.write = slowly  # type: ignore[method-assign]  # of this one service


class _Stream:
    """Posts without a pause, most of them to sessions that begin with them, some to the same ones again and again."""

    def __init__(self, client: Client, user: str) -> None:
        self._client = client
        self._user = user
        self.answered: set[str] = set()  # turns that were acknowledged
        self.statuses: Counter[int] = Counter()
        self._over = False
        self._more = asyncio.Event()

    async def acknowledged(self, count: int) -> None:
        """Wait until so many turns more are acknowledged."""
        self.answered.clear()
        while len(self.answered) < count:
            self._more.clear()
            await self._more.wait()

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._post(place)) for place in range(POSTERS)]
        self._tasks.append(asyncio.create_task(self._work()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over = True
        await asyncio.gather(*self._tasks)

    async def _post(self, place: int) -> None:
        for number in itertools.count():
            if self._over:
                return
            session = f"new-{uuid.uuid4().hex}" if place % 4 else ("shared", f"own-{place}")[number % 2]
            body = {"user_id": self._user, "session_id": session, "user": f"I moved to Town{place}{number}."}
            answer = await self._client.post("/v1/turns", body)
            self.statuses[answer.status_code] += 1
            if answer.status_code == 201:
                self.answered.add(answer.json()["turn_id"])
            self._more.set()

    async def _work(self) -> None:
        """The jobs of the sessions, which hold the rows of the user too."""
        for number in itertools.count():
            if self._over:
                return
            session = ("shared", "own-0", "own-4")[number % 3]
            await self._client.service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, self._user, session))


async def _still_there(client: Client, turns: set[str]) -> int:
    async with client.service.database.read(DEFAULT_TENANT) as db:
        return int(
            await db.fetch_value(
                "SELECT count(*) FROM turns WHERE tenant_id = $1 AND turn_id = ANY($2)",
                *(DEFAULT_TENANT, [uuid.UUID(turn) for turn in turns]),
            )
        )


async def test_an_erase_beside_eight_posters_gets_its_turn_each_time_and_nothing_comes_back(
    crowded: Client, user: str
) -> None:
    async with _Stream(crowded, user) as stream:
        for _ in range(ERASES):
            await stream.acknowledged(2 * POSTERS)  # the first of them may be of the life before
            before = set(stream.answered)
            async with asyncio.timeout(SOON):
                erased = await crowded.http.delete(f"/v1/users/{user}")
            assert erased.status_code == 200, erased.text
            assert await _still_there(crowded, before) == 0
    assert set(stream.statuses) == {201}


@pytest.fixture
async def hasty(service_settings: Settings) -> AsyncIterator[Client]:
    """Whoever does not get his rows soon is told so."""
    database = service_settings.database.model_copy(update={"lock_timeout": timedelta(seconds=2), "pool_size": 4})
    service = bootstrap.build(service_settings.model_copy(update={"database": database}), embedder=HashedEmbedder())
    await service.start()
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield Client(http, service)
    await service.stop()


def _says_busy(answer: httpx.Response) -> bool:
    problem = answer.json()
    assert answer.status_code == 503, answer.text
    assert 1 <= int(answer.headers["Retry-After"]) <= 5
    assert "same rows" in problem["detail"]
    assert "reach" not in problem["detail"]
    return problem["type"] == "/problems/rows-busy"


async def test_turns_beside_a_long_erase_are_told_that_the_rows_are_busy_and_keep_nobody_else_waiting(
    hasty: Client, user: str
) -> None:
    loop = asyncio.get_running_loop()

    async def said(whose: str) -> httpx.Response:
        return await hasty.post("/v1/turns", {"user_id": whose, "session_id": uuid.uuid4().hex, "user": "Hello."})

    async with hasty.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(line.ALONE, line.place(user_key(DEFAULT_TENANT, user)))
        async with asyncio.TaskGroup() as group:
            waiting = [group.create_task(said(user)) for _ in range(30)]
            await asyncio.sleep(0.1)
            began = loop.time()
            assert (await said(f"another-{user}")).status_code == 201
            assert loop.time() - began < 1  # less than those wait, whose connections it would need
        assert all(_says_busy(one.result()) for one in waiting)
    assert (await said(user)).status_code == 201


async def test_a_turn_waits_for_a_short_erase_and_is_kept(hasty: Client, user: str) -> None:
    async with hasty.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(line.ALONE, line.place(user_key(DEFAULT_TENANT, user)))
        body = {"user_id": user, "session_id": "s", "user": "Hello."}
        waiting = asyncio.create_task(hasty.post("/v1/turns", body))
        await asyncio.sleep(0.2)
        assert not waiting.done()
    assert (await waiting).status_code == 201


async def test_a_row_that_is_not_got_in_time_is_no_store_that_is_away(hasty: Client, user: str) -> None:
    memory = await hasty.memory(user, "Keeps bees")
    hold = "SELECT 1 FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR UPDATE"
    async with hasty.service.database.write(DEFAULT_TENANT) as db:
        await db.fetch(hold, DEFAULT_TENANT, user_key(DEFAULT_TENANT, user))
        answers = await asyncio.gather(
            hasty.post("/v1/memories", {"user_id": user, "content": "Keeps goats"}),
            hasty.http.delete(f"/v1/memories/{memory['id']}?user_id={user}"),
            hasty.http.patch(f"/v1/users/{user}", json={"locale": "en"}),
        )
        assert all(map(_says_busy, answers))
        assert not hasty.service.database.down
        assert (await hasty.http.get("/readyz")).status_code == 200


async def test_an_erase_under_way_keeps_no_trace_of_others_waiting(hasty: Client, user: str) -> None:
    other = f"other-{user}"
    for one in (user, other):
        await hasty.turn(one, "I live in Brno.")
    hold = "SELECT 1 FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR UPDATE"
    async with hasty.service.database.write(DEFAULT_TENANT) as db:
        await db.fetch(hold, DEFAULT_TENANT, user_key(DEFAULT_TENANT, user))
        traces = [(await hasty.context(one, "Where do I live?"))["trace_id"] for one in (user, other)]
        async with asyncio.timeout(2):
            await hasty.service.recorder.flush()
        found = [
            (await hasty.get(f"/v1/traces/{trace}", user_id=one)).status_code
            for one, trace in zip((user, other), traces, strict=True)
        ]
    assert found == [404, 200]


async def test_an_import_goes_on_with_the_lines_of_others_where_the_rows_of_one_are_busy(
    hasty: Client, user: str
) -> None:
    whose = [f"{name}-{user}" for name in ("first", "held", "last")]
    for one in whose:
        await hasty.memory(one, "Keeps bees")
    lines = "\n".join(json.dumps({"user_id": one, "content": "Keeps goats"}) for one in whose)
    headers = {"content-type": "application/x-ndjson", "import-id": f"busy-{user}"}

    async def send() -> list[str | None]:
        answer = await hasty.http.post("/v1/memories/import", content=lines, headers=headers)
        problems = [json.loads(line)["problem"] for line in answer.text.splitlines()]
        return [problem and problem["type"] for problem in problems]

    hold = "SELECT 1 FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR UPDATE"
    async with hasty.service.database.write(DEFAULT_TENANT) as db:
        await db.fetch(hold, DEFAULT_TENANT, user_key(DEFAULT_TENANT, whose[1]))
        assert await send() == [None, "/problems/rows-busy", None]
    assert await send() == [None, None, None]
    for one in whose:
        assert sorted(await hasty.contents(one)) == ["Keeps bees", "Keeps goats"]
