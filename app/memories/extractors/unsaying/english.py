"""Requests to forget in English: "please forget what I told you about my rates", "don't remember that"."""

from dataclasses import replace

from app.memories.extractors.unsaying.wish import Wish
from app.memories.naming import meant_by
from app.text import patterns as re

LEAD = (
    r"(?:(?:please|pls|kindly|just|also|and|so|but|now|ok|okay|hey|hi|hello|actually|sorry|oh|wait|no|well|then|again|"
    r"on second thoughts?|(?:could|can|would|will) you|you (?:can|may|should|must|need to|have to|had better)|"
    r"I (?:would like|want|need|would love|would prefer) (?:for )?you to|I (?:would|wish you would|am asking you to|"
    r"beg you to|ask you to)|go ahead and|do me a favou?r and|let us|make sure (?:to|you|that you)|be sure to|"
    r"from now on|in fact|maybe|simply|completely|entirely)[\s,:]+)*"
)
_SAID = r"(?:told|said|mentioned|shared|talked|discussed|spoke|spoken|wrote|written|brought up|asked|confided|revealed)"
_HELD = r"(?:know|have|remember|stored?|saved?|keep|kept|learned|noted?|hold|held|recorded?|remembered|got)"
_KEEP = r"(?:remember|store|save|keep|memori[sz]e|record|retain|log|note)"
_KEEPING = r"(?:remembering|storing|saving|keeping|memori[sz]ing|recording|retaining|logging)"
_FORGET = re.compile(
    rf"^{LEAD}(?:(?:would you )?mind )?(?:I would (?:rather|prefer)(?: it)?(?: that| if)? you (?:just )?(?P<rather>forgot|deleted|removed|erased)|"
    r"(?P<forget>forget(?:ting)?|unlearn)|(?P<delete>delete|deleting|remove|erase|erasing|wipe|clear|scrub|purge|discard|"
    r"drop|get rid of|strike|destroy))\s(?:all\s)?(?:about\s)?(?P<what>.+)$",
    re.IGNORECASE,
)
_KEEP_OUT = re.compile(
    rf"^{LEAD}(?:(?:do not|never|you (?:do not need to|should not|must not)|please not|I do not want you to|"
    rf"I would rather you did not|I would (?:rather|prefer)(?: it)? if you did not) (?:ever )?(?:{_KEEP}|know)|"
    rf"stop {_KEEPING}|(?:keep|leave|take) (?=.+ (?:out of|from) (?:your )?(?:memory|memories|notes|records|mind)))\s"
    r"(?:(?:any|a) (?:record|note|copy|trace)s? of\s)?(?P<what>.+)$",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    rf"^{LEAD}(?:(?:pretend|act (?:like|as if)|imagine)(?: that)? (?:I (?:have )?never {_SAID}(?: you)?|"
    rf"you (?:have )?never (?:heard|read|knew))|I (?:want to |would like to )?take back what I {_SAID}(?: you)?)(?:\s(?:about|of))?"
    r"(?:\s(?P<what>.+))?$",
    re.IGNORECASE,
)
_WANTED_GONE = re.compile(
    rf"^{LEAD}(?:I (?:want|would like|need) )?(?P<what>.+?) (?:to be |should be |has to be |must be |)"
    r"(?:forgotten|deleted|erased|gone|removed|wiped)(?: (?:from|out of) (?:your )?(?:memory|memories|notes|records))?$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\s*[;—–!]\s*|\s+-+\s+|\s+(?:because|cause|as it is|so that|since (?:I|it|we|he|she)|it is (?:over|private|personal|nobody)|I do not want|I should not|"
    r"if (?:you (?:can|could|would|will)|possible)|for me|right now|please|okay|ok|now|completely|entirely|"
    r"permanently|for good|forever|altogether|at once|immediately|any ?more|again|thanks|thank you|"
    r"(?:from|out of|in|off) (?:(?:your|the|its) )?(?:memory|memories|records?|notes|mind|database|files))\b).*$",
    re.IGNORECASE,
)
_FROM_MEMORY = re.compile(
    r"\b(?:from|out of|off|in) (?:(?:your|the) )?(?:memory|memories|records?|notes|mind|database)\b", re.IGNORECASE
)
_WAY_IN = re.compile(
    rf"^(?:(?:everything|anything|all(?: of)?|whatever|what|those|these|any|the|that|this|your|our|every|each|last)\b\s?)*"
    rf"(?:(?:things?|stuff|part|bits?|story|stories|details?|info(?:rmation)?|facts?|conversations?|chats?|talks?|messages?|"
    rf"memory|memories|notes?|data|mentions?|records?|traces?|remarks?|entry|entries)\b\s?)?"
    rf"(?:(?:(?:that|which|where|when|how|as)\s)?(?:I|we|you)\s(?:(?:ever|just|once|have|had|might|may|also|already|did|"
    rf"previously|recently)\s)*(?:{_SAID}|{_HELD})\b\s?(?:(?:to |with )?you\b\s?|down\s?|in memory\s?|on (?:file|record)\s?|"
    rf"earlier\s?|before\s?|yesterday\s?|last (?:week|time|month|year|night)\s?|just now\s?|today\s?|on me\s?)*)?"
    rf"(?:(?:about|of|on|regarding|concerning|to do with|related to|involving|mentioning)\s)?(?:(?:that|how|when)\s(?=(?:I|my|we|our)\b))?",
    re.IGNORECASE,
)
_ABOUT_LAST = re.compile(
    rf"\s(?:that |which )?(?:I|we|you)\s(?:\w+\s){{0,2}}?(?:{_SAID}|{_HELD})(?: you)?(?: (?:about|of))?$", re.IGNORECASE
)
_POINTS = re.compile(
    rf"^(?:it|this|that|all (?:of )?(?:that|this)|(?:that|this)(?: last)? (?:one|bit|part|thing|message|sentence|comment|remark)|"
    rf"the last (?:thing|bit|part|message|sentence|one|remark)(?: I (?:just )?(?:{_SAID}|sent)(?: you)?)?|"
    rf"my (?:last|previous) (?:message|sentence|comment|remark|statement)|what I (?:have )?just (?:{_SAID}|sent)(?: (?:to )?you)?|"
    rf"(?:that )?I (?:ever |just )?(?:{_SAID})(?: you)? (?:that|it|this|so)(?: to you)?|the (?:above|previous message))(?: just now| earlier)?$",
    re.IGNORECASE,
)
_ONLY_POINTER = re.compile(r"^(?:it|this|that)$", re.IGNORECASE)
_OF_TALK = re.compile(
    rf"\b(?:(?:I|we|you)\s(?:\w+\s){{0,2}}(?:{_SAID}|{_HELD})\b|everything|anything|memor(?:y|ies) (?:of|about)|about (?:me|my|our)|"
    rf"(?:all|any) (?:mention|trace|record|memory|memories|information|info|notes?)\w*|our (?:conversation|chat|talk)s?)",
    re.IGNORECASE,
)
_DELETED = re.compile(r"\b(?:delet|remov|eras)(?:e|es|ed|ing)\b", re.IGNORECASE)  # "get rid of my debt" is no wish
_OWN = re.compile(r"^(?:my|our|me|mine)\b|^(?:that |how |where |when )?(?:I|we)\b", re.IGNORECASE)
_STATED = re.compile(
    r"^(?:I|we|he|she)\s|^(?:my|our)\s.+\s(?:is|are|was|were|has|have|had|hates?|likes?|loves?|lives?|works?)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:do not|never|not|don't|cannot|can not|did not|will not|to|I|they|he|she|we|always|almost|often|you) (?:ever |just |almost |always |often |even )?(?:forget|forgot|forgotten)\b(?! (?:about )?(?:it|that|what|everything)\b)"
    r"|\bforgot\b|\bforget to\b|\bforget-me-not",
    re.IGNORECASE,
)
_TO_SOMEBODY = re.compile(r"\b(?:please|pls|kindly|you)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:you|you to|would|can|could|please) (?:just |please |now )?(?:forget|forgot)\b", re.IGNORECASE
)
_MOVES_ON = re.compile(
    r"\b(?:let us|move on|instead|never mind|moving on|anyway|next (?:question|topic)|new topic|try)\b", re.IGNORECASE
)
_FOR_A_WHILE = re.compile(  # "forget my diet, I am having cake": a figure of speech, and no wish
    r"\b(?:for (?:now|once|today|tonight|this (?:once|time)|a (?:moment|minute|second|sec|bit|while|day|night|week)|the (?:moment|day|night|weekend))|"
    r"today|tonight|this (?:once|time|evening|weekend|week))\b"
    r"|[,;—–]\s*(?:(?:and|so|then|just)\s)*(?:let us|how|what|where|which|who|when|can|could|do|is|are|will|would|give|write|make|tell|show|"
    r"use|go with|it is|I am (?!not)\w+ing|I will|we will|we are|I (?:just )?(?:want|need))\b"
    r"|\s(?:and|so|then)\s(?:(?:then|just|please|now)\s)*(?:let us|give|write|make|tell|show|use|help|explain|suggest|start|do|go|have|try|plan|cook|find|answer|enjoy)\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^(?:to\b|how to\b|the (?:files?|lines?|rows?|columns?|tables?|functions?|branch|word|paragraph|code|import|variable|class|item|"
    r"section|draft|email|order)\b|(?:that|this|my|our|the) (?:(?:last|previous|earlier|first|old|original|other) )?(?:suggestions?|ideas?|questions?|requests?|"
    r"proposals?|prompts?|examples?|points?|comparisons?)\b|(?:that|this|my|our|the) (?:\w+ )?(?:file|line|row|column|table|function|branch|draft|email|account|"
    r"subscription|comment|post|photo|photos|calendar|schedule|list|cart|inbox|desktop|folder|repo|code|essay|document|doc|files|"
    r"password|keys|umbrella|lunch|previous instructions?|instructions?)\b)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:from|in|off|on|at|to) (?!(?:(?:the|your|its) )?(?:memor|records?\b|notes?\b|mind\b))\w+", re.IGNORECASE
)
_IN_MIND = re.compile(r"\b(?:remember|memori[sz]|stor)\w*", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:said|says|told|tells|asked|asks|like|sang|sings|goes|wrote|replied)[\s,:]*[\"'“]?$", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"\s*(?:[,;:—–]|\s-+\s|\b(?:but|so|and)\b(?=\s(?:please|do not|forget|never|delete)))\s*", re.IGNORECASE
)
_EMPTY = re.compile(
    r"^(?:(?:oh|ok|okay|please|sorry|actually|wait|no|hey|on second thoughts?|well|hmm|you know what|thinking about it|never ?mind|also|"
    r"one more thing|come to think of it|I should (?:not|never) have (?:said|told|mentioned).*|I regret .*|that was (?:private|a secret|too much).*|"
    r"it is private|this is private|that is private)\W*)*$",
    re.IGNORECASE,
)
_THAT_IT_IS = re.compile(r"that (?!one|bit|part|thing|yet)\w+ \w+", re.IGNORECASE)
_TELLS = re.compile(r"\b(?:I|my|we|our|he|she|they|is|are|was|has|have)\b", re.IGNORECASE)
_ALL_OF_IT = re.compile(r"^(?:me|myself|us)?$", re.IGNORECASE)


_AND = re.compile(  # not "Nina and my brother", who may have one matter together
    r"\s*,\s*(?:and|also|or|plus)(?: also)?\s(?=(?:the|my|our|about|that|everything|all|anything)\s(?!(?:I|is|was)\b))|(?:\s*,(?:\s(?:and|but))?|\s(?:and|but))\s(?:also |please )*(?:delete|erase|remove|forget)\s(?:all\s)?(?:about\s)?(?=(?:the|my|our)\s)|\s(?:and|as well as|plus) (?:also )?(?=about\s|the \w+ (?:thing|stuff|one|part)\b)",
    re.IGNORECASE,
)
_TASK_WORD = re.compile(
    rf"\b(?:forget|unlearn)\s(?:all\s)?(?:about\s)?(?:{_TASK.pattern.removeprefix('^')})", re.IGNORECASE
)


def read(text: str) -> Wish | None:
    """The wish in a sentence without contractions; None when it asks for nothing of the kind."""
    text = text.strip().rstrip(".!?… ")
    starts = [0, *(found.end() for found in _CLAUSE.finditer(text))]
    for start in starts:
        before, clause = text[:start].rstrip(" ,;:—–-"), text[start:]
        if start and _REPORTED.search(before):
            return None
        wish = _clause(clause, before)
        if wish is not None:
            return replace(wish, also=_also(clause)) if wish.topic and not wish.stated else wish
    return None


def says_no_wish(text: str) -> bool:
    """Whether a sentence with an order to forget is a figure of speech, a task, or speaks of what slipped a mind."""
    return bool(
        (_NEVER.search(text) and not _ASKED.search(text)) or _FOR_A_WHILE.search(text) or _TASK_WORD.search(text)
    )


def bare(what: str) -> str:
    """The name of a matter without what leads to it and what follows it."""
    named = _TAIL.sub("", what).strip(" .,!?\"'")
    way = _WAY_IN.match(named)
    return (named[way.end() :] if way and way.end() < len(named) and not named.startswith("the ") else named).strip(
        " .,"
    )


def _also(clause: str) -> tuple[str, ...]:
    """The matters behind the first one: "my knee injury, and the surgeon thing"."""
    parts = _AND.split(clause)[1:]
    return tuple(named for part in parts if (named := bare(part)) and not _POINTS.match(named))


def _clause(text: str, before: str) -> Wish | None:
    if _NEVER.search(text) and not _ASKED.search(text):
        return None
    found = _UNTOLD.match(text)
    if found:
        return _what(found["what"] or "that", before, text, kept_out=True, untold=True)
    found = _KEEP_OUT.match(text)
    if found:
        return _what(found["what"], before, text, kept_out=True)
    found = _FORGET.match(text)
    if found:
        return _what(found["what"], before, text, deletes=bool(found["delete"]))
    found = _WANTED_GONE.match(text)
    if found and (_OF_TALK.search(found["what"]) or _FROM_MEMORY.search(text)):
        return _what(found["what"], before, text, deletes=True)
    return None


def _what(
    what: str, before: str, text: str, *, deletes: bool = False, kept_out: bool = False, untold: bool = False
) -> Wish | None:
    what = _AND.split(what)[0]
    head, comma, tail = what.partition(",")
    told = head if comma and not re.match(r"\s*(?:and|or)\b", tail) else what
    named = _TAIL.sub("", told).strip(" .,!?\"'")
    in_memory = bool(_FROM_MEMORY.search(text))
    if _POINTS.match(named):
        if _MOVES_ON.search(text):
            return None
        bare = bool(_ONLY_POINTER.match(named))
        polite = re.search(r"\bplease\b", text, re.IGNORECASE) is not None
        if bare and not (kept_out or in_memory or (polite and not deletes)):
            return None
        if kept_out and re.search(r"\b(?:yet|file|draft|document)\b|\bto (?:the|my)\b", text, re.IGNORECASE):
            return None
        return Wish(points=True, own="" if _far(named) or not _TELLS.search(before) or _EMPTY.match(before) else before)
    if _TASK.match(named) and not in_memory:
        return None
    talked = bool(_OF_TALK.search(told)) or in_memory or untold
    talked = talked or (kept_out and bool(_IN_MIND.search(text)) and bool(_THAT_IT_IS.match(named)))
    way = _WAY_IN.match(named)
    rest = _ABOUT_LAST.sub("", named[way.end() :] if way else named).strip(" .,")
    if not rest and talked and re.search(r"\bjust\b", named, re.IGNORECASE):
        return Wish(points=True, own="")
    if _ALL_OF_IT.match(rest):
        return None  # everything: the grammar of the language knows that one
    if not (talked or _OWN.match(named)):
        return None
    aside = not (talked or deletes or kept_out or _TO_SOMEBODY.search(text))
    if aside and (_FOR_A_WHILE.search(text) or (comma and not meant_by(rest).matters)):
        return None
    if deletes and not talked and (not _DELETED.search(text) or _ELSEWHERE.search(what) or not meant_by(rest).matters):
        return None
    if kept_out and not talked and not (_OWN.match(named) and (_IN_MIND.search(text) or meant_by(rest).matters)):
        return None
    just = talked and re.search(r"\bjust\b", way.group() if way else "", re.IGNORECASE) is not None
    return Wish(topic=rest, just=just, stated=bool(_STATED.match(rest)))


def _far(named: str) -> bool:
    return bool(re.search(r"\blast\b|\bprevious\b|\babove\b", named, re.IGNORECASE))
