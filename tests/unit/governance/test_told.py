"""Secrets that people tell without writing word, sign and value. All of them are made up."""

import pytest

from app.governance.checks import id_check_digit, luhn
from app.governance.sensitive import find, mask

ID = next(number for check in "0123456789X" if id_check_digit(number := "33010620010203001" + check))
CARD = next(number for check in "0123456789" if luhn(number := "622202123456781" + check))


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the wi-fi code for the attic is parsnip-31", "parsnip-31"),
        ("guest network key: parsnip3131", "parsnip3131"),
        ("The wifi is Attic5 and the code is parsnip31", "parsnip31"),
        ("楼下门禁密码 2719#", "2719#"),
        ("取款密码改成 三一零七二二", "三一零七二二"),
        ("查询密码是六个九", "六个九"),
        ("登录密码十位数 2031000777", "2031000777"),
        ("my PIN is 5 0 9 1", "5 0 9 1"),
        ("密码是大写 K 小写 v 然后 3107", "大写 K 小写 v 然后 3107"),
        ("the passphrase, all lower case, reads parsnipwagonlake", "parsnipwagonlake"),
        ("the passphrase reads parsnip wagon amber lake", "parsnip wagon amber lake"),
        ("password: (capital P) Parsnip31", "Parsnip31"),
        ("my login password has a capital P: Parsnip31x", "Parsnip31x"),
        ("口令：长风破浪会有时", "长风破浪会有时"),
        ("进门暗号是 南瓜汤", "南瓜汤"),
        ("the laptop password is still the same: Parsnip31", "Parsnip31"),
        ("开机密码跟原来一样 parsnip31", "parsnip31"),
        ("the key to the backup disk is parsnip-wagon-amber-lake", "parsnip-wagon-amber-lake"),
        ("the voicemail passcode remains 8102", "8102"),
        ("log in as dev with Parsnip!31", "Parsnip!31"),
        ("后台 dev/Parsnip!31 能登", "Parsnip!31"),
        ("Try parsnip31 when it asks for the password", "parsnip31"),
        ("单元门先按井号再按 3107 就开", "3107"),
    ],
)
def test_a_told_password_is_found(text: str, value: str) -> None:
    assert _values(text) == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("手机解锁图案：7-4-1-2-3", "7-4-1-2-3"),
        ("解锁图案是左上到右上再到中间", "左上到右上再到中间"),
        ("My unlock pattern goes top left, middle, bottom right", "top left, middle, bottom right"),
        ("密保问题：第一只宠物叫什么？答案：毛豆豆", "毛豆豆"),
        ("安全问题的答案我填的是 毛豆豆", "毛豆豆"),
        ("The answer to my security question is Parsnip Lane", "Parsnip Lane"),
        ("for the security question I put Parsnip Lane", "Parsnip Lane"),
        ("my mom's maiden name on that account is Parsnipwood", "Parsnipwood"),
    ],
)
def test_a_pattern_or_an_answer_that_opens_an_account_is_found(text: str, value: str) -> None:
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "The first half of the key is 7Hq2LmZx. The second half is P94tTvB1.",
        "密钥分两段发，前半段 7Hq2LmZx，后半段是 P94tTvB1",
        "API key part one: 7Hq2LmZx and part two: P94tTvB1",
    ],
)
def test_both_halves_of_a_key_are_found(text: str) -> None:
    assert _values(text) == ["7Hq2LmZx", "P94tTvB1"]


@pytest.mark.parametrize(
    "text",
    [
        "the password is too short",
        "The password policy requires 1 uppercase and 2 digits",
        "the password field is called pwd",
        "I set the password to expire",
        "the password changed from time to time",
        "忘了密码，怎么找回",
        "密码是一个老问题",
        "密码学第 3 章",
        "口令是什么意思",
        "口令红包抢到 6.6",
        "暗号是电影的名字吗",
        "验证码是一种安全机制",
        "解锁图案画错了五次",
        "the unlock pattern screen flashes 3 times",
        "密保问题怎么改",
        "the security question is mandatory",
        "the answer to question 7 is photosynthesis",
        "first half of the key findings covers 2031",
        "The first half was boring. The second half was 7 times better.",
        "wifi code of conduct: be nice",
        "the gate takes 3 seconds to open",
        "the key to success is trial-and-error",
        "a one-size-fits-all key is one-size-fits-all",
        "order 77120934, commit 9f8e7d6c5b4a, ISBN 978-3-16-148410-0, extension 4471, v3.14.15-rc2",
        "request 550e8400-e29b-41d4-a716-446655440000 and parcel RB123456785CN",
        "一二三四五，上山打老虎",
    ],
)
def test_what_only_talks_of_such_things_is_none(text: str) -> None:
    assert not find(text)


@pytest.mark.parametrize("word", ["", "我的号码 "])
@pytest.mark.parametrize("number", [ID, CARD])
def test_a_number_is_found_however_it_is_written(number: str, word: str) -> None:
    figures = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
    circled = dict(zip("0123456789", "⓪①②③④⑤⑥⑦⑧⑨", strict=True))
    written = (
        number,
        " ".join(number),
        "-".join(number),
        "\u200b".join(number),
        "\u2009".join((number[:6], number[6:14], number[14:])) if number is ID else "\u2009".join(number),
        "".join(chr(ord(one) + 0xFEE0) for one in number),
        "".join(figures.get(one, one) for one in number),
        "".join(circled.get(one, one) for one in number),
        "\ufe0f\u20e3".join(number) + "\ufe0f\u20e3",
        "\u0301".join(number),
    )
    for one in written:
        assert [found.kind for found in find(word + one)] == ["id_card" if number is ID else "bank_card"], one


def test_in_pieces_it_is_found_behind_its_word() -> None:
    assert _values(f"身份证号 {ID[:6]}/{ID[6:14]}/{ID[14:]}") == [f"{ID[:6]}/{ID[6:14]}/{ID[14:]}"]
    assert _values(f"卡号：{CARD[:4]},{CARD[4:8]},{CARD[8:12]},{CARD[12:]}")
    assert not find("2031/4000/1200/3310")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("护照 E 0000 0001", "passport"),
        ("回乡证 H0000000001", "passport"),
        ("香港身份证 A000000(1)", "id_card"),
        ("National Insurance number QQ 00 00 00 C", "ssn"),
    ],
)
def test_papers_with_letters_are_found(text: str, kind: str) -> None:
    assert [one.kind for one in find(text)] == [kind]


def test_a_mask_in_quotes_is_left_as_it_is() -> None:
    text = "I always use 'Parsnip 31 lake' as my passphrase"
    assert mask(text).text == "I always use '[password]' as my passphrase"


@pytest.mark.parametrize(
    "text", ["I want to pass it on to others.", "Please pass this along to everyone7.", "they pass the exam2 easily"]
)
def test_what_is_passed_on_is_no_password(text: str) -> None:
    assert mask(text).text == text
