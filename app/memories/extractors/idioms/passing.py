"""What English users tell in passing, in the plain words that the grammars read.

`changed supervisor, its Prof Okafor now` → `my supervisor is called Prof Okafor`; `finally off nights` → `I no longer do
nights`; `more or less vegan these days` → `I am vegan`.
"""

import re
from typing import Final

from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.idioms.phrases import STARTS, WHEN

_ADVERBS: Final = (
    r"(?:(?:just|finally|recently|now|officially|also|actually|already|sadly|only|have|has|had|been|got) )*"
)
_HEDGE: Final = (
    r"(?:(?:basically|practically|essentially|effectively|virtually|largely|mostly|mainly|more or less|pretty much|"
    r"as good as|kinda|kind of|sorta|sort of|semi|almost entirely|about \d\d ?%|\d\d ?%|like \d\d ?%)[ -])"
)
_DIETS: Final = words("body", "diets")
_DIET: Final = either(_DIETS | {one.replace("-", " ") for one in _DIETS})
_HEDGED: Final = re.compile(
    rf"^(?:(?:so|well|and|yeah|ok|anyway|now|then|honestly|tbh|oh),? )*(?:(?P<who>(?:I|we)(?: am| are|['’]?m|['’]re)|"
    rf"(?:my|our) [a-z]+(?: is|['’]s)) )?(?:now )?{_HEDGE}+(?:an? )?(?P<diet>{_DIET})(?P<tail>(?: (?:now|these days|nowadays|atm|at the "
    r"moment|tbh|lol|i guess|tho|again)){0,3}(?=$|[.!,;]| (?:since|for|because|cos|due|after|so|thanks|and|but)\b))",
    re.IGNORECASE,
)
_HOLDER: Final = (
    r"(?:boss|(?:line |project |product |account |team )?manager|supervisor|adviser|advisor|mentor|doctor|gp|dentist|"
    r"therapist|counsell?or|psychologist|landlord|landlady|teacher|tutor|coach|trainer|instructor|professor|vet|accountant|"
    r"lawyer|solicitor|physio|physiotherapist|hairdresser|barber|team ?lead|flatmate|roommate|housemate|nanny|babysitter)"
)
_ROLE: Final = rf"(?:(?!new |the |my |our |old )[a-z-]+ )?{_HOLDER}"
_NAMED: Final = r"(?P<name>(?:(?:dr|prof(?:essor)?|mrs?|ms|miss)\.? [a-z][\w'’-]+|(?-i:[A-Z])(?!['’])[\w'’-]*[\w-])(?: (?-i:[A-Z])[\w'’-]+){0,2})"
_NOW_IS: Final = (
    r"(?:(?: ?[,;:.–—-]{1,3}| and| so) ?| )(?:(?:and|so|now|it|he|she|they|we|i|is|are|am|['’]?s|['’]re|['’]m|['’]ve|im|ive|its|hes|"
    r"shes|have|has|got|see|seeing|with|under|a|called|named|by|get|they['’]ve given (?:me|us)) ?){0,6}?\b"
)
_BY_NOW: Final = r"(?: (?:now|instead|these days|nowadays|from now on|who is taking over|taking over|for now))?"
_END: Final = rf"{_BY_NOW}{WHEN}(?P<rest>[\s.!]*$|[,;.] .*$| (?:and|who|which|so|but)\b.*$)"
_REPLACED: Final = tuple(
    re.compile(STARTS + form + _END, re.IGNORECASE)
    for form in (
        (
            rf"(?:(?:I|we)(?:['’]ve)? )?{_ADVERBS}(?:changed|switched|swapped|changing|switching)(?: to)? (?:my |our |the |an? )?"
            rf"(?:new |another |different )?(?P<role>{_ROLE})s?(?: again| btw| lol)?{WHEN}{_NOW_IS}{_NAMED}"
        ),
        (
            rf"(?:(?:I|we)(?:['’]ve)? )?{_ADVERBS}(?:(?:get|gotten|given|assigned|found|have|assigned to|hired) )?(?:my |our |the |an? )?"
            rf"(?:new|another|different) (?P<role>{_ROLE})(?: again| btw| lol| as of [\w ]{{3,12}}?| since [\w ]{{3,12}}?| from [\w ]{{3,12}}?)?"
            rf"{WHEN}{_NOW_IS}{_NAMED}"
        ),
        (
            rf"(?:(?:my|our|the) )?(?P<role>{_ROLE})(?:['’]?s| is| has| have| got| was)?(?: (?:just|been|all|being|recently|finally))*? "
            rf"(?:changed?|replaced|left|retired|gone|switched|quit|moved on)(?: again| btw)?{WHEN}{_NOW_IS}{_NAMED}"
        ),
        rf"(?:my|our) (?P<role>{_ROLE}) (?:is|['’]s) {_NAMED}(?= now| these days)",
        rf"(?:my|our) (?P<role>{_ROLE}) of (?P<of>[a-z]+) (?:has |have |is )?chang(?:e|ed){_NOW_IS}{_NAMED}",
    )
)
_NO_NAME: Final = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November|"
    r"December|I|It|He|She|They|We|The|A|An|My|Our|This|That|No|Not|OK|Room|And|So",
    re.IGNORECASE,
)
_SHIFT: Final = (
    r"(?:(?:the )?(?:(?:night|late|early|day|graveyard|evening|morning|weekend|twilight|swing|back|split|12[- ]?hour)s? ?-?shifts?|"
    r"nights|lates|earlies|(?:the )?on[- ]call(?: rota| rotation| duty)?|weekends(?! away)|shift ?work|the (?:[a-z-]+ )?rota)|call(?= rota))"
)
_OFF_SHIFT: Final = re.compile(
    STARTS
    + (
        rf"(?:(?:I(?:['’]m| am|m)? |we(?:['’]re| are)? )?{_ADVERBS}(?:(?:came|come|moved|switched|transferred|gone) )?off (?P<a>{_SHIFT})|"
        rf"(?:they(?:['’]ve| have)?|work|my (?:boss|manager)) (?:finally |just )?(?:took|taken|moved|pulled|has taken|have taken) me off (?P<b>{_SHIFT})|"
        rf"(?:no more|done with|finished with|that['’]?s me done with) (?P<c>{_SHIFT})(?: for me| for us)?|"
        rf"(?:I(?:['’]m| am|m) )?(?:not (?:on|doing|working) (?P<d>{_SHIFT}) any ?more|no longer (?:on|doing|working) (?P<e>{_SHIFT})))"
    )
    + r"(?: as of [\w ]{3,16}| thank god| thankfully| i guess| tbh| lol)*(?P<rest>$|[\s.,;!].*$)",
    re.IGNORECASE,
)
_ON_SHIFT: Final = re.compile(
    STARTS
    + r"(?P<who>I(?:['’]m| am|m)|we(?:['’]re| are)) (?:currently |still |usually |mostly |always )?on (?:the |a )?(?P<shift>(?:night|late|early|day|graveyard|"
    r"evening|morning|swing|back|split)[- ]?shifts?|nights|lates|earlies)(?P<rest>$|[.,;!]| (?:at|in|for|as|this year|these days|every|"
    r"mon\w*|till?|until|from|with)\b.*$)",
    re.IGNORECASE,
)
_HOURS_OF: Final = {"nights": "night shifts", "lates": "late shifts", "earlies": "early shifts"}
_ONCE: Final = re.compile(
    r"\b(?:today|tonight|tomorrow|this (?:week|weekend|morning|time|\w+day)|next|until|till|yet|soon|hopefully|at \d|in an hour|for (?:a|the))\b",
    re.IGNORECASE,
)
_A_JOB: Final = re.compile(
    STARTS
    + rf"(?:I(?:['’]ve| have)? )?{_ADVERBS}(?:packed in|jacked in|jacked|chucked in|chucked|binned(?: off)?|sacked off|gave up|given up|walked out of|left|"
    r"quit|ditched|dropped|stopped|resigned from|finished(?: up)?(?: with| at)?|done with|lost) (?:the|my|that) "
    r"(?P<what>[a-z][\w-]*(?: [a-z][\w-]*){0,2} (?:job|gig|post))"
    rf"(?: in)?(?P<rest>{WHEN}(?:[\s.!]*$|[,;.] .*$| (?:and|because|cos|so|to)\b.*$))",
    re.IGNORECASE,
)
_PACKED_IN: Final = re.compile(  # jacked in the Deliveroo thing, packed my gym job in
    STARTS
    + rf"(?:I(?:['’]ve| have)? )?{_ADVERBS}(?:packed|jacked|chucked|binned|sacked) (?:in|off) (?=(?:the|my|that) (?:[\w-]+ ){{1,3}}thing\b)",
    re.IGNORECASE,
)
_AFTER_ALL: Final = re.compile(
    r"(?P<not>(?:\b(?:not|never)|n['’]?t)\b[^,.;!?]{2,60}?) (?:after all|at all|in the end|in fact)(?=$|[.,;!?])",
    re.IGNORECASE,
)
_TURNS_OUT: Final = re.compile(
    r"^(?:(?:so|ok|well|oh|and|but),? )?(?:(?:turns out|turned out|it turns out|apparently|good news|great news|update|plot twist|"
    r"we found out|just found out|doc(?:tor)?s? says?)[,:!]?(?: that)?,? )+(?=\S+ (?:\S+ )?(?:is|isn['’]?t|was|wasn['’]?t|has|can|does|doesn['’]?t|never|no)\b)",
    re.IGNORECASE,
)
_NEVER_HAD: Final = re.compile(
    r"\b(?P<who>(?:my|our) (?:[\w-]+ )?[\w-]+|(?-i:[A-Z])[\w-]+) never (?:actually |really )?had (?P<what>[\w -]{3,30}?)"
    r"(?=$|[.,;!]| (?:it turns out|after all|in the end|at all|apparently)\b)(?: it turns out| after all| apparently)?",
    re.IGNORECASE,
)
# Words without one of which a rule finds nothing: looking for them costs next to nothing.
_A_HOLDER: Final = (
    *(
        "boss",
        "manager",
        "supervisor",
        "advis",
        "mentor",
        "doctor",
        "gp",
        "dentist",
        "therapist",
        "counsel",
        "psychologist",
    ),
    *(
        "landl",
        "teacher",
        "tutor",
        "coach",
        "trainer",
        "instructor",
        "professor",
        "vet",
        "accountant",
        "lawyer",
        "solicitor",
    ),
    *("physio", "hairdresser", "barber", "lead", "mate", "nanny", "babysitter"),
)
_HOURS: Final = ("shift", "nights", "lates", "earlies", "call", "weekend", "rota")
_DENIED: Final = (" all", "in the end", "in fact", "never")


def plainly(text: str) -> str:
    """The sentence in plain words, what else it tells left behind them."""
    if led := _TURNS_OUT.match(text):
        text = text[led.end() :]
    low = text.lower()
    if any(word in low for word in _DENIED):
        text = _NEVER_HAD.sub(r"\g<who> does not have \g<what>", _AFTER_ALL.sub(r"\g<not>", text))
    if hedged := _HEDGED.match(text):
        return f"{hedged['who'] or 'I am'} {hedged['diet'].lower().replace(' ', '-')}{text[hedged.end() :]}"
    for form in _REPLACED if any(word in low for word in _A_HOLDER) else ():
        if (found := form.match(text)) and not _NO_NAME.fullmatch(found["name"].split()[0]):
            return _holder(found)
    if any(word in low for word in _HOURS) and (off := _OFF_SHIFT.match(text)) and not _ONCE.search(text):
        shift = next(one for one in (off["a"], off["b"], off["c"], off["d"], off["e"]) if one)
        return f"I no longer do {re.sub('^the ', '', shift)}{off['rest']}"
    if any(word in low for word in _HOURS) and (on := _ON_SHIFT.match(text)) and not _ONCE.search(text):
        shift = _HOURS_OF.get(on["shift"].lower()) or re.sub(r"[- ]?shifts?$", " shifts", on["shift"].lower())
        return f"{'we' if on['who'].lower().startswith('we') else 'I'} work {shift}{on['rest']}"
    if job := _A_JOB.match(text):
        return f"I quit the {job['what']}{job['rest']}"
    return _PACKED_IN.sub("I quit ", text) if " thing" in low else text


def _holder(found: re.Match[str]) -> str:
    name = " ".join(word[:1].upper() + word[1:] for word in found["name"].split())
    of = f"{found['of']} " if "of" in found.re.groupindex else ""
    return f"my {of}{found['role'].lower()} is called {name}{found['rest']}"
