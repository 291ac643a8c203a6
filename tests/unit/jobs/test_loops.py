"""A loop beside the jobs goes on whatever happens in a round, and the round is counted."""

import pytest
from procrastinate.exceptions import ConnectorException
from structlog.testing import capture_logs

from app.errors import Unavailable
from app.infra.metrics import ROUNDS
from app.jobs import loops


def _count(outcome: str) -> float:
    return ROUNDS.labels("upkeep", outcome)._value.get()


async def _fails(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (None, "succeeded"),
        (Unavailable(), "unavailable"),
        (ConnectorException(), "unavailable"),
        (ValueError("the user lives in Leeds"), "failed"),
        (KeyError("the user lives in Leeds"), "failed"),
    ],
)
async def test_each_round_is_counted_by_how_it_ended(error: Exception | None, outcome: str) -> None:
    async def work() -> None:
        if error is not None:
            await _fails(error)

    before = _count(outcome)
    with capture_logs() as told:
        await loops.tried("upkeep", work)
    assert _count(outcome) == before + 1
    assert [line["loop"] for line in told] == ([] if error is None else ["upkeep"])
    assert "Leeds" not in str(told)  # an error may quote what somebody said


async def test_an_end_is_an_end_and_no_failed_round() -> None:
    async def work() -> None:
        await _fails(KeyboardInterrupt())

    before = _count("failed")
    with pytest.raises(KeyboardInterrupt):
        await loops.tried("upkeep", work)
    assert _count("failed") == before
