"""Passwords that do not follow their word: they stand before it, or are said to be typed somewhere near it."""

import re
from collections.abc import Callable, Iterator

from app.governance import judgement
from app.governance.engine import expression
from app.governance.finding import Finding
from app.governance.place import Place

_BEFORE_IT = (
    r"(?:[\"“「]([^\"“”「」\n]{4,})|(?:^|\s)'([^'\n]{4,})|([!-~]{4,}))[\"'`”’」]?(?:"
    r"\s*(?:[，,。]?\s*(?:这|那|它|上面|以上|前面)(?:个|串|些|就|才|也)?)?(?:就|才)?"
    r"(?:是|为|作为|当作?|做|设成|设为)\s*[\p{Han}]{0,10}[A-Za-z ]{0,12}[\p{Han}]{0,4}"
    r"|[ ](?:is|was|as|will[ ]be)[ ](?:(?:still|now|currently|also)[ ])?(?:(?:my|the|our|his|her|your|their|a|new)[ ])?"
    r"(?:[\w'-]+[ ]){0,3}"
    r"|\s*[，,]?\s*(?:这|那)(?:个|串|组)[\p{Han}]{0,4}"  # "…, 这个登录密码"
    r"|[\w ,<←—–-]{0,40}[ ,](?:that'?s|which is|this is|it'?s)[ ](?:my|the|our|his|her|their|your)[ ]"
    r"(?:[\w'-]+[ ]){0,3})$"
)
_A_VALUE = re.compile(r"[\d!@#$%^&*?+~=;<>|\\{}\"“「`\[\]]|(?:^|\s)'|[^\x00-\x7f\ufffc] ?[!-~]{4}")  # before its word
_WITH_ITS_NAME = (  # "hunter22，我的锁屏密码"
    r"([!-~]{4,})[，,]\s*(?:是|我|你|的|这|那|手机|电脑|平板|锁屏|开机|登[录陆]|支付|提现|取款|无线|家里|公司|门锁|门禁|邮箱|后台"
    r"|服务器|数据库|解锁|银行卡|账号){0,6}$"
)
_ASKED = re.compile(r" (?:if|when|whenever|once) .*\b(?:ask|prompt|want|need)", re.IGNORECASE)
_IS_PUT_IN = r"([!-~]{4,})\s*(?:填|输|写|敲|粘|贴|放|复制|粘贴)(?:进|到|入|在)[去了]?\p{Han}{0,6}$"
_PUTS = re.compile(r"[进到入在][^!-~]{0,8}\Z")
_CLOSED = re.compile(r"\s*(?:别|不要|勿|请|谢|[。！!，,.\n]|\Z)")
_IS_REUSED = (
    r"\b(?:(?:re)?us(?:e|es|ed|ing)|typ(?:e|es|ed)|enter(?:ed)?|picked|chose|went[ ]with|try|tries|tried|settled[ ]on)"
    r"[ ][\"']?([!-~]{6,})"
    r"[ ](?:for|as|on|in|if|when|whenever|once)[ ](?:all[ ]|every[ ])?(?:of[ ])?(?:[\w'-]+[ ]){0,4}$"
)
_IS_ENTERED = (
    r"(输入?|键入|敲入?|按下?|再按|拨到|拨成|转到|调到|填上?"
    r"|\b(?:enter|type(?:[ ]in)?|punch(?:[ ]in)?|key[ ]in|dial|do|press|hit)\b)"
    r"\s*[\"“'「]?(\d(?:[ ]\d){3,7}|[!-~]{3,}?)[\"”'」]?\s*(?:就|才|即可|便|可以|能|打开|解锁|进|开|确认|井号"
    r"|[ ](?:to[ ](?:get|open|unlock|enter)|and[ ](?:it|the|then)|then|at[ ]the)\b|[，,。；;！!]|$)"
)
_WAYS = (_IS_PUT_IN, _BEFORE_IT, _IS_REUSED, _WITH_ITS_NAME)
_PUT_IN, _BEFORE, _REUSED, _NAMED_AFTER = map(expression, _WAYS)
# One look instead of four; most words have none of them. They end at the word: the engine begins there and soon knows.
_LEADS_TO_IT = expression(f"(?:{'|'.join(way.removesuffix('$') for way in _WAYS)})$")
_ENTER = expression(_IS_ENTERED)
_ENTERED = re.compile(r"[\d!@#$%^&*?+~=;<>|\\{}\"`\[\]]")  # what is typed holds one
_TYPED = 72  # characters behind the word in which something is typed
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.\s")


def before_it(place: Place, kind: str, accept: Callable[[str], bool]) -> Iterator[Finding]:
    """A value that stands before its word: "hunter22! is my password"."""
    match = _BEFORE.search(place.before)
    if match:
        group = match.which
        value = match.group(group).lstrip("\"'`(:=")
        start = place.at - len(place.before) + match.end(group) - len(value)
        value = value.rstrip("\"'`,.)")
        if accept(value):
            yield Finding(kind, start, start + len(value))


def elsewhere(place: Place) -> Iterator[Finding]:
    """The value before the word, or where it is said to be typed: "输入 hunter22 就能开，密码别外传"."""
    if not (_A_VALUE.search(place.before) and _LEADS_TO_IT.fits(place.before)):
        yield from typed(place)
        return
    put_in = _PUT_IN.search(place.before) if _PUTS.search(place.before) else None
    if put_in and judgement.is_password(put_in.group(1), "loose", "", place.word):
        start = place.at - len(place.before)
        yield Finding("password", start + put_in.start(1), start + put_in.end(1))
        return
    if not judgement.is_compound(place.behind):
        found = [*before_it(place, "password", lambda said: judgement.is_password(said, "none", "", place.word))]
        found = found or [*_in_passing(place)]
        if found:
            yield from found
            return
    yield from typed(place)


def _in_passing(place: Place) -> Iterator[Finding]:
    start = place.at - len(place.before)
    reused = _REUSED.search(place.before)
    asked = reused is not None and _ASKED.search(reused.group()) is not None
    if reused and judgement.is_password(reused.group(1), "loose" if asked else "far", "", place.word):
        yield Finding("password", start + reused.start(1), start + reused.end(1))
        return
    named = _NAMED_AFTER.search(place.before) if _CLOSED.match(place.behind) else None
    if named and judgement.is_password(named.group(1), "none", "", place.word):
        yield Finding("password", start + named.start(1), start + named.end(1))


def typed(place: Place) -> Iterator[Finding]:
    """What is said to be typed somewhere around the word."""
    line = place.before.rstrip().rfind("\n") + 1  # on it, or right above, stands what was typed before
    for text, offset, first in (
        (place.before, place.at - len(place.before), line),
        (place.behind[:_TYPED], place.start, 0),
    ):
        entered = _ENTER.search(text) if _ENTERED.search(text, first) else None
        if entered is None:
            continue
        value = judgement.trimmed(entered.group(2))
        start = entered.start(2)
        between = text[entered.end() :] if text is place.before else text[: entered.start()]
        if not _SENTENCE_END.search(between) and judgement.is_entered(
            value, entered.group(1), text[start + len(value) :]
        ):
            yield Finding("password", offset + start, offset + start + len(value))
            return
