"""CPU of the search for secrets, by kind and size of text: `python benchmarks/detector.py [--search N]`.

Milliseconds for 1,000 characters, in a process that has masked such texts before. Each repetition masks another text of the
kind, so that nothing is known of it, and the least of them counts. `--search` looks for dear texts: it joins what the
patterns look for at random and goes on from the dearest. The yardstick is the same small piece of work each time: on a busy
machine compare what stands beside a like one.
"""

import argparse
import random
import re
import string
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

from app.evals.sensitive import EVERYTHING, rows  # noqa: E402  # after the path is set
from app.governance.sensitive import mask  # noqa: E402

SIZES = (200, 1_000, 4_000, 32_000)
REPETITIONS = 7
Draw = Callable[[random.Random], str]

_PLACES = {
    "#": string.digits,
    "@@": "",
    "~": string.ascii_letters + string.digits,
    "^": "0123456789abcdef",
    "汉": "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严",
}


def filled(piece: str, chance: random.Random) -> str:
    """The piece with its signs drawn: # a figure, ~ a letter or figure, ^ a hexadecimal figure, 汉 a Chinese character."""
    return "".join(chance.choice(_PLACES[sign]) if sign in "#~^汉" else sign for sign in piece)


def repeated(*pieces: str) -> Draw:
    def draw(chance: random.Random) -> str:
        return "".join(filled(piece, chance) for piece in pieces)

    return draw


def one_of(*pieces: str, end: str = "") -> Draw:
    def draw(chance: random.Random) -> str:
        return filled(chance.choice(pieces), chance) + end

    return draw


def text_of(draw: Draw, size: int, seed: int) -> str:
    chance, parts, length = random.Random(seed), [], 0
    while length < size:
        parts.append(draw(chance))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _rows_of(name: str) -> Draw:
    lines = [row["text"] + "\n" for row in rows(ROOT / "tests/evals/sensitive" / f"{name}.jsonl")]
    return lambda chance: chance.choice(lines)


BATTERY: dict[str, Draw] = {
    "chat, English": one_of(
        "Could you help me plan the week? I have a dentist appointment on Tuesday and dinner with Ana at 7.\n",
        "We walked along the river for ## minutes and talked about the new kitchen, which is nearly done.\n",
        "Sure! Here are three ideas: bake bread, call your sister, or read the book you bought in March 20##.\n",
        "I prefer short answers, no bullet points please, and metric units when you give me recipes.\n",
    ),
    "chat, Chinese": one_of(
        "昨天我们沿着河边散步，聊了聊快要装修好的新厨房，还说起下个月 ## 号的旅行计划。\n",
        "你能帮我安排一下这周的日程吗？周二要去看牙医，晚上七点和小安吃饭。\n",
        "好的，给你三个建议：烤面包、给姐姐打电话，或者看看三月份买的那本书。\n",
        "我喜欢简短的回答，不要列表，菜谱里请用克和毫升，别用杯子。\n",
    ),
    "code": one_of(
        "def load(path: Path) -> dict[str, int]:\n    return {row['id']: int(row['size']) for row in rows(path)}\n",
        "for (let i = 0; i < items.length; i++) { total += items[i].price * ##; }\n",
        "if token is None or token.kind != TokenKind.NAME:\n    raise ParseError(f'expected a name at {token.at}')\n",
        "const key = hash(password + salt); // ## rounds\nreturn cache.get(key) ?? fallback(key);\n",
        "export API_TOKEN=$(vault read -field=token secret/ci)\n",
    ),
    "logs": one_of(
        "2026-11-## 14:##:##,### INFO  worker[####] request id=^^^^^^^^-^^^^-^^^^-^^^^-^^^^^^^^^^^^ took ##.# ms status=200\n",
        '10.0.##.## - - [30/Nov/2026:14:##:## +0000] "GET /v1/items/###### HTTP/1.1" 200 #### "-" "curl/8.5.0"\n',
        "Nov 30 14:##:## host sshd[#####]: Accepted publickey for deploy from 10.0.##.## port ##### ssh2\n",
        "WARN  token expired for session ^^^^^^^^^^^^^^^^ (user ####), retry in ## s\n",
    ),
    "JSON": one_of(
        '{"id": "^^^^^^^^-^^^^-^^^^-^^^^-^^^^^^^^^^^^", "at": 17####04##, "price": ##.##, "tags": ["a", "b"]},\n',
        '{"user": "u####", "order": "2026#########", "phone_ext": "##", "note": "left at the door", "ok": true},\n',
        '{"key": "user:####:cart", "token_count": ###, "password_set": true, "hash": "^^^^^^^^^^^^^^^^"},\n',
    ),
    "look-alikes of the own set": _rows_of("negatives"),
    "secrets of the own set": _rows_of("positives"),
    "unseen lines of the own set": _rows_of("unseen"),
    "order numbers": one_of("订单号 2026############，", "order 4#######-####### shipped, ", "运单 SF#############，"),
    "hashes": one_of("^" * 40 + " ", "^" * 64 + "\n", "sha256:" + "^" * 64 + " "),
    "UUIDs": repeated("^^^^^^^^-^^^^-^^^^-^^^^-^^^^^^^^^^^^ "),
    "versions": one_of("v#.##.#, ", "2.##.##-rc# ", "release 20##.#.##; "),
    "extensions": one_of("ext. ####, ", "分机 ####，", "call 8## at desk ##-##, "),
    "tables of figures": one_of("#### #### ####", "### ### ####", "## ###", "###### ######## ####", end="\n"),
    "figures by figures": repeated("### #### #### "),
    "card layouts": repeated("4### #### #### ####, "),
    "identity layouts": repeated("11010119900###### # "),
    "identity numbers": repeated("1101011990010####X "),
    "figures, dashed": repeated("#-#-"),
    "figures behind words": one_of("电话 ## ", "card #### ", "卡号 ####", "账号 ###### "),
    "figures behind pluses": repeated("+### "),
    "triggers, English": repeated("password password password is ~~~~~# "),
    "triggers, bare": repeated("password "),
    "triggers, Chinese": repeated("密码是~~~# "),
    "triggers, Chinese and apart": repeated("密码汉汉汉汉汉汉汉汉汉汉汉~~汉汉汉汉汉汉汉汉#汉汉汉汉，"),
    "triggers, English and apart": repeated("the password of the old ~~~~ router that we ~~~~ never ~~#~~ used, "),
    "triggers of all lists": one_of(
        "密码", "API key ", "token: ", "验证码 ", "cvv ", "护照 ", "助记词", "有效期 ", "身份证 ", "密保问题", "解锁图案",
        "门禁", "前半段", "code ", "the key ", "PIN ", "~~~~## ", "是", " is ", "为", "「汉汉汉」", "。", ", ",
    ),  # fmt: skip
    "one secret a line, English": one_of(
        "my password is ~~~~~~#!\n", "API key: sk-proj-~~~~~~~~~~~~~~~~~~~~\n", "card 4### #### #### ####\n",
        "mail me at ~~~~~~@~~~~.com\n", "ghp_~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n", "postgres://u:~~~~~~~~@db/x\n",
        "the code is ######\n", "wifi password ~~~~##~~\n",
    ),  # fmt: skip
    "one secret a line, Chinese": one_of(
        "我的密码是~~~~~~#!\n", "身份证号 1101011990010####X\n", "银行卡 62## #### #### ####\n", "手机 138########\n",
        "验证码：######\n", "门禁密码####，别告诉别人\n", "密钥：~~~~~~~~~~~~~~~~~~~~~~~~\n",
    ),  # fmt: skip
    "assignments": one_of("PASSWORD=~~~~~~~~\n", "api_key: ~~~~~~~~~~~~~~~~~~~~\n", "export TOKEN=~~~~~~~~~~~~\n"),
    "one figure": repeated("1"),
    "figures": repeated("#"),
    "figures and letters": repeated("~"),
    "@": repeated("@"),
    "a@": repeated("a@"),
    "a@b.": repeated("~@~."),
    "dots": repeated("."),
    "quotes": repeated('"'),
    "quotes of words": repeated("密码“汉汉汉汉汉” "),
    "Base64": repeated("~" * 76 + "\n"),
    "one word": repeated("a"),
    "wide figures": one_of("１", "２", "３", "ａ", "＠"),
    "wide sentence": repeated("ｐａｓｓｗｏｒｄ　ｉｓ　~~~~# "),
    "zero width": repeated("p\u200ba\u200bs\u200bs\u200bword is ~\u200b~~# "),
    "nothing but zero width": repeated("\u200b"),
    "figures in Chinese": one_of("一", "二", "三", "八", "〇"),
    "alternating": repeated("a1"),
    "alternating, Chinese": repeated("密1"),
    "masks": repeated("[password] [密码] is "),
    "shapes": one_of("sk-~~~~~~ ", "AKIA~~~~ ", "eyJ~~~~~~~~.~~~~ ", "ghp_~~~~~~~~ ", "~~~~_~~~~_~~~~~~~~~~~~~~~ "),
    "addresses": repeated("a://b#:c@d.e "),
    "streets": one_of("中山路#号", "幸福小区#栋", "12 Oak Street, ", "路", "1 A "),
    "commands": one_of("mysql -p ~~~~ ", "curl -u a:~~~~ ", "login a/~~~~~# ", "ssh a##/b#c!d "),
    "private keys": one_of("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "MIIE~~~~~~~~~~~~\n"),
    "IBAN": repeated("DE## #### #### ~~~~ "),
    "e-mails": repeated("~@~.cc, "),
    "codes": one_of("otp ######, ", "cvv ###, ", "exp 0#/2#, ", "前半段~~~~## ", "安全码###### "),
    "figures with X": repeated("#######X "),
    "lists behind words": repeated("card #### #### #### ####, "),
}  # fmt: skip

# What the patterns look for, and what stands between.
PIECES = (
    *("密码", "密码是", "密 码", "口令", "password", "passwords", "pass ", "pw", "pwd=", "PIN", "passcode", "暗号", "解锁码"),
    *("api_key", "api key", "token", "secret", "密钥", "私钥", "cookie", "session id", "_key", "jwt", "signature "),
    *("验证码", "动态口令", "the code", "your code", "otp", "verification code", "backup code", "access code", "code"),
    *("cvv", "安全码", "有效期", "exp", "valid thru", "护照", "passport", "身份证", "nino", "助记词", "seed phrase"),
    *("密保问题", "安全问题", "答案", "security question", "mother's maiden name", "解锁图案", "unlock pattern"),
    *("前半段", "the first half", "the rest", "第二段", "门禁", "wifi", "热点", "保险箱", "door code", "the safe opens with "),
    *(" is ", " was ", "是", "为", "：", ":", "=", "->", "改成", "换成", "，", ", ", "。", ". ", "\n", " ", "  ", "?", "？"),
    *("我的", "的", "就", "还是那个", "now it's ", "still ", " my ", "for the ", "used to be ", "changed from ", " to ", "从"),
    *("“", "”", '"', "'", "「", "」", "(", ")", "（", "）", "[", "]", "【", "*", "`", "#", "@", "/", "|", "-", "_", "+", "\\"),
    *("输入", "enter ", "type ", "按", "拨到", "就能开", "use ", "using ", "log in with ", "登录", "ssh ", "creds ", "curl -u "),
    *("mysql -p", "bearer ", "basic ", "sk-", "sk-proj-", "AKIA", "ghp_", "xoxb-", "eyJ", "-----BEGIN PRIVATE KEY-----"),
    *("a://b:c@", "://", "u@ex.com", "@", "DE12", "GB", "中山路", "路", "号", "小区", "栋", "12 Oak Street", "1 A "),
    *("card ", "卡号", "银行卡", "信用卡", "账号", "account number", "ssn", "电话", "手机", "phone", "订单", "order", "id ", "ref "),
    *("1", "12", "###", "####", "#####", "######", "########", "###########", "4### #### #### ####", "+86 ", "X", "-#", " #"),
    *("138########", "1101011990010####", "(###) ###-####", "### ### ####", "###-##-####", "12/29", "##:##", "v1.2.3"),
    *("~~~", "~~~~", "~~~~~#", "~~~~~~~~", "~~~~~~~~~~~~~~~~", "~" * 40, "^" * 32, "Vx9!kd", "a1b2c3!", "hunter2", "abc", "a", "A"),
    *("一二三四", "八个八", "大写A", "三位数", "capital A", "one two", "correct-horse", "apple banana cherry ", "汉汉汉", "汉"),
    *("\u200b", "\ufeff", "１２", "ｐａｓｓ", "＝", "①", "[密码]", "[password]", "[API key]", "\ufffc", "é", "😀", "—", "→"),
)  # fmt: skip


def milliseconds(draw: Draw, size: int, repetitions: int = REPETITIONS, first: int = 0) -> float:
    """CPU for 1,000 characters; the least of some texts that differ."""
    texts = [text_of(draw, size, first + seed) for seed in range(repetitions)]
    return min(_timed(text) for text in texts) * 1_000_000 / size


def _timed(text: str) -> float:
    started = time.process_time()
    mask(text, EVERYTHING)
    return time.process_time() - started


def warm(draws: Iterable[Draw]) -> None:
    """The engine builds its automata as it goes; a service has done so long ago."""
    for draw in draws:
        mask(text_of(draw, 48_000, 1_000), EVERYTHING)


def yardstick() -> float:
    """Milliseconds of work such as this: small objects and small expressions."""
    text, best = " ".join(str(number * 7919 % 1_000_003) for number in range(500)), 1.0
    for _ in range(20):
        started = time.process_time()
        sum(int(match[0]) for match in re.finditer(r"\d+", text) if match.start() not in {1, 2})
        best = min(best, time.process_time() - started)
    return best * 1_000


def joined(pieces: Sequence[str], separator: str) -> Draw:
    """The pieces in turn, with their signs drawn anew each time."""
    turns = cycle(pieces)
    return lambda chance: filled(next(turns), chance) + separator


def search(rounds: int, size: int, seed: int) -> list[tuple[float, list[str], str]]:
    """The dearest texts that were found, the dearest first: half of the tries are new, half change a dear one."""
    chance, best = random.Random(seed), list[tuple[float, list[str], str]]()
    for turn in range(rounds):
        if best and turn % 2:
            pieces, separator = [*chance.choice(best)[1]], chance.choice(best)[2]
            for _ in range(chance.randint(1, 2)):
                place, how = chance.randrange(len(pieces)), chance.random()
                if how < 0.3 and len(pieces) > 1:
                    del pieces[place]
                elif how < 0.65:
                    pieces[place] = chance.choice(PIECES)
                else:
                    pieces.insert(place, chance.choice(PIECES))
        else:
            pieces = [chance.choice(PIECES) for _ in range(chance.randint(1, 12))]
            separator = chance.choice(("", "", " ", ", ", "，", "\n"))
        took = milliseconds(joined(pieces, separator), size, 3, turn)
        best = sorted([*best, (took, pieces, separator)], key=lambda one: -one[0])[:24]
    return sorted(
        ((milliseconds(joined(pieces, separator), size), pieces, separator) for _, pieces, separator in best),
        key=lambda one: -one[0],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", type=int, default=0, help="how many random texts to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=1_000, help="characters of a random text")
    arguments = parser.parse_args()
    warm(BATTERY.values())
    print(f"yardstick {yardstick():.3f} ms")
    if not arguments.search:
        print(f"{'ms per 1,000 characters, of a text of':36}" + "".join(f"{size:>9,}" for size in SIZES))
        worst = [0.0] * len(SIZES)
        for name, draw in BATTERY.items():
            figures = [milliseconds(draw, size) for size in SIZES]
            worst = [*map(max, worst, figures)]
            print(f"{name:36}" + "".join(f"{figure:9.3f}" for figure in figures), flush=True)
        print(f"{'the dearest':36}" + "".join(f"{figure:9.3f}" for figure in worst))
        print(f"yardstick {yardstick():.3f} ms")
        return
    for took, pieces, separator in search(arguments.search, arguments.size, arguments.seed)[:12]:
        print(f"{took:8.3f}  {'|'.join(pieces)!r} between {separator!r}")


if __name__ == "__main__":
    main()
