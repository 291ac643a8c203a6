"""Speech turned into the third person."""

import re

from app.memories.extractors.en.morphology import AUXILIARIES, BE_FORMS, FORMS, Form, is_adverb, present


def third(text: str, *, named: bool = False, team: bool = False) -> str:  # one reading after the other
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
                word, carried = {"were": "was"}.get(low, BE_FORMS.get(low, word)), False
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
