"""Whoever gets a copy of the stores reads no word of a user."""

import asyncio
import json
import uuid

from tests.client import Client
from tests.encryption.conftest import Vault, key
from tests.encryption.dump import of_postgres, of_redis

PLANTED = 1_000


class Planter:
    """Makes markers and remembers them."""

    def __init__(self) -> None:
        self.planted: list[str] = []

    def word(self, form: str = "Zab{}") -> str:
        self.planted.append(form.format(uuid.uuid4().hex[:10]))
        return self.planted[-1]

    def han(self) -> str:
        """Han characters that no other text has side by side."""
        number = uuid.uuid4().int
        self.planted.append("".join(chr(0x4E00 + (number >> shift) % 20_000) for shift in range(0, 96, 16)))
        return self.planted[-1]


async def _sent(answer_of, *statuses: int):
    answer = await answer_of
    assert answer.status_code in (statuses or (200, 201)), answer.text
    return answer


async def _plant(client: Client, user: str, sow: Planter) -> None:
    """Put markers wherever a caller can put words."""
    await _sent(
        client.post(
            "/v1/turns",
            {
                "user_id": user,
                "session_id": "a",
                "messages": [
                    {
                        "role": "user",
                        "name": sow.word(),
                        "content": f"I live in {sow.word()}. My dog is called {sow.word('Pabe{}')}.",
                        "metadata": {sow.word(): sow.word(), "deep": [{"er": sow.han()}]},
                    },
                    {"role": "tool", "tool_call_id": sow.word(), "content": json.dumps({"found": sow.word()})},
                    {"role": "assistant", "content": f"{sow.word()}, {sow.han()}。"},
                ],
                "metadata": {"note": sow.word()},
            },
            Idempotency_Key=f"turn-{user}",
        )
    )
    await client.turn(user, f"我养了一只猫，叫{sow.han()}。我们昨天聊到了{sow.han()}。", session="b")
    await client.process(user, "a")
    made = await _sent(
        client.post(
            "/v1/memories",
            {
                "user_id": user,
                "content": f"Owns a {sow.word()} and {sow.han()}",
                "key": f"pet:{sow.word()}",
                "evidence": f"I own {sow.word()}",
                "tags": [sow.word(), sow.han()],
                "entities": [sow.word(), sow.han()],
                "metadata": {sow.word(): sow.word()},
            },
            Idempotency_Key=f"memory-{user}",
        )
    )
    memory = made.json()["memory"]["id"]
    change = {"content": f"Owned a {(owned := sow.word())}", "tags": [sow.word()], "metadata": {"more": sow.word()}}
    await _sent(client.http.patch(f"/v1/memories/{memory}?user_id={user}", json=change))
    await _sent(
        client.post(
            "/v1/memories",
            {
                "user_id": user,
                "content": f"{sow.word()} is a colleague",
                "kind": "entity",
                "metadata": {"name": sow.word(), "aliases": [sow.word()]},
            },
        )
    )
    line = json.dumps({"user_id": user, "content": f"Collects {sow.word()}", "tags": [sow.word()]})
    await _sent(client.http.post("/v1/memories/import", content=line + "\n", headers={"x-import-id": user}))
    schema = {"type": "object", "description": sow.word(), "properties": {"step": {"enum": [word := sow.word(), "no"]}}}
    await _sent(
        client.http.put(
            f"/v1/sessions/a?user_id={user}",
            json={"title": sow.word(), "metadata": {"x": sow.word()}, "state_schema": schema},
        )
    )
    await _sent(client.http.put(f"/v1/sessions/a/state?user_id={user}", json={"step": word, "also": sow.han()}))
    await _sent(
        client.http.patch(
            f"/v1/users/{user}", json={"consent": {"purpose": sow.word(), "given_at": "2026-01-01T00:00:00Z"}}
        )
    )
    context = await client.context(user, f"Where is {sow.word()}? {sow.han()}", session_id="a", explain=True)
    found = await _sent(client.post("/v1/memories/search", {"user_id": user, "query": owned}))
    assert owned in found.json()["data"][0]["content"]
    await _sent(
        client.post(
            f"/v1/traces/{context['trace_id']}/feedback?user_id={user}", {"outcome": "helpful", "note": sow.word()}
        )
    )
    await _sent(client.http.post(f"/v1/sessions/b/end?user_id={user}"), 200, 202)
    await client.process(user, "b")


async def test_a_dump_and_redis_hold_none_of_a_thousand_planted_markers(vault: Vault) -> None:
    client = await vault.serve(key("k1"))
    sow, users = Planter(), []
    while len(sow.planted) < PLANTED:
        users.append(f"u{len(users)}")
        await _plant(client, users[-1], sow)
    await client.service.recorder.flush()
    shown = "\n".join([(await client.get(f"/v1/users/{user}/export")).text for user in users])
    assert [marker for marker in sow.planted if marker not in shown] == []  # the service itself gives them all back
    dumped = (await asyncio.to_thread(of_postgres, vault.stores)).casefold()
    assert "insert into public.messages" in dumped
    assert [marker for marker in sow.planted if marker.casefold() in dumped] == []
    assert [marker for marker in sow.planted if marker.encode().hex() in dumped] == []
    cached = await of_redis(vault.stores)
    assert ":window" in cached
    assert [marker for marker in sow.planted if marker.casefold() in cached.casefold()] == []
    assert len(sow.planted) >= PLANTED
