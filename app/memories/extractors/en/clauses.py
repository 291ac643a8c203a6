"""A sentence cut into clauses, and a clause read as subject, verb and rest."""

import re
from dataclasses import dataclass, field, replace

from app.memories.extractors.en.lexicon import either, entries, pairs, words
from app.memories.extractors.en.morphology import FORMS, Form, form_of, inflected, is_adverb, third

ROLES = pairs("people", "roles")
SINGLE = words("people", "single")
_ROLE_ADJECTIVES = words("people", "adjectives")
_PLURAL_ROLES = frozenset(
    {
        "parents",
        "in-laws",
        "kids",
        "children",
        "daughters",
        "sons",
        "sisters",
        "brothers",
        "siblings",
        "twins",
        "grandparents",
        "grandchildren",
    }
)
_MODALS = words("grammar", "modals")
_BARE_SUBJECTS = (
    r"(?:I|we|he|she|they|it|there|my|our|his|her|their|this|that|please|remember|(?:just\s)?call\sme|always|"
    r"never|do\snot|from\snow|you|no)\b"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause is about. `prefix` stands before the attribute in a key: empty for the user."""

    kind: str  # "me", "team", "person", "thing", "it"
    label: str  # as it begins a sentence: "User", "User's sister Ingrid"
    prefix: str = ""
    plural: bool = False
    role: str = ""
    name: str = ""
    noun: str = ""  # of a thing: the words after my, our


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


ME = Subject("me", "User")
TEAM = Subject("team", "User's team", plural=True)

_LEAD = re.compile(either(entries("leads", "words")) + r"(?![\w'])[\s,:;.!…–—-]{1,4}", re.IGNORECASE)
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
    r"|nowadays|lately|recently|currently|yesterday|today|tomorrow|until|two|three|four|five|a few|\d+|(?:mon|"
    r"tues|wednes|thurs|fri|satur|sun)days?)\b[^.;:?!]{0,70}?),?\s+"
    r"(?=(?:I|we|my|our)\b(?!\s(?:own|job|team|work|family|house|birthday|wedding|kids?|children|wife|husband|"
    r"head|office|phone)\s*,))",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"\s*;\s*|\s*\.{2,3}\s*|\s+[-–—]+\s+|\s*[–—]\s*|\s*,\s*(?:(?:and|but|so|because|although|though|while|"
    r"whereas|yet|plus|since|as|or)\s+(?:also\s+|then\s+|now\s+)?)?"
    r"|\s+(?:and|but|so|because|although|though|while|whereas|yet|plus|since|as)\s+(?:also\s+|then\s+|now\s+)?|"
    r":\s+",
    re.IGNORECASE,
)
_STARTS = re.compile(
    rf"(?:(?:also|then|now|so|but|and|because)\s+)?(?:{_BARE_SUBJECTS}|{either(['wfh'])})", re.IGNORECASE
)
_NOUNLIKE = words("grammar", "nounlike")
_AFTER_VERB = re.compile(
    r"(?:an?|the|my|our|in|at|on|for|to|with|as|about|from|every|some|two|three|\d+|it|them|mostly|mainly|only|"
    r"daily|around|near|by|up|alone|together|[A-Z]\w*)\b"
)
_WHO_INNER = re.compile(r"^((?:my|our)\s[^,]{2,40}),\swho\s([^,]{3,80}),\s(.{3,})$", re.IGNORECASE)
_WHO_LAST = re.compile(r"^(.*\b(?:an?|my|one|our)\s)([^,]{2,40}?),?\swho\s(.{3,})$", re.IGNORECASE)


def unled(text: str) -> str:
    """Without greetings and fillers at the start."""
    for _ in range(4):
        match = _LEAD.match(text)
        rest = text[match.end() :] if match else ""
        if (
            not match
            or not rest
            or (
                match.group().strip().lower() in ("since", "as", "while")
                and not re.match(_BARE_SUBJECTS, rest, re.IGNORECASE)
            )
        ):
            return text
        text = rest
    return text


def split(text: str) -> list[str]:
    """The clauses of a sentence; a second verb without a subject takes that of the first."""
    text = text.rstrip(" .!…,;")
    if inner := _WHO_INNER.match(text):
        return [f"{inner[1]} {inner[2]}", *split(f"{inner[1]} {inner[3]}")]
    if (last := _WHO_LAST.match(text)) and (role := role_in(last[2])):
        named = re.search(r"\s(?:called|named)\s([A-Z][\w'-]+)$", last[2])
        who = last[2] if last[1].lower().endswith("my ") else f"{role} {named[1]}" if named else role
        return [*split(last[1] + last[2]), f"my {who} {last[3]}"]
    pieces: list[str] = []
    start = 0
    for mark in _BREAK.finditer(text):
        if mark.start() < start or mark.end() >= len(text):
            continue
        following = text[mark.end() :]
        if _STARTS.match(following) and _is_clause(following):
            pieces.append(text[start : mark.start()])
            start = mark.end()
        elif (
            re.search(r"\b(?:and|but|or|then|,)\s*", mark.group(), re.IGNORECASE)
            and not following.startswith("raised")
            and (subject := _subject_words(text[start : mark.start()]))
            and _is_predicate(following, subject)
        ):
            pieces.append(text[start : mark.start()])
            text = text[: mark.end()] + following
            pieces.append(f"\0{subject}\0")
            start = mark.end()
    pieces.append(text[start:])
    whole: list[str] = []
    carried = ""
    for piece in pieces:
        if piece.startswith("\0"):
            carried = piece.strip("\0") + " "
        elif piece.strip():
            whole.append(carried + piece.strip())
            carried = ""
    return whole


def _is_clause(text: str) -> bool:
    first = text.split(maxsplit=1)[0].lower()
    if first in ("please", "remember", "call", "just", "always", "never", "from", "do", "i", "we", "you", "no"):
        return True
    return any(form and form.kind in ("s", "past", "base") for form in map(form_of, re.findall(r"[\w'-]+", text)[1:8]))


def _subject_words(text: str) -> str:
    match = re.match(r"(I|we)\b", unled(text), re.IGNORECASE)
    if match:
        return match[1]
    person = re.match(
        r"((?:my|our)\s(?:[\w'-]+\s){1,4}?)(?=(?:is|was|has|lives|works|loves|likes|hates|speaks|studies|teaches|"
        r"plays)\b)",
        text,
        re.IGNORECASE,
    )
    return person[1].strip() if person else ""


def _is_predicate(text: str, subject: str) -> bool:
    tokens = re.findall(r"[\w'-]+", text)[:4]
    while tokens and is_adverb(tokens[0].lower()):
        tokens = tokens[1:]
    if not tokens:
        return False
    word, form = tokens[0].lower(), form_of(tokens[0])
    if word in _MODALS or word in ("am", "have", "do", "was", "had"):
        return True
    if not form or tokens[0][0].isupper():
        return False
    if subject.lower() not in ("i", "we"):
        return form.kind == "s" and len(tokens) > 1
    if form.kind not in ("base", "past", "participle"):
        return False
    return word not in _NOUNLIKE or (
        len(tokens) > 1 and bool(_AFTER_VERB.match(text[text.find(tokens[0]) + len(tokens[0]) :].strip()))
    )


def role_in(phrase: str) -> str:
    """The role at the start of a noun phrase (`older sister Ingrid` → `sister`), "" when it is no person."""
    tokens = phrase.split()
    for size in range(min(len(tokens), 4)):
        role = ROLES.get(tokens[size].lower().strip(",.'"))
        if role:
            return role
        if tokens[size].lower() not in _ROLE_ADJECTIVES:
            return ""
    return ""


def person(phrase: str) -> Subject | None:
    """The person of `sister Ingrid`, `best friend`, `daughters`; None for other things."""
    tokens = phrase.replace(",", " ").split()
    for index, token in enumerate(tokens[:4]):
        role = ROLES.get(token.lower())
        if role:
            name = " ".join(tokens[index + 1 :])
            name = re.sub(r"^(?:named|called)\s", "", name)
            if name and not re.fullmatch(r"(?:[A-Z][\w'’.-]*\s?){1,4}", name):
                return None
            kept = " ".join(tokens[: index + 1])
            plural = token.lower() in _PLURAL_ROLES
            prefix = f"relation:{role}:" if not name or role in SINGLE else f"relation:{role}:{name.casefold()}:"
            return Subject("person", f"User's {kept}" + (f" {name}" if name else ""), prefix, plural, role, name)
        if token.lower() not in _ROLE_ADJECTIVES:
            return None
    return None


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
    found = _subject(tokens, before)
    if not found:
        return None
    subject, size = found
    clause = _predicate(text, subject, tokens[size:])
    return replace(clause, lead=lead, hedged=hedged or clause.hedged) if clause else None


def _subject(tokens: list[str], before: Subject | None) -> tuple[Subject, int] | None:
    if len(tokens) < 2:
        return None
    first = tokens[0].lower().strip(",")
    if first in ("i", "we"):
        return (ME if first == "i" else TEAM), 1
    if first in ("he", "she", "they"):
        return (before, 1) if before else None
    if first in ("his", "her", "their") and before and tokens[1].lower() == "name":
        return before, 1
    if first not in ("my", "our", "the", "this", "it", "these", "all", "every", "both"):
        return None
    if first == "it":
        return Subject("it", "It"), 1
    end = _verb_at(tokens)
    if end is None and first in ("my", "our"):
        end = next(
            (
                i
                for i in (2, 3, 4)
                if i < len(tokens) and re.fullmatch(r"[a-z]{2,}[a-rt-z]s", tokens[i]) and person(" ".join(tokens[1:i]))
            ),
            None,
        )
    if end is None:
        return None
    words_ = tokens[1:end]
    if (
        words_
        and words_[-1].endswith(("wife", "husband", "partner", "girlfriend", "boyfriend"))
        and end + 2 < len(tokens)
        and tokens[end] == "and"
    ):
        return None
    noun = " ".join(words_).strip(" ,")
    if first in ("my", "our") and (someone := person(noun)):
        return someone, end
    owner = "User's" if first in ("my", "our") else first.capitalize()
    return Subject("thing", f"{owner} {third(noun, named=True)}", noun=noun, plural=first == "our"), end


def _verb_at(tokens: list[str]) -> int | None:
    for index in range(1, min(len(tokens), 10)):
        word = tokens[index].lower().strip(",")
        following = tokens[index + 1].lower() if index + 1 < len(tokens) else ""
        form = FORMS.get(word)
        if word in _MODALS or word in ("is", "are", "was", "were", "has", "have", "had", "does", "do", "did"):
            return index if index > 1 or word != "have" else None
        if index < 2 or not form or following in ("is", "are", "was", "were", "has", "have", "does", "do", "can"):
            continue
        plural = tokens[index - 1].lower() in _PLURAL_ROLES or tokens[index - 1].lower() in (
            "people",
            "team",
            "friends",
            "cats",
            "dogs",
        )
        if (
            form.kind == "s"
            or (form.kind == "past" and form.lemma != "found")
            or (form.kind == "base" and plural)
            or (form.kind == "participle" and word.endswith("ed"))
        ):
            return index
        if is_adverb(word):
            continue
    return None


_INSIDE = words("grammar", "inside")


@dataclass(slots=True)
class _Chain:
    """What the words before the main verb said."""

    modal: str = ""
    negated: bool = False
    adverbs: list[str] = field(default_factory=list)
    aux: list[str] = field(default_factory=list)


def _predicate(text: str, subject: Subject, tokens: list[str]) -> Clause | None:
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
        elif word in _MODALS:
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
