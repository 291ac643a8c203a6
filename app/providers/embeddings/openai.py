"""Any OpenAI-compatible `/v1/embeddings`: batches, retries for what can pass, and a hard look at what comes back."""

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import httpx

from app.infra.metrics import EMBEDDED, EMBEDDING_TOKENS, PROVIDER_CALLS, PROVIDER_SECONDS
from app.providers.embeddings.protocol import EmbeddingFailed, TextRefused, Vector

BATCH = 64
CHARACTERS = 8000  # of one text; servers refuse more than their model reads
_REFUSALS = {400, 413, 422}  # what servers answer to a text that is too long for them, or that they will not read
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504}


class OpenAIEmbedder:
    """See `Embedder`. `base_url` ends in `/v1`; `timeout` is that of one call in seconds.

    Its `model` carries the dimensions, `bge-m3@1024`: vectors of one model in two lengths are of two models.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        dimensions: int,
        api_key: str | None = None,
        timeout: float = 5.0,
        retries: int = 2,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.model = f"{model}@{dimensions}"
        self._name = model
        self.dimensions = dimensions
        self._retries = retries
        self._timeout = timeout
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._http = httpx.AsyncClient(
            base_url=base_url.rstrip("/") + "/", headers=headers, timeout=timeout, transport=transport, trust_env=False
        )

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            batch = [text[:CHARACTERS] for text in texts[start : start + BATCH]]
            vectors += self._vectors(await self._call(batch), len(batch))
        return vectors

    async def _call(self, batch: list[str]) -> Any:
        for attempt in range(self._retries + 1):
            try:
                # httpx counts anew with every byte that comes; the timeout is that of the whole
                with PROVIDER_SECONDS.labels("embeddings").time():
                    async with asyncio.timeout(self._timeout):
                        answer = await self._http.post("embeddings", json={"model": self._name, "input": batch})
                if answer.status_code not in _PASSING:
                    answer.raise_for_status()
                    PROVIDER_CALLS.labels("embeddings", "ok").inc()
                    EMBEDDED.labels("embeddings").inc(len(batch))
                    told = answer.json()
                    EMBEDDING_TOKENS.inc(_tokens(told))
                    return told
                problem = f"the server answered {answer.status_code}"
            except httpx.HTTPStatusError as error:
                PROVIDER_CALLS.labels("embeddings", "refused").inc()
                status = error.response.status_code
                failure = TextRefused if status in _REFUSALS else EmbeddingFailed
                raise failure(f"the server answered {status}") from error
            except (httpx.HTTPError, ValueError, TimeoutError) as error:
                problem = f"the call failed: {type(error).__name__}"
            PROVIDER_CALLS.labels("embeddings", "failed").inc()
            if attempt < self._retries:
                await asyncio.sleep(0.1 * 2**attempt)
        raise EmbeddingFailed(problem)

    def _vectors(self, answer: Any, count: int) -> list[Vector]:
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = [[float(value) for value in row["embedding"]] for row in rows]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise EmbeddingFailed("the answer has not the form of embeddings") from error
        if len(vectors) != count:
            raise EmbeddingFailed(f"{count} texts were sent and {len(vectors)} vectors came")
        return [self._unit(vector) for vector in vectors]

    def _unit(self, vector: Vector) -> Vector:
        if len(vector) != self.dimensions:
            raise EmbeddingFailed(f"a vector has {len(vector)} numbers and {self.dimensions} are set")
        norm = math.sqrt(sum(value * value for value in vector))
        if not math.isfinite(norm) or norm == 0:
            raise TextRefused("a vector holds no numbers that can be compared")
        return [value / norm for value in vector]

    async def close(self) -> None:
        await self._http.aclose()


def _tokens(answer: Any) -> int:
    """What the server says it counted; many say nothing."""
    usage = answer.get("usage") if isinstance(answer, dict) else None
    count = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return count if isinstance(count, int) and count > 0 else 0
