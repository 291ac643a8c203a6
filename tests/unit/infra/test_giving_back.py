"""A connection goes back to the pool without its transaction, or not at all."""

import asyncio

import pytest

from app.infra.postgres import _cleaned


class Raw:
    """A driver's connection whose ROLLBACK ends with this error."""

    def __init__(self, error: BaseException | None) -> None:
        self._error = error
        self._closed = False

    def is_closed(self) -> bool:
        return self._closed

    def terminate(self) -> None:
        self._closed = True

    async def execute(self, sql: str, **_: float) -> None:
        assert sql == "ROLLBACK"
        if self._error is not None:
            raise self._error


class Borrowed:
    """The pool's side of it."""

    def __init__(self) -> None:
        self.fate: list[str] = []

    async def invalidate(self) -> None:
        self.fate.append("thrown away")

    async def close(self) -> None:
        self.fate.append("given back")


async def test_a_clean_one_is_given_back() -> None:
    borrowed = Borrowed()
    await _cleaned(borrowed, Raw(None))  # type: ignore[arg-type]
    assert borrowed.fate == ["given back"]


@pytest.mark.parametrize("error", [OSError(), TimeoutError(), RuntimeError()])
async def test_one_that_cannot_be_cleaned_is_thrown_away_and_nobody_is_bothered(error: Exception) -> None:
    borrowed = Borrowed()
    await _cleaned(borrowed, Raw(error))  # type: ignore[arg-type]
    assert borrowed.fate[0] == "thrown away"


@pytest.mark.parametrize("error", [asyncio.CancelledError(), KeyboardInterrupt(), SystemExit(3)])
async def test_an_end_meanwhile_is_heard_and_the_connection_thrown_away(error: BaseException) -> None:
    borrowed = Borrowed()
    with pytest.raises(type(error)):
        await _cleaned(borrowed, Raw(error))  # type: ignore[arg-type]
    assert borrowed.fate[0] == "thrown away"
