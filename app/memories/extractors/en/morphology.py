"""Forms of English words: contractions, verb forms, singulars, and speech turned into the third person."""

import re
import unicodedata
from typing import NamedTuple

from app.memories.extractors.en.lexicon import entries, words

LONGEST_HEAD = 60  # characters of a head inside a key

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'"})
_CONTRACTED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"\bwon't\b", "will not"),
        (r"\b(?:can't|cant|cannot)\b", "can not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|might)n'?t\b", r"\1 not"),
        (r"\b(?:i'm|im)\b", "I am"),
        (r"\b(?:i've|ive)\b", "I have"),
        (r"\b(we|you|they|who)'ve\b", r"\1 have"),
        (r"\b(we|you|they)'re\b", r"\1 are"),
        (r"\b(i|we|you|they|he|she|it|that)'ll\b", r"\1 will"),
        (
            r"\b(i|we|you|they|he|she)'d (?=(?:\w+ly |really |much |always )?(?:like|love|prefer|rather|hate|appreciate|"
            r"want|be|go|say)\b)",
            r"\1 would ",
        ),
        (r"\b(i|we|you|they|he|she)'d better\b", r"\1 had better"),
        (r"\b(i|we|you|they|he|she)'d\b", r"\1 would"),
        (r"\blet's\b", "let us"),
        (
            r"\b(he|she|it|that|there|here|who|what|where|name|everyone|everybody|birthday|favou?rite)'s (?=(?:been|"
            r"got)\b)",
            r"\1 has ",
        ),
        (r"\b(he|she|it|that|there|here|who|what|where|name|everyone|everybody|birthday)'s\b", r"\1 is"),
        (
            r"(?<=\w)'s (?=(?:an?|the|not|called|named|from|in|at|on|allergic|vegan|vegetarian|also|always|\d+|"
            r"currently|really|moving|living|working|getting|turning|studying|named|scared|afraid|into)\s)",
            " is ",
        ),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgotta\b", "have to"),
        (r"\b(?:pls|plz)\b", "please"),
        (r"\bi\b(?!\.|')", "I"),
        (r"\b(i|we|they|you) have got\b", r"\1 have"),
        (r"\b(he|she|it) has got\b", r"\1 has"),
        (r"\banymore\b|\bany longer\b", "any more"),
        (r"\bdo n't\b", "do not"),
    )
)
_IRREGULAR = {
    base: forms.split() for base, _, forms in (entry.partition("=") for entry in entries("verbs", "irregular"))
}
_BE = {"am": "is", "are": "is", "have": "has", "do": "does"}
_VOWELS = "aeiou"
AUXILIARIES = words("grammar", "auxiliaries")
_NOT_ADVERBS = words("adverbs", "not_adverbs")
ADVERBS = words("adverbs", "words")
_ASKED = words("verbs", "asked")


class Form(NamedTuple):
    lemma: str
    kind: str  # "base", "s", "past", "participle", "ing"


def expand(text: str) -> str:
    """Straight apostrophes and no contractions: `I'm` → `I am`, `can't` → `can not`."""
    text = text.translate(_APOSTROPHES)
    for pattern, full in _CONTRACTED:
        text = pattern.sub(full, text)
    return text


def is_adverb(word: str) -> bool:
    return word in ADVERBS or (len(word) > 4 and word.endswith("ly") and word not in _NOT_ADVERBS)


def present(verb: str) -> str:
    """Third person singular of a base form."""
    if verb in _BE or verb == "be":
        return _BE.get(verb, "is")
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
    if len(word) < 4 or not word.islower() or word.endswith(("ss", "us", "is", "ws", "ics", "chess")):
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


def third(text: str, *, named: bool = False, team: bool = False) -> str:
    """`text`, without contractions, told of the user: `I keep my bike here` → `User keeps their bike here`.

    `named`: the user has been named before it, so that "my" is "their". `team`: "we" is the user's team.
    """
    out: list[str] = []
    verb_due = carried = False
    for token in text.split():
        match = re.fullmatch(r"(\W*)(.*?)(\W*)", token)
        assert match, "every token matches"
        before, word, after = match.groups()
        low = word.lower()
        if low == "i" or low in ("we", "us", "ourselves"):
            collective = "User's team" if team else "User"
            word, verb_due, named = ("User" if low == "i" else collective), low in ("i", "we"), True
            carried = False
        elif low in ("my", "our"):
            word, named, verb_due = ("their" if named else "User's"), True, False
        elif low in ("me", "mine", "myself", "ours"):
            word = {"me": "User", "mine": "theirs", "myself": "themselves", "ours": "theirs"}[low]
            named, verb_due = True, False
        elif verb_due and not is_adverb(low) and low != "not":
            form = FORMS.get(low)
            carried = form is None or form.kind == "base" or low in ("am", "are")
            if low == "no" or low in ("longer", "quit"):
                verb_due = low != "quit"
                out.append(before + word + after)
                continue
            if low in AUXILIARIES:
                word, carried = {"were": "was"}.get(low, _BE.get(low, word)), False
            elif carried and not low.endswith("ed"):
                word = present(low)
            verb_due = False
        elif (
            carried
            and out
            and out[-1].lower() in ("and", "or", "but", "then")
            and low in FORMS
            and FORMS[low] == Form(low, "base")
        ):
            word = present(low)
        out.append(before + word + after)
        if after and after[-1] in ".;:!?":
            carried = False
    return " ".join(out)


def inflected(predicate: str) -> str:
    """A predicate of "I" for a singular third person: `do not like my job` → `does not like their job`."""
    return third("I " + predicate, named=True)[5:]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
