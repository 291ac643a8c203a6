"""What an embedder promises, kept by all three; and an endpoint that misbehaves is a failure, never a wrong vector."""

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import BATCH, CHARACTERS, OpenAIEmbedder
from app.providers.embeddings.protocol import Embedder, EmbeddingFailed, each
from app.providers.embeddings.serving import ServingEmbedder, settled

Answer = Callable[[httpx.Request], httpx.Response]


def _rows(request: httpx.Request, dimensions: int = 8) -> list[dict[str, Any]]:
    """What a good endpoint answers: not of length 1, and not in order."""
    texts = json.loads(request.content)["input"]
    words = HashedEmbedder(dimensions)
    rows = [
        {"index": index, "embedding": [3.0 * value for value in words._one(text)]} for index, text in enumerate(texts)
    ]
    return rows[::-1]


def _good(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"data": _rows(request), "model": "fake"})


def _openai(answer: Any, **more: Any) -> OpenAIEmbedder:
    return OpenAIEmbedder(
        "http://embeddings.invalid/v1", "fake", dimensions=8, transport=httpx.MockTransport(answer), **more
    )


@pytest.fixture(scope="module")
def builtin() -> BuiltinEmbedder:
    return BuiltinEmbedder()


@pytest.fixture(params=["builtin", "hashed", "openai", "serving"])
async def embedder(request: pytest.FixtureRequest, builtin: BuiltinEmbedder) -> AsyncIterator[Embedder]:
    made: dict[str, Callable[[], Embedder]] = {
        "builtin": lambda: builtin,
        "hashed": lambda: HashedEmbedder(64),
        "openai": lambda: _openai(_good),
        "serving": lambda: ServingEmbedder(HashedEmbedder(64)),
    }
    one = made[request.param]()
    yield one
    if one is not builtin:
        await one.close()


async def test_each_text_has_one_vector_of_length_one_in_its_place(embedder: Embedder) -> None:
    texts = ["用户对花生过敏", "The user keeps bees", "", "🐝", "word " * 900, "用户对花生过敏"]
    vectors = await embedder.embed(texts)
    assert [len(vector) for vector in vectors] == [embedder.dimensions] * len(texts)
    assert all(math.isclose(sum(value * value for value in vector), 1.0, abs_tol=1e-3) for vector in vectors)
    assert vectors[0] == pytest.approx(vectors[5], abs=1e-4)
    alone = (await embedder.embed([texts[1]]))[0]
    assert vectors[1] == pytest.approx(alone, abs=1e-4)


async def test_no_text_is_no_vector(embedder: Embedder) -> None:
    assert await embedder.embed([]) == []


async def test_a_text_is_nearest_to_itself(embedder: Embedder) -> None:
    texts = ["The user keeps bees on the roof", "用户每周四上午开会", "The parcel was sent to Oslo"]
    vectors = await embedder.embed(texts)
    for place, vector in enumerate(vectors):
        near = [sum(a * b for a, b in zip(vector, other, strict=True)) for other in vectors]
        assert near.index(max(near)) == place


async def test_the_model_has_a_name_that_tells_its_dimensions_apart() -> None:
    small, large = _openai(_good), OpenAIEmbedder("http://embeddings.invalid/v1", "fake", dimensions=16)
    assert small.model != large.model
    assert HashedEmbedder(8).model != HashedEmbedder(16).model
    await small.close()
    await large.close()


def _vector_of(values: list[float]) -> Answer:
    return lambda _: httpx.Response(200, json={"data": [{"index": 0, "embedding": values}]})


def _raw(text: str) -> Answer:
    return lambda _: httpx.Response(200, text=text, headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (_vector_of([1.0] * 7), "7 numbers and 8 are set"),
        (_vector_of([1.0] * 9), "9 numbers and 8 are set"),
        (_vector_of([0.0] * 8), "no numbers that can be compared"),
        (_raw('{"data": [{"index": 0, "embedding": [NaN, 0, 0, 0, 0, 0, 0, 0]}]}'), "no numbers|form"),
        (_raw('{"data": [{"index": 0, "embedding": [1e999, 0, 0, 0, 0, 0, 0, 0]}]}'), "no numbers"),
        (_raw('{"data": [{"index": 0, "embedding": ["x", 0, 0, 0, 0, 0, 0, 0]}]}'), "form"),
        (_raw('{"data": [{"index": 0, "embedding": null}]}'), "form"),
        (_raw('{"data": []}'), "1 texts were sent and 0 vectors came"),
        (_raw('{"embeddings": []}'), "form"),
        (_raw("[]"), "form"),
        (_raw("not json"), "call failed"),
        (lambda _: httpx.Response(401, json={"error": "no"}), "answered 401"),
        (lambda _: httpx.Response(404), "answered 404"),
    ],
)
async def test_an_answer_that_is_no_vector_is_a_failure(answer: Answer, said: str) -> None:
    embedder = _openai(answer, retries=0)
    with pytest.raises(EmbeddingFailed, match=said):
        await embedder.embed(["text"])
    await embedder.close()


async def test_fewer_or_more_vectors_than_texts_are_a_failure() -> None:
    for change in (lambda rows: rows[:-1], lambda rows: [*rows, rows[0]]):
        embedder = _openai(
            lambda request, change=change: httpx.Response(200, json={"data": change(_rows(request))}), retries=0
        )
        with pytest.raises(EmbeddingFailed, match="vectors came"):
            await embedder.embed(["a", "b"])
        await embedder.close()


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
async def test_what_can_pass_is_asked_again_and_what_lasts_is_given_up(status: int) -> None:
    asked = 0

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        return httpx.Response(status, headers={"Retry-After": "0"}) if asked <= fails else _good(request)

    fails = 2
    embedder = _openai(answer)
    assert len(await embedder.embed(["text"])) == 1
    assert asked == 3
    fails, asked = 99, 0
    with pytest.raises(EmbeddingFailed, match=str(status)):
        await embedder.embed(["text"])
    assert asked == 3
    await embedder.close()


async def test_an_endpoint_that_hangs_costs_no_more_than_its_timeout() -> None:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.read(100)
            await asyncio.sleep(5)
        finally:
            writer.close()

    server = await asyncio.start_server(hang, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    embedder = OpenAIEmbedder(f"http://127.0.0.1:{port}/v1", "fake", dimensions=8, timeout=0.15, retries=1)
    started = time.monotonic()
    with pytest.raises(EmbeddingFailed, match="Timeout"):
        await embedder.embed(["text"])
    assert time.monotonic() - started < 2
    vectors = QueryVectors(embedder, None, timeout=timedelta(milliseconds=50), ttl=timedelta(hours=1))
    started = time.monotonic()
    assert await vectors.get("a query") is None
    assert time.monotonic() - started < 0.5
    await embedder.close()
    server.close()


async def test_an_endpoint_that_drips_is_cut_off_too() -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
        try:
            for _ in range(100):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.02)
        except ConnectionError:
            return
        finally:
            writer.close()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    embedder = OpenAIEmbedder(f"http://127.0.0.1:{port}/v1", "fake", dimensions=8, timeout=0.15, retries=0)
    started = time.monotonic()
    with pytest.raises(EmbeddingFailed, match="Timeout"):
        await embedder.embed(["text"])
    assert time.monotonic() - started < 1
    await embedder.close()
    server.close()


async def test_many_texts_go_in_batches_and_long_ones_are_cut() -> None:
    sizes: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        assert sent["model"] == "fake"
        assert max(map(len, sent["input"])) <= CHARACTERS
        sizes.append(len(sent["input"]))
        return _good(request)

    embedder = _openai(answer)
    texts = [f"text {number}" for number in range(BATCH + 3)] + ["x" * (CHARACTERS + 5)]
    assert len(await embedder.embed(texts)) == BATCH + 4
    assert sizes == [BATCH, 4]
    await embedder.close()


async def test_the_key_is_sent_and_no_text_stands_in_the_error() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.headers["authorization"] == "Bearer not-a-real-key"
        return httpx.Response(400, json={"error": request.content.decode()})

    embedder = _openai(answer, api_key="not-a-real-key")
    with pytest.raises(EmbeddingFailed) as raised:
        await embedder.embed(["a private sentence"])
    assert "private" not in str(raised.value)
    await embedder.close()


async def test_who_took_the_embedder_before_a_switch_goes_on_with_it() -> None:
    serving = ServingEmbedder(HashedEmbedder(16))
    serving.serve_from(HashedEmbedder(8))
    taken = settled(serving)
    vectors = QueryVectors(serving, None, timeout=timedelta(seconds=1), ttl=timedelta(hours=1))
    serving.switch()
    assert len(await vectors.get("a query", taken) or []) == 8
    assert len(await vectors.get("a query") or []) == 16
    assert serving.model == "hashed-16"
    await serving.close()


async def test_one_text_that_is_refused_costs_no_other_its_vector() -> None:
    asked: list[int] = []

    def picky(request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        asked.append(len(texts))
        return _good(request) if not any("too long" in text for text in texts) else httpx.Response(413)

    one = _openai(picky)
    vectors = await each(one, [*(f"text {n}" for n in range(9)), "too long", *(f"more {n}" for n in range(6))])
    assert [number for number, vector in enumerate(vectors) if vector is None] == [9]
    assert len(asked) < 12
    await one.close()


@pytest.mark.parametrize("status", [401, 404, 503])
async def test_an_endpoint_that_refuses_everything_is_asked_once(status: int) -> None:
    asked: list[int] = []

    def closed(request: httpx.Request) -> httpx.Response:
        asked.append(1)
        return httpx.Response(status)

    one = _openai(closed, retries=0)
    with pytest.raises(EmbeddingFailed):
        await each(one, ["a", "b", "c", "d"])
    assert len(asked) == 1
    await one.close()


async def test_a_query_that_is_refused_leaves_the_queries_of_others_alone() -> None:
    one = HashedEmbedder(8, refused="unreadable")
    vectors = QueryVectors(one, None, timeout=timedelta(seconds=1), ttl=timedelta(hours=1))
    for number in range(5):
        assert await vectors.get(f"unreadable {number}") is None
    assert await vectors.get("hello") is not None
