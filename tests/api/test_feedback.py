"""What callers say of a recall is kept and counted, and lowers what was wrong."""

import uuid
from typing import Any

import httpx

from app.infra import exposition
from tests.client import Client
from tests.tenant import Tenant

QUESTION = "Which animals do I keep on the roof, bees or pigeons?"


async def _say(client: Client, user: str, trace_id: str, outcome: str, **more: Any) -> httpx.Response:
    headers = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    return await client.http.post(
        f"/v1/traces/{trace_id}/feedback", params={"user_id": user}, json={"outcome": outcome, **more}, headers=headers
    )


async def _asked(client: Client, user: str) -> tuple[str, dict[str, Any]]:
    found = await client.context(user, QUESTION, explain=True)
    return found["trace_id"], {c["memory_id"]: c for c in found["trace"]["candidates"]}


async def test_feedback_is_kept_with_the_trace_and_counted(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    answer = await _say(client, user, trace_id, "helpful", note="just right")
    assert answer.status_code == 201, answer.text
    assert answer.json()["memory_ids"] == [memory["id"]]
    assert answer.json()["policy"] == "default"
    trace = (await client.get(f"/v1/traces/{trace_id}", user_id=user)).json()
    (note,) = trace["feedback"]
    assert (note["outcome"], note["note"], note["memory_ids"]) == ("helpful", "just right", [memory["id"]])
    assert 'memoryd_feedback_total{outcome="helpful",policy="default"}' in exposition.render()[0].decode()


async def test_what_was_called_wrong_falls_behind_and_the_trace_shows_it(client: Client, user: str) -> None:
    wrong = await client.memory(user, "The user keeps bees on the roof")
    right = await client.memory(user, "The user keeps pigeons on the roof")
    trace_id, before = await _asked(client, user)
    assert (await _say(client, user, trace_id, "wrong", memory_ids=[wrong["id"]])).json()["pending"] == []
    _, after = await _asked(client, user)
    assert before[wrong["id"]]["parts"]["feedback"] == 1.0
    assert after[wrong["id"]]["parts"]["feedback"] < 0.9
    assert after[right["id"]]["parts"]["feedback"] == 1.0
    assert after[wrong["id"]]["score"] < after[right["id"]]["score"]


async def test_helpful_raises_a_little(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    await _say(client, user, trace_id, "helpful")
    _, after = await _asked(client, user)
    assert 1.0 < after[memory["id"]]["parts"]["feedback"] < 1.1


async def test_what_is_called_wrong_again_waits_for_confirmation(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user keeps bees on the roof")
    pending = []
    for outcome in ("wrong", "corrected"):
        trace_id, _ = await _asked(client, user)
        pending.append((await _say(client, user, trace_id, outcome, memory_ids=[memory["id"]])).json()["pending"])
    assert pending == [[], [memory["id"]]]
    assert (await client.get(f"/v1/memories/{memory['id']}", user_id=user)).json()["status"] == "pending"
    history = (await client.get(f"/v1/memories/{memory['id']}/history", user_id=user)).json()["data"]
    assert [(value["version"], value["reason"]) for value in history] == [(2, None), (1, "called_wrong_again")]
    assert "bees" not in (await client.context(user, QUESTION))["prompt"]


async def test_the_same_word_about_the_same_trace_weighs_once(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    for _ in range(3):
        assert (await _say(client, user, trace_id, "wrong", memory_ids=[memory["id"]])).json()["pending"] == []
    _, after = await _asked(client, user)
    assert after[memory["id"]]["parts"]["feedback"] == 0.85


async def test_a_changed_memory_begins_without_the_feedback_on_its_old_words(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    await _say(client, user, trace_id, "wrong", memory_ids=[memory["id"]])
    changed = await client.http.patch(
        f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"content": "The user keeps pigeons on the roof"}
    )
    assert changed.status_code == 200
    _, after = await _asked(client, user)
    assert after[memory["id"]]["parts"]["feedback"] == 1.0


async def test_all_of_a_context_called_wrong_sets_nothing_aside(client: Client, user: str) -> None:
    for animal in ("bees", "pigeons", "hens"):
        await client.memory(user, f"The user keeps {animal} on the roof")
    for _ in range(8):
        trace_id, _ = await _asked(client, user)
        assert (await _say(client, user, trace_id, "wrong")).json()["pending"] == []
    assert {memory["status"] for memory in await client.memories(user)} == {"active"}


async def test_a_memory_that_the_trace_did_not_look_at_is_refused(client: Client, user: str) -> None:
    await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    answer = await _say(client, user, trace_id, "wrong", memory_ids=[str(uuid.uuid4())])
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "body.memory_ids.0"


async def test_a_trace_of_somebody_else_or_of_nobody_is_not_found(client: Client, user: str) -> None:
    trace_id, _ = await _asked(client, user)
    assert (await _say(client, f"{user}-other", trace_id, "helpful")).status_code == 404
    assert (await _say(client, user, str(uuid.uuid4()), "helpful")).status_code == 404


async def test_repeated_feedback_with_one_key_is_kept_once(client: Client, user: str) -> None:
    await client.memory(user, "The user keeps bees on the roof")
    trace_id, _ = await _asked(client, user)
    key = uuid.uuid4().hex
    first = await _say(client, user, trace_id, "helpful", key=key)
    again = await _say(client, user, trace_id, "helpful", key=key)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replay"] == "true"
    assert len((await client.get(f"/v1/traces/{trace_id}", user_id=user)).json()["feedback"]) == 1
    assert (await _say(client, user, trace_id, "wrong", key=key)).status_code == 422


async def test_a_secret_in_a_note_is_masked(client: Client, user: str) -> None:
    trace_id, _ = await _asked(client, user)
    answer = await _say(client, user, trace_id, "irrelevant", note="my password: not-real-Hunter2xyz")
    assert "Hunter2xyz" not in answer.text


async def _told(client: Client, user: str) -> tuple[str, dict[str, dict[str, Any]]]:
    """The trace of a question about the greenhouse, and its episodes by their words."""
    found = await client.context(user, "Which tomatoes grow in the greenhouse?", explain=True)
    told = [c for c in found["trace"]["candidates"] if c["kind"] == "event"]
    return found["trace_id"], {c["content"]: c for c in told}


async def _talk(client: Client, user: str) -> tuple[str, str]:
    sessions = ("We put the yellow tomatoes into the greenhouse.", "The greenhouse has black tomatoes at the back.")
    for number, said in enumerate(sessions):
        await client.turn(user, said, session=f"{user}-{number}")
        ended = await client.http.post(f"/v1/sessions/{user}-{number}/end", params={"user_id": user})
        assert ended.status_code < 300, ended.text
    return sessions


async def test_words_of_earlier_that_were_called_wrong_fall_behind(client: Client, user: str) -> None:
    wrong, right = await _talk(client, user)
    trace_id, before = await _told(client, user)
    assert before[wrong]["parts"]["feedback"] == before[right]["parts"]["feedback"] == 1.0
    answer = await _say(client, user, trace_id, "wrong", memory_ids=[before[wrong]["memory_id"]])
    assert answer.status_code == 201, answer.text
    assert answer.json()["memory_ids"] == [before[wrong]["memory_id"]]
    _, after = await _told(client, user)
    assert after[wrong]["parts"]["feedback"] == 0.85
    assert after[wrong]["score"] < before[wrong]["score"]
    assert after[right]["parts"]["feedback"] == 1.0


async def test_words_of_earlier_called_wrong_twice_stay_away_until_somebody_calls_them_helpful(
    client: Client, user: str
) -> None:
    wrong, right = await _talk(client, user)
    for outcome in ("wrong", "corrected"):
        trace_id, found = await _told(client, user)
        await _say(client, user, trace_id, outcome, memory_ids=[found[wrong]["memory_id"]])
    trace_id, found = await _told(client, user)
    assert (found[wrong]["injected"], found[wrong]["reason"]) == (False, "untrusted")
    assert found[right]["injected"]
    await _say(client, user, trace_id, "helpful", memory_ids=[found[wrong]["memory_id"]])
    assert (await _told(client, user))[1][wrong]["injected"]


async def test_of_a_whole_context_words_of_earlier_are_meant_too(client: Client, user: str) -> None:
    wrong, _ = await _talk(client, user)
    for outcome, expected in (("irrelevant", 0.9917), ("helpful", 1.0028)):
        trace_id, _ = await _told(client, user)
        assert (await _say(client, user, trace_id, outcome)).status_code == 201
        _, after = await _told(client, user)
        assert round(after[wrong]["parts"]["feedback"], 4) == expected


async def test_a_note_holds_no_contact_that_the_tenant_masks(tenant: Tenant, user: str) -> None:
    await tenant.put(sensitivity={"email": "mask"})
    trace_id = (await tenant.context(user, QUESTION))["trace_id"]
    answer = await tenant.http.post(
        f"/v1/traces/{trace_id}/feedback",
        params={"user_id": user},
        json={"outcome": "irrelevant", "note": "ask bees@walnutfold.test"},
    )
    assert answer.status_code == 201, answer.text
    assert "walnutfold" not in answer.json()["note"]
