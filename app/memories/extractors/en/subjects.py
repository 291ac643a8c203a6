"""Who a clause is about: the user, the team, a person around the user, a thing."""

# small counts of words are what a grammar is made of

from dataclasses import dataclass, replace

from app.memories.extractors.en.lexicon import pairs, words
from app.memories.extractors.en.morphology import FORMS, is_adverb
from app.memories.extractors.en.speech import third
from app.text import patterns as re

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

_YOUNGER = frozenset({"younger", "little", "kid", "baby"})

MODALS = words("grammar", "modals")


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


ME = Subject("me", "User")

TEAM = Subject("team", "User's team", plural=True)


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
            if not name and role in ("brother", "sister") and _YOUNGER & set(kept.lower().split()):
                prefix = f"relation:{role}:younger:"
            return Subject("person", f"User's {kept}" + (f" {name}" if name else ""), prefix, plural, role, name)
        if token.lower() not in _ROLE_ADJECTIVES:
            return None
    return None


def subject_of(tokens: list[str], before: Subject | None) -> tuple[Subject, int] | None:  # one reading after the other
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
    if first in ("my", "our"):
        end = next(
            (
                i
                for i in range(2, min(5, len(tokens), end or 9))
                if _verb_like(tokens[i]) and person(" ".join(tokens[1:i]))
            ),
            end,
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
    if not noun and first in ("the", "my", "our", "every"):
        return None  # the is: a slip, of which nothing can be told
    if first in ("my", "our") and (someone := person(noun)):
        return someone, end
    named = len(words_)
    while named > 1 and is_adverb(words_[named - 1].lower()):
        named -= 1  # my sister now lives in Graz: the adverb belongs to the verb
    if first in ("my", "our") and named < len(words_) and (someone := person(" ".join(words_[:named]).strip(" ,"))):
        return someone, named + 1
    if first in ("my", "our") and noun.lower() == "team" and tokens[end].lower() not in ("is", "are", "was", "were"):
        return replace(TEAM, plural=False), end
    owner = "User's" if first in ("my", "our") else first.capitalize()
    return Subject("thing", f"{owner} {third(noun, named=True)}", noun=noun, plural=first == "our"), end


def _verb_like(word: str) -> bool:
    """Whether an unknown word behind a person may be its verb: `feeds`."""
    return re.fullmatch(r"[a-z]{2,}[a-rt-z]s", word) is not None and word not in ROLES


def _verb_at(tokens: list[str]) -> int | None:
    for index in range(1, min(len(tokens), 10)):
        word = tokens[index].lower().strip(",")
        following = tokens[index + 1].lower() if index + 1 < len(tokens) else ""
        form = FORMS.get(word)
        if word in MODALS or word in ("is", "are", "was", "were", "has", "have", "had", "does", "do", "did"):
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
