import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text.chunks import chunks, sentences


def said(text):
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我养了一只狗。它叫什么？你猜！", ["我养了一只狗。", "它叫什么？", "你猜！"]),
        ("i moved. i like it here.", ["i moved.", "i like it here."]),
        ("He paid 3.5 euros for v2.1.0 of it. Fine.", ["He paid 3.5 euros for v2.1.0 of it.", "Fine."]),
        ("Dr. Novak came, e.g. on foot. We ate.", ["Dr. Novak came, e.g. on foot.", "We ate."]),
        ("Look at https://example.org/a?b=1. Then answer.", ["Look at https://example.org/a?b=1.", "Then answer."]),
        ("“真的吗？”她笑了。", ["“真的吗？”", "她笑了。"]),
        ('She said "no." Then she left.', ['She said "no."', "Then she left."]),
        ("Well... yes", ["Well...", "yes"]),
        ("one\n\ntwo\nthree", ["one", "two", "three"]),
        ("1. Wash\n2. Dry. Fold.", ["1. Wash", "2. Dry.", "Fold."]),
        ("We met J. Brown at 3 p.m. on Sunday.", ["We met J. Brown at 3 p.m. on Sunday."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_people_end_them(text, expected):
    assert said(text) == expected


def test_short_texts_are_one_chunk():
    assert chunks("Just one line. And another.") == ["Just one line. And another."]
    assert chunks("") == []


def test_chunks_hold_whole_sentences():
    text = "这家店的面条很好吃，老板也很和气。" * 60
    for chunk in chunks(text):
        assert len(chunk) <= 500
        assert chunk.endswith("。")
        assert chunk.startswith("这家店")


def test_chunks_are_of_the_wanted_size():
    text = "This sentence is about as long as sentences are. " * 80
    sizes = [len(chunk) for chunk in chunks(text)]
    assert all(200 <= size <= 500 for size in sizes[:-1])


def test_a_chunk_ends_with_its_paragraph_rather_than_later():
    paragraph = "A sentence that stands in a paragraph. " * 7
    text = paragraph + "\n\n" + "Another thing entirely is told here. " * 12
    assert chunks(text)[0] == paragraph.strip()


def test_neighbouring_chunks_share_whole_sentences():
    text = " ".join(f"Sentence number {number} tells of a thing of its own." for number in range(60))
    parts = chunks(text)
    for left, right in pairwise(parts):
        shared = next(size for size in range(len(left), -1, -1) if right.startswith(left[-size:] if size else ""))
        assert 50 <= shared <= 100
        assert right.startswith("Sentence number")


def test_an_overlong_sentence_is_cut_at_a_clause_mark():
    text = "这里有一个分句很长" * 40 + "，" + "后面又来了一个分句" * 60
    parts = chunks(text)
    assert parts[0].endswith("，")
    assert max(map(len, parts)) <= 500


def test_an_overlong_sentence_without_marks_is_cut_at_a_blank():
    for chunk in chunks("word " * 400):
        assert not re.search(r"\bwor?\Z", chunk)


@given(st.lists(st.sampled_from([" ", ". ", "。", "? ", "\n", "\n\n", "，", ", "]), max_size=80), st.integers(0, 30))
def test_chunks_cover_the_text_in_order(separators, overlap):
    words = [f"w{number:03}" for number in range(len(separators))]
    parts = chunks("".join(map("".join, zip(words, separators, strict=True))), 20, 60, overlap)
    seen = [re.findall(r"w\d{3}", part) for part in parts]
    assert all(len(part) <= 60 for part in parts)
    assert all(left[-1] < right[-1] and left[0] < right[0] for left, right in pairwise(seen))
    assert sorted({word for part in seen for word in part}) == words


@given(st.text(max_size=600), st.integers(1, 20), st.integers(20, 60), st.integers(0, 80))
def test_chunks_of_any_text_keep_to_their_size_and_begin_and_end_with_it(text, least, most, overlap):
    parts = chunks(text, least, most, overlap)
    assert all(0 < len(part) <= most and part in text for part in parts)
    assert bool(parts) == bool(text.strip())
    if parts:
        assert text.strip().startswith(parts[0])
        assert text.strip().endswith(parts[-1])


@given(st.text(max_size=300))
def test_sentences_of_any_text_lie_in_order_and_lose_no_word(text):
    places = sentences(text)
    assert all(start < end for start, end in places)
    assert all(left[1] <= right[0] for left, right in pairwise(places))
    outside = [
        text[a:b]
        for a, b in zip([0, *(end for _, end in places)], [*(start for start, _ in places), len(text)], strict=True)
    ]
    assert not "".join(outside).strip()


def test_a_text_without_any_end_is_cut_into_few_chunks():
    assert len(chunks("x" * 32_768)) == 66
