"""A session from its making to its end: summary, state, window, and what is deleted with it."""

import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from app.infra.postgres import ReadSession
from app.sessions import directory
from app.sessions.model import Session
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.client import Client


async def say(client: Client, user: str, count: int, session: str = "s", start: int = 0) -> None:
    for number in range(start, start + count):
        await client.turn(user, f"Item {number} on the list is checked.", session=session, extract="never")


async def end(client: Client, user: str, session: str = "s") -> None:
    answer = await client.http.post(f"/v1/sessions/{session}/end", params={"user_id": user})
    assert answer.status_code in (200, 202), answer.text
    await client.process(user, session)


async def test_a_session_is_made_once_and_changed_by_what_is_sent(client: Client, user: str) -> None:
    path = "/v1/sessions/trip"
    made = await client.http.put(path, params={"user_id": user}, json={"title": "Trip", "metadata": {"a": 1}})
    assert made.status_code == 201
    changed = await client.http.put(path, params={"user_id": user}, json={"project_id": "p"})
    assert changed.status_code == 200
    shown = changed.json()
    assert (shown["title"], shown["project_id"], shown["metadata"]) == ("Trip", "p", {"a": 1})
    other = await client.http.put(path, params={"user_id": user}, json={"namespace": "elsewhere", "title": "No"})
    assert other.status_code == 409
    assert (await client.get(path, user_id=user)).json()["title"] == "Trip"


async def test_state_is_replaced_and_merged_with_versions(client: Client, user: str) -> None:
    await say(client, user, 1)
    path, params = "/v1/sessions/s/state", {"user_id": user}
    first = await client.http.get(path, params=params)
    assert first.json() == {"state": {}, "version": 0, "missing_fields": []}
    put = await client.http.put(path, params=params, json={"a": {"b": 1, "c": 2}, "d": None})
    assert put.headers["etag"] == '"1"'
    patched = await client.http.patch(path, params=params, json={"a": {"b": None, "e": [1]}})
    assert patched.json()["state"] == {"a": {"c": 2, "e": [1]}, "d": None}
    stale = await client.http.put(path, params=params, json={}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412
    same = await client.http.patch(path, params=params, json={})
    assert same.json()["version"] == 2


async def test_a_schema_names_what_is_missing_and_refuses_what_is_wrong(client: Client, user: str) -> None:
    params = {"user_id": user}
    schema = {"required": ["amount", "guest"], "properties": {"amount": {"type": "number"}}}
    await client.http.put("/v1/sessions/s", params=params, json={"state_schema": schema})
    path = "/v1/sessions/s/state"
    lacking = await client.http.put(path, params=params, json={"amount": 5})
    assert lacking.json()["missing_fields"] == ["guest"]
    wrong = await client.http.patch(path, params=params, json={"amount": "five"})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["field"] == "body.amount"
    assert "five" not in wrong.text
    hostile = await client.http.put(
        "/v1/sessions/s", params=params, json={"state_schema": {"$ref": "https://schemas.test/x"}}
    )
    assert hostile.status_code == 422
    contradiction = await client.http.put(
        "/v1/sessions/s", params=params, json={"state_schema": {"properties": {"amount": {"type": "string"}}}}
    )
    assert contradiction.status_code == 422


async def test_many_patches_do_not_grow_a_state_without_bound(client: Client, user: str) -> None:
    await say(client, user, 1)
    path, params = "/v1/sessions/s/state", {"user_id": user}
    answers = [(await client.http.patch(path, params=params, json={f"k{n}": "x" * 9000})).status_code for n in range(3)]
    assert answers == [200, 422, 422]


async def test_state_of_nobody_is_not_found(client: Client, user: str) -> None:
    for call in (client.http.get, client.http.delete):
        answer = await call("/v1/sessions/none", params={"user_id": user})
        assert answer.status_code == 404
    assert (await client.http.put("/v1/sessions/none/state", params={"user_id": user}, json={})).status_code == 404
    assert (await client.get("/v1/sessions/none/summary", user_id=user)).json()["type"].endswith("session-not-found")


async def test_state_stands_before_summary_and_window_in_a_context(client: Client, user: str) -> None:
    await client.turn(user, "The workshop is in room Cedar and must end before five.", extract="never")
    await say(client, user, 12)
    await client.http.put("/v1/sessions/s/state", params={"user_id": user}, json={"step": "catering"})
    context = await client.context(user, "What is next?", session_id="s")
    prompt = context["prompt"]
    assert prompt.index("catering") < prompt.index("Cedar")
    assert context["sections"]["state"] == {"step": "catering"}
    assert context["messages"][-1]["content"] == "ok"


async def test_what_leaves_the_window_stands_in_the_summary(client: Client, user: str) -> None:
    await client.turn(user, "The code name of the plan is Heron and the budget must stay below 900.", extract="never")
    await say(client, user, 10)
    summary = (await client.get("/v1/sessions/s/summary", user_id=user)).json()
    assert "Heron" in summary["content"]
    assert (summary["from_seq"], summary["to_seq"], summary["version"]) == (0, 1, 1)
    context = await client.context(user, "Go on", session_id="s")
    assert len(context["messages"]) == 20
    assert context["messages"][0]["content"].startswith("Item 0")
    await say(client, user, 2, start=10)
    page = (await client.get("/v1/sessions/s/summaries", user_id=user, limit=2)).json()
    assert [one["version"] for one in page["data"]] == [3, 2]
    rest = (await client.get("/v1/sessions/s/summaries", user_id=user, cursor=page["next_cursor"])).json()
    assert [one["to_seq"] for one in rest["data"]] == [1]


async def test_an_ended_session_has_an_empty_window_and_a_whole_summary(client: Client, user: str) -> None:
    await client.turn(user, "我们决定发布会改在十月举行，代号青鸾。", extract="never")
    answer = await client.http.post("/v1/sessions/s/end", params={"user_id": user})
    assert answer.status_code == 202
    assert (await client.context(user, "继续", session_id="s"))["messages"] == []
    await client.process(user)
    again = await client.http.post("/v1/sessions/s/end", params={"user_id": user}, headers={"Prefer": "wait=1"})
    assert (again.status_code, again.json()["status"], again.json()["processing"]) == (200, "ended", "succeeded")
    context = await client.context(user, "继续", session_id="s")
    assert context["messages"] == []
    assert "青鸾" in context["prompt"]


async def test_a_turn_opens_an_ended_session_with_the_next_seq(client: Client, user: str) -> None:
    await say(client, user, 2)
    await client.http.post("/v1/sessions/s/end", params={"user_id": user})
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "One more thing."})
    assert answer.json()["first_seq"] == 4
    assert [m["content"] for m in (await client.context(user, "Yes?", session_id="s"))["messages"]] == [
        "One more thing."
    ]
    await client.process(user)
    session = (await client.get("/v1/sessions/s", user_id=user)).json()
    assert (session["status"], session["summarized_seq"], session["last_seq"]) == ("open", 3, 4)


async def test_ending_twice_with_one_key_is_one_end(client: Client, user: str) -> None:
    await say(client, user, 1)
    params, headers = {"user_id": user}, {"Idempotency-Key": f"end-{user}"}
    await client.http.post("/v1/sessions/s/end", params=params, headers=headers)
    await say(client, user, 1)
    replay = await client.http.post("/v1/sessions/s/end", params=params, headers=headers)
    assert replay.headers["idempotent-replay"] == "true"
    assert replay.json()["status"] == "open"


async def test_an_idle_session_keeps_its_window_and_is_told_of_once(client: Client, user: str) -> None:
    await say(client, user, 2)
    session_pk = session_key(DEFAULT_TENANT, user, "s")
    later = datetime.now(UTC) + timedelta(minutes=31)
    assert await client.service.session_upkeep.wake(DEFAULT_TENANT, later) >= 1
    await client.service.formation(DEFAULT_TENANT, session_pk)
    await client.service.summarizer(DEFAULT_TENANT, session_pk, now=later)
    assert len((await client.context(user, "Hm", session_id="s"))["messages"]) == 4
    session = (await client.get("/v1/sessions/s", user_id=user)).json()
    assert (session["status"], session["summarized_seq"]) == ("open", -1)
    async with client.service.database.read(DEFAULT_TENANT) as db:
        sql = "SELECT told_seq FROM sessions WHERE tenant_id = $1 AND session_pk = $2"
        assert await db.fetch_value(sql, DEFAULT_TENANT, session_pk) == 3


async def test_deleting_a_session_takes_or_keeps_what_was_read_from_it(client: Client, user: str) -> None:
    await client.turn(user, "I live in Aberdeen.", session="a")
    await client.turn(user, "I play the oboe.", session="b")
    await client.context(user, "Where do I live?", session_id="a")
    gone = await client.http.delete("/v1/sessions/a", params={"user_id": user, "memories": "delete"})
    assert gone.status_code == 204
    await client.http.delete("/v1/sessions/b", params={"user_id": user, "memories": "keep"})
    contents = " ".join(await client.contents(user))
    assert "oboe" in contents
    assert "Aberdeen" not in contents
    assert (await client.get("/v1/traces", user_id=user, session_id="a")).json()["data"] == []
    assert (await client.context(user, "Go on", session_id="a"))["messages"] == []
    assert (await client.get("/v1/sessions/a", user_id=user)).status_code == 404


async def test_a_session_that_comes_again_shows_nothing_of_its_former_life(client: Client, user: str) -> None:
    await client.turn(user, "The former life.", extract="never")
    entries = await client.service.conversations.messages(DEFAULT_TENANT, user, "s", after=-1, limit=10)
    await client.http.delete("/v1/sessions/s", params={"user_id": user})
    window = client.service.conversations._window
    await window.push(session_key(DEFAULT_TENANT, user, "s"), 1, [(0, message) for message in entries])
    await client.turn(user, "The new life.", extract="never")
    shown = (await client.context(user, "Hello?", session_id="s"))["messages"]
    assert [message["content"] for message in shown] == ["The new life.", "ok"]


async def test_regenerating_derives_the_same_again_and_not_what_was_deleted(client: Client, user: str) -> None:
    await client.turn(user, "I live in Aberdeen.")
    await client.turn(user, "I'm allergic to sesame.")
    (home,) = await client.memories(user, key="residence")
    await client.http.delete(f"/v1/memories/{home['id']}", params={"user_id": user})
    await end(client, user)
    before = (await client.get("/v1/sessions/s/summary", user_id=user)).json()
    answer = await client.http.post("/v1/sessions/s/regenerate", params={"user_id": user})
    assert (answer.status_code, answer.json()["summarized_seq"]) == (202, -1)
    await client.process(user)
    contents = " ".join(await client.contents(user))
    assert "sesame" in contents
    assert "Aberdeen" not in contents
    after = (await client.get("/v1/sessions/s/summary", user_id=user)).json()
    assert (after["content"], after["to_seq"]) == (before["content"], before["to_seq"])


async def test_regenerating_keeps_what_somebody_corrected(client: Client, user: str) -> None:
    await client.turn(user, "I live in Aberdeen.")
    (home,) = await client.memories(user, key="residence")
    await client.http.patch(
        f"/v1/memories/{home['id']}", params={"user_id": user}, json={"content": "The user lives in Perth."}
    )
    await client.http.post("/v1/sessions/s/regenerate", params={"user_id": user})
    await client.process(user)
    assert await client.contents(user) == ["The user lives in Perth."]


async def test_a_process_that_stops_makes_nobody_wait_for_an_end(client: Client, user: str) -> None:
    await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "Hello"})
    client.service.draining.set()
    try:
        begun = time.monotonic()
        answer = await client.http.post("/v1/sessions/s/end", params={"user_id": user}, headers={"Prefer": "wait=20"})
    finally:
        client.service.draining.clear()
    assert (answer.status_code, answer.json()["processing"]) == (202, "pending")
    assert time.monotonic() - begun < 10


async def test_an_erase_in_between_does_not_keep_a_session_from_being_made(
    client: Client, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, looks = directory.find, iter([None])

    async def erased_once(db: ReadSession, user_pk: UUID, session_pk: UUID) -> Session | None:
        return next(looks, await find(db, user_pk, session_pk))

    monkeypatch.setattr(directory, "find", erased_once)
    made = await client.http.put("/v1/sessions/s", params={"user_id": user}, json={"title": "Walk"})
    assert (made.status_code, made.json()["title"]) == (201, "Walk")
