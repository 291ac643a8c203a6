import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import tokens


def test_what_looks_like_a_special_token_is_counted_as_plain_text():
    assert tokens.count("<|endoftext|>") > 1


def test_an_empty_text_has_no_tokens():
    assert tokens.count("") == 0


def test_a_text_that_fits_is_returned_whole():
    assert tokens.cut("Short enough.", 50) == "Short enough."


def test_a_limit_of_zero_leaves_nothing():
    assert tokens.cut("anything", 0) == ""
    assert tokens.cut("", 0) == ""


def test_a_limit_that_only_the_marker_would_fill_leaves_nothing():
    assert tokens.cut("a long enough sentence to be cut", 1) == ""


def test_a_cut_ends_after_a_sentence_where_that_costs_little():
    text = "The first sentence is here. The second one is a little longer than that."
    assert tokens.cut(text, 10) == "The first sentence is here.…"


def test_a_cut_goes_into_a_sentence_when_its_end_is_too_far_back():
    cut = tokens.cut("Yes. " + "word " * 200, 100)
    assert tokens.count(cut) > 90


def test_a_point_inside_a_number_is_no_sentence_end():
    text = "By now the rate is known to us all. It rose to 3.14159265"
    up_to_the_point = tokens.count("By now the rate is known to us all. It rose to 3.")
    assert tokens.cut(text, up_to_the_point, marker="") == "By now the rate is known to us all."


def test_an_emoji_family_and_a_flag_are_not_torn_apart():
    family, flag = "👨‍👩‍👧‍👦", "🇧🇪"
    for limit in range(1, 40):
        assert tokens.cut(family * 9, limit, marker="").replace(family, "") == ""
        assert tokens.cut(flag * 9, limit, marker="").replace(flag, "") == ""


def test_another_marker_counts_too():
    cut = tokens.cut("one two three four five six seven eight nine ten", 6, marker=" [more]")
    assert cut.endswith(" [more]")
    assert tokens.count(cut) <= 6


@given(st.text(max_size=400), st.integers(0, 60))
def test_a_cut_never_counts_more_than_its_limit(text, limit):
    cut = tokens.cut(text, limit)
    assert tokens.count(cut) <= limit
    assert text.startswith(cut.removesuffix("…"))


@given(st.text(alphabet="ab 。.!\n的猫1é\u0301👍\u200d", max_size=300), st.integers(0, 40))
def test_a_cut_of_awkward_characters_never_counts_more_than_its_limit(text, limit):
    assert tokens.count(tokens.cut(text, limit)) <= limit


@given(st.text(st.characters(categories=["Cs", "L"]), max_size=50))
def test_lone_surrogates_are_counted_and_do_not_crash(text):
    assert tokens.count(text) >= 0
    tokens.cut(text, 5)


@pytest.mark.parametrize("text", ["a" * 32_768, "的" * 32_768, "\u0301" * 32_768, " " * 32_768, "ab1 " * 8_192])
def test_a_cut_reads_a_long_text_only_a_few_times(text, monkeypatch):
    read = 0

    class Watched:
        def __getattr__(self, name):
            method = getattr(original, name)

            def call(argument):
                nonlocal read
                read += len(argument)
                return method(argument)

            return call

    original = tokens._tokenizer()
    monkeypatch.setattr(tokens, "_tokenizer", Watched)
    cut = tokens.cut(text, 2000)
    assert tokens._count(cut) <= 2000
    assert read <= 20 * len(text)
