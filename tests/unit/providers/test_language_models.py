"""One contract for the real model client and its fake; and what only the real one can meet."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from app.providers.llm.openai import OpenAIModel
from app.providers.llm.protocol import LLM, Completion, LLMFailed
from app.providers.llm.scripted import ScriptedLLM

SCHEMA = {"type": "object", "properties": {"memories": {"type": "array"}}}
Handler = Callable[[httpx.Request], Any]


def answer(text: Any, **more: Any) -> httpx.Response:
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": more.pop("finish", "stop")}
    return httpx.Response(200, json={"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 3}} | more)


def client(handler: Handler, **options: Any) -> OpenAIModel:
    async def handle(request: httpx.Request) -> httpx.Response:
        found = handler(request)
        return await found if asyncio.iscoroutine(found) else found

    transport = httpx.MockTransport(handle)
    return OpenAIModel("http://model.test/v1", "m-1", transport=transport, **({"timeout": 2.0} | options))


def asked(request: httpx.Request) -> dict[str, Any]:
    return dict(json.loads(request.content))


@pytest.fixture(params=["real", "scripted"])
async def saying(request: pytest.FixtureRequest) -> AsyncIterator[Callable[[str], LLM]]:
    """Makes a model that says a text."""
    made: list[LLM] = []

    def make(text: str) -> LLM:
        made.append(client(lambda _: answer(text)) if request.param == "real" else ScriptedLLM(text))
        return made[-1]

    yield make
    for model in made:
        await model.close()


@pytest.fixture(params=["real", "scripted"])
async def failing(request: pytest.FixtureRequest) -> AsyncIterator[LLM]:
    real = client(lambda _: httpx.Response(503))
    model: LLM = real if request.param == "real" else ScriptedLLM(LLMFailed("down", passing=True))
    yield model
    await model.close()


@pytest.mark.parametrize(
    "text", ["", "plain", '{"memories": []}', "你好 \ud83c\udf1f".encode("utf-16", "surrogatepass").decode("utf-16")]
)
async def test_a_model_gives_its_text_as_it_is(saying: Callable[[str], LLM], text: str) -> None:
    found = await saying(text).complete("system", "user", schema=SCHEMA, max_tokens=50)
    assert (found.text, found.cut) == (text, False)


async def test_a_model_has_a_name_and_counts_tokens(saying: Callable[[str], LLM]) -> None:
    model = saying("one two")
    found = await model.complete("a system", "a user")
    assert model.model
    assert found.prompt_tokens > 0
    assert found.completion_tokens > 0


async def test_a_model_that_fails_says_whether_it_may_pass(failing: LLM) -> None:
    with pytest.raises(LLMFailed) as failure:
        await failing.complete("system", "user")
    assert failure.value.passing


async def test_the_call_has_the_form_that_servers_know() -> None:
    seen: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return answer("ok")

    await client(handle, api_key="sk-not-a-real-key").complete("be brief", "hello", schema=SCHEMA, max_tokens=9)
    body = asked(seen[0])
    assert str(seen[0].url) == "http://model.test/v1/chat/completions"
    assert seen[0].headers["authorization"] == "Bearer sk-not-a-real-key"
    assert body["messages"] == [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m-1", 0, 9)
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


async def test_a_server_without_schemas_is_asked_in_a_lesser_form_and_that_is_remembered() -> None:
    forms: list[Any] = []

    def handle(request: httpx.Request) -> httpx.Response:
        form = asked(request).get("response_format", {}).get("type")
        forms.append(form)
        return httpx.Response(400, json={"error": "unknown response_format"}) if form else answer("{}")

    model = client(handle)
    await model.complete("s", "u", schema=SCHEMA)
    await model.complete("s", "u", schema=SCHEMA)
    assert forms == ["json_schema", "json_object", None, None]


async def test_a_refusal_for_another_reason_forgets_no_schema() -> None:
    bad = [True]

    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(400) if bad[0] else answer(asked(request)["response_format"]["type"])

    model = client(handle)
    with pytest.raises(LLMFailed) as failure:
        await model.complete("s", "u", schema=SCHEMA)
    assert not failure.value.passing
    bad[0] = False
    assert (await model.complete("s", "u", schema=SCHEMA)).text == "json_schema"


async def test_what_can_pass_is_tried_again() -> None:
    answers = [httpx.Response(429, headers={"Retry-After": "0"}), httpx.Response(500), answer("there")]
    assert (await client(lambda _: answers.pop(0), retries=2).complete("s", "u")).text == "there"


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_what_cannot_pass_is_not_tried_again(status: int) -> None:
    calls: list[int] = []

    def handle(_: httpx.Request) -> httpx.Response:
        calls.append(status)
        return httpx.Response(status)

    with pytest.raises(LLMFailed) as failure:
        await client(handle, retries=3).complete("s", "u")
    assert (len(calls), failure.value.passing) == (1, False)


async def test_a_long_wait_is_handed_to_the_caller_instead_of_being_slept() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    for header, least in (("120", 120.0), (later, 80.0)):
        model = client(lambda _, value=header: httpx.Response(429, headers={"Retry-After": value}), retries=3)
        async with asyncio.timeout(1):
            with pytest.raises(LLMFailed) as failure:
                await model.complete("s", "u")
        assert failure.value.wait is not None
        assert failure.value.wait >= least


@pytest.mark.parametrize("header", ["soon", "-5", "nan", ""])
async def test_a_wait_that_says_nothing_is_none_or_short(header: str) -> None:
    with pytest.raises(LLMFailed) as failure:
        await client(lambda _: httpx.Response(429, headers={"Retry-After": header})).complete("s", "u")
    assert not failure.value.wait


async def test_a_server_that_hangs_is_left_after_the_timeout() -> None:
    async def hang(_: httpx.Request) -> httpx.Response:
        await asyncio.sleep(60)
        raise AssertionError

    with pytest.raises(LLMFailed) as failure:
        await client(hang, timeout=0.05).complete("s", "u")
    assert failure.value.passing


async def test_a_server_that_drips_is_left_after_the_timeout_too() -> None:
    async def drops() -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.02)
            yield b" "

    with pytest.raises(LLMFailed):
        await client(lambda _: httpx.Response(200, content=drops()), timeout=0.1).complete("s", "u")


async def test_an_answer_without_end_is_left() -> None:
    async def flood() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 100_000

    with pytest.raises(LLMFailed) as failure:
        await client(lambda _: httpx.Response(200, content=flood())).complete("s", "u")
    assert not failure.value.passing


async def test_a_failing_server_is_left_alone_for_a_moment() -> None:
    calls: list[int] = []

    def handle(_: httpx.Request) -> httpx.Response:
        calls.append(1)
        return httpx.Response(503)

    model = client(handle, rest=60.0)
    for _ in range(3):
        with pytest.raises(LLMFailed):
            await model.complete("s", "u")
    assert len(calls) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": 5}}]}',
        b"<html>",
        b"\xff\xfe",
    ],
)
async def test_what_is_no_completion_is_a_failure(body: bytes) -> None:
    with pytest.raises(LLMFailed) as failure:
        await client(lambda _: httpx.Response(200, content=body)).complete("s", "u")
    assert not failure.value.passing


async def test_odd_completions_are_read() -> None:
    parts = [{"type": "text", "text": "in "}, {"type": "text", "text": "parts"}]
    assert (await client(lambda _: answer(parts)).complete("s", "u")).text == "in parts"
    assert (await client(lambda _: answer(None)).complete("s", "u")).text == ""
    assert (await client(lambda _: answer("x", usage=None)).complete("s", "u")) == Completion("x")
    assert (await client(lambda _: answer("x", finish="length")).complete("s", "u")).cut
    assert (
        await client(lambda _: answer("x", usage={"prompt_tokens": "9", "completion_tokens": -1})).complete("s", "u")
    ) == Completion("x")
