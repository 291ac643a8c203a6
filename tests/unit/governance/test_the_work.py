"""What it costs to look for secrets, counted in calls, which do not depend on the machine or on what else it does."""

import re
import sys
from itertools import count, cycle
from types import FrameType

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from app.evals.sensitive import EVERYTHING
from app.governance import beside, named, place, told
from app.governance.crowded import Readings
from app.governance.engine import Ahead, Expression, Several
from app.governance.folding import fold
from app.governance.sensitive import find, mask
from app.governance.stated import stated_secrets

CHEAP, DEAREST = 4_000, 9_000  # calls for 1,000 characters; the second are about a millisecond
# In these, the sign for a number becomes another one each time: what repeats is read once only.
HOSTILE = (
    *(
        "密码",
        "密码是",
        "password is ",
        "pw ",
        "pwd=",
        "PIN # ",
        "密码是a# ",
        "password is a# ",
        "api_key=",
        "验证码#",
        "cvv # ",
    ),
    *(
        "密码，",
        "密码?",
        '密码"',
        "密码(a#",
        "password “abc def#” ",
        "密码从abc#改成def# ",
        "账号/密码 abc/def# ",
        "护照",
        "助记词",
    ),
    *(
        "abcd#是密码",
        "x# is my password ",
        "输入#密码",
        "enter # password ",
        "token: a1b2c#d4e5f6 ",
        "use a#! for ",
        "[密码]",
    ),
    *(
        "1",
        "1-",
        "1 ",
        "12 ",
        "1234 ",
        "# ",
        "12 34 567 ",
        "4000 0000 0000 0002 ",
        "# 1234 5678; ",
        "电话 ### ### ####  4### #### #### #### ",
        "暗号 #-#### - ####电话 #",
        "e#@a.cc, ",
        "前半段#，安全码#，",
        "卡号#",
        "1 - 2 - ",
        "passwords，登录，### ### ####，",
        "密码 # # # #，",
        "sk-# log in with # ",
        "电话 12 ",
    ),
    *(
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----MIIE#",
        "-----END PRIVATE KEY-----",
        "----",
        "eyJ",
        "eyJh#.",
    ),
    *(
        "sk-",
        "sk-abcdefghijklmnopqrst# ",
        "ghp_",
        "AKIA",
        "a_",
        "a-",
        "AKIA# sk-# ghp_# ",
        "secret_",
        "a_key_",
        "://a:",
        "a://b#:c@",
    ),
    *(
        "mysql -p ",
        "curl -u a:",
        "login a/b ",
        "ssh a#/b#c!d ",
        "登录ab/",
        "a@b.",
        "u#@ex#.com,",
        "中山路#号",
        "路1号",
        "1 A ",
        "DE12 3456 ",
    ),
)


def written(pieces: list[str], size: int) -> str:
    numbers, parts, length = count(1017), [], 0
    for piece in cycle(pieces):
        parts.append(piece.replace("#", str(next(numbers) * 7919 % 1_000_003)))
        length += len(parts[-1])
        if length >= size:
            return "".join(parts)[:size]
    raise AssertionError


def steps(text: str) -> int:
    """Calls of functions, those of the expressions included."""
    done = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal done
        done += event in {"call", "c_call"}

    before = sys.getprofile()
    mask(text)  # what is remembered for good is no work
    sys.setprofile(counted)
    try:
        mask(text)
    finally:
        sys.setprofile(before)
    return done


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_text_made_to_cost_costs_little_and_no_more_than_its_length(piece: str) -> None:
    short, long = steps(written([piece], 4_000)), steps(written([piece], 16_000))
    assert long <= max(8 * short, 16 * CHEAP)  # a square would be sixteen times
    assert long <= 16 * DEAREST


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([*HOSTILE, " is ", "是", "\n", "。", "Vx9!kd# ", "我的"]), min_size=2, max_size=8))
def test_no_mixture_of_them_costs_more_than_its_length_pays_for(pieces: list[str]) -> None:
    for size in (4, 16):
        assert steps(written(pieces, size * 1_000)) <= size * DEAREST


def test_words_are_read_as_often_as_the_length_of_the_text_pays_for() -> None:
    taken = []
    for size in (8_000, 16_000):
        readings = Readings()
        list(stated_secrets(written(["密码是a# "], size), readings))
        assert readings.short
        taken.append(readings.taken)
    assert 1.8 * taken[0] <= taken[1] <= 2 * taken[0]
    assert taken[0] <= 8_000 / 40


def test_a_later_look_at_the_same_text_pays_for_fewer() -> None:
    text, taken = written(["密码是a# 今天天气不错我们去公园走走吧记得带上水和面包还有那本没有看完的书" * 2], 8_000), []
    readings = Readings()
    for _ in range(3):
        readings.short = False
        before = readings.taken
        readings.known.clear()  # as if a mask stood beside each word
        list(stated_secrets(text, readings))
        taken.append(readings.taken - before)
        readings.again()
    assert taken[0] > 2 * taken[1] > 4 * taken[2] > 0


def test_words_among_values_are_read_less_often_than_words_alone() -> None:
    seen = []
    for values in (0, 1, 4):
        readings = Readings()
        for at in range(0, 4_000, 20):
            if readings.may_look(at):
                readings.read("password")
                readings.nearby(values)
        seen.append(readings.taken)
    assert seen[0] > seen[1] > seen[2] > 0


def test_where_words_crowd_one_look_has_to_do() -> None:
    readings, text = Readings(), written(["密码是a# "], 4_000)
    list(stated_secrets(text, readings))
    taken = readings.taken
    readings.again()
    readings.known.clear()
    assert not list(stated_secrets(text, readings))
    assert readings.taken == taken


def test_words_that_crowd_are_not_even_looked_at_one_by_one() -> None:
    looks, text = Looks(), "pw, " * 2_000
    list(stated_secrets(text, looks))
    assert looks.asked < len(text) / 6


class Looks(Readings):
    """Readings that count how many words were looked at."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def may_look(self, at: int) -> bool:
        self.asked += 1
        return super().may_look(at)


def test_where_such_words_crowd_each_secret_is_masked_all_the_same() -> None:
    for piece in ("密码是a# ", "password is a#\n", "a# is my password, ", "PIN # "):
        text, end = written([piece], 8_000), piece.rpartition("#")[2]
        text = text[: text.rindex(end) + len(end)]  # whole pieces
        masked = mask(text).text
        assert not [word for word in masked.split() if any(char.isdigit() for char in word)], piece


def test_the_same_stretch_is_read_once() -> None:
    readings = Readings()
    list(stated_secrets("password is not abc, " * 500, readings))
    assert readings.taken < 40


def test_an_expression_counts_characters_where_the_engine_counts_bytes() -> None:
    found = list(Expression("b(.)").finditer("aé密b😀 ba"))
    assert [(one.span(), one.span(1)) for one in found] == [((3, 5), (4, 5)), ((6, 8), (7, 8))]
    assert list(Expression("b.").spans("aé密b😀 ba")) == [(3, 5), (6, 8)]


def test_a_walk_counts_the_characters_that_it_passes_over() -> None:
    for text in ("ab密😀cb é b b", "ab--cb - b b", "ab\ud800😀cb é b b"):
        walk = Expression("b").walk(text)
        assert walk.next() == (1, 2)
        assert walk.skip(2) == 4
        assert walk.next() == (5, 6)
        assert walk.skip(100) == len(text)
        assert walk.next() is None


def test_a_set_of_expressions_tells_which_occur() -> None:
    several = Several(("cat", "dog", r"\d+"))
    assert several("a Dog and 7") == [1, 2]
    assert several("") == []


def test_a_set_that_gives_no_answer_says_that_any_may_occur() -> None:
    several = Several(("cat", "dog"))
    several._match = lambda _: []  # as the engine answers when its memory does not do
    assert several("nothing of the kind") == [0, 1]


def test_a_set_that_is_too_large_for_the_engine_is_no_set() -> None:
    with pytest.raises(re2.error):
        Several([rf"[a-z]{{900}}{number}[^a]{{900}}\p{{Greek}}{{900}}" for number in range(40)])


def test_secrets_are_found_when_no_set_of_expressions_gives_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        "hunter22! is my password",
        "密码：abc123XY",
        "卡号 4000000000000002",
        "我的电话 13800000000",
        "输入 8731# 就能开，密码别外传",
    )
    expected = [mask(text, EVERYTHING).text for text in texts]
    for module in (beside, named, place):
        for value in vars(module).values():
            if isinstance(value, Several):
                monkeypatch.setattr(value, "_match", lambda _: [])
    assert [mask(text, EVERYTHING).text for text in texts] == expected
    assert not any(text in masked for text, masked in zip(texts, expected, strict=True))


def test_the_next_place_is_looked_for_once() -> None:
    text = "x" * 50 + "7" + "x" * 50
    ahead = Ahead(re.compile(r"\d"), text)
    found = [ahead(at) for at in range(51)]
    assert len({id(one) for one in found}) == 1
    assert ahead(51) is None
    assert ahead(60) is None


LINKS_AND_VALUES = (
    "是|:|=| is | was |>|~ | |\n|为|从|的|。|改成|to |x|now4|a1b2c3|4711|大写A|一二三四|capital A|ab12 cd34 ef56 gh78"
    "|unchanged5|hunter22!|horse-9|天空很蓝"
)
_NEVER = re.compile(r"(?!)")


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["密码", "password", "PIN", "passphrase", "口令", "API key", "验证码", "wifi"]),
    st.lists(st.sampled_from(LINKS_AND_VALUES.split("|")), max_size=7),
)
def test_what_is_told_at_once_is_what_the_long_way_tells(word: str, pieces: list[str]) -> None:
    text = word + "".join(pieces)
    at_once = mask(text, EVERYTHING)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, "_PLAIN", _NEVER)
        patch.setattr(told, "_ONE_WORD", _NEVER)
        assert mask(text, EVERYTHING) == at_once


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["密码是", "abc123！", "１２３", "一二三四五六七八", "a\u200bb", "[密码]", "电话", "13800000000", " ", "，"]
        ),
        max_size=12,
    )
)
def test_what_is_folded_once_is_what_the_masked_text_folds_to(pieces: list[str]) -> None:
    text = "".join(pieces)
    folded = fold(text)
    seen = [one for one in find(folded.text) if "\ufffc" not in folded.text[one.start : one.end]]
    found, masks = folded.moved(seen), ["[密码]"] * len(seen)
    parts, done = [], 0
    for one, word in zip(found, masks, strict=True):
        parts += [text[done : one.start], word]
        done = one.end
    masked = "".join((*parts, text[done:]))
    assert folded.masked(masked, seen, masks).text == fold(masked).text
