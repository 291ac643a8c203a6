"""English idioms of moving, of changing one's employer or tool, and of liking."""

import re
from typing import Final

from app.memories.extractors.idioms import partings, passing, turns
from app.memories.extractors.idioms.typed import written_out

_ME: Final = (
    r"\b(?P<me>I|[Ww]e)(?:['’](?:ve|d)| have| had)?"
    r"(?: (?:just|finally|recently|already|also|now|officially|since|actually|both|all|happily|sadly))*"
)
_WORD: Final = r"[A-Z][\w&-]*(?:['’.][\w&-]+)*"
_NAME: Final = rf"{_WORD}(?: (?:(?:of|upon|de|la|le|the|on) )*{_WORD})*"
_A_PLACE: Final = r"(?:(?:an?|the|our|my|one) (?:[\w-]+ ){0,3}?(?:in|at|near|outside) |one in )?"
_OUT_AND_INTO: Final = re.compile(  # moved out of Ulm and into a place in Graz
    rf"{_ME} (?:moved|gone|cleared) out of (?P<left>[^,.;!?]{{2,40}}?),?(?: and| then)*(?: moved| straight)? (?:in)?to "
    rf"{_A_PLACE}(?P<new>{_NAME})"
)
_GAVE_UP_HOME: Final = re.compile(  # gave up our flat in Ulm and moved into one in Graz
    rf"{_ME} (?:gave up|given up|sold|left|let go of) (?:my|our|the) (?:[\w-]+ ){{1,3}}?in (?P<left>{_NAME}),?(?: and| to| then)* "
    rf"(?:moved?|went|gone|relocated?) (?:in)?to {_A_PLACE}(?P<new>{_NAME})"
)
_PACKED: Final = re.compile(
    rf"{_ME} packed (?:up|(?:(?:up )?(?:my|our|the) (?:bags|things|lives|life|boxes|stuff|house|flat|suitcases|belongings)(?: up)?)|everything(?: up)?)"
    r"(?:,| and| to| then)+ (?:(?:I|we) )?(?P<went>moved?|relocated?|went|left) (?=(?:out|from|to|in|for|over|back|down|up)\b)"
)
_WENT_OVER: Final = re.compile(
    rf"{_ME} (?:jumped ship|defected|hopped over|crossed over|made the (?:jump|leap|switch|change|move)) "
    rf"from (?P<left>{_NAME}) (?:over )?to (?P<new>{_NAME})"
)
_POACHED: Final = re.compile(
    rf"^(?P<new>{_NAME}) (?:has |have |just |finally )*poached me(?: (?:away )?from {_NAME})?(?=$|[.,;!]| (?:last|this|in|and)\b)"
    rf"|{_ME}(?: was| got| been)+ poached by (?P<by>{_NAME})"
)
_ENOUGH: Final = re.compile(
    r"^(?:(?:Still|Honestly|Really|Just|Simply),? )?(?:I )?(?:(?:just|really|simply|still|honestly) )*(?:[Cc]an(?:no|['’])t|[Cc]an not) get enough of "
    r"(?P<what>[\w' -]{2,40})(?=$|[.!,;])"
)
_A_JOB: Final = re.compile(
    rf"^I(?:['’]ve| have)(?: got)? an? (?:new |good |steady |part-time |full-time )?job (?:at|with) (?P<firm>{_NAME})(?=$|[.,;!])"
)
_SIGN: Final = re.compile(
    r"out of|gave|given|sold|left|let go|packed|ship|defected|over from|made the|poached|enough of| job "
)


def plainly(text: str) -> str:
    """`I've jumped ship from Nokia to Lenovo` → `I switched from Nokia to Lenovo`."""
    text = passing.plainly(turns.plainly(partings.plainly(written_out(text))))
    if not _SIGN.search(text):
        return text
    text = _PACKED.sub(_went, text)
    text = _OUT_AND_INTO.sub(_moved, text)
    text = _GAVE_UP_HOME.sub(_moved, text)
    text = _WENT_OVER.sub(r"\g<me> switched from \g<left> to \g<new>", text)
    text = _POACHED.sub(lambda found: f"I changed jobs, I work at {found['new'] or found['by']} now", text)
    text = _A_JOB.sub(r"I work at \g<firm>", text)
    return _ENOUGH.sub(r"I love \g<what>", text)


def _went(found: re.Match[str]) -> str:
    verb = "relocated" if found["went"].startswith("relocate") else "moved" if found["went"][0] != "l" else "left"
    return f"{found['me']} {verb} "


def _moved(found: re.Match[str]) -> str:
    named = re.fullmatch(_NAME, found["left"]) is not None
    return f"{found['me']} moved {'from ' + found['left'] + ' ' if named else ''}to {found['new']}"
