"""An OpenAI-compatible embeddings server that can hang, answer nonsense, refuse, or fail."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import orjson

from app.providers.embeddings.hashed import HashedEmbedder


class FakeEmbedder:
    """`mode`: ok, hang, garbage, short, or an HTTP status; `latency` in seconds."""

    def __init__(self, dimensions: int = 64) -> None:
        self._hashed = HashedEmbedder(dimensions)
        self.mode = "ok"
        self.latency = 0.0
        self.calls = 0
        self._serving: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def environment(self) -> dict[str, str]:
        return {
            "EMBEDDINGS__PROVIDER": "openai",
            "EMBEDDINGS__BASE_URL": f"http://127.0.0.1:{self.port}/v1",
            "EMBEDDINGS__MODEL": "fake",
            "EMBEDDINGS__DIMENSIONS": str(self._hashed.dimensions),
        }

    @asynccontextmanager
    async def running(self) -> AsyncIterator["FakeEmbedder"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._serving:
                task.cancel()

    async def called(self) -> None:
        """Until somebody asked for the first time."""
        while not self.calls:  # noqa: ASYNC110  # asked by another process
            await asyncio.sleep(0.02)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        with suppress(asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(head.partition("content-length:")[2].split("\r\n")[0])
                texts = orjson.loads(await reader.readexactly(length))["input"]
                self.calls += 1
                await asyncio.sleep(self.latency)
                while self.mode == "hang":  # noqa: ASYNC110  # a test sets it in another task
                    await asyncio.sleep(0.05)
                status, body = await self._answer(texts)
                head = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        writer.close()

    async def _answer(self, texts: list[str]) -> tuple[int, bytes]:
        if self.mode.isdigit():
            return int(self.mode), b'{"error": "no"}'
        if self.mode == "garbage":
            return 200, b'{"data": [{"index": 0, "embedding": ["NaN", {}]}'
        vectors = await self._hashed.embed(texts)
        rows = [{"index": i, "embedding": v[:3] if self.mode == "short" else v} for i, v in enumerate(vectors)]
        return 200, orjson.dumps({"data": rows})
