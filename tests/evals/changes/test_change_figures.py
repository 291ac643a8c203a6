"""Changes are understood, and next to no look-alike ends anything; `change_figures` measures the whole sets."""

import pytest

from tests.client import Client
from tests.evals.changes.change_figures import HEARD, SETS, measured


@pytest.mark.parametrize("name", [name for name in SETS if not name.endswith("unseen")])
async def test_changes_are_understood_and_look_alikes_end_nothing(client: Client, user: str, name: str) -> None:
    figures = await measured(client, name, user, every=4)
    assert figures.changes + figures.alike >= 8
    least = 3 if name in HEARD else 8
    assert len(figures.stale) <= figures.changes // least + 1, figures.stale
    assert figures.ended == []
