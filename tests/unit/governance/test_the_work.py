"""What it costs to look for secrets, counted in calls, which do not depend on the machine or on what else it does."""

import sys
from itertools import count, cycle
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.governance.crowded import Readings
from app.governance.engine import Expression
from app.governance.sensitive import mask
from app.governance.stated import stated_secrets

CHEAP, DEAREST = 5_000, 20_000  # calls for 1,000 characters; the second are up to two milliseconds
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
        "卡号#",
        "1 - 2 - ",
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
    readings = Readings()
    text = written(["密码是a# "], 8_000)
    list(stated_secrets(text, readings))
    assert 8_000 / 40 <= readings.taken <= 8_000 / 40 + 24


def test_where_such_words_crowd_each_secret_is_masked_all_the_same() -> None:
    for piece in ("密码是a# ", "password is a#\n", "a# is my password, ", "PIN # "):
        text = written([piece], 8_000).rsplit(" ", 1)[0]
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
