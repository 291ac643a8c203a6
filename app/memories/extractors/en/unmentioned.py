"""What the assistant shall not bring up: `don't mention my divorce`, `leave my weight out of it`, `no more football talk`.

A matter of the user's own, a name or things in general are meant for good. What is only pointed at (`the price`) is meant
so when the words say that it goes on (again, any more, ever); left out of a text at hand it is a task.
"""

from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.matters import general
from app.memories.extractors.en.wishes import about_user
from app.memories.model import Candidate
from app.text import patterns as re

_VERB = (
    r"(?:bring(?:ing)? up|mention(?:ing)?|talk(?:ing)?(?: to me| with me)? (?:about|of)|ask(?:ing)?(?: me)? about|discuss(?:ing)?|"
    r"speak(?:ing)?(?: to me)? (?:about|of)|chat(?:ting)? about|(?:going|go) on about|bang(?:ing)? on about|refer(?:ring)? to|"
    r"jok(?:e|ing) about|remind(?:ing)? me of|hear(?:ing)? about)"
)
_WHAT = r"(?P<{0}>[\w'’][\w'’ /&-]{{1,60}}?)"
_ASKS = r"(?:(?:please|pls|and|but|so|also|just|ok|okay|oh|hey|btw|could you|can you|would you|will you|can we|could we|let us|I want you to|I need you to)[\s,]+)*"
_TALK = r"(?:talk|chat|questions?|jokes?|mentions?|reminders?|stuff|references?|comments?)"
_FOR_GOOD = (
    r"(?:[\s,]+(?P<good>again|any ?more|ever|from now on|in (?:the )?future|going forward|at all|any longer)"
    r"|[\s,]+(?:please|pls|plz|ok|okay|thanks|thank you|thx|to me|with me|around me|would you|will you|if you can|if possible)){0,4}"
)
_REASON = r"(?:,? (?:it is|it makes|it just|it still|it really|I am|I do not|I can not|I hate|because|since|cos|as|that is|thanks)\b.*|[,;] .*)?"
_HUSHED = tuple(
    re.compile(f"^{_ASKS}{form}{_FOR_GOOD}{_REASON}[\\s.!]*$", re.IGNORECASE)
    for form in (
        rf"(?:(?P<never>never(?: ever)?|stop|quit|no longer)|do not(?: ever| keep| you)?|not(?: to)?|avoid|refrain from) {_VERB} {_WHAT.format('a')}",
        rf"(?:(?P<never2>never(?: ever)?|stop|quit)|do not(?: ever| keep)?|not(?: to)?|avoid) bring(?:ing)? {_WHAT.format('h')} up",
        rf"(?:leave|keep) {_WHAT.format('b')} out of (?:it|this|things|our (?:chats?|conversations?|talks?)|the conversation)(?! (?:email|text|letter|one))",
        rf"(?P<more>no more|no|enough(?: with| of)?)(?: the| this| your| that)? {_WHAT.format('c')} {_TALK}",
        rf"(?P<more2>no more) (?:talk(?:ing)?|chat(?:ting)?|questions|jokes|reminders) (?:about|of) {_WHAT.format('d')}",
        (
            r"I (?:(?:really |just )?do not (?:want|wish|care|wanna)(?: to)?|would rather not|would prefer not to|would prefer (?:it )?if you did not|"
            rf"am not (?:ready|willing) to) {_VERB} {_WHAT.format('e')}"
        ),
        rf"{_WHAT.format('f')} is off limits|{_WHAT.format('g')} is (?:a )?(?:no[- ]go|taboo|off the table)(?: topic| subject)?",
    )
)
_SIGNS = (  # one of these stands in every such wish
    *(
        "bring",
        "mention",
        "talk",
        "about",
        "discuss",
        "speak",
        "refer",
        "remind",
        "out of",
        "off limits",
        "taboo",
        "no-go",
        "no go",
    ),
    *("off the table", "question", "joke", "comment", "stuff", " chat"),
)
_OWN = re.compile(r"(?:my|our|how I|what happened (?:with|to)|that I|whether I)\b|(?-i:[A-Z])", re.IGNORECASE)
_POINTED = re.compile(
    r"(?:it|that|this|them|these|those|him|her|you|me|us|anything|everything|something|things?|that again|an?|any|one|what (?!happened)|"
    r"how (?!I\b)|more|yours?)\b",
    re.IGNORECASE,
)
_THE = re.compile(r"(?:the|what happened)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:in|to|on|at|for|with|when|while|until|unless|before|if)\s(?:the|this|that|my|your|him|her|them|it|an?|our|I|we|you|he|she|they|any(?:one|body)|"
    r"every(?:one|body)|[A-Z]\w+)\b|\b(?:here|yet|first|today|tonight|tomorrow|for now|right now|this time)\b"
)
_TEXT = re.compile(
    r"\b(?:e-?mail|text|letter|message|reply|draft|post|cv|resume|report|summary|essay|speech|card|poem|bio|caption|translat\w+|rewrite|write|"
    r"summari[sz]e|list|review|pitch|slide|article|story|invite|invitation|application|ad|toast)\b",
    re.IGNORECASE,
)


def unmentioned(said: str, previous: str) -> Candidate | None:
    """The topic that shall not come up; `previous` is the sentence before, which may ask for a text."""
    low = said.lower()
    if not any(sign in low for sign in _SIGNS) or _TEXT.search(previous) or _TEXT.search(said):
        return None
    text = expand(said).strip(" .!?")
    for form in _HUSHED:
        found = form.match(text)
        if found is None:
            continue
        parts = found.groupdict()
        what = next((one for name in "abcdefgh" if (one := parts.get(name))), "").strip()
        if _left_open(what, parts):
            return None
        key, _ = general(f"mention {what}")
        return standing(
            f"User wants the assistant not to bring up {about_user(what)}", text, key, "never", importance=5
        )
    return None


def _left_open(what: str, parts: dict[str, str | None]) -> bool:
    """Whether it is no topic, or one that was meant for the text at hand."""
    if not what or _POINTED.match(what) or _ELSEWHERE.search(what):
        return True
    lasts = any(parts.get(name) for name in ("good", "never", "never2", "more", "more2", "e"))
    return not lasts and not _OWN.match(what) and (_THE.match(what) is not None or bool(parts.get("b")))
