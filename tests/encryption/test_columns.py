"""Every column that can hold text is decided: encrypted, hashed, or plain with a reason."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Column, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB

from app.infra.postgres import metadata
from app.tables import load
from app.users.shelves import SHELVES

PAGE = Path(__file__).resolve().parents[2] / "docs/privacy.md"
_TERMS = {"memory_terms.term"}  # moved with their memories


def _holds_text(column: Column) -> bool:
    kind = column.type.item_type if isinstance(column.type, ARRAY) else column.type
    return isinstance(kind, Text | JSON | JSONB | LargeBinary)


def _columns() -> set[str]:
    load()
    return {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if _holds_text(column)
    }


def _documented() -> dict[str, str]:
    rows = re.findall(
        r"^\| (`\w+\.\w+`.*?) \| (encrypted|hashed|plain) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert all(why.strip() for _, _, why in rows)
    named = [(name, kept) for names, kept, _ in rows for name in re.findall(r"`(\w+\.\w+)`", names)]
    assert len(named) == len(dict(named))
    return dict(named)


def test_the_page_decides_every_column_of_the_schema_that_can_hold_text():
    assert set(_documented()) == _columns()


@pytest.mark.parametrize("kept", ["encrypted", "hashed"])
def test_what_the_page_calls_hidden_is_what_the_rotation_moves(kept):
    documented = {name for name, how in _documented().items() if how == kept}
    moved = {
        f"{shelf.table}.{name}" for shelf in SHELVES for name in (shelf.columns if kept == "encrypted" else shelf.marks)
    }
    assert documented - _TERMS == moved


def test_every_shelf_is_read_in_the_order_of_its_primary_key():
    load()
    for shelf in SHELVES:
        assert [column.name for column in metadata.tables[shelf.table].primary_key.columns] == ["tenant_id", *shelf.ids]
