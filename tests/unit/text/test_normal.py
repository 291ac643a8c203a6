import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import folding
from app.text.terms import content_hash, normalise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I grow tomatoes.", "i  grow   TOMATOES!!"),
        ("Ｉ ｇｒｏｗ ｔｏｍａｔｏｅｓ", "I grow tomatoes"),
        ("hello, world", "hello world"),
        ("我用 Rust 写后端。", "我用Rust写后端"),
        ("她喜欢喝茶！", "她喜欢喝茶"),
        ("don’t shout", "don't shout"),
        ("to\u200bmato", "tomato"),
    ],
)
def test_width_case_spacing_and_punctuation_do_not_make_a_difference(one, other):
    assert normalise(one) == normalise(other)
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("writes C", "writes C++"),
        ("writes C", "writes C#"),
        ("pays 5", "pays 5%"),
        ("pays 5", "pays 5 %"),
        ("it is 5 degrees", "it is -5 degrees"),
        ("pi is 3.5", "pi is 35"),
        ("does eat meat", "does not eat meat"),
        ("不要", "要"),
        ("不，要", "不要"),
        ("a = b", "a != b"),
        ("a < b", "a > b"),
        ("likes it 👍", "likes it 👎"),
        ("costs $5", "costs €5"),
    ],
)
def test_signs_and_words_that_change_the_meaning_do_make_a_difference(one, other):
    assert normalise(one) != normalise(other)


def test_the_hash_is_a_sha256_in_hex():
    assert len(content_hash("anything")) == 64
    assert int(content_hash("anything"), 16)


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


@given(st.text(alphabet="aZ5.-+#%,:'@/& \n我的，。C$¥_~|!=\u0301\u200d😀İß々K①½", max_size=30))
def test_normalising_awkward_texts_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_a_normal_form_has_no_blanks_at_its_ends(text):
    assert normalise(text) == normalise(text).strip()


def test_a_tower_of_marks_is_shortened_before_it_is_sorted(monkeypatch):
    seen = []

    class Watched:
        @staticmethod
        def normalize(form, text):
            seen.append(text)
            return unicodedata.normalize(form, text)

    monkeypatch.setattr(folding, "unicodedata", Watched)
    folding.compose("e" + "\u0301\u0316" * 16_384)
    assert max(map(len, seen)) <= 31
