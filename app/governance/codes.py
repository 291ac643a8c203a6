"""Keys, tokens and one-time codes that are said, and what stands on a card beside its number."""

import re
from collections.abc import Iterator

from app.governance import issued, judgement, told
from app.governance.beside import before_it
from app.governance.engine import expression, short
from app.governance.finding import Finding
from app.governance.passwords import WEAK, passwords
from app.governance.patterns import ASKED, NEARBY, NUMBERS, WORDS
from app.governance.place import Place

_CODE = re.compile(
    r"[\"'“【\[(「<*]{0,3}((?:[A-Z]{1,2}-)?\d(?:[ -]?\d){3,7}|[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,6})?)"
    r"(?![A-Za-z0-9])",
    re.ASCII,
)
_BARE_CODE = short(r"(?:the|my|this|use)[ ]code\Z")
_FOR_PLACE = short(rf"[ ](?:for|to|of|on)[ ](?:[\w']+[ ]){{0,3}}?(?:{ASKED['place']})")
_LOCKED = short(r"(?:\bwi-?fi|\bhotspot|\bnetwork|无线|热点|\bsafe|\bgarage|\blocker|\bairbnb)\b[^.。!！\n;；]{0,60}\Z")
_GOES_ON = short(NEARBY["goes_on"])
_SENT = re.compile("text|messag|sms|sent|authenticator|令牌|短信|发来|收到|发给我|发我", re.IGNORECASE)
_SENT_FIGURES = 6  # as nearly all are; of fewer, people text each other
_MORE = re.compile(r"(?:\s?[,，、]\s?|\s)([A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,6})?)(?=[,，、\s.。;；]|\Z)")
_SPARE = re.compile("backup|recovery|恢复码|备用码", re.IGNORECASE)
_CVV = re.compile(r"[\"'“【\[(「<]?(\d{3,4})(?!\d)", re.ASCII)
_EXPIRY = re.compile(r"((?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?\d\d)(?![\d/-])", re.ASCII)
_NEAR_CARD = expression(NUMBERS["card"] + "|" + WORDS["cvv"])


def tokens(place: Place) -> Iterator[Finding]:
    how, start = place.link()
    if how in WEAK and judgement.is_compound(place.behind):
        return
    value = judgement.value_at(place.behind, start)
    if value and issued.is_token(value.text, how, f"{place.before[-16:]}{place.word}"):
        yield place.found(_token_kind(place.word), value.start, value.end)
    else:
        yield from before_it(place, _token_kind(place.word), lambda said: issued.is_token(said, "verb", place.word))


def _token_kind(word: str) -> str:
    low = word.lower().replace("_", " ")
    if low in {"私钥", "private key"}:
        return "private_key"
    return "token" if any(name in low for name in ("token", "令牌", "cookie", "session", "凭证", "jwt")) else "api_key"


def codes(place: Place) -> Iterator[Finding]:
    if _BARE_CODE.match(place.word) and (
        _LOCKED.search(place.before) or _FOR_PLACE.match(place.behind)
    ):  # no code that is sent
        yield from passwords(place._replace(word="wi-fi code"))
        return
    spelled = [*told.spelled(place)]
    if spelled:
        yield from (Finding("verification_code", one.start, one.end) for one in spelled)
        return
    how, start = place.link()
    match = None if judgement.is_compound(place.behind) else _CODE.match(place.behind, start)
    if match:
        value, after = match.group(1), place.behind[match.end(1) :]
        if _sent(place.word, value, after) and issued.is_code(value, how, after, place.word):
            yield place.found("verification_code", *match.span(1))
            yield from _spare(place, match.end(1))
            return
    cvv = _CVV.match(place.behind, start) if "security" in place.word.lower() else None
    if cvv and how != "none":
        yield place.found("cvv", *cvv.span(1))
        return
    yield from before_it(
        place,
        "verification_code",
        lambda said: _sent(place.word, said) and issued.is_code(said, "verb", "", place.word),
    )


def _sent(word: str, value: str, after: str = "") -> bool:
    """Whether it can be a code where no word says that one was sent."""
    if not _SENT.search(word):
        return True
    bare = value.replace(" ", "").removeprefix("G-")
    ends = judgement.ends(after) or _GOES_ON.match(after) is not None or after.lstrip()[:1] >= "\u2e80"
    return bare.isdigit() and len(bare) == _SENT_FIGURES and ends


def _spare(place: Place, end: int) -> Iterator[Finding]:
    """More of a list of codes that are kept for bad days."""
    while _SPARE.search(place.word) and (more := _MORE.match(place.behind, end)) and any(map(str.isdigit, more[1])):
        yield place.found("verification_code", more.start(1), more.end(1))
        end = more.end(1)


def card_codes(place: Place) -> Iterator[Finding]:
    _, start = place.link()
    match = _CVV.match(place.behind, start)
    if match:
        if not judgement.counts_something(place.behind[match.end(1) :]):
            yield place.found("cvv", *match.span(1))
    elif place.word == "安全码":
        yield from codes(place)


def expiries(place: Place) -> Iterator[Finding]:
    _, start = place.link()
    match = _EXPIRY.match(place.behind, start)
    if match and _NEAR_CARD.fits(place.before + place.word + place.behind[:80]):
        yield place.found("card_expiry", *match.span(1))
