"""Keys come and go while the service goes on, and a start with the wrong ones is refused."""

import asyncio
import re
from itertools import count

import pytest

from app import bootstrap
from app.errors import CannotServe
from app.providers.embeddings.hashed import HashedEmbedder
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key
from app.users.rotation import Step, found_anywhere
from tests.client import Client
from tests.encryption.conftest import Vault, key
from tests.encryption.dump import of_postgres

WORDS = ("Marrowgate", "Tolliver", "灯笼鱼", "Skerrymoor")


async def _live(client: Client, user: str = "u") -> None:
    """Something in every table that holds words."""
    await client.turn(user, "I live in Marrowgate. My dog is called Tolliver.", metadata={"at": "Skerrymoor"})
    await client.turn(user, "I moved to Skerrymoor.", session="t")
    await client.memory(user, "Feeds the 灯笼鱼", key="pet:灯笼鱼", tags=["Tolliver"], entities=["Tolliver"])
    gone = await client.memory(user, "Dislikes the fog over Marrowgate", key="dislikes:Skerrymoor fog")
    await client.post("/v1/memories/forget", {"user_id": user, "filters": {"ids": [gone["id"]]}})
    body = {"user_id": user, "content": "Sails from Skerrymoor each May"}
    assert (await client.post("/v1/memories", body, Idempotency_Key="sails")).status_code == 201
    await client.http.put(f"/v1/sessions/s?user_id={user}", json={"title": "Marrowgate", "metadata": {"a": "Tolliver"}})
    await client.http.put(f"/v1/sessions/s/state?user_id={user}", json={"place": "Marrowgate"})
    await client.http.patch(
        f"/v1/users/{user}", json={"consent": {"purpose": "Tolliver", "given_at": "2026-01-01T00:00:00Z"}}
    )
    context = await client.context(user, "What is my dog in Marrowgate called?", session_id="s")
    trace = f"/v1/traces/{context['trace_id']}/feedback?user_id={user}"
    assert (await client.post(trace, {"outcome": "helpful", "note": "Tolliver it is"})).status_code == 201
    await client.http.post(f"/v1/sessions/s/end?user_id={user}")
    await client.process(user, "s")


async def _seen(client: Client, user: str = "u") -> dict[str, object]:
    """What the API shows of a user, and what it finds: the same whatever the words are kept under."""
    await client.service.recorder.flush()
    export = (await client.get(f"/v1/users/{user}/export")).text
    lines = sorted(line for line in export.splitlines() if '"line":"user"' not in line)
    found = {}
    for name, value in {
        "q": "灯笼鱼",
        "tag": "Tolliver",
        "entity": "tolliver",
        "key": "pet:灯笼鱼",
    }.items():
        found[name] = await client.contents(user, **{name: value})
        assert found[name], name
    search = await client.post("/v1/memories/search", {"user_id": user, "query": "灯笼鱼 Skerrymoor", "threshold": 0})
    found["search"] = [(one["content"], one["score"]) for one in search.json()["data"]]
    again = {"user_id": user, "content": "Sails from Skerrymoor each May"}
    found["replay"] = (await client.post("/v1/memories", again, Idempotency_Key="sails")).json()
    state = await client.get("/v1/sessions/s/state", user_id=user)
    messages = await client.get("/v1/sessions/s/messages", user_id=user)
    return {"lines": lines, **found, "state": state.json(), "messages": messages.json()}


def _holds_words(dumped: str) -> list[str]:
    return [word for word in WORDS if word.casefold() in dumped.casefold()]


def _keys_in(dumped: str) -> set[str]:
    return set(re.findall("\x01([a-z0-9]+):", dumped.replace("\\\\u0001", "\x01").replace("\\u0001", "\x01")))


async def test_all_rows_move_to_encryption_to_another_key_and_back_and_nothing_else_changes(vault: Vault) -> None:
    old, new = key("old"), key("new")
    plain = await vault.serve(None, enabled=False)
    await _live(plain)
    expected = await _seen(plain)
    assert _holds_words(await asyncio.to_thread(of_postgres, vault.stores)) == list(WORDS)

    mixed = await vault.serve(old)
    assert await _seen(mixed) == expected  # plain rows under a service that encrypts
    steps: list[Step] = []
    assert await mixed.service.rotation(steps.append) > 0
    assert {step.table for step in steps} >= {"messages", "memories", "memory_versions", "episodes", "traces"}
    dumped = await asyncio.to_thread(of_postgres, vault.stores)
    assert _holds_words(dumped) == []
    assert _keys_in(dumped) == {"old"}
    assert await _seen(mixed) == expected
    assert not await mixed.service.ring.mixed(mixed.service.database)
    assert await mixed.service.rotation() == 0

    turned = await vault.serve(f"{new},{old}")
    assert await _seen(turned) == expected
    assert await turned.service.rotation() > 0
    assert _keys_in(await asyncio.to_thread(of_postgres, vault.stores)) == {"new"}
    alone = await vault.serve(new)  # the old key is needed no more
    assert await _seen(alone) == expected

    off = await vault.serve(new, enabled=False)
    assert await _seen(off) == expected
    assert await off.service.rotation() > 0
    assert _keys_in(await asyncio.to_thread(of_postgres, vault.stores)) == set()
    seen = await _seen(off)
    assert seen == expected
    last = await vault.serve(None, enabled=False)
    assert {**await _seen(last), "replay": None} == {**expected, "replay": None}


async def test_keys_turn_while_users_write(vault: Vault) -> None:
    old, new = key("old"), key("new")
    before = await vault.serve(old)
    for number in range(12):
        await before.turn(f"u{number % 3}", f"Crate {number} holds lantern {number}.")
    after = await vault.serve(f"{new},{old}")
    done = asyncio.Event()
    said = count(100)

    async def write(user: str) -> list[str]:
        texts = []
        while not done.is_set():
            texts.append(f"Crate {next(said)} is on the pier.")
            await after.turn(user, texts[-1])
            await after.memory(user, f"Owns lantern {next(said)}")
            await after.context(user, "Where is the crate?", session_id="s")
        return texts

    writers = [asyncio.create_task(write(f"u{number}")) for number in range(3)]
    await asyncio.sleep(0.3)
    moved = await after.service.rotation()
    done.set()
    texts = await asyncio.gather(*writers)
    assert moved > 0
    assert await after.service.rotation() == 0
    alone = await vault.serve(new)
    for number, said_by in enumerate(texts):
        page = await alone.get("/v1/sessions/s/messages", user_id=f"u{number}", limit=200)
        contents = {message["content"] for message in page.json()["data"]}
        assert set(said_by[-80:]) <= contents
    assert _keys_in(await asyncio.to_thread(of_postgres, vault.stores)) == {"new"}


@pytest.mark.parametrize(
    ("keys", "enabled", "sentence"),
    [
        (None, False, "names no such key"),
        ("other", True, "names no such key"),
        ("same id", True, "is not the one under which"),
        (None, True, "without a key"),
    ],
)
async def test_a_start_with_the_wrong_keys_is_refused_with_what_to_do(
    vault: Vault, keys: str | None, enabled: bool, sentence: str
) -> None:
    first = await vault.serve(key("k1"))
    await first.turn("u", "I live in Marrowgate.")
    given = {None: None, "other": key("k2"), "same id": key("k1")}[keys]
    with pytest.raises(CannotServe, match=sentence):
        await vault.serve(given, enabled=enabled)


async def test_a_new_database_begins_encrypted_without_a_rotation(vault: Vault) -> None:
    client = await vault.serve(key("k1"))
    assert client.service.database.words.of(DEFAULT_TENANT).hidden
    assert not await client.service.ring.mixed(client.service.database)


async def test_two_services_that_start_at_once_agree_on_the_key_of_the_marks(vault: Vault) -> None:
    keys = key("k1")
    one, other = await asyncio.gather(vault.serve(keys), vault.serve(keys))
    marks = [client.service.database.words.of(DEFAULT_TENANT).mark("tea", "term") for client in (one, other)]
    assert marks[0] == marks[1]


async def test_other_processes_notice_that_all_rows_were_moved(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.governance.ring._LOOK", 0.02)
    plain, keys = await vault.serve(None, enabled=False), key("k1")
    await plain.memory("u", "Owns a kayak", tags=["boats"])
    one, other = await vault.serve(keys), await vault.serve(keys)
    words = other.service.database.words.of(DEFAULT_TENANT)
    assert words.marks(["boats"], "tag") == [words.mark("boats", "tag"), "boats"]
    assert await other.contents("u", tag="boats") == ["Owns a kayak"]
    await one.service.rotation()
    for _ in range(200):
        if len(other.service.database.words.of(DEFAULT_TENANT).marks(["boats"], "tag")) == 1:
            break
        await asyncio.sleep(0.02)
    assert other.service.database.words.of(DEFAULT_TENANT).marks(["boats"], "tag") == [words.mark("boats", "tag")]
    assert await other.contents("u", tag="boats") == ["Owns a kayak"]


async def test_a_rotation_that_was_broken_off_goes_on_where_it_was(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, keys = await vault.serve(None, enabled=False), key("k1")
    for number in range(12):
        await plain.turn("u", f"Crate {number} holds lantern {number}.")
    monkeypatch.setattr("app.users.rotation._PAGE", 5)
    client = await vault.serve(keys)
    steps: list[Step] = []

    def broken(step: Step) -> None:
        steps.append(step)
        if step.table == "messages":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await client.service.rotation(broken)
    assert await client.service.ring.mixed(client.service.database)
    assert (await client.context("u", "Where is lantern 7?", session_id="s"))["messages"]
    again: list[Step] = []
    await client.service.rotation(again.append)
    assert "messages" not in {step.table for step in again}
    assert {"episodes", "messages"} <= {step.table for step in (*steps, *again)}
    assert not await client.service.ring.mixed(client.service.database)


async def test_a_ciphertext_that_was_moved_to_another_row_is_refused(vault: Vault) -> None:
    client = await vault.serve(key("k1"))
    await client.turn("u", "I live in Marrowgate.")
    await client.turn("u", "I live in Marrowgate.", session="t")
    memory, other = await client.memory("u", "Owns a kayak"), await client.memory("v", "Owns a canoe")
    async with client.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(
            "UPDATE memories AS m SET content = o.content FROM memories AS o"
            " WHERE m.tenant_id = $1 AND o.tenant_id = $1 AND m.memory_id = $2::text::uuid"
            " AND o.memory_id = $3::text::uuid",
            *(DEFAULT_TENANT, memory["id"], other["id"]),
        )
        await db.execute(
            "UPDATE messages AS m SET content = o.content FROM messages AS o WHERE m.tenant_id = $1"
            " AND o.tenant_id = $1 AND m.session_pk = $2 AND m.seq = 0 AND o.session_pk = $3 AND o.seq = 0",
            *(DEFAULT_TENANT, session_key(DEFAULT_TENANT, "u", "s"), session_key(DEFAULT_TENANT, "u", "t")),
        )
    for path in ("/v1/memories", "/v1/sessions/s/messages"):
        answer = await client.get(path, user_id="u")
        assert answer.status_code == 500
        assert "Marrowgate" not in answer.text
        assert "canoe" not in answer.text


async def test_verify_erase_finds_a_marker_in_hidden_words_and_in_the_window(vault: Vault) -> None:
    client = await vault.serve(key("k1"))
    await _live(client)
    services = client.service
    found = await found_anywhere(services.database, services.redis, [DEFAULT_TENANT], "Skerrymoor")
    assert {"messages.content", "memories.content", "episodes.content", "turns.metadata"} <= set(found["postgres"])
    assert found["redis"]
    assert (await client.http.delete("/v1/users/u")).status_code == 200
    gone = await found_anywhere(services.database, services.redis, [DEFAULT_TENANT], "Skerrymoor")
    assert gone == {"postgres": {}, "redis": []}


async def test_a_window_that_another_key_wrote_is_made_anew(vault: Vault) -> None:
    old, new = key("old"), key("new")
    before = await vault.serve(old)
    await before.turn("u", "I live in Marrowgate.")
    after = await vault.serve(f"{new},{old}")
    await after.service.rotation()
    await before.context("u", "And then?", session_id="s")  # a process of before writes its window once more
    alone = await vault.serve(new)
    context = await alone.context("u", "And now?", session_id="s")
    assert [message["content"] for message in context["messages"]] == ["I live in Marrowgate.", "ok"]


async def test_the_marks_of_two_tenants_and_users_meet_in_no_row(vault: Vault) -> None:
    client = await vault.serve(key("k1"))
    await client.memory("u", "Owns a kayak", tags=["boats"])
    async with client.service.database.read(DEFAULT_TENANT) as db:
        row = await db.fetch_row(
            "SELECT * FROM memories WHERE tenant_id = $1 AND user_pk = $2",
            *(DEFAULT_TENANT, user_key(DEFAULT_TENANT, "u")),
        )
    assert "kayak" not in str(dict(row))
    assert row["tags"] == [db.words.mark("boats", "tag")]


async def test_a_service_without_keys_keeps_words_plain_and_registers_nothing(vault: Vault) -> None:
    client = await vault.serve(None, enabled=False)
    await client.turn("u", "I live in Marrowgate.")
    assert await client.service.database.lookup("SELECT key_id FROM encryption_keys") == []
    assert await client.service.rotation() == 0
    service = bootstrap.build(vault.settings(key("k1"), enabled=False), embedder=HashedEmbedder())
    await service.ring.open(service.database)
    assert not service.database.words.of(DEFAULT_TENANT).hidden
    await service.stop()


async def test_a_process_that_lacks_the_key_to_rotate_to_is_noticed(vault: Vault) -> None:
    old, new = key("old"), key("new")
    running = await vault.serve(old)
    await running.memory("u", "Owns a kayak")
    rotating = bootstrap.build(vault.settings(f"{new},{old}"), embedder=HashedEmbedder())
    assert await rotating.ring.lacked(rotating.database)
    await running.service.stop()
    await vault.serve(f"{old},{new}")  # behind the first one is enough: it can read what is moved
    assert not await rotating.ring.lacked(rotating.database)
    plain = await vault.serve(f"{old},{new}", enabled=False)
    assert not await rotating.ring.lacked(rotating.database)
    assert not await plain.service.ring.lacked(plain.service.database)
    await rotating.stop()


async def test_the_same_id_for_another_key_is_noticed_too(vault: Vault) -> None:
    await vault.serve(key("k1"))
    other = bootstrap.build(vault.settings(key("k1")), embedder=HashedEmbedder())
    assert await other.ring.lacked(other.database)
    await other.stop()


def test_the_name_of_a_connection_holds_no_key_and_is_not_cut(vault: Vault) -> None:
    keys = [key(f"a-rather-long-name-of-a-key-{n}") for n in range(6)]
    service = bootstrap.build(vault.settings(",".join(keys)), embedder=HashedEmbedder())
    assert len(service.ring.badge) < 64
    assert not any(part in service.ring.badge for one in keys for part in one.split(":"))
