"""Secrets that are told without being written as one value.

Spelled out, in Chinese figures, in two parts, as the path of an unlock pattern, as the answer to a question.
"""

import re
from collections.abc import Iterator

from app.governance import judgement
from app.governance.checks import random_looking, strong
from app.governance.engine import Expression, expression, short
from app.governance.finding import Finding
from app.governance.patterns import STOP, TOLD
from app.governance.place import Place

_LINKED = re.compile(rf"[\"'”’」』)）]?\s*我?(?:别忘了?|记[住好下])?(?:{TOLD['link']})\s*[\"'“‘「『]?", re.IGNORECASE)
_FIGURES = "零〇一二三四五六七八九幺"
_COUNTS = {**{figure: number for number, figure in enumerate("零一二三四五六七八九十")}, "两": 2}
# What stands in each of them.
_FIGURED = Expression(r"[零〇一二三四五六七八九十幺两]|[大小]写|\d(?: ?[个位]|[ -]\d)|[，,:：]\s?\d{4}|[Cc]apital|case")
_FEW = 72  # characters in which they stand
_WORDED = re.compile(r"[:：是改换成][^!-~]{0,2}[\u4e00-\u9fff]{2}")
_GROUPED = re.compile(  # as applications get them
    r"\s*+(?:(?:is|:|：|是)\s*+)?((?:[A-Za-z0-9]{4}[ -]){3,5}[A-Za-z0-9]{4})(?![A-Za-z0-9])"
)
_OF_APP = short(r"(?:\bapp|\bapplication|应用|专用|授权)\s?\Z")
_SPACED = re.compile(r"\d(?:[ -]\d){3,11}(?!\d)")
_SPOKEN = re.compile(  # figure by figure, in Chinese, or as so many of one
    rf"\s?(\d(?:[ -]\d){{3,11}}(?!\d)|[{_FIGURES}]{{4,12}}"
    rf"|[一二两三四五六七八九十\d]{{1,2}}\s?个\s?[{_FIGURES}\d])(?![\u4e00-\u9fff\d])"
)
_RECALLED = re.compile(
    r"\s*(?:还是|就是|是|为|用的?)我?[\u4e00-\u9fff]{2,8}[，,:：]\s?(\d{4,8})(?=[\s，。！,.!;；]|\Z)"
)
_RECALLED_EN = short(rf"\s?{TOLD['recalled']}")  # by what it is: "is my birth year backwards, 4891"
_ASIDE = short(TOLD["aside"])  # "door code Tue-Thu: 3360"
_COUNTED = re.compile(
    r"\s*+(?:(?:是|为|:|：)\s*+)?(?:一串|就|一共|总共|共)?([二两三四五六七八九十]|\d{1,2})\s?[个位]"
    rf"(?:数字|数|字符|[{_FIGURES}\d])?[，,:：是\s]{{0,3}}(\d(?:\s?\d){{3,11}})(?!\d)"
)
_SPELLED = re.compile(  # letter by letter, or stretch by stretch, with the case of the first one said
    r"\s*(?:(?:是|为|就是|is|:|：)\s*)?"
    r"((?:大写|小写|首字母大写|(?:an? )?(?:capital|upper ?case|lower ?case)\b)\s?的?\s?[A-Za-z](?![A-Za-z])"
    r"(?:(?:大写|小写|字母|数字|然后|接着|再|加上?|后面|跟着|capital|upper ?case|lower ?case|small|then"
    r"|followed by|the number|digits?|dash|hash|and|的|[,，、 ]){1,6}[A-Za-z0-9@#!*]{1,12}(?![A-Za-z0-9])){1,8})",
    re.IGNORECASE,
)

# Behind a link a letter, and a figure in the same word: nothing that is told in another way begins so.
_ONE_WORD = re.compile(r"(?:[:=][ ]?|是|[ ](?:is|was)[ ])(?=[A-Za-z]\w*\d)", re.ASCII)

_ANSWER = re.compile(
    rf"(?:(?:答案|回答|答(?=[:：])|\banswers?\b)"
    rf"[\"'”」]?我?(?:\s?(?:{TOLD['link']})|[ ])|{TOLD['answered']})\s*[\"'“「]?",
    re.IGNORECASE,
)
_ANY_ANSWER = expression(r"答|answer|[填写设]的|\bI[ ]|mine")  # stands in all of them
_TO_ANSWER = 100  # characters behind the question
_CLAUSE = re.compile(r"[^\n。，,.;；!！?？\"”」)）\ufffc]{1,48}")
_NO_ANSWER = re.compile(TOLD["no_answer"], re.IGNORECASE)
_STOP = frozenset(STOP["words"].split())

_WATCHWORDS = frozenset({"口令", "暗号", "通关密语", "通行码"})
_WATCHWORD = re.compile(r"([\u4e00-\u9fff]{3,12}|[\u4e00-\u9fff]{2,8}\d{1,8})(?=[\s，。！？；、,.!?;\"”」]|\Z)")
_NO_WATCHWORD = re.compile(TOLD["no_watchword"])
_ASKS = re.compile("什么|怎|谁|哪|多少|吗|忘|错|必须|需要")
_PHRASE = re.compile(r"[a-z]{2,}(?:[ -][a-z]{2,}){2,7}(?=[.,;!\n\"”]|\s*\Z)", re.IGNORECASE)
_STOP_IN_PHRASE = _STOP | set(STOP["prose"].split()) | set(STOP["seed_prose"].split())

_PROSE = set(STOP["prose"].split()) | {"at", "of", "unset", "none", "unknown", "optional", "random", "longer", "words"}

_SECRET = re.compile(TOLD["secret"], re.IGNORECASE)
_DOTS = re.compile(r"\D{0,16}?([1-9](?:\s?[-–,，、→>]?\s?[1-9]){3,8})(?!\d)")
_GOES = re.compile(r"\s*(?:(?:goes|starts|runs)\b\s*|(?=先|从))", re.IGNORECASE)
_PATH = re.compile(TOLD["path"], re.IGNORECASE)


def behind_link(place: Place) -> int:
    """Where in `behind` that begins which a sign or verb leads to, -1 without one."""
    match = _LINKED.match(place.behind)
    return match.end() if match else -1


def otherwise(place: Place) -> Iterator[Finding]:
    """Spelled or in words."""
    grouped = _GROUPED.match(place.behind)
    if grouped and (_OF_APP.search(place.before) or sum(map(str.isdigit, grouped[1])) > 1):
        yield place.found("password", grouped.start(1), grouped.end(1))
        return
    if _ONE_WORD.match(place.behind):
        return
    figured = _FIGURED.fits(place.behind[:_FEW])
    found = [*spelled(place)] if figured else []
    if found:
        yield from found
    elif figured or "phrase" in place.word.lower() or _WORDED.search(place.behind, 0, _FEW):
        yield from in_words(place)


def spelled(place: Place) -> Iterator[Finding]:
    """In Chinese figures, as so many of one figure, or letter by letter."""
    counted = _COUNTED.match(place.behind)
    if counted and (_COUNTS.get(counted.group(1)) or int(counted.group(1))) == len("".join(counted.group(2).split())):
        yield place.found("password", counted.start(2), counted.end(2))
        return
    start = behind_link(place)
    if start < 0 and _SPACED.search(place.behind, 0, 60):
        how, linked = place.link()
        start = linked if how in {"sign", "verb"} else 0
    figures = _SPOKEN.match(place.behind, max(0, start)) or _RECALLED.match(place.behind)
    if figures and not judgement.counts_something(place.behind[figures.end(1) :]):
        yield place.found("password", figures.start(1), figures.end(1))
        return
    letters = _SPELLED.match(place.behind)
    if letters:
        yield place.found("password", letters.start(1), letters.end(1))


def by_what_it_is(place: Place) -> Iterator[Finding]:
    """Behind a word for figures and what they are taken from, or what they are for."""
    for how in (_RECALLED_EN, _ASIDE):
        figures = how.match(place.behind)
        if figures and not judgement.counts_something(place.behind[figures.end(1) :]):
            yield place.found("password", figures.start(1), figures.end(1))
            return


def in_words(place: Place) -> Iterator[Finding]:
    """A watchword or a pass phrase: words that say nothing about themselves."""
    start = behind_link(place)
    watchword = _WATCHWORD.match(place.behind, start) if start >= 0 else None
    sure = watchword is not None and (place.word in _WATCHWORDS or watchword.group(1)[-1].isdigit())
    asks = _ASKS if place.behind[:1] in ":：" else _NO_WATCHWORD  # behind a sign it is hardly anything else
    if watchword and sure and not asks.search(watchword.group(1)):
        yield place.found("password", watchword.start(1), watchword.end(1))
    elif "phrase" in place.word.lower():
        how, start = place.link()
        phrase = _PHRASE.match(place.behind, start) if how in {"sign", "verb"} else None
        said = phrase.group().lower().split() if phrase else []
        # A phrase may say anything, a sentence about it does so from its first words on.
        about = set() if how == "sign" else _STOP_IN_PHRASE & set(said[:2])
        if phrase and not about and not _PROSE & set(said):
            yield place.found("password", phrase.start(), phrase.end())


def answers(place: Place) -> Iterator[Finding]:
    """To a question that guards an account."""
    how, linked = place.link()
    start = max(linked if how in {"sign", "verb"} else -1, behind_link(place))
    if not any(word in place.word.lower() for word in ("答案", "answer", "maiden")):
        near = place.behind[:_TO_ANSWER]
        match = _ANSWER.search(near) if _ANY_ANSWER.fits(near) else None
        start = match.end() if match else -1
    clause = _CLAUSE.match(place.behind, start) if start >= 0 else None
    value = clause.group().rstrip() if clause else ""
    if value and not _NO_ANSWER.search(value) and not _STOP & set(value.lower().split()):
        yield place.found("password", start, start + len(value))


def patterns(place: Place) -> Iterator[Finding]:
    """The path of a finger over a lock screen, in the numbers of its dots or in words."""
    dots = _DOTS.match(place.behind)
    if dots and not judgement.counts_something(place.behind[dots.end(1) :]):
        yield place.found("password", dots.start(1), dots.end(1))
        return
    start = behind_link(place)
    if start < 0:
        path = _GOES.match(place.behind)
        start = path.end() if path else -1
    end = start + len(re.split(r"[\n。.!！;；?？\ufffc]", place.behind[start : start + 64])[0])
    if start >= 0 and len(_PATH.findall(place.behind, start, end)) > 1:
        yield place.found("password", start, end)


def parts(place: Place) -> Iterator[Finding]:
    """A half of a key or password, where it is said to be one."""
    start = max(0, behind_link(place))
    if not (_SECRET.search(place.before) or _SECRET.search(place.word)):
        return
    value = judgement.value_at(place.behind, start)
    if value and not start and not random_looking(value.text):
        return
    if value and len(value.text) >= 4 and (strong(value.text) or value.text.isdigit()):  # noqa: PLR2004  # half a PIN is none
        yield place.found("password", value.start, value.end)
