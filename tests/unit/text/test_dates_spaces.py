"""A date means the same with and without spaces between its parts."""

from datetime import UTC, datetime

import pytest

from app.text.dates import find

AT = datetime(2026, 8, 6, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2024年3月5日", "2025年9月", "2023年", "二〇二五年九月", "2022年12月1日下午3点", "1月9日"]
)
def test_spaces_between_the_parts_of_a_chinese_date_change_nothing(text: str) -> None:
    spaced = "".join(f" {char} " if char in "年月日" else char for char in text).strip()
    (tight,), (wide,) = find(text, AT, UTC), find(spaced, AT, UTC)
    assert (wide.since, wide.until, wide.grain) == (tight.since, tight.until, tight.grain)
