"""Corrections: the statement inside them, or the sentence before with its new value."""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.endings.splicing import spliced
from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.fillers import unled
from app.memories.extractors.en.forgetting import Read
from app.memories.extractors.en.morphology import head
from app.memories.model import Act, Candidate
from app.text import patterns as re

_CORRECTION = re.compile(
    r"^(?:(?:small |quick |slight |a )?correction|(?:sorry|oops|whoops|wait|no|nope|hold on|my mistake|my bad|"
    r"scratch that|strike that|typo|on second thought|let me correct that|to correct myself|I misspoke|"
    r"I was wrong(?: (?:earlier|before|about that))?|I made a mistake|I got that wrong|I misremembered|"
    r"that was wrong|that is wrong|that is not right|that is incorrect|wrong|"
    r"not quite|actually|apologies)(?:[,.:;!\s–—-]+(?:actually|sorry|correction|no|wait|I meant to say|I meant|"
    r"I mean|what I meant (?:was|is)))*)\s*[,.:;!–—-]+\s*(?P<rest>.+)$|^(?:I meant to say|I meant|I mean|"
    r"what I meant (?:was|is)|make that)[,:]?\s(?P<meant>.+)$",
    re.IGNORECASE,
)

_IT_IS = re.compile(
    r"^(?:it is|it was|that is|that should be|it should be|the (?:right|correct) \w+ is|"
    r"make that)\s(?P<new>[^,]{1,60}?)(?:,?\s(?:and\s)?not\s(?P<old>[^,]{1,60}))?$",
    re.IGNORECASE,
)

_ITS = re.compile(  # it's, typed without its mark: no verb follows
    r"^its\s(?=[^,]+(?:,?\s(?:and\s)?not\s|$))(?!.*\b(?:is|was|are|were|has|had|got|goes|starts|ends)\b)", re.IGNORECASE
)

_ONE_IS = re.compile(  # he is allergic to shellfish, not nuts: the judge leaves out what is told already
    r"^(?:he|she|they)\s(?P<new>[^,]{3,60}?),?\s(?:and\s)?not\s(?:to\s)?(?P<old>[^,]{1,40})$", re.IGNORECASE
)
_FRAGMENT = re.compile(  # shellfish, not nuts
    r"^(?P<new>[\w.:'€$£% -]{2,30}),\s(?:and\s)?not\s(?P<old>[\w.:'€$£% -]{2,30})[.!\s]*$", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:I|we|you|he|she|it|they|this|that|is|are|am|was|were|be|do|does|did|has|have|had|will|can|please|"
    r"use|make|write|say|show|give|keep|want|need|like|maybe|why|so|if|yet|just|really|only|sure|much|well|too|"
    r"in|on|at|today|now|yes|no|ok|okay|good|great|fine|thanks)\b",
    re.IGNORECASE,
)

_NOT_BUT = re.compile(
    r"^(?P<start>.*?\b(?:am|is|are|live|work|use|called|in|at|as)\b(?:\s(?:in|at|as|an?|the|"
    r"for))?)\s?not\s(?P<old>[^,]{1,50}?),?\s(?:but|rather)\s(?P<new>(?!(?:I|we|my|it|he|she|they)\b).+)$",
    re.IGNORECASE,
)

_AN_NOT_B = re.compile(
    r"^(?P<new>.+?),?\s(?:and\s)?not\s(?:an?\s|the\s|in\s|at\s|on\s)?(?P<old>[\w' -]{1,40})$", re.IGNORECASE
)


_CALENDAR = (
    r"(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)(?: \d{1,2})?|\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]m)?|the \d{1,2}(?:st|nd|rd|th))"
)
_NOT_THAT = re.compile(  # not Monday, the interview is on Tuesday
    rf"^not\s(?:on\s|at\s|in\s)?{_CALENDAR}[,;]\s(?P<new>(?:the|my|our|it|I|we)\b.+)$", re.IGNORECASE
)
_DAY_NOT_DAY = re.compile(  # the demo is Thursday not Tuesday
    rf"^(?P<new>(?:the|my|our|I|we|it)\b.{{2,60}}?\b{_CALENDAR}),?\s(?:and\s)?not\s(?:on\s|at\s|in\s)?{_CALENDAR}$",
    re.IGNORECASE,
)


def corrected(text: str) -> tuple[str, bool]:
    """The statement inside a correction, and whether it was one."""
    for _ in range(2):
        match = _CORRECTION.match(text)
        if not match:
            break
        rest = _ITS.sub("it is ", match["rest"] or match["meant"])
        if match["rest"] and re.match(r"(?:I meant|I mean|what I meant|make that)\b", rest, re.IGNORECASE):
            text = rest
            continue
        if (
            _IT_IS.match(rest)
            or re.match(r"(?:I|we|my|our|it|the|not|he|she)\b", rest, re.IGNORECASE)
            or match["meant"]
        ):
            return _chosen(rest), True
        text = rest
    chosen = _chosen(text)
    return chosen, chosen != text


def _chosen(text: str) -> str:
    """`I am not an A, I am a B`, `not A but B`, `B, not A` → B."""
    if match := re.match(
        r"^(?:I am|my [\w ]{2,20} is|we are|I live|"
        r"I work)\b.{0,10}?\bnot\b[^,;]{1,50}[,;]\s(?:but\s)?(?P<new>(?:I|my|we|it)\b.+)$",
        text,
        re.IGNORECASE,
    ):
        return match["new"]
    if match := _NOT_THAT.match(text):
        return match["new"]
    if match := _DAY_NOT_DAY.match(text):
        return match["new"]
    if match := _NOT_BUT.match(text):
        return f"{match['start']} {match['new']}"
    if (
        (match := _AN_NOT_B.match(text))
        and re.match(r"(?:I|my|we|our)\b", text, re.IGNORECASE)
        and "," in text[match.end("new") : match.end("new") + 2]
    ):
        return match["new"]
    return text


def contrasted(text: str) -> tuple[str, str] | None:
    """Wrong and right value of `it is Bramble Hospital, not Bramble Clinic`."""
    match = _IT_IS.match(text)
    if not match or not match["old"]:
        match = _ONE_IS.match(text)
    if not match:
        return None
    return tuple(tidy(re.sub(r"^(?:in|at|on|an?|the)\s", "", match[one])) for one in ("old", "new"))  # type: ignore[return-value]  # two of them


def bare(text: str) -> tuple[str, str] | None:
    """Wrong and right value of `shellfish, not nuts`, where nothing else is said."""
    match = _FRAGMENT.match(text)
    if not match or _VERB.search(match["new"]) or _VERB.search(match["old"]):
        return None
    return tidy(match["old"]), tidy(match["new"])


def amended(text: str, previous: str, read: Read) -> list[Candidate]:
    """`No, it's Alicia, not Alice`: the sentence before, with the new value."""
    text = re.sub(r",?\s(?:sorry|actually|instead|my bad|my mistake|thanks)$", "", text, flags=re.IGNORECASE)
    match = _IT_IS.match(text)
    new = match["new"] if match else (text if re.fullmatch(r"(?:in |at |on )?[\w' .-]{2,40}", text) else "")
    if not new or not previous:
        return []
    before = [one for one in read(unled(previous)) if one.act is Act.ASSERT and one.key]
    old = match["old"] if match else None
    if len(before) != 1 and not old:
        return []
    for one in before:
        said = old or _said_value(one)
        if said and re.search(re.escape(said), one.content, re.IGNORECASE):
            fresh = tidy(re.sub(r"^(?:in|at|on)\s", "", new))
            value = head(fresh, number=False)
            put = spliced(one.content, said, fresh)
            if put and ((one.value and value and head(said, number=False) == one.value) or old):
                return [
                    replace(
                        one,
                        content=put[0],
                        evidence=text,
                        value=value,
                        entities=(),
                        confidence=0.95,
                    )
                ]
    return []


def _said_value(one: Candidate) -> str:
    match = re.search(re.escape(one.value or "\0"), one.content, re.IGNORECASE)
    return match.group() if match else ""


def after_correction(found: list[Candidate]) -> list[Candidate]:
    return [
        replace(one, confidence=max(one.confidence, 0.95), metadata={**one.metadata, "correction": True})
        if one.confidence > 0.5
        else one
        for one in found
    ]
