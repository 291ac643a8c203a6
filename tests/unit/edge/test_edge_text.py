"""Which strings and documents are kept: byte for byte, or not at all."""

import re
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.errors import Invalid
from app.schemas.document import Bounded, Document
from app.schemas.scope import MemoryScopeIn, ScopeIn, namespaces, owner
from app.schemas.text import Identifier, MemoryText, MessageText, QueryText, ShortText, clip

TENANT = UUID(int=1)


def accepts(kind: Any, value: Any) -> bool:
    try:
        return bool(TypeAdapter(kind).validate_python(value) == value)
    except ValidationError:
        return False


@pytest.mark.parametrize("value", ["a", "a b", " a ", "用户/1", "a:b", "..", "é", "👩‍👧", "x" * 128, "%00", "用" * 128])
def test_an_identifier_is_kept_as_it_came(value: str) -> None:
    assert accepts(Identifier, value)


@pytest.mark.parametrize(
    "value", ["", " ", "\u3000", "\u200b\ufeff", "a\x00", "a\n", "\ta", "a\x7f", "a\x85", "\ud800", "x" * 129, 5, None]
)
def test_an_identifier_that_nobody_could_see_or_store_is_refused(value: Any) -> None:
    assert not accepts(Identifier, value)


@pytest.mark.parametrize(
    ("kind", "most"),
    [(MessageText, 32_768), (MemoryText, 8192), (QueryText, 8192), (ShortText, 256), (Identifier, 128)],
)
def test_a_limit_counts_characters_and_is_inclusive(kind: Any, most: int) -> None:
    for letter in ("x", "用", "😀"):
        assert accepts(kind, letter * most)
        assert not accepts(kind, letter * (most + 1))


@pytest.mark.parametrize("kind", [MessageText, MemoryText, QueryText])
def test_text_may_have_lines_and_tabs_but_must_say_something(kind: Any) -> None:
    assert accepts(kind, "\n\ta\nb\n")
    for value in ("", "\n", " \t", "\u3000\u00a0", "\u200b", "a\r\n", "a\x00", "a\x1b[0m", "\udfff"):
        assert not accepts(kind, value)


@given(st.text(max_size=20))
def test_the_documented_pattern_agrees_with_what_is_accepted(value: str) -> None:
    for kind in (Identifier, MessageText):
        schema = TypeAdapter(kind).json_schema()
        documented = bool(re.fullmatch(schema["pattern"][1:-1], value)) and len(value) <= schema["maxLength"]
        assert accepts(kind, value) == documented


SAFE = st.characters(exclude_categories=("Cc", "Cs"))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(SAFE, max_size=9)
)
JSONISH = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(SAFE, max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(SAFE, max_size=5), JSONISH, max_size=4))
def test_any_harmless_document_is_kept(value: dict[str, Any]) -> None:
    assert accepts(Document, value)


def nested(levels: int) -> dict[str, Any]:
    return {"a": nested(levels - 1)} if levels > 1 else {}


@pytest.mark.parametrize(
    "value",
    [
        {"a\x00": 1},
        {"a": ["\x00"]},
        {"a": {"\ud800": 1}},
        {"a": float("inf")},
        {"a": [float("nan")]},
        {"a": 2**63},
        {"a": "x" * 16_384},
        nested(21),
        [],
        "x",
        {"a": {1, 2}},
        {1: 2},
    ],
)
def test_a_document_that_jsonb_could_not_keep_is_refused(value: Any) -> None:
    assert not accepts(Document, value)


def test_a_document_has_bounds_of_its_own() -> None:
    assert Bounded().check(nested(20)) == nested(20)
    assert len(Bounded(size=40_000).check({"a": "x" * 30_000})["a"]) == 30_000


def test_what_is_shown_of_a_value_is_short_and_encodable() -> None:
    assert len(clip("x" * 5000)) == 100
    clip("\ud800").encode()


def test_a_body_names_its_scope_and_the_key_its_tenant() -> None:
    scope = ScopeIn(user_id="u", project_id="p").scope(TENANT)
    assert (scope.tenant_id, scope.user_id, scope.namespace, scope.project_id) == (TENANT, "u", "default", "p")
    assert MemoryScopeIn(user_id=None).scope(TENANT).user_id is None
    with pytest.raises(ValidationError):
        MemoryScopeIn.model_validate({})


def test_a_query_means_one_user_or_what_is_shared() -> None:
    assert owner("u", shared=False) == "u"
    assert owner(None, shared=True) is None
    for user_id, shared in (("u", True), (None, False)):
        with pytest.raises(Invalid):
            owner(user_id, shared=shared)


def test_a_star_reads_all_namespaces() -> None:
    assert namespaces("*") is None
    assert namespaces("work") == "work"
