"""Whether what stands beside a word such as 密码 is a value, or only says something about one."""

import re
from functools import lru_cache
from typing import NamedTuple

from app.governance.checks import strong
from app.governance.engine import short
from app.governance.patterns import KEYS, LINK, STOP

# Small expressions on one value or one window, without nested repetition: here the call of re2 would cost most.
_RUN = re.compile(  # up to a space, an East Asian letter or sign, a general punctuation mark or an earlier mask
    r"[^\t\n\f\r \u1100-\u11ff\u2000-\u206f\u2e80-\u2fdf\u3000-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff"
    r"\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff66-\uff9f\uffe0-\uffef"
    r"\ufffc\U00020000-\U000323af]+"
)
_OPENING = re.compile(r"(?:\*{1,2}|_{2}|\\)?([\"'`“‘「『【《(（\[]?)[ ]?")
_CLOSING = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "「": "」", "『": "』", "【": "】", "《": "》"}
_CUT = re.compile(r"[\"`]|</|\\n|[;&,|](?:[\w ]{1,24}[=:]|\Z)|[(（]", re.ASCII)
_MAILBOX = re.compile(r"[^@\s]+@[\w.-]+\.[A-Za-z]{2,}")
_NOT_A_VALUE = short(rf"[\"'”’]?\s*+(?:(?:{LINK['unlike']})|[ _-]?{LINK['en_unlike']})")
_STOP = frozenset(STOP["words"].split())
_PROSE = frozenset(STOP["prose"].split())
_ENDING = short(rf"\w{{2,}}{STOP['endings']}")
_CARRY_ON = short(rf"[ ]+{STOP['carry_on']}")
_UNIT = short(rf"\s*+[\"'”’]?\s*+\+?\s*+(?:{LINK['units']})")  # no unit needs the space before it
_CODE_LIKE = re.compile(
    r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+[,;]?|[A-Za-z_][\w.]*[(\[].*|(?:https?|ftp|file)://.*|[.~]{0,2}/.*|process\.env.*|os\..*"
    r"|v?\d+(?:\.\d+)+|\d{1,2}:\d\d(?::\d\d)?|[a-z]+_[a-z_]+|[A-Z]+_[A-Z_]+",
    re.ASCII,
)
_MADE_UP, _STAND_IN = re.compile(KEYS["made_up"], re.ASCII), re.compile(KEYS["stand_in"])
_NO_SECRET = re.compile(f"{_MADE_UP.pattern}|{_CODE_LIKE.pattern}", re.ASCII)
_NAMED = re.compile(f"x+|{_STAND_IN.pattern}|{STOP['algorithms']}")
_LETTERS = re.compile(r"[A-Za-z]+(?:[-'/][A-Za-z]+)?")
_STRUCTURE = re.compile(r"[=\"'(<]")
_MIXED = re.compile(r"[A-Z][a-z]+[_.-]\d{2,}")
_LOCK = re.compile(
    r"pin|comb(?:o\b|ination)|takes|wants|accepts|keypad|opens|unlocks|disarms"
    r"|(?<!pass)(?<!pass[ -])(?<!fi )(?<!network )code",
    re.IGNORECASE,
)
_LOCK_VALUE = re.compile(r"[#*]?(?:\d[-~ ]?){2,11}\d[#*]?|[A-Z]\d{3,9}#?")
_TO_PICK_UP = re.compile(r"提取码\Z|[，,]\s?码[:： ]\Z")
_PICKUP = re.compile(r"[A-Za-z0-9]{4,6}")
_TYPED_NEXT = short(r"\s*(?:enter|pound|star|hash)\b")
_KEYED = re.compile(r"\d{4,12}[#*]")  # as it is typed at a door
_ENTERED = re.compile(r"[#*]?(?:\d{4,12}|\d(?:[ -]\d){2,7})[#*]?")
_SET_TO = re.compile(r"\d{3,12}|\d{1,2}(?:-\d{1,2}){2,4}")
_MARK = re.compile(r"[!@#$%^&*?+~]")
_COUNT = re.compile(r"[\d~+<>≥≤=-]+")
_ASKING = short("请|忘记|错误|找回|重置|修改|登录|不能|必须|密码|口令|什么|多少|未知|无|空|同上|略")
_FILE = re.compile(
    r".*\.(?:py|js|ts|tsx|json|ya?ml|toml|md|txt|go|java|rs|env|pem|com|org|cn|io|net|sh|sql|html|css|png|jpg|pdf)/?"
)


_LONGEST = 260  # characters of a value with what stands around it


class Value(NamedTuple):
    text: str
    start: int
    end: int
    quoted: bool


def trimmed(value: str) -> str:
    """Without the marks that end the sentence or the structure around it."""
    if value.isalnum():  # as most are
        return value
    cut = _CUT.search(value, 1)
    value = value[: cut.start()] if cut else value
    while value and (value[-1] in ".,;:?'*\\" or (value[-1] in ")]}>" and not _opened(value))):
        value = value[:-1]
    return value


def _opened(value: str) -> bool:
    return {")": "(", "]": "[", "}": "{", ">": "<"}[value[-1]] in value


def value_at(text: str, start: int) -> Value | None:
    """The quoted text or the next token at `start`."""
    limit = start + _LONGEST
    opening = _OPENING.match(text, start, limit)
    assert opening is not None  # all of it may be missing
    mark, first = opening[1], opening.end(1)
    if mark in _CLOSING:
        last = text.find(_CLOSING[mark], first, min(first + 130, limit))
        inner = text[first:last] if last > 0 else ""
        if inner.strip() and "\n" not in inner and "\ufffc" not in inner:
            return Value(inner, first, last, quoted=True)
    run = _RUN.match(text, opening.end(), limit)
    value = trimmed(run[0]) if run else ""
    first = opening.end()
    return Value(value, first, first + len(value), quoted=False) if value else None


def is_compound(after: str) -> bool:
    """Whether a word such as 密码 is only a part of another: 密码学, password manager."""
    return _NOT_A_VALUE.match(after) is not None


def is_file(value: str) -> bool:
    return "." in value and _FILE.fullmatch(value) is not None


def is_name(value: str) -> bool:
    """A file, an address of the web or a mailbox."""
    return is_file(value) or _MAILBOX.fullmatch(value) is not None or "/" in value


def counts_something(after: str) -> bool:
    return _UNIT.match(after) is not None


def made_up(value: str) -> bool:
    """A placeholder that stands where a secret would: stars, `<password>`, `${PASSWORD}`, `{{ password }}`."""
    return _MADE_UP.fullmatch(value) is not None or _STAND_IN.fullmatch(value.lower()) is not None


def _nothing(value: str) -> bool:
    low = value.lower()
    if low.rstrip("!") in _STOP or _NAMED.fullmatch(low):
        return True
    return not value.isalnum() and _MADE_UP.fullmatch(value) is not None


def _is_code(value: str) -> bool:
    """Whether it is written as a piece of a program, which is never done in letters and figures alone."""
    return not value.isalnum() and _CODE_LIKE.fullmatch(value) is not None


def says_nothing(value: str) -> bool:
    """A word about a secret, a placeholder, or a piece of a program."""
    low = value.lower()
    if low.rstrip("!") in _STOP or _NAMED.fullmatch(low):
        return True
    return not value.isalnum() and _NO_SECRET.fullmatch(value) is not None


def ends(after: str) -> bool:
    """Whether the clause ends here, or goes on as people go on after naming a value."""
    rest = after.lstrip("\"'`*”’")
    return not rest.strip() or rest[0] in "\n\r\t，。！？；,.;!?、)）】]}｜|…—" or _CARRY_ON.match(rest) is not None


@lru_cache(maxsize=1024)
def _guards(word: str) -> tuple[bool, bool]:
    """Whether what it names takes figures, as a PIN does, or is what something is picked up with."""
    return _LOCK.search(word) is not None, _TO_PICK_UP.search(word) is not None


def is_password(value: str, how: str, after: str, word: str, *, quoted: bool = False) -> bool:
    """`how` is the link before the value (sign, verb, loose, far, none), `after` the text behind it."""
    lock, picks_up = _guards(word)
    pickup = picks_up and how != "far" and _PICKUP.fullmatch(value) is not None
    pickup = pickup or (_KEYED.fullmatch(value) is not None and not counts_something(after))
    if lock or pickup or _nothing(value) or (not quoted and _is_code(value)):
        return pickup or (lock and _is_lock_code(value, how, after, word))
    if not value.isascii() or (quoted and " " in value):
        how = "sign" if how == "none" and "phrase" in word.lower() else how  # the phrase "…": it can be nothing else
        return _said_in_words(value, how, quoted=quoted)
    if _COUNT.fullmatch(value):
        return _is_number_password(value, how, after, word)
    if how not in {"sign", "verb"} or len(value) <= 2:  # noqa: PLR2004  # too short to be one
        return _stands_out(value, how, word)
    if len(value) == 3 and counts_something(after):  # noqa: PLR2004  # "12+ characters"
        return False
    return not _LETTERS.fullmatch(value) or _is_letters_password(value, how, after, quoted=quoted)


def is_lock(word: str) -> bool:
    """Whether the word is that of a secret that takes figures, as a PIN does."""
    return _guards(word)[0]


def _is_lock_code(value: str, how: str, after: str, word: str) -> bool:
    if not _LOCK_VALUE.fullmatch(value):
        return how in {"sign", "verb"} and "pin" not in word.lower() and value == value.upper() and strong(value)
    digits = sum(char.isdigit() for char in value)
    year = word.isascii() and digits == 4 and value.isdigit()  # noqa: PLR2004  # "door code 2024"
    year_like = year and not _TYPED_NEXT.match(after)
    told = how in {"sign", "verb"} or (how == "none" and not year_like)
    dashed = "-" in value and digits > 2  # noqa: PLR2004  # as a suitcase has
    return told and (digits >= 4 or dashed) and not counts_something(after)  # noqa: PLR2004  # the shortest PIN


def is_entered(value: str, verb: str, after: str) -> bool:
    """Whether what is typed, dialled or pressed somewhere beside a word such as 密码 is the secret itself."""
    if counts_something(after) or _nothing(value) or _is_code(value):
        return False
    turned = verb[:1] in "拨转调" and _SET_TO.fullmatch(value) is not None
    return turned or _ENTERED.fullmatch(value) is not None or (strong(value) and not _STRUCTURE.search(value))


def _stands_out(value: str, how: str, word: str) -> bool:
    """Whether a value with hardly any link to its word can be nothing else."""
    if not strong(value) or _STRUCTURE.search(value):
        return False
    if how == "far":
        return _MARK.search(value) is not None or _MIXED.fullmatch(value) is not None
    return how == "loose" or value.isalnum() or not word.isascii() or len(value) > 7  # noqa: PLR2004  # measured


def _said_in_words(value: str, how: str, *, quoted: bool) -> bool:
    if how not in {"sign", "verb"} and (value.isascii() or not any(char.isdigit() for char in value)):
        return False
    if any("\u4e00" <= char <= "\u9fff" for char in value):
        return quoted and len(value) <= 20 and not _ASKING.search(value)  # noqa: PLR2004  # longer is a sentence
    words = value.lower().split()
    return not _PROSE & set(words)


def _is_number_password(value: str, how: str, after: str, word: str) -> bool:
    digits = sum(char.isdigit() for char in value)
    if digits < 4 or counts_something(after):  # noqa: PLR2004  # the shortest PIN
        return False
    if how == "far":
        return value.isdigit() and digits == 6 and not word.isascii()  # noqa: PLR2004  # as banks and locks want it
    if how == "none":
        chinese = not word.isascii()
        return (chinese and value.isdigit()) or digits >= 6  # noqa: PLR2004  # "password 2024" is about a year
    return how != "loose" or digits >= 6  # noqa: PLR2004  # the same


def _is_letters_password(value: str, how: str, after: str, *, quoted: bool) -> bool:
    if quoted:
        return True
    plain = value == value.lower() or value.istitle() or value == value.upper()
    if not plain:
        return True
    if _ENDING.fullmatch(value) and how == "verb":
        return False
    if how == "verb" and ("-" in value or "/" in value or "'" in value):
        return False
    return ends(after) or (how == "sign" and after[:1] >= "\u2e80")
