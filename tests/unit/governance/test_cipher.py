"""Hidden words come back as they were, at their place and nowhere else."""

import asyncio
import os
import uuid
from contextlib import suppress

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import CannotServe
from app.governance.cipher import Cipher, Ciphers, UnknownKey, Unreadable, key_of, unwrapped, wrapped
from app.governance.ring import Ring, keys_of
from app.infra.words import PLAIN

TENANT = uuid.UUID(int=7)
ROW = uuid.UUID(int=70)
OLD, NEW, INDEX = (os.urandom(32) for _ in range(3))

TEXT = st.text()
DOCUMENT = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


def cipher(first="new", tenant=TENANT, mixed=False, **ring):
    return Ciphers(ring or {"new": NEW, "old": OLD}, first, INDEX, mixed=mixed).of(tenant)


WORDS = cipher()


@given(TEXT)
def test_any_text_comes_back_and_is_not_seen(text):
    kept = WORDS.hide(text, "messages.content", ROW, 3)
    assert WORDS.show(kept, "messages.content", ROW, 3) == text
    assert not text or key_of(kept) == "new"
    assert len(text) < 4 or text not in kept


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), DOCUMENT))
def test_any_document_comes_back(document):
    kept = orjson.loads(WORDS.hide_document(document, "sessions.state", ROW))
    assert WORDS.show_document(kept, "sessions.state", ROW) == document
    assert not document or isinstance(kept, str)


@given(TEXT)
def test_equal_names_are_kept_as_equal_texts(name):
    kept = WORDS.hide_name(name, "episodes.name")
    assert kept == WORDS.hide_name(name, "episodes.name")
    assert WORDS.show_name(kept, "episodes.name") == name


@pytest.mark.parametrize(
    ("tenant", "column", "row"),
    [
        (TENANT, "messages.content", (ROW, 4)),
        (TENANT, "messages.content", (uuid.UUID(int=71), 3)),
        (TENANT, "messages.name", (ROW, 3)),
        (uuid.UUID(int=8), "messages.content", (ROW, 3)),
    ],
    ids=["another message", "another session", "another column", "another tenant"],
)
def test_what_was_moved_elsewhere_cannot_be_read(tenant, column, row):
    kept = WORDS.hide("The shed key hangs by the door.", "messages.content", ROW, 3)
    with pytest.raises(Unreadable):
        cipher(tenant=tenant).show(kept, column, *row)


@given(st.integers(min_value=0), st.integers(1, 255))
def test_a_changed_byte_never_reads_as_other_words(place, change):
    words = "The shed key hangs by the door."
    kept = WORDS.hide(words, "messages.content", ROW, 3)
    start = kept.index(":") + 1
    at = start + place % (len(kept) - start)
    changed = kept[:at] + chr((ord(kept[at]) ^ change) or 65) + kept[at + 1 :]
    with suppress(Unreadable):
        assert WORDS.show(changed, "messages.content", ROW, 3) == words  # Base64 leaves bits unused


def test_a_second_key_still_reads_and_a_key_that_is_gone_is_named():
    kept = cipher("old").hide("Hello", "messages.content", ROW, 3)
    assert cipher("new").show(kept, "messages.content", ROW, 3) == "Hello"
    with pytest.raises(UnknownKey, match="'old'"):
        cipher("new", new=NEW).show(kept, "messages.content", ROW, 3)


def test_marks_stay_the_same_under_another_key_and_differ_between_tenants_and_uses():
    assert cipher("old").mark("tea", "term") == cipher("new").mark("tea", "term") != "tea"
    assert WORDS.mark("tea", "term") != WORDS.mark("tea", "tag")
    assert WORDS.mark("tea", "term") != cipher(tenant=uuid.UUID(int=8)).mark("tea", "term")


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters=":")), min_size=1, max_size=4))
def test_the_mark_of_a_key_begins_with_the_marks_of_its_heads(parts):
    whole = WORDS.mark_key(":".join(parts))
    for count in range(1, len(parts)):
        assert whole.startswith(WORDS.mark_key(":".join(parts[:count])) + ":")
    assert whole.count(":") == len(parts) - 1
    assert WORDS.mark_key(None) is None


def test_while_plain_rows_are_left_both_forms_are_looked_for():
    assert WORDS.marks(["tea"], "term") == [WORDS.mark("tea", "term")]
    assert cipher(mixed=True).marks(["tea"], "term") == [WORDS.mark("tea", "term"), "tea"]
    assert set(cipher(None).marks(["tea"], "term")) == {WORDS.mark("tea", "term"), "tea"}
    assert cipher(None).mark("tea", "term") == "tea"


def test_without_a_key_that_writes_words_are_written_plain_and_still_read():
    kept = WORDS.hide("Hello", "messages.content", ROW, 3)
    off = cipher(None)
    assert off.hide("Hello", "messages.content", ROW, 3) == "Hello"
    assert off.show(kept, "messages.content", ROW, 3) == "Hello"
    assert off.show("plain", "messages.content", ROW, 3) == "plain"


def test_plain_words_are_left_alone():
    assert not PLAIN.hidden
    assert isinstance(WORDS, Cipher)
    assert WORDS.hidden
    assert PLAIN.hide("a", "messages.content", ROW) == PLAIN.show("a", "messages.content", ROW) == "a"


def test_the_key_of_the_marks_opens_only_under_the_right_key():
    assert unwrapped("new", NEW, wrapped("new", NEW, INDEX)) == INDEX
    assert unwrapped("new", OLD, wrapped("new", NEW, INDEX)) is None
    assert unwrapped("other", NEW, wrapped("new", NEW, INDEX)) is None


GOOD = "dGVzdA" * 7 + "c="


def test_keys_are_read_in_their_order_from_commas_and_lines():
    assert list(keys_of(f"b:{GOOD}, a:{GOOD}")) == ["b", "a"]
    assert list(keys_of(f"# of November\nb:{GOOD}\n\na:{GOOD}\n")) == ["b", "a"]
    assert keys_of("") == {}


@pytest.mark.parametrize("text", ["a", "a:", "a:c2hvcnQ=", f":{GOOD}", f"a b:{GOOD}", f"a:{GOOD[:-1]}!", f"a:{GOOD} x"])
def test_a_malformed_key_is_refused_without_being_shown(text):
    with pytest.raises(CannotServe) as refused:
        keys_of(text)
    assert GOOD[:10] not in str(refused.value)
    assert "memoryd keys new-encryption" in str(refused.value)


def test_a_key_named_twice_and_encryption_without_a_key_are_refused():
    with pytest.raises(CannotServe, match="twice"):
        keys_of(f"a:{GOOD},a:{GOOD}")
    with pytest.raises(CannotServe, match="ENCRYPTION__KEYS"):
        Ring({}, enabled=True)


def test_a_watch_that_never_began_ends():
    asyncio.run(Ring({}, enabled=False).stop())
