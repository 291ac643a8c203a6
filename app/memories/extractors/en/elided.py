"""The subject that a clause leaves out, as people type of themselves: `grew up in Ghent`, `stuck in Delft`, `two boys`.

English drops only the first person, and the form of the first word tells what has gone with it: "I" before a past tense,
"I am" before a participle or an adjective with its preposition, "I have" before "been" or a number of one's own people.
"""

from functools import lru_cache
from typing import Final

from app.memories.extractors.en.jobs import title
from app.memories.extractors.en.lexicon import either
from app.memories.extractors.en.morphology import FORMS, is_adverb
from app.memories.extractors.en.subjects import ROLES
from app.text import patterns as re

_FEW: Final = r"(?:an?|one|two|three|four|five|six|\d)"
_KIN: Final = re.compile(
    rf"{_FEW}\s(?:[a-z-]+\s)?(?:kids|children|sons?|daughters?|boys|girls|brothers?|sisters?|siblings)(?=$|,|:|\s(?:and|aged|called|named)\b)",
    re.IGNORECASE,
)
_BORNE: Final = re.compile(
    r"(?:born|raised|brought up|diagnosed|hospitali[sz]ed|adopted at|laid off|made redundant|(?:fired|sacked|dismissed|promoted|hired|transferred) (?:from|by|at|as|to))\b"
)
_OWED: Final = re.compile(
    r"(?:need to|have to|got to|want to|used to|am)\s[a-z]",
    re.IGNORECASE,
)
_PREPOSITION: Final = r"(?:in|at|to|with|from|of|on|as|by|for|near|about|between|through|towards?|under|since|until)"
_FELT: Final = (  # participles that say how somebody is, unlike `started as`, `moved to`
    r"based|married|engaged|divorced|separated|widowed|settled|located|employed|addicted|obsessed|interested|committed|qualified|certified|"
    r"disabled|stressed|worried|scared|terrified|covered|stationed|enrolled|registered|signed up|booked|used|accustomed|allergic|trained|stuck"
)
_STATE: Final = re.compile(
    rf"(?:{_FELT}|[a-z]+(?:ic|ive|ble|less|ant|ent)|new|good|bad|fond|keen|blind|deaf|afraid|busy|free|rubbish|terrible|home|away|off)"
    rf"\s{_PREPOSITION}\s",
    re.IGNORECASE,
)
_NO_STATE: Final = frozenset(
    {"different", "dependent", "apparent", "want", "went", "sent", "spent", "available", "possible", "impossible"}
)
_ACTED: Final = re.compile(r"[a-z]+ed\s[a-z]", re.IGNORECASE)
_DOING: Final = re.compile(rf"[a-z]{{2,}}ing\s(?:{_PREPOSITION}|an?|the|my|our)\s", re.IGNORECASE)
_NO_DOING: Final = frozenset(
    [
        "according",
        "including",
        "during",
        "concerning",
        "regarding",
        "depending",
        "nothing",
        "something",
        "anything",
        "everything",
        "looking",
        "thinking",
        "wondering",
        "sounding",
        "seeing",
        "asking",
        "being",
        "using",
        "trying",
        "morning",
        "evening",
        "starting",
        "following",
        "speaking",
        "talking",
    ]
)
_HABITUALLY: Final = frozenset(
    {"still", "usually", "mostly", "mainly", "sometimes", "often", "rarely", "occasionally", "typically"}
)
_FEW_WORDS: Final = 2  # a verb and one word are no statement
_ROLE: Final = re.compile(rf"(?:a\s|an\s)?(?:[a-z-]+\s){{0,2}}{either(ROLES)}", re.IGNORECASE)


@lru_cache(maxsize=128)  # the same clause is asked about by what splits, what reads and what keeps
def missing(text: str) -> str:
    """The words that stand before `text` in a whole sentence: "I", "I am", "I was", "I have"; "" for none."""
    left_out = _before(text)
    return left_out if not left_out or not has_verb(text) else ""


def has_verb(text: str) -> bool:
    """Whether the first clause has a verb of its own behind its first word, so that what it begins with is its subject."""
    return _HAS_VERB.search(_FIRST.split(text, maxsplit=1)[0]) is not None


_FIRST: Final = re.compile(
    r"[,;]|\s(?:and|but|so|because|since|as|when|where|which|who|that|if|while|though|although|than|what|how|until|till|ever)\b|\s[-–—]"
)
_HAS_VERB: Final = re.compile(r"\s(?:is|are|was|were|has)\b")  # Married with Children is a show


def _before(text: str) -> str:
    words = text.split()
    if text[:10].lower() == "no longer " and len(words) > _FEW_WORDS:
        after = FORMS.get(words[2].lower())
        return "I" if after and after.kind == "base" else "I am"
    start = 0
    while start < len(words) - 1 and is_adverb(words[start].lower()):
        start += 1
    bare = " ".join(words[start:])
    if len(words) - start < 2 or not words[start].isalpha():  # a verb and what it says
        return "I have" if _KIN.match(bare) else ""
    first = words[start].lower()
    form = FORMS.get(first)
    if first == "been" or _KIN.match(bare):
        return "I have"
    if _BORNE.match(bare):
        return "I was"
    if _OWED.match(bare) or (form and form.kind == "past"):
        return "I"
    if form and form.kind == "participle" and first.endswith("ed") and not _STATE.match(bare):
        return "I" if _ACTED.match(bare) else ""
    if start and words[0].lower() in _HABITUALLY and form and form.kind == "base" and len(words) - start > _FEW_WORDS:
        return "I"
    if first.endswith("ing"):
        return "I am" if _DOING.match(bare) and first not in _NO_DOING else ""
    if _STATE.match(bare) and first not in _NO_STATE:
        return "I am"
    return ""


def of_work(text: str) -> str:
    """`semi retired actuary` with the words that make a sentence of it; "" when it names no work."""
    said = _BESIDE_WORK.split(text)[0]
    first = said.split(maxsplit=1)[0].lower() if said else ""
    if not said or _NO_WORK.search(said) or first in FORMS or _ROLE.match(said) or not title(f"{said} for years"):
        return ""
    return f"I am {'an' if first[0] in 'aeiou' else 'a'} {text}"


_BESIDE_WORK: Final = re.compile(r"[,;]|\s(?:here|by trade|by day|at|for|in|since|with|on|but|and|who)\b|\s[-–—]")
_NO_WORK: Final = re.compile(r"\b(?:an?|the|I|is|are|was|he|she|my|our|your|to|of|this|that)\b|[A-Z]|'")
