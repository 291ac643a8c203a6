"""Gates hold back only what would find nothing, and open seldom."""

import json
import random
import re
from pathlib import Path

import pytest

from app.text import dates
from app.text.gates import Gated, every, gate, needed

SETS = (Path(__file__).parents[2] / "evals/extraction").glob("*.jsonl")
SPOKEN = [json.loads(line)["text"] for path in sorted(SETS) for line in path.read_text("utf-8").splitlines()]
ODD = ["", " ", "\u3000", "５点", "明\t天", "\u212aelvin", "ſure", "İstanbul", "\ud800", "周" * 2000]


@pytest.mark.parametrize(
    ("pattern", "flags", "opened", "shut"),
    [
        (r"(?:养|喂)了[一二三]只", 0, "我养了一只猫", "我有猫"),
        (r"(?:因为|由于)?.{1,8}?过敏", 0, "我对花粉过敏", "我对花粉没感觉"),
        (r"\d{1,2}点", 0, "５点见", "早上见"),
        (r"天\s气", 0, "天\u3000气", "温度"),
        (r"\bkoala", re.IGNORECASE, "\u212aOALA", "猫"),
    ],
)
def test_a_gate_opens_for_a_text_with_what_its_pattern_needs(pattern: str, flags: int, opened: str, shut: str) -> None:
    may = gate(re.compile(pattern, flags))
    assert may(opened)
    assert not may(shut)


def test_a_gate_of_which_one_pattern_needs_nothing_that_can_be_told_is_open() -> None:
    assert needed(re.compile(r"\w+")) == ""
    may = gate(re.compile("猫"), re.compile(r"\w+"))
    assert may("狗")
    assert may("")


def test_needs_are_few_characters() -> None:
    assert needed(re.compile("(?:周|星期|礼拜)[一二三四五六日天]")) in (
        "周期拜",
        "周期礼",
        "周星拜",
        "周星礼",
        "礼期周",
    )


def test_what_stays_behind_its_gate_would_find_nothing() -> None:
    rules = dates._ZH_RULES
    for text in [*SPOKEN, *ODD]:
        asked = rules.asked(text)
        left = [rule for rule in rules if rule not in asked]
        assert not [pattern.pattern for pattern, _ in left if pattern.search(text)], text


def test_of_many_patterns_few_are_asked_of_a_sentence_and_in_their_order() -> None:
    rules = dates._ZH_RULES
    chinese = [text for text in SPOKEN if any("\u4e00" <= one <= "\u9fff" for one in text)]
    asked = sum(len(rules.asked(text)) for text in chinese)
    assert asked < len(list(rules)) * len(chinese) / 4
    things = every(re.compile(one) for one in ("猫", "狗", "[猫狗]", r"\w"))
    assert [one.pattern for one in things.asked("狗和猫")] == ["猫", "狗", "[猫狗]", r"\w"]
    assert [one.pattern for one in things.asked("鸟")] == [r"\w"]


def test_random_patterns_find_nothing_behind_a_shut_gate() -> None:
    chance = random.Random(7)
    pieces = ["我", "养了", "[猫狗鸟]", r"\d{1,2}", r"\s", ".", r"\w+", "(?!不)", "(?=有)", "(?<=的)", "é", "k", "岁?"]
    words = ["我", "养了", "猫", "狗", "12", "７", " ", "\t", "不", "有", "的", "É", "K", "\u212a", "岁"]

    def a_pattern(depth: int) -> str:
        if depth == 0:
            return chance.choice(pieces)
        form = chance.choice(["{0}{1}", "{0}{1}", "(?:{0}|{1})", "(?:{0})?{1}", "(?:{0}){{1,2}}{1}", "^{0}{1}"])
        return form.format(a_pattern(depth - 1), a_pattern(depth - 1))

    for _ in range(1500):
        pattern = re.compile(a_pattern(chance.randint(1, 3)), chance.choice([0, re.IGNORECASE]))
        may, alone = gate(pattern), Gated([(pattern, pattern)])
        for _ in range(12):
            text = "".join(chance.choices(words, k=chance.randint(0, 9)))
            if pattern.search(text):
                assert may(text), (pattern.pattern, text)
                assert alone.asked(text) == [pattern], (pattern.pattern, text)
