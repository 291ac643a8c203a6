"""Writers that note what was acknowledged, and the look afterwards whether that is what is there."""

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

SYLLABLES = ["ba", "ke", "li", "mo", "nu", "pra", "que", "ri", "sto", "tu", "vel", "wa", "xi", "yo", "zan", "dri"]


def word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(5))


@dataclass
class Acked:
    turn_id: str
    first_seq: int
    last_seq: int
    text: str


@dataclass
class Writer:
    """One user in one session: says one thing after the other, each until it is acknowledged."""

    user: str
    session: str
    chance: random.Random
    acked: list[Acked] = field(default_factory=list)
    slowest: float = 0.0
    refused: int = 0
    broken: list[str] = field(default_factory=list)

    async def run(self, url: str, stop: asyncio.Event, *, pause: float = 0.02) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=15) as http:
            for number in itertools.count():
                if stop.is_set():
                    return
                text = f"Remember that {word(self.chance)} {word(self.chance)} holds {word(self.chance)}."
                answer = await self._say(http, text, f"{self.user}-{number}")
                self.acked.append(Acked(answer["turn_id"], answer["first_seq"], answer["last_seq"], text))
                await asyncio.sleep(pause)

    async def _say(self, http: httpx.AsyncClient, text: str, key: str) -> Any:
        """Sent again, with the same key, for as long as nobody says that it was taken."""
        body = {"user_id": self.user, "session_id": self.session, "user": text, "assistant": f"Noted: {text}"}
        while True:
            begun = time.monotonic()
            try:
                answer = await http.post("/v1/turns", json=body, headers={"Idempotency-Key": key})
            except httpx.HTTPError:
                await asyncio.sleep(0.1)  # the process itself was killed
                continue
            self.slowest = max(self.slowest, time.monotonic() - begun)
            if answer.status_code == 201:
                return answer.json()
            self.refused += 1
            if answer.status_code != 503 or "retry-after" not in answer.headers:
                self.broken.append(f"{answer.status_code} {answer.text}")
            await asyncio.sleep(0.1)


async def messages(http: httpx.AsyncClient, user: str, session: str) -> list[Any]:
    """The whole archive of a session."""
    found: list[Any] = []
    cursor = None
    while True:
        params = {"user_id": user, "limit": 200} | ({"cursor": cursor} if cursor else {})
        page = (await http.get(f"/v1/sessions/{session}/messages", params=params)).json()
        found += page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found


async def settled(url: str, patience: float = 45) -> float:
    """Seconds until no turn waits any more; an assertion when one is stuck or was set aside."""
    begun = time.monotonic()
    async with httpx.AsyncClient(base_url=url, timeout=15) as http:
        while True:
            jobs = (await http.get("/v1/jobs", params={"limit": 200})).json()["data"]
            assert [job for job in jobs if job["status"] == "failed"] == []
            if not jobs:
                return time.monotonic() - begun
            assert time.monotonic() - begun < patience, f"stuck: {jobs[:3]}"
            await asyncio.sleep(0.1)


async def verify(url: str, writers: Sequence[Writer]) -> dict[str, int]:
    """Read everything back: nothing lost, nothing twice, in order, nothing of others, one effect of each."""
    count = {"turns": 0, "memories": 0}
    async with httpx.AsyncClient(base_url=url, timeout=15) as http:
        for writer in writers:
            assert writer.broken == [], writer.broken[:3]
            held = await messages(http, writer.user, writer.session)
            assert [m["seq"] for m in held] == list(range(len(held)))  # no gap
            said = [m["content"] for m in held if m["role"] == "user"]
            assert said == [one.text for one in writer.acked]  # not lost, not doubled, in order, nobody else's
            assert [one.first_seq for one in writer.acked] == [2 * n for n in range(len(said))]
            for one in writer.acked:
                turn = (await http.get(f"/v1/turns/{one.turn_id}", params={"user_id": writer.user})).json()
                assert turn["processing"] == "succeeded", turn
                assert [event["event"] for event in turn["events"]] == ["ADD"], turn
            memories = await _memories(http, writer.user)
            assert len(memories) == len(writer.acked)
            assert {(m["support"], m["version"]) for m in memories} <= {(1, 1)}  # no turn had its effect twice
            context = (
                await http.post("/v1/context", json={"user_id": writer.user, "session_id": writer.session})
            ).json()
            tail = [m["content"] for m in context["messages"]]
            assert tail == [m["content"] for m in held][-len(tail) :]
            assert tail
            assert context["degraded"] == []
            count["turns"] += len(said)
            count["memories"] += len(memories)
    return count


async def _memories(http: httpx.AsyncClient, user: str) -> list[Any]:
    found: list[Any] = []
    cursor = None
    while True:
        params = {"user_id": user, "limit": 200} | ({"cursor": cursor} if cursor else {})
        page = (await http.get("/v1/memories", params=params)).json()
        found += page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found
