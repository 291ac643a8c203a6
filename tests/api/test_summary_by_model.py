"""A model that writes summaries: its answers are checked, its failures are covered, and it is asked again."""

import uuid
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from app import bootstrap
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.sessions.summary_model import ScriptedSummaries, SummaryFailed
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.client import Client

Made = Callable[[ScriptedSummaries], Client]


@pytest.fixture
async def client_with(settings: Settings, service: Service) -> AsyncIterator[Made]:
    opened = []
    narrow = settings.model_copy(update={"window": settings.window.model_copy(update={"turns": 2})})

    def make(model: ScriptedSummaries) -> Client:
        built = bootstrap.build(narrow, embedder=HashedEmbedder(), summary_model=model)
        transport = httpx.ASGITransport(app=create_app(built, open_to_all=True, docs=False))
        http = httpx.AsyncClient(transport=transport, base_url="http://memoryd")
        opened.append((built, http))
        return Client(http, built)

    yield make
    for built, http in opened:
        await http.aclose()
        await built.stop()


async def versions(client: Client, user: str) -> list[tuple[str, str, int]]:
    found = (await client.get("/v1/sessions/s/summaries", user_id=user)).json()["data"]
    return [(one["model"], one["content"], one["to_seq"]) for one in reversed(found)]


async def say(client: Client, user: str, *lines: str) -> None:
    for line in lines:
        await client.turn(user, line, extract="never")


async def test_the_model_is_asked_when_the_window_has_filled_and_not_at_every_turn(
    client_with: Made, user: str
) -> None:
    model = ScriptedSummaries("The mill was chosen.", "The mill was chosen and painted.")
    client = client_with(model)
    await say(client, user, "We chose the mill.", "It is old.", "It is green.")
    assert model.asked == []
    await say(client, user, "It is wide.")
    assert await versions(client, user) == [("scripted", "The mill was chosen.", 3)]
    assert [m.content for m in model.asked[0].messages[::2]] == ["We chose the mill.", "It is old."]


async def test_a_refusal_is_never_a_summary_and_the_next_run_makes_it_good(client_with: Made, user: str) -> None:
    model = ScriptedSummaries("I'm sorry, I can't help with that.", "The mill is the venue and the barn the store.")
    client = client_with(model)
    await say(client, user, "The venue is the mill.", "The store is the barn.", "Yes.", "Right.")
    ((by, content, _),) = await versions(client, user)
    assert by == "extractive"
    assert "mill" in content
    await say(client, user, "The tea is hot.", "Good.")
    last = (await versions(client, user))[-1]
    assert last == ("scripted", "The mill is the venue and the barn the store.", 7)
    assert model.asked[-1].messages[0].content == "The venue is the mill."  # from the beginning: nothing was good yet


async def test_an_ended_session_whose_summary_failed_is_tried_again_later(client_with: Made, user: str) -> None:
    model = ScriptedSummaries(SummaryFailed("down"), SummaryFailed("down"), "The mill is the venue.")
    client = client_with(model)
    await say(client, user, "The venue is the mill.")
    await client.http.post("/v1/sessions/s/end", params={"user_id": user})
    await client.process(user)
    assert [by for by, _, _ in await versions(client, user)] == ["extractive"]
    session_pk = session_key(DEFAULT_TENANT, user, "s")
    now = datetime.now(UTC)
    await client.service.summarizer(DEFAULT_TENANT, session_pk, now=now)
    assert len(model.asked) == 1  # not yet
    await client.service.summarizer(DEFAULT_TENANT, session_pk, now=now + timedelta(minutes=2))
    assert len(model.asked) == 2
    later = now + timedelta(minutes=10)
    async with client.service.database.write(DEFAULT_TENANT) as db:
        await db.execute("UPDATE sessions SET wake_pending = false WHERE session_pk = $1", session_pk)
    assert await client.service.session_upkeep.wake(DEFAULT_TENANT, later) >= 1
    await client.service.summarizer(DEFAULT_TENANT, session_pk, now=later)
    assert (await versions(client, user))[-1] == ("scripted", "The mill is the venue.", 1)
    await client.service.summarizer(DEFAULT_TENANT, session_pk, now=later + timedelta(hours=1))
    assert len(model.asked) == 3


async def test_a_window_of_twice_its_limits_is_folded_without_the_model(client_with: Made, user: str) -> None:
    model = ScriptedSummaries()
    client = client_with(model)
    for number in range(5):
        body = {"user_id": user, "session_id": "s", "user": f"Line {number}", "extract": "never"}
        await client.post("/v1/turns", body)
    await client.service.summarizer.relieve(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    assert model.asked == []
    assert [(by, to) for by, _, to in await versions(client, user)] == [("extractive", 2)]


async def test_a_summary_of_a_life_that_is_over_is_not_written(client_with: Made, user: str) -> None:
    session = f"s-{uuid.uuid4().hex[:6]}"

    class Slow(ScriptedSummaries):
        async def summarize(self, _: object) -> str:
            await client.http.delete(f"/v1/sessions/{session}", params={"user_id": user})
            body = {"user_id": user, "session_id": session, "user": "A new life.", "extract": "never"}
            await client.post("/v1/turns", body)
            return "The former life."

    client = client_with(Slow())
    for line in ("The former life.", "b", "c", "d"):
        await client.turn(user, line, session=session, extract="never", assistant=None)
    assert (await client.get(f"/v1/sessions/{session}/summary", user_id=user)).status_code == 404
