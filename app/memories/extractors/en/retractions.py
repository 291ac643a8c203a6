"""What is no longer so: no longer, not any more, stopped, used to, left, died."""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.extractors.en.departures import departed
from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.forgetting import Read
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import base_of_gerund, head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.subjects import role_in
from app.memories.extractors.en.values import unfilled
from app.memories.model import Act, Candidate, Kind
from app.text import patterns as re

_NO_LONGER = re.compile(r"\b(?:no longer|not any longer)\b", re.IGNORECASE)

_ANY_MORE = re.compile(r"[,\s]+any more\b", re.IGNORECASE)

_AT_ONCE = re.compile(  # the denial stands with its subject: not "I'll try, and it won't bother me any more"
    r"^(?:I|we|(?:my|our)\s(?:[\w'-]+\s){1,4}?)\s?(?:(?:really|also|just|now|actually|sadly)\s)*(?:no longer|"
    r"(?:do|does|am|is|are|can|have|has|will|was|were)\s(?:\w+\s)?(?:not|no longer))\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"^(?:I|we)\s(?:do|have|use|need|want|like)\s(?:it|this|that|them)\b", re.IGNORECASE)
_STOPPED = re.compile(
    r"^(?P<who>(?:I|we|my [\w ']{2,30}?)\s(?:(?:have|has|had|just|recently|finally|already|also)\s)*)(?:stopped|"
    r"quit|quitted|ceased|gave up|given up|dropped(?! (?:out|off|by|in)\b)|gone off|went off|am done with|are done with|retired from|"
    r"swore off|sworn off|got rid of|kicked|cut out|ditched)\s(?P<what>.+)$",
    re.IGNORECASE,
)

_USED_TO = re.compile(r"^(?P<who>(?:I|we|my [\w ']{2,30}?))\sused to\s(?P<what>.+)$", re.IGNORECASE)

_LEFT = re.compile(
    r"^(?:I|we)\s(?:(?:have|just|recently|finally|already)\s)*(?:left|quit|resigned from|was laid off (?:from|"
    r"by)|got laid off (?:from|by)|was fired (?:from|by)|got fired (?:from|by)|stopped working (?:at|for)|"
    r"(?:was|got|have been) (?:made redundant|let go|dismissed|sacked) (?:by|from|at)|"
    r"handed in my notice at|retired from|parted ways with|moved on from)\s(?P<what>.+)$",
    re.IGNORECASE,
)

_LEFT_BODY = re.compile(
    r"^(?:I|we)\s(?:(?:have|just|recently|finally)\s)*(?:left|quit|resigned from)\s(?:the|my|"
    r"our)\s(?P<what>(?:[\w'-]+\s){0,3}?(?:association|club|band|team|choir|group|firm|board|committee|union|"
    r"party|church|"
    r"orchestra|league|society|army|navy|police))\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"^(?:I|we|my|our)\s(?:.{0,60}?\b)?(?:died|passed away|was put down|(?:had to )?put (?:\w+ ){0,4}(?:down|"
    r"to sleep)|ran away|gave (?:away|up)|given away|sold|rehomed|re-homed|broke up with|broke off|split up|"
    r"got divorced)\b.*$",
    re.IGNORECASE,
)

_FOR_A_TIME = re.compile(  # it goes on
    r"\bfor (?:a|an|the|one|two|three|\d+) (?:\w+ )?(?:while|bit|days?|weeks?|weekend|months?|holiday|trip)\b|\bbut (?:\w+ ){0,3}(?:came|is|am) back\b",
    re.IGNORECASE,
)
_NOT_GONE = re.compile(
    r"\b(?:not|never|nearly|almost|may|might|could|would|should|will|want\w*|plan\w*|if|thinking)\b", re.IGNORECASE
)

_FIRM_ENDS = re.compile(r",(?!\s(?:Inc|Ltd|LLC|Co|GmbH)\b)|\s[-–—(]|[;:(]|\s(?:and|to|for|because|since|as|in)\b")
_NO_FIRM = re.compile(r"(?:early|late|already|again|alone|now|then|first|last|together|soon)?", re.IGNORECASE)
_CAPITAL = re.compile(r"(?!I\b)[A-Z]")


def retracting(text: str, read: Read, moment: Moment) -> list[Candidate] | None:  # one reading after the other
    """`I no longer …`, `I don't … any more`, `I stopped …ing`, `I used to …`, `I left X`; None for none of these."""
    if _FOR_A_TIME.search(text):
        return None
    if left := _LEFT_BODY.match(text):
        return [
            Candidate(
                content=moment.absolute(tidy(third(text))),
                evidence=text,
                act=Act.RETRACT,
                topic=unfilled(left["what"]),
                valid_to=moment.since(text),
            )
        ]
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
            employer = _FIRM_ENDS.split(employer)[0]
            if _NO_FIRM.fullmatch(employer) and re.search(r"\bleft\b", text):  # of a party as well
                return None
            named = (
                None
                if re.match(r"(?:my|the)\s(?:job|company|position|role|firm)", employer, re.IGNORECASE)
                else head(employer, number=False)
            )
            capitals = employer[:1].isupper()
            if named is None or capitals or not _CAPITAL.search(text):
                parted = Candidate(
                    content=moment.absolute(tidy(third(text))),
                    evidence=text,
                    act=Act.RETRACT,
                    key="employer",
                    value=named,
                    topic=employer,
                    valid_to=moment.since(text),
                )
                other = None if named is None or capitals else _stopped(text, read, moment)
                return [parted, *(other or ())]  # typed small it may be a habit as well: i quit coffee
    if _GONE.match(text) and not _NOT_GONE.search(text) and (gone := departed(text, read, moment)):
        return gone
    if _NO_LONGER.search(text) or _ANY_MORE.search(text):
        return _negated(text, read)
    if match := _USED_TO.match(text):
        if re.match(r"(?:think|believe|say|be able|know)\b", match["what"]):
            return []
        verb = f"{match['who']} {match['what']}".replace(" be ", " am ", 1)
        verb = re.sub(r",\s(now|these days)\s(?=an?\s)", r" and \1 I am ", verb)
        now = re.split(r",?\s(?:but|and)\s(?:now|these days|today)\s", verb)
        found = _retract(now[0], text, read, third(tidy(re.split(r",?\sbut\s", text)[0])))
        return found + (read(now[1]) if len(now) > 1 else [])
    return _stopped(text, read, moment)


def _stopped(text: str, read: Read, moment: Moment) -> list[Candidate] | None:
    match = _STOPPED.match(text)
    if not match or re.match(
        r".*\sstopped\s(?!\w+ing\b)|.*\s(?:dropped|kicked|cut out|ditched|done with)\s(?:my|the|a|an|it|this|that|your)\b",
        text,
    ):
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
        food = re.search(r"meat|sugar|dairy|gluten|bread|carbs|cheese|chocolate", what)
        drink = re.search(r"alcohol|coffee|caffeine|soda|tea|beer|wine", what)
        sentence = f"{subject} {'eat' if food else 'drink' if drink else 'like'} {what}"
    else:
        sentence = ""
    told = moment.absolute(third(tidy(text)))
    if subject.lower().startswith("my "):  # what a wife stopped is not over for the user
        role = role_in(subject[3:])
        return (
            [Candidate(content=told, evidence=text, act=Act.RETRACT, topic=f"{subject[3:]} {what}")] if role else None
        )
    if match["who"].lower().startswith("i") and re.match(r"(?:smoking|drinking|alcohol|booze|cigarettes)\b", what):
        key = "habit:smoking" if re.match(r"smok|cig", what) else "habit:drinking"
        return [Candidate(content=told, evidence=text, key=key, value="no", kind=Kind.PREFERENCE)]
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
    if at := re.match(
        r"(?:I|we)\s(?:am|are)\s(?:at|with)\s(?P<org>[A-Z][\w&' -]{1,40})$", " ".join(positive.split()).strip(" .,")
    ):
        return [
            Candidate(
                content=tidy(third(re.split(r"[,;]\s", text)[0])),
                evidence=text,
                act=Act.RETRACT,
                key="employer",
                value=head(at["org"], number=False),
                topic=at["org"],
                confidence=0.9,
            )
        ]
    positive = re.split(r"[,;]\s|\s(?:because|since|so|but|and now)\s", " ".join(positive.split()))[0]
    if re.match(
        r"I\s(?:can (?:take|do|stand) (?:it|this|that)|care|know|understand|see|think|want (?:to|it|this)|"
        r"need (?:it|this|that|to|your)|feel)\b",
        positive,
    ):
        return []
    if (
        not re.match(r"(?:I|we|my|our)\b", positive, re.IGNORECASE)
        or not _AT_ONCE.match(text)
        or _POINTS.search(positive)
    ):
        return []
    said = re.split(r"[,;]\s|\s(?:because|since)\s", text)[0]
    return _retract(positive, text, read, third(said))
