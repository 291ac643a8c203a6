"""English as it is typed in a hurry: `moved in w/ my bro last wk :)` → `moved in with my brother last week`.

Only what stands for one word is written out; small letters that are a word as well (`rn` beside a nurse) stay.
"""

import re
from typing import Final

_SHORT: Final = {
    "w/o": "without",
    "w/": "with",
    "b/c": "because",
    "bc": "because",
    "wk": "week",
    "wks": "weeks",
    "yr": "year",
    "yrs": "years",
    "mth": "month",
    "mths": "months",
    "hrs": "hours",
    "mins": "minutes",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "tmw": "tomorrow",
    "tomoz": "tomorrow",
    "2moro": "tomorrow",
    "2day": "today",
    "2nite": "tonight",
    "tonite": "tonight",
    "gf": "girlfriend",
    "bf": "boyfriend",
    "bro": "brother",
    "sis": "sister",
    "hubby": "husband",
    "appt": "appointment",
    "bday": "birthday",
    "b-day": "birthday",
    "ppl": "people",
    "ur": "your",
    "thats": "that's",
    "hes": "he's",
    "shes": "she's",
    "theyre": "they're",
    "youre": "you're",
    "wasnt": "was not",
    "isnt": "is not",
    "arent": "are not",
    "doesnt": "does not",
    "didnt": "did not",
    "hasnt": "has not",
    "veggie": "vegetarian",
}
_OF_MINE: Final = frozenset({"girlfriend", "boyfriend", "brother", "sister", "husband"})
_WORDS: Final = re.compile(
    rf"(?<![\w/'@.-])(?P<of>(?:my|the|a|his|her|our|your|ur)\s)?(?P<word>{'|'.join(sorted(map(re.escape, _SHORT), key=len, reverse=True))})"
    r"(?P<owns>['’]s)?(?![\w/'’.@-](?!$|\s))(?!\w)",
    re.IGNORECASE,
)
_FACE: Final = re.compile(
    r"(?:^|(?<=\s))(?:(?:[:;=]['’]?-?[()DPpOo/|]|<3|[xX]D)+(?=$|[\s.,!?])|[\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a"
    r"\U0001f389\U0001f494\U0001f4aa\U0001f44d\U0001f64c]+\ufe0f?(?=$|\s|[.,!?]))"
)
_ME_AND: Final = re.compile(
    r"^(?P<lead>(?:so|well|ok|okay|yeah|btw|and|oh),? )?me (?:and|n|&) (?P<who>(?:my (?:[a-z]+ )?)?[A-Za-z][\w'-]*) "
    r"(?=(?:are|have|had|were|got|both|just|finally|recently|broke|split|moved|live|bought|went|called|parted|ended|adopted|separated)\b)",
    re.IGNORECASE,
)
_AND_I: Final = re.compile(
    r"^(?P<who>(?-i:[a-z])[\w'-]+) (?:and|n|&) (?:i|me) (?=(?:are|have|were|got|both|just|finally|recently|broke|split|moved|called|parted|separated)\b)",
    re.IGNORECASE,
)
_ATM: Final = re.compile(
    r"(?P<kept>\b(?:learning|studying|training|practi[sc]ing)\b[^,.;!?]{2,40}?) (?:atm|rn)(?=$|[,.;!])", re.IGNORECASE
)
_BTW: Final = re.compile(r"^(?:oh |so |and |ok )?(?:btw|by the way|fyi),? (?=\S+ \S)", re.IGNORECASE)


def written_out(text: str) -> str:
    """The same in full words, without faces; `me and chloe` as the subject that it is."""
    text = _BTW.sub("", text)
    text = _FACE.sub("", text).rstrip()
    text = _AND_I.sub(_both, _ATM.sub(r"\g<kept>", text))
    text = _WORDS.sub(_full, text)
    return _ME_AND.sub(_both, text)


def _full(found: re.Match[str]) -> str:
    word, of = found["word"], found["of"] or ""
    full = _SHORT[word.lower()]
    if word == word.upper() and word.isalpha() and len(word) > 1:
        return found.group()  # an abbreviation that is a name
    if word.lower() == "veggie" and of:
        return found.group()  # a veggie burger
    if word.lower() in ("bro", "sis") and not of.lower().startswith("my"):
        return found.group()  # thanks bro
    mine = "my " if full in _OF_MINE and not of and not found.start() else ""
    return f"{of}{mine}{full}{found['owns'] or ''}"


def _both(found: re.Match[str]) -> str:
    who = found["who"]
    named = who if who.lower().startswith("my ") else who[:1].upper() + who[1:]
    return f"{found.groupdict().get('lead') or ''}{named} and I "
