"""Requests to delete what is kept, and to go back to what was before."""

from collections.abc import Callable

from app.memories.extractors.en.draft import standing, tidy
from app.memories.extractors.en.lexicon import pairs
from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.model import Act, Candidate, Kind
from app.text import patterns as re

Read = Callable[[str], list[Candidate]]

_MATTERS = pairs("profile", "matters")
_FORGET = re.compile(
    r"^(?:(?:please|kindly|just|also|and|you can|you may|you should|I (?:would like|want|"
    r"need) you to)\s)*(?:forget|delete|remove|erase|wipe|clear|discard|drop|purge|unlearn|scrub)\s(?:about\s|"
    r"the fact\s)?(?P<what>.+)$",
    re.IGNORECASE,
)

_KEEP_OUT = re.compile(
    r"^(?:(?:please|kindly|just|also)\s)*(?:do not (?:remember|store|save|keep|memori[sz]e|record|retain)|"
    r"stop (?:remembering|storing|saving|keeping)|never (?:store|remember|save|record))\s(?:an?y?\s(?:record|note|copy|trace)s?\sof\s)?(?P<what>.+)$",
    re.IGNORECASE,
)

_KNOWN_OF = re.compile(
    r"^(?:(?:everything|anything|all|all that|whatever|what|the (?:things?|information|info|data|memory|"
    r"memories|facts?|notes?|entry|record)|your (?:memory|memories|notes?)|any (?:information|memory|memories|"
    r"data)|(?:all )?memories)\s?(?:(?:that )?(?:you (?:know|have|remember|stored|saved|hold|have (?:stored|"
    r"saved)|learned|noted)|I (?:said|told you|mentioned|have (?:told you|said|mentioned))|you have on file|"
    r"on file)\s)?(?:about|of|on|regarding|concerning)\s)(?P<what>.+)$",
    re.IGNORECASE,
)

_NOTHING = re.compile(
    r"^(?:it|this|that|about it|the (?:last|previous|above|first|second) .*|what I (?:just )?said|my last .*|"
    r"all (?:previous|prior) .*|(?:your|all|any|the|previous|prior|earlier) (?:\w+ )?instructions?.*|me|to\b.*|"
    r"how\b.*|when\b.*|where\b(?! I (?:live|work|am from|study|grew up)).*|the (?:file|line|row|column|table|"
    r"function|branch|comment|word|sentence|"
    r"paragraph|code|import|variable|class|item|duplicate|whitespace|section|entry).*|(?:duplicates?|whitespace|"
    r"rows?|columns?|lines?|files?|comments?)\b.*|line \d+.*|an?\s.*|\w+ from (?:the|this|my list).*|my (?:last|"
    r"previous) .*)$",
    re.IGNORECASE,
)

_REVERT = re.compile(
    r"^(?:(?:please|actually|let us|I (?:would like|want) to|can we|you can|now|just|ok|okay)[\s,]+)*(?:(?:go|"
    r"going|change|switch|revert|turn|put|set|return|restore)\b.*?\b(?:back|previous|before|old|earlier|"
    r"original|restore|revert|used to)|revert|undo|restore)\b(?P<rest>.*)$",
    re.IGNORECASE,
)

_BEFORE = re.compile(
    r"\b(?:how (?:it|things|you|we|I) (?:was|were|did|used to|had)|the way (?:it|you|things|I|we)|"
    r"as (?:it was )?before|like before|(?:previous|old|earlier|former|original|last) (?:habit|setting|settings|"
    r"way|style|format|preference|rule|behaviou?r|version|value|one|state|arrangement|language|tone|length|"
    r"editor)|(?:that|the|my|this) (?:last )?change|what (?:it|I) (?:was|had|said) before|"
    r"to (?:the )?(?:previous|old|original)|to (?:before|normal|default))\b",
    re.IGNORECASE,
)


def forgetting(text: str, read: Read) -> list[Candidate]:  # one reading after the other
    """`forget that I …`, `delete what you know about my …`, `don't remember my …`."""
    match = _FORGET.match(text) or _KEEP_OUT.match(text)
    if not match:
        return []
    what = tidy(
        re.sub(
            r"[\s,]+(?:please|ok|okay|thanks|thank you|now|completely|entirely|permanently|immediately|"
            r"from (?:your )?memory|for good|forever)+$",
            "",
            match["what"],
            flags=re.IGNORECASE,
        )
    )
    about = _KNOWN_OF.match(what)
    if (
        not (about and not re.match(r"(?:me|myself)\b", about["what"], re.IGNORECASE))
        and re.match(
            r"(?:everything|all (?:of it|that|you know|my data|memories)|all)\b(?:\s(?:you (?:know|have|remember|"
            r"stored)|about me|that I|I (?:said|told)|on me).*)?$",
            what,
            re.IGNORECASE,
        )
        and re.search(r"\b(?:me|I|you|my)\b", what)
    ):
        return [_forget(text, None, None, "everything")]
    if about:
        what = about["what"]
        if re.fullmatch(r"me|myself", what, re.IGNORECASE):
            return [_forget(text, None, None, "everything")]
    elif _NOTHING.match(what):
        return []
    sentence = re.match(r"(?:that\s)?(?P<said>(?:I|we|my|our|he|she)\s.+)$", what, re.IGNORECASE)
    if sentence and (found := read(sentence["said"])):
        return [
            _forget(text, one.key, one.value, tidy(_bare(sentence["said"]))) for one in found if one.act is Act.ASSERT
        ]
    about_thing = re.match(r"(?:that\s|how\s)?(?P<thing>.+)$", what)
    thing = about_thing["thing"] if about_thing else what
    if not (about or re.match(r"(?:that\s)?(?:my|our|I|we|where\sI)\b", thing, re.IGNORECASE)):
        return []
    return [_forget(text, key_of(thing, read), None, tidy(_bare(thing)))]


def _bare(text: str) -> str:
    return re.sub(r"^(?:that\s)?(?:I am|I have|I|we|my|our|me)\s", "", text, flags=re.IGNORECASE)


def key_of(thing: str, read: Read) -> str | None:
    """The key under which `my birthday`, `my allergy to nuts`, `my dog Rex` is kept."""
    plain = re.sub(r"^(?:my|our)\s", "", thing.strip(" ."), flags=re.IGNORECASE)
    if plain.lower() in _MATTERS:
        return _MATTERS[plain.lower()]
    if favourite := re.match(r"(?:favou?rite)\s(.+)", plain, re.IGNORECASE):
        return f"favourite:{head(favourite[1])}"
    if allergy := re.match(r"allerg(?:y|ies)\sto\s(.+)|(\w+)\sallergy", plain, re.IGNORECASE):
        return f"allergy:{head(allergy[1] or allergy[2])}"
    for attempt in (f"my {plain} is Xavier", f"I have a {plain}"):
        if found := read(attempt):
            key = found[0].key
            return None if key is None or "xavier" in key else key
    return None


def _forget(text: str, key: str | None, value: str | None, topic: str) -> Candidate:
    return standing(
        f"User asked to forget: {third(topic)}", text, key, value, act=Act.FORGET, topic=topic, kind=Kind.FACT
    )


def reverting(text: str) -> list[Candidate]:
    """`go back to how it was before`: which matter, when the sentence names it."""
    match = _REVERT.match(text)
    if not match or not (
        _BEFORE.search(text)
        or re.match(
            r"(?:please\s)?(?:undo|revert)\s(?:that|this|it|my|the)\b.*\b(?:change|preference|setting|habit|"
            r"instruction|"
            r"rule|update)s?$",
            text,
            re.IGNORECASE,
        )
    ):
        return []
    if re.search(
        r"\b(?:commit|branch|file|code|function|migration|draft|paragraph|text|git|database|deploy|release|essay|"
        r"email|document)\b",
        text,
        re.IGNORECASE,
    ):
        return []
    known = matter(re.sub(r"\b(?:back|before|old|previous)\b", "", text))
    topic = re.sub(
        r"\b(?:please|let us|go|going|back|to|the|how|it|was|before|revert|undo|way|you|my|old|previous|that|this|"
        r"change|I|want|would like|did|as|used|from|for|of|with|things|were|setting|settings|habit)\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    topic = " ".join(re.sub(r"[^\w\s'-]", " ", topic).split())
    key = known[0] if known else _by_word(text)
    return [
        standing(
            f"User wants to go back to how it was before{': ' + topic if topic else ''}",
            text,
            key,
            None,
            act=Act.REVERT,
            topic=topic or None,
        )
    ]


def _by_word(text: str) -> str | None:
    for pattern, key in (
        (r"\blanguage\b", "answer_language"),
        (r"\b(?:length|short|long)\b", "answer_length"),
        (r"\bformat\b", "answer_format"),
        (r"\btone\b", "answer_tone"),
        (r"\bunits?\b", "units"),
        (r"\bcurrency\b", "currency"),
        (r"\beditor\b", "tool:editor"),
        (r"\bname\b", "form_of_address"),
    ):
        if re.search(pattern, text, re.IGNORECASE):
            return key
    return None
