"""A wish for good in the imperative: with a condition, with should, or bare."""

from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.matters import ANSWERS, general, matter
from app.memories.extractors.en.morphology import imperative
from app.memories.extractors.en.speech import capital
from app.memories.extractors.en.talk import mere_talk
from app.memories.extractors.en.wants import GENERIC, ONE_TEXT
from app.memories.extractors.en.wishes import about_user, as_wish, small
from app.memories.model import Candidate, Source
from app.text import patterns as re

_BARE = re.compile(
    r"^(?:please\s|just\s|kindly\s)*(?:(?:keep|make)\s(?:all\s)?(?:of\s)?(?:your\s.+|(?:the\s|my\s)?(?:answers|replies|"
    r"responses|explanations|messages|summaries|code examples|examples|code samples|code snippets|snippets|code)\s.+)|(?:use|give me|show|quote|"
    r"state|write|put)\s(?:me\s)?(?:only\s|all\s)?(?:distances|temperatures|amounts|prices|weights|lengths|dates|"
    r"times|measurements|metric|imperial|si|celsius|fahrenheit|24-hour|iso)\b.*|(?:do not|avoid|skip|drop|cut|cut out|"
    r"no)\s(?:the\s)?(?:use\s|using\s|add\s|adding\s)?(?:any\s)?(?:emojis?|emoticons?|jargon|filler|small talk|"
    r"flattery|"
    r"apologies|apologi[sz]ing|pleasantries|preamble|preambles|intros?|introductions?|fluff|praise|compliments|"
    r"hedging|caveats|recaps?|"
    r"exclamation marks|disclaimers|markdown|bullet points|headings|buzzwords)\b.*|"
    r"be\s(?:more\s|less\s)?[\w-]+(?:\sand\s[\w-]+)?\s(?:in your \w+|with me|when you \w+|with your \w+).*|"
    r"(?:answer|reply|respond|talk|speak)(?: to)? (?:me )?(?:only |always )in \w.+|(?:answer|reply to|write to|"
    r"speak to|talk to|respond to) me in (?!one\b|a\b|an\b|the next\b)\w.+|(?:answer|reply|"
    r"respond) (?:to me )?in the same language.*|write (?:to me )?(?:only |"
    r"always )in \w.+)$",
    re.IGNORECASE,
)


_SCOPE = re.compile(  # how far a wish reaches when nobody says "always"
    r"\b(?:in|for|with|on|to)\s(?:all|every|everything|any|anything)\b(?!\s(?:of this|else))|\b(?:in|"
    r"for)\s(?:your\s|the\s)?(?:answers|replies|responses|"
    r"explanations|code (?:examples|samples|snippets|comments)|examples|commit messages|emails|reports|summaries|"
    r"recipes)\b|"
    r"\b(?:when(?:ever)?|while|if)\syou\s(?:write|answer|reply|respond|explain|critique|review|edit|summari[sz]e|"
    r"talk|speak|suggest|recommend|draft|translate|"
    r"generate|show|give|proofread|plan|format|quote)\b|"
    r"\bwhen\s(?:writing|answering|replying|responding|explaining|critiquing|reviewing|editing|summari[sz]ing|"
    r"talking|speaking|suggesting|recommending|"
    r"drafting|translating|generating|formatting|quoting|planning)\b",
    re.IGNORECASE,
)


_MANNER = re.compile(r"(?:please\s)?(?:do not|avoid|skip|no)\b", re.IGNORECASE)


_SHOULD = re.compile(
    r"^(?P<what>(?:(?:your|all|my|our|every|any)\s)?[\w' -]{3,50}?)\s(?:should|must|shall|need to|have to|"
    r"has to|ought to|are to|is to)\s(?P<not>(?:always\s|never\s|not\s|only\s)*)(?P<rest>.+)$",
    re.IGNORECASE,
)


_COMMAND = re.compile(  # an unknown verb with its object: transcribe it first
    r"(?!(?:is|are|was|has|there|here|what|that|this|then|it|he|she|they|we|I|my|the)\b)[a-z]{3,}(?<!ing)(?<!ed)\s(?:it|them|me|the|each|every|all|my|both)\b"
)
_OWN_ORDER = re.compile(r"(?:please\s)?(?:never|do not|always)\s[a-z]+\s\S")
_SPARE_ME = re.compile(  # things in general, kept from the user: don't recommend paid apps to me
    r"^(?:please )?(?:do not|stop) (?:(?:recommend|suggest|offer|propose|show|send|mention|push|sell|pitch)(?:ing)? (?:me )?"
    r"(?!any of\b|it\b|them\b|me\b|the\b|an? \b|my\b)(?:any(?:thing)? )?[a-z][\w' -]{2,50}?|(?:remind|ask|lecture|quiz|nag)(?:ging|ing)? me (?:about|to|for|on) [\w' -]{3,50}?)"
    r"(?: to me| at me| for me)?$",
    re.IGNORECASE,
)
_MY_TEXTS = re.compile(  # write my LinkedIn posts in the first person
    r"^(?:please )?(?:write|draft|format|sign|keep|start|end|phrase) (?:all )?(?:of )?my (?:[\w-]+ ){0,2}?(?:posts|e-?mails|letters|messages|captions|tweets|"
    r"newsletters|reports|notes|articles|slides|decks|invoices|replies|lists|recipes|texts) (?:in|with|without|under|like|as|short|formal|casual|simple)\b.{2,60}$",
    re.IGNORECASE,
)
_AT_HAND = re.compile(
    r"\b(?:today|tonight|tomorrow|yet|now|again|this|that|these|those|here|anymore|any more|twice|more|until|till|before|after|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)


_SEVERAL = re.compile(
    r",?\s(?:and|but)\s(?=(?:always|never|please|do not|keep|use|answer|reply|respond|be|write|give|show|avoid|"
    r"skip|call|make|format|quote|speak|talk|with|without|no)\b)",
    re.IGNORECASE,
)


_CONDITION = re.compile(
    r"^(?P<when>(?:when(?:ever)?|if|every time|each time|any time|anytime|before|after|for|in|"
    r"once)\s[^,]{3,90}),\s(?:then\s)?(?P<do>.+)$",
    re.IGNORECASE,
)


_BOTH_USED = re.compile(
    r"^((?:please\s|always\s)*(?:use|prefer|give me|write|show)) ([\w -]{2,40}?) and (?!(?:keep|answer|reply|be|write|do|make|add|avoid)\b)([\w -]{2,40})$",
    re.IGNORECASE,
)


def asked(body: str, text: str, *, marked: bool) -> list[Candidate]:  # one reading after the other
    if mere_talk(body, text):
        return []
    if (both := _BOTH_USED.match(body)) and len(
        {known[0] for part in (both[2], both[3]) if (known := matter(f"use {part}"))}
    ) == 2:  # two matters
        return [one for part in (both[2], both[3]) for one in asked(f"{both[1]} {part}", text, marked=True)]
    parts = _SEVERAL.split(body)
    if marked and len(parts) > 1 and len({known[0] for part in parts if (known := matter(part))}) == len(parts):
        return [one for part in parts for one in asked(part, text, marked=True)]
    if len(parts) > 1 and all(map(_OWN_ORDER.match, parts)) and not ONE_TEXT.search(body):
        return [one for part in parts for one in asked(part, text, marked=True)]
    known = matter(body)
    condition = _CONDITION.match(body)
    if (
        condition
        and re.match(r"(?:if|when|whenever|every|each|any)", condition["when"], re.IGNORECASE)
        and not condition["do"]
        .lower()
        .startswith(("i ", "we ", "my ", "our ", "he ", "she ", "what", "how", "would", "could"))
    ):
        do = re.sub(r"^(?:just|simply|please|kindly|only)\s", "", condition["do"].lower())
        first = do.split()[0]
        if imperative(first) or _COMMAND.match(do) or first in ("always", "never", "please", "no"):
            standing_condition = marked or re.match(
                r"(?:when(?:ever)?|if)\s(?:I|you)\s(?:ask|write|send|paste|give|say|show|mention|review|generate|share|"
                r"suggest|post|request|want|use|type|reply|answer|call|upload|explain|recommend|quote|need|correct|translate|"
                r"edit|proofread|check|rewrite|describe|draft|list|plan|propose|compare|forget|bring up|complain)\b|"
                r"when(?:ever)?\s(?:reviewing|writing|answering|explaining|summari[sz]ing|suggesting|"
                r"recommending|editing|translating|planning|drafting|"
                r"talking|quoting|generating|proofreading|critiquing|you are)\b|(?:if|"
                r"when(?:ever)?)\syou\s(?:are|do not|can not|think|find|spot|notice|see|get|have)\b|"
                r"when(?:ever)?\swe\s\w+",
                condition["when"],
                re.IGNORECASE,
            )
            if not standing_condition or (
                re.match(r"if\b", condition["when"], re.IGNORECASE)
                and not marked
                and not re.match(r"if\s(?:I|you)\s", condition["when"], re.IGNORECASE)
            ):
                return []
            content = f"{capital(about_user(condition['when']))}, {as_wish(condition['do'])}"
            key, value = known or general(body)
            return [standing(content, text, key if known is None else general(body)[0], value)]
    if should := _SHOULD.match(body):
        if not (
            marked
            or (
                known
                and (GENERIC.search(should["what"]) or ANSWERS.search(should["what"]))
                and not ONE_TEXT.search(should["what"])
            )
        ) or re.match(
            r"(?:this|that|it|what|there|the\s\w+$|nobody|people|everyone|one)\b", should["what"], re.IGNORECASE
        ):
            return []
        said = should["not"].lower()
        refused = "never " if "never" in said else "not " if "not" in said else ""
        key, value = known or general(body)
        return [
            standing(
                f"User wants {about_user(small(should['what']))} {refused}to {about_user(should['rest'])}",
                text,
                key,
                value,
            )
        ]
    first_word = re.sub(r"^please\s", "", body, flags=re.IGNORECASE).split()[0].lower()
    reaching = re.sub(r"\beverything\syou\b", "everything", body)
    if (
        not marked
        and _SCOPE.search(body)
        and not ONE_TEXT.search(reaching)
        and not mere_talk(body, text)
        and (first_word in ("do", "no", "avoid", "skip", "never") or imperative(first_word))
        and not re.match(
            r"(?:give|show|tell|write|find|explain|list|help|make|create|suggest|recommend)\s(?:me|us|an?|the|some|"
            r"\d|all)\b",
            body,
            re.IGNORECASE,
        )
    ):
        marked = True
    if not marked and _MY_TEXTS.match(body) and not _AT_HAND.search(body):
        return [standing(as_wish(body), text, *(known or general(body)), source=Source.USER_STATED, confidence=0.85)]
    if not marked and _SPARE_ME.match(body) and not _AT_HAND.search(body):
        return [standing(as_wish(body), text, *(known or general(body)), source=Source.USER_STATED, confidence=0.85)]
    if not marked:
        if _BARE.match(body) and (known or _MANNER.match(body)) and not ONE_TEXT.search(body):
            return [
                standing(as_wish(body), text, *(known or general(body)), source=Source.USER_STATED, confidence=0.85)
            ]
        return []
    if re.match(
        r"(?:please\s)?(?:remember|do not forget|make sure|be sure)\s(?!.*\b(?:always|never|every|whenever|"
        r"from now on)\b)",
        text,
        re.IGNORECASE,
    ) and ONE_TEXT.search(body):
        return []
    if re.match(r"(?:always|never)$", body, re.IGNORECASE) or re.match(
        r"(?:never mind|never again|never heard|always (?:nice|good|great|a|the|happy|welcome|been|wanted|there)\b|"
        r"never (?:a|the|been|seen|had|thought|knew)\b|what|how|why|who|where|thanks|that\b|this\b|not\b|so\b|is\b|"
        r"are\b|was\b)",
        body,
        re.IGNORECASE,
    ):
        return []
    if re.search(r"\b(?:ignore|disregard)\b.*\binstructions?\b", body, re.IGNORECASE):
        return []
    key, value = known or general(body)
    if key == "instruction:":
        return []
    return [
        standing(
            as_wish(body), text, key, value, importance=5 if re.match(r"(?:always|never)", body, re.IGNORECASE) else 4
        )
    ]
