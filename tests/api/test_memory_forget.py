"""Forgetting reaches the memory, its history, and the texts that quote it; nothing brings it back."""

from typing import Any

from app.sessions import summaries
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.client import Client


async def forget(client: Client, user: str, filters: dict[str, Any], **more: Any) -> Any:
    return await client.post("/v1/memories/forget", {"user_id": user, "filters": filters, **more})


async def episode(client: Client, user: str, content: str, **more: Any) -> Any:
    return await client.memory(user, content, type="episodic", source="consolidation", **more)


async def test_a_dry_run_tells_and_removes_nothing(client: Client, user: str) -> None:
    bees = await client.memory(user, "User keeps bees", tags=["farm"])
    await client.memory(user, "User plays chess", tags=["hobby"])
    answer = (await forget(client, user, {"tag": "farm"}, dry_run=True)).json()
    assert (answer["dry_run"], answer["count"], answer["memory_ids"]) == (True, 1, [bees["id"]])
    assert len(await client.contents(user)) == 2
    answer = (await forget(client, user, {"tag": "farm"})).json()
    assert (answer["dry_run"], answer["count"]) == (False, 1)
    assert await client.contents(user) == ["User plays chess"]


async def test_a_dry_run_counts_the_quotes_that_the_real_run_cuts(client: Client, user: str) -> None:
    await client.turn(user, "I like plums.", session="a", assistant=None)
    await episode(client, user, "User: I like plums. I keep bees.", session_id="a")
    dry, again, real = [
        (await forget(client, user, {"kind": "preference"}, dry_run=d)).json() for d in (True, True, False)
    ]
    assert dry == again == {**real, "dry_run": True}
    assert (real["count"], real["quotes"]) == (1, 2)
    assert "User: I keep bees." in await client.contents(user)


async def test_filters_narrow_together_and_ids_name_single_ones(client: Client, user: str) -> None:
    first = await client.memory(user, "User keeps bees", tags=["farm"])
    second = await client.memory(user, "User keeps goats", tags=["farm"])
    answer = (await forget(client, user, {"tag": "farm", "ids": [first["id"]]})).json()
    assert answer["memory_ids"] == [first["id"]]
    assert [m["id"] for m in await client.memories(user)] == [second["id"]]


async def test_nobody_forgets_everything_by_leaving_the_filters_out(client: Client, user: str) -> None:
    await client.memory(user, "User keeps bees")
    for filters in ({}, {"tags": "farm"}, {"tag": None}, {"ids": []}):
        assert (await forget(client, user, filters)).status_code == 422
    assert (await client.post("/v1/memories/forget", {"user_id": user})).status_code == 422
    assert len(await client.contents(user)) == 1


async def test_hostile_filters_match_nothing_but_themselves(client: Client, user: str) -> None:
    await client.memory(user, "User keeps bees", tags=["farm"], key="keeps:bees")
    for text in ("%", "_", "' OR '1'='1", "farm' --", '"', "\\", "f_rm", "{}", "fa%"):
        for name in ("tag", "key", "scene", "session_id", "entity"):
            assert (await forget(client, user, {name: text})).json()["count"] == 0, (name, text)
            listed = await client.get("/v1/memories", user_id=user, **{name: text})
            assert listed.json()["data"] == []
    strange = await client.memory(user, "User keeps 100% wool_socks", tags=["%_'"])
    assert (await forget(client, user, {"tag": "%_'"})).json()["memory_ids"] == [strange["id"]]


async def test_rejected_and_superseded_ones_are_forgotten_too(client: Client, user: str) -> None:
    memory = await client.memory(user, "User plays the viola", source="inferred", tags=["music"])
    await client.http.post(f"/v1/memories/{memory['id']}/reject", params={"user_id": user})
    assert (await forget(client, user, {"tag": "music"})).json()["count"] == 1
    assert await client.contents(user, status="rejected") == []


async def test_another_namespace_or_user_is_left_alone(client: Client, user: str) -> None:
    await client.memory(user, "User keeps bees", tags=["farm"], namespace="other")
    await client.memory(f"{user}-b", "User keeps bees", tags=["farm"])
    assert (await forget(client, user, {"tag": "farm"})).json()["count"] == 0
    assert (await forget(client, user, {"tag": "farm"}, namespace="other")).json()["count"] == 1


async def test_episodes_no_longer_quote_what_was_forgotten(client: Client, user: str) -> None:
    fact = await client.memory(user, "User lives in Leeds", evidence="I live in Leeds.")
    talk = await episode(client, user, "User: I live in Leeds. I keep bees.\nAssistant: Lovely.")
    only = await episode(client, user, "User: I live in Leeds!")
    answer = (await forget(client, user, {"ids": [fact["id"]]})).json()
    assert answer["quotes"] == 2
    (left,) = await client.memories(user, type="episodic")
    assert (left["id"], left["content"]) == (talk["id"], "User: I keep bees.\nAssistant: Lovely.")
    assert only["id"] != left["id"]


async def test_a_deleted_memory_takes_its_quotes_with_it(client: Client, user: str) -> None:
    fact = await client.memory(user, "用户住在扬州", evidence="我住在扬州。")
    await episode(client, user, "用户：我住在扬州。我养了两只猫。")
    await client.http.delete(f"/v1/memories/{fact['id']}", params={"user_id": user})
    assert await client.contents(user) == ["用户：我养了两只猫。"]


async def test_a_superseded_sentence_is_marked_in_episodes_and_prompts(client: Client, user: str) -> None:
    await client.turn(user, "我住在扬州。", session="a")
    await episode(client, user, "用户：我住在扬州。我养了两只猫。助手：好的。", session_id="a")
    await client.turn(user, "我搬到无锡了。", session="b")
    (told,) = [one for one in await client.contents(user, type="episodic") if "猫" in one]
    assert "（以前）我住在扬州" in told
    context = await client.context(user, "我住在哪里？养了什么？", session_id="c")
    for line in context["prompt"].splitlines():
        assert "扬州" not in line or "以前" in line


async def test_a_value_that_holds_again_loses_its_mark(client: Client, user: str) -> None:
    memory = await client.memory(user, "User prefers tea", key="drink", evidence="I prefer tea.")
    await episode(client, user, "User: I prefer tea. Today it rains.")
    await client.memory(user, "User prefers coffee", key="drink", evidence="I prefer coffee.")
    (told,) = await client.contents(user, type="episodic")
    assert "(earlier) I prefer tea." in told
    await client.http.post(f"/v1/memories/{memory['id']}/revert", params={"user_id": user}, json={"version": 1})
    (told,) = await client.contents(user, type="episodic")
    assert told == "User: I prefer tea. Today it rains."


async def test_a_turn_that_is_run_again_does_not_bring_back_what_was_forgotten(client: Client, user: str) -> None:
    log = await client.turn(user, "我住在扬州。", session="a")
    (memory,) = await client.memories(user)
    await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    answer = await client.http.post(f"/v1/turns/{log['turn_id']}/reprocess", params={"user_id": user})
    assert answer.status_code == 202
    await client.process(user, "a")
    log = (await client.get(f"/v1/turns/{log['turn_id']}", user_id=user)).json()
    assert [event["reason"] for event in log["events"]] == ["forgotten_since"]
    assert await client.contents(user) == []
    await client.turn(user, "我住在扬州。", session="b")
    assert len(await client.contents(user)) == 1


async def test_a_wish_in_the_conversation_reaches_quotes_and_logs(client: Client, user: str) -> None:
    first = await client.turn(user, "我的生日是 6 月 21 日。", session="a")
    await episode(client, user, "用户：我的生日是 6 月 21 日。我想学做面包。", session_id="a")
    await client.turn(user, "请忘掉我的生日。", session="b")
    assert all("21" not in content for content in await client.contents(user))
    log = (await client.get(f"/v1/turns/{first['turn_id']}", user_id=user)).json()
    assert [event["candidate"] for event in log["events"]] == [None]


async def test_a_repeated_wish_with_its_key_gives_the_same_answer(client: Client, user: str) -> None:
    await client.memory(user, "User keeps bees", tags=["farm"])
    body = {"user_id": user, "filters": {"tag": "farm"}}
    first = await client.post("/v1/memories/forget", body, Idempotency_Key=f"f-{user}")
    await client.memory(user, "User keeps goats", tags=["farm"])
    again = await client.post("/v1/memories/forget", body, Idempotency_Key=f"f-{user}")
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replay"] == "true"
    assert await client.contents(user) == ["User keeps goats"]


async def test_a_text_made_later_is_brought_to_what_holds_now(client: Client, user: str) -> None:
    """What makers of episodes and summaries call: they read the archive, which keeps what was said."""
    await client.turn(user, "I live in Leeds.", session="a")
    await client.turn(user, "My birthday is 3 May.", session="a")
    await client.turn(user, "I live in Hull now.", session="a")
    (birthday,) = await client.memories(user, key="birthday")
    await client.http.delete(f"/v1/memories/{birthday['id']}", params={"user_id": user})
    text = "User: I live in Leeds. My birthday is 3 May. I live in Hull now. I keep bees."
    session_pk = session_key(DEFAULT_TENANT, user, "a")
    async with client.service.database.read(DEFAULT_TENANT) as db:
        course = await summaries.course(db, session_pk)
        assert course is not None
        told = await summaries.spoken(db, session_pk, after=-1, to=course.last_seq)
        brought = await client.service.summarizer._truth(db, course, told, text, reworded=False)
    assert brought == "User: (earlier) I live in Leeds. I live in Hull now. I keep bees."
