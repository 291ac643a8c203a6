"""The promise of the service: what is told in one session is known in another, with the reason why."""

from tests.client import Client


async def test_a_constraint_told_in_one_session_stands_in_the_context_of_another(client: Client, user: str) -> None:
    log = await client.turn(user, "我周四上午都没空开会。", session="monday")
    assert log["processing"] == "succeeded"
    assert [event["event"] for event in log["events"]] == ["ADD"]

    context = await client.context(user, "帮我安排周四的评审会", session_id="thursday")

    assert "周四上午" in context["prompt"]
    assert context["usage"]["memories"] == 1
    assert 0 < context["usage"]["total_tokens"] <= context["usage"]["max_tokens"]


async def test_the_trace_says_which_memory_was_injected_and_from_which_words(client: Client, user: str) -> None:
    await client.turn(user, "I'm allergic to walnuts.", session="one")
    context = await client.context(user, "Suggest a dessert with walnuts", session_id="two")
    trace = (await client.get("/v1/traces/latest", user_id=user, session_id="two")).json()

    assert trace["trace_id"] == context["trace_id"]
    (candidate,) = [one for one in trace["candidates"] if one["injected"]]
    assert "walnuts" in candidate["content"]
    assert candidate["sources"]
    assert candidate["parts"]
    memory = (await client.get(f"/v1/memories/{candidate['memory_id']}", user_id=user)).json()
    assert memory["evidence"] == "I'm allergic to walnuts."


async def test_recent_messages_come_back_byte_for_byte_and_in_order(client: Client, user: str) -> None:
    await client.turn(user, "first  question — ünïcode 👩‍👩‍👧", session="s", assistant="first answer", extract="never")
    await client.turn(user, "second question", session="s", assistant="second answer", extract="never")
    context = await client.context(user, "and now?", session_id="s")
    assert [m["content"] for m in context["messages"]] == [
        "first  question — ünïcode 👩‍👩‍👧",
        "first answer",
        "second question",
        "second answer",
    ]


async def test_a_changed_fact_keeps_its_id_and_shows_its_history(client: Client, user: str) -> None:
    await client.turn(user, "我住在扬州。", session="a")
    (before,) = await client.memories(user, key="residence")
    await client.turn(user, "我搬到无锡了。", session="b")
    (after,) = await client.memories(user, key="residence")
    assert after["id"] == before["id"]
    assert after["version"] == 2
    assert "无锡" in after["content"]
    history = (await client.get(f"/v1/memories/{after['id']}/history", user_id=user)).json()["data"]
    assert [entry["content"] for entry in history] == [after["content"], before["content"]]
    assert history[1]["valid_to"] is not None


async def test_a_turn_that_says_never_leaves_no_memory(client: Client, user: str) -> None:
    log = await client.turn(user, "Remember that I live in Leeds.", extract="never")
    assert log["processing"] == "skipped"
    assert log["gate"] == {"decision": "skip", "reason": "never"}
    assert await client.contents(user) == []


async def test_memory_that_is_switched_off_is_neither_formed_nor_recalled(client: Client, user: str) -> None:
    await client.turn(user, "I live in Leeds.", session="a")
    await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": False})
    await client.turn(user, "I work at Brightwater Mills.", session="b")
    context = await client.context(user, "Where do I live and work?", session_id="c")
    assert context["usage"]["memories"] == 0
    assert not any("Brightwater" in content for content in await client.contents(user))


async def test_a_turn_processed_twice_has_one_effect(client: Client, user: str) -> None:
    await client.turn(user, "I live in Leeds.")
    await client.process(user)
    (memory,) = await client.memories(user)
    assert (memory["support"], memory["version"]) == (1, 1)
