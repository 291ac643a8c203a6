"""English clauses that tell of a change: sold, gave up, switched from … to, pushed back to, broke up."""

# small counts of words are what a grammar is made of

import re
from collections.abc import Iterator
from typing import Final

from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import base_of_gerund, head
from app.memories.extractors.en.refusal import asked, foreign_quote, unreal
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.splitting import split, unled
from app.memories.extractors.en.subjects import person, role_in
from app.memories.extractors.en.values import unfilled
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.turned import tastes
from app.memories.extractors.turned.told import Told
from app.memories.turns import Turn

# Without one of these words a sentence tells of no change that is read here, and costs no more than this look.
SIGNS: Final = frozenset(
    [
        "abandoned",
        "after",
        "away",
        "axed",
        "begun",
        "behind",
        "binned",
        "broke",
        "broken",
        "brought",
        "bumped",
        "came",
        "canceled",
        "cancelled",
        "changed",
        "closed",
        "come",
        "company",
        "completed",
        "converted",
        "dead",
        "deferred",
        "delayed",
        "delivered",
        "died",
        "disbanded",
        "discontinued",
        "ditched",
        "divorced",
        "donated",
        "done",
        "dropped",
        "employer",
        "ended",
        "enjoying",
        "exchanged",
        "expired",
        "extended",
        "fed",
        "finished",
        "fired",
        "flogged",
        "folded",
        "found",
        "gave",
        "give",
        "given",
        "gone",
        "graduated",
        "grown",
        "hired",
        "history",
        "hung",
        "instead",
        "junked",
        "kicked",
        "laid",
        "lapse",
        "let",
        "lapsed",
        "last",
        "learned",
        "left",
        "liking",
        "longer",
        "lost",
        "loving",
        "migrated",
        "more",
        "moved",
        "notice",
        "off",
        "over",
        "packed",
        "parted",
        "passed",
        "ported",
        "postponed",
        "pulled",
        "pushed",
        "put",
        "quit",
        "rather",
        "rebooked",
        "redundant",
        "rehomed",
        "replaced",
        "rescheduled",
        "resigned",
        "retire",
        "retired",
        "returned",
        "rewrote",
        "rid",
        "sacked",
        "scrapped",
        "scrapyard",
        "sell",
        "separated",
        "shelved",
        "shifted",
        "shipped",
        "sick",
        "sold",
        "split",
        "started",
        "stepped",
        "stole",
        "stolen",
        "stopped",
        "swapped",
        "switched",
        "swore",
        "taken",
        "tired",
        "took",
        "totaled",
        "totalled",
        "trade",
        "traded",
        "transferred",
        "turns",
        "unsubscribed",
        "warmed",
        "went",
        "withdrew",
        "workplace",
        "wrapped",
        "wrecked",
    ]
)
_WORD: Final = re.compile(r"[a-z]+")
_ME: Final = (
    r"(?:(?:I|we|my (?:wife|husband|partner) and I|(?:the|our) (?:team|company|office|department|whole team))\s)?(?:has\s)?"
    r"(?:(?:am|are|have|had|just|finally|recently|already|sadly|also|then|now|both|since|only|eventually|unfortunately|"
    r"officially|at last|got to|had to|decided to)\s)*"
)
_NOT_SO: Final = re.compile(
    r"\b(?:may|might|could|would|should|shall|will|can|going to|gonna|wants?|wanted|wish|like to|love to|plan(?:s|ning|ned)?|think(?:s|ing)?|"
    r"thought|consider\w*|if|unless|whether|nearly|almost|never|not(?! any more)|hopes?|hoping|dream\w*|try|tried|trying|"
    r"about to|need to|needs to|have to|has to|tells?|told|says?|said|hear|heard|talk\w*|suggest\w*|propos\w*|was to|"
    r"tempted|today|tonight|this (?:time|week|morning|once)|yet|pretend\w*|imagine\w*|refus\w*|offer\w*|ought|used to|when I|"
    r"for (?:a|an|the|one|two|three|\d+) (?:\w+ )?(?:while|bit|days?|weeks?|weekend|months?|hours?|holiday|trip)|(?:came|come|is|am|are) back|again|temporarily|"
    r"as a (?:child|kid|student)|years ago|maybe|perhaps|probably|possibly|everyone|people|somebody|someone)\b",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"\s(?:for good|altogether|completely|entirely|at last|for now|too|now|then|instead|to be honest|in the end|a while ago|"
    r"(?:because|since|so|as|due to|thanks to|after|when|before|on account of)\b.*|with a heavy heart|this year|for me|"
    r"without regret|for ever|forever|already)$",
    re.IGNORECASE,
)
_DETERMINED: Final = re.compile(
    r"^(?:(?:the|my|our|that|this|all|of|old|own|trusty|beloved|dear|poor|good|little|weekly|daily|working (?:at|for|with)|"
    r"playing|learning|doing|going to|studying|practi[sc]ing|using|taking|drinking|eating|to)\s)+",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"^(?:an?|some|any|another|his|her|their|your|its|every|each|two|three|it|them|this|that|there|here|everything|"
    r"nothing|something|one|most|many|both|all|the (?:day|time|game|match|way|point|plot|race|bus|train|door|ball))\b|['’]s\s",
    re.IGNORECASE,
)
_SOLD: Final = re.compile(
    rf"^{_ME}(?:sold|sell|flogged|binned|junked|found (?:a )?(?:new )?home for|got rid of|get rid of|gave away|given away|give away|parted with|part with|lost|donated|scrapped|"
    r"rehomed|disposed of|threw (?:out|away)|thrown (?:out|away)|wrecked|totall?ed|put down|put to sleep|let go of)\s"
    r"(?P<what>.+?)(?:\s(?:to|on)\s.+)?$"
    rf"|^{_ME}(?:gave|given|give|put|traded|trade|sold|threw|thrown)\s(?P<a>.+?)\s(?:away|down|to sleep|in|off|out|up for adoption)$"
    rf"|^{_ME}(?:gave|given|give|donated)\s(?P<b>(?:my|our|the)\s.+?)\sto\s.+$",
    re.IGNORECASE,
)
_SOLD_THING: Final = re.compile(
    r"^(?:sadly\s|unfortunately\s)?(?P<what>.+?)\s(?:has\s|had\s|have\s|just\s|sadly\s|finally\s|recently\s|also\s)*"
    r"(?:(?:is|are|was|were|got|been|being)\s(?:now\s|finally\s|just\s)*(?:sold|stolen|given away|gone|dead|lost|totall?ed|wrecked|scrapped|"
    r"put down|put to sleep|rehomed|traded in|broken for good|no more)|died|passed away|passed on|ran away|flew away|broke(?: down)?|packed up|fell apart|is no longer with us|"
    r"broke (?:down )?for good|went to (?:my|our|a) .+|went missing|gave up the ghost|did not make it)$",
    re.IGNORECASE,
)
_GIVEN_UP: Final = re.compile(
    rf"^{_ME}(?:gave up(?: on)?|given up(?: on)?|give up|quit|stopped|dropped(?: out of)?|ditched|packed in|cancelled|canceled|"
    r"finished(?: with)?|completed|left|retired from|resigned from|done with|over|through with|finished with|fed up with and left|"
    r"swore off|sworn off|cut out|kicked|unsubscribed from|unsubscribe from|withdrew from|pulled out of|stepped down (?:as|from)|"
    r"moved on from|abandoned|wrapped up|closed|shelved|axed|shipped|delivered)\s(?P<what>.+)$"
    rf"|^{_ME}(?:packed|called|gave|given|let)\s(?P<a>.+?)\s(?:in|off|up|lapse|expire|go)$"
    rf"|^no more (?P<b>.+?)(?:\sfor me|\sfor us)?$",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"^(?P<what>.+?)\s(?:has\s|have\s|is\s|are\s|was\s|were\s|got\s|been\s|now\s|finally\s|just\s|all\s|already\s|officially\s)*"
    r"(?:history|over|ended|finished|done(?: and dusted)?|behind (?:me|us)|a thing of the past|cancelled|canceled|called off|off the table|"
    r"expired|lapsed|closed(?: down)?|folded|disbanded|discontinued|gone|dead|shelved|axed|wrapped up|shut down|came to an end|"
    r"come to an end|off)(?:\s(?:for me|for us|now))?(?:,.*)?$",
    re.IGNORECASE,
)
_DAYS: Final = re.compile(r"^(?P<what>.+?)\sdays$", re.IGNORECASE)
_INTO: Final = re.compile(
    rf"^{_ME}(?:switched|moved|changed|went|gone|migrated|converted|transferred|ported|swapped)\s(?:over\s|everything\s|(?:our|my) [\w ]{{2,20}}?\s)?"
    r"from\s(?P<old>.{2,40}?)\s(?:over\s)?to\s(?P<new>.{2,40})$"
    rf"|^{_ME}(?:switched|moved|changed|migrated|converted|transferred)\s(?:over\s|everything\s)?to\s(?P<new2>.{{2,40}}?)\sfrom\s(?P<old2>.{{2,40}})$"
    rf"|^{_ME}(?:swapped|traded|exchanged|ditched|dropped|gave up|given up|left|quit|abandoned)\s(?P<old3>.{{2,40}}?)\s(?:in\s)?(?:for|in favou?r of)\s(?P<new3>(?!an? (?:\w+ )?(?:while|bit|day|week|weekend|month|holiday|trip|break)|good\b|ever\b|now\b|the (?:day|night|week|weekend|summer|winter)).{{2,40}})$"
    rf"|^{_ME}(?:replaced|swapped|substituted)\s(?P<old4>.{{2,40}}?)\s(?:with|by)\s(?P<new4>.{{2,40}})$"
    r"|^(?P<new5>[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*)?)\s(?:has\s)?replaced\s(?P<old5>.{2,40})$"
    r"|^(?:I|we|our \w+|my \w+)\s(?:now\s)?[a-z]+\s(?:in\s|on\s|with\s)?(?P<new6>.{2,40}?)\s(?:now,?\s)?(?:instead of|rather than|and not)\s(?P<old6>.{2,40}?)(?:\snow|\sthese days)?$"
    r"|^(?:I|we|our \w+|my \w+)\s(?:now\s)?[a-z]+\s(?:in\s|on\s|with\s)(?P<new7>[A-Z]\S{1,30})\s(?:now|these days),?\snot\s(?:in\s|on\s|with\s)?(?P<old7>[A-Z]\S{1,30})$"
    r"|^(?:it|they) (?:is|are) (?P<new8>[A-Z]\S{1,30})\s(?:now|these days|instead),?\snot\s(?P<old8>[A-Z]\S{1,30})$",
    re.IGNORECASE,
)
_AND_TOOK_UP: Final = re.compile(
    r"^(?P<ended>.+?),?\s(?:and|so I|so we|but)\s(?:(?:have|now|then|just|I|we|I am|we are)\s)*(?:took up|taken up|take up|started|began|got into|picked up|bought|treated myself to|treated ourselves to|"
    r"got|joined|signed up for|moved to|switched to|now (?:drive|ride|use|play|do|wear|learn|own|have))\s"
    r"(?P<new>(?!out\b|over\b|rid\b|married\b|to\b).{2,40})$",
    re.IGNORECASE,
)
_MOVED: Final = re.compile(
    r"^(?:they (?:have )?|I (?:have )?|we (?:have )?)?(?:just )?(?P<verb>moved|pushed|put|postponed|rescheduled|brought|shifted|rebooked|delayed|extended|changed|deferred)\s"
    r"(?:back\s|forward\s)?(?P<what>(?:the|my|our)\s.+?)\s(?:back\s|forward\s|out\s|up\s|by [\w ]+?\s)?(?:to|until|till|for)\s(?P<to>.+)$"
    r"|^(?P<what2>(?:the|my|our)\s.+?)\s(?:(?:has|have|had|just|now|is|was|were|are|got|been|also)\s)*"
    r"(?:moved|pushed|put|postponed|rescheduled|brought|shifted|rebooked|delayed|extended|changed|deferred|bumped|slipped|re-?arranged|put off)\s"
    r"(?:back\s|forward\s|out\s|off\s|up\s|by [\w ]+?\s)?(?:to|until|till|for|into|on)\s(?P<to2>.+)$",
    re.IGNORECASE,
)
_PARTED: Final = re.compile(
    r"^(?:(?P<who>[\w' ]{2,30}?)\sand\s(?:I|me)|I|we)\s(?:(?:have|had|has|are|were|got|just|recently|finally|sadly|now|both|decided to)\s)*"
    r"(?:broke up|broken up|break up|split up|split|separated|divorced|parted ways|called it quits|no longer together)"
    r"(?:\s(?:with|from)\s(?P<with>.{2,30}))?$"
    r"|^I\s(?:have |had |just |finally )*(?:left|dumped|divorced|ended things with)\s(?P<left>(?:my\s)?(?:girlfriend|boyfriend|partner|wife|husband|fianc\w+).{0,20})$",
    re.IGNORECASE,
)
_LEFT_WORK: Final = re.compile(
    r"^(?:(?P<who>I|we|my [\w' ]{2,30}?)\s|(?=(?:quit|left|resigned from)\s[A-Z]))(?:(?:have|has|had|just|finally|recently|also|sadly|unfortunately|was|were|got|been|am|is|are|now)\s)*"
    r"(?:laid off|let go|made redundant|fired|sacked|dismissed|out of (?:a job|work)|unemployed|between jobs|"
    r"(?:quit|left|lost|resigned from|gave up|packed in|handed in (?:my|his|her|their|the) notice(?: at)?|gave (?:my|his|her|their|in my) notice(?: at)?|resigned|retired)"
    r"(?:\s(?:my|his|her|their|the)?\s?(?:job|position|role|post)(?: at)?)?)"
    r"(?:\s(?:by|from|at)?\s?(?P<firm>(?:the )?[A-Z][\w&'. -]{1,40}))?$",
    re.IGNORECASE,
)
_LAST_DAY: Final = re.compile(
    r"^(?:(?:today|yesterday|friday|monday|last \w+|it)\s)?(?:was|is)\smy last (?:day|week|shift) (?:at|with) (?P<firm>[A-Z][\w&'. -]{1,40})$"
    r"|^my time (?:at|with) (?P<firm2>[A-Z][\w&'. -]{1,40}?) (?:is|has) (?:over|ended|come to an end)$"
    r"|^(?P<firm3>[A-Z][\w&'. -]{1,40}?) (?:has |have )?(?:let me go|laid me off|fired me|sacked me|made me redundant|showed me the door|did not renew my contract)$",
    re.IGNORECASE,
)
_NO_LONGER: Final = re.compile(
    r"^(?:I|we)\s(?:(?:really|now|also|just)\s)*(?:no longer|do not)\s[a-z]+\s(?:(?:to|in|at|on|for|with|along)\s)?(?P<what>.+?)(?P<more>\s(?:any more|these days|nowadays))?$",
    re.IGNORECASE,
)
_RUNS_ON: Final = re.compile(
    r",\s(?:and\s|but\s|so\s)?(?=(?:started|joined|took up|got a|now|bought|moved to|switched to|can not|could not|delivered|it is|I am|I have)\b|(?-i:[A-Z])\w+(?:\s\w+)?\s(?:took me|hired me|has hired|is my)\b|[\w' ]{3,25}\s(?:is|are)\s(?:over|history|finished)\b)",
    re.IGNORECASE,
)
_NEW_FIRM: Final = re.compile(
    r"^(?:(?:I|we)\s)?(?:(?:have|just|now|recently|also|finally)\s)*(?:started|begun|got|found|landed|accepted|taken|took)(?:\s(?:an?|the|my|up a)\s(?:new\s)?"
    r"(?:job|position|role|post))?\s(?:at|with)\s(?P<firm>[A-Z][\w&'. -]{1,40})$"
    r"|^(?P<firm2>[A-Z][\w&'. -]{1,40}?)\s(?:has\s|have\s|then\s)?(?:took|taken|hired|recruited|snapped)\sme(?:\s(?:on|up))?$"
    r"|^(?P<firm3>[A-Z][\w&'. -]{1,40}?)\sis\s(?:now\s)?my\s(?:new\s|current\s)?(?:employer|company|workplace)(?:\snow)?$"
    r"|^(?P<firm4>[A-Z][\w&'. -]{1,40}?)\spays my (?:wages|salary|bills)(?:\snow)?$"
    r"|^I am (?:now )?with (?P<firm5>[A-Z][\w&'. -]{1,40}?) now$"
)
_CALLED_OFF: Final = re.compile(
    rf"^(?P<what>.+?)\s(?:has\s|have\s|is\s|are\s|was\s|were\s|got\s|been\s|now\s|just\s)+(?:cancelled|canceled|called off|off|scrapped)$"
    rf"|^{_ME}(?:they\s)?(?:cancelled|canceled|called off)\s(?P<a>.+)$",
    re.IGNORECASE,
)
_BACK: Final = re.compile(
    r"\b(?:but|and|then)\s(?:\w+\s){0,3}(?:came back|is back|am back|are back|went back|turned up again|found (?:him|her|it|them)|"
    r"took it up again|started again|it stays|stayed|changed my mind|returned|recovered)\b",
    re.IGNORECASE,
)
_BROKEN: Final = re.compile(r"(?:broke(?: down)?|packed up|fell apart)$")  # it may be mended
_DAY: Final = re.compile(
    r"\d|\b(?:today|yesterday|tomorrow|last|next|this|ago|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|"
    r"may|june|july|august|september|october|november|december|week|month|year|spring|summer|autumn|fall|winter|morning|evening|night)",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(r"^(?:these days|now|nowadays|since \w+|recently|lately),?\s", re.IGNORECASE)
_FIRED: Final = re.compile(
    r"^(?:they|my (?:boss|employer|company|firm)|the (?:company|firm|boss))\s(?:(?:have|has|just|finally)\s)*(?:let me go|laid me off|fired me|sacked me|"
    r"made me redundant|got rid of me|did not renew my contract)$",
    re.IGNORECASE,
)
_CONTRAST: Final = re.compile(r",\snot\s(?:in\s|on\s|with\s)?[A-Z]\S+$")
_NOT_NOW: Final = re.compile(r"\b(?:any more|no longer|these days|nowadays)\b")
_NOT_MORE: Final = re.compile(
    r"^(?:I|we)\s(?:am|are)\s(?:no longer|not)\s(?P<what>[a-z]+ing\s.+?)(?P<more>\sany more)?$", re.IGNORECASE
)
_GOT_OUT: Final = re.compile(r"^(?P<what>[A-Z][\w'-]+)\s(?:has\s|had\s|just\s)*(?:moved out|left us)$")


def read(sentence: Sentence) -> list[Told]:
    """What its clauses tell of changes, in order."""
    if not _may_tell(sentence.text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or _BACK.search(text):
        return []
    moment = Moment(sentence.at, sentence.zone)
    if (parted := list(_parted(unled(text).rstrip(" .!")))) and not _NOT_SO.search(text):
        return parted
    found: list[Told] = []
    parts = [unled(piece).strip(" .!") for part in split(unled(text)) for piece in _RUNS_ON.split(part)]
    for place, part in enumerate(parts):
        goes_on = place + 1 < len(parts) and _AND_TOOK_UP.match(f"x and {parts[place + 1]}") is not None
        told = list(_of_clause(part, moment, goes_on=goes_on))
        if not told and found and found[-1].key == "employer":
            told = list(_of_work(moment.undated(part), part))
        if len(told) == 1 and not told[0].into and told[0].turn in (Turn.THING, Turn.DOING) and place + 1 < len(parts):
            told = [_into_next(told[0], parts[place + 1], moment)]
        found += told
    return found


def _may_tell(text: str) -> bool:
    return ", not " in text or "these days" in text or not SIGNS.isdisjoint(_WORD.findall(text.lower()))


def _into_next(told: Told, following: str, moment: Moment) -> Told:
    """`I gave up the cello`, `I took up the viola`: one gave way to the other."""
    if (both := _AND_TOOK_UP.match(f"x and {following}")) and not _NOT_SO.search(following):
        return Told(told.what, told.turn, told.clause, into=_thing(both["new"], moment))
    return told


def _of_clause(part: str, moment: Moment, *, goes_on: bool = False) -> Iterator[Told]:
    if not _may_tell(part):
        return
    plain = _undated(part, moment)
    if "," in plain and (taste := tastes.english(re.split(r",\s", plain)[0])):
        yield taste
        return
    yield from _last_day(plain, part)
    if _NOT_SO.search(_CONTRAST.sub("", plain)) and not _NOT_NOW.search(part):
        if not (moved := _MOVED.match(part)) or re.search(rf"{_NOT_SO.pattern}", moved["what"] or moved["what2"] or ""):
            return
        if re.search(
            r"\b(?:may|might|could|would|should|will|if|not|never|nearly|almost|want|wants|plan(?:s|ning|ned)?|think(?:s|ing)?)\b",
            part,
        ):
            return
    if (moved := _MOVED.match(part)) and moment.mentions(moved["to"] or moved["to2"]):
        what = _thing(moved["what"] or moved["what2"], moment)
        if what and not role_in(what):
            yield Told(what, Turn.DATE, part)
        return
    if taste := tastes.english(plain):
        yield taste
    yield from _of_work(plain, part)
    taken = _AND_TOOK_UP.match(plain)
    ended = _LEAD.sub("", taken["ended"] if taken else plain)
    if into := _INTO.match(ended):
        groups = {name.rstrip("0123456789"): words for name, words in into.groupdict().items() if words}
        old, new = _thing(groups["old"], moment), _thing(groups["new"], moment)
        if old and new and not role_in(old) and normal(old) != normal(new):
            yield Told(old, Turn.DOING, part, into=new)
        return
    into_ = _thing(taken["new"], moment) if taken else ""
    if off := _CALLED_OFF.match(ended):
        what = _thing(off["what"] or off["a"], moment)
        if what and not _OTHERS.match(off["what"] or off["a"]):
            yield Told(what, Turn.OFF, part)
        return
    for pattern, turn in ((_SOLD, Turn.THING), (_GIVEN_UP, Turn.DOING), (_SOLD_THING, Turn.THING), (_OVER, Turn.DOING)):
        if not (found := pattern.match(ended)):
            continue
        words = next(words for words in found.groups() if words)
        if turn is Turn.DOING and (days := _DAYS.match(words)):
            words = days["what"]
        if _OTHERS.match(re.sub(r"^my\s", "", words, flags=re.IGNORECASE)) or role_in(
            re.sub(r"^(?:my|our)\s", "", words)
        ):
            continue
        if pattern is _SOLD_THING and _BROKEN.search(ended) and not into_ and not goes_on:
            continue
        what = _thing(words, moment)
        if what and len(what.split()) < 6:
            yield Told(what, turn, part, into=into_)
            return
    if (
        (less := _NO_LONGER.match(plain) or _NOT_MORE.match(plain))
        and (less["more"] or "no longer" in plain)
        and not _OTHERS.match(less["what"])
    ):
        yield Told(_thing(less["what"], moment), Turn.DOING, part)
    if out := _GOT_OUT.match(plain):
        yield Told(out["what"], Turn.DOING, part)


def _parted(text: str) -> Iterator[Told]:
    """`Lena and I broke up`: the whole sentence, for its "and" parts no clauses."""
    if (parted := _PARTED.match(text)) and (named := parted["who"] or parted["with"] or parted["left"]):
        who = re.sub(r"^my\s|\s(?:last|this|in|on|a)\s.*$", "", named, flags=re.IGNORECASE)
        yield Told("" if role_in(who) else who, Turn.BOND, text)


def _last_day(plain: str, part: str) -> Iterator[Told]:
    for words in (plain, part):
        if last := _LAST_DAY.match(words):
            firm = last["firm"] or last["firm2"] or last["firm3"]
            yield Told(firm, Turn.DOING, part, key="employer", value=head(firm, number=False))
            return


def _of_work(plain: str, part: str) -> Iterator[Told]:
    if new := _NEW_FIRM.match(plain):
        firm = next(words for words in new.groups() if words)
        if firm.split()[0] not in (
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "He",
            "She",
            "It",
            "They",
            "This",
            "That",
            "Work",
        ):
            yield Told("", Turn.DOING, part, key="employer", into=firm)
        return
    if re.match(
        r"(?:I\s)(?:(?:have|just|finally|recently)\s)*(?:graduated|finished (?:uni|university|college|school|my (?:degree|studies)))$",
        plain,
    ):
        for key in ("school", "grade", "major"):
            yield Told("studies", Turn.DOING, part, key=key)
        return
    if _FIRED.match(plain):
        yield Told("job", Turn.DOING, part, key="employer")
        return
    work = _LEFT_WORK.match(re.sub(r"\s(?:now|for good|early|as well|too)$", "", plain))
    if not work or re.search(r"\b(?:left|lost|gave up|packed in)$", plain):
        return
    prefix = ""
    if (work["who"] or "").lower().startswith("my "):
        someone = person(work["who"][3:])
        if someone is None:
            return
        prefix = someone.prefix
    firm = (work["firm"] or "").strip()
    if firm and not firm[:1].isupper():
        return
    if not firm or prefix or not work["who"] or "laid off" in plain or "fired" in plain:
        yield Told(
            firm or "job", Turn.DOING, part, key=f"{prefix}employer", value=head(firm, number=False) if firm else None
        )
    if not firm and re.search(r"\bretired\b", plain):
        yield Told("job", Turn.DOING, part, key=f"{prefix}occupation")


def _undated(text: str, moment: Moment) -> str:
    """Without its dates, which are looked for only where there may be some."""
    return moment.undated(text) if _DAY.search(text) else text


def _thing(words: str, moment: Moment) -> str:
    """The thing that some words name: `my old Golf for good` → `Golf`."""
    text = _undated(unfilled(words), moment).strip(" .,!")
    for _ in range(3):
        text = _TAIL.sub("", text).strip(" ,")
    text = re.sub(r"['’]s$", "", _DETERMINED.sub("", text))
    first, _, rest = text.partition(" ")
    if first.lower().endswith("ing") and len(first) > 4 and rest and first.islower():
        return (
            rest
            if base_of_gerund(first.lower()) in ("play", "do", "learn", "go", "use", "take", "drive", "study")
            else text
        )
    return (
        re.sub(r"\s(?:lessons?|classes|course|subscription|membership|account)$", "", text)
        if len(text.split()) > 1
        else text
    )


def normal(words: str) -> str:
    return " ".join(words.casefold().split())


def says(told: Told, sentence: Sentence) -> str:
    """The clause in the third person, its days by their dates."""
    moment = Moment(sentence.at, sentence.zone)
    clause = told.clause
    if not re.search(
        r"\b(?:I|we|my|our)\b|^(?:the|they)\b|^[A-Z][\w.+#-]*\s(?:has|have|is|was)\b", clause, re.IGNORECASE
    ):
        clause = f"I {clause[:1].lower()}{clause[1:]}"
    told_of = tidy(third(clause))
    return capital(moment.absolute(told_of) if told.into or told.turn is Turn.DATE else told_of)
