"""Secrets that are said: a word such as 密码 or "API key", something that links, and a value.

One pass finds the words; behind (and before) each only a short window is read, so the cost grows with the text.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from app.governance import judgement, told
from app.governance.beside import before_it, elsewhere
from app.governance.checks import strong
from app.governance.crowded import Readings, crowded
from app.governance.engine import Expression, expression, short
from app.governance.finding import Finding
from app.governance.folding import HIDDEN
from app.governance.patterns import LINK, NUMBERS, STOP, WORDS
from app.governance.place import ZH_FILL, Place

_BEFORE, _WINDOW = 72, 320  # characters that are read around a word
_FAR = 110  # no link is longer, and the value begins behind it
_ORDER = ("answer", "pattern", "part", "code", "cvv", "seed", "passport", "identity", "expiry", "token", "password", "mask")
# Without groups, which would cost more than the search itself; `_named` tells the list of a word once.
_WORD = expression("|".join(f"(?:{WORDS[name]})" for name in _ORDER))
_LISTS = {name: expression(WORDS[name]) for name in _ORDER}

_WIDE = frozenset({"expiry", "part"})  # what is masked before them says what they are: a card, the first half of a key
_NOTHING = frozenset({"", " ", "是", "的"})  # between two words of a row
_WEAK = frozenset({"loose", "far", "none"})
_GAP = Expression(r"^\p{Han}{0,10}[ ,，:：]{0,2}")
_FIRST = Expression(r"^[A-Za-z0-9#@!$%&「『“]")
_FROM = re.compile("[从由]|from", re.IGNORECASE)
_FROM_TO = expression(
    rf"^\s*{ZH_FILL}{{0,3}}(?:从|由)\s*([!-~]+)\s*(?:改|换|变|更新|重置|调整)(?:成|为|到|了)?\s*([!-~]+)"
    r"|^[ ]+(?:(?:was|got|is|has[ ]been|just)[ ]+)?(?:\w+ed[ ]+)?from[ ]+([!-~]+)[ ]+to[ ]+([!-~]+)"
)
_NOT_A_VALUE = short(rf"[\"'”’]?\s*(?:(?:{LINK['unlike']})|[ _-]?{LINK['en_unlike']})")
_SAID_LAST = re.compile(r"\s*(?:[。！!\n]|\Z)")  # "那个网站的密码，…"
_LOOKING_FOR = re.compile("忘|找回|改|重置|错|输|丢|没有|不")
_NOTE = re.compile(r"\s*[(（][^()（）\n]{2,24}[)）]\s*(?=[!-~])")
_PAIR = Expression(r"^\s?[/|]\s?[!-~]{3,}")
_ACCOUNT = expression(r"(?:账号?|帐号?|账户|用户名?|username|user|login|account)\s?(?:/|和|及|与|and|&|,|、)?\s?$")
_AND_THEN = expression(
    r"^[\"'”’]?\s*(?:或者?|和|以及|、|/|\bor\b|\band\b|,|[，,。；;]?\s*(?:后来|现在|之前|原来|以前|旧的|新的)\p{Han}{0,3}\s*:?"
    r"|,?\s*(?:but )?(?:now|then|later|before)(?: it'?s| it was| is|:)?)\s*[\"'“‘]?([!-~]{4,})"
)
# What every value of the kind holds, or what stands beside it, and how far behind the word.
_VALUES = {
    "answer": (re.compile(r"[A-Za-z0-9\u4e00-\u9fff]"), _FAR),
    "part": (re.compile(r"[!-~]{4}"), _FAR),
    "password": (re.compile(r"[!-~]{3}|[\"'“‘「『【《]|\d[ -]\d|[零〇一二三四五六七八九幺个][零〇一二三四五六七八九幺个]|[:：是]\s?[\u4e00-\u9fff]{3}"), _FAR),
    "token": (re.compile(r"\d|[A-Za-z]{16}|[=+~%|!@#$^&*]"), _FAR),
    "code": (re.compile(r"\d[ -]?[A-Z0-9]|[A-Z]\d|[零〇一二三四五六七八九幺]{4}|[a-z]\d"), _FAR),
    "cvv": (re.compile(r"\d{3}"), _FAR),
    "expiry": (re.compile(r"\d\d"), _FAR),
    "passport": (re.compile(r"\d\d"), _FAR),
    "identity": (re.compile(r"[A-Za-z]\d|[A-Za-z] \d"), _FAR),
    "mask": (re.compile(r"[:=→⇒>—–~-]"), 16),
}
_CODE = Expression(
    r"^[\"'“【\[(「<*]{0,3}((?:[A-Z]{1,2}-)?\d(?:[ -]?\d){3,7}|[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,6})?)"
    r"(?:[^A-Za-z0-9]|$)"
)
_BARE_CODE = short(r"(?:the|my|this|use)[ ]code\Z")
_LOCKED = short(r"(?:\bwi-?fi|\bhotspot|\bnetwork|无线|热点|\bsafe|\bgarage|\blocker|\bairbnb)\b[^.。!！\n;；]{0,60}\Z")
_CVV = Expression(r"^[\"'“【\[(「<]?(\d{3,4})(?:[^\d]|$)")
_EXPIRY = Expression(r"^((?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?\d\d)(?:[^\d/-]|$)")
_NEAR_CARD = expression(NUMBERS["card"] + "|" + WORDS["cvv"])
_IDENTITY = expression(
    r"\b([A-Z]{1,2}\d{6}[(]?[0-9A][)]?|[A-Z][12]\d{8}|[A-Z]{2}[ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]?[A-D])(?:[^A-Za-z0-9]|$)"
)
_PASSPORT = expression(r"\b([A-Z]{1,2}\d{7,10}|[A-Z]{1,2}[ -]\d{3,4}[ ]?\d{4,5}|[A-Z]\d{2}[A-Z0-9]{5,6}|\d{9})(?:[^A-Za-z0-9]|$)")
_SEED = expression(
    r"(?:^|[:：=]|\bis\b|\bare\b|是|为|\n|[\"“「])[\s\"'“「]*"
    r"((?:(?:\d{1,2}[.):、]\s*)?[a-z]{3,8}[\s,，、]+){11,23}(?:\d{1,2}[.):、]\s*)?[a-z]{3,8})\b"
    r"|^[^\n]{0,12}?((?:\p{Han}[ ,、]+){11,23}\p{Han})(?:\P{Han}|$)"
)
_PROSE = frozenset(STOP["seed_prose"].split())


def _passwords(place: Place) -> Iterator[Finding]:
    behind = place.behind
    from_to = _FROM_TO.match(behind) if _FROM.search(behind, 0, 32) else None
    if from_to:
        for group in (1, 2, 3, 4):
            if from_to.start(group) >= 0:
                said = judgement.trimmed(from_to.group(group))
                if judgement.is_password(said, "verb", "", place.word):
                    yield place.found("password", from_to.start(group), from_to.start(group) + len(said))
        return
    spelled = [*told.spelled(place)] or [*told.in_words(place)]
    if spelled:
        yield from spelled
        return
    if not _VALUES["password"][0].search(behind):
        yield from elsewhere(place, unlike=_NOT_A_VALUE.match(behind) is not None)
        return
    how, start = place.link()
    unlike = _NOT_A_VALUE.match(behind) is not None
    glued = how == "none" and start == 0 and (place.word.isascii() or not _FIRST.match(behind))
    start += _note(behind, how, start)
    value = None if glued or (unlike and how in _WEAK) else judgement.value_at(behind, start)
    if value is None and how == "verb":  # 密码是她生日 …
        how, start = "loose", start + _GAP.extent(behind[start:])
        value = judgement.value_at(behind, start)
    if how == "far" and value and strong(value.text) and _SAID_LAST.match(behind, value.end):
        how = "none" if _LOOKING_FOR.search(place.before) else "loose"
    pair = _PAIR.match(behind[value.end :]) if value and _ACCOUNT.search(place.before[-20:]) else None
    after = "" if pair or not value else behind[value.end :]
    if value and judgement.is_password(value.text, how, after, place.word, quoted=value.quoted):
        end = value.end + (len(pair.group().rstrip(".,;:")) if pair else 0)
        yield place.found("password", value.start, end)
        more = _AND_THEN.match(behind[end:])
        if more:
            other = judgement.trimmed(more.group(1))
            if judgement.is_password(other, "none", "", place.word):
                yield place.found("password", end + more.start(1), end + more.start(1) + len(other))
    else:
        yield from elsewhere(place, unlike=unlike)


def _note(behind: str, how: str, start: int) -> int:
    """How much a note in brackets takes between a link and the value: `password: (capital P) …`."""
    note = _NOTE.match(behind, start) if how in {"sign", "verb"} else None
    return note.end() - start if note else 0


def _behind_mask(place: Place) -> Iterator[Finding]:
    """`[password]: hunter2`: the user wrote the shape of a mask, or an earlier mask left the value over."""
    how, start = place.link()
    value = judgement.value_at(place.behind, start) if how == "sign" else None
    if value and judgement.is_password(value.text, "none", "", "password"):
        yield place.found("password", value.start, value.end)


def _tokens(place: Place) -> Iterator[Finding]:
    how, start = place.link()
    if how in _WEAK and _NOT_A_VALUE.match(place.behind):
        return
    value = judgement.value_at(place.behind, start)
    if value and judgement.is_token(value.text, how, f"{place.before[-16:]}{place.word}"):
        yield place.found(_token_kind(place.word), value.start, value.end)
    else:
        yield from before_it(place, _token_kind(place.word), lambda said: judgement.is_token(said, "verb", place.word))


def _token_kind(word: str) -> str:
    low = word.lower().replace("_", " ")
    if low in {"私钥", "private key"}:
        return "private_key"
    return "token" if any(name in low for name in ("token", "令牌", "cookie", "session", "凭证", "jwt")) else "api_key"


def _codes(place: Place) -> Iterator[Finding]:
    if _BARE_CODE.match(place.word) and _LOCKED.search(place.before):  # no code that is sent
        yield from _passwords(place._replace(word="wi-fi code"))
        return
    spelled = [*told.spelled(place)]
    if spelled:
        yield from (Finding("verification_code", one.start, one.end) for one in spelled)
        return
    how, start = place.link()
    match = None if _NOT_A_VALUE.match(place.behind) else _CODE.match(place.behind[start:])
    if match:
        value = match.group(1)
        if judgement.is_code(value, how, place.behind[start + match.end(1) :], place.word):
            yield place.found("verification_code", start + match.start(1), start + match.end(1))
            return
    cvv = _CVV.match(place.behind[start:])
    if cvv and "security" in place.word.lower() and how != "none":
        yield place.found("cvv", start + cvv.start(1), start + cvv.end(1))
        return
    yield from before_it(place, "verification_code", lambda said: judgement.is_code(said, "verb", "", place.word))


def _card_codes(place: Place) -> Iterator[Finding]:
    _, start = place.link()
    match = _CVV.match(place.behind[start:])
    if match:
        if not judgement.counts_something(place.behind[start + match.end(1) :]):
            yield place.found("cvv", start + match.start(1), start + match.end(1))
    elif place.word == "安全码":
        yield from _codes(place)


def _expiries(place: Place) -> Iterator[Finding]:
    _, start = place.link()
    match = _EXPIRY.match(place.behind[start:])
    if match and _NEAR_CARD.search(place.before + place.word + place.behind[:80]):
        yield place.found("card_expiry", start + match.start(1), start + match.end(1))


def _passports(place: Place) -> Iterator[Finding]:
    match = _PASSPORT.search(place.behind[:36])
    if match:
        yield place.found("passport", match.start(1), match.end(1))
        return
    said = _PASSPORT.search(place.before[-24:] + " ")
    if said:
        start = place.at - len(place.before[-24:]) + said.start(1)
        yield Finding("passport", start, start + len(said.group(1)))


def _identities(place: Place) -> Iterator[Finding]:
    """Of Hong Kong, Taiwan and Britain, whose numbers hold letters."""
    match = _IDENTITY.search(place.behind[:36])
    if match:
        kind = "id_card" if match.group(1)[-1].isdigit() or match.group(1)[-1] in "A)" else "ssn"
        yield place.found(kind, match.start(1), match.end(1))


def _seeds(place: Place) -> Iterator[Finding]:
    match = _SEED.search(place.behind)
    if match:
        group = 1 if match.start(1) >= 0 else 2
        words = set(match.group(group).lower().replace(",", " ").split())
        if not words & _PROSE:
            yield place.found("seed_phrase", match.start(group), match.end(group))


_READERS: dict[str, Callable[[Place], Iterator[Finding]]] = {
    "answer": told.answers,
    "pattern": told.patterns,
    "part": told.parts,
    "password": _passwords,
    "mask": _behind_mask,
    "token": _tokens,
    "code": _codes,
    "cvv": _card_codes,
    "expiry": _expiries,
    "passport": _passports,
    "identity": _identities,
    "seed": _seeds,
}


@lru_cache(maxsize=4096)
def _named(word: str) -> str:
    """The first list that holds the word."""
    return next(name for name in _ORDER if _LISTS[name].fullmatch(word))


def stated_secrets(text: str, readings: Readings) -> Iterator[Finding]:
    done, waiting, worth = 0, [], _Worth(text)
    for name, at, start in _words(text):
        if at < done:
            continue  # inside a value that was just found
        first, last = _around(text, at, start, name)
        if not worth(name, max(first, done), at, start, last):
            continue
        window = text[first:last]
        if first < done and name not in _WIDE:  # a value that was just found is out of sight for the next word
            first = done - 1
            window = HIDDEN + text[done:last]
        key = (at - first, start - at, window)
        found = readings.known.get(key)
        if found is None:
            if not readings.may_read(at):
                waiting.append((at, start))
                continue
            place = Place(text[at:start], at - first, start - first, window[: at - first], window[start - first :])
            found = readings.known[key] = [*_READERS[name](place)]
        for one in found:
            done = max(done, first + one.end)
            yield Finding(one.kind, first + one.start, first + one.end)
    yield from crowded(text, waiting)


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """The words with their lists; of a row of words of one list, with nothing between, the last."""
    last: tuple[str, int, int] | None = None
    for at, start in _WORD.spans(text):
        name = _named(text[at:start])
        if last is not None and (name != last[0] or text[last[2] : at] not in _NOTHING):
            yield last
        last = name, at, start
    if last is not None:
        yield last


def _around(text: str, at: int, start: int, name: str) -> tuple[int, int]:
    """From where to where is read: up to what is masked already, which no word is linked across."""
    first, last = max(0, at - _BEFORE), start + _WINDOW
    if name in _WIDE:
        return first, last
    hidden = text.rfind(HIDDEN, first, at)
    if hidden >= 0:
        first = hidden
    hidden = text.find(HIDDEN, start, last)
    return first, last if hidden < 0 else hidden + 1


class _Worth:
    """Whether anything around a word could be its value: most words are told to be none in one look.

    The words come in order, so what was seen ahead of one is remembered for the next, and no text is looked at twice.
    """

    __slots__ = ("_ahead", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._ahead: dict[str, int] = {}

    def __call__(self, name: str, first: int, at: int, start: int, last: int) -> bool:
        if name not in _VALUES:
            return True
        value, far = _VALUES[name]
        last = min(last, start + far)
        ahead = self._ahead.get(name, -1)
        if ahead < first:
            found = value.search(self._text, first)
            ahead = self._ahead[name] = found.start() if found else len(self._text)
        return ahead < at or (ahead < last and value.search(self._text, start, last) is not None)
