from hypothesis import given
from hypothesis import strategies as st

from app.text.language import detect, han, has_han


def test_a_chinese_sentence_with_borrowed_words_is_chinese():
    assert detect("下周的 sprint planning 我来主持") == "zh"
    assert detect("帮我 review 一下 pull request") == "zh"


def test_an_english_sentence_with_one_chinese_name_is_english():
    assert detect("My manager is 段文 and she likes tea") == "en"
    assert detect("My cat is called 团子") == "en"


def test_a_text_without_letters_is_english():
    assert detect("") == "en"
    assert detect("12345 👍") == "en"


def test_a_chinese_question_about_english_code_is_chinese():
    assert detect("这段代码哪里错了？```\ndef the_cat(is_on): return the_mat for the_mat in the_house\n```") == "zh"


def test_han_is_told_from_other_scripts():
    assert han("猫")
    assert han("𠮷")
    assert not han("か")
    assert not han("a")
    assert has_han("ok 好")
    assert not has_han("カタカナ")


@given(st.text())
def test_any_text_has_one_of_two_languages(text):
    assert detect(text) in ("zh", "en")
