"""One page for all processes that share a folder."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import CannotServe
from app.infra import exposition

_COUNT = """
from app.infra import metrics
metrics.TURNS.labels("succeeded").inc(3)
metrics.EXTRACTION_LAG.observe(0.2)
metrics.PEOPLE.set(7)
"""
_SHOW = "from app.infra import exposition; print(exposition.render()[0].decode())"


def _run(code: str, folder: Path) -> str:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_counters_of_processes_are_added_and_gauges_are_not(tmp_path: Path) -> None:
    for _ in range(2):
        _run(_COUNT, tmp_path)
    lines = _run(_SHOW, tmp_path).splitlines()
    assert 'memoryd_turns_total{outcome="succeeded"} 6.0' in lines
    assert "memoryd_extraction_lag_seconds_count 2.0" in lines
    assert "memoryd_users 7.0" in lines


def test_a_page_on_a_port_that_is_taken_is_refused_with_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        with pytest.raises(CannotServe, match="another worker"), exposition.served("127.0.0.1", port):
            pass
