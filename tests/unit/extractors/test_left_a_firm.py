"""Who leaves a firm leaves that one, whatever follows; who leaves early leaves none."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import read
from app.memories.extractors.sentences import Said
from app.memories.model import Act

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def left(text: str) -> set[str | None]:
    found = read([Said("user", text, NOON, UTC)])
    return {one.value for one in found if one.act is Act.RETRACT and one.key == "employer"}


@pytest.mark.parametrize(
    "text",
    [
        "I quit Tidewell, starting at the library on Nov 2",
        "I left Tidewell, too much stress",
        "i quit tidewell btw, starting at the library on monday",
        "i left tidewell - the pay was bad",
        "I resigned from Tidewell; the pay was bad",
    ],
)
def test_what_follows_is_no_part_of_the_firm(text: str) -> None:
    assert left(text) == {"tidewell"}


@pytest.mark.parametrize("text", ["I left early", "i left yesterday", "I left already", "We left late"])
def test_leaving_early_ends_no_job(text: str) -> None:
    assert left(text) == set()
