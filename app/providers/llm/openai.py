"""Any OpenAI-compatible `/v1/chat/completions`: one call with a deadline, retries for what can pass, counted.

Servers differ in what they take as `response_format`: a JSON schema, any JSON object, or nothing. The most that a
server takes is found by asking, and remembered. A server that fails is left alone for a moment, so that whoever asks
gets the failure at once instead of waiting for it again.
"""

import asyncio
import json
import random
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from app.infra.metrics import MODEL_TOKENS, PROVIDER_CALLS, PROVIDER_SECONDS
from app.providers.llm.protocol import Completion, LLMFailed

_LARGEST = 1_000_000  # bytes of an answer; nothing that was asked for is as long
_PASSING = {408, 425, 429, 500, 502, 503, 504, 529}
_TOO_MUCH = {400, 404, 415, 422, 501}  # what servers answer to a `response_format` that they do not know
_FORMATS = ("schema", "object", "none")
_PAUSE = 0.25  # seconds before the second try, doubled before each further one
_LONGEST_WAIT = 3600.0


class OpenAIModel:
    """See `LLM`. `base_url` ends in `/v1`; `timeout`, `patience` and `rest` are in seconds.

    `timeout` bounds a whole try. `retries` further tries follow what can pass, as long as the pauses between them stay
    within `patience`. After a failure that can pass, calls fail at once for the time of `rest`.
    No more than `concurrency` calls are under way at once; the others wait within their `timeout`.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        timeout: float = 20.0,
        retries: int = 0,
        patience: float = 2.0,
        rest: float = 0.0,
        concurrency: int = 8,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.model = model
        self._timeout = timeout
        self._retries = retries
        self._patience = patience
        self._rest = rest
        self._resting_until = 0.0
        self._free = asyncio.Semaphore(concurrency)
        self._format = 0  # index of the best `response_format` that the server takes
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._http = httpx.AsyncClient(
            base_url=base_url.rstrip("/") + "/", headers=headers, timeout=timeout, transport=transport, trust_env=False
        )

    async def complete(
        self, system: str, user: str, *, schema: Mapping[str, Any] | None = None, max_tokens: int = 800
    ) -> Completion:
        left = self._resting_until - time.monotonic()
        if left > 0:
            PROVIDER_CALLS.labels("llm", "resting").inc()
            raise LLMFailed("the server failed a moment ago", passing=True, wait=left)
        body = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream": False,
        }
        try:
            return await self._tries(body, schema)
        except LLMFailed as failure:
            if failure.passing:
                self._resting_until = time.monotonic() + max(self._rest, min(failure.wait or 0.0, _LONGEST_WAIT))
            raise

    async def _tries(self, body: dict[str, Any], schema: Mapping[str, Any] | None) -> Completion:
        waited = 0.0
        for attempt in range(self._retries + 1):
            try:
                return await self._formatted(body, schema)
            except LLMFailed as failure:
                pause = failure.wait if failure.wait is not None else _PAUSE * 2**attempt
                pause *= 1 + random.random() / 2  # noqa: S311  # spreads the tries of many callers, no secret
                waited += pause
                if not failure.passing or attempt == self._retries or waited > self._patience:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError  # the last try returns or raises

    async def _formatted(self, body: dict[str, Any], schema: Mapping[str, Any] | None) -> Completion:
        """Ask in the best form that the server takes; a lesser one is remembered once it has worked."""
        if schema is None:
            return await self._call(body)
        for number in range(self._format, len(_FORMATS)):
            try:
                answer = await self._call(body | _response_format(_FORMATS[number], schema))
            except _RefusedError as refused:
                if refused.status not in _TOO_MUCH or number == len(_FORMATS) - 1:
                    raise
            else:
                self._format = number
                return answer
        raise AssertionError  # the last form returns or raises

    async def _call(self, body: dict[str, Any]) -> Completion:
        try:
            with PROVIDER_SECONDS.labels("llm").time():
                async with asyncio.timeout(self._timeout), self._free:  # httpx bounds each read, not the whole answer
                    status, headers, content = await self._post(body)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise _counted("timeout", LLMFailed("no answer in time", passing=True)) from error
        except httpx.HTTPError as error:
            raise _counted("failed", LLMFailed(f"the call failed: {type(error).__name__}", passing=True)) from error
        if status == httpx.codes.TOO_MANY_REQUESTS:
            wait = _retry_after(headers.get("retry-after"))
            raise _counted("limited", LLMFailed("the server answered 429", passing=True, wait=wait))
        if status in _PASSING:
            wait = _retry_after(headers.get("retry-after"))
            raise _counted("failed", LLMFailed(f"the server answered {status}", passing=True, wait=wait))
        if status != httpx.codes.OK:
            raise _counted("refused", _RefusedError(status))
        answer = _completion(content)
        PROVIDER_CALLS.labels("llm", "ok").inc()
        MODEL_TOKENS.labels("prompt").inc(answer.prompt_tokens)
        MODEL_TOKENS.labels("completion").inc(answer.completion_tokens)
        return answer

    async def _post(self, body: dict[str, Any]) -> tuple[int, httpx.Headers, bytes]:
        async with self._http.stream("POST", "chat/completions", json=body) as response:
            content = bytearray()
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > _LARGEST:
                    raise _counted("malformed", LLMFailed("the answer has no end", passing=False))
            return response.status_code, response.headers, bytes(content)

    async def close(self) -> None:
        await self._http.aclose()


class _RefusedError(LLMFailed):
    """The server understood the call and will not answer it."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the server answered {status}", passing=False)
        self.status = status


def _counted(outcome: str, failure: LLMFailed) -> LLMFailed:
    PROVIDER_CALLS.labels("llm", outcome).inc()
    return failure


def _response_format(form: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if form == "schema":
        named = {"name": "answer", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    return {"response_format": {"type": "json_object"}} if form == "object" else {}


def _completion(content: bytes) -> Completion:
    try:
        answer = json.loads(content)
        choice = answer["choices"][0]
        text = choice["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise _counted("malformed", LLMFailed("the answer has not the form of a completion", passing=False)) from error
    if isinstance(text, list):  # some servers answer in parts
        text = "".join(part.get("text") or "" for part in text if isinstance(part, dict))
    if text is None:  # a refusal, or thinking that used up the tokens
        text = ""
    if not isinstance(text, str):
        raise _counted("malformed", LLMFailed("the answer has not the form of a completion", passing=False))
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        text,
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        cut=choice.get("finish_reason") == "length",
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _retry_after(value: str | None) -> float | None:
    """Seconds from a `Retry-After` header, which holds seconds or a date; None when it says nothing."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            at = parsedate_to_datetime(value)
        except (ValueError, TypeError):
            return None
        seconds = ((at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
    return min(max(seconds, 0.0), _LONGEST_WAIT) if seconds == seconds else None  # noqa: PLR0124  # NaN
