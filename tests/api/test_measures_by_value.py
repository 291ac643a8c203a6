"""Every value that a label of a measure may have is there when its event happens."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from app import bootstrap
from app.errors import Unavailable
from app.infra import labels
from app.jobs import loops
from app.jobs.counting import counted
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.embeddings.protocol import EmbeddingFailed
from app.providers.llm.openai import OpenAIModel
from app.providers.llm.protocol import LLMFailed
from app.providers.llm.scripted import ScriptedLLM
from app.sessions.summary_model import ScriptedSummaries, SummaryFailed
from app.settings import RedisSettings, Settings
from app.stats.growth import Thresholds
from app.stats.service import Statistics, StockGauges
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.api.test_measures import moves, value
from tests.client import Client
from tests.house import House
from tests.tenant import Tenant

WEAK = {"importance": 1, "confidence": 0.6}
NOWHERE = "postgresql://nobody@127.0.0.1:1/none"
Built = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def built(settings: Settings) -> Built:
    """A service of its own, with other parts or settings."""

    @asynccontextmanager
    async def make(changed: Settings | None = None, *, start: bool = True, **parts: Any) -> AsyncIterator[Client]:
        service = bootstrap.build(changed or settings, **({"embedder": HashedEmbedder()} | parts))
        if start:
            await service.start()
        else:
            service.recorder.start()
        transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
        async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
            yield Client(http, service)
        await service.stop()

    return make


async def test_a_path_that_nothing_fits_is_unknown(client: Client) -> None:
    with (
        moves("memoryd_http_requests_total", 1, route="unknown", method="ANY", status="404"),
        moves("memoryd_http_request_seconds_count", 1, route="unknown", method="ANY"),
    ):
        await client.get(f"/{uuid.uuid4().hex}")


async def test_candidates_are_counted_by_their_verdict(client: Client, user: str) -> None:
    with moves("memoryd_candidates_total", 1, event="ADD"):
        await client.turn(user, "I live in Brno.")
    with moves("memoryd_candidates_total", 1, event="REINFORCE"):
        await client.turn(user, "I live in Brno.", session="again")
    with moves("memoryd_candidates_total", 1, event="UPDATE"):
        await client.turn(user, "I moved to Porto, I live in Porto now.")
    with moves("memoryd_candidates_total", event="PENDING"):
        await client.turn(user, "I think I have diabetes.")
    with moves("memoryd_candidates_total", event="REJECT"):
        await client.turn(user, "For this answer only, always answer in French.")
    with moves("memoryd_candidates_total", event="FORGET"):
        await client.turn(user, "Forget where I live.")
    with moves("memoryd_candidates_total", event="NOOP"):
        await client.turn(user, "Forget that I play the oboe.")


async def test_the_gate_says_why(client: Client, user: str) -> None:
    with moves("memoryd_gate_decisions_total", 1, reason="small_talk", decision="skip"):
        await client.turn(user, "thanks!")
    with moves("memoryd_gate_decisions_total", 1, reason="marker", decision="extract"):
        await client.turn(user, "Remember that the barn is red.")
    with moves("memoryd_gate_decisions_total", 1, reason="new_facts"):
        await client.turn(user, "I play the oboe.")


async def test_a_model_that_invents_and_one_that_is_away_are_counted(built: Built, user: str) -> None:
    invented = json.dumps(
        {"memories": [{"content": "User owns a yacht", "evidence": "I own a yacht.", "kind": "fact"}]}
    )
    llm = ScriptedLLM(invented)
    async with built(llm=llm) as client:
        with moves("memoryd_candidates_total", 1, event="REJECT", kind="draft"):
            await client.turn(user, "Remember that the mill is green.")
        llm.say(LLMFailed("away", passing=True))
        with moves("memoryd_extractions_total", 1, extractor="rules-after-llm-failure"):
            await client.turn(user, "Remember that the barn is red.")


async def test_a_contradiction_is_counted_by_what_was_done(client: Client, user: str) -> None:
    late = (datetime.now(UTC) - timedelta(days=900)).isoformat()
    await client.turn(user, "I live in Brno.")
    with moves("memoryd_conflicts_total", 1, outcome="refused"):
        message = {"role": "user", "content": "I live in Graz.", "occurred_at": late}
        await client.post("/v1/turns", {"user_id": user, "session_id": "late", "messages": [message]})
        await client.process(user, "late")
    await client.memory(user, "User likes short answers", kind="preference", key="answer_style")
    scene = {"kind": "preference", "key": "answer_style", "scene": "plans"}
    with moves("memoryd_conflicts_total", 1, outcome="kept_both"):
        await client.memory(user, "User likes long answers in plans", **scene)
    with moves("memoryd_conflicts_total", 1, outcome="waits"):
        body = {"kind": "fact", "key": "residence", "trust": "import"}
        await client.post("/v1/memories", {"user_id": user, "content": "User lives in Linz", **body})


async def test_each_way_to_put_a_memory_right_is_counted(client: Client, user: str) -> None:
    mine = {"user_id": user}
    await client.turn(user, "I live in Brno.")
    (fact,) = await client.memories(user)
    place = f"/v1/memories/{fact['id']}"

    async def act(name: str, body: Any = None) -> None:
        answer = await client.http.post(f"{place}/{name}", params=mine, json=body)
        assert answer.status_code == 200, answer.text

    with moves("memoryd_corrections_total", 1, act="edited"):
        await client.http.patch(place, params=mine, json={"content": "User lives in Graz"})
    with moves("memoryd_corrections_total", 1, act="reverted"):
        await act("revert", {"version": 1})
    with moves("memoryd_corrections_total", 1, act="disabled"):
        await act("disable")
    with moves("memoryd_corrections_total", 1, act="enabled"):
        await act("enable")
    await client.http.patch(place, params=mine, json={"content": "User lives in Wels"})
    with moves("memoryd_corrections_total", 1, act="regenerated"):
        await act("regenerate")
    with moves("memoryd_corrections_total", 1, act="rejected"):
        await act("reject")
    await client.turn(user, "I think I have diabetes.")
    (guess,) = await client.memories(user, status="pending")
    with moves("memoryd_corrections_total", 1, act="confirmed"):
        await client.http.post(f"/v1/memories/{guess['id']}/confirm", params=mine)


async def test_what_ends_is_counted_by_why(tenant: Tenant) -> None:
    house = House(tenant)
    await house.set(expire_days={"event": 30}, disuse_days={"fact": 40, "episode": 50})
    await house.keep("ann", "User visited Graz", kind="event")
    await house.keep("ann", "User keeps a sourdough", kind="fact", importance=3)
    await house.keep("ann", "User likes an old heron", kind="preference", **WEAK)
    await tenant.turn("ann", "I think I have diabetes.")
    await tenant.turn("ann", "The ferry to Silba was cancelled because of the bora wind.")
    with (
        moves("memoryd_expired_total", 1, reason="kind"),
        moves("memoryd_expired_total", 1, reason="unanswered"),
        moves("memoryd_upkeep_rows_total", 1, job="expire", outcome="kind"),
    ):
        await house.do("expire", days=400)
    with (
        moves("memoryd_expired_total", 1, reason="disused"),
        moves("memoryd_expired_total", 1, reason="low_value"),
        moves("memoryd_expired_total", reason="episode"),
        moves("memoryd_upkeep_rows_total", 1, job="archive", outcome="low_value"),
    ):
        await house.do("archive", days=200)
    with moves("memoryd_pruned_total", what="episodes"), moves("memoryd_pruned_total", what="memories"):
        await house.do("purge", days=400)


async def test_messages_that_are_past_their_time_are_counted(tenant: Tenant) -> None:
    await tenant.turn("ann", "The ferry to Silba was cancelled because of the bora wind.")
    async with tenant.service.database.write(tenant.tenant_id) as db:
        await db.execute("UPDATE sessions SET summarized_seq = last_seq WHERE tenant_id = $1", tenant.tenant_id)
    now = datetime.now(UTC) + timedelta(days=1)
    with moves("memoryd_pruned_total", 1, what="messages"):
        await tenant.service.session_upkeep.prune(tenant.tenant_id, now, now)


async def test_merges_and_insights_are_counted_by_how_they_came(built: Built, user: str) -> None:
    drawn = {"insights": [{"text": "User lives in Lund and works at Tetra", "evidence": [4, 5]}]}
    written = "User's boat Falcon is 9 metres long, lies in Vaxholm and has a mast"
    later = datetime.now(UTC) + timedelta(days=60)
    async with built(llm=ScriptedLLM(written)) as client:
        house = House(await _tenant(client))
        await house.say(user, "I like marzipan.", "I like okra.", "I like plums.")
        for line in ("is 9 metres long", "lies in Vaxholm", "has a mast"):
            await house.keep(user, f"User's boat Falcon {line}", kind="fact", entities=["Falcon"])
        for week in (5, 4, 3):
            at = later.replace(hour=12) - timedelta(days=7 * week + later.weekday())
            await house.keep(user, "User went for a run", kind="event", occurred_at=at.isoformat())
        async with client.service.database.write(house.tenant_id) as db:
            await db.execute("UPDATE memories SET trust = 'user' WHERE tenant_id = $1", house.tenant_id)
        with (
            moves("memoryd_consolidated_total", 1, reason="family"),
            moves("memoryd_consolidated_total", 1, reason="habit"),
            moves("memoryd_consolidated_total", 1, reason="written"),
        ):
            await house.do("consolidate", days=60)
    async with built(llm=ScriptedLLM(json.dumps(drawn).replace("4, 5", "1, 2"))) as client:
        house = House(await _tenant(client))
        for day, line in enumerate(("User lives in Lund", "User works at Tetra", "User keeps bees")):
            at = datetime.now(UTC) - timedelta(days=9 - day)
            await house.keep(user, line, kind="fact", occurred_at=at.isoformat())
        with moves("memoryd_consolidated_total", 1, reason="insight"):
            await house.do("review")


async def _tenant(client: Client) -> Tenant:
    name = f"measures-{uuid.uuid4().hex}"
    key = (await client.post("/v1/tenants", {"name": name})).json()["key"]
    return Tenant(client.http, client.service, name, key)


async def test_a_turn_that_fails_is_counted_for_each_try_and_at_the_end(built: Built, settings: Settings) -> None:
    jobs = settings.jobs.model_copy(update={"max_faults": 2})
    user = f"user-{uuid.uuid4().hex}"
    async with built(settings.model_copy(update={"jobs": jobs})) as client:

        async def broken(*_: Any, **__: Any) -> Any:
            raise ValueError("broken")

        client.service.formation._listening.embed = broken  # type: ignore[method-assign]  # what goes wrong
        await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "I live in Brno."})
        with moves("memoryd_turns_total", 1, outcome="retried"):
            await client.process(user)
        with moves("memoryd_turns_total", 1, outcome="failed"):
            await client.service.formation(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
        await client.service.database.run(
            "UPDATE procrastinate_jobs SET status = 'failed' WHERE id IN (SELECT id FROM procrastinate_jobs LIMIT 1)"
        )
        await client.get("/metrics")
        assert value("memoryd_turns_held", state="failed") >= 1
        await client.service.database.run("DELETE FROM procrastinate_jobs WHERE status = 'failed'")


async def test_jobs_are_counted_by_their_state_and_by_how_they_ended(client: Client, user: str) -> None:
    await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "I live in Brno."})
    await client.service.database.run(
        "DELETE FROM procrastinate_jobs WHERE id < (SELECT max(id) FROM procrastinate_jobs)"
    )
    await client.get("/metrics")
    assert value("memoryd_queue_jobs", state="todo") == 1
    await client.service.database.run("UPDATE procrastinate_jobs SET status = 'doing'")
    await client.get("/metrics")
    assert value("memoryd_queue_jobs", state="doing") == 1
    await client.service.database.run("UPDATE procrastinate_jobs SET status = 'failed'")
    await client.get("/metrics")
    assert value("memoryd_queue_jobs", state="failed") == 1
    await client.service.database.run("DELETE FROM procrastinate_jobs")
    with moves("memoryd_jobs_total", 1, task="erasure", outcome="succeeded"), counted("erasure", set()):
        pass
    with (
        moves("memoryd_jobs_total", 1, task="erasure", outcome="failed"),
        pytest.raises(ValueError, match="broken"),
        counted("erasure", set()),
    ):
        raise ValueError("broken")
    with (
        moves("memoryd_jobs_total", 1, task="erasure", outcome="retried"),
        pytest.raises(Unavailable),
        counted("erasure", set()),
    ):
        raise Unavailable


async def test_rounds_beside_the_jobs_are_counted_by_how_they_ended() -> None:
    async def ends(error: Exception | None = None) -> None:
        if error is not None:
            raise error

    with moves("memoryd_rounds_total", 1, loop="upkeep", outcome="succeeded"):
        await loops.tried("upkeep", ends)
    with moves("memoryd_rounds_total", 1, loop="sealing", outcome="unavailable"):
        await loops.tried("sealing", lambda: ends(Unavailable()))
    with moves("memoryd_rounds_total", 1, loop="sweep", outcome="failed"):
        await loops.tried("sweep", lambda: ends(ValueError("broken")))


async def test_summaries_are_counted_by_who_wrote_them(built: Built, settings: Settings, user: str) -> None:
    narrow = settings.model_copy(update={"window": settings.window.model_copy(update={"turns": 2})})
    model = ScriptedSummaries("I'm sorry, I can't help with that.", "The mill is the venue.")
    async with built(narrow, start=False, summary_model=model) as client:
        with (
            moves("memoryd_summaries_total", by="model", outcome="failed"),
            moves("memoryd_summaries_total", by="extractive", outcome="kept"),
        ):
            for line in ("The venue is the mill.", "The store is the barn.", "Yes.", "Right."):
                await client.turn(user, line, extract="never")
    model = ScriptedSummaries(SummaryFailed("down"), "The mill is the venue.")
    async with built(start=False, summary_model=model) as client:
        await client.turn(f"{user}-b", "The venue is the mill.", extract="never")
        await client.http.post("/v1/sessions/s/end", params={"user_id": f"{user}-b"})
        await client.process(f"{user}-b")
        place, now = session_key(DEFAULT_TENANT, f"{user}-b", "s"), datetime.now(UTC)
        await client.service.summarizer(DEFAULT_TENANT, place, now=now)
        with moves("memoryd_summaries_total", 1, by="model", outcome="improved"):
            await client.service.summarizer(DEFAULT_TENANT, place, now=now + timedelta(minutes=10))


async def test_each_step_and_part_of_a_context_is_measured(client: Client, user: str) -> None:
    await client.turn(user, "I live in Brno.")
    with (
        moves("memoryd_context_seconds_count", 1, step="gather"),
        moves("memoryd_context_seconds_count", 1, step="embed"),
        moves("memoryd_context_seconds_count", 1, step="retrieve"),
        moves("memoryd_context_seconds_count", 1, step="rank"),
        moves("memoryd_context_seconds_count", 1, step="assemble"),
        moves("memoryd_context_tokens_sum", part="messages"),
        moves("memoryd_cache_total", cache="query_vectors"),
    ):
        await client.context(user, f"Where do I live, {uuid.uuid4().hex}?", session_id="s")
    with moves("memoryd_context_tokens_sum", part="frame"):
        await client.context(user, "Where do I live?", session_id="another")


async def test_policies_beyond_the_first_hundred_names_are_one(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    await tenant.http.put("/v1/policies/of-its-own", json={})
    monkeypatch.setattr(labels.policy_label, "_known", {str(number) for number in range(100)})
    with moves("memoryd_contexts_total", 1, policy="other"):
        await tenant.context("rosa", "What am I allergic to?", policy="of-its-own")


async def test_what_callers_say_of_a_context_is_counted(client: Client, user: str) -> None:
    await client.turn(user, "I am allergic to walnuts.")
    trace = (await client.context(user, "What am I allergic to?"))["trace_id"]

    async def say(outcome: str) -> None:
        body = {"outcome": outcome}
        await client.http.post(f"/v1/traces/{trace}/feedback", params={"user_id": user}, json=body)

    with moves("memoryd_feedback_total", 1, outcome="helpful"):
        await say("helpful")
    with moves("memoryd_feedback_total", 1, outcome="irrelevant"):
        await say("irrelevant")
    with moves("memoryd_feedback_total", 1, outcome="wrong"):
        await say("wrong")
    with moves("memoryd_feedback_total", 1, outcome="corrected"):
        await say("corrected")


async def test_what_a_context_had_to_do_without_is_counted(built: Built, settings: Settings, user: str) -> None:
    class Away(HashedEmbedder):
        async def embed(self, _: Any) -> Any:
            raise EmbeddingFailed("away")

    redis = RedisSettings.model_validate({"url": "redis://127.0.0.1:1/0", "timeout": "PT0.2S"})
    async with built(settings.model_copy(update={"redis": redis}), embedder=Away()) as client:
        with moves("memoryd_degraded_total", part="redis"), moves("memoryd_degraded_total", part="embeddings"):
            await client.context(user, "Where do I live?", session_id="s")
    soon = settings.recall.model_copy(update={"deadline": timedelta(microseconds=1)})
    async with built(settings.model_copy(update={"recall": soon})) as client:
        with moves("memoryd_degraded_total", part="deadline"):
            await client.context(user, "Where do I live?", session_id="s")
    gone = settings.database.model_copy(
        update={"url": type(settings.database.url)(NOWHERE), "patience": timedelta(seconds=0.2)}
    )
    async with built(settings.model_copy(update={"database": gone}), start=False) as client:
        with moves("memoryd_degraded_total", part="postgres"):
            await client.context(user, "Where do I live?", session_id="s")


async def test_a_trace_or_a_note_that_could_not_be_kept_is_counted(
    tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any, **__: Any) -> Any:
        raise Unavailable

    monkeypatch.setattr(tenant.service.audit, "looked", away)
    with moves("memoryd_degraded_total", 1, part="audit"):
        await tenant.memories("rosa")
    monkeypatch.setattr(tenant.service.recorder, "_also", away)
    with moves("memoryd_degraded_total", part="trace"):
        await tenant.context("rosa", "Where do I live?")
        await tenant.service.recorder.flush()


async def test_limits_are_counted_by_which_they_are(built: Built, settings: Settings, user: str) -> None:
    narrow = settings.limits.model_copy(update={"key_requests": 1, "tenant_memories": 1})
    async with built(settings.model_copy(update={"limits": narrow})) as client:
        tenant = await _tenant(client)
        with moves("memoryd_limited_total", limit="rate"):
            for _ in range(4):
                await tenant.http.get("/v1/memories", params={"user_id": user})
    narrow = settings.limits.model_copy(update={"tenant_memories": 1})
    async with built(settings.model_copy(update={"limits": narrow})) as client:
        house = House(await _tenant(client))
        await house.keep(user, "User keeps bees", kind="fact")
        client.service.memories._quota._counted.clear()
        with moves("memoryd_limited_total", limit="memories"):
            answer = await house.http.post("/v1/memories", json={"user_id": user, "content": "User has a canary"})
            assert answer.status_code == 429


async def test_calls_of_providers_are_counted_by_how_they_ended() -> None:
    answers = [httpx.Response(400), httpx.Response(503)]
    model = OpenAIModel("http://model/v1", "m", rest=60.0, transport=httpx.MockTransport(lambda _: answers[0]))

    async def ask() -> None:
        with pytest.raises(LLMFailed):
            await model.complete("Answer.", "Hello", max_tokens=10)

    with (
        moves("memoryd_provider_calls_total", provider="llm", outcome="refused"),
        moves("memoryd_provider_seconds_count", provider="llm"),
    ):
        await ask()
    answers.pop(0)
    with moves("memoryd_provider_calls_total", 1, provider="llm", outcome="failed"):
        await ask()
    with moves("memoryd_provider_calls_total", 1, provider="llm", outcome="resting"):
        await ask()
    await model.close()
    refusing = httpx.MockTransport(lambda _: httpx.Response(401))
    embedder = OpenAIEmbedder("http://embedder/v1", "small", dimensions=2, transport=refusing)
    with (
        moves("memoryd_provider_calls_total", 1, provider="embeddings", outcome="refused"),
        pytest.raises(EmbeddingFailed),
    ):
        await embedder.embed(["one"])
    await embedder.close()


async def test_what_is_held_is_counted_by_what_it_is(tenant: Tenant) -> None:
    await tenant.turn("rosa", "I am allergic to walnuts.")
    await tenant.turn("rosa", "The ferry to Silba was cancelled because of the bora wind.")
    await tenant.context("rosa", "What am I allergic to?")
    await tenant.service.recorder.flush()
    await asyncio.sleep(0)

    async def one() -> list[uuid.UUID]:
        return [tenant.tenant_id]

    strict = Statistics(tenant.service.database, Thresholds(rows=1, bytes=1, never_recalled=1), timedelta(0))
    await StockGauges(tenant.service.database, strict, one, timedelta(minutes=5)).count(datetime.now(UTC))
    assert value("memoryd_vectors", of="memories") >= 1
    assert value("memoryd_vectors", of="episodes") >= 1
    assert value("memoryd_stored_bytes", of="messages") > 0
    assert value("memoryd_stored_bytes", of="memories") > 0
    assert value("memoryd_stored_bytes", of="episodes") > 0
    assert value("memoryd_stored_bytes", of="vectors") > 0
    assert value("memoryd_stored_bytes", of="traces") > 0
    assert value("memoryd_tenants_over_threshold", threshold="bytes") == 1
