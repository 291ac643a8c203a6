"""A clause read as subject, verb and rest."""

# small counts of words are what a grammar is made of

from dataclasses import dataclass, field, replace

from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.morphology import FORMS, Form, form_of, is_adverb
from app.memories.extractors.en.speech import inflected, third
from app.memories.extractors.en.subjects import MODALS, Subject, subject_of
from app.text import patterns as re


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    subject: Subject
    verb: str  # lemma of the main verb
    rest: str  # what follows the verb
    predicate: str  # all that follows the subject
    tense: str  # "present", "past", "perfect", "progressive", "future"
    modal: str = ""
    negated: bool = False
    adverbs: tuple[str, ...] = ()
    lead: str = ""  # "on Mondays", moved behind
    hedged: bool = False

    @property
    def mine(self) -> bool:
        return self.subject.kind == "me"

    @property
    def lively(self) -> bool:
        """Said as so: no wish, no possibility."""
        return self.modal in ("", "can", "must", "will")

    def with_(self, **changes: str) -> "Clause":
        return replace(self, **changes)  # type: ignore[arg-type]  # only text fields are changed this way

    def telling(self) -> str:
        """The clause as a sentence in the third person."""
        predicate = self.predicate
        if self.subject.kind in ("me", "team") or (self.subject.plural and self.subject.kind == "me"):
            predicate = inflected(predicate)
        else:
            predicate = third(predicate, named=True)
        return f"{self.subject.label} {predicate}" + (f" {third(self.lead, named=True)}" if self.lead else "")


_HEDGE = re.compile(
    r"(?:I (?:\w+ ){0,2}?(?:think|guess|suspect|believe|suppose|fear|am afraid|am pretty sure|am not sure but|"
    r"feel like)(?: that)?,?"
    r"|it (?:seems|looks)(?: like| as if| that)?|maybe|perhaps|probably|apparently|possibly|presumably|"
    r"chances are(?: that)?|my guess is(?: that)?)\s+(?=(?:I|we|my|our|it)\b)",
    re.IGNORECASE,
)

_ADVERBIAL = re.compile(
    r"((?:on|in|at|for|during|after|before|since|every|each|most|these|by|last|next|with|outside|apart|besides|"
    r"as|when|whenever|while|at|once|twice|until|from|throughout"
    r"|nowadays|given the choice|lately|recently|currently|yesterday|today|tomorrow|until|two|three|four|five|"
    r"a few|\d+|(?:mon|"
    r"tues|wednes|thurs|fri|satur|sun)days?)\b[^.;:?!]{0,70}?),?\s+"
    r"(?=(?:I|we|my|our)\b(?!\s(?:own|job|team|work|family|house|birthday|wedding|kids?|children|wife|husband|"
    r"head|office|phone)\s*,))",
    re.IGNORECASE,
)


def parse(text: str, *, before: Subject | None = None) -> Clause | None:
    """Read a clause. `before` is the person of the clause before, whom he, she, they may mean."""
    hedge = _HEDGE.match(text)
    hedged = bool(hedge)
    text = text[hedge.end() :] if hedge else text
    lead = ""
    if match := _ADVERBIAL.match(text):
        lead, text = match[1].strip(" ,"), text[match.end() :]
        lead = (
            lead[:1].lower() + lead[1:]
            if form_of(lead.split()[0]) is None
            and not re.match(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", lead, re.IGNORECASE)
            else lead
        )
    if hedge := _HEDGE.match(text):
        hedged, text = True, text[hedge.end() :]
    tokens = text.split()
    found = subject_of(tokens, before)
    if not found:
        return None
    subject, size = found
    clause = _predicate(text, subject, tokens[size:])
    return replace(clause, lead=lead, hedged=hedged or clause.hedged) if clause else None


_INSIDE = words("grammar", "inside")


@dataclass(slots=True)
class _Chain:
    """What the words before the main verb said."""

    modal: str = ""
    negated: bool = False
    adverbs: list[str] = field(default_factory=list)
    aux: list[str] = field(default_factory=list)


def _predicate(text: str, subject: Subject, tokens: list[str]) -> Clause | None:  # one reading after the other
    chain = _Chain()
    index = 0
    lower = [token.lower().strip(",.") for token in tokens]
    while index < len(tokens):
        word = lower[index]
        following = lower[index + 1] if index + 1 < len(tokens) else ""
        if word == "not":
            chain.negated = True
        elif word == "never":
            chain.negated = True
            chain.adverbs.append(word)
        elif word in ("kind", "sort") and following == "of":
            index += 1
        elif word == "no" and following == "longer":
            chain.adverbs.append("no longer")
            index += 1
        elif word == "used" and following == "to" and not chain.aux:
            chain.adverbs.append("used to")
            index += 1
        elif is_adverb(word) or (word == "all" and index < 2):
            chain.adverbs.append(word)
        elif word in MODALS:
            chain.modal = word
        elif word == "do" or word in ("does", "did"):
            if not (following == "not" or following in FORMS or is_adverb(following)):
                break
            chain.aux.append(word)
        elif word in ("have", "has", "had"):
            ahead = _next_verb(lower, index + 1)
            if not ahead or (ahead.kind not in ("past", "participle") and ahead.lemma != "be"):
                break
            chain.aux.append("have")
        elif word in ("am", "is", "are", "was", "were", "been", "be"):
            ahead = _next_verb(lower, index + 1)
            if not ahead or ahead.kind != "ing":
                break
            chain.aux.append("be")
        else:
            break
        index += 1
    if index >= len(tokens):
        return None
    return _clause(text, subject, tokens, index, chain)


def _next_verb(lower: list[str], index: int) -> Form | None:
    while index < len(lower) and (lower[index] == "not" or is_adverb(lower[index])) and lower[index] != "early":
        index += 1
    if index >= len(lower):
        return None
    word = lower[index]
    form = FORMS.get(word)
    if form is None and word.endswith("ed") and len(word) > 4:
        return Form(word, "participle")
    return form


def _clause(text: str, subject: Subject, tokens: list[str], index: int, chain: _Chain) -> Clause:
    surface = tokens[index].lower().strip(",.")
    form = FORMS.get(surface)
    lemma = form.lemma if form else surface
    if not form and subject.kind not in ("me", "team") and surface.endswith("s"):
        lemma = surface[:-1]
    following = tokens[index + 1 :]
    if lemma in ("be", "have"):
        while (len(following) > 1 and (low := following[0].lower()) in _INSIDE) or (
            len(following) > 1 and low.endswith("ly") and is_adverb(low)
        ):
            chain.negated = chain.negated or low in ("not", "never")
            if low != "not":
                chain.adverbs.append(low)
            following = following[1:]
    tense = "present"
    if "have" in chain.aux:
        tense = "perfect"
    elif "be" in chain.aux:
        tense = "progressive"
    elif chain.modal in ("will", "shall"):
        tense = "future"
    elif (
        "did" in chain.aux
        or "used to" in chain.adverbs
        or (form and form.kind in ("past", "participle"))
        or (not form and surface.endswith("ed"))
    ):
        tense = "past"
    return Clause(
        text=text,
        subject=subject,
        verb=lemma,
        rest=" ".join(following).strip(" ,.!"),
        predicate=" ".join(tokens).strip(" ,.!"),
        tense=tense,
        modal=chain.modal,
        negated=chain.negated,
        adverbs=tuple(chain.adverbs),
        hedged=chain.modal in ("might", "may", "could")
        or bool({"probably", "maybe", "perhaps", "possibly", "apparently"} & set(chain.adverbs)),
    )
