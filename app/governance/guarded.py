"""Things that a secret opens, told without a word for the secret: "the padlock is 2-14-36", "wifi 那串还是 …"."""

import re
from collections.abc import Iterator

from app.governance import judgement
from app.governance.beside import typed
from app.governance.checks import strong
from app.governance.engine import expression, short
from app.governance.finding import Finding
from app.governance.patterns import GUARDED
from app.governance.place import Place

# Python's engine on one narrow window, each repetition bounded.
_AT_DOOR = re.compile(r"(?:是|为|:|：)?\s*([#*]?\d{4,12}[#*])")
_LINK = short(GUARDED["link"])
_ENDS = re.compile(r"[\n。！!？?；;.](?:(?<!\.)|(?=\s|\Z))")
_LOCK = short(GUARDED["lock"])
_OPENED = short(GUARDED["opened"])
_FIGURES = re.compile(
    r"([#*]?(?:\d{3}[ -]\d{3}|\d{3,8}|\d(?:[ -]\d){2,7}|\d{1,2}(?:-\d{1,2}){2,4})[#*]?)(?![\d.,:]?\d|[A-Za-z%°/_-])"
)
_DIAL = expression(GUARDED["dial"])
_NO_SECRET = short(GUARDED["no_secret"])
_BOUGHT = short(GUARDED["bought"])
_PAYING, _PIN_OF_BANKS = frozenset({"付款", "支付", "取款"}), 6
_LED = short(rf"{GUARDED['link']}(?P<figures>{_FIGURES.pattern})")
_MORE = re.compile(
    r"(?:,?\s(?:and|or|then|,)\s(?:\w+\s){0,3}|[，,、]?\s?[\u4e00-\u9fff]{1,6}\s?)([#*]?\d{4,8}[#*]?)(?![\d.,:]?\d|[A-Za-z%])"
)
_FAR = short(r"(?<!set )(?<!changed )(?<!back )(?:\bto|\bwith|\bw/)\s+[\"'“]?\Z")
_SIZE = re.compile(r"\d+[x×*]\d+\w*")
_SET = short("set to|设[成的为]|改成|换成|密码")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SAFE = short(r"(?:\A|[\n.!?;,]|\b(?:the|my|our|his|her|their|office|hotel|room|gun|wall|floor|home))\s*\Z")
_KEYED = short(
    r"([#*\d](?<![\w.,:/@$-].)(?:(?<=\d)\d{3,7}|(?<=[#*])\d{4,8}))(?:[,，]?\s?(?:加|再按|然后按?|再加|跟|最后按?)(?:一?个)?\s?(?:井号|井字|星号|#键?)"
    r"|,?[ ](?:then|and(?:[ ]then)?|followed[ ]by|plus)[ ](?:the[ ]|press[ ]|hit[ ])?(?:hash|pound|star)"
    r"(?:[ ](?:key|sign))?(?=\s*(?:[,.;!)\n]|to\b|and\b|\Z)))"
)
_WINDOW = 96


def entries(place: Place) -> Iterator[Finding]:
    """What opens it: typed, turned to, or linked to the thing itself."""
    if place.word.lower() == "safe" and not _SAFE.search(place.before):
        return  # nothing that is locked
    keyed = _AT_DOOR.match(place.behind)
    if keyed:
        yield place.found("password", keyed.start(1), keyed.end(1))
        return
    found = [*typed(place)]
    yield from found or _turned(place) or _linked(place)


def _clause(place: Place) -> str:
    clause = place.behind[:_WINDOW]
    end = _ENDS.search(clause)
    return clause[: end.start()] if end else clause


def _turned(place: Place) -> list[Finding]:
    """The way of a dial: so far to the left, so far to the right."""
    if not _LOCK.search(place.word):
        return []
    if dial := _DIAL.search(_clause(place)):
        return [place.found("password", dial.start(), dial.end())]
    said = _DIAL.search(place.before)
    first = place.at - len(place.before)
    return [Finding("password", first + said.start(), first + said.end())] if said else []


def _linked(place: Place) -> list[Finding]:
    clause = _clause(place)
    led = _LED.match(clause)
    link = led or _LINK.match(clause)
    start = led.start("figures") if led else link.end() if link else 0
    if link is None or _NO_SECRET.search(clause, 0, start):
        return []
    opened = _OPENED.search(place.word + clause[:start]) is not None
    led_far = _FAR.search(clause[:start]) is not None  # by a word that leads to much else
    sure = opened or (not led_far and _LOCK.search(place.word) is not None)
    figures = _FIGURES.match(clause, start)
    if figures:
        after = clause[figures.end() :]
        value = figures.group(1)
        short_one = value.isdigit() and len(value) < 4 and not (sure and _SET.search(clause[:start]))  # noqa: PLR2004  # as suitcases have
        taken = short_one or judgement.counts_something(after) or _BOUGHT.match(after) or not _over(after)
        if taken or (
            value.isdigit()
            and not (sure and _no_year(value, opened=opened))
            and not _pays(place, clause[:start], value)
        ):
            return []
        return [place.found("password", *span) for span in (figures.span(1), *_further(clause, figures.end()))]
    said = judgement.value_at(place.behind, start)
    if said is None or judgement.says_nothing(said.text) or not _mixed(said.text):
        return []
    return [place.found("password", said.start, said.end)]


def _further(clause: str, at: int) -> Iterator[tuple[int, int]]:
    """One more: "armed with … and disarmed with …"."""
    more = _MORE.match(clause, at)
    if more and not judgement.counts_something(clause[more.end() :]):
        yield more.span(1)


def _over(after: str) -> bool:
    """Whether nothing follows that the figures could belong to."""
    return judgement.ends(after) or after.lstrip()[:1] >= "\u2e80"


def _no_year(value: str, *, opened: bool) -> bool:
    return opened or _YEAR.fullmatch(value) is None


def _pays(place: Place, link: str, value: str) -> bool:
    """Six figures are used for payments; other numbers behind such a word are amounts."""
    return place.word[:2] in _PAYING and "用" in link + place.word and len(value) == _PIN_OF_BANKS


def keyed(text: str) -> Iterator[Finding]:
    """Figures and the sign that ends them at a door: "0623 加井号"."""
    for match in _KEYED.finditer(text):
        yield Finding("password", *match.span(1))


def _mixed(value: str) -> bool:
    """Hardly the name of a product, which is written in capitals."""
    return (
        strong(value)
        and not _SIZE.fullmatch(value)
        and value != value.upper()
        and not (value.istitle() and value.replace("-", "").isalnum())
    )
