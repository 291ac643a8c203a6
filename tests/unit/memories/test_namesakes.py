"""Which of the things that were said tell of a value that is over, in words that no memory was read from."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from app.memories.episodes.namesakes import tells_of
from app.memories.model import Memory

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def memory(content: str, key: str, value: str) -> Memory:
    return Memory(id=uuid4(), user_pk=uuid4(), content=content, key=key, value=value, created_at=NOW, updated_at=NOW)


HOME = memory("User lives in Porto", "residence", "porto")
HOME_ZH = memory("用户住在绵阳", "residence", "绵阳")
OKRA = memory("User likes okra", "taste:okra", "like")


@pytest.mark.parametrize(
    ("said", "of", "expected"),
    [
        ("My place is still Porto.", HOME, True),
        ("Porto is where I sleep.", HOME, True),
        ("The train to Porto was late because of the storm and I missed my dentist.", HOME, False),
        ("I like portobello mushrooms.", HOME, False),
        ("绵阳就是我的家。", HOME_ZH, True),
        ("我在德阳。", HOME_ZH, False),
        ("Okra is my thing.", OKRA, True),
        ("Okra is not my thing.", OKRA, False),
    ],
)
def test_a_short_thing_said_of_a_value_tells_of_it(said: str, of: Memory, expected: bool) -> None:
    assert tells_of(said, of) is expected
