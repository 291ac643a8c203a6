"""What a person decides about one memory: confirm, reject, disable, enable, revert, derive again."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.client import Client
from tests.tenant import Tenant


async def decide(client: Client, user: str, memory_id: str, what: str, body: Any = None, **headers: str) -> Any:
    return await client.http.post(
        f"/v1/memories/{memory_id}/{what}",
        params={"user_id": user},
        json=body,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


async def pending(client: Client, user: str, content: str, **more: Any) -> Any:
    return await client.memory(user, content, source="inferred", **more)


async def read(client: Client, user: str, memory_id: str) -> Any:
    return (await client.get(f"/v1/memories/{memory_id}", user_id=user)).json()


async def history(client: Client, user: str, memory_id: str) -> list[Any]:
    return list((await client.get(f"/v1/memories/{memory_id}/history", user_id=user)).json()["data"])


async def test_a_confirmed_memory_is_active_and_recalled(client: Client, user: str) -> None:
    memory = await pending(client, user, "User plays the viola", key="plays:viola")
    assert memory["status"] == "pending"
    answer = await decide(client, user, memory["id"], "confirm")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["status"], answer.json()["version"], answer.headers["ETag"]) == ("active", 2, '"2"')
    context = await client.context(user, "Which instrument do I play, the viola?")
    assert "viola" in context["prompt"]


async def test_what_was_confirmed_is_not_overruled_by_a_guess(client: Client, user: str) -> None:
    memory = await pending(client, user, "User lives in Leeds", key="residence")
    await decide(client, user, memory["id"], "confirm")
    guess = await client.post(
        "/v1/memories", {"user_id": user, "content": "User lives in Hull", "key": "residence", "source": "inferred"}
    )
    assert guess.json()["event"] == "PENDING"


async def test_a_confirmation_takes_the_key_from_the_active_value_which_stays_in_the_history(
    client: Client, user: str
) -> None:
    active = await client.memory(user, "User lives in Leeds", key="residence")
    waiting = await pending(client, user, "User lives in Hull", key="residence")
    answer = (await decide(client, user, waiting["id"], "confirm")).json()
    assert answer["supersedes"] == [active["id"]]
    assert await client.contents(user, status="active") == ["User lives in Hull"]
    assert (await read(client, user, active["id"]))["status"] == "superseded"
    values = [(entry["version"], entry["content"]) for entry in await history(client, user, waiting["id"])]
    assert values == [(3, "User lives in Hull"), (2, "User lives in Leeds"), (1, "User lives in Hull")]
    back = (await decide(client, user, waiting["id"], "revert", {"version": 2})).json()
    assert (back["content"], back["status"], back["version"]) == ("User lives in Leeds", "active", 4)


async def test_confirming_twice_changes_nothing_more(client: Client, user: str) -> None:
    memory = await pending(client, user, "User plays the viola")
    first = await decide(client, user, memory["id"], "confirm")
    again = await decide(client, user, memory["id"], "confirm")
    assert again.json() == first.json()


async def test_a_rejected_statement_is_not_proposed_again(client: Client, user: str) -> None:
    memory = await pending(client, user, "User plays the viola")
    answer = await decide(client, user, memory["id"], "reject")
    assert answer.json()["status"] == "rejected"
    assert await client.contents(user) == []
    assert await client.contents(user, status="rejected") == ["User plays the viola"]
    again = await client.post(
        "/v1/memories", {"user_id": user, "content": "User plays the viola.", "source": "inferred"}
    )
    assert again.status_code == 422
    assert again.json()["type"] == "/problems/memory-rejected"
    assert await client.contents(user, status="pending") == []


async def test_a_rejected_memory_cannot_be_confirmed(client: Client, user: str) -> None:
    memory = await pending(client, user, "User plays the viola")
    await decide(client, user, memory["id"], "reject")
    answer = await decide(client, user, memory["id"], "confirm")
    assert answer.status_code == 409
    assert answer.json()["type"] == "/problems/memory-state"


async def test_a_disabled_memory_rests_until_it_is_enabled(client: Client, user: str) -> None:
    memory = await client.memory(user, "User collects fountain pens", kind="preference")
    assert (await decide(client, user, memory["id"], "disable")).json()["status"] == "disabled"
    assert "fountain" not in (await client.context(user, "Which pens do I collect?"))["prompt"]
    assert (await decide(client, user, memory["id"], "enable")).json()["status"] == "active"
    assert "fountain" in (await client.context(user, "Which fountain pens do I collect?"))["prompt"]


async def test_enabling_takes_the_key_back(client: Client, user: str) -> None:
    old = await client.memory(user, "User lives in Leeds", key="residence")
    await decide(client, user, old["id"], "disable")
    await client.memory(user, "User lives in Hull", key="residence")
    await decide(client, user, old["id"], "enable")
    assert await client.contents(user, status="active") == ["User lives in Leeds"]


async def test_a_revert_is_a_new_version_with_the_old_content(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea", kind="preference", key="drink")
    await client.memory(user, "User prefers coffee", kind="preference", key="drink")
    answer = await decide(client, user, memory["id"], "revert", {"version": 1})
    assert (answer.json()["content"], answer.json()["version"]) == ("User prefers tea", 3)
    assert answer.json()["embedding_model"] is not None
    assert [e["content"] for e in await history(client, user, memory["id"])] == [
        "User prefers tea",
        "User prefers coffee",
        "User prefers tea",
    ]


async def test_a_version_that_never_was_is_not_found(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea")
    answer = await decide(client, user, memory["id"], "revert", {"version": 99})
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/version-not-found")
    for body in ({"version": 0}, {"version": "1"}, {}, {"version": 1, "x": 1}):
        assert (await decide(client, user, memory["id"], "revert", body)).status_code == 422


async def test_a_memory_is_derived_again_from_its_turn(client: Client, user: str) -> None:
    await client.turn(user, "我住在扬州。")
    (memory,) = await client.memories(user, key="residence")
    await client.http.patch(f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"content": "用户住在镇江"})
    answer = await decide(client, user, memory["id"], "regenerate")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["content"], answer.json()["version"]) == (memory["content"], 3)
    assert answer.json()["support"] == memory["support"]
    again = await decide(client, user, memory["id"], "regenerate")
    assert again.json()["version"] == 3


async def test_what_was_written_by_hand_has_no_source_to_derive_it_from(client: Client, user: str) -> None:
    memory = await client.memory(user, "Blue folder, second shelf")
    answer = await decide(client, user, memory["id"], "regenerate")
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/nothing-to-derive")


async def test_a_decision_on_an_older_version_is_refused(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea")
    await client.http.patch(f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"importance": 5})
    for what, body in (("confirm", None), ("disable", None), ("reject", None), ("revert", {"version": 1})):
        answer = await decide(client, user, memory["id"], what, body, If_Match='"1"')
        assert answer.status_code == 412, what


async def test_a_repeated_revert_with_its_key_has_one_effect(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea", key="drink")
    await client.memory(user, "User prefers coffee", key="drink")
    first = await decide(client, user, memory["id"], "revert", {"version": 1}, Idempotency_Key=f"r-{user}")
    again = await decide(client, user, memory["id"], "revert", {"version": 1}, Idempotency_Key=f"r-{user}")
    assert again.headers["Idempotent-Replay"] == "true"
    assert (again.json()["id"], again.json()["version"]) == (first.json()["id"], first.json()["version"])
    other = await decide(client, user, memory["id"], "revert", {"version": 2}, Idempotency_Key=f"r-{user}")
    assert other.json()["type"] == "/problems/idempotency-mismatch"


async def test_another_users_memory_is_not_found(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea")
    for what in ("confirm", "reject", "disable", "enable", "regenerate"):
        assert (await decide(client, f"{user}-other", memory["id"], what)).status_code == 404
    assert (await decide(client, f"{user}-other", memory["id"], "revert", {"version": 1})).status_code == 404
    assert (await read(client, user, memory["id"]))["version"] == 1


async def test_a_decision_takes_no_body(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea")
    assert (await decide(client, user, memory["id"], "disable", {})).status_code == 200
    assert (await decide(client, user, memory["id"], "enable", {"force": True})).status_code == 422


async def test_what_is_enabled_again_is_told_again_as_it_was_said(client: Client, user: str) -> None:
    await client.turn(user, "I live in Turku.")
    (home,) = await client.memories(user)
    asked = {"query": "Which city do I live in?", "session_id": "other"}
    await decide(client, user, home["id"], "disable")
    assert "- I live in Turku" not in (await client.context(user, **asked))["prompt"]
    await decide(client, user, home["id"], "enable")
    shown = (await client.context(user, **asked))["prompt"]
    assert "User lives in Turku" in shown
    assert "(earlier)" not in shown


async def test_an_episode_stays_marked_for_what_else_it_says_that_is_over(client: Client, user: str) -> None:
    await client.turn(user, "I live in Turku. I love gooseberries.")
    home, fruit = sorted(await client.memories(user), key=lambda one: one["content"])
    assert ("Turku" in home["content"], "gooseberries" in fruit["content"]) == (True, True)
    for memory in (home, fruit):
        await decide(client, user, memory["id"], "disable")
    await decide(client, user, home["id"], "enable")
    found = await client.context(user, query="Do I love gooseberries?", session_id="other", explain=True)
    assert "- I live in Turku. I love gooseberries." not in found["prompt"]


async def test_another_wording_of_a_value_is_marked_too_when_the_value_changes(client: Client, user: str) -> None:
    for number, text in enumerate(("I live in Turku.", "My home is in Turku.", "I moved to Lund last week.")):
        await client.turn(user, text, session=f"s{number}")
    prompt = (await client.context(user, query="Where is my home?", session_id="other"))["prompt"]
    assert "- My home is in Turku" not in prompt
    assert "- I live in Turku" not in prompt


async def test_what_was_said_of_the_old_value_in_words_nobody_read_is_marked_as_earlier(
    client: Client, user: str
) -> None:
    for number, text in enumerate(("I live in Turku.", "Turku it is, as ever.", "I moved to Lund last week.")):
        await client.turn(user, text, session=f"s{number}")
    prompt = (await client.context(user, query="What about Turku?", session_id="other"))["prompt"]
    assert "- Turku it is, as ever." not in prompt


@pytest.mark.parametrize("body", [b" ", b"\n{}\n"])
async def test_a_body_of_blanks_is_none(client: Client, user: str, body: bytes) -> None:
    memory = await client.memory(user, "User prefers tea")
    answer = await client.http.post(
        f"/v1/memories/{memory['id']}/disable",
        params={"user_id": user},
        content=body,
        headers={"Content-Type": "application/json", "Idempotency-Key": f"d-{user}"},
    )
    assert answer.status_code == 200, answer.text
    again = await decide(client, user, memory["id"], "disable", Idempotency_Key=f"d-{user}")
    assert again.headers["Idempotent-Replay"] == "true"


async def test_a_body_of_unknown_length_counts_for_its_key_too(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea", key="drink")
    for drink in ("coffee", "cider"):
        await client.memory(user, f"User prefers {drink}", key="drink")

    async def body(version: int) -> AsyncIterator[bytes]:
        yield b'{"version":'
        yield b"%d}" % version

    async def revert(version: int) -> Any:
        return await client.http.post(
            f"/v1/memories/{memory['id']}/revert",
            params={"user_id": user},
            content=body(version),
            headers={"Content-Type": "application/json", "Idempotency-Key": f"c-{user}"},
        )

    assert (await revert(1)).json()["content"] == "User prefers tea"
    assert (await revert(2)).json()["type"] == "/problems/idempotency-mismatch"


async def test_metadata_do_not_grow_without_bound(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea")
    params, kept = {"user_id": user}, "x" * 9_000
    answers = [
        await client.http.patch(f"/v1/memories/{memory['id']}", params=params, json={"metadata": {name: kept}})
        for name in ("a", "b")
    ]
    assert [answer.status_code for answer in answers] == [200, 422]
    assert answers[1].json()["errors"][0]["field"] == "body.metadata"


async def test_another_kind_brings_its_type(client: Client, user: str) -> None:
    memory = await client.memory(user, "User waters the ferns before the palms", kind="fact")
    for kind, its_type in (("procedure", "procedural"), ("event", "episodic"), ("preference", "semantic")):
        answer = await client.http.patch(f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"kind": kind})
        assert (answer.json()["kind"], answer.json()["type"]) == (kind, its_type)


async def test_a_change_brings_in_no_kind_that_the_tenant_does_not_keep(tenant: Tenant, user: str) -> None:
    await tenant.put(allowed_kinds=["preference"])
    body = {"user_id": user, "content": "User prefers tea", "kind": "preference"}
    memory = (await tenant.http.post("/v1/memories", json=body)).json()["memory"]
    place, params = f"/v1/memories/{memory['id']}", {"user_id": user}
    refused = await tenant.http.patch(place, params=params, json={"kind": "fact"})
    assert (refused.status_code, refused.json()["type"]) == (422, "/problems/memory-rejected")
    assert (await tenant.http.patch(place, params=params, json={"importance": 5})).status_code == 200


async def test_a_long_history_comes_in_pages(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea", key="drink")
    for drink in ("coffee", "cider", "cocoa", "kvass"):
        await client.memory(user, f"User prefers {drink}", key="drink")
    seen, cursor = [], None
    while True:
        page = await client.get(f"/v1/memories/{memory['id']}/history", user_id=user, limit=2, cursor=cursor)
        seen += [value["version"] for value in page.json()["data"]]
        if (cursor := page.json()["next_cursor"]) is None:
            break
    assert seen == [5, 4, 3, 2, 1]
