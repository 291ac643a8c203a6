"""The moment and place that date examples are told at: Wednesday 12 March 2025, 10:20, in Shanghai."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.text import dates

ZONE = ZoneInfo("Asia/Shanghai")
AT = datetime(2025, 3, 12, 2, 20, tzinfo=UTC)


@pytest.fixture(scope="session")
def said():
    """Each mention of a text as (its words, what it means in plain text)."""

    def read(text, language="en", at=AT, zone=ZONE):
        return [(mention.text, dates.absolute(mention, language)) for mention in dates.find(text, at, zone)]

    return read


@pytest.fixture(scope="session")
def rewritten():
    def rewrite(text, language, at=AT, zone=ZONE):
        return dates.rewrite(text, at, zone, language)

    return rewrite
