"""Secrets that are told of a thing or an account, without a word for a secret. All of them are made up."""

import pytest

from app.governance.sensitive import find


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("挂锁是 4-1-8，收在抽屉里", "4-1-8"),
        ("保险柜往左两圈到 31，往右一圈到 8，再往左到 50", "左两圈到 31，往右一圈到 8，再往左到 50"),
        ("the shed padlock is 5-21-33", "5-21-33"),
        ("safe: 12 left, 40 right, 7 left", "12 left, 40 right, 7 left"),
        ("无线那串还是 parsnip0831", "parsnip0831"),
        ("the key box opens with 8-1-0-3", "8-1-0-3"),
        ("按 3107 加井号进来", "3107"),
        ("ring 3107 then hash to get in", "3107"),
        ("the alarm panel is armed with 3107 and disarmed with 7013", "3107"),
        ("付款的那个统一用 310772", "310772"),
        ("her email and Parsnip!31", "Parsnip!31"),
        ("邮箱 wang.wu / Parsnip#31", "Parsnip#31"),
        ("sign in as wang.wu and parsnip-wagon-31", "parsnip-wagon-31"),
    ],
)
def test_what_opens_a_thing_is_found_beside_the_thing(text: str, value: str) -> None:
    assert _values(text)[0] == value


@pytest.mark.parametrize(
    "text",
    [
        "挂锁是 2580 买的",
        "the gate is 2210 mm wide",
        "the padlock was 1499 in 2021",
        "our safe weighs 1200 pounds",
        "it is safe: 4000 people do it every day",
        "wifi 是 AX3000 的",
        "the wifi is called Parsnip5G",
        "保险柜型号 FDG-A1",
        "付款的是 3680",
        "车库在 1203 号",
        "the locker is number 1204",
        "we unlocked 2 more levels with 5000 coins",
        "email alice@example.com and bob7@example.com",
        "admin and root/etc/passwd2",
        "a table of 4096 then hash functions",
    ],
)
def test_what_is_only_said_of_a_thing_stays(text: str) -> None:
    assert not [one for one in find(text) if one.kind not in {"email", "phone", "address"}]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("大门的密码又换了，三一零七，别外传", "三一零七"),
        ("I have no passcode, just that PIN thing 3107", "3107"),
        ("the code for the yard changed, use 3107 from Monday", "3107"),
        ("登录用的口令首字母大写 Parsnip0831", "Parsnip0831"),
        ("the deploy key we share is dk-31ac-9be1-40f2-b6d3", "dk-31ac-9be1-40f2-b6d3"),
        ("product key: QX4TM-8RBVK-2PDWN-J7HCG-9YFLS", "QX4TM-8RBVK-2PDWN-J7HCG-9YFLS"),
        ("注册码 1330-1847-2295-6610", "1330-1847-2295-6610"),
        ("银行发来的六位数是 310772", "310772"),
        ("they just texted me 310772, hurry", "310772"),
        ("backup codes: 8f2k-11qz, 7rr3-mm0x", "8f2k-11qz"),
        ("my phone pin is our anniversary backwards, 3107", "3107"),
        ("cellar door code weekdays: 3107", "3107"),
    ],
)
def test_what_can_be_nothing_else_is_found_however_it_is_linked(text: str, value: str) -> None:
    assert _values(text)[0] == value


@pytest.mark.parametrize(
    "text",
    [
        "密码至少 12 位，规则见 2031 号文",
        "the password form failed with error 5003 again",
        "房间号 3107，密码问前台",
        "the code is 3107 lines long",
        "sent 310772 people a letter about the code",
        "password attempts: 4096 in one night",
        "licence plate 7XKR442",
    ],
)
def test_figures_that_belong_to_something_else_stay(text: str) -> None:
    assert not find(text)
