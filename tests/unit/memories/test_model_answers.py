"""What models write instead of JSON, and what is left of it."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memories.extractors.parsing import MOST, Draft, parse

ONE = {"evidence": "I keep bees.", "content": "User keeps bees", "kind": "fact", "key": None, "importance": 3}
TWO = {"evidence": "我养蜜蜂。", "content": "用户养蜜蜂", "kind": "fact", "key": None, "importance": 3}
GOOD = json.dumps({"memories": [ONE]})


def contents(text: str) -> list[str]:
    return [draft.content for draft in parse(text).drafts]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(GOOD, id="as asked"),
        pytest.param(f"```json\n{GOOD}\n```", id="fence"),
        pytest.param(f"~~~\n{GOOD}", id="open fence"),
        pytest.param(f"Sure! Here is what I found:\n{GOOD}\nLet me know {{if}} you need more.", id="prose around"),
        pytest.param(json.dumps([ONE]), id="bare list"),
        pytest.param(json.dumps(ONE), id="bare object"),
        pytest.param(json.dumps({"memories": ONE}), id="object instead of list"),
        pytest.param(json.dumps({"result": {"data": {"items": [ONE]}}}), id="wrapped"),
        pytest.param(f"<think>The user {{says}} something</think>{GOOD}", id="think block"),
        pytest.param(f"<think>The user says something. {GOOD}", id="unclosed think block"),
        pytest.param(f"thinking… </think>\n{GOOD}", id="end of a think block alone"),
        pytest.param(GOOD[:-2], id="brackets missing"),
        pytest.param(GOOD.replace("}]", ",}],"), id="trailing commas"),
        pytest.param(str({"memories": [ONE]}), id="python literals"),
        pytest.param("{memories: [{evidence: 'I keep bees.', content: 'User keeps bees'}]}", id="bare names"),
        pytest.param("\ufeff" + GOOD, id="byte order mark"),
        pytest.param(json.dumps(GOOD), id="json in a string of json"),
        pytest.param(json.dumps({"memories": [json.dumps(ONE)]}), id="items as strings"),
        pytest.param(GOOD.replace('"kind"', '"kind": "event", "kind"'), id="duplicated key"),
        pytest.param(json.dumps({"memories": [ONE] * 50}), id="repeated"),
        pytest.param(json.dumps({"memories": [ONE | {"evidence": ["I keep bees."]}]}), id="evidence as a list"),
        pytest.param(json.dumps({"memories": [ONE | {"kind": 7, "importance": "very", "key": {}}]}), id="wrong types"),
        pytest.param(f"{json.dumps(ONE)}\n{json.dumps({'note': 1})}", id="json lines"),
        pytest.param(f"// found one\n{GOOD} /* done */", id="comments"),
    ],
)
def test_a_deformed_answer_still_gives_its_memory(answer: str) -> None:
    assert contents(answer) == ["User keeps bees"]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("", "empty"),
        (" \n\ufeff", "empty"),
        ("I'm sorry, I can't help with that.", "unreadable"),
        ("抱歉，我无法完成这个请求。", "unreadable"),
        ("<think>The user wants", "unreadable"),
        ("{", "unreadable"),
        ('{"memories": ["User keeps bees"]}', "unreadable"),
        ('{"memories": [{"content": "User keeps bees"}]}', "unreadable"),
        ('{"memories": []}', "none"),
        ("[]", "none"),
        ("bzzz " * 5000, "unreadable"),
    ],
)
def test_no_answer_is_told_from_an_empty_list(answer: str, state: str) -> None:
    assert (parse(answer).drafts, parse(answer).state) == ((), state)


def test_numbers_in_strings_are_numbers_and_what_is_out_of_range_is_nothing() -> None:
    (draft,) = parse(json.dumps(ONE | {"importance": "4", "confidence": "7", "lasting": "no"})).drafts
    assert (draft.importance, draft.confidence, draft.lasting) == (4, None, False)


def test_two_memories_run_together_in_one_object_are_two() -> None:
    text = (
        '{"content": "User keeps bees", "evidence": "I keep bees.", "content": "用户养蜜蜂", "evidence": "我养蜜蜂。"}'
    )
    assert contents(text) == ["User keeps bees", "用户养蜜蜂"]


def test_a_mark_of_quotation_inside_a_text_never_leaves_half_of_it() -> None:
    assert contents('{"evidence": "I keep bees.", "content": "User keeps "bees" at home"}') == [
        'User keeps "bees" at home'
    ]
    assert contents('{"evidence": "x y", "content": "User likes "a", "b" and never c"}') == []


def test_an_answer_without_end_is_cut() -> None:
    many = [ONE | {"content": f"User keeps bee number {number}"} for number in range(500)]
    assert len(parse(json.dumps(many)).drafts) == MOST


@pytest.mark.parametrize("form", [json.dumps, lambda value: json.dumps(value, ensure_ascii=False, indent=1), str])
def test_an_answer_cut_at_any_byte_gives_whole_memories_or_none(form) -> None:
    whole = form({"memories": [ONE, TWO | {"evidence": '我说"养"蜜蜂，it\'s so。'}, ONE | {"content": "User's bees"}]})
    allowed = {(draft.content, draft.evidence) for draft in parse(whole).drafts}
    data = whole.encode()
    for end in range(len(data)):
        cut = parse(data[:end].decode(errors="replace"))
        assert {(draft.content, draft.evidence) for draft in cut.drafts} <= allowed


@given(st.text(alphabet=st.sampled_from("{}[]\",:'\\ \n<think>/memoriscontevdk*#1用户“”\ufeff\x00"), max_size=200))
def test_any_text_is_read_without_an_error_and_nothing_is_made_up(text: str) -> None:
    for draft in parse(text).drafts:
        if "\\" not in text:
            flat = " ".join(text.replace("\x00", " ").split())
            assert draft.content in flat
            assert draft.evidence in flat


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(data: bytes) -> None:
    parse(data.decode(errors="replace"))
    parse(data.decode("latin-1"))


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["content", "evidence", "kind", "memories", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_JSON)
def test_any_json_gives_only_strings_that_stand_in_it(value) -> None:
    def strings(inner) -> set[str]:
        if isinstance(inner, str):
            return {" ".join(inner.split())}
        if isinstance(inner, dict):
            return {text for one in inner.values() for text in strings(one)}
        return {text for one in inner for text in strings(one)} if isinstance(inner, list) else set()

    def plain(text: str) -> str:
        return "".join(char for char in text if char.isalnum())

    there = {plain(text) for text in strings(value)}
    for draft in parse(json.dumps(value)).drafts:
        assert {plain(draft.content), plain(draft.evidence)} <= there


def test_a_draft_is_told_by_its_words_alone() -> None:
    told = Draft(content="用户养蜜蜂", evidence="我养蜜蜂。", kind="fact", importance=3)
    assert parse(json.dumps(TWO)).drafts == (told,)


@pytest.mark.parametrize("piece", ["[", '{"a":', "<think>", "' ", '"a" ', "{'a", "/*", '{"content":"x","evidence":"y'])
def test_no_text_takes_long_to_read(piece: str) -> None:
    begin = time.process_time()
    parse(piece * (200_000 // len(piece)))
    assert time.process_time() - begin < 2
