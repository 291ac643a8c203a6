"""People and projects under all their names, and tasks with what became of them."""

from typing import Any

from tests.client import Client


async def test_an_entity_is_found_by_any_of_its_names(client: Client, user: str) -> None:
    await client.memory(user, "Zhang Wei likes fishing", entities=["Zhang Wei"])
    await client.memory(user, "Li Na plays the flute", entities=["Li Na"])
    await client.memory(
        user, "Zhang Wei is a colleague", kind="entity", metadata={"name": "Zhang Wei", "aliases": ["Big Wei", "老张"]}
    )
    for name in ("Zhang Wei", "zhang wei", "ＺＨＡＮＧ WEI", "Big Wei", "老张"):
        found = await client.contents(user, entity=name)
        assert sorted(found) == ["Zhang Wei is a colleague", "Zhang Wei likes fishing"], name
    assert await client.contents(user, entity="Wei") == []
    assert await client.contents(f"{user}-b", entity="老张") == []


async def test_aliases_of_aliases_mean_the_same(client: Client, user: str) -> None:
    await client.turn(user, "Atlas is also called Titan.", session="a")
    await client.turn(user, "Titan, also known as T9.", session="b")
    await client.memory(user, "Atlas runs on three nodes", entities=["Atlas"])
    assert "Atlas runs on three nodes" in await client.contents(user, entity="t9")


async def test_a_fact_is_recalled_by_an_alias_that_was_told_later(client: Client, user: str) -> None:
    for name in ("灯塔", "磐石", "飞鸟", "远航"):
        await client.memory(user, f"{name}项目由第{ord(name[0]) % 7}小组负责上线", entities=[name])
    log = await client.turn(user, "灯塔的代号是北斗。", session="a")
    assert [event["event"] for event in log["events"]] == ["ADD"]
    context = await client.context(user, "北斗由哪个小组负责？", session_id="b")
    assert "灯塔项目由第" in context["prompt"]


async def test_who_is_only_pointed_at_is_no_entity(client: Client, user: str) -> None:
    for text in ("他又叫了外卖。", "我们管这叫什么？", "We call it a day.", "Is Atlas also called Titan?"):
        await client.turn(user, text)
    assert await client.contents(user, kind="entity") == []


async def task(client: Client, user: str, content: str, **metadata: Any) -> Any:
    return await client.memory(user, content, kind="task", metadata=metadata)


async def test_an_open_task_is_recalled_as_open_work(client: Client, user: str) -> None:
    written = await task(client, user, "User has to write the quarterly report", due="2026-12-20")
    assert written["metadata"] == {"status": "open", "due": "2026-12-20"}
    await client.memory(user, "User keeps bees")
    context = await client.context(user, "What tasks do I still have to finish?")
    assert "quarterly report" in context["prompt"]


async def test_news_moves_a_task_on_and_its_end_takes_it_out_of_open_work(client: Client, user: str) -> None:
    report = await task(client, user, "User has to write the quarterly report")
    await task(client, user, "User has to book a dentist appointment")
    log = await client.turn(user, "The quarterly report is 60% done.", session="a")
    assert [(event["event"], event["reason"]) for event in log["events"]] == [("UPDATE", "task_news")]
    (now,) = [m for m in await client.memories(user, kind="task") if m["id"] == report["id"]]
    assert (now["metadata"]["status"], now["metadata"]["progress"], now["version"]) == ("doing", 60, 2)
    await client.turn(user, "I finished the quarterly report.", session="b")
    (now,) = await client.memories(user, kind="task", status="expired")
    assert (now["id"], now["metadata"]["status"], now["metadata"]["progress"]) == (report["id"], "done", 100)
    context = await client.context(user, "What tasks do I still have to finish?")
    assert "dentist" in context["prompt"]
    kept = [item["content"] for name in ("facts", "preferences", "procedures") for item in context["sections"][name]]
    assert not any("quarterly" in content for content in kept)  # what was said of it may still stand as an episode


async def test_chinese_news_of_a_task(client: Client, user: str) -> None:
    await task(client, user, "用户要写季度报告")
    await client.turn(user, "季度报告已经完成了80%。", session="a")
    (now,) = await client.memories(user, kind="task")
    assert now["metadata"]["progress"] == 80
    await client.turn(user, "季度报告写完了。", session="b")
    assert await client.contents(user, kind="task", status="active") == []


async def test_news_of_no_task_leaves_nothing(client: Client, user: str) -> None:
    await task(client, user, "User has to write the quarterly report")
    await client.turn(user, "I finished the soup.", session="a")
    await client.turn(user, "晚饭吃完了。", session="b")
    assert len(await client.memories(user)) == 1
    (now,) = await client.memories(user)
    assert now["metadata"]["status"] == "open"
