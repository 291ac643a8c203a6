"""Passwords that are said: behind a word such as 密码, or in what stands around it."""

import re
import string
from collections.abc import Iterator

from app.governance import judgement, told
from app.governance.beside import elsewhere
from app.governance.checks import strong
from app.governance.engine import Expression, Match, expression
from app.governance.finding import Finding
from app.governance.place import ZH_FILL, Place

VALUE = re.compile(  # what every value holds; one set of signs first, so that it is found fast
    r"[!-~“‘「『【《零〇一二三四五六七八九幺个：是]"
    r"(?:(?<=[!-~])[!-~]{2}|(?<=[\"'“‘「『【《])|(?<=\d)[ -]\d"
    r"|(?<=[零〇一二三四五六七八九幺个])[零〇一二三四五六七八九幺个]|(?<=[:：是])\s?[\u4e00-\u9fff]{3})"
)
WEAK = frozenset({"loose", "far", "none"})
_GAP = re.compile(r"[\u3005\u3007\u3400-\u9fff]{0,10}[ ,，:：]{0,2}")
_FIRST = frozenset(string.ascii_letters + string.digits + "#@!$%&「『“")
_FROM = re.compile("[从由Ff](?:(?<=[从由])|rom|ROM)")
_FROM_TO = expression(
    rf"^\s*{ZH_FILL}{{0,3}}(?:从|由)\s*([!-~]+)\s*(?:改|换|变|更新|重置|调整)(?:成|为|到|了)?\s*([!-~]+)"
    r"|^[ ]+(?:(?:was|got|is|has[ ]been|just)[ ]+)?(?:\w+ed[ ]+)?from[ ]+([!-~]+)[ ]+to[ ]+([!-~]+)"
)
_SAID_LAST = re.compile(r"\s*(?:[。！!\n]|\Z)")  # "那个网站的密码，…"
_LOOKING_FOR = re.compile("忘|找回|改|重置|错|输|丢|没有|不")
_NOTE = re.compile(r"\s*[(（][^()（）\n]{2,24}[)）]\s*(?=[!-~])")
_SLASHES = frozenset("/|")
_PAIR = Expression(r"^\s?[/|]\s?[!-~]{3,}")
_ACCOUNT = expression(r"(?:账号?|帐号?|账户|用户名?|username|user|login|account)\s?(?:/|和|及|与|and|&|,|、)?\s?$")
_AND = re.compile(r"[\"'”’]?\s*[或和以、/,，。；;后现之原旧新OoAaBbNnTtLl]")  # with which it begins
_NEXT = 96  # no second value begins behind that
_AND_THEN = expression(
    r"^[\"'”’]?\s*(?:或者?|和|以及|、|/|\bor\b|\band\b|,|[，,。；;]?\s*(?:后来|现在|之前|原来|以前|旧的|新的)\p{Han}{0,3}\s*:?"
    r"|,?\s*(?:but )?(?:now|then|later|before)(?: it'?s| it was| is|:)?)\s*[\"'“‘]?([!-~]{4,})"
)


def passwords(place: Place) -> Iterator[Finding]:
    from_to = _FROM_TO.match(place.behind) if _FROM.search(place.behind, 0, 32) else None
    if from_to:
        yield from _both(place, from_to)
        return
    otherwise = [*told.otherwise(place)]
    if otherwise:
        yield from otherwise
    elif judgement.is_lock(place.word) and (figures := [*told.by_what_it_is(place)]):
        yield from figures
    elif VALUE.search(place.behind):
        yield from _linked(place)
    else:
        yield from elsewhere(place)


def _both(place: Place, from_to: Match) -> Iterator[Finding]:
    """The one before and the one after a change."""
    for group in (1, 2, 3, 4):
        if from_to.start(group) >= 0:
            said = judgement.trimmed(from_to.group(group))
            if judgement.is_password(said, "verb", "", place.word):
                yield place.found("password", from_to.start(group), from_to.start(group) + len(said))


def _linked(place: Place) -> Iterator[Finding]:
    behind = place.behind
    how, start = place.link()
    glued = how == "none" and start == 0 and (place.word.isascii() or behind[:1] not in _FIRST)
    start += _note(behind, how, start)
    unlike = how in WEAK and judgement.is_compound(behind)
    value = None if glued or unlike else judgement.value_at(behind, start)
    if value is None and how == "verb":  # 密码是她生日 …
        gap = _GAP.match(behind, start)
        how, start = "loose", gap.end() if gap else start
        value = judgement.value_at(behind, start)
    if how == "far" and value and strong(value.text) and _SAID_LAST.match(behind, value.end):
        how = "none" if _LOOKING_FOR.search(place.before) else "loose"
    after = behind[value.end :] if value else ""
    pair = _PAIR.match(after) if after.lstrip()[:1] in _SLASHES and _ACCOUNT.search(place.before[-20:]) else None
    after = "" if pair else after
    if value and judgement.is_password(value.text, how, after, place.word, quoted=value.quoted):
        end = value.end + (len(pair.group().rstrip(".,;:")) if pair else 0)
        yield place.found("password", value.start, end)
        yield from _another(place, end)
    else:
        yield from elsewhere(place)


def _another(place: Place, end: int) -> Iterator[Finding]:
    """One more behind the first: "… or …", "…, now …"."""
    more = _AND_THEN.match(place.behind[end : end + _NEXT]) if _AND.match(place.behind, end) else None
    if more:
        other = judgement.trimmed(more.group(1))
        if judgement.is_password(other, "none", "", place.word):
            yield place.found("password", end + more.start(1), end + more.start(1) + len(other))


def _note(behind: str, how: str, start: int) -> int:
    """How much a note in brackets takes between a link and the value: `password: (capital P) …`."""
    note = _NOTE.match(behind, start) if how in {"sign", "verb"} else None
    return note.end() - start if note else 0


def behind_mask(place: Place) -> Iterator[Finding]:
    """`[password]: hunter2`: the user wrote the shape of a mask, or an earlier mask left the value over."""
    start = place.sign()
    value = judgement.value_at(place.behind, start) if start >= 0 else None
    if value and judgement.is_password(value.text, "none", "", "password"):
        yield place.found("password", value.start, value.end)
