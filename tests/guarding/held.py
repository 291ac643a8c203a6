"""What `test_guard` runs and ends half-way; not collected by itself."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.service import Service
from tests.faults.serving import Serving
from tests.stores import TestStores


def _tell(text: str) -> None:
    """On a pipe of its own: pytest keeps what is printed."""
    Path(os.environ["HELD_READY"]).write_text(text)


async def test_holds_a_service(service: Service, stores: TestStores) -> None:
    _tell(str(stores.folder))
    await asyncio.sleep(60)


def test_holds_many_examples(stores: TestStores) -> None:
    @settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=10_000)
    @given(st.integers())
    def each(_: int) -> None:
        _tell(str(stores.folder))
        time.sleep(0.05)

    each()


def test_holds_a_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    serving = Serving(tmp_path_factory.mktemp("s"))
    try:
        serving.start()
        _tell(str(serving.folder))
        time.sleep(60)
    finally:
        serving.ended()
