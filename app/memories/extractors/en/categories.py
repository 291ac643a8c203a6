"""Tools named by their category: `my editor is Helix`."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import FORMS
from app.memories.extractors.en.tools import CATEGORIES, CATEGORY, kind_of
from app.memories.extractors.en.values import CODE, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_STATES = words("tools", "states")


def categorised(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my editor is Helix`, `Zed is my editor`: the category is said."""
    if (
        clause.verb in ("run", "use")
        and clause.subject.kind == "thing"
        and clause.subject.label.startswith("User's")
        and not clause.negated
        and clause.tense == "present"
        and re.fullmatch(
            r"(?:[\w-]+\s){0,2}(?:laptop|desktop|pc|computer|machine|workstation|server|phone|homelab)",
            clause.subject.noun,
        )
        and kind_of(system := unfilled(clause.rest)) == "os"
    ):
        return [draft(clause, "tool:os", system, clause.telling(), entities=(system,))]
    if (
        clause.verb != "be"
        or clause.negated
        or clause.subject.kind != "thing"
        or clause.tense != "present"
        or not clause.subject.label.startswith("User's")
    ):
        return []
    match = CATEGORY.fullmatch(re.sub(r"\sof choice$", "", clause.subject.noun))
    value = re.split(
        r"\s(?:with|and it|which|on)\s",
        unfilled(re.sub(r"^(?:currently|now|still|an?|the|mostly|called|always|running)\s", "", clause.rest)),
    )[0]
    if not match or not value or clause.subject.plural or len(value.split()) > 5:
        return []
    named = (
        value[0].isupper()
        or bool(re.search(r"[A-Z\d]", value))
        or kind_of(value)
        or CODE.fullmatch(value)
        or (value.split()[0] not in FORMS and len(value.split()) == 1 and named_well(value))
    )
    if not named:
        return []
    kind = CATEGORIES[match[1].lower()]
    owned = re.match(r"an?\s", clause.rest)  # my bike is a Brompton: one of many such things
    told = clause.telling() if owned else f"User uses {value} as their {clause.subject.noun}"
    return [draft(clause, f"tool:{kind}", value, told, entities=(value,))]


def named_well(value: str) -> bool:
    """Whether a lower-case word may be a product and not what is wrong with it ("my laptop is slow")."""
    return not value.endswith(("ing", "ed", "ow", "en", "ly")) and value not in _STATES
