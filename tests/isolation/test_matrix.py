"""Nobody reaches what belongs to another tenant or another user, on no route and by no id."""

import json
import re
import uuid
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from app.contract import document
from app.infra.postgres import ReadSession, WriteSession
from app.main import create_app
from app.service import Service
from app.tenants.identity import tenant_key
from tests.isolation.matrix import MATRIX
from tests.isolation.world import Place, World

OPERATIONS = sorted(
    f"{method.upper()} {path}" for path, methods in json.loads(document())["paths"].items() for method in methods
)
OF_USERS = [label for label, row in MATRIX.items() if row.kind in ("item", "own")]
# Calls that make nothing for the named user, who is nobody yet.
READING = [
    label
    for label in OF_USERS
    if label.startswith(("GET", "DELETE")) or (label.startswith("PUT") and "/state" in label)
]
WITH_TENANT = [label for label, row in MATRIX.items() if row.kind != "open"]
HOSTILE = ["a&run_id=b", "../alice", "*", "%", "alice%", "_lice", "' OR '1'='1", '"alice"']
HOSTILE += ["\u0430lice", "alice\u200b", "ALICE", "\uff41lice"]  # look-alikes, a character nobody sees, other forms


@pytest.fixture(scope="module")
async def world(service: Service) -> AsyncIterator[World]:
    app = create_app(service, open_to_all=False, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield World(http, service)


@pytest.fixture
async def here(world: World) -> Place:
    return await world.place()


@pytest.fixture(scope="module")
async def elsewhere(world: World) -> Place:
    return await world.place()


def _nowhere(ids: Mapping[str, str]) -> dict[str, str]:
    """Ids of the same forms that belong to nothing."""
    return {
        **ids,
        **{name: str(uuid.uuid4()) for name in ("turn", "job", "memory", "trace")},
        "session": f"no-{uuid.uuid4().hex}",
        "key": "abcdefghijkm",
    }


def _plain(answer: httpx.Response) -> Any:
    shown = answer.json()
    shown.pop("request_id", None)
    return shown


def test_every_route_has_its_row() -> None:
    assert sorted(MATRIX) == OPERATIONS, "a route was added or renamed: give it a row in tests/isolation/matrix.py"


@pytest.mark.parametrize("label", MATRIX)
async def test_a_route_answers_to_own_ids(world: World, here: Place, label: str) -> None:
    row = MATRIX[label]
    answer = await world.call(label, row, None if row.kind == "open" else here.key, here.alice.ids)
    assert answer.status_code == row.status, answer.text


@pytest.mark.parametrize("label", WITH_TENANT)
async def test_another_tenants_ids_open_nothing(world: World, here: Place, label: str) -> None:
    row, thief = MATRIX[label], await world.place()
    before = await world.digest(here)
    # The users of both tenants are called alike, and so are their sessions.
    answer = await world.call(label, row, thief.key, here.alice.ids)
    await world.service.recorder.flush()
    named = any(f"{{{name}_id}}" in label for name in ("turn", "job", "memory", "trace", "key"))
    if named:
        assert answer.status_code == 404
        assert _plain(answer) == _plain(await world.call(label, row, thief.key, _nowhere(here.alice.ids)))
    for secret in here.alice.secrets() + here.mallory.secrets():
        assert secret not in answer.text
    assert await world.digest(here) == before


@pytest.mark.parametrize("label", OF_USERS)
async def test_another_users_ids_open_nothing(world: World, here: Place, label: str) -> None:
    row = MATRIX[label]
    ids = {**here.alice.ids, "user": "mallory", "session": "unlike"}
    for key in (here.key, here.bound):
        answer = await world.call(label, row, key, ids)
        if row.kind == "item":
            assert answer.status_code == 404
            assert _plain(answer) == _plain(await world.call(label, row, key, _nowhere(ids)))
        for secret in here.alice.secrets():
            assert secret not in answer.text


@pytest.mark.parametrize("label", WITH_TENANT)
async def test_a_key_bound_to_a_user_is_refused_for_all_others(world: World, here: Place, label: str) -> None:
    before = await world.digest(here)
    answer = await world.call(label, MATRIX[label], here.bound, here.alice.ids)
    assert answer.status_code == MATRIX[label].refused
    assert await world.digest(here) == before


@pytest.mark.parametrize("label", WITH_TENANT)
async def test_without_a_key_or_with_a_wrong_one_nothing_is_told(world: World, elsewhere: Place, label: str) -> None:
    for key in (None, elsewhere.key[:-1] + ("a" if elsewhere.key[-1] != "a" else "b"), "mk_live_x_y"):
        assert (await world.call(label, MATRIX[label], key, elsewhere.alice.ids)).status_code == 401


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("label", READING)
async def test_a_hostile_user_id_matches_nothing_but_itself(
    world: World, elsewhere: Place, label: str, hostile: str
) -> None:
    before = await world.digest(elsewhere)
    answer = await world.call(label, MATRIX[label], elsewhere.key, {**elsewhere.alice.ids, "user": hostile})
    assert answer.status_code in (200, 404), answer.text
    for secret in elsewhere.alice.secrets() + elsewhere.mallory.secrets():
        assert secret not in answer.text
    assert await world.digest(elsewhere) == before


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_a_hostile_filter_matches_nothing_but_itself(world: World, elsewhere: Place, hostile: str) -> None:
    for name in ("key", "scene", "tag", "entity", "session_id", "namespace", "project_id", "agent_id"):
        if (name, hostile) == ("namespace", "*"):
            continue
        answer = await world.send("GET", "/v1/memories", elsewhere.key, params={"user_id": "alice", name: hostile})
        assert answer.json()["data"] == [], name


async def test_metadata_that_names_another_user_or_tenant_moves_nothing(world: World, here: Place) -> None:
    names = {"user_id": "alice", "tenant_id": str(here.tenant_id), "user_pk": here.alice.ids["memory"], "shared": True}
    before = await world.shown(here.key, "alice")
    thief = await world.place()
    for key in (here.bound, thief.key):
        body = {"user_id": "mallory", "content": "Juggles clubs", "metadata": names}
        made = await world.send("POST", "/v1/memories", key, json=body)
        assert made.status_code in (200, 201), made.text
        turn = {"user_id": "mallory", "session_id": "meta", "user": "I live in Namur.", "metadata": names}
        assert (await world.send("POST", "/v1/turns", key, json=turn)).status_code == 201
    assert await world.shown(here.key, "alice") == before
    assert "Juggles" in str(await world.shown(here.key, "mallory"))


class _Recorded:
    """The statements that the routes send, each with its values."""

    def __init__(self) -> None:
        self.statements: dict[str, tuple[Any, ...]] = {}

    def over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for owner, name in (
            (ReadSession, "fetch"),
            (ReadSession, "fetch_row"),
            (ReadSession, "fetch_value"),
            (WriteSession, "execute"),
        ):
            monkeypatch.setattr(owner, name, self._watched(getattr(owner, name)))

    def _watched(self, call: Any) -> Any:
        async def watched(db: Any, sql: str, *values: Any) -> Any:
            self.statements.setdefault(sql, values)
            return await call(db, sql, *values)

        return watched


async def test_policies_alone_keep_tenants_apart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every statement that the routes send, with the ids of the tenant it was sent for, in a session of another one.

    The predicates then ask for exactly the rows that must not come: only the policies are left to keep them.
    """
    recorded, tenants = _Recorded(), set[UUID]()
    with monkeypatch.context() as patched:
        recorded.over(patched)
        for label, row in MATRIX.items():
            place = await world.place()
            tenants.add(place.tenant_id)
            await world.call(label, row, place.key, place.alice.ids)
            await world.service.recorder.flush()
    other = tenant_key(f"policies-{uuid.uuid4().hex}")
    ours = {sql: values for sql, values in recorded.statements.items() if _names_a_tenant_table(sql)}
    assert len(ours) > 50
    asking = [(sql, values) for sql, values in ours.items() if sql.lstrip().startswith("SELECT")]
    own = [await _reached(world, tenant, *one) for one in asking if (tenant := _tenant_of(one[1], tenants))]
    assert sum(map(bool, own)) > 20, "the statements give something where they may"
    for sql, values in ours.items():
        assert await _reached(world, other, sql, values) == [], sql


def _tenant_of(values: tuple[Any, ...], tenants: set[UUID]) -> UUID | None:
    return next((value for value in values if isinstance(value, UUID) and value in tenants), None)


def _names_a_tenant_table(sql: str) -> bool:
    return "tenant_id" in sql and "procrastinate" not in sql and "memoryd_" not in sql


async def _reached(world: World, tenant_id: Any, sql: str, values: tuple[Any, ...]) -> list[Any]:
    """What a statement gives in a session of another tenant; a refused insert gives nothing."""
    rows: list[Any] = []
    try:
        async with world.service.database.write(tenant_id) as db:
            if re.match(r"\s*(SELECT|WITH)", sql) or "RETURNING" in sql:
                found = await db.fetch(sql, *values)
                rows = [dict(row) for row in found if any(row.values())]  # a count of nothing is 0
            else:
                tag = await db.execute(sql, *values)
                rows = [] if tag.endswith(" 0") else [tag]
            raise _UndoneError  # noqa: TRY301  # undoes the transaction
    except (_UndoneError, asyncpg.InsufficientPrivilegeError):
        return rows


class _UndoneError(Exception):
    pass
