"""English ways of telling that a couple parted or that somebody gave up a job, in the plain words of both.

`Nina and I are history` → `I broke up with Nina`; `put in my two weeks` → `I handed in my notice`.
"""

import re
from typing import Final

from app.memories.extractors.idioms.phrases import STARTS, WHEN

_NAME: Final = r"(?-i:[A-Z])[\w'-]*"
_COUPLE: Final = r"my (?:girlfriend|boyfriend|partner|wife|husband|fianc(?:e|é|ée|ee)|ex)"
_WHO: Final = rf"(?:{_COUPLE}(?: {_NAME})?|{_NAME})"
_REST: Final = (
    rf"(?:,? (?:after|because|over|it was|for good|sadly|in the end)\b.{{0,60}})?{WHEN}"
    r"(?P<rest>[\s.!]*$|(?:,|;| -| –| —)(?! ?(?:half|fifty|50)\b).*$| (?=(?:he|she|they)(?:['’]?(?:s|re|ve|d))? ).*$)"
)
_PARTED: Final = tuple(
    re.compile(STARTS + form + _REST, re.IGNORECASE)
    for form in (
        (
            rf"(?P<who>{_WHO}) and (?:I|me) (?:(?:have|are|both|just|finally|recently|sadly|decided to) ){{0,3}}"
            r"(?:broke up|broken up|break up|split|split up|separated|parted ways|parted|called it quits|called it a day|ended things|"
            r"ended it|over|done|history|through|finished|toast|no more|no longer together|not together any ?more|no longer a couple)"
        ),
        (
            rf"(?:(?:it is|it's|its|things are) (?:all )?over (?:between me and|with)|I (?:have |just |finally )?(?:broke up|split up|split|ended it|"
            rf"ended things|broke it off|finished things|called it quits) with|I (?:have |just |finally )?dumped) (?P<who>{_WHO})"
        ),
        rf"I (?:have |just |finally )?left (?P<who>{_COUPLE}(?: {_NAME})?)",
        rf"(?P<who>{_WHO}) (?:has |just |finally )?(?:dumped me|broke up with me|walked out on me|left me(?: for .{{2,30}})?|ended (?:it|things) with me)",
        rf"(?P<who>{_WHO}) is (?:now )?my ex(?:[- ](?:girlfriend|boyfriend|partner|wife|husband))?(?: now)?",
    )
)
_OF_ONESELF: Final = re.compile(r"(?:and |so |but |now )*(?:I|we|my|our)\b", re.IGNORECASE)
_PLAIN: Final = re.compile(
    rf"{_WHO} and I (?:have |are )?(?:split up|broke up|broken up|divorced|separated)[\s.!]*$", re.IGNORECASE
)
_OFF: Final = re.compile(
    STARTS
    + (
        r"(?:(?:we|I) (?:have |just |finally |both )*(?:called off|broke off|cancelled|ended|called it off,?) (?:the|our|my) "
        r"(?:wedding|engagement)(?: I mean)?|(?:the|our|my) (?:wedding|engagement) (?:is|has been|was|got) (?:off|called off|broken off|cancelled)|"
        r"(?:we|I) (?:are|am) not (?:getting|going to get) married(?: after all| any ?more)|(?:we|I) (?:are|am) no longer engaged)"
    )
    + _REST,
    re.IGNORECASE,
)
_NOTICE: Final = re.compile(
    STARTS
    + r"(?P<me>(?:I(?:['’]ve| have)?|we) )?(?:just |finally |actually |already )*(?:handed|gave|given|put|turned|sent|submitted|tendered)"
    r"(?: in)? my (?:notice|two[- ]weeks?(?:['’] ?)?(?: notice)?|resignation(?: letter)?)(?: in)?"
    rf"(?: at (?P<firm>(?-i:[A-Z])[\w&'-]*(?: (?-i:[A-Z])[\w&'-]*){{0,3}})| at (?:work|school|uni|the \w+)| to my boss| to work)?{WHEN}(?=$|[.,;!–—]| -|\s(?:and|so|because)\b)",
    re.IGNORECASE,
)
_TAKEN: Final = re.compile(
    STARTS
    + r"(?:I(?:['’]ve| have)? (?:finally |just |actually )*(?:met|found) (?:someone|somebody)|(?:I|we)(?:['’]m| am|['’]re| are) "
    r"(?:now |finally )?(?:seeing|dating) (?:someone|somebody)|I(?:['’]m| am) (?:in a (?:new )?relationship|taken|spoken for|not single any ?more|no longer single))"
    rf"(?: now| again)?{WHEN}"
    r"(?:[,.;!–—\s]{1,4}(?:and )?(?P<who>his|her|their) name(?: is|['’]s) (?P<name>[A-Za-z][\w'-]*)|(?:,| and| -)? ?(?:he|she|they)(?: is|['’]s| are|['’]re) called (?P<called>[A-Za-z][\w'-]*))?"
    r"(?P<rest>$|[,.;!–—\s].*$)",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(
    r"\b(?:and I|over|dumped|left|broke|split|ended|quits|ex|wedding|engagement|engaged|married|notice|two[- ]weeks?|resignation|met|found|seeing|dating|relationship|taken|spoken|single)\b",
    re.IGNORECASE,
)


def plainly(text: str) -> str:
    """The sentence with the parting, or the notice, in plain words."""
    if not _SIGN.search(text) or _PLAIN.match(text):
        return text
    for form in _PARTED:
        if (found := form.match(text)) and found["who"].lower() not in _NOBODY:
            return f"I broke up with {found['who']}{_then(found['rest'])}"
    if _OFF.match(text):
        return "I broke off my engagement"
    if taken := _TAKEN.match(text):
        return _taken(taken)
    return _NOTICE.sub(lambda found: f"I handed in my notice{' at ' + found['firm'] if found['firm'] else ''}", text)


_NOBODY: Final = frozenset(
    {"he", "she", "it", "they", "we", "you", "work", "this", "that", "mum", "mom", "dad", "everyone", "nobody"}
)


def _then(rest: str) -> str:
    """What else the sentence tells of the user, as a clause of its own."""
    rest = rest.strip(" .!,;-–—")
    return f", {rest}" if _OF_ONESELF.match(rest) else ""


def _taken(found: re.Match[str]) -> str:
    name = found["name"] or found["called"]
    if not name:
        return "I am no longer single"
    role = {"his": "boyfriend", "her": "girlfriend"}.get((found["who"] or "").lower(), "partner")
    return f"my {role} is called {name[:1].upper()}{name[1:]}, I am no longer single"
