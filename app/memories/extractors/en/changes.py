"""What a sentence does to earlier memories: retract, forget, go back, correct."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.memories.extractors.en.clauses import Clause, unled
from app.memories.extractors.en.draft import standing, tidy, unfilled
from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import base_of_gerund, capital, gerund, head, third
from app.memories.model import Act, Candidate, Kind, Source

Read = Callable[[str], list[Candidate]]

_FORGET = re.compile(
    r"^(?:(?:please|kindly|just|also|and|you can|you may|you should|I (?:would like|want|"
    r"need) you to)\s)*(?:forget|delete|remove|erase|wipe|clear|discard|drop|purge|unlearn|scrub)\s(?:about\s|"
    r"the fact\s)?(?P<what>.+)$",
    re.IGNORECASE,
)
_KEEP_OUT = re.compile(
    r"^(?:(?:please|kindly|just|also)\s)*(?:do not (?:remember|store|save|keep|memori[sz]e|record|retain)|"
    r"stop (?:remembering|storing|saving|keeping)|never (?:store|remember|save|record))\s(?P<what>.+)$",
    re.IGNORECASE,
)
_KNOWN_OF = re.compile(
    r"^(?:(?:everything|anything|all|all that|whatever|what|the (?:things?|information|info|data|memory|"
    r"memories|facts?|notes?|entry|record)|your (?:memory|memories|notes?)|any (?:information|memory|memories|"
    r"data)|(?:all )?memories)\s?(?:(?:that )?(?:you (?:know|have|remember|stored|saved|hold|have (?:stored|"
    r"saved)|learned|noted)|I (?:said|told you|mentioned|have (?:told you|said|mentioned))|you have on file|"
    r"on file)\s)?(?:about|of|on|regarding|concerning)\s)(?P<what>.+)$",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^(?:it|this|that|about it|the (?:last|previous|above|first|second) .*|what I (?:just )?said|my last .*|"
    r"all (?:previous|prior) .*|(?:your|all|any|the|previous|prior|earlier) (?:\w+ )?instructions?.*|me|to\b.*|"
    r"how\b.*|when\b.*|where\b.*|the (?:file|line|row|column|table|function|branch|comment|word|sentence|"
    r"paragraph|code|import|variable|class|item|duplicate|whitespace|section|entry).*|(?:duplicates?|whitespace|"
    r"rows?|columns?|lines?|files?|comments?)\b.*|line \d+.*|an?\s.*|\w+ from (?:the|this|my list).*|my (?:last|"
    r"previous) .*)$",
    re.IGNORECASE,
)
_REVERT = re.compile(
    r"^(?:(?:please|actually|let us|I (?:would like|want) to|can we|you can|now|just|ok|okay)[\s,]+)*(?:(?:go|"
    r"going|change|switch|revert|turn|put|set|return|restore)\b.*?\b(?:back|previous|before|old|earlier|"
    r"original|restore|revert|used to)|revert|undo|restore)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:how (?:it|things|you|we|I) (?:was|were|did|used to|had)|the way (?:it|you|things|I|we)|"
    r"as (?:it was )?before|like before|(?:previous|old|earlier|former|original|last) (?:habit|setting|settings|"
    r"way|style|format|preference|rule|behaviou?r|version|value|one|state|arrangement|language|tone|length|"
    r"editor)|(?:that|the|my|this) (?:last )?change|what (?:it|I) (?:was|had|said) before|"
    r"to (?:the )?(?:previous|old|original)|to (?:before|normal|default))\b",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(r"\b(?:no longer|not any longer)\b", re.IGNORECASE)
_ANY_MORE = re.compile(r"[,\s]+any more\b", re.IGNORECASE)
_STOPPED = re.compile(
    r"^(?P<who>(?:I|we|my [\w ']{2,30}?)\s(?:(?:have|has|had|just|recently|finally|already|also)\s)*)(?:stopped|"
    r"quit|quitted|ceased|gave up|given up|dropped|gone off|went off|am done with|are done with|retired from|"
    r"swore off|sworn off|got rid of|kicked|cut out|ditched)\s(?P<what>.+)$",
    re.IGNORECASE,
)
_USED_TO = re.compile(r"^(?P<who>(?:I|we|my [\w ']{2,30}?))\sused to\s(?P<what>.+)$", re.IGNORECASE)
_LEFT = re.compile(
    r"^(?:I|we)\s(?:(?:have|just|recently|finally|already)\s)*(?:left|quit|resigned from|was laid off (?:from|"
    r"by)|got laid off (?:from|by)|was fired (?:from|by)|got fired (?:from|by)|stopped working (?:at|for)|(?:was|got|have been) (?:made redundant|let go|dismissed|sacked) (?:by|from|at)|"
    r"handed in my notice at|retired from|parted ways with|moved on from)\s(?P<what>.+)$",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"^(?:I|we|my|our)\s(?:.{0,60}?\b)?(?:died|passed away|was put down|(?:had to )?put (?:\w+ ){0,4}(?:down|"
    r"to sleep)|ran away|gave (?:away|up)|given away|sold|rehomed|re-homed|broke up with|split up|"
    r"got divorced)\b.*$",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"^(?:(?:small |quick |slight |a )?correction|(?:sorry|oops|whoops|wait|no|nope|hold on|my mistake|my bad|"
    r"scratch that|strike that|typo|on second thought|let me correct that|to correct myself|I misspoke|"
    r"I was wrong|I made a mistake|that was wrong|that is wrong|that is not right|that is incorrect|wrong|"
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
_NOT_BUT = re.compile(
    r"^(?P<start>.*?\b(?:am|is|are|live|work|use|called|in|at|as)\b(?:\s(?:in|at|as|an?|the|"
    r"for))?)\s?not\s(?P<old>[^,]{1,50}?),?\s(?:but|rather)\s(?P<new>(?!(?:I|we|my|it|he|she|they)\b).+)$",
    re.IGNORECASE,
)
_AN_NOT_B = re.compile(
    r"^(?P<new>.+?),?\s(?:and\s)?not\s(?:an?\s|the\s|in\s|at\s|on\s)?(?P<old>[\w' -]{1,40})$", re.IGNORECASE
)
_INSTEAD = re.compile(r"\s(?:instead of|rather than|in place of)\s[\w' .-]{1,40}$", re.IGNORECASE)


def forgetting(text: str, read: Read) -> list[Candidate]:
    """`forget that I …`, `delete what you know about my …`, `don't remember my …`."""
    match = _FORGET.match(text) or _KEEP_OUT.match(text)
    if not match:
        return []
    what = tidy(
        re.sub(
            r"[\s,]+(?:please|ok|okay|thanks|thank you|now|completely|entirely|permanently|immediately|"
            r"from (?:your )?memory|for good|forever)+$",
            "",
            match["what"],
            flags=re.IGNORECASE,
        )
    )
    about = _KNOWN_OF.match(what)
    if (
        not (about and not re.match(r"(?:me|myself)\b", about["what"], re.IGNORECASE))
        and re.match(
            r"(?:everything|all (?:of it|that|you know|my data|memories)|all)\b(?:\s(?:you (?:know|have|remember|"
            r"stored)|about me|that I|I (?:said|told)|on me).*)?$",
            what,
            re.IGNORECASE,
        )
        and re.search(r"\b(?:me|I|you|my)\b", what)
    ):
        return [_forget(text, None, None, "everything")]
    if about:
        what = about["what"]
        if re.fullmatch(r"me|myself", what, re.IGNORECASE):
            return [_forget(text, None, None, "everything")]
    elif _NOTHING.match(what):
        return []
    sentence = re.match(r"(?:that\s)?(?P<said>(?:I|we|my|our|he|she)\s.+)$", what, re.IGNORECASE)
    if sentence and (found := read(sentence["said"])):
        return [
            _forget(text, one.key, one.value, tidy(_bare(sentence["said"]))) for one in found if one.act is Act.ASSERT
        ]
    about_thing = re.match(r"(?:that\s|how\s)?(?P<thing>.+)$", what)
    thing = about_thing["thing"] if about_thing else what
    if not (about or re.match(r"(?:that\s)?(?:my|our|I|we)\b", thing, re.IGNORECASE)):
        return []
    return [_forget(text, key_of(thing, read), None, tidy(_bare(thing)))]


def _bare(text: str) -> str:
    return re.sub(r"^(?:that\s)?(?:I am|I have|I|we|my|our|me)\s", "", text, flags=re.IGNORECASE)


def key_of(thing: str, read: Read) -> str | None:
    """The key under which `my birthday`, `my allergy to nuts`, `my dog Rex` is kept."""
    plain = re.sub(r"^(?:my|our)\s", "", thing.strip(" ."), flags=re.IGNORECASE)
    simple = {
        "birthday": "birthday",
        "name": "name",
        "age": "age",
        "address": "address",
        "home address": "address",
        "phone": "phone",
        "phone number": "phone",
        "email": "email",
        "email address": "email",
        "job": "occupation",
        "occupation": "occupation",
        "profession": "occupation",
        "employer": "employer",
        "company": "employer",
        "workplace": "employer",
        "hometown": "origin",
        "nationality": "nationality",
        "diet": "diet",
        "marital status": "marital_status",
        "school": "school",
        "degree": "degree",
        "major": "major",
        "pronouns": "pronouns",
        "nickname": "form_of_address",
        "city": "residence",
        "residence": "residence",
        "where I live": "residence",
        "where I work": "employer",
        "location": "residence",
        "home": "residence",
        "birth year": "birth_year",
        "date of birth": "birthday",
        "number": "phone",
        "editor": "tool:editor",
        "preferred language": "answer_language",
    }
    if plain.lower() in simple or thing in simple:
        return simple.get(plain.lower(), simple.get(thing))
    if favourite := re.match(r"(?:favou?rite)\s(.+)", plain, re.IGNORECASE):
        return f"favourite:{head(favourite[1])}"
    if allergy := re.match(r"allerg(?:y|ies)\sto\s(.+)|(\w+)\sallergy", plain, re.IGNORECASE):
        return f"allergy:{head(allergy[1] or allergy[2])}"
    for attempt in (f"my {plain} is Xavier", f"I have a {plain}"):
        if found := read(attempt):
            key = found[0].key
            return None if key is None or "xavier" in key else key
    return None


def _forget(text: str, key: str | None, value: str | None, topic: str) -> Candidate:
    return standing(
        f"User asked to forget: {third(topic)}", text, key, value, act=Act.FORGET, topic=topic, kind=Kind.FACT
    )


def reverting(text: str) -> list[Candidate]:
    """`go back to how it was before`: which matter, when the sentence names it."""
    match = _REVERT.match(text)
    if not match or not (
        _BEFORE.search(text)
        or re.match(
            r"(?:please\s)?(?:undo|revert)\s(?:that|this|it|my|the)\b.*\b(?:change|preference|setting|habit|instruction|"
            r"rule|update)s?$",
            text,
            re.IGNORECASE,
        )
    ):
        return []
    if re.search(
        r"\b(?:commit|branch|file|code|function|migration|draft|paragraph|text|git|database|deploy|release|essay|"
        r"email|document)\b",
        text,
        re.IGNORECASE,
    ):
        return []
    known = matter(re.sub(r"\b(?:back|before|old|previous)\b", "", text))
    topic = re.sub(
        r"\b(?:please|let us|go|going|back|to|the|how|it|was|before|revert|undo|way|you|my|old|previous|that|this|"
        r"change|I|want|would like|did|as|used|from|for|of|with|things|were|setting|settings|habit)\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    topic = " ".join(re.sub(r"[^\w\s'-]", " ", topic).split())
    key = known[0] if known else _by_word(text)
    return [
        standing(
            f"User wants to go back to how it was before{': ' + topic if topic else ''}",
            text,
            key,
            None,
            act=Act.REVERT,
            topic=topic or None,
        )
    ]


def _by_word(text: str) -> str | None:
    for pattern, key in (
        (r"\blanguage\b", "answer_language"),
        (r"\b(?:length|short|long)\b", "answer_length"),
        (r"\bformat\b", "answer_format"),
        (r"\btone\b", "answer_tone"),
        (r"\bunits?\b", "units"),
        (r"\bcurrency\b", "currency"),
        (r"\beditor\b", "tool:editor"),
        (r"\bname\b", "form_of_address"),
    ):
        if re.search(pattern, text, re.IGNORECASE):
            return key
    return None


def retracting(text: str, read: Read, moment: Moment) -> list[Candidate] | None:
    """`I no longer …`, `I don't … any more`, `I stopped …ing`, `I used to …`, `I left X`; None when it is none of these."""
    if match := _LEFT.match(text):
        if (
            re.match(
                r"(?:my|the|a|an|your|home|early|school|the house|him|her|it|work|late|for)\b",
                match["what"],
                re.IGNORECASE,
            )
            and not re.match(r"(?:my|the)\s(?:job|company|position|firm|role)\b", match["what"], re.IGNORECASE)
        ) or (re.match(r"\w+ing\b", match["what"]) and not match["what"].lower().startswith("working")):
            if "retired from" not in text:
                return _stopped(text, read, moment)
        else:
            employer = moment.undated(unfilled(match["what"]))
            employer = re.split(r"\s(?:and|to|for|because|since|as|in)\b", employer)[0]
            named = (
                None
                if re.match(r"(?:my|the)\s(?:job|company|position|role|firm)", employer, re.IGNORECASE)
                else head(employer, number=False)
            )
            if named is None or employer[:1].isupper() or text == text.lower():
                return [
                    Candidate(
                        content=moment.absolute(tidy(third(text))),
                        evidence=text,
                        act=Act.RETRACT,
                        key="employer",
                        value=named,
                        topic=employer,
                        valid_to=moment.since(text),
                    )
                ]
    if _GONE.match(text) and (gone := _departed(text, read, moment)):
        return gone
    if _NO_LONGER.search(text) or _ANY_MORE.search(text):
        return _negated(text, read)
    if match := _USED_TO.match(text):
        if re.match(r"(?:think|believe|say|be able|know)\b", match["what"]):
            return []
        verb = f"{match['who']} {match['what']}".replace(" be ", " am ", 1)
        now = re.split(r",?\s(?:but|and)\s(?:now|these days|today)\s", verb)
        found = _retract(now[0], text, read, third(tidy(re.split(r",?\sbut\s", text)[0])))
        return found + (read(now[1]) if len(now) > 1 else [])
    return _stopped(text, read, moment)


def _stopped(text: str, read: Read, moment: Moment) -> list[Candidate] | None:
    match = _STOPPED.match(text)
    if not match:
        return None
    what = re.split(r"\s(?:and|so|because|but|when|after|since)\s", moment.undated(unfilled(match["what"])))[0]
    who = re.match(r"(I|we|my [\w ']+?)(?=\s|$)", match["who"], re.IGNORECASE)
    subject = who[1] if who else "I"
    first, _, rest = what.partition(" ")
    if first.lower().endswith("ing"):
        sentence = f"{subject} {base_of_gerund(first.lower())} {rest}".strip()
    elif re.search(r"\b(?:quit|gave up|given up|dropped|cut out|off)\b", text, re.IGNORECASE) and first.lower() not in (
        "my",
        "the",
        "it",
        "this",
        "that",
        "on",
        "working",
    ):
        sentence = (
            f"{subject} {'eat' if re.search(r'meat|sugar|dairy|gluten|bread|carbs|cheese|chocolate', what) else 'drink' if re.search(r'alcohol|coffee|caffeine|soda|tea|beer|wine', what) else 'like'}"
            f" {what}"
        )
    else:
        sentence = ""
    told = moment.absolute(third(tidy(text)))
    found = _retract(sentence, text, read, told) if sentence else []
    if re.match(r"(?:my|the)\s(?:job|position|role)\b", what, re.IGNORECASE):
        return [Candidate(content=told, evidence=text, act=Act.RETRACT, key="employer", topic="job")]
    return found or (
        []
        if first.lower() in ("it", "this", "that", "here", "there", "the", "by")
        else [Candidate(content=told, evidence=text, act=Act.RETRACT, topic=what)]
    )


def _retract(sentence: str, text: str, read: Read, content: str) -> list[Candidate]:
    """The end of what `sentence` states."""
    found = [one for one in read(sentence) if one.act is Act.ASSERT] if sentence else []
    topic = _topic(sentence)
    if not found:
        return (
            [Candidate(content=tidy(content), evidence=text, act=Act.RETRACT, topic=topic)]
            if len(topic.split()) < 12 and topic
            else []
        )
    return [
        replace(
            one,
            content=tidy(content),
            evidence=text,
            act=Act.RETRACT,
            topic=topic,
            value=None if one.value in ("yes", "no") else one.value,
            valid_from=None,
            expires_at=None,
            confidence=0.9,
        )
        for one in found
    ]


def _topic(sentence: str) -> str:
    return re.sub(
        r"^(?:I|we|my\s\w+)\s(?:(?:am|have|do|is)\s)?(?:an?\s|the\s)?", "", sentence, flags=re.IGNORECASE
    ).strip(" .")


def _negated(text: str, read: Read) -> list[Candidate]:
    """`I don't smoke a pipe any more`: the positive sentence gives the key."""
    positive = _ANY_MORE.sub("", _NO_LONGER.sub("", text))
    positive = re.sub(r"\b(?:do|does)\snot\s(?:really\s)?", "", positive, flags=re.IGNORECASE)
    positive = re.sub(r"\b(am|is|are|have|has|can)\snot\b", r"\1", positive, flags=re.IGNORECASE)
    positive = re.sub(r"\bhave any\b", "have a", positive)
    positive = re.split(r"[,;]\s|\s(?:because|since|so|but|and now)\s", " ".join(positive.split()))[0]
    if re.match(
        r"I\s(?:can (?:take|do|stand) (?:it|this|that)|care|know|understand|see|think|want (?:to|it|this)|"
        r"need (?:it|this|that|to|your)|feel)\b",
        positive,
    ):
        return []
    if re.match(r"(?:you|it|that|this|there|he|she|they)\b", positive, re.IGNORECASE):
        return []
    said = re.split(r"[,;]\s|\s(?:because|since)\s", text)[0]
    return _retract(positive, text, read, third(said))


def _departed(text: str, read: Read, moment: Moment) -> list[Candidate]:
    """The end of a pet, a possession or a bond."""
    told = moment.absolute(tidy(third(text)))
    if re.search(r"\b(?:broke up|split up|got divorced)\b", text):
        return (
            [
                Candidate(
                    content=told,
                    evidence=text,
                    act=Act.RETRACT,
                    key="marital_status",
                    topic=re.sub(r"^.*?\bwith\s", "", text),
                )
            ]
            if "divorced" not in text
            else []
        )
    match = re.search(
        r"\b(?:my|our)\s(?P<what>[\w' -]{2,40}?)(?=\s(?:died|passed|was put|to sleep|down|ran|away|yesterday|last|"
        r"this|in|to)\b|[,.]|$)",
        text,
        re.IGNORECASE,
    )
    if not match:
        return []
    what = match["what"].strip()
    found = read(
        f"I have a {what.split()[0] if len(what.split()) > 1 and what.split()[-1][0].isupper() else what}"
        + (f" named {what.split()[-1]}" if len(what.split()) > 1 and what.split()[-1][0].isupper() else "")
    )
    keys = [one.key for one in found if one.key and one.key.startswith(("pet:", "owns:"))]
    if keys:
        return [
            Candidate(content=told, evidence=text, act=Act.RETRACT, key=key, topic=what, valid_to=moment.since(text))
            for key in keys
        ]
    if re.search(r"\b(?:sold|gave|given)\b", text):
        return [Candidate(content=told, evidence=text, act=Act.RETRACT, topic=what, valid_to=moment.since(text))]
    return []


def corrected(text: str) -> tuple[str, bool]:
    """The statement inside a correction, and whether it was one."""
    for _ in range(2):
        match = _CORRECTION.match(text)
        if not match:
            break
        rest = match["rest"] or match["meant"]
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
    if match := _NOT_BUT.match(text):
        return f"{match['start']} {match['new']}"
    if (
        (match := _AN_NOT_B.match(text))
        and re.match(r"(?:I|my|we|our)\b", text, re.IGNORECASE)
        and "," in text[match.end("new") : match.end("new") + 2]
    ):
        return match["new"]
    return text


def amended(text: str, previous: str, read: Read) -> list[Candidate]:
    """`No, it's Alicia, not Alice`: the sentence before, with the new value."""
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
            if (one.value and value and head(said, number=False) == one.value) or old:
                return [
                    replace(
                        one,
                        content=re.sub(re.escape(said), fresh, one.content, flags=re.IGNORECASE),
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


__all__ = [
    "Clause",
    "Source",
    "after_correction",
    "amended",
    "capital",
    "corrected",
    "forgetting",
    "gerund",
    "retracting",
    "reverting",
]
