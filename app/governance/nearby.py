"""What stands in one sentence with a word such as 密码 and can hardly be anything else, however it is linked.

People tell secrets in more ways than rules of grammar hold. So here the value speaks: its shape, what is counted or
named right beside it, and whether the sentence is about rules and errors. Only asked where no link was found.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from app.governance import judgement
from app.governance.checks import random_looking, strong
from app.governance.engine import expression, short
from app.governance.finding import Finding
from app.governance.folding import HIDDEN
from app.governance.patterns import ASKED, NEARBY
from app.governance.place import Place

_BEHIND, _BEFORE = 64, 40  # characters of the sentence that are read
_END_BEHIND = re.compile(rf"[\n。！!；;？{HIDDEN}.?](?:(?<![.?])|(?=\s|\Z))")  # one set of signs: it is found fast
_END_BEFORE = re.compile(rf"[\n。！!？；;{HIDDEN}\s](?:(?<=[\n。！!？；;{HIDDEN}])|[.?])")  # of the text from its end
_ASKING = frozenset("吗呢么")
_HELD = (  # what a value holds, of which most sentences have nothing
    r"(?<![\w.,:/@$€£¥%+#*-])(?:"
    r"(?P<figures>\d{{3}}[ -]\d{{3}}|\d{{4}}[ -]\d{{4}}|[#*]?\d{{4,8}}[#*]?|\d(?:[ -]\d){{3,7}})"
    r"|(?P<turns>\d{{1,2}}(?:(?:-|,? then |→|->| to )\d{{1,2}}){{2,4}})"
    r"|(?P<spoken>[零〇一二三四五六七八九幺]{{4,8}})"
    r"|(?P<token>(?=[!-~]*[A-Za-z]){}[A-Za-z0-9!$%^&_~][!-~]{{5,47}}))"
    r"(?![\d.,:/-]*\d|[A-Za-z%°])"
)
_SPELLS = "拼音|全拼|首字母|英文名?"
_SPELT_SOMEWHERE = re.compile(_SPELLS)
_ANY_VALUE = re.compile(_HELD.format(""))  # where letters alone may be one
_VALUE = re.compile(_HELD.format(r"(?=[!-~]*\d)"))
_HINT = re.compile(r"[\d零〇一二三四五六七八九幺拼全首英](?:(?<![拼全首英])|(?<=拼)音|(?<=全)拼|(?<=首)字母|(?<=英)文)")
_LONG = re.compile(r"[!-~]{12,}")
_NEAR = expression(NEARBY["near"].replace(r"\Z", "$"))  # the engine reads what ends so from its end
_HASH = short(NEARBY["hash"])
_VETO = expression(NEARBY["veto"])
_PROGRAM = re.compile(r"[{}<>=\[\](:](?:(?<![(:])|(?<=\w\()|(?<=:)//)")
_NAMED = expression(rf"(?:{NEARBY['named']})[^\w\p{{Han}}]{{0,3}}$")
_COUNTED = short(NEARBY["counted"])
_GOES_ON = short(NEARBY["goes_on"])
_CUE = expression(NEARBY["cue"])
_LOCKED = short(r"(?:锁|lock|box|数字|码)锁?\s?\Z")
_OF_MAIL = re.compile("授权码|app password", re.IGNORECASE)
_OF_MAILERS = re.compile(r"[a-z]{16}")  # as mail providers give them out
_YEAR = re.compile(r"(?:19|20)\d\d(?:\d{4})?")
_SIGN = re.compile(r"[!@#$%^&*+~]")
_ORDINARY = re.compile(r"[a-z]+[\d.]+|[A-Z][A-Za-z]*\d|[A-Z0-9_./-]+|\d+(?:st|nd|rd|th|x\d+|[a-zA-Z]{1,4})")
_LEADS = short(NEARBY["leads"] + r"\s*\Z")
_PLAIN = re.compile(r"[a-z]{4,}\d{2,}")  # as most people make them up
_SPELT = short(rf"(?:{_SPELLS})(?:是|就是|叫)?\s*\Z")
_LETTERS = re.compile(r"[A-Za-z]{5,}")
_OF_PLACE = short(ASKED["place"])
_VISIBLE = "".join(map(chr, range(ord("!"), ord("~") + 1)))
_NUMBERS = re.compile(r"\d{4}")
_NAME = 40  # characters in which figures are named, or led to
_TRIES = 4  # values on either side of the word
_START: Callable[[re.Match[str]], int] = re.Match.start
_MANY = 2  # numbers behind the word; where there are more it is a table, and none of them stands out
_KINDS = {"password": "password", "entry": "password", "code": "verification_code"}
_READ = frozenset({"token", *_KINDS})


class _Sentence(NamedTuple):
    text: str
    start: int  # in the window
    word: int  # where in the text the word stands
    behind: int


def could_hold(place: Place, name: str) -> bool:
    """Whether anything around the word could be its value: on most lines there is no figure."""
    if name not in _READ and place.behind[:1] != "锁":
        return False
    last = place.behind.find("\n", 0, _BEHIND)
    if _HINT.search(place.behind, 0, _BEHIND if last < 0 else last):
        return True
    first = max(0, len(place.before) - _BEFORE)
    first = max(first, place.before.rfind("\n", first) + 1)
    return _HINT.search(place.before, first) is not None or _OF_MAIL.search(place.word) is not None


def beside(place: Place, name: str, pay: Callable[[int], None]) -> Iterator[Finding]:
    """The value beside the word, of the list `name`; the nearest one behind it, else the last one before it.

    Where its sentence holds what has the shape of one, so that it takes a longer look, it tells `pay` how many.
    """
    if name == "token":
        if not _is_table(place):
            yield from _key(place)
        return
    if place.behind[:1] == "锁":
        name = "entry"
    elif name not in _KINDS or judgement.is_compound(place.behind):
        return
    if _is_table(place):
        return
    sentence = _around(place)
    held = [*_held(sentence.text)]
    if held:
        pay(len(held))
        yield from _in_sentence(place, name, sentence, held)


def _is_table(place: Place) -> bool:
    return len(_NUMBERS.findall(place.behind, 0, _BEHIND)) > _MANY


def _in_sentence(place: Place, name: str, sentence: _Sentence, held: list[re.Match[str]]) -> Iterator[Finding]:
    if _speaks_of_else(sentence, place.word):
        return
    found = _nearest(sentence, held, lock=judgement.is_lock(place.word))
    rest = sentence.text[: sentence.word] + " " + sentence.text[sentence.behind :] if found else ""
    if found is None or _VETO.fits(rest):
        return
    if name == "entry" and not _LOCKED.search(sentence.text[: sentence.behind + 1]) and not _CUE.fits(rest):
        return
    kind = _KINDS["entry" if name == "code" and _OF_PLACE.search(sentence.text) else name]
    yield Finding(kind, sentence.start + found[0], sentence.start + found[1])


def _speaks_of_else(sentence: _Sentence, word: str) -> bool:
    """A piece of a program, or a meal."""
    meal = word.lower() == "combo" and not _OF_PLACE.search(sentence.text)
    return meal or _PROGRAM.search(sentence.text) is not None


def _nearest(sentence: _Sentence, held: list[re.Match[str]], *, lock: bool) -> tuple[int, int] | None:
    """The first of its values behind the word, else the last before it; no others are looked at."""
    text = sentence.text
    asks = "?" in text or "？" in text or text[-1:] in _ASKING
    first = bisect_left(held, sentence.behind, key=_START)
    for start, end in _values(text, held[first : first + _TRIES], asks=asks, lock=lock):
        near = start - sentence.behind <= 1 or not text[start].isdigit()
        if near or _NEAR.fits(text[max(0, start - _NAME) : start]):  # something leads to the figures
            return start, end
    before = reversed(held[max(0, first - _TRIES) : first])
    values = _values(text, before, asks=asks, lock=lock)
    return next((span for span in values if span[1] <= sentence.word), None)


def _around(place: Place) -> _Sentence:
    before = place.before[-_BEFORE:]
    if len(place.before) > _BEFORE and "!" <= place.before[-_BEFORE - 1] <= "~":  # the end of a value is none
        before = before.lstrip(_VISIBLE)
    cut = _END_BEFORE.search(before[::-1])
    before = before[len(before) - cut.start() :] if cut else before
    end = _END_BEHIND.search(place.behind[:_BEHIND])
    behind = place.behind[: end.end() if end else _BEHIND]
    word = len(before)
    at = word + len(place.word)
    return _Sentence(before + place.word + behind, place.at - word, word, at)


def _held(text: str) -> Iterator[re.Match[str]]:
    """What has the shape of a value. Letters alone are looked at only where somebody tells how they are spelt."""
    spelt = not text.isascii() and _SPELT_SOMEWHERE.search(text) is not None
    return (_ANY_VALUE if spelt else _VALUE).finditer(text)


def _values(text: str, held: Iterable[re.Match[str]], *, asks: bool, lock: bool = False) -> Iterator[tuple[int, int]]:
    for match in held:
        token = match.group("token")
        start, end = match.span()
        if token is not None:
            value = judgement.trimmed(token.lstrip("\"'`(*"))
            start += token.index(value) if value else 0
            end = start + len(value)
            if lock and not _SIGN.search(value, 1):  # it takes figures
                continue
            letters = _LETTERS.fullmatch(value) is not None
            if _SPELT.search(text, 0, start) if letters else _drawn(value, text, start):
                yield start, end
        elif not asks and _free(text, start, end, sure=match.group("figures") is None):
            yield start, end


def _drawn(value: str, text: str, start: int) -> bool:
    """Letters with figures or marks, as no word and no name of a product is written."""
    if not strong(value) or judgement.says_nothing(value) or judgement.is_name(value):
        return False
    figures = sum(map(str.isdigit, value))
    if figures and _SIGN.search(value, 1):
        return True
    if figures > 1 and not _ORDINARY.fullmatch(value):
        return True
    return _PLAIN.fullmatch(value) is not None and _LEADS.search(text, 0, start) is not None


def _free(text: str, start: int, end: int, *, sure: bool) -> bool:
    """Whether figures belong to nothing that is counted or named beside them."""
    value, after = text[start:end], text[end:]
    keyed = value[-1] in "#*" or value[0] == "*" or _HASH.match(after) is not None
    if not keyed and not sure and _YEAR.fullmatch(value):
        return False
    over = keyed or after.lstrip()[:1] >= "\u2e80" or judgement.ends(after) or _GOES_ON.match(after) is not None
    return (
        over
        and not judgement.counts_something(after)
        and not _COUNTED.match(after)
        and not _NAMED.fits(text[max(0, start - _NAME) : start])
    )


def values(text: str) -> Iterator[tuple[int, int]]:
    """What in the answer to a question for a secret can be one."""
    if not _VETO.fits(text) and not _PROGRAM.search(text):
        yield from _values(text, _held(text), asks=False)


def _key(place: Place) -> Iterator[Finding]:
    """The same for a word such as API key: something that a machine drew."""
    behind = place.behind[:_BEHIND]
    if not _LONG.search(behind):
        return
    end = _END_BEHIND.search(behind)
    of_mail = _OF_MAIL.search(place.word) is not None
    for match in _LONG.finditer(behind, 0, end.end() if end else len(behind)):
        value = judgement.trimmed(match.group())
        if not _is_key(value, of_mail=of_mail):
            continue
        text = _around(place).text
        if not _VETO.fits(text) and not _PROGRAM.search(text):
            yield place.found("api_key", match.start(), match.start() + len(value))
        return


def _is_key(value: str, *, of_mail: bool) -> bool:
    if of_mail and _OF_MAILERS.fullmatch(value):
        return True
    digits = sum(map(str.isdigit, value))
    return digits > 3 and random_looking(value.replace("-", "")) and not judgement.is_name(value)  # noqa: PLR2004  # measured
