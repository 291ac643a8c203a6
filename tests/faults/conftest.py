"""Fault tests: a service of their own, whose processes may be killed, and stores whose lines may be cut."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.serving import Serving


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short: a Unix socket's path may not be long."""
    path = Path(tempfile.mkdtemp(prefix="memoryd-fault-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    """One service for the tests of a file; whatever they kill comes back or is started again."""
    path = Path(tempfile.mkdtemp(prefix="memoryd-fault-"))
    running = Serving(path)
    running.start()
    yield running
    running.ended()
    shutil.rmtree(path, ignore_errors=True)
