"""English ways of telling what holds by now, or what was meant, in the plain words of both.

`wiped Fedora, running Arch on it now` → `I switched from Fedora to Arch`; `sorry I meant Ulm, not Ulster` → `sorry, it is …`.
"""

import re
from typing import Final

from app.memories.extractors.idioms.phrases import STARTS, WHEN

_NAME: Final = r"(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z\d])[\w.+#-]*){0,2}"
_TEAM: Final = r"(?:I|we|work|the company|the office|my company|our company|my team|our team|the team|management)"
_DROPPED: Final = r"(?:wiped|nuked|dumped|ditched|binned|removed|uninstalled|dropped|killed|retired|deleted|got rid of|moved off|gave up on|cancelled)"
_EXCHANGED: Final = re.compile(
    STARTS
    + rf"(?:(?P<who>{_TEAM}) )?(?:(?:has|have|just|finally|recently|eventually|I['’]ve|we['’]ve) ){{0,2}}{_DROPPED} (?P<old>{_NAME})"
    r"(?:,| -| –|,? and| so)? ?(?:(?:we(?:['’]re| are)|I(?:['’]m| am)|it(?:['’]s| is)|everything(?:['’]s| is)?|all of it(?: is)?|I|we) )?(?:now |all )?"
    rf"(?:running|using|on|in|use|run|goes through|runs on|lives in|is in|is on) (?P<new>{_NAME})"
    r"(?: on it| for (?:it|that|everything))?(?: now| instead| these days| nowadays)?[\s.!]*$",
    re.IGNORECASE,
)
_MEANT: Final = re.compile(
    STARTS
    + r"(?:(?:sorry|oops|whoops|wait|no|ah|my bad|typo|correction|actually)[,!.:]? ){0,2}I meant(?: to (?:say|type|write))? "
    r"(?P<new>(?!(?:it|that|what|no|to|every|I|we|my|our|he|she|they|the)\b)[\w'’-]+(?: [\w'’-]+){0,3}),? (?:and )?not (?P<old>[\w'’-]+(?: [\w'’-]+){0,3})[\s.!]*$",
    re.IGNORECASE,
)
_NOW_I: Final = re.compile(
    r"(?:^|(?P<before>[,;.!–—-] ))(?:but |and |so )?now,? (?P<i>I|we) (?=(?:live|work|drive|ride|study|teach|play|own|prefer|speak|cycle|commute) )",
    re.IGNORECASE,
)
_LESSONS: Final = re.compile(
    STARTS
    + r"(?:I(?:['’]ve| have)? )?(?:just |recently |finally )?(?:started|begun|taken up) (?:taking |doing )?(?P<what>(?!(?:evening|online|new|extra|my|some|private|more|the|night|driving)\b)[a-z]+) (?:classes|lessons)(?: instead)?(?=$|[.,;!])",
    re.IGNORECASE,
)
_AN_ADVERB: Final = re.compile(
    r"^(?:weirdly|oddly|funnily|strangely|surprisingly)(?: enough)?,? (?=\w+)", re.IGNORECASE
)
_NOT_IN_A: Final = re.compile(  # what was not done for a year, not what will be in one
    r"(?P<not>\b(?:haven['’]?t|hasn['’]?t|have not|has not|not|never)\b[^,.;!?]{2,60}?\b)in an? (?P<span>year|month|week|decade|while)(?=$|[,.;!?\s])",
    re.IGNORECASE,
)
_BRIDGE: Final = re.compile(
    STARTS
    + r"(?P<pet>(?-i:[A-Z])[\w'-]*?|(?:my|our) \w+)(?:['’]s| has| have)? (?:just |sadly )?(?:crossed|gone over|went over|passed over) (?:over )?(?:the )?"
    r"rainbow bridge\b.*$",
    re.IGNORECASE,
)
_SWITCHED_US: Final = re.compile(
    STARTS
    + rf"(?:the |our )?\w+(?: team| department)?(?: has| have)?(?: just| finally)? (?:switched|moved|migrated) us (?:all )?(?:over )?to (?P<new>{_NAME})"
    rf"{WHEN}[\s.!]*$",
    re.IGNORECASE,
)
_CARE_HOME: Final = re.compile(
    r"^(?P<who>(?:my |our )?[\w'-]+?)(?:['’]s| has) (?:now |just )?(?:gone|moved|settled) into (?P<home>an? (?:care|nursing|retirement|old people['’]s) home)"
    r"(?: now)?[\s.!]*$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(  # we have a rabbit, her name is Otis
    r"(?P<has>\b(?:have|got|own|adopted|bought|is|['’]s|['’]ve) (?:got )?an? [a-z]+(?: [a-z]+)?)[,;.]? (?:and )?(?:his|her|its|their) name(?: is|['’]s) (?P<name>(?-i:[A-Z])[\w'-]*)",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(
    r"\b(?:now|meant|started|begun|taken up|weirdly|oddly|funnily|strangely|surprisingly|in an?|these days|nowadays|goes through|lives in|runs? on|instead|running|using|rainbow|us|home|name|name['’]s)\b",
    re.IGNORECASE,
)


def plainly(text: str) -> str:
    """The sentence with what holds by now in plain words."""
    if not _SIGN.search(text):
        return text
    text = _NAMED.sub(r"\g<has> named \g<name>", text)
    text = _AN_ADVERB.sub("", text)
    if found := _EXCHANGED.match(text):
        return f"{'We' if (found['who'] or 'I') != 'I' else 'I'} switched from {found['old']} to {found['new']}"
    if found := _MEANT.match(text):
        return f"Sorry, it is {found['new']}, not {found['old']}"
    if found := _BRIDGE.match(text):
        return f"{found['pet']} died"
    if found := _SWITCHED_US.match(text):
        return f"We use {found['new']} now"
    if found := _CARE_HOME.match(text):
        who = found["who"] if found["who"][:1].isupper() or " " in found["who"] else f"my {found['who']}"
        return f"{who} lives in {found['home']}"
    text = _LESSONS.sub(r"I am learning \g<what>", text)
    text = _NOT_IN_A.sub(r"\g<not>for a \g<span>", text)
    return _NOW_I.sub(lambda one: f"{one['before'] or ''}{'I' if one['i'].lower() == 'i' else 'we'} ", text)
