"""Forms of English words: contractions, verb forms, singulars, and speech turned into the third person."""

# small counts of words are what a grammar is made of

import unicodedata
from typing import NamedTuple

from app.memories.extractors.en.lexicon import entries, words
from app.text import patterns as re

LONGEST_HEAD = 60  # characters of a head inside a key

_IRREGULAR = {
    base: forms.split() for base, _, forms in (entry.partition("=") for entry in entries("verbs", "irregular"))
}

BE_FORMS = {"am": "is", "are": "is", "have": "has", "do": "does"}

_VOWELS = "aeiou"

AUXILIARIES = words("grammar", "auxiliaries")

_NOT_ADVERBS = words("adverbs", "not_adverbs")

ADVERBS = words("adverbs", "words")

_ASKED = words("verbs", "asked")


class Form(NamedTuple):
    lemma: str
    kind: str  # "base", "s", "past", "participle", "ing"


def is_adverb(word: str) -> bool:
    return word in ADVERBS or (len(word) > 4 and word.endswith("ly") and word not in _NOT_ADVERBS)


def present(verb: str) -> str:
    """Third person singular of a base form."""
    if verb in BE_FORMS or verb == "be":
        return BE_FORMS.get(verb, "is")
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return _doubled(verb) + "ing"


def _doubled(verb: str) -> str:
    short = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprtv]", verb)
    return (
        verb + verb[-1]
        if short or verb in ("prefer", "quit", "commit", "program", "refer", "admit", "babysit")
        else verb
    )


def _past(verb: str) -> tuple[str, str]:
    if verb in _IRREGULAR:
        past, *rest = _IRREGULAR[verb]
        return past, rest[0] if rest else past
    if verb.endswith("e"):
        return verb + "d", verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied", verb[:-1] + "ied"
    return _doubled(verb) + "ed", _doubled(verb) + "ed"


def _all_forms() -> dict[str, Form]:
    forms: dict[str, Form] = {}
    bases = sorted(words("verbs", "known") | words("verbs", "passing") | frozenset(_IRREGULAR))
    for verb in bases:
        past, participle = _past(verb)
        for form, kind in ((participle, "participle"), (past, "past"), (gerund(verb), "ing"), (present(verb), "s")):
            forms.setdefault(form, Form(verb, kind))
    for verb in bases:
        if forms.get(verb, Form(verb, "s")).kind != "past" or forms[verb].lemma == verb:
            forms[verb] = Form(verb, "base")
    for word, kind in (
        ("am", "base"),
        ("are", "base"),
        ("is", "s"),
        ("was", "past"),
        ("were", "past"),
        ("has", "s"),
        ("does", "s"),
        ("did", "past"),
    ):
        forms[word] = Form({"has": "have", "does": "do", "did": "do"}.get(word, "be"), kind)
    forms["born"] = Form("bear", "participle")
    return forms


FORMS = _all_forms()


def form_of(word: str) -> Form | None:
    """What form of which known verb this is; None for other words."""
    return FORMS.get(word.lower())


def imperative(word: str) -> bool:
    """Whether the word may begin a command."""
    form = FORMS.get(word.lower())
    return word.lower() in _ASKED or (form is not None and form.kind == "base" and word.lower() not in ("am", "are"))


def base_of_gerund(word: str) -> str:
    """`smoking` → `smoke`, `running` → `run`; a guess for verbs that are not listed."""
    known = FORMS.get(word)
    if known and known.kind == "ing":
        return known.lemma
    stem = word[:-3]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", stem) and len(stem) <= 4:
        return stem + "e"
    return stem + "e" if stem.endswith(("v", "c", "u", "dg", "iz", "is", "at")) else stem


def singular(word: str) -> str:
    """The singular of a lower-case noun where it is easy to tell."""
    if len(word) < 4 or not word.islower() or word.endswith(("ss", "us", "is", "ws", "ics", "chess", "gres", "os")):
        return (
            word.removesuffix("s")
            if word.endswith(("photos", "videos", "kilos", "tacos", "pianos", "radios"))
            else word
        )
    if word in ("kubernetes", "jenkins", "pandas", "keras"):
        return word
    if word.endswith("ies"):
        return (
            word[:-1]
            if word in ("movies", "cookies", "brownies", "selfies", "smoothies", "zombies", "calories")
            else word[:-3] + "y"
        )
    if word.endswith(("ches", "shes", "xes", "sses", "toes")):
        return word[:-2]
    return word.removesuffix("s")


def head(text: str, *, number: bool = True) -> str:
    """What stands in a key or value: NFKC, casefolded, without article or possessive, singular where easy."""
    text = " ".join(unicodedata.normalize("NFKC", text).strip(" \t.,;:!?'\"()[]“”«»").split())
    text = re.sub(
        r"^(?:(?:an?|the|my|our|his|her|their|some|any|all|all kinds of|these|those)\s+)+(?=\w)",
        "",
        text,
        flags=re.IGNORECASE,
    )
    *front, last = text.split() or [""]
    return " ".join([*front, singular(last) if number else last]).casefold()[:LONGEST_HEAD].strip()


_VERB_FIRST = re.compile(r"(?:(?:and|but|so|then|just|now|also|has|have|is|are)\s)*(?P<verb>[a-z]+)\b")


def verb_first(clause: str) -> bool:
    """Whether a clause leaves out its subject: `moved to Naples`, `now works at a bank`."""
    first = _VERB_FIRST.match(clause)
    form = form_of(first["verb"]) if first else None
    return form is not None and form.kind in ("past", "participle", "ing", "s")
