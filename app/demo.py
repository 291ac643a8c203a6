"""The shortest proof: say something in one session, get it back in another, and see why.

An HTTP client of a running service like any other, on the standard library: it imports nothing of the service, so what
it shows is what every caller gets.
"""

import json
import textwrap
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

_KEY_HINT = "; pass a key with --api-key or MEMORYD_KEY (`memoryd keys create` makes one)"
PATIENCE = 30.0  # seconds for a turn to be processed; without a model it takes some hundredths of one


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is said in a first session and asked in a second one; `expected` words must then stand in the block."""

    title: str
    said: tuple[tuple[str, str], ...]
    asked: str
    expected: tuple[str, ...]


CONVERSATIONS = (
    Conversation(
        "排会议 · a standing limit in the calendar",
        (
            ("你好呀", "你好！有什么可以帮你？"),
            ("周五下午都不方便开会，我要去接孩子", "明白，周五下午不排会议。"),
        ),
        "帮我安排周五的复盘会",
        ("周五下午",),
    ),
    Conversation(
        "选饮料 · a taste",
        (
            ("我不爱喝甜的", "记下了，不推荐甜的。"),
            ("我家的猫叫团子", "团子，好名字！"),
        ),
        "帮我选杯喝的",
        ("甜",),
    ),
    Conversation(
        "Choosing dinner · a limit that must not be forgotten",
        (
            ("I'm allergic to shellfish.", "Thanks for telling me, I will keep that in mind."),
            ("haha, nice weather today", "Enjoy it!"),
        ),
        "Can you suggest a dish for tonight's dinner?",
        ("shellfish",),
    ),
)


class Unreachable(Exception):
    """No service answered, or it refused; the message is a sentence for the person at the terminal."""


def run(base_url: str, api_key: str | None) -> int:
    """Hold all conversations and print what became of them. 0: all came back; 1: one did not, or no service answers."""
    try:
        service = _Service(base_url.rstrip("/"), api_key)
        service.greet()
        kept = [_hold(service, conversation) for conversation in CONVERSATIONS]
    except Unreachable as error:
        print(f"memoryd demo: {error}")
        return 1
    print(f"{sum(kept)} of {len(kept)} memories came back in another session.")
    return 0 if all(kept) else 1


def _hold(service: "_Service", conversation: Conversation) -> bool:
    user_id = f"demo-{uuid.uuid4().hex[:12]}"
    print(f"━━━ {conversation.title}\n    user {user_id}\n")
    print("Session 1")
    for user, assistant in conversation.said:
        turn = service.tell(user_id, "first", user, assistant)
        _show("\n".join(_turn_lines(user, turn)))
    print(f"\nSession 2\n  user: {conversation.asked}")
    context = service.ask(user_id, "second", conversation.asked)
    print("\nThe block for the model")
    _show(context["prompt"] or "(empty)", "  │ ")
    usage = context["usage"]
    parts = ", ".join(f"{name} {tokens}" for name, tokens in usage["by_section"].items() if tokens) or "nothing"
    print(f"\nUsage: {usage['total_tokens']} of {usage['max_tokens']} tokens ({parts}), {usage['memories']} memories")
    print(f"\nTrace {context['trace_id']}")
    _show("\n".join(_trace_lines(context["trace"])))
    missing = [word for word in conversation.expected if word not in context["prompt"]]
    print(f"\n{'✗ missing in the block: ' + ', '.join(missing) if missing else '✓ it came back'}\n")
    return not missing


def _turn_lines(said: str, turn: dict[str, Any]) -> Iterator[str]:
    gate = turn["gate"] or {"decision": "–", "reason": "–"}
    yield f"user: {said}"
    yield f"  {turn['processing']}; gate: {gate['decision']} ({gate['reason']}); extractor: {turn['extractor'] or '–'}"
    if turn["error"]:
        yield f"  error: {turn['error']}"
    for event in turn["events"]:
        yield f"  {event['event']}  {event['candidate'] or '–'}  ({event['reason']})"
    if not turn["events"]:
        yield "  nothing to remember in it"


def _trace_lines(trace: dict[str, Any]) -> Iterator[str]:
    yield f"signals: {_signals(trace['signals']) or 'none'}"
    if not trace["candidates"]:
        yield "no memory was looked at"
    for one in trace["candidates"]:
        yield f"{'in ' if one['injected'] else 'out'}  {one['content']}  ({one['kind']})"
        found = ", ".join(f"{source} (rank {rank})" for source, rank in one["sources"].items())
        yield f"     found by {found or 'nothing'}"
        if one["score"] is not None:
            parts = ", ".join(f"{name} {value:.2f}" for name, value in one["parts"].items() if value)
            yield f"     score {one['score']:.2f} out of {parts or 'nothing'}"
        if not one["injected"]:
            yield f"     not shown: {one['reason'].replace('_', ' ')}"
    yield f"{trace['timings_ms'].get('total', 0):.1f} ms in all"


def _signals(signals: dict[str, Any]) -> str:
    """What was read out of the query, without what was not."""
    shown = {name: value for name, value in signals.items() if value and name != "dates"}
    words = [f"{name} {', '.join(value) if isinstance(value, list) else value}" for name, value in shown.items()]
    words += [f"from {span['start'][:16]} to {span['end'][:16]}" for span in signals["dates"]]
    return "; ".join(word.removesuffix(" True").replace("_", " ") for word in words)


def _show(text: str, margin: str = "  ") -> None:
    print(textwrap.indent(text, margin, lambda _: True))


class _Service:
    """The three calls that an agent needs."""

    def __init__(self, base_url: str, api_key: str | None) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise Unreachable(f"{base_url} is no http address.")
        self._base_url = base_url
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the service is near

    def greet(self) -> None:
        """Raise `Unreachable` when nobody is there, before anything is printed."""
        self._call("GET", "/healthz")

    def tell(self, user_id: str, session_id: str, user: str, assistant: str) -> dict[str, Any]:
        """Add a turn, wait until it is processed, and return it with its log."""
        body = {"user_id": user_id, "session_id": session_id, "user": user, "assistant": assistant}
        accepted = self._call("POST", "/v1/turns", body, {"Prefer": "wait=10"})
        deadline = time.monotonic() + PATIENCE
        while True:
            turn = self._call("GET", f"/v1/turns/{accepted['turn_id']}?{urlencode({'user_id': user_id})}")
            if turn["processing"] != "pending" or time.monotonic() > deadline:
                return turn
            time.sleep(0.2)

    def ask(self, user_id: str, session_id: str, query: str) -> dict[str, Any]:
        """The context for a query, with its trace."""
        body = {"user_id": user_id, "session_id": session_id, "query": query, "explain": True}
        return self._call("POST", "/v1/context", body)

    def _call(
        self, method: str, path: str, body: dict[str, Any] | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        request = urllib.request.Request(  # noqa: S310  # the scheme is checked above
            self._base_url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={**self._headers, "Content-Type": "application/json", **(headers or {})},
        )
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            hint = _KEY_HINT if error.code == HTTPStatus.UNAUTHORIZED else ""
            detail = error.read().decode("utf-8", "replace")[:300]
            raise Unreachable(f"{method} {path} was answered {error.code}{hint}. {detail}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Unreachable(
                f"no memoryd answers at {self._base_url} ({reason}). Start one with `make run`."
            ) from error
        return found
