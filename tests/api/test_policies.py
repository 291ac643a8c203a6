"""Named policies: put, chosen by a request or a split of the users, and told in answer, trace and metrics."""

import uuid
from collections import Counter

import httpx
import pytest

from app.infra import exposition
from tests.client import Client


def _name() -> str:
    return f"p-{uuid.uuid4().hex[:8]}"


async def _put(client: Client, name: str, body: dict[str, object], **headers: str) -> httpx.Response:
    sent = {key.replace("_", "-"): value for key, value in headers.items()}
    return await client.http.put(f"/v1/policies/{name}", json=body, headers=sent)


async def test_a_policy_comes_back_with_all_of_its_parameters(client: Client) -> None:
    name = _name()
    put = await _put(client, name, {"threshold": 0.35, "shares": {"facts": 0.5}})
    assert put.status_code == 200, put.text
    got = (await client.get(f"/v1/policies/{name}")).json()
    assert got == put.json()
    assert got["document"] == {"threshold": 0.35, "shares": {"facts": 0.5}}
    assert got["parameters"]["threshold"] == 0.35
    assert got["parameters"]["shares"]["facts"] == 0.5
    assert got["parameters"]["shares"]["profile"] > 0
    assert got["parameters"]["candidates"] == 30
    names = [policy["name"] for policy in (await client.get("/v1/policies")).json()["data"]]
    assert {name, "default"} <= set(names)


async def test_the_default_policy_is_there_and_an_unknown_one_is_not(client: Client) -> None:
    default = (await client.get("/v1/policies/default")).json()
    assert default["version"] == 0
    assert default["document"] == {}
    missing = await client.get(f"/v1/policies/{_name()}")
    assert (missing.status_code, missing.json()["type"]) == (404, "/problems/policy-not-found")


@pytest.mark.parametrize(
    "body",
    [
        {"threshold": 1.5},
        {"threshold": "0.2"},
        {"candidates": 0},
        {"treshold": 0.2},
        {"shares": {"fact": 0.5}},
        {"vector_floor": 0.5, "vector_ceiling": 0.4},
        {"split": {"default": 50}},
        {"split": {"default": 50, "nobody-has-put-this": 50}},
        {"split": {"default": 0, "x": 1}},
        {"split": {"default": 1, "x": 1}, "threshold": 0.1},
    ],
)
async def test_a_policy_that_cannot_work_is_refused(client: Client, body: dict[str, object]) -> None:
    answer = await _put(client, _name(), body)
    assert answer.status_code == 422, answer.text


async def test_a_policy_is_changed_only_at_the_version_that_was_read(client: Client) -> None:
    name = _name()
    first = await _put(client, name, {"candidates": 10})
    assert first.headers["etag"] == '"1"'
    assert (await _put(client, name, {"candidates": 11}, If_Match='"1"')).headers["etag"] == '"2"'
    assert (await _put(client, name, {"candidates": 12}, If_Match='"1"')).status_code == 412
    assert (await client.get(f"/v1/policies/{name}")).json()["parameters"]["candidates"] == 11
    assert (await _put(client, name, {"candidates": 13}, If_Match="*")).headers["etag"] == '"3"'


@pytest.mark.parametrize("tag", ["*", '"1"'])
async def test_a_condition_on_a_policy_that_is_not_there_does_not_hold(client: Client, tag: str) -> None:
    name = _name()
    assert (await _put(client, name, {"candidates": 10}, If_Match=tag)).status_code == 412
    assert (await client.get(f"/v1/policies/{name}")).status_code == 404


async def test_a_context_takes_the_policy_it_names_and_says_so(client: Client, user: str) -> None:
    name = _name()
    await client.memory(user, "The user keeps bees on the roof", kind="fact")
    await _put(client, name, {"max_memories": 0})
    with_it = await client.context(user, "What animals do I keep on the roof, bees?", policy=name, explain=True)
    without = await client.context(user, "What animals do I keep on the roof, bees?")
    assert with_it["usage"]["memories"] == 0
    assert without["usage"]["memories"] == 1
    assert with_it["policy"] == name == with_it["trace"]["policy"]
    assert without["policy"] == "default"
    own = await client.context(user, "What animals do I keep on the roof, bees?", policy=name, max_memories=3)
    assert own["usage"]["memories"] == 1
    assert f'memoryd_contexts_total{{found="nothing",policy="{name}"}} 1.0' in exposition.render()[0].decode()


async def test_an_unknown_policy_is_refused(client: Client, user: str) -> None:
    answer = await client.post("/v1/context", {"user_id": user, "query": "bees", "policy": _name()})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "body.policy"


async def test_a_split_gives_each_user_one_policy_for_good(client: Client) -> None:
    a, b, both = _name(), _name(), _name()
    await _put(client, a, {})
    await _put(client, b, {"threshold": 0.4})
    assert (await _put(client, both, {"split": {a: 50, b: 50}})).status_code == 200
    chosen = {}
    for number in range(60):
        someone = f"{both}-{number}"
        first = (await client.context(someone, "Where do I live?", policy=both))["policy"]
        again = (await client.context(someone, "What do I like?", policy=both))["policy"]
        assert first == again
        chosen[someone] = first
    counts = Counter(chosen.values())
    assert set(counts) == {a, b}
    assert min(counts.values()) >= 15


async def test_a_policy_that_a_split_leads_to_cannot_become_a_split(client: Client) -> None:
    a, both = _name(), _name()
    await _put(client, a, {})
    await _put(client, both, {"split": {a: 1, "default": 1}})
    other = _name()
    await _put(client, other, {})
    assert (await _put(client, a, {"split": {other: 1, "default": 1}})).status_code == 422
    assert (await _put(client, _name(), {"split": {both: 1, other: 1}})).status_code == 422


async def test_the_default_can_be_put_and_taken_back(client: Client, user: str) -> None:
    await client.memory(user, "The user keeps bees on the roof", kind="fact")
    try:
        await _put(client, "default", {"max_memories": 0})
        assert (await client.context(user, "Do I keep bees?"))["usage"]["memories"] == 0
    finally:
        await _put(client, "default", {})
    assert (await client.context(user, "Do I keep bees?"))["usage"]["memories"] == 1
