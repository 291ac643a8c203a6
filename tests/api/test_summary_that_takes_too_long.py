"""A session in which something takes too long to read gets its summary all the same, and goes on."""

import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from app import bootstrap
from app.infra.steps import bounded
from app.main import create_app
from app.memories.as_of_now import AsOfNow
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.sessions import authors, extractive, summary_model
from app.sessions.summary_model import ScriptedSummaries
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.client import Client

HEAVY = "The heavy crate is number 77."
Breaks = Callable[[pytest.MonkeyPatch], None]


def _for_ever(*told: object) -> None:
    """Runs away where the words of the heavy message are in what is given."""
    if any(HEAVY[:-1] in str(one) for one in told):
        re.match(r"(?:a+)+b", "a" * 60)


def _breaks(module: Any, name: str) -> Breaks:
    def breaking(patch: pytest.MonkeyPatch) -> None:
        whole = getattr(module, name)

        def heavy(*given: Any, **named: Any) -> Any:
            _for_ever(*given)
            return whole(*given, **named)

        patch.setattr(module, name, heavy)

    return breaking


def _breaks_truth(patch: pytest.MonkeyPatch) -> None:
    whole = AsOfNow.__call__

    async def heavy(self: AsOfNow, *given: Any, **named: Any) -> str:
        _for_ever(given)
        return await whole(self, *given, **named)

    patch.setattr(AsOfNow, "__call__", heavy)


@pytest.fixture
async def narrow(settings: Settings, service: Service) -> AsyncIterator[Callable[[ScriptedSummaries | None], Client]]:
    opened = []
    window = settings.window.model_copy(update={"turns": 1})

    def make(model: ScriptedSummaries | None) -> Client:
        built = bootstrap.build(
            settings.model_copy(update={"window": window}), embedder=HashedEmbedder(), summary_model=model
        )
        transport = httpx.ASGITransport(app=create_app(built, open_to_all=True, docs=False))
        http = httpx.AsyncClient(transport=transport, base_url="http://memoryd")
        opened.append((built, http))
        return Client(http, built)

    yield make
    for built, http in opened:
        await http.aclose()
        await built.stop()


async def _say(client: Client, user: str, *lines: str) -> None:
    for line in lines:
        body = {"user_id": user, "session_id": "s", "user": line, "extract": "never"}
        assert (await client.post("/v1/turns", body)).status_code == 201


async def _job(client: Client, user: str) -> None:
    """The job of the session, as a worker runs it."""
    wake = client.service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "s"))
    await bounded(wake, seconds=0.6, of="job")


async def _summary(client: Client, user: str) -> Any:
    answer = await client.get("/v1/sessions/s/summary", user_id=user)
    assert answer.status_code == 200, answer.text
    return answer.json()


LINES = ("The venue is the mill.", "The store is the barn.", HEAVY, "The budget is 900 euros.", "Good.")
BREAKS = {
    "its sentences are read": _breaks(extractive, "heard"),
    "its language is told": _breaks(extractive, "language_of"),
    "it is held against what is known": _breaks_truth,
}


@pytest.mark.parametrize("breaking", BREAKS.values(), ids=BREAKS)
async def test_what_is_said_around_a_heavy_message_is_summarised(
    narrow: Any, user: str, monkeypatch: pytest.MonkeyPatch, breaking: Breaks
) -> None:
    breaking(monkeypatch)
    client = narrow(None)
    await _say(client, user, *LINES)
    await _job(client, user)
    found = await _summary(client, user)
    assert found["to_seq"] == 3
    assert "mill" in found["content"]
    assert "900" in found["content"]
    assert "77" not in found["content"]
    await _say(client, user, "The caterer is Bakehouse Ltd.", "Fine.")
    await _job(client, user)
    assert "Bakehouse" in (await _summary(client, user))["content"]


@pytest.mark.parametrize("breaking", BREAKS.values(), ids=BREAKS)
async def test_a_heavy_message_that_comes_first_keeps_no_turn_waiting(
    narrow: Any, user: str, monkeypatch: pytest.MonkeyPatch, breaking: Breaks
) -> None:
    breaking(monkeypatch)
    client = narrow(None)
    await _say(client, user, HEAVY, *["Good."] * 4)  # a window that must be relieved before anything is read
    body = {"user_id": user, "session_id": "s", "user": "I live in Brno."}
    turn = (await client.post("/v1/turns", body)).json()["turn_id"]
    await _job(client, user)
    assert (await client.get(f"/v1/turns/{turn}", user_id=user)).json()["processing"] == "succeeded"
    assert "77" not in (await _summary(client, user))["content"]


@pytest.mark.parametrize("module", [authors, summary_model], ids=["before it is asked", "when it has answered"])
async def test_a_model_whose_work_takes_too_long_is_gone_without(
    narrow: Any, user: str, monkeypatch: pytest.MonkeyPatch, module: Any
) -> None:
    if module is authors:
        monkeypatch.setattr(authors, "write", _never)
    else:
        _breaks(summary_model, "fault")(monkeypatch)
    client = narrow(ScriptedSummaries(*[f"Of {HEAVY}"] * 9))
    await _say(client, user, *LINES)
    await _job(client, user)
    found = await _summary(client, user)
    assert found["model"] == "extractive"
    assert "mill" in found["content"]
    assert found["to_seq"] >= 1


async def _never(*_: object) -> str:
    _for_ever(HEAVY)
    return ""
