"""Turns that come while the ones before them are being read wait for these alone, not for the next look for work."""

from pathlib import Path

import httpx

from tests.faults.serving import Serving

WAIT = {"Prefer": "wait=10"}


async def _say(http: httpx.AsyncClient, session: str, number: int, *, last: bool) -> str:
    said = f"In session {session} I keep spare key number {number} under the mat."
    body = {"user_id": "ann", "session_id": session, "user": said, "assistant": "Noted, I will remember that."}
    answer = await http.post("/v1/turns", json=body, headers=WAIT if last else {})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["processing"])


async def test_the_last_of_turns_sent_one_after_the_other_is_read_without_waiting_for_a_look(folder: Path) -> None:
    serving = Serving(folder, JOBS__POLL="PT600S")
    try:
        serving.start()
        async with httpx.AsyncClient(base_url=serving.url, timeout=30) as http:
            for attempt in range(10):  # the worker may still be on its way
                if await _say(http, f"first-{attempt}", 0, last=True) == "succeeded":
                    break
            ends = [
                [await _say(http, f"s{session}", number, last=number == 4) for number in range(5)][-1]
                for session in range(12)
            ]
        assert ends == ["succeeded"] * len(ends)
    finally:
        serving.ended()
