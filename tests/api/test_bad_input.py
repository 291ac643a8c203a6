"""Bad input gets a clear error, and nothing is stored by halves."""

import time
import uuid
from typing import Any

import pytest

from tests.client import Client

MANY = "x" * 200


def _turn(user_id: str, /, **more: Any) -> dict[str, Any]:
    return {"user_id": user_id, "session_id": "s", "user": "I live in Bruges.", "assistant": "ok"} | more


@pytest.mark.parametrize(
    "change",
    [
        {"user": ""},
        {"user": " \u3000\n"},
        {"user": "a\x00b"},
        {"user": "a" * 32_769},
        {"user": 7},
        {"user": None, "assistant": None},
        {"messages": []},
        {"messages": [{"role": "user", "content": "hi"}]},  # beside the shorthand
        {"session_id": ""},
        {"session_id": "a\nb"},
        {"namespace": "*"},
        {"extract": "maybe"},
        {"metadata": {"k": "\x07"}},
        {"metadata": {"k": "v" * 20_000}},
        {"usr": "typo"},
    ],
    ids=lambda change: str(change)[:40],
)
async def test_a_turn_that_is_not_valid_is_refused_and_leaves_nothing(
    client: Client, user: str, change: dict[str, Any]
) -> None:
    answer = await client.post("/v1/turns", _turn(user, **change))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"]
    assert (await client.get(f"/v1/users/{user}")).status_code == 404


@pytest.mark.parametrize("session", ["a/b", "x/state", "..", ".", "a:b", "{}", "a%2Fb", "a b", "😀", "a?b#c", "a+b"])
async def test_a_session_id_of_any_printable_characters_is_its_own_session(
    client: Client, user: str, session: str
) -> None:
    await client.turn(user, "hello there", session=session, extract="never")
    await client.turn(user, "another talk", session="plain", extract="never")
    path = "/v1/sessions/" + "".join(f"%{byte:02X}" for byte in session.encode())
    found = await client.http.get(path, params={"user_id": user})
    assert found.status_code == 200, found.text
    assert found.json()["session_id"] == session
    messages = await client.http.get(path + "/messages", params={"user_id": user})
    assert [m["content"] for m in messages.json()["data"]] == ["hello there", "ok"]


async def test_ids_that_join_to_the_same_text_never_meet(client: Client, user: str) -> None:
    await client.turn(f"{user}:a", "I live in Bruges.", session="b")
    await client.turn(user, "I live in Namur.", session="a:b")
    assert await client.contents(f"{user}:a") == ["User lives in Bruges"]
    assert await client.contents(user) == ["User lives in Namur"]


async def test_a_session_keeps_the_namespace_of_its_first_turn(client: Client, user: str) -> None:
    await client.turn(user, "hello there", namespace="work")
    answer = await client.post("/v1/turns", _turn(user, namespace="home"))
    assert answer.status_code == 409
    assert answer.json()["type"] == "/problems/session-namespace"
    context = await client.context(user, "what did I say?", session_id="s", namespace="home")
    assert context["messages"] == []


async def test_repeated_keys_in_a_body_are_refused(client: Client, user: str) -> None:
    raw = f'{{"user_id": "{user}", "user_id": "other", "query": "hello"}}'
    answer = await client.http.post("/v1/context", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code == 400


@pytest.mark.parametrize("cursor", ["garbage", "AAAA", "eyJpZCI6MX0=", MANY])
@pytest.mark.parametrize("path", ["/v1/memories", "/v1/sessions", "/v1/traces"])
async def test_a_cursor_that_was_not_given_out_is_refused(client: Client, user: str, path: str, cursor: str) -> None:
    assert (await client.get(path, user_id=user, cursor=cursor)).status_code == 400


async def test_another_users_ids_are_not_found(client: Client, user: str) -> None:
    log = await client.turn(user, "I live in Bruges.")
    await client.context(user, "where do I live?", session_id="s")
    memory = (await client.memories(user))[0]["id"]
    trace = (await client.get("/v1/traces/latest", user_id=user)).json()["trace_id"]
    other = f"other-{uuid.uuid4().hex}"
    for path in (
        f"/v1/turns/{log['turn_id']}",
        f"/v1/memories/{memory}",
        f"/v1/memories/{memory}/history",
        f"/v1/traces/{trace}",
        "/v1/sessions/s",
        "/v1/sessions/s/messages",
    ):
        assert (await client.get(path, user_id=other)).status_code == 404, path
    assert (await client.http.delete(f"/v1/memories/{memory}", params={"user_id": other})).status_code == 404
    assert (
        await client.http.patch(f"/v1/memories/{memory}", params={"user_id": other}, json={"importance": 5})
    ).status_code == 404


async def test_a_whole_turn_is_refused_when_one_message_is_not_valid(client: Client, user: str) -> None:
    messages = [{"role": "user", "content": "fine"}, {"role": "robot", "content": "not"}]
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "messages": messages})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "body.messages.1.role"
    assert (await client.get("/v1/sessions/s", user_id=user)).status_code == 404


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.9999999Z"])
async def test_a_time_that_a_client_never_set_spoils_neither_its_turn_nor_later_recalls(
    client: Client, user: str, moment: str
) -> None:
    zone = "Etc/GMT+12" if moment < "1" else "Asia/Shanghai"
    await client.http.patch(f"/v1/users/{user}", json={"time_zone": zone})
    said = {"role": "user", "content": "I live in Bruges. I went swimming yesterday.", "occurred_at": moment}
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "messages": [said]})
    await client.process(user)
    turn = await client.get(f"/v1/turns/{answer.json()['turn_id']}", user_id=user)
    assert turn.json()["processing"] == "succeeded"
    canoe = await client.memory(user, "The user owns a red canoe", occurred_at=moment, valid_from=moment)
    changed = await client.http.patch(
        f"/v1/memories/{canoe['id']}", params={"user_id": user}, json={"valid_from": moment, "importance": 4}
    )
    assert changed.status_code == 200, changed.text
    await client.context(user, "Did I go swimming in my canoe yesterday?")


async def test_a_filter_of_many_words_finds_what_holds_all_of_them_and_takes_no_seconds(
    client: Client, user: str
) -> None:
    words = "amber basil cedar dahlia elder fennel ginger hazel iris juniper"
    await client.memory(user, f"The user grows {words}")
    assert len(await client.contents(user, q=words)) == 1
    assert await client.contents(user, q=f"{words} kale") == []
    assert await client.contents(user, q=f"kale {words}") == []
    began = time.monotonic()
    assert await client.contents(user, q=" ".join(f"word{number}" for number in range(250))) == []
    assert time.monotonic() - began < 2  # joined one by one they took ten


@pytest.mark.parametrize("content", ["../..", "…", "--", "。。"])
async def test_a_memory_of_marks_alone_is_refused_when_it_is_written_and_when_it_is_edited(
    client: Client, user: str, content: str
) -> None:
    await client.turn(user, "I like tea and I live in Bruges.")
    written = await client.post("/v1/memories", {"user_id": user, "content": content})
    memory, *_ = before = await client.memories(user)
    path = f"/v1/memories/{memory['id']}"
    edited = await client.http.patch(path, params={"user_id": user}, json={"content": content})
    assert [(one.status_code, one.json()["type"]) for one in (written, edited)] == [
        (422, "/problems/memory-rejected")
    ] * 2
    assert await client.memories(user) == before
