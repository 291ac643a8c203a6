"""Turns of a session stand in one order and have one effect each, whatever happens on the way."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from app.memories.formation import Formation
from app.memories.keeper import Keeper
from app.memories.quota import Quota
from app.memories.validator import Proposal
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.sessions.wakes import EXTRACTION
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key
from app.tenants.model import ALL_PERMISSIONS, Permission
from tests.client import Client

_JOBS = "SELECT id, args, scheduled_at FROM procrastinate_jobs WHERE lock = $1 AND status = 'todo' ORDER BY id"


async def _say(client: Client, user: str, text: str, **headers: str) -> Any:
    return await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": text}, **headers)


async def _jobs(client: Client, user: str, session: str = "s") -> list[Any]:
    return await client.service.database.lookup(_JOBS, str(session_key(DEFAULT_TENANT, user, session)))


async def _turn(client: Client, user: str, turn_id: str) -> Any:
    return (await client.get(f"/v1/turns/{turn_id}", user_id=user)).json()


class Meddling(HashedEmbedder):
    """Does something between the reading of the words and the keeping of what they gave."""

    def __init__(self, meddle: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._meddle = meddle

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        await self._meddle()
        return await super().embed(texts)


class Poisoned(Keeper):
    """Fails for what holds the word poison."""

    error: BaseException = RuntimeError("poison")
    tries = 0

    async def keep(self, db: Any, reach: Any, proposals: Sequence[Proposal], *others: Any, **named: Any) -> Any:
        if any("poison" in proposal.candidate.content.casefold() for proposal in proposals):
            self.tries += 1
            raise self.error
        return await super().keep(db, reach, proposals, *others, **named)


def _formation(service: Service, keeper: Keeper) -> Formation:
    more = {"tenants": service.tenants, "quota": Quota(0)}
    return Formation(service.database, service.queue, keeper, max_attempts=4, max_faults=2, **more)


async def test_fifty_writers_of_one_session_leave_no_gap_and_need_one_wake_up(client: Client, user: str) -> None:
    answers = await asyncio.gather(*(_say(client, user, f"Note number {n}.") for n in range(50)))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json()["first_seq"] for answer in answers) == list(range(50))
    assert all(answer.json()["first_seq"] == answer.json()["last_seq"] for answer in answers)
    held = (await client.get("/v1/sessions/s/messages", user_id=user, limit=200)).json()["data"]
    assert [m["seq"] for m in held] == list(range(50))
    by_seq = {answer.json()["first_seq"]: n for n, answer in enumerate(answers)}
    assert [m["content"] for m in held] == [f"Note number {by_seq[seq]}." for seq in range(50)]
    assert len(await _jobs(client, user)) == 1
    context = await client.context(user, session_id="s")
    assert [m["content"] for m in context["messages"]] == [m["content"] for m in held[-len(context["messages"]) :]]


async def test_fifty_identical_posts_have_one_effect_and_one_answer(client: Client, user: str) -> None:
    answers = await asyncio.gather(
        *(_say(client, user, "I live in Leeds.", Idempotency_Key=f"key-{user}") for _ in range(50))
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert sum("idempotent-replay" not in answer.headers for answer in answers) == 1
    held = (await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]
    assert len(held) == 1
    assert len(await _jobs(client, user)) == 1


async def test_two_workers_on_one_session_have_the_effect_of_one(client: Client, user: str) -> None:
    for city in ("Leeds", "Derby", "Hull"):
        await _say(client, user, f"I live in {city}.")
    await asyncio.gather(*(client.process(user) for _ in range(4)))
    (memory,) = await client.memories(user, key="residence")
    assert ("Hull" in memory["content"], memory["version"], memory["support"]) == (True, 3, 1)


async def test_a_late_retry_does_not_overwrite_what_is_true_today(client: Client, user: str) -> None:
    service = client.service
    keeper = Poisoned(service.database, HashedEmbedder(), service.audit)
    await _say(client, user, "Remember that my poison is coffee.")
    early = await client.post(
        "/v1/turns",
        {"user_id": user, "session_id": "t", "messages": [{"role": "user", "content": "I live in Leeds."}]},
    )
    await _say(client, user, "I live in Hull.")
    await _formation(service, keeper)(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    await _formation(service, keeper)(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    await client.process(user, "t")  # said before, processed after
    assert (await _turn(client, user, early.json()["turn_id"]))["processing"] == "succeeded"
    (memory,) = await client.memories(user, key="residence")
    assert "Hull" in memory["content"]


async def test_what_was_erased_while_a_job_ran_does_not_come_back(client: Client, user: str) -> None:
    service = client.service
    user_pk, session_pk = user_key(DEFAULT_TENANT, user), session_key(DEFAULT_TENANT, user, "s")
    erased = False

    async def erase() -> None:
        nonlocal erased
        if not erased:
            erased = True
            async with service.database.write(DEFAULT_TENANT) as db:
                await db.execute("DELETE FROM users WHERE tenant_id = $1 AND user_pk = $2", DEFAULT_TENANT, user_pk)
            await _say(client, user, "Hello again.")

    await _say(client, user, "I live in Leeds.")
    (job,) = await _jobs(client, user)
    old = job["args"]["epoch"]
    keeper = Keeper(service.database, Meddling(erase), service.audit)
    await _formation(service, keeper)(DEFAULT_TENANT, session_pk, old)
    assert erased
    assert await client.contents(user) == []
    newest = (await _jobs(client, user))[-1]
    assert newest["args"]["epoch"] != old

    await _formation(service, keeper)(DEFAULT_TENANT, session_pk, old)  # the old job once more: it is none of its
    (waiting,) = (await client.get("/v1/jobs", status="pending", limit=200)).json()["data"][:1]
    assert waiting["user_id"] == user
    await _formation(service, keeper)(DEFAULT_TENANT, session_pk, newest["args"]["epoch"])
    held = (await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]
    assert [m["content"] for m in held] == ["Hello again."]


async def test_memory_switched_off_while_a_job_runs_keeps_nothing(client: Client, user: str) -> None:
    async def switch_off() -> None:
        await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": False})

    turn_id = (await _say(client, user, "I live in Leeds.")).json()["turn_id"]
    keeper = Keeper(client.service.database, Meddling(switch_off), client.service.audit)
    await _formation(client.service, keeper)(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    turn = await _turn(client, user, turn_id)
    assert (turn["processing"], turn["gate"]) == ("skipped", {"decision": "skip", "reason": "memory_off"})
    assert await client.contents(user) == []


@pytest.mark.parametrize(("error", "tries"), [(RuntimeError("ours"), 2), (ConnectionError("theirs"), 4)])
async def test_a_poison_turn_is_set_aside_and_its_session_goes_on(
    client: Client, user: str, error: Exception, tries: int
) -> None:
    service = client.service
    keeper = Poisoned(service.database, HashedEmbedder(), service.audit)
    keeper.error = error
    formation = _formation(service, keeper)
    session_pk = session_key(DEFAULT_TENANT, user, "s")
    bad = (await _say(client, user, "Remember that poison is in the blue flask.")).json()["turn_id"]
    good = (await _say(client, user, "I live in Leeds.")).json()["turn_id"]
    for number in range(1, tries + 1):
        assert (await _turn(client, user, good))["processing"] == "pending"  # in order: not before the first
        await formation(DEFAULT_TENANT, session_pk)
        assert (await _turn(client, user, bad))["attempts"] == number
        jobs = await _jobs(client, user)
        assert len(jobs) == 1  # a retry is the one job of its session, scheduled
        assert (jobs[0]["scheduled_at"] is not None) == (number < tries) or number == tries
    assert keeper.tries == tries
    turn = await _turn(client, user, bad)
    assert turn["processing"] == "failed"
    assert type(error).__name__ in turn["error"]
    assert str(error) not in turn["error"]
    assert (await _turn(client, user, good))["processing"] == "succeeded"

    (job,) = [j for j in (await client.get("/v1/jobs", status="failed", limit=200)).json()["data"] if j["id"] == bad]
    assert (job["user_id"], job["session_id"], job["attempts"], job["status"]) == (user, "s", tries, "failed")
    await _settle(client, bad)


async def _settle(client: Client, turn_id: str) -> None:
    """Leave no dead letter behind for other tests."""
    assert (await client.post(f"/v1/jobs/{turn_id}/discard", None)).status_code == 200


async def _dead_letter(client: Client, user: str) -> str:
    keeper = Poisoned(client.service.database, HashedEmbedder(), client.service.audit)
    turn_id = str((await _say(client, user, "Remember that poison is in the blue flask.")).json()["turn_id"])
    for _ in range(2):
        await _formation(client.service, keeper)(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    assert (await _turn(client, user, turn_id))["processing"] == "failed"
    return turn_id


async def test_a_dead_letter_is_tried_again_when_asked(client: Client, user: str) -> None:
    turn_id = await _dead_letter(client, user)
    first = await client.post(f"/v1/jobs/{turn_id}/retry", None, Idempotency_Key=f"again-{user}")
    again = await client.post(f"/v1/jobs/{turn_id}/retry", None, Idempotency_Key=f"again-{user}")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert again.headers["idempotent-replay"] == "true"
    assert first.json()["status"] == "pending"
    assert [job["scheduled_at"] for job in await _jobs(client, user)] == [None]
    await client.process(user)
    assert (await _turn(client, user, turn_id))["processing"] == "succeeded"
    gone = await client.post(f"/v1/jobs/{turn_id}/retry", None)
    assert (gone.status_code, gone.json()["type"]) == (404, "/problems/job-not-found")


async def test_a_dead_letter_that_is_discarded_leaves_its_words_and_nothing_else(client: Client, user: str) -> None:
    turn_id = await _dead_letter(client, user)
    answer = await client.post(f"/v1/jobs/{turn_id}/discard", None)
    assert (answer.status_code, answer.json()["status"]) == (200, "skipped")
    await client.process(user)
    turn = await _turn(client, user, turn_id)
    assert (turn["processing"], turn["gate"]["reason"]) == ("skipped", "discarded")
    assert await client.contents(user) == []
    assert len((await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]) == 1


async def test_jobs_of_another_tenant_are_not_there(client: Client, user: str) -> None:
    turn_id = (await _say(client, user, "I live in Leeds.")).json()["turn_id"]
    _, admin = await client.service.keys.create("elsewhere", name="test", permissions=ALL_PERMISSIONS)
    _, writer = await client.service.keys.create(
        "default", name="test", permissions=frozenset({Permission.READ, Permission.WRITE})
    )
    headers = {"Authorization": f"Bearer {admin}"}
    assert (await client.http.get("/v1/jobs", headers=headers)).json()["data"] == []
    for act in ("retry", "discard"):
        assert (await client.http.post(f"/v1/jobs/{turn_id}/{act}", headers=headers)).status_code == 404
    assert (await client.http.get("/v1/jobs", headers={"Authorization": f"Bearer {writer}"})).status_code == 403
    await client.process(user)


async def test_the_list_of_jobs_is_paged_newest_first(client: Client, user: str) -> None:
    told = [(await _say(client, user, f"Note {n}.")).json()["turn_id"] for n in range(3)]
    seen: list[str] = []
    cursor = None
    while len(seen) < 3:
        page = (await client.get("/v1/jobs", status="pending", limit=2, cursor=cursor)).json()
        seen += [job["id"] for job in page["data"] if job["id"] in told]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == told[::-1]
    await client.process(user)


async def test_a_turn_whose_job_was_lost_gets_another(client: Client, user: str) -> None:
    turn_id = (await _say(client, user, "I live in Leeds.")).json()["turn_id"]
    await client.service.database.run(
        "DELETE FROM procrastinate_jobs WHERE lock = $1", str(session_key(DEFAULT_TENANT, user, "s"))
    )
    assert await _jobs(client, user) == []
    assert await client.service.backlog.reconcile(timedelta(hours=1)) == 0  # it is not that old
    assert await client.service.backlog.reconcile(timedelta(0)) >= 1
    (job,) = await _jobs(client, user)
    assert job["scheduled_at"] is None
    await client.service.formation(DEFAULT_TENANT, UUID(job["args"]["session_pk"]), job["args"]["epoch"])
    assert (await _turn(client, user, turn_id))["processing"] == "succeeded"


async def test_what_waits_and_what_failed_is_measured(client: Client, user: str) -> None:
    turn_id = await _dead_letter(client, user)
    await _say(client, user, "Note.")
    lines = (await client.get("/metrics")).text.splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert float(values['memoryd_turns_held{state="failed"}']) >= 1
    assert float(values['memoryd_turns_held{state="pending"}']) >= 1
    assert float(values["memoryd_oldest_waiting_seconds"]) >= 0
    assert float(values['memoryd_queue_jobs{state="todo"}']) >= 1
    await _settle(client, turn_id)
    await client.process(user)


async def test_a_turn_that_ends_its_worker_again_and_again_is_set_aside(client: Client, user: str) -> None:
    session_pk = session_key(DEFAULT_TENANT, user, "s")
    bad = (await _say(client, user, "I live in Leeds.")).json()["turn_id"]
    good = (await _say(client, user, "I work at Brightwater Mills.")).json()["turn_id"]

    class Deadly(HashedEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if any("Leeds" in text for text in texts):
                raise SystemExit  # as far as this turn is concerned
            return await super().embed(texts)

    formation = _formation(client.service, Keeper(client.service.database, Deadly(), client.service.audit))
    for _ in range(4):
        with pytest.raises(SystemExit):
            await formation(DEFAULT_TENANT, session_pk, careful=True)
    await formation(DEFAULT_TENANT, session_pk, careful=True)
    assert (await _turn(client, user, bad))["processing"] == "failed"
    assert (await _turn(client, user, good))["processing"] == "succeeded"
    await _settle(client, bad)


def test_the_job_of_a_session_is_known_by_its_name() -> None:
    assert EXTRACTION == "extraction"  # the reconciler's SQL function names it


async def test_a_clock_that_is_ahead_makes_nothing_that_later_words_cannot_change(client: Client, user: str) -> None:
    ahead = {"role": "user", "content": "I live in Tarnbeck.", "occurred_at": "2999-01-01T00:00:00Z"}
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "messages": [ahead]})
    assert answer.status_code == 201
    await client.process(user)
    log = await client.turn(user, "I moved to Oake.")
    assert [event["event"] for event in log["events"]] == ["UPDATE"], log["events"]
    assert await client.contents(user, key="residence", status="active") == ["User lives in Oake"]
