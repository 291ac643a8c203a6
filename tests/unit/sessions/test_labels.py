"""The label of a window is written when it changes, and now and then, for another process may have changed it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from app.sessions import labels
from app.sessions.labels import Label, Labels

SESSION = UUID(int=7)


class Store:
    """Counts what would be sent."""

    def __init__(self) -> None:
        self.calls = 0

    async def call(self, _command: Callable[[Any], Awaitable[Any]]) -> None:
        self.calls += 1


async def test_a_label_that_stands_is_not_written_at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(labels.time, "monotonic", lambda: now)
    store = Store()
    written = Labels(store, timedelta(days=7))  # type: ignore[arg-type]  # as much of one as is used
    on, off = Label(0, "default", memory_enabled=True), Label(0, "default", memory_enabled=False)
    await written.put(SESSION, on)
    await written.put(SESSION, on)
    assert store.calls == 1
    await written.put(SESSION, off)
    assert store.calls == 2


async def test_a_label_is_written_again_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(labels.time, "monotonic", lambda: now)
    store = Store()
    written = Labels(store, timedelta(days=7))  # type: ignore[arg-type]  # likewise
    label = Label(0, "default", memory_enabled=True)
    await written.put(SESSION, label)
    now += 61
    await written.put(SESSION, label)
    assert store.calls == 2
