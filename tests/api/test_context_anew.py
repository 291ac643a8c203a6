"""A context tells what stands there now, however often the same was asked before."""

from tests.client import Client

ASK = "Which tea does she drink, and what hangs in the hall?"


async def _prompt(client: Client, user: str) -> str:
    return str((await client.context(user, ASK))["prompt"])


async def test_an_edited_memory_comes_in_its_new_words(client: Client, user: str) -> None:
    memory = await client.memory(user, "She drinks sencha tea")
    assert "sencha" in await _prompt(client, user)
    assert "sencha" in await _prompt(client, user)
    path = f"/v1/memories/{memory['id']}"
    edited = await client.http.patch(
        path, json={"content": "She drinks rooibos tea"}, params={"user_id": user}, headers={"If-Match": '"1"'}
    )
    assert edited.status_code == 200, edited.text
    prompt = await _prompt(client, user)
    assert "rooibos" in prompt
    assert "sencha" not in prompt


async def test_what_is_deleted_or_forgotten_comes_no_more(client: Client, user: str) -> None:
    await client.memory(user, "A mirror hangs in the hall")
    memory = await client.memory(user, "She drinks mint tea")
    assert "mint" in await _prompt(client, user)
    gone = await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    assert gone.status_code < 300, gone.text
    prompt = await _prompt(client, user)
    assert "mint" not in prompt
    assert "mirror" in prompt


async def test_words_that_were_taken_back_are_marked_in_the_next_context(client: Client, user: str) -> None:
    await client.turn(user, "I live in Porto.", session="a")
    await client.process(user, "a")
    before = await client.context(user, "Where do I live?")
    assert "Porto" in before["prompt"]
    await client.turn(user, "I moved to Ghent.", session="b")
    await client.process(user, "b")
    after = await client.context(user, "Where do I live?")
    assert "Ghent" in after["prompt"]
    assert all("Porto" not in one["content"] for one in after["sections"]["profile"] + after["sections"]["facts"])


async def test_another_user_gets_nothing_of_what_was_read_before(client: Client, user: str) -> None:
    await client.memory(user, "She drinks jasmine tea")
    assert "jasmine" in await _prompt(client, user)
    assert "jasmine" not in await _prompt(client, f"{user}-other")
