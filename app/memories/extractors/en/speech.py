"""Speech turned into the third person."""

from app.memories.extractors.en.morphology import AUXILIARIES, BE_FORMS, FORMS, Form, is_adverb, present
from app.text import patterns as re


def third(text: str, *, named: bool = False, team: bool = False) -> str:  # one reading after the other
    """`text`, without contractions, told of the user: `I keep my bike here` → `User keeps their bike here`.

    `named`: the user has been named before it, so that "my" is "their". `team`: "we" is the user's team.
    """
    if " of us" in text or " of mine" in text:
        text = _OF_US.sub(r"\g<n> people", _OF_MINE.sub(" of User's", text))
    if together := _TOGETHER.match(text):
        return f"User and their {together['who']} {third(text[together.end() :], named=True, team=team)}"
    out: list[str] = []
    verb_due = carried = False
    tokens = text.split()
    past = _PAST_TIME.search(text) is not None
    for at, token in enumerate(tokens):
        match = re.fullmatch(r"(\W*)(.*?)(\W*)", token)
        assert match, "every token matches"
        before, word, after = match.groups()
        low = word.lower()
        following = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
        if low == "i" or (low in ("we", "us", "ourselves") and (word != "US" or text.isupper())):
            collective = "User's team" if team else "User"
            both = low == "i" and _shared(tokens[:at])
            word, verb_due, named = ("User" if low == "i" else collective), low in ("i", "we") and not both, True
            carried = False
        elif low in ("my", "our"):
            word, named, verb_due = ("their" if named else "User's"), True, False
        elif low in ("me", "mine", "myself", "ours"):
            word = {"me": "User", "mine": "theirs", "myself": "themselves", "ours": "theirs"}[low]
            named, verb_due = True, False
        elif (
            verb_due
            and not is_adverb(low)
            and low not in _BEFORE_VERB
            and not (low.endswith("ly") and low not in FORMS)
        ):
            form = FORMS.get(low)
            if low == "no" or low in ("longer", "quit"):
                carried = form is None or form.kind == "base"
                verb_due = low != "quit"
                out.append(before + word + after)
                continue
            carried = low not in _HANGING or (low == "need" and following != "not")
            if low in AUXILIARIES and not (low == "need" and following != "not"):
                word = {"were": "was"}.get(low, BE_FORMS.get(low, word))
            elif low in _SAME_IN_PAST and (low == "found" or past):
                carried = False
            elif (form and form.kind == "base") or (form is None and not _PAST.search(low)):
                word = present(low)
            verb_due = False
        elif low == "to" and (
            FORMS.get(following.strip(".,;")) == Form(following.strip(".,;"), "base")
            or (at and tokens[at - 1].lower() in _OWING and following.isalpha() and following not in _NO_VERBS)
        ):
            carried = False  # to bake and sell bread
        elif carried and FORMS.get(low) == Form(low, "base") and _joined(out) and following not in _COPULAS:
            word = present(low)
        out.append(before + word + after)
        if after and after[-1] in ".;:!?":
            carried = False
    return " ".join(out)


_OF_US = re.compile(r"(?P<n>\b(?:two|three|four|five|six|seven|eight|nine|ten|some|many|\d+)) of us\b", re.IGNORECASE)
_OF_MINE = re.compile(r"(?<=[a-z]) of mine\b")
_COPULAS = frozenset({"is", "are", "was", "were", "has", "have"})  # rent is due: no verb stands before one
_TOGETHER = re.compile(r"(?:[Mm]y|[Oo]ur) (?P<who>[\w'-]+(?: [\w'-]+){0,2}) and I ")
# What a second verb hangs on as well: I can bake and sell.
_BEFORE_VERB = frozenset(("not", "last", "both", "all", "each", "%", "100"))
_SAME_IN_PAST = frozenset(
    (
        "beat",
        "bet",
        "burst",
        "cast",
        "cost",
        "cut",
        "found",
        "hit",
        "hurt",
        "let",
        "put",
        "quit",
        "read",
        "set",
        "shut",
        "split",
        "spread",
        "upset",
    )
)
_PAST_TIME = re.compile(  # what tells that `put` and `read` are of the past
    r"\b(?:yesterday|last (?:night|week|month|year|spring|summer|autumn|fall|winter|time|\w+day)|ago|finally|just|recently|already|once|"
    r"in (?:19|20)\d\d|back in|earlier|this morning|on \w+day|when I was|as a child|at school)\b|"
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"(?<!e)ed$|^(?:broke|stole|swore|hung)$")  # not feed, speed
_HANGING = AUXILIARIES - {"am", "is", "are", "was", "were", "have", "has", "had", "be", "been"}


def _shared(before: list[str]) -> bool:
    """Whether "I" is the second of two who do it together: `shellfish and I do not get along`."""
    return (
        1 < len(before) <= _PAIR
        and before[-1].lower() == "and"
        and not any(word.endswith((",", ";")) or (FORMS.get(word.lower()) is not None) for word in before[:-1])
    )


_OWING = frozenset({"have", "has", "need", "needs", "want", "wants", "got", "used", "plan", "plans", "hope", "hopes"})
_NO_VERBS = frozenset({"the", "a", "an", "my", "our", "their", "his", "her", "it", "this", "that"})
_PAIR = 5  # words at most before the verb of two


def _joined(out: list[str]) -> bool:
    """Whether what stands so far ends with "and", adverbs behind it."""
    at = len(out) - 1
    while at > 0 and is_adverb(out[at].lower()) and out[at].lower() != "then":
        at -= 1
    return at > 0 and out[at].lower() in ("and", "or", "but", "then")


def inflected(predicate: str) -> str:
    """A predicate of "I" for a singular third person: `do not like my job` → `does not like their job`."""
    return third("I " + predicate, named=True)[5:]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
