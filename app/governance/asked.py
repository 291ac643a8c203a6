"""Secrets that are the answer to a question: "What was the PIN?" – "It is 4711."

The answer alone shows nothing. It is read as if the word of the question stood before it, and only where the message
before asks for the secret itself, not about it.
"""

import re
from collections.abc import Iterator, Mapping

from app.governance import judgement, nearby
from app.governance.engine import expression, short
from app.governance.finding import CONTACT, Finding
from app.governance.patterns import ASKED, WORDS
from app.governance.sensitive import DEFAULT, Masked, Policy, find, mask, masked_as

_SPOKEN = 240  # characters at the end of a message in which a question is looked for
_ASIDE = 48  # characters that may follow a question
_READ = 120  # characters at the beginning of an answer
_VAGUE = frozenset(
    {"pass", "key", "sk", "ak", "secret", "cookie", "signature", "license", "licence"}
)  # are asked about for other reasons
_FIGURE, _FEW = re.compile(r"[0-9!@#$%^&*]"), 2  # words
_SHORT = 12  # characters of an answer in a language without spaces
_MOST = 6  # places in an answer where the secret may begin
_KINDS = ("answer", "code", "cvv", "seed", "token", "passport", "password", "entry")
_WORDS = {name: expression(WORDS[name]) for name in _KINDS}
# The word that the answer is read behind: it says of which kind a value has to be.
_READ_AS = {
    "answer": "security question answer",
    "code": "verification code",
    "cvv": "cvv",
    "seed": "seed phrase",
    "token": "api key",
    "passport": "passport",
    "password": "password",
    "entry": "door code",
}
_SENTENCES = re.compile(r"(?<=[。！!？?\n])|(?<=\.)\s")
_PHRASE = "passphrase"  # it is made of words
_FIGURES_WANTED = short(ASKED["figures"])
_ASKS = short(ASKED["asks"])
_ABOUT = short(ASKED["about"])
_HOW_IN = re.compile("怎么(?=[进开打])")
_CODE_OF = short(ASKED["code_of"])
_LEFT_OPEN = re.compile(r"(?:[:：]|是|is)\s*\Z")
_PLACE = short(ASKED["place"])
_OPEN = short(ASKED["open"])
_BEGINS = short(ASKED["begins"])
_SAYS = short(ASKED["says"])
_WHOLE = re.compile(r"(?:[#*]?\d{3,8}[#*]?|[零〇一二三四五六七八九幺]{4,8})[。.!！ ]*")
_MARKED = re.compile(r"(?<![\w.@/-])[A-Za-z]{3,}[#!$%^*+~][A-Za-z0-9#!$%^*+~]{2,}(?![\w@/])")
_JOINED = re.compile(r"[a-z]+(?:_[a-z]+|(?:-[a-z]+){2})[a-z_-]*(?=[\s,，。.;；!]|\Z)")
_LOOSE = {"password": "password", "entry": "password", "code": "verification_code"}
_VALUE = re.compile(r"[\"'“‘「『【(<*]{0,2}(?=[!-~])")
_PLAIN_ANSWER = re.compile(r"[^\n，,。.!！?？;；]{2,40}(?=[。.!！]?\s*\Z)")
_NO_ANSWER = short(ASKED["no_answer"])


def mask_answer(question: str, text: str, policies: Mapping[str, Policy] = DEFAULT) -> Masked:
    """`text` masked as it stands behind `question`, the message before it."""
    found = answers(question, text)
    return masked_as(text, found, policies) if found else mask(text, policies)


def could_answer(text: str) -> bool:
    """Whether a message is short enough to be an answer and holds what could be one, so that the question matters."""
    if len(text) > _READ:
        return False
    name = len(text.split()) <= _FEW and (text.isascii() or len(text) <= _SHORT)
    return name or _FIGURE.search(text) is not None


def answers(question: str, text: str) -> list[Finding]:
    """What of the text is the secret that was asked for."""
    question = question[-_SPOKEN:]
    wanted = _wanted(question) if _ASKS.search(question) or _LEFT_OPEN.search(question) else None
    if wanted is None:
        return []
    name, word = wanted
    for start, told in _starts(text[:_READ]):
        found = _at(name, word, text, start, told=told)
        if found is not None:
            return [found]
    return [*_loose(name, text)]


def _loose(name: str, text: str) -> Iterator[Finding]:
    """What can be nothing else, wherever it stands in a short answer."""
    kind = _LOOSE.get(name)
    if kind is None or len(text) > _READ:
        return
    if _WHOLE.fullmatch(text):
        yield Finding(kind, 0, len(text.rstrip("。.!！ ")))
        return
    marked = _MARKED.search(text) if kind == "password" else None
    if marked:
        yield Finding(kind, *marked.span())
        return
    tries = (_JOINED.match(text, start) for start, _ in _starts(text))
    joined = next(filter(None, tries), None) if kind == "password" else None
    if joined:
        yield Finding(kind, *joined.span())
        return
    for start, end in nearby.values(text):
        if kind == "password" or text[start:end].replace(" ", "").isdigit():
            yield Finding(kind, start, end)
            return


def _wanted(question: str) -> tuple[str, str] | None:
    """Which secret is asked for, if any: the last sentence with a word for one has to ask, or be left open."""
    behind = ""
    for sentence in reversed(_SENTENCES.split(question)):
        if len(behind) > _ASIDE:
            return None  # something else was spoken of since
        behind = sentence + behind
        for name in _KINDS:
            spans = [span for span in _WORDS[name].spans(sentence) if sentence[slice(*span)].lower() not in _VAGUE]
            if not spans:
                continue
            how = _CODE_OF.search(sentence) if name == "entry" else None
            if name == "entry" and how is None:
                continue
            about = _ABOUT.search(_HOW_IN.sub("", sentence) if name == "entry" else sentence)
            compound = judgement.is_compound(sentence[spans[-1][1] :])
            if compound or about or not (_ASKS.search(behind) or _OPEN.match(sentence[spans[-1][1] :])):
                return None
            figures = name in {"password", "entry"} and _FIGURES_WANTED.search(sentence) is not None
            kind = "entry" if name == "code" and _PLACE.search(sentence) else name
            if "phrase" in sentence.lower() and kind == "password":
                return kind, _PHRASE
            return kind, "pin" if figures else _READ_AS[kind]
    return None


def _starts(text: str) -> Iterator[tuple[int, bool]]:
    """Where the secret may begin, and whether something says that it does there."""
    said = [match.end() for match in _SAYS.finditer(text)]
    bare = [match.end() for match in _BEGINS.finditer(text)]
    for place in sorted({0, *said, *bare})[:_MOST]:
        yield place, place in said


def _at(name: str, word: str, text: str, start: int, *, told: bool) -> Finding | None:
    if name == "answer":
        plain = _PLAIN_ANSWER.match(text, start) if told or start == 0 else None
        if plain and not _NO_ANSWER.search(plain.group()) and len(plain.group().split()) <= 4:  # noqa: PLR2004  # more is a sentence
            return Finding("password", *plain.span())
        return None
    opening = _VALUE.match(text, start)
    first = opening.end() if opening else start
    value = text[first : first + 64].split(maxsplit=1)[:1]
    plain_word = not value or value[0].rstrip(".,;:!?)\"'").isalpha()
    if plain_word and not told and name != "seed" and word != _PHRASE:
        return None  # "Sure" and "sorry" are no secrets
    lead = f"{word} is " if plain_word and name != "seed" and word != _PHRASE else f"{word}: "
    for one in find(lead + text[first:]):
        said = text[first : first + one.end - one.start]
        after = text[first + len(said) :]
        over = not said[-1].isdigit() or judgement.ends(after) or after.lstrip()[:1] >= "\u2e80" or after[:1] in "#*"
        if one.start == len(lead) and one.kind not in CONTACT and over:
            return Finding(one.kind, first, first + one.end - one.start)
    return None
