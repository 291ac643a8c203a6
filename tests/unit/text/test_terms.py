import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text.terms import _local, terms


def test_han_characters_give_pairs():
    assert set(terms("杭州西湖")) == {"杭州", "州西", "西湖"}


def test_a_single_han_character_gives_itself():
    assert terms("猫") == {"猫": 1}


def test_particles_and_question_words_give_nothing():
    assert not terms("的")
    assert not terms("什么")
    assert "户的" not in terms("用户的狗")
    assert "狗" in terms("用户的狗")


def test_a_word_that_holds_a_particle_is_kept():
    assert "了解" in terms("想了解酒吧")
    assert "酒吧" in terms("想了解酒吧")


def test_english_words_are_stemmed_and_stop_words_dropped():
    assert set(terms("The dogs were running in her gardens")) == {"dog", "run", "garden"}
    assert terms("allergies") == terms("allergy")


def test_contractions_leave_no_crumbs():
    assert set(terms("She's sure the cat's asleep and doesn't mind")) == {"sure", "cat", "asleep", "mind"}


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("order QK-40213", "qk-40213"),
        ("the billing_jobs table", "billing_jobs"),
        ("version v2.7.1", "v2.7.1"),
        ("mail me@example.org", "me@example.org"),
        ("call cache.flush()", "cache.flush"),
        ("I like F#", "f#"),
        ("in C++ please", "c++"),
        ("on .NET 8", ".net"),
        ("我用.NET写", ".net"),
        ("用 C# 写", "c#"),
        ("rises by 3.5", "3.5"),
    ],
)
def test_identifiers_and_numbers_are_kept_whole(text, whole):
    assert whole in terms(text)


def test_the_parts_of_an_identifier_are_found_too():
    assert {"qk", "40213"} <= set(terms("QK-40213"))
    assert {"bill", "job"} <= set(terms("billing_jobs"))
    assert {"get", "order", "total", "getordertotal"} <= set(terms("getOrderTotal"))


def test_languages_that_differ_by_a_sign_have_different_terms():
    assert set(terms("C")) == {"c"}
    assert set(terms("C++")) == {"c++"}
    assert set(terms("C#")) == {"c#"}


def test_width_case_and_invisible_characters_do_not_matter():
    assert terms("Ｚｅｐｈｙｒ") == terms("zephyr") == terms("zep\u200bhyr")


def test_thousands_separators_do_not_matter():
    assert terms("12,500") == terms("12500")


def test_other_scripts_give_sensible_terms():
    assert set(terms("서울에")) == {"서울", "울에"}
    assert set(terms("カメラ")) == {"カメ", "メラ"}
    assert set(terms("Живу в Киеве")) == {"живу", "в", "киеве"}
    assert set(terms("हिन्दी")) == {"हिन्दी"}


def test_a_term_counts_how_often_it_occurs():
    assert terms("tea and more tea")["tea"] == 2


def test_each_thread_stems_with_a_stemmer_of_its_own():
    seen = []

    def work():
        terms(f"walking{threading.get_ident()} singing")
        terms("hummingbirds")
        seen.append(getattr(_local, "stemmer", None))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    made = [stemmer for stemmer in seen if stemmer is not None]
    assert len({id(stemmer) for stemmer in made}) == len(made)


@given(st.text())
def test_any_text_has_short_terms(text):
    for term, count in terms(text).items():
        assert term
        assert count > 0


@given(st.text(alphabet="aB1-._@:,'+#&\\ 的猫了か한\u0301\u200d", max_size=60))
def test_awkward_texts_have_terms_that_do_not_depend_on_case(text):
    assert terms(text.lower()).keys() <= {*terms(text), *terms(text.lower())}


def test_a_run_without_end_gives_one_short_term():
    assert [len(term) for term in terms("x" * 30_000)] == [64]


def test_as_many_terms_as_characters_at_most():
    text = "a-b_c.d@e" * 3_000
    assert sum(terms(text).values()) <= 2 * len(text)
