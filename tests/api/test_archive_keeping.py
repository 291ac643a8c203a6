"""The archive lets go of what is past its time, and gives itself away as files. Each test has a tenant of its own."""

import gzip
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from app.errors import SessionPruned
from app.service import Service
from app.sessions.copies import NoWindow
from app.sessions.export import Export
from app.sessions.leaving import Limits
from app.sessions.model import Extract, Role, Scope
from app.sessions.service import Utterance
from app.sessions.window import Window
from app.tenants.identity import session_key, tenant_key
from app.users.retention import Retention
from tests.tenant import Tenant


async def say(service: Service, tenant_id: UUID, user: str, *lines: str) -> int:
    """Seq of the last line."""
    last = -1
    for line in lines:
        added = await service.conversations.add_turn(
            Scope(tenant_id=tenant_id, user_id=user),
            "s",
            [Utterance(role=Role.USER, content=line, metadata={"n": 1})],
            scene=None,
            extract=Extract.NEVER,
            metadata={},
            idempotent=None,
            now=datetime.now(UTC),
        )
        last = added.answer["last_seq"]
        await service.wake(tenant_id, session_key(tenant_id, user, "s"))
    return last


async def test_old_messages_go_once_they_are_summarised(service: Service, user: str) -> None:
    await service.keys.ensure_tenant("keeping")
    tenant_id = tenant_key("keeping")
    await say(service, tenant_id, user, *(f"The code of item {n} is {n}{n}." for n in range(14)))
    now = datetime.now(UTC)
    soon = now + timedelta(seconds=1)

    async def held() -> list[int]:
        return [m.seq for m in await service.conversations.messages(tenant_id, user, "s", after=-1, limit=100)]

    assert await service.session_upkeep.prune(tenant_id, now - timedelta(hours=1), now) == (0, 0)
    assert await service.session_upkeep.prune(tenant_id, soon, now) == (4, 4)
    assert await held() == list(range(4, 14))  # the window stays until it is folded
    await service.wake(tenant_id, session_key(tenant_id, user, "s"))  # nobody has spoken since: it was ended
    assert await service.session_upkeep.prune(tenant_id, soon, now) == (10, 10)
    assert await held() == []
    assert (await service.lifecycle.summary(tenant_id, user, "s")).to_seq == 13
    with pytest.raises(SessionPruned):
        await service.rederivation.regenerate(tenant_id, user, "s", idempotent=None, now=datetime.now(UTC))
    assert await say(service, tenant_id, user, "And on.") == 14


async def test_a_day_is_exported_whole_and_twice_the_same(service: Service, user: str, tmp_path: Path) -> None:
    await service.keys.ensure_tenant("export/one")
    tenant_id = tenant_key("export/one")
    await say(service, tenant_id, user, "第一句。", "two", "three")
    day = datetime.now(UTC).date()
    tomorrow = day + timedelta(days=1)
    export = Export(service.database, tmp_path)
    written = [one async for one in export(tenant_id, "export/one", since=None, until=tomorrow)]
    ((place, count),) = written
    assert place == tmp_path / "tenant=export%2Fone" / f"day={day}" / "messages.jsonl.gz"
    lines = [json.loads(line) for line in gzip.decompress(place.read_bytes()).splitlines()]
    assert [line["content"] for line in lines] == ["第一句。", "two", "three"]
    assert (count, lines[0]["user_id"], lines[0]["seq"], lines[0]["metadata"]) == (3, user, 0, {"n": 1})
    before = place.read_bytes()
    assert [one async for one in export(tenant_id, "export/one", since=day, until=tomorrow)] == written
    assert place.read_bytes() == before
    assert [one async for one in export(tenant_id, "export/one", since=None, until=day)] == []
    assert [path.name for path in place.parent.iterdir()] == [place.name]


async def test_what_a_killed_export_left_behind_gets_into_no_file(service: Service, user: str, tmp_path: Path) -> None:
    await service.keys.ensure_tenant("export-again")
    tenant_id = tenant_key("export-again")
    await say(service, tenant_id, user, "one")
    day = datetime.now(UTC).date()
    folder = tmp_path / "tenant=export-again" / f"day={day}"
    folder.mkdir(parents=True)
    (folder / f".messages.jsonl.gz.{os.getpid()}").write_bytes(gzip.compress(b'{"content": "half"}\n'))
    export = Export(service.database, tmp_path)
    ((place, _),) = [one async for one in export(tenant_id, "export-again", since=None, until=day + timedelta(days=1))]
    assert [json.loads(line)["content"] for line in gzip.decompress(place.read_bytes()).splitlines()] == ["one"]


async def test_what_is_past_its_retention_leaves_the_window_and_the_count(tenant: Tenant, user: str) -> None:
    await tenant.turn(user, "My old locker is number 4711.")
    async with tenant.service.database.write(tenant.tenant_id) as db:
        await db.execute(
            "UPDATE turns SET created_at = now() - interval '3 days' WHERE tenant_id = $1", tenant.tenant_id
        )
    await tenant.turn(user, "It rains today.")

    async def window() -> list[str]:
        found = await tenant.context(user, "Hm?", session_id="s")
        return [message["content"] for message in found["messages"]]

    assert await window() == ["My old locker is number 4711.", "It rains today."]
    await tenant.http.patch(f"/v1/users/{user}", json={"retention_days": 1})
    gone = await tenant.service.retention(tenant.tenant_id, datetime.now(UTC))
    assert (gone["messages"], gone["turns"]) == (1, 1)
    assert await window() == ["It rains today."]
    assert (await tenant.http.get(f"/v1/users/{user}")).json()["messages"] == 1
    await tenant.turn(user, "And it goes on.")
    assert await window() == ["It rains today.", "And it goes on."]


async def test_a_copy_of_the_window_that_could_not_be_dropped_is_not_shown(tenant: Tenant, user: str) -> None:
    await tenant.turn(user, "My old locker is number 4711.")
    async with tenant.service.database.write(tenant.tenant_id) as db:
        await db.execute(
            "UPDATE turns SET created_at = now() - interval '3 days' WHERE tenant_id = $1", tenant.tenant_id
        )
    await tenant.turn(user, "It rains today.")
    await tenant.put(retention_days=1)
    tenants, audit = tenant.service.tenants, tenant.service.audit
    without = Window(NoWindow(), Limits(turns=10, tokens=1000))
    await Retention(tenant.service.database, tenants, audit, without)(tenant.tenant_id, datetime.now(UTC))
    found = await tenant.context(user, "Hm?", session_id="s")
    assert [message["content"] for message in found["messages"]] == ["It rains today."]
