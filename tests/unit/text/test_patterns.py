"""Patterns that look before they search find what `re` finds, in every text."""

import ast
import gc
import json
import random
import re
from pathlib import Path

import pytest

from app.memories.extractors import rules
from app.text import patterns, sieved
from app.text.needs import EVERYTHING, marks, needs

ROOT = Path(__file__).parents[3]
SETS = sorted((ROOT / "tests/evals/extraction").glob("*.jsonl"))
SPOKEN = [json.loads(line)["text"] for path in SETS for line in path.read_text("utf-8").splitlines()]
ODD = [  # letters, digits and spaces that match as others do
    *("ſome ſix days ago", "two wee\u212as ago", "İn İstanbul ıt ıs", "５ days ago, at ３ pm", "\u0663 days"),
    *(
        "my\tdog\u00a0and\u3000I",
        "two\u2003weeks\u2003ago",
        "I\u2019M IN ONE\n\nWORD",
        "",
        " ",
        "\ud800 I am",
        "x" * 500,
    ),
]


def settled(pattern: str, flags: int = 0) -> sieved.Pattern:
    made = sieved.made(pattern, flags)
    made.settle()
    return made


def same(pattern: sieved.Pattern, text: str) -> bool:
    plain = pattern.plain
    return (
        [found.span() for found in pattern.finditer(text)] == [found.span() for found in plain.finditer(text)]
        and bool(pattern.search(text)) == bool(plain.search(text))
        and bool(pattern.match(text)) == bool(plain.match(text))
        and pattern.sub("-", text) == plain.sub("-", text)
    )


def test_no_pattern_of_the_grammars_passes_over_what_it_would_find() -> None:
    assert rules  # all grammars are loaded
    grammars = [one for one in gc.get_objects() if isinstance(one, sieved.Pattern)]
    for one in grammars:
        one.settle()
    texts = [*random.Random(5).sample(SPOKEN, 250), *ODD, *(text.upper() for text in SPOKEN[:40])]
    looked_at = [one for one in grammars if needs(one.plain.pattern, one.plain.flags)]
    assert len(looked_at) > 200
    missed = [(one.pattern, text) for one in looked_at for text in texts if not same(one, text)]
    assert missed == []


def test_random_patterns_find_in_random_texts_what_re_finds() -> None:
    chance = random.Random(11)
    pieces = [
        "work",
        "at",
        "my ",
        r"\bon\b",
        "[abc]",
        r"\d{1,2}",
        r"\s",
        ".",
        r"\w+",
        "(?!no)",
        "(?=to)",
        "是",
        "我们",
        "é",
        "k",
        "s",
    ]
    words = [
        "work",
        "works",
        "at",
        "My",
        "on",
        "b",
        "12",
        "７",
        " ",
        "\t",
        "no",
        "to",
        "是",
        "我们",
        "É",
        "K",
        "ſ",
        "I",
    ]

    def a_pattern(depth: int) -> str:
        if depth == 0:
            return chance.choice(pieces)
        one, other = a_pattern(depth - 1), a_pattern(depth - 1)
        form = chance.choice(
            ["{0}{1}", "{0}{1}", "(?:{0}|{1})", "(?:{0})?{1}", "(?:{0}){{1,2}}{1}", "(?<=x){0}|{1}", "^{0}{1}"]
        )
        return form.format(one, other)

    for _ in range(1500):
        pattern = settled(a_pattern(chance.randint(1, 3)), chance.choice([0, re.IGNORECASE]))
        for _ in range(12):
            text = "".join(chance.choices(words, k=chance.randint(0, 9)))
            assert same(pattern, text), (pattern.pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text", "asked"),
    [
        (r"\b(?:we|they)'ve been\b", "I live in a small town.", False),
        (r"\b(?:we|they)'ve been\b", "They'VE BEEN here.", True),
        (r"(?:under|above) the weather", "The weather is fine.", False),
        (r"\w+ly\b|\d+", "nothing of the kind", True),
        (r"\b(?:moved|returned) to\b", "We moved out.", False),
    ],
)
def test_a_text_without_the_words_of_a_pattern_is_not_searched(pattern: str, text: str, *, asked: bool) -> None:
    needed = needs(pattern, re.IGNORECASE)
    held = marks(text)
    may = needed is None or (not needed.marks.isdisjoint(held) and needed.stand_in(text, held))
    assert may is asked


def test_a_long_text_is_searched_without_a_look() -> None:
    assert marks("word " * 100_000) == EVERYTHING


def test_patterns_written_in_place_are_made_once_however_many_there_are() -> None:
    for number in range(1000):
        assert patterns.search(rf"one {number}\b", f"this is one {number}")
    assert sieved._of("one 0\\b", 0) is sieved._of("one 0\\b", 0)
    assert patterns.sub(r"a+", "-", "baab", flags=patterns.IGNORECASE) == "b-b"
    assert patterns.split(r",\s*", "a, b,c", maxsplit=1) == ["a", "b,c"]


def test_no_module_that_uses_them_asks_which_pattern_matched_by_identity() -> None:
    nodes = (
        (path, node) for path in (ROOT / "app").rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )
    wrong = [
        (path.name, node.lineno)
        for path, node in nodes
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "re"
    ]
    assert wrong == []
