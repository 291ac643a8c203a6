"""What else somebody states of their life in the simple present, which English keeps for what lasts."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, preference
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import FORMS, head
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_LONG = 14  # words of an object; more is a story
_PASSING = words("verbs", "passing") | words("lasting", "not_habits")
_HABITS = words("lasting", "habits")
_MOMENT = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|just|currently|at the moment|right|this|that|these|those|it|you|"
    r"your|yours|there|here|again|so much|anyway|already|still|"
    r"later|soon|then|him|her|them|last|next|one more|instead|what|how|why|where|myself in)\b",
    re.IGNORECASE,
)
_TRAITS = re.compile(
    r"(?:more of\s|kind of\s|something of\s|very much\s|basically\s|quite\s|rather\s)*(?:an?|"
    r"the)\s(?P<what>(?:[\w'-]+\s){0,3}?" + either(words("lasting", "traits")) + r"(?:\sof\s[\w' -]{2,30})?)$",
    re.IGNORECASE,
)
_LIKED = re.compile(
    r"(?:more of\s|very much\s|a bit of\s)*an?\s(?P<what>[\w -]{3,20}?)\s(?:person|lover|fan|guy|girl|addict|junkie|"
    r"nut|nerd|geek)$",
    re.IGNORECASE,
)
_NOT_LIKED = (
    "people",
    "morning",
    "night",
    "good",
    "bad",
    "better",
    "nice",
    "kind",
    "private",
    "quiet",
    "busy",
    "different",
    "religious",
    "big",
    "huge",
)
_BODY = re.compile(
    r"(?:(?:left|right|lower|upper|bad|both)\s)*(?:knees?|back|hearing|eyesight|vision|wrists?|hips?|shoulders?|"
    r"heart|lungs?|stomach|ankles?|neck|memory|immune system|blood pressure|"
    r"blood sugar|cholesterol|iron|thyroid|skin|joints|feet|hands|ears?|eyes?)$",
    re.IGNORECASE,
)
_BAD_PART = re.compile(
    r"(?:an?\s)(?:really\s|pretty\s)?(?:bad|dodgy|weak|injured|torn|busted|bum|wonky|sore|chronic\w*|frozen|slipped|trick|gammy)\s"
    r"(?P<what>(?:left\s|right\s|lower\s)?(?:knee|back|hip|shoulder|wrist|ankle|neck|heart|disc|elbow|stomach))\b(?!.*\b(?:today|this week)\b)"
)
_AILING = re.compile(
    r"(?:\w+ly\s|very\s|pretty\s|always\s|a bit\s|too\s)*(?:bad|weak|poor|low|high|damaged|gone|shot|fused|"
    r"replaced|sensitive|dry|failing|stiff|arthritic|useless|not (?:great|good|what))\b",
    re.IGNORECASE,
)
_DRUNK = re.compile(
    r"(?:my|our)\s(?P<what>coffee|tea|eggs?|steak|toast|whisky|whiskey|burgers?|pasta|curry|noodles|porridge|"
    r"salad|pizza|beer|chai|espresso)\s(?P<how>(?:\w+\s){0,3}?(?:black|white|strong|"
    r"weak|sweet|plain|hot|cold|iced|rare|medium(?: rare)?|well done|spicy|mild|scrambled|fried|poached|boiled|"
    r"runny|neat|al dente|with\s.+|without\s.+|extra\s.+))$",
    re.IGNORECASE,
)


def taken(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I take my coffee black`: how something is had."""
    found = (
        _DRUNK.match(unfilled(clause.rest))
        if clause.verb in ("take", "like", "drink", "have", "want", "prefer", "eat")
        else None
    )
    if (
        not found
        or clause.tense != "present"
        or clause.subject.kind not in ("me", "person")
        or clause.negated
        or clause.modal
    ):
        return []
    return [preference(clause, f"habit:{head(found['what'])}", found["how"], clause.telling())]


def ailing(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my knees are bad`."""
    subject = clause.subject
    if clause.verb == "have" and clause.tense == "present" and not clause.negated and subject.kind in ("me", "person"):
        bad = _BAD_PART.match(clause.rest)
        if bad is None:
            return []
        part = f"health:{head(bad['what'])}"
        return [draft(clause, part, "yes", clause.telling(), sensitive="health", importance=4)]
    if (
        subject.kind != "thing"
        or clause.verb != "be"
        or clause.tense != "present"
        or not subject.label.startswith("User's")
    ):
        return []
    if (
        not _BODY.match(subject.noun)
        or not (_AILING.match(clause.rest) or clause.negated)
        or re.search(r"\b(?:today|now|after|from|tonight)\b", clause.rest)
    ):
        return []
    return [draft(clause, f"health:{head(subject.noun)}", "yes", clause.telling(), sensitive="health", importance=4)]


_AIDS = re.compile(
    r"(?:an?\s|my\s|two\s)?(?:\w+\s)?(?:wheelchair|hearing aids?|cane|crutches|walking stick|walker|screen reader|"
    r"prosthetic\s?\w*|cpap\s?\w*|guide dog|inhaler|insulin pump|braille)\b",
    re.IGNORECASE,
)


def aided(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I use a wheelchair`."""
    if (
        clause.verb not in ("use", "need", "wear", "have")
        or clause.negated
        or clause.tense != "present"
        or clause.subject.kind not in ("me", "person")
    ):
        return []
    found = _AIDS.match(clause.rest)
    if not found:
        return []
    return [draft(clause, f"health:{head(found.group())}", "yes", clause.telling(), sensitive="health", importance=4)]


def being(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I'm more of a dog person`, `I'm a night owl`, `my sister is an only child`."""
    if clause.verb != "be" or clause.tense != "present" or clause.subject.kind not in ("me", "person") or clause.modal:
        return []
    text = unfilled(re.split(r",\s(?:so|but|and|because)\b", clause.rest)[0])
    if (liked := _LIKED.match(text)) and liked["what"].split()[-1].lower() not in _NOT_LIKED:
        sign = "dislike" if clause.negated else "like"
        return [preference(clause, f"taste:{head(liked['what'])}", sign, clause.telling())]
    if found := _TRAITS.match(text):
        return [draft(clause, f"trait:{head(found['what'])}", "no" if clause.negated else "yes", clause.telling())]
    return []


def habitual(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I lecture in soil science`, `we keep bees`: the simple present of a verb of doing."""
    if (
        clause.subject.kind not in ("me", "team", "person")
        or clause.tense != "present"
        or clause.modal
        or clause.hedged
        or clause.negated
        or clause.verb in _PASSING
        or moment.coming(clause.text)
    ):
        return []
    rest = unfilled(clause.rest)
    known = clause.verb in FORMS and FORMS[clause.verb].kind == "base" and clause.verb != "found"
    if not (known or clause.verb in _HABITS) or clause.predicate.split()[-1].endswith("other"):
        return []
    size = len(rest.split())
    if (
        not rest
        or size > _LONG
        or (size == 1 and clause.verb not in _HABITS)
        or _MOMENT.search(f"{rest} {clause.predicate}")
        or not clause.verb.isalpha()
    ):  # words of an object
        return []
    if not re.match(
        r"(?:an?|my|our|the|in|at|on|for|with|to|from|as|about|all|only|mostly|every|some|old|two|three|\d+|"
        r"[a-z]+s\b|[a-z-]{4,}|[A-Z])\b",
        rest,
    ):
        return []
    if re.match(
        r"(?:the (?:same|whole|best|worst|first|only|way|one|answer|question|idea|point|problem|result|code|file|"
        r"error|script|page|button)|a (?:lot|bit|few|little|thing|way|hand|break|look)|lots|to\s[a-z]+|for\s(?:the|"
        r"a)\s)",
        rest,
    ):
        return []
    return [preference(clause, f"habit:{head(f'{clause.verb} {rest}')}"[:66], "yes", clause.telling())]
