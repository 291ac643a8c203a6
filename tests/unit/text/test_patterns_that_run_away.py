"""No pattern of the app runs away, whatever it is pumped with: what it costs grows with no more than the square.

A child process looks, so that a pattern that does run away holds up nothing but the child.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
MOST = 240  # seconds of CPU of the child; it needs some twenty


def found(*patterns: str) -> tuple[int, list[Any]]:
    """How many patterns were looked at, and which took too long."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("every_pattern.py"), *patterns],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    head, *lines = map(json.loads, done.stdout.splitlines())
    return head["patterns"], lines


def test_no_pattern_of_the_app_runs_away() -> None:
    looked_at, slow = found()
    assert looked_at > 2000
    assert slow == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:\s*[,;–—-]+|\s+and|\s+but|\s+so)*\s*\b(?:which is|it feels) [^,;]{3,}$",  # nested
        r"^(?:\w+ly\s|really\s|very\s)*(?:bad|weak)\b",  # one of the words is of the other kind
        r"^(?:请你?|你|我想|想请你|我想请你)*(?:删除|忘掉)$",  # two words make a third
        r"^我(?:又|都|把.{1,10})*忘$",  # what follows may be of the same words
        r"\s*,?\s*(?:to|until)\s*\d",  # the third power, where it is searched for
    ],
)
def test_a_pattern_that_runs_away_is_seen(pattern: str) -> None:
    _, slow = found(pattern)
    assert [one["pattern"] for one in slow] == [pattern]
