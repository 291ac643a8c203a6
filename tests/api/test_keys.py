"""Keys decide the tenant; without one nothing is served, and one tenant never sees another."""

import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from app.errors import CannotServe, Unavailable
from app.main import create_app
from app.serve import open_to_all
from app.service import Service
from app.settings import Settings
from app.tenants.model import ALL_PERMISSIONS, Permission


@pytest.fixture
async def http(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(service, open_to_all=False, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as client:
        yield client


async def _key(service: Service, tenant: str, *permissions: Permission, **more: object) -> str:
    allowed = frozenset(permissions) or ALL_PERMISSIONS
    _, token = await service.keys.create(tenant, name="test", permissions=allowed, **more)  # type: ignore[arg-type]
    return token


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def tenant() -> str:
    return f"tenant-{uuid.uuid4().hex[:10]}"


BODY = {"user_id": "u", "content": "User keeps bees"}


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer mk_live_nonsense"}, {"Authorization": "Basic abc"}, {"X-API-Key": "x"}],
)
async def test_without_a_valid_key_nothing_is_served(http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    answer = await http.post("/v1/memories", json=BODY, headers=headers)
    assert answer.status_code == 401
    assert answer.json()["type"] == "/problems/unauthorized"
    assert (await http.get("/healthz")).status_code == 200


async def test_a_key_with_one_wrong_character_is_refused(
    http: httpx.AsyncClient, service: Service, tenant: str
) -> None:
    token = await _key(service, tenant)
    changed = token[:-1] + ("A" if token[-1] != "A" else "B")
    assert (await http.get("/v1/users/u", headers=_bearer(changed))).status_code == 401


async def test_the_same_user_id_under_two_tenants_is_two_people(
    http: httpx.AsyncClient, service: Service, tenant: str
) -> None:
    one, two = await _key(service, tenant), await _key(service, f"{tenant}-b")
    written = (await http.post("/v1/memories", json=BODY, headers=_bearer(one))).json()["memory"]["id"]
    params = {"user_id": "u"}
    assert (await http.get(f"/v1/memories/{written}", params=params, headers=_bearer(one))).status_code == 200
    assert (await http.get(f"/v1/memories/{written}", params=params, headers={"X-API-Key": two})).status_code == 404
    assert (await http.get("/v1/memories", params=params, headers=_bearer(two))).json()["data"] == []


@pytest.mark.parametrize(
    ("permission", "statuses"),
    [(Permission.READ, (200, 403)), (Permission.WRITE, (403, 201))],
)
async def test_a_key_does_what_its_scopes_allow(
    http: httpx.AsyncClient, service: Service, tenant: str, permission: Permission, statuses: tuple[int, int]
) -> None:
    headers = _bearer(await _key(service, tenant, permission))
    read = await http.get("/v1/memories", params={"user_id": "u"}, headers=headers)
    write = await http.post("/v1/memories", json=BODY, headers=headers)
    assert (read.status_code, write.status_code) == statuses


async def test_a_key_bound_to_a_user_sees_nobody_else(http: httpx.AsyncClient, service: Service, tenant: str) -> None:
    headers = _bearer(await _key(service, tenant, user_id="mine"))
    mine = await http.post("/v1/memories", json=BODY | {"user_id": "mine"}, headers=headers)
    assert mine.status_code == 201
    for body in (BODY, BODY | {"user_id": None}):
        assert (await http.post("/v1/memories", json=body, headers=headers)).status_code == 403
    assert (await http.get("/v1/memories", params={"user_id": "u"}, headers=headers)).status_code == 403


async def test_a_revoked_or_expired_key_ends(http: httpx.AsyncClient, service: Service, tenant: str) -> None:
    key_id, token = await service.keys.create(tenant, name="gone", permissions=ALL_PERMISSIONS)
    params = {"user_id": "u"}
    assert (await http.get("/v1/memories", params=params, headers=_bearer(token))).status_code == 200
    await service.keys.revoke(tenant, key_id)
    assert (await http.get("/v1/memories", params=params, headers=_bearer(token))).status_code == 401
    old = await _key(service, tenant, expires_at=datetime.now(UTC) - timedelta(seconds=1))
    assert (await http.get("/v1/memories", params=params, headers=_bearer(old))).status_code == 401


async def test_secrets_of_keys_are_not_kept(service: Service, tenant: str) -> None:
    _, token = await service.keys.create(tenant, name="hash", permissions=ALL_PERMISSIONS)
    (key,) = await service.keys.of_tenant(tenant)
    assert key.name == "hash"
    found = await service.database.lookup("SELECT secret_hash FROM memoryd_find_key($1)", key.key_id)
    assert token.encode() not in found[0]["secret_hash"]
    assert len(found[0]["secret_hash"]) == 32


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.com", "::"])
def test_serving_everybody_is_refused_where_others_can_reach(host: str) -> None:
    with pytest.raises(CannotServe, match="AUTH__MODE=keys"):
        open_to_all(Settings.model_validate({"server": {"host": host}, "auth": {"mode": "off"}}))
    assert open_to_all(Settings.model_validate({"server": {"host": host}})) is False


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_on_loopback_no_key_is_needed(host: str) -> None:
    assert open_to_all(Settings.model_validate({"server": {"host": host}})) is True


async def test_keys_and_tenants_are_listed_in_pages(http: httpx.AsyncClient, service: Service, tenant: str) -> None:
    tokens = [await _key(service, tenant) for _ in range(5)]
    keys = await _all(http, "/v1/keys", tokens[0], "key_id")
    assert len(keys) == len(set(keys)) == 5
    names = await _all(http, "/v1/tenants", await _key(service, "default"), "name")
    assert {"default", tenant} <= set(names)
    assert len(names) == len(set(names))
    assert await _all(http, "/v1/tenants", tokens[0], "name") == [tenant]


async def _all(http: httpx.AsyncClient, path: str, token: str, name: str) -> list[str]:
    seen, cursor = [], None
    while True:
        params = {"limit": "2"} | ({"cursor": cursor} if cursor else {})
        answer = await http.get(path, params=params, headers=_bearer(token))
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["data"]) <= 2
        seen += [row[name] for row in answer.json()["data"]]
        if (cursor := answer.json()["next_cursor"]) is None:
            return seen


async def test_a_tenant_is_made_with_its_key_or_not_at_all(
    http: httpx.AsyncClient, service: Service, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = _bearer(await _key(service, "default"))

    async def away(*_: object, **__: object) -> tuple[str, str]:
        raise Unavailable

    monkeypatch.setattr(type(service.keys), "add", away)
    assert (await http.post("/v1/tenants", json={"name": tenant}, headers=operator)).status_code == 503
    monkeypatch.undo()
    made = await http.post("/v1/tenants", json={"name": tenant}, headers=operator)
    assert made.status_code == 201
    listed = await http.get("/v1/keys", headers=_bearer(made.json()["key"]))
    assert [key["key_id"] for key in listed.json()["data"]] == [made.json()["key_id"]]
