"""Writes positives.jsonl and negatives.jsonl from templates.toml and negatives.txt.

The values are fake but well formed. Run `python tests/evals/sensitive/generate.py`; the output depends on nothing else.
The first character of each secret is written as a JSON escape, so that scanners of source files do not take it for a
real one.
"""

import base64
import json
import random
import tomllib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
FRAMES = tomllib.loads((HERE / "templates.toml").read_text(encoding="utf-8"))
DRAW = random.Random(20240229)
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
SEED = "lamp river stone window garden pencil orange bridge candle marble winter velvet"


class Positive(NamedTuple):
    text: str
    secret: str
    kinds: tuple[str, ...]  # any of them is right
    keep: str = ""  # what must still be there after masking


def card(prefix: str, size: int) -> str:
    body = prefix + "0" * (size - len(prefix) - 3) + f"{DRAW.randrange(100):02d}"
    total = 0
    for place, char in enumerate(reversed(body)):
        value = int(char) * (2 - place % 2)
        total += value - 9 if value > 9 else value
    return body + str(-total % 10)


def identity(region: str, birth: str) -> str:
    body = f"{region}{birth}{DRAW.randrange(1000):03d}"
    total = sum(int(digit) * weight for digit, weight in zip(body, WEIGHTS, strict=True))
    return body + "10X98765432"[total % 11]


def fake(size: int) -> str:
    return "Fake0" + "".join(DRAW.choice("FAKEfake0123") for _ in range(size - 7)) + "k9"


def json_web_token(subject: str) -> str:
    parts = (b'{"alg":"HS256","typ":"JWT"}', json.dumps({"sub": subject}).encode(), b"not a signature at all")
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


def groups(digits: str, sizes: tuple[int, ...], mark: str) -> str:
    rest = iter(digits)
    return mark.join("".join(char for _, char in zip(range(size), rest, strict=False)) for size in sizes)


def wide(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text)


def vendor_keys() -> Iterator[tuple[str, str]]:
    for prefix, size in (
        *(("sk-", 48), ("sk-proj-", 60), ("sk-ant-api03-", 90), ("AIzaSy", 33), ("sk_live_", 24), ("rk_live_", 24)),
        *(("sk_test_", 24), ("LTAI", 20), ("AKID", 32)),
    ):
        yield "api_key", prefix + fake(size)
    for key in ("AKIA" + "FAKE0" * 3 + "X", "ASIA" + "FAKE0" * 3 + "X", "SK" + "0fa1" * 8, "sk-" + "0fa1" * 8):
        yield "api_key", key
    yield "api_key", "sk-or-v1-" + "0fa1" * 16
    yield "api_key", f"SG.{fake(22)}.{fake(43)}"
    for prefix, size in (
        *(("ghp_", 36), ("gho_", 36), ("glpat-", 20), ("xoxb-000000000000-", 24), ("xoxp-000000000000-", 24)),
        *(("hf_", 34), ("npm_", 36), ("pypi-AgEI", 60), ("1234567890:", 35)),
    ):
        yield "token", prefix + fake(size)
    yield "token", f"github_pat_{fake(22)}_{fake(59)}"


def passwords() -> Iterator[Positive]:
    values = FRAMES["password_values"]
    for number, frame in enumerate(FRAMES["password_frames"]):
        keep = max(frame.split("{}"), key=len).removesuffix("root/").strip("“”「」'\" ")
        for value in (values[number % len(values)], values[(number + 3) % len(values)]):
            yield Positive(frame.format(value), value, ("password",), keep)


def keys() -> Iterator[Positive]:
    frame = cycle(FRAMES["key_frames"])
    for kind, value in vendor_keys():
        for _ in range(2):
            yield Positive(next(frame).format(value), value, (kind,))
    for kind in ("key", "token"):
        for text in FRAMES[f"generic_{kind}_frames"]:
            value = fake(40)
            yield Positive(text.format(value), value, ("api_key", "token"))
    for subject in ("nobody", "fake-user", "测试"):
        for text in FRAMES["jwt_frames"]:
            value = json_web_token(subject)
            yield Positive(text.format(value), value, ("jwt",))


def blocks_and_addresses() -> Iterator[Positive]:
    for name in ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"):
        block = f"-----BEGIN {name}-----\n" + "\n".join(fake(64) for _ in range(3)) + f"\n-----END {name}-----"
        line, cut = block.replace("\n", "\\n"), block[:150]
        yield Positive(f"请记住部署私钥：\n{block}\n谢谢", block, ("private_key",), "谢谢")
        yield Positive(f"key: {line}", line, ("private_key",))
        yield Positive(f"It was cut: {cut}", cut, ("private_key",), "It was cut:")
    secret = "Fake7741zz"
    for scheme in ("postgres", "postgresql+asyncpg", "mysql", "mongodb+srv", "amqp", "https"):
        text = f"连接串 {scheme}://svc:{secret}@db.example.com/x 记住"
        yield Positive(text, secret, ("connection_string",), "db.example.com/x 记住")
    yield Positive(f"redis://:{secret}@cache.example.com/0", secret, ("connection_string",), "cache.example.com/0")
    yield Positive(
        f"Server=db.example.com;User Id=sa;Password={secret};Database=x", secret, ("password",), "Database=x"
    )


def numbers() -> Iterator[Positive]:
    fours = (4, 4, 4, 4)
    shapes = [("4000", 16, fours), ("5100", 16, fours), ("620000", 19, (*fours, 3)), ("620000", 16, fours)]
    shapes += [("370000", 15, (4, 6, 5)), ("6011", 16, fours)]
    for number, text in enumerate(FRAMES["card_frames"]):
        for step in (0, 1, 2):
            prefix, size, sizes = shapes[(number + step) % len(shapes)]
            digits = card(prefix, size)
            written = (digits, groups(digits, sizes, " "), groups(digits, sizes, "-"), wide(digits))[
                (number + step) % 4
            ]
            yield Positive(text.format(written), written, ("bank_card",))
    for text in FRAMES["named_card_frames"]:
        yield Positive(text.format("6200000000000000001"), "6200000000000000001", ("bank_card",))
    regions = cycle(["110101", "310104", "440305", "510107", "650102", "820000"])
    births = cycle(["19000101", "19991231", "20000229", "19850706"])
    for number, text in enumerate(FRAMES["id_frames"] * 3):
        value = identity(next(regions), next(births))
        styles = (value, value.lower(), groups(value, (6, 8, 4), " "), wide(value), "\u200b".join(value))
        written = styles[number % len(styles)]
        yield Positive(text.format(written), written, ("id_card",))
    for number, text in enumerate(FRAMES["code_frames"]):
        value = ("482913", "0937", "77410028", "551200")[number % 4]
        yield Positive(text.format(value), value, ("verification_code",))


def positives() -> list[Positive]:
    rows = [*passwords(), *keys(), *blocks_and_addresses(), *numbers()]
    rows += (Positive(text.format(SEED), SEED, ("seed_phrase",)) for text in FRAMES["seed_frames"])
    rows += (Positive(*pair, (kind,)) for kind, pairs in FRAMES["pairs"].items() for pair in pairs)
    return rows


def line_of(row_id: str, text: str, **more: object) -> str:
    lang = "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"
    line = json.dumps({"id": row_id, "lang": lang, "text": text, **more}, ensure_ascii=False)
    secret = json.dumps(more.get("secret", ""), ensure_ascii=False)[1:-1]
    return line.replace(secret, f"\\u{ord(secret[0]):04x}{secret[1:]}") if secret else line


def write(name: str, lines: list[str]) -> None:
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("positives.jsonl", [line_of(f"pos-{n:03d}", **row._asdict()) for n, row in enumerate(positives())])
    texts = (HERE / "negatives.txt").read_text(encoding="utf-8").splitlines()
    write("negatives.jsonl", [line_of(f"neg-{n:03d}", text) for n, text in enumerate(texts)])
