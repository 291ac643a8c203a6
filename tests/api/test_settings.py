"""What a tenant decides: what is sensitive, what may be kept, with whose consent, and how a new user begins."""

import asyncio
import json
from collections import OrderedDict
from typing import Any
from uuid import UUID

import pytest

from app.tenants.settings import CLOSED, Policy, TenantSettings
from tests.tenant import Tenant

CARD = "4000 0000 0000 0002"  # the form of a card, and none
PHONE = "138 0000 0000"


async def test_without_any_settings_the_defaults_are_shown(tenant: Tenant) -> None:
    shown = (await tenant.http.get("/v1/settings")).json()
    assert shown["sensitivity"]["bank_card"] == "mask"
    assert shown["sensitivity"]["phone"] == "allow"
    assert shown["allowed_kinds"] is shown["retention_days"] is None
    assert shown["consent_required"] is False


async def test_contact_data_stays_by_default_and_goes_where_the_tenant_says_so(tenant: Tenant) -> None:
    await tenant.turn("a", f"My phone number is {PHONE}.")
    await tenant.put(sensitivity={"phone": "mask"})
    await tenant.turn("b", f"My phone number is {PHONE}.")
    assert PHONE in (await tenant.messages("a"))[0]
    assert await tenant.messages("b") == ["My phone number is [phone]."]


async def test_a_blocked_kind_is_masked_and_its_sentence_becomes_no_memory(tenant: Tenant) -> None:
    await tenant.put(sensitivity={"email": "block"})
    log = await tenant.turn("a", "My name is Nobody Atall, reach me at nobody@example.com.")
    assert await tenant.messages("a") == ["My name is Nobody Atall, reach me at [email]."]
    assert {(event["event"], event["reason"]) for event in log["events"]} <= {("REJECT", "blocked_sensitive")}
    assert await tenant.memories("a") == []
    by_hand = await tenant.http.post("/v1/memories", json={"user_id": "a", "content": "Mail: nobody@example.com"})
    assert by_hand.status_code == 422
    assert by_hand.json()["type"] == "/problems/memory-rejected"
    assert "nobody" not in by_hand.text


async def test_every_way_in_masks_what_the_tenant_calls_sensitive(tenant: Tenant) -> None:
    await tenant.put(sensitivity={"email": "mask"})
    mail, params = "nobody@example.com", {"user_id": "a"}
    line = json.dumps({"user_id": "a", "content": f"Mail goes to {mail}", "tags": [mail]})
    await tenant.http.post("/v1/memories/import", content=line, headers={"content-type": "application/x-ndjson"})
    await tenant.http.put("/v1/sessions/s", params=params, json={"title": mail, "metadata": {"x": mail}})
    await tenant.http.put("/v1/sessions/s/state", params=params, json={"to": mail})
    await tenant.http.patch("/v1/sessions/s/state", params=params, json={"cc": [mail]})
    await tenant.turn("a", f"My email is {mail}.")
    (memory,) = [one for one in await tenant.memories("a") if "goes to" in one["content"]]
    assert memory["content"] == "Mail goes to [email]"
    lines = (await tenant.http.get("/v1/users/a/export")).text
    assert {"session", "message", "memory"} <= {json.loads(one)["line"] for one in lines.splitlines()}
    assert mail not in lines


async def test_secrets_cannot_be_allowed(tenant: Tenant) -> None:
    for wrong in ({"bank_card": "allow"}, {"phone": "maybe"}, {"horoscope": "mask"}):
        assert (await tenant.http.put("/v1/settings", json={"sensitivity": wrong})).status_code == 422
    read = TenantSettings.of({"sensitivity": {"bank_card": "allow", "password": "??", "phone": "allow", "no": "x"}})
    assert read.sensitivity["bank_card"] is read.sensitivity["password"] is Policy.MASK
    assert read.sensitivity["phone"] is Policy.ALLOW
    assert set(CLOSED.sensitivity.values()) == {Policy.MASK}


async def test_nothing_long_term_is_kept_without_the_consent_that_is_asked_for(tenant: Tenant) -> None:
    await tenant.put(consent_required=True, consent_purpose="assistant")
    path, consent = "/v1/users/a", {"purpose": "research", "given_at": "2026-01-01T00:00:00Z"}
    for before in (None, consent):
        await tenant.http.patch(path, json={"consent": before})
        await tenant.turn("a", "I live in Bruges.")
        by_hand = await tenant.http.post("/v1/memories", json={"user_id": "a", "content": "Lives in Bruges"})
        assert by_hand.status_code == 409
        assert by_hand.json()["type"] == "/problems/consent-missing"
    assert await tenant.memories("a") == []
    lines = (await tenant.http.get("/v1/users/a/export")).text
    assert '"message"' in lines
    assert '"episode"' not in lines
    assert await tenant.messages("a") == ["I live in Bruges."] * 2
    await tenant.http.patch(path, json={"consent": consent | {"purpose": "assistant"}})
    await tenant.turn("a", "I live in Bruges.")
    assert len(await tenant.memories("a")) == 1
    assert "Bruges" in (await tenant.context("a", "Where do I live?"))["prompt"]
    await tenant.http.patch(path, json={"consent": None})
    assert "Bruges" not in (await tenant.context("a", "Where do I live?"))["prompt"]


async def test_a_session_that_adds_too_much_in_an_hour_waits_for_a_review(tenant: Tenant) -> None:
    await tenant.put(most_per_hour=2)
    for town in ("Bruges", "Namur"):
        await tenant.turn("a", f"My friend Ann{town} lives in {town}.")
    before = len(await tenant.memories("a", status="active"))
    for text in ("I live in Ghent.", "I work at Brightwater Mills.", "I'm allergic to walnuts."):
        await tenant.turn("a", text)
    assert len(await tenant.memories("a", status="active")) <= max(before, 2)
    assert await tenant.memories("a", status="pending")


async def test_hints_at_changes_count_as_no_memories_and_leave_no_trace(tenant: Tenant) -> None:
    await tenant.put(most_per_hour=2, sensitivity={"email": "block"})
    turn = await tenant.turn("a", "I am allergic to kiwi since last year. I am allergic to plum since last year.")
    assert [event["event"] for event in turn["events"]] == ["ADD", "ADD"]
    assert [one["status"] for one in await tenant.memories("a")] == ["active", "active"]
    turn = await tenant.turn("b", "The forms moved from ann@fernbay.org to a drawer over there.")
    assert turn["events"] == []


async def test_a_user_without_history_begins_with_the_defaults_of_the_tenant_or_the_agent(tenant: Tenant) -> None:
    await tenant.put(
        defaults={"profile": ["The user is a customer of the free plan"], "preferences": ["Answers are short"]},
        agent_defaults={"poet": {"preferences": ["Answers rhyme"]}},
    )
    context = await tenant.context("new")
    assert [item["content"] for item in context["sections"]["profile"]] == ["The user is a customer of the free plan"]
    assert [item["content"] for item in context["sections"]["preferences"]] == ["Answers are short"]
    assert "Answers rhyme" in (await tenant.context("new", "Write me a letter", agent_id="poet"))["prompt"]
    assert (await tenant.context("new", max_tokens=0))["prompt"] == ""
    await tenant.turn("new", "I live in Bruges.")
    assert "free plan" not in (await tenant.context("new"))["prompt"]


async def test_a_key_is_rotated_with_both_alive_and_ends_when_it_is_revoked(tenant: Tenant) -> None:
    new = {"name": "agent", "scopes": ["read", "write"], "user_id": "u"}
    made = (await tenant.http.post("/v1/keys", json=new)).json()
    rotated = await tenant.http.post(f"/v1/keys/{made['key_id']}/rotate", json={"overlap_hours": 1})
    assert rotated.status_code == 201
    for token in (made["key"], rotated.json()["key"]):
        headers = {"authorization": f"Bearer {token}"}
        assert (await tenant.http.get("/v1/memories", params={"user_id": "u"}, headers=headers)).status_code == 200
        assert (await tenant.http.get("/v1/memories", params={"user_id": "v"}, headers=headers)).status_code == 403
    listed = {key["key_id"]: key for key in (await tenant.http.get("/v1/keys")).json()["data"]}
    assert listed[made["key_id"]]["expires_at"] is not None
    assert listed[rotated.json()["key_id"]]["expires_at"] is None
    assert listed[rotated.json()["key_id"]]["scopes"] == ["read", "write"]
    assert all("key" not in key for key in listed.values())
    assert (await tenant.http.delete(f"/v1/keys/{made['key_id']}")).status_code == 204
    gone = {"authorization": f"Bearer {made['key']}"}
    assert (await tenant.http.get("/v1/memories", params={"user_id": "u"}, headers=gone)).status_code == 401
    assert (await tenant.http.post(f"/v1/keys/{made['key_id']}/rotate", json={})).status_code == 404


async def test_a_key_that_is_made_says_when_it_ends_also_when_a_rotation_is_repeated(tenant: Tenant) -> None:
    made = (await tenant.http.post("/v1/keys", json={"name": "agent", "scopes": ["read"]})).json()
    first, second = [
        (await tenant.http.post(f"/v1/keys/{made['key_id']}/rotate", json={"overlap_hours": 1})).json() for _ in "12"
    ]
    assert (made["expires_at"], first["expires_at"]) == (None, None)
    listed = {key["key_id"]: key for key in (await tenant.http.get("/v1/keys")).json()["data"]}
    assert second["expires_at"] == listed[second["key_id"]]["expires_at"] == listed[made["key_id"]]["expires_at"]


@pytest.mark.parametrize("path", ["/v1/users", "/v1/settings", "/v1/keys", "/v1/tenants", "/v1/audit"])
@pytest.mark.parametrize("key", [{"scopes": ["read", "write"]}, {"scopes": ["admin", "read"], "user_id": "u"}])
async def test_only_operators_look_after_the_tenant(tenant: Tenant, path: str, key: dict[str, Any]) -> None:
    made = (await tenant.http.post("/v1/keys", json={"name": "x", **key})).json()
    answer = await tenant.http.get(path, headers={"authorization": f"Bearer {made['key']}"})
    assert answer.status_code == 403


async def test_tenants_are_made_by_the_operator_and_see_only_themselves(tenant: Tenant) -> None:
    assert (await tenant.http.post("/v1/tenants", json={"name": "another"})).status_code == 403
    assert len((await tenant.http.get("/v1/tenants")).json()["data"]) == 1
    del tenant.http.headers["authorization"]
    names = [found["name"] for found in (await tenant.http.get("/v1/tenants")).json()["data"]]
    assert "default" in names
    again = await tenant.http.post("/v1/tenants", json={"name": names[-1]})
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("slow", "asked_before", "degraded"), [(1, False, []), (9, False, ["postgres"]), (9, True, [])]
)
async def test_settings_that_come_late_cost_a_context_nothing_or_it_says_so(
    tenant: Tenant, user: str, monkeypatch: pytest.MonkeyPatch, slow: int, asked_before: bool, degraded: list[str]
) -> None:
    question = f"Where do I live, if my number is {user}?"
    body = {"user_id": user, "content": "User lives in Tarnbeck", "key": "residence"}
    assert (await tenant.http.post("/v1/memories", json=body)).status_code == 201
    if asked_before:
        await tenant.context("somebody", question)
    tenants, left = tenant.service.tenants, [slow]
    document = tenants.document

    async def late(tenant_id: UUID) -> dict[str, Any]:
        left[0] -= 1
        if left[0] >= 0:
            await asyncio.sleep(0.3)
        return await document(tenant_id)

    monkeypatch.setattr(tenants, "document", late)
    monkeypatch.setattr(tenants, "_known", OrderedDict())
    found = await tenant.context(user, question)
    assert found["degraded"] == degraded
    assert ("Tarnbeck" in found["prompt"]) == (not degraded)


async def test_settings_that_come_late_mask_nothing_in_an_import_that_the_tenant_allows(
    tenant: Tenant, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenants = tenant.service.tenants
    document = tenants.document

    async def late(tenant_id: UUID) -> dict[str, Any]:
        await asyncio.sleep(0.3)
        return await document(tenant_id)

    monkeypatch.setattr(tenants, "document", late)
    monkeypatch.setattr(tenants, "_known", OrderedDict())
    line = {"user_id": user, "content": f"The user answers calls on {PHONE}"}
    answer = await tenant.http.post(
        "/v1/memories/import", content=json.dumps(line), headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.status_code == 200, answer.text
    assert [one["content"] for one in await tenant.memories(user)] == [line["content"]]
