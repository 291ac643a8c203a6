"""Values as they stand in a text: places, names, organisations, numbers, lists."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.lexicon import either, pairs, words
from app.memories.extractors.en.morphology import FORMS
from app.text import patterns as re

MOODS = words("refuse", "moods")

_PARTICLES = words("names", "particles")

_NO_NAMES = (
    MOODS
    | words("jobs", "words")
    | words("jobs", "not_jobs")
    | words("body", "diets")
    | words("body", "conditions")
    | words("tongues", "nationalities")
    | words("grammar", "days")
    | words("grammar", "months")
    | words("names", "never")
)

NUMBERS = {word: int(value) for word, value in pairs("grammar", "numbers").items()}

_NAME = r"[A-Z][\w.'’]*(?:-[A-Z][\w'’]*)*"

_TAIL = re.compile(
    r"\s*(?:,|;|\(|\s(?:and\s(?:I|we|my|it|he|she|they|am|have)|but|so|because|although|though|while|where|"
    r"which|who|that|if|when|since|until|unless|with|for|these\sdays|any\smore|nowadays|at\sthe\smoment|"
    r"right\snow"
    r"|currently|now|too|as\swell|by\sthe\sway|btw|though|again|instead|please|lately|recently|already|either|"
    r"actually|myself|ever|last|next|this|three|two|a\sfew|\d+\s(?:years?|months?|weeks?|days?)|on|in\s(?:19|"
    r"20)\d\d|in\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*)\b).*$"
)

_ORG = re.compile(
    rf"(?:the\s)?(?:{_NAME}|\d+[A-Z]\w*|[a-z]+[A-Z]\w*)(?:\s(?:{_NAME}|&|and(?=\s[A-Z])|of(?=\s(?:the\s)?[A-Z])|"
    r"the(?=\s[A-Z])|for(?=\s[A-Z])|(?:de|du|la)\b|\d+\b))*"
)

_PLACE = re.compile(
    rf"(?:the\s)?(?:{_NAME})(?:(?:,\s|\s)(?:{_NAME}|(?:de|la|le|do|da|del|am|upon)\b|on(?=\s[A-Z])|of(?=\s[A-Z])|"
    r"the(?=\s[A-Z])))*"
)

_FILLERS = re.compile(
    r"(?:,?\s(?:too|as well|now|these days|nowadays|though|any more|at the moment|currently|actually|by the way|"
    r"btw|since|ever since|again|instead|please|lately|either|so much|very much|a lot|the most|most of all|the best|really|"
    r"for sure|tbh|to be honest|overall|then))+$",
    re.IGNORECASE,
)

CODE = re.compile(either(words("tongues", "programming")), re.IGNORECASE)


def trimmed(text: str) -> str:
    """An object without what follows it: "olives, they are so salty" → "olives"."""
    return _FILLERS.sub("", _TAIL.sub("", " " + text).strip(" .!,;"))


def unfilled(text: str) -> str:
    """Without "too", "now", "these days" at the end."""
    return _FILLERS.sub("", text.strip(" .!,;"))


def place(text: str) -> str:
    """The name of a place at the start of `text`, "" when there is none; lower-case typing gains capitals."""
    if match := _PLACE.match(text):
        found = match.group().rstrip(".")
        return "" if found.casefold().split()[-1] in _NO_NAMES - {"march", "may"} else found
    if text != text.lower():
        return ""
    found = trimmed(text)
    found = re.split(
        r"\s(?:near|close|next|by|and|at|not|just|outside|around|about|from|to|of|is|was|as|has|have)\b", found
    )[0].strip()
    parts = found.split()
    if (
        not parts
        or len(parts) > 3
        or parts[0]
        in (
            "a",
            "an",
            "my",
            "our",
            "his",
            "her",
            "this",
            "that",
            "one",
            "two",
            "fear",
            "peace",
            "hope",
            "denial",
            "hell",
            "chaos",
            "constant",
            "what",
            "it",
            "such",
            "the",
        )
        or not parts[0].isalpha()
    ):
        return ""
    return found.title() if parts[-1] not in FORMS and found not in MOODS else ""


def org(text: str) -> str:
    """The name of an organisation at the start of `text`; a described one ("a small bank") as it is said."""
    if called := re.match(
        rf"(?:an?|the|my)\s[\w\s-]{{2,40}}?\s(?:called|named)\s({_NAME}(?:\s(?:(?:&|and|of)\s)?{_NAME})*)", text
    ):
        return called[1]
    if match := _ORG.match(text):
        return match.group().rstrip(".")
    described = re.match(r"(?:an?|the|my own|our own)\s[\w' -]{2,50}", re.split(r"\sas\s", trimmed(text))[0])
    if described:
        return described.group().strip()
    if text == text.lower() and re.match(r"[a-z][\w.&-]+(?:\s[a-z][\w.&-]+){0,2}$", found := trimmed(text)):
        return (
            found.title()
            if found.split()[0]
            not in (
                "home",
                "night",
                "nights",
                "least",
                "all",
                "my",
                "it",
                "this",
                "that",
                "them",
                "him",
                "her",
                "myself",
                "work",
                "once",
                "fun",
                "free",
            )
            else ""
        )
    return ""


def names(text: str) -> list[str]:
    """The names listed at the start of `text`: `Pixel, Waffle and Moss` → three."""
    match = re.match(rf"{_NAME}(?:\s{_NAME})*(?:(?:,\s(?:and\s)?|\sand\s|\s&\s){_NAME}(?:\s{_NAME})*)*", text)
    return [name.rstrip(".") for name in re.split(r",\s(?:and\s)?|\sand\s|\s&\s", match.group())] if match else []


def name_like(text: str, *, sure: bool = False) -> str:
    """A person's name at the start of `text`, "" when it is none. `sure`: the sentence says that it is a name."""
    match = re.match(
        rf"(?:Dr\.?\s|Prof\.?\s|Mr\.?\s|Mrs\.?\s|Ms\.?\s)?{_NAME}(?:\s(?:{_NAME}|{'|'.join(sorted(_PARTICLES))})(?=$|\W))*",
        text,
    )
    if not match:
        word = re.match(r"[a-z][a-z'’-]+(?:\s[a-z][a-z'’-]+)?(?=$|[,.!;]|\sand\b)", text) if sure else None
        return word.group().title() if word and not set(word.group().split()) & (_NO_NAMES | FORMS.keys()) else ""
    found = re.sub(r"\s(?:" + "|".join(sorted(_PARTICLES)) + r")$", "", match.group().rstrip("."))
    parts = found.split()
    rest = text[match.end() :]
    if len(parts) > 5 or (not sure and (found.isupper() or any(part.casefold() in _NO_NAMES for part in parts))):
        return ""
    if not sure and (
        re.match(r"\s(?!and\b|from\b|here\b|by\b|speaking\b|but\b|the\b|a\b|an\b|your\b)[a-z]", rest)
        or CODE.fullmatch(found)
    ):
        return ""
    return "" if sure and parts[0].casefold() in ("not", "not.", "hello", "i", "what", "the") else found


def number(word: str) -> int | None:
    """`12`, `twelve`, `thirty-two` as a number."""
    word = word.lower()
    if word.isdigit():
        return int(word)
    tens, _, ones = word.partition("-")
    if ones and tens in NUMBERS and ones in NUMBERS:
        return NUMBERS[tens] + NUMBERS[ones]
    return NUMBERS.get(word)


_ITEM = (
    r"(?!(?:I|it|he|she|they|we|you|that|this|so|but|please|even|because|no|not|which|who|only|just|never|always|keep|do|does|is|are|am|have|has|"
    r"can|will|if|when|especially|mainly|mostly)\b)[A-Za-z][\w'’-]*(?:\s(?!(?:and|or|I|it|so|but|is|are|was|makes?|gives?|because|since|which|that|please)\b)"
    r"[A-Za-z][\w'’-]*){0,3}"
)
_ITEMS = re.compile(
    rf"(?P<all>{_ITEM}(?:,\s{_ITEM})+,?\s(?:and|or|&|plus)\s(?:also\s|possibly\s|apparently\s)?{_ITEM})(?=$|[.,;!(]|\s(?:so|but|-|–)\s)"
)


def enumerated(text: str) -> str:
    """The things named at the start of `text`, all of them: `eggs, milk and nuts`; else what `trimmed` leaves."""
    found = _ITEMS.match(text)
    if found is None or any(map(_clausal, listed(found["all"]))):
        return trimmed(text)
    return found["all"]


def _clausal(item: str) -> bool:
    """Whether an item has a verb or somebody it is done to: `cats hate me`."""
    words_ = item.lower().split()
    forms = [FORMS.get(word) for word in words_[1:-1]]
    return any(word in _WHOM for word in words_) or any(form and form.kind in ("s", "past") for form in forms)


_WHOM = frozenset({"me", "him", "her", "them", "us", "it", "you", "myself"})


def listed(text: str) -> list[str]:
    """`olives, capers and anchovies` → three; a phrase with "and" inside names stays whole."""
    parts = [
        part.strip(" .")
        for part in re.split(r",\s(?:and\s|or\s)?|\s(?:and|or|&|nor)\s(?:also\s)?", text)
        if part.strip(" .")
    ]
    return parts if len(parts) < 6 and all(len(part.split()) <= 5 for part in parts) else [text.strip(" .")]
