"""No memory ends before it begins."""

import json
from datetime import datetime

from tests.client import Client

_EARLY, _LATE = "2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z"


def _ends_first(memory: dict[str, str]) -> bool:
    since, until = (datetime.fromisoformat(memory[name]) for name in ("valid_from", "valid_to"))
    return until < since


async def test_a_memory_that_would_end_before_it_begins_is_refused(client: Client, user: str) -> None:
    body = {"user_id": user, "content": "The user rents a kiln.", "valid_from": _LATE, "valid_to": _EARLY}
    answer = await client.post("/v1/memories", body)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": "body.valid_to", "message": "must not be before valid_from"}]
    assert await client.memories(user, status=None) == []


async def test_so_is_an_import_line_alone(client: Client, user: str) -> None:
    bad = {"user_id": user, "content": "The user rents a kiln.", "valid_from": _LATE, "valid_to": _EARLY}
    good = {"user_id": user, "content": "The user owns a loom.", "valid_from": _EARLY, "valid_to": _LATE}
    text = "\n".join(json.dumps(one) for one in (bad, good))
    headers = {"content-type": "application/x-ndjson"}
    answer = await client.http.post("/v1/memories/import", content=text.encode(), headers=headers)
    first, second = (json.loads(line) for line in answer.text.splitlines())
    assert first["problem"]["status"] == 422
    assert first["problem"]["errors"] == [{"field": "line.valid_to", "message": "must not be before valid_from"}]
    assert second["event"] == "ADD"


async def test_so_is_an_edit_that_names_one_side_only(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user rents a kiln.", valid_from=_LATE)
    path = f"/v1/memories/{memory['id']}"
    answer = await client.http.patch(path, params={"user_id": user}, json={"valid_to": _EARLY})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "body.valid_to"
    answer = await client.http.patch(path, params={"user_id": user}, json={"valid_from": _EARLY, "valid_to": _LATE})
    assert answer.status_code == 200


async def test_what_is_over_already_when_it_is_written_began_before_it_ended(client: Client, user: str) -> None:
    memory = await client.memory(user, "The user rented a kiln.", valid_to="2020-01-01T00:00:00Z")
    assert not _ends_first(memory)


async def test_what_ends_before_it_could_begin_can_still_be_moved_elsewhere(client: Client, user: str) -> None:
    later = "2090-01-01T00:00:00Z"
    await client.memory(user, "The user lives in Namur.", key="residence", valid_from=later)
    await client.turn(user, "I don't live in Namur any more.")
    for memory in await client.memories(user, status=None):
        assert memory["valid_to"] is None or not _ends_first(memory)
