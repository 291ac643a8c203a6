"""Whether a value is a key, a token or a code that a machine gave out."""

import re

from app.governance import judgement
from app.governance.checks import entropy, random_looking, strong
from app.governance.engine import expression, short
from app.governance.patterns import KEYS, STOP

_API_KEY = re.compile(r"(?:api|access|secret|auth)[ _-]?(?:key|token)s?\Z", re.IGNORECASE)
_HEX = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})")
_WALLET = re.compile(r"(?:0x)?[0-9a-fA-F]{64}")
_TO_SIGN_IN = re.compile(r"\s+to\s+(?:sign|log|verify|confirm|complete|finish|continue|reset|access)", re.IGNORECASE)
_DICEWARE = re.compile(r"(?:[a-z]{2,}(?:-[a-z]{2,}){3,9}|(?:[a-z]{3,}-){2,8}\d{2,})")  # "owl-teapot-ninety-two"
_UNLIKE_KEY = expression(KEYS["unlike_key"])
_SECRET_WORD = short("secret|密钥|秘钥|密匙|password")
_TOKEN_CHARS = re.compile(r"[A-Za-z0-9_\-./+=~:%|!@#$^&*]+")
_SPARE = short("backup|recovery|恢复码|备用码")
_GROUPS = re.compile(r"[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,7}")
_PRODUCT = expression("激活|授权|注册|产品|许可|licen[cs]e|product|activation|registration|serial|cd.key|unlock")
_LETTERED = re.compile(r"[A-Z]-\d{6}")
_WORDS = frozenset(STOP["words"].split()) | frozenset(STOP["prose"].split())


def _named_hex(value: str, word: str) -> bool:
    """Hexadecimal digits alone say nothing: the word must name a key."""
    wallet = _WALLET.fullmatch(value) is not None and word.lower().endswith(("私钥", "private key"))
    return wallet or (_HEX.fullmatch(value) is not None and _API_KEY.search(word) is not None)


def is_token(value: str, how: str, word: str) -> bool:
    """`word` is the keyword with a little of what stands before it."""
    if len(value) < 8 or judgement.says_nothing(value) or not _TOKEN_CHARS.fullmatch(value):  # noqa: PLR2004  # too short for a key
        return False
    if judgement.is_file(value) or _UNLIKE_KEY.fits(word):
        return False
    product = _PRODUCT.fits(word) and _is_product_key(value, how)
    words = how in {"sign", "verb"} and _DICEWARE.fullmatch(value) and not _WORDS & set(value.split("-"))
    if product or words or _named_hex(value, word):
        return True
    if how == "sign":
        plain = value.isalnum() and len(value) >= 12 and strong(value)  # noqa: PLR2004  # a key, not an id
        return random_looking(value) or plain or (_SECRET_WORD.search(word) is not None and strong(value))
    if how in {"verb", "loose"}:
        return len(value) >= 10 and random_looking(value)  # noqa: PLR2004  # prose holds shorter ones
    mixed = value not in {value.lower(), value.upper()}
    return len(value) >= 20 and mixed and random_looking(value) and entropy(value) > 3.2  # noqa: PLR2004  # measured


def _is_product_key(value: str, how: str) -> bool:
    """What opens a program: groups of capitals and figures, or one such run behind a sign."""
    if _GROUPS.fullmatch(value):
        return any(char.isdigit() for char in value)
    return how == "sign" and value.isalnum() and value == value.upper() and strong(value)


def is_code(value: str, how: str, after: str, word: str) -> bool:
    """A one-time code: four to eight digits, or digits with letters where a sign or verb leads to it."""
    digits = sum(char.isdigit() for char in value)
    if judgement.counts_something(after) or not 4 <= len(value) <= 14:  # noqa: PLR2004  # codes in use
        return False
    if word.lower().startswith("use") and not _TO_SIGN_IN.match(after):
        return False  # of a shop
    if _LETTERED.fullmatch(value):
        return True
    if value.replace(" ", "").replace("-", "").isdigit():
        return how != "none" or not word.lower().startswith(("the ", "my ", "this ", "your "))
    spare = "-" in value and _SPARE.search(word) is not None
    return how in {"sign", "verb"} and digits >= 2 and (spare or value.upper() == value)  # noqa: PLR2004  # "4K" is no code
