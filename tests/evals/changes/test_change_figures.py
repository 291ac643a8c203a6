"""Changes are understood, and next to no look-alike ends anything; `change_figures` measures the whole sets."""

import pytest

from tests.client import Client
from tests.evals.changes.change_figures import SETS, measured


@pytest.mark.parametrize("name", SETS)
async def test_changes_are_understood_and_look_alikes_end_nothing(client: Client, user: str, name: str) -> None:
    figures = await measured(client, name, user, every=4)
    assert figures.changes + figures.alike >= 8
    least = 3 if name in ("passing", "talk") else 8  # indirect words are understood less often
    assert len(figures.stale) <= figures.changes // least + 1, figures.stale
    assert figures.ended == []
