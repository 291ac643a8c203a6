"""A conversation that is about to begin is framed in the language of its user."""

import pytest

from app.context.wording import NOTICES
from tests.tenant import Tenant


async def _keep(tenant: Tenant, user: str, *contents: str) -> None:
    for number, content in enumerate(contents):
        body = {"user_id": user, "content": content, "kind": "fact", "key": f"matter_{number}"}
        assert (await tenant.http.post("/v1/memories", json=body)).status_code == 201


@pytest.mark.parametrize(
    ("contents", "language"),
    [(("用户在修一座木桥", "用户养了两头驴"), "zh"), (("User mends a wooden bridge", "User keeps two donkeys"), "en")],
)
async def test_without_a_question_what_is_held_tells_the_language(
    tenant: Tenant, user: str, contents: tuple[str, ...], language: str
) -> None:
    await _keep(tenant, user, *contents)
    found = await tenant.context(user, None)
    assert NOTICES["zh" if language == "zh" else "en"] in found["prompt"]


async def test_the_locale_of_the_user_comes_before_what_is_held_and_the_request_before_both(
    tenant: Tenant, user: str
) -> None:
    await _keep(tenant, user, "User mends a wooden bridge")
    assert (await tenant.http.patch(f"/v1/users/{user}", json={"locale": "zh-CN"})).is_success
    assert NOTICES["zh"] in (await tenant.context(user, None))["prompt"]
    assert NOTICES["en"] in (await tenant.context(user, None, locale="en"))["prompt"]
    assert NOTICES["en"] in (await tenant.context(user, "Where is the bridge that I mend?"))["prompt"]


async def test_a_bare_name_is_no_language(tenant: Tenant, user: str) -> None:
    await _keep(tenant, user, "用户的木桥叫 Riverton")
    assert NOTICES["zh"] in (await tenant.context(user, "Riverton?"))["prompt"]
