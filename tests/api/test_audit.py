"""The audit log tells who did what, without contents, and shows when somebody changed it."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import httpx
import psycopg
import pytest

from app.errors import Unavailable
from app.governance import sealing
from tests.client import Client
from tests.house import House
from tests.stores import TestStores
from tests.tenant import Tenant

WORDS = "Walnutfold"


async def _rows(tenant: Tenant, **filters: str) -> list[dict[str, object]]:
    answer = await tenant.http.get("/v1/audit", params={"limit": 200, **filters})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["data"])


async def test_every_effect_leaves_a_row_without_contents(tenant: Tenant) -> None:
    log = await tenant.turn("secret-user", f"I live in {WORDS}.")
    memory = (await tenant.memories("secret-user"))[0]
    params = {"user_id": "secret-user"}
    await tenant.http.patch(f"/v1/memories/{memory['id']}", params=params, json={"content": f"Loves {WORDS}"})
    await tenant.http.put("/v1/sessions/s", params=params, json={"title": WORDS})
    await tenant.http.put("/v1/sessions/s/state", params=params, json={"place": WORDS})
    await tenant.http.post("/v1/sessions/s/end", params=params)
    await tenant.http.post("/v1/sessions/s/regenerate", params=params)
    await tenant.http.post(f"/v1/turns/{log['turn_id']}/reprocess", params=params)
    await tenant.http.post(f"/v1/jobs/{log['turn_id']}/retry")
    await tenant.http.post(f"/v1/jobs/{log['turn_id']}/discard")
    await tenant.http.get("/v1/users/secret-user/export")
    await tenant.http.delete(f"/v1/memories/{memory['id']}", params=params)
    await tenant.http.delete("/v1/users/secret-user")
    rows = await _rows(tenant)
    actions = {row["action"] for row in rows}
    assert {"turn.create", "memory.add", "memory.update", "memory.delete", "user.export", "user.erase"} <= actions
    assert {"key.use", "user.read"} <= actions
    assert {"session.put", "session.state", "session.end", "session.regenerate"} <= actions
    assert {"turn.reprocess", "turn.retry", "turn.discard"} <= actions
    text = json.dumps(rows)
    assert WORDS not in text
    assert "secret-user" not in text
    added = next(row for row in rows if row["action"] == "memory.add")
    assert (added["actor"], added["object_id"]) == (f"turn:{log['turn_id']}", memory["id"])
    changed = next(row for row in rows if row["action"] == "memory.update")
    assert "content" in changed["details"]["fields"]  # type: ignore[index]  # JSON
    assert str(changed["actor"]).startswith("key:")
    mine = await _rows(tenant, user_id="secret-user")
    assert {row["action"] for row in mine} == actions - {"key.use", "key.create", "tenant.create"}
    assert await _rows(tenant, user_id="somebody-else") == []


async def test_the_use_of_a_key_is_told_once_for_an_hour_and_an_address(tenant: Tenant) -> None:
    for _ in range(3):
        await tenant.http.get("/v1/settings")
    (row,) = await _rows(tenant, action="key.use")
    assert row["details"] == {"address": "127.0.0.1"}


async def test_an_operators_look_is_told_and_a_users_own_is_not(tenant: Tenant) -> None:
    await tenant.turn("u", "Hello")
    made = (await tenant.http.post("/v1/keys", json={"name": "own", "scopes": ["read"], "user_id": "u"})).json()
    before = len(await _rows(tenant, action="user.read"))
    own = {"authorization": f"Bearer {made['key']}"}
    await tenant.http.get("/v1/sessions", params={"user_id": "u"}, headers=own)
    assert len(await _rows(tenant, action="user.read")) == before
    await tenant.http.get("/v1/sessions", params={"user_id": "u"})
    await tenant.http.post("/v1/context", json={"user_id": "u", "query": "hello"})
    rows = (await _rows(tenant, action="user.read"))[:2]
    assert [row["details"]["route"] for row in rows] == ["POST /v1/context", "GET /v1/sessions"]  # type: ignore[index]


async def test_a_transaction_that_fails_leaves_no_row(tenant: Tenant) -> None:
    await tenant.turn("u", "Hello")
    before = len(await _rows(tenant, action="turn.create"))
    body = {"user_id": "u", "session_id": "s", "user": "again", "namespace": "other"}
    assert (await tenant.http.post("/v1/turns", json=body)).status_code == 409
    assert len(await _rows(tenant, action="turn.create")) == before


async def test_the_log_pages_and_exports_whole(tenant: Tenant) -> None:
    for _ in range(5):
        await tenant.turn("u", "Hello")
    seen, cursor = [], None
    while True:
        params = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = (await tenant.http.get("/v1/audit", params=params)).json()
        seen += [row["audit_id"] for row in page["data"]]
        if (cursor := page["next_cursor"]) is None:
            break
    exported = (await tenant.http.get("/v1/audit/export")).text.splitlines()
    assert [json.loads(line)["audit_id"] for line in exported] == seen
    assert len(seen) == len(set(seen)) >= 7


TAMPER = {
    "changed": "UPDATE audit_log SET actor = 'somebody' WHERE audit_id = '{row}'",
    "removed": "DELETE FROM audit_log WHERE audit_id = '{row}'",
    "moved": ("UPDATE audit_log SET created_at = created_at + interval '1 hour' WHERE audit_id = '{row}';"),
    "seal removed": "DELETE FROM audit_seals WHERE audit_id = '{row}'",
    "seals swapped": (
        "UPDATE audit_seals SET seal = -1 WHERE tenant_id = '{tenant}' AND seal = 2;"
        "UPDATE audit_seals SET seal = 2 WHERE tenant_id = '{tenant}' AND seal = 3;"
        "UPDATE audit_seals SET seal = 3 WHERE tenant_id = '{tenant}' AND seal = -1;"
    ),
    "end cut off": (
        "DELETE FROM audit_log WHERE audit_id IN"
        " (SELECT audit_id FROM audit_seals WHERE tenant_id = '{tenant}' AND seal > 2);"
        "DELETE FROM audit_seals WHERE tenant_id = '{tenant}' AND seal > 2"
    ),
}


@pytest.mark.parametrize("way", TAMPER)
async def test_the_chain_shows_that_somebody_was_at_the_log(
    tenant: Tenant,
    stores: TestStores,
    way: str,
) -> None:
    for _ in range(4):
        await tenant.turn("u", "Hello")
    database, now = tenant.service.database, datetime.now(UTC)
    assert await sealing.seal(database, tenant.tenant_id) > 4
    assert await sealing.seal(database, tenant.tenant_id) == 0
    await tenant.turn("u", "Hello again")
    assert await sealing.seal(database, tenant.tenant_id) > 0
    whole = await sealing.verify(database, tenant.tenant_id, now=now)
    assert whole.faults == ()
    assert whole.waiting == 0
    async with database.read(tenant.tenant_id) as db:
        row = await db.fetch_value("SELECT audit_id FROM audit_seals WHERE tenant_id = $1 AND seal = 3", db.tenant_id)
    with psycopg.connect(stores.stores.postgres.owner_url.replace("memoryd_owner@", "postgres@")) as admin:
        admin.execute(TAMPER[way].format(row=row, tenant=tenant.tenant_id))  # type: ignore[arg-type]  # SQL of this file
    report = await sealing.verify(database, tenant.tenant_id, expected=whole.head, now=now)
    assert report.faults


async def test_a_row_that_was_slipped_in_late_is_told(tenant: Tenant) -> None:
    await tenant.turn("u", "Hello")
    later = datetime.now(UTC) + timedelta(hours=1)
    report = await sealing.verify(tenant.service.database, tenant.tenant_id, now=later)
    assert any("never sealed" in fault for fault in report.faults)


async def test_writers_do_not_wait_for_the_sealer(tenant: Tenant, stores: TestStores) -> None:
    await tenant.turn("u", "Hello")
    async with tenant.service.database.write(tenant.tenant_id) as sealer:
        await sealer.fetch_value(sealing._LOCK, f"audit:{tenant.tenant_id}")
        answer = await tenant.http.post("/v1/turns", json={"user_id": "u", "session_id": "x", "user": uuid.uuid4().hex})
        assert answer.status_code == httpx.codes.CREATED
        assert await sealing.seal(tenant.service.database, tenant.tenant_id) == 0


async def test_one_who_acts_has_one_name_in_the_log_and_in_the_history(client: Client, user: str) -> None:
    """On an open server nobody shows a key; whatever they do, they are called alike."""
    memory = await client.memory(user, "User lives in Turku", kind="fact")
    await client.http.patch(
        f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"content": "User lives in Oulu"}
    )
    turn = await client.turn(user, "I am allergic to walnuts.")
    await client.post(f"/v1/turns/{turn['turn_id']}/reprocess?user_id={user}", None)
    await client.process(user)
    (patched, *_) = (await client.get(f"/v1/memories/{memory['id']}/history", user_id=user)).json()["data"][1:]
    assert patched["actor"] == "nobody"
    rows = (await client.get("/v1/audit", user_id=user, limit=200)).json()["data"]
    assert {row["actor"] for row in rows} == {"nobody", f"turn:{turn['turn_id']}"}
    asked = (await client.get("/v1/audit", object_id=turn["turn_id"])).json()["data"]
    assert [(row["actor"], row["action"]) for row in asked] == [("nobody", "turn.reprocess"), ("nobody", "turn.create")]


async def test_what_upkeep_deletes_is_deleted_by_upkeep(tenant: Tenant) -> None:
    await tenant.put(retention_days=30)
    await tenant.turn("ann", "I live in Turku.")
    await House(tenant).do("retain", days=60)
    (row,) = (await tenant.http.get("/v1/audit", params={"action": "user.retention"})).json()["data"]
    assert row["actor"] == "upkeep"


async def test_what_is_done_to_words_of_a_conversation_is_told_too(tenant: Tenant) -> None:
    await tenant.turn("u", "The heron by the old mill caught three fish this morning.")
    params, body = {"user_id": "u"}, {"user_id": "u", "query": "heron mill", "filters": {"type": "episodic"}}
    (episode, *_) = (await tenant.http.post("/v1/memories/search", json=body)).json()["data"]
    place = f"/v1/memories/{episode['id']}"
    assert (await tenant.http.post(f"{place}/enable", params=params)).status_code == 200
    assert (await tenant.http.delete(place, params=params)).status_code == 204
    told = [row["action"] for row in await _rows(tenant, user_id="u", object_id=episode["id"])]
    assert told == ["memory.delete", "memory.update"]


async def test_an_export_that_cannot_begin_is_told_with_a_status(
    tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> list[object]:
        raise Unavailable

    monkeypatch.setattr(type(tenant.service.audit), "newest", away)
    answer = await tenant.http.get("/v1/audit/export")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable")
