"""Languages, instruments, sports, habits."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, preference
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import FORMS, head, singular
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import CODE, enumerated, listed, number, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_PASSING = words("verbs", "passing")


_PLAYED = words("play", "instruments") | words("play", "sports")

_NOT_PLAYED = words("play", "not_played")

_FREQUENCY = re.compile(
    r"\b(?:every (?:other |second |single )?(?:day|night|morning|evening|afternoon|week|weekend|month|year|"
    r"summer|winter|spring|autumn|fall|weekday|workday|\w+day|few \w+|two \w+)|each (?:day|morning|evening|"
    r"night|week|month|\w+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|on (?:weekends|weekdays|weeknights)|at weekends|weekends|in the (?:mornings?|evenings?|afternoons?|"
    r"summer|winter|shower)|at night|at lunch(?:time)?|before (?:bed|breakfast|work|dinner|lunch)|after (?:work|"
    r"dinner|lunch|breakfast|school)|to work|(?:once|twice|\w+ times) (?:a|per|every) (?:day|week|month|year)|"
    r"daily|weekly|monthly|yearly|nightly|regularly|all year|around (?:\d|noon|midnight)|(?:at|around|by|before|"
    r"after) (?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)?|(?:half past |quarter (?:past|"
    r"to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve)(?: thirty| o'clock)?|noon|midnight|sunrise|dawn)\b|"
    r"(?:an?|one|two|three|\d+) [\w-]+ (?:a|per|every) (?:day|week|month|year)|in my (?:free|spare) time|"
    r"for breakfast|for lunch|for dinner|most (?:days|nights|mornings|evenings|"
    r"weekends)|every time)\b",
    re.IGNORECASE,
)

_HABITUAL = words("tastes", "habitual")

_ACTIVE = words("tastes", "pastimes")

_OBJECTIVE = words("tastes", "with_object")


_SKILL = re.compile(
    r"^(?P<v>drive|swim|cook|ski|sing|draw|ride a (?:bike|bicycle|motorcycle|horse)|read music|touch[- ]type|whistle|"
    r"sew|knit|skate|dance|type fast)(?:\s(?:at all|well|very well))?$"
)


def able(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I can't drive`, `I can sew`."""
    found = (
        _SKILL.match(f"{clause.verb} {clause.rest}".strip())
        if clause.modal == "can" and clause.subject.kind in ("me", "person")
        else None
    )
    return [draft(clause, f"plays:{found['v']}", "no" if clause.negated else "yes", clause.telling())] if found else []


def playing(clause: Clause, moment: Moment) -> list[Candidate]:
    if (
        clause.verb not in ("play", "practise", "practice")
        or clause.subject.kind not in ("me", "person", "team")
        or not clause.lively
        or clause.modal == "will"
    ):
        return []
    if clause.tense in ("past", "future"):
        return []
    rest = re.sub(r"^(?:a bit of|a little|some|a lot of|around with)\s", "", clause.rest)
    main = re.split(
        r"\s(?:with|on|in|at|for|since|every|twice|once|after|before|professionally|competitively|badly|together|"
        r"against|almost|most|a\s(?:few|couple))\b",
        rest,
    )[0]
    things = [head(thing, number=False) for thing in listed(re.sub(r"^both\s", "", enumerated(main)))]
    if not any(thing in _PLAYED or singular(thing) in _PLAYED for thing in things) and (
        any(thing in _NOT_PLAYED for thing in things) or clause.tense == "progressive" or not re.match(r"the\s", main)
    ):
        return habit(clause, moment)
    found = []
    for raw, thing in zip(listed(enumerated(main)), things, strict=False):
        if thing in _NOT_PLAYED:
            continue
        word = "does not play" if clause.negated else "plays"
        single = len(things) == 1
        content = f"{clause.subject.label} {word} {third(unfilled(rest) if single else raw, named=True)}"
        found.append(
            draft(
                clause,
                f"plays:{thing}",
                "no" if clause.negated else "yes",
                content + (f" {clause.lead}" if clause.lead and single else ""),
            )
        )
    return found


def habit(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """What somebody does again and again: a frequency, a habitual adverb, or a verb that names a pastime."""
    if (
        clause.subject.kind not in ("me", "person", "team")
        or clause.tense not in ("present", "perfect", "progressive")
        or clause.modal not in ("", "can", "can't")
    ):
        return []
    if (
        clause.modal
        or " him" in f" {clause.rest}"  # who is meant stands in another clause
        or (clause.tense == "progressive" and not re.search(r"\b(?:every|each)\b", clause.rest))
        or (
            clause.tense == "perfect"
            and not re.search(
                r"\bbeen\b.*\b(?:for (?:over |about |almost |more than )?(?:\d+|an?|two|three|four|five|six|seven|"
                r"eight|ten|many|years) ?\w*|since|regularly|every|twice|times)\b",
                clause.predicate,
            )
        )
    ):
        return []
    verb = clause.verb
    if (
        verb in _PASSING
        or (
            verb
            in (
                "be",
                "like",
                "love",
                "hate",
                "use",
                "prefer",
                "enjoy",
                "own",
                "stand",
                "hope",
                "plan",
                "decide",
                "live",
                "happen",
                "mean",
                "can",
                "start",
                "come",
                "go",
            )
            and not _FREQUENCY.search(clause.rest)
        )
    ) and not (
        (
            verb in ("take", "receive", "send", "see")
            or re.match(r"(?:am |is )?gets?\s(?:up|out|off work|home|to work)\b", clause.predicate)
        )
        and _FREQUENCY.search(f"{clause.rest} {clause.lead}")
    ):
        return []
    if (
        verb == "be"
        and re.match(r"(?:up|awake|out of bed|at my desk|in bed|asleep)\s(?:at|by|before|around)\s.+", clause.rest)
        and _FREQUENCY.search(clause.rest)
    ):
        return [preference(clause, f"habit:be {clause.rest.split()[0]}", unfilled(clause.rest), clause.telling())]
    if (
        verb == "be"
        or (verb == "live" and clause.rest.startswith("for "))
        or not (verb in FORMS or clause.subject.kind != "thing")
    ):
        return []
    if (
        re.match(r"(?:time\b|up$)", clause.rest)
        or re.search(r"\b(?:this|these|those)\b", clause.rest)
        or re.match(r"to feel\b", clause.rest)
    ):
        return []
    frequent = _FREQUENCY.search(f"{clause.rest} {clause.lead}") or set(clause.adverbs) & _HABITUAL
    simple = verb in _ACTIVE or (
        verb in _OBJECTIVE
        and bool(clause.rest)
        and not re.match(
            r"(?:it|that|this|them|you|your|the|into|about|out of|an?\s(?:error|bug|problem|script|function|lot)|as|"
            r"on\s|to\s(?:the|a)|python|code|for the)\b",
            clause.rest,
        )
    )
    if (
        not (frequent or simple)
        or (verb in FORMS and FORMS[verb].kind != "base")
        or (verb not in FORMS and not frequent)
    ):
        return []
    if CODE.match(clause.rest) or re.search(
        r"\b(?:error|bug|exception|stack trace|this (?:code|file|function|error))\b", clause.rest
    ):
        return []
    if re.match(r"(?:it|this|that|them|these|those|you)\b", clause.rest):
        return []
    matter = re.sub(r"^(?:but|because|so|although)\b.*", "", _FREQUENCY.sub("", unfilled(clause.rest)).strip(" ,"))
    matter = re.split(r"\s(?:because|since|so|but|with my|with the)\b", matter)[0]
    bare = re.sub(r"^(?:an?|the|my|some)\s", "", matter)
    key = head(re.sub(r"\s(?:on|at|during|before|after)$", "", f"{verb} {bare}"))
    if (
        re.match(r"(?:for|since|ever)\b", bare)
        or bare in ("a", "an", "the", "few", "a few")
        or (verb == "go" and not bare)
    ):
        return []
    if verb == "commute" or re.match(r"(?:to work|to school|to the office)\b", bare):
        return [draft(clause, "commute", unfilled(clause.rest), unfilled(clause.telling()))]
    if verb == "smoke" and not re.match(r"(?:meat|fish|cheese|ham|ribs|brisket|salmon)", bare):
        return [preference(clause, "habit:smoking", "no" if clause.negated else "yes", unfilled(clause.telling()))]
    if verb == "drink" and re.match(r"(?:alcohol|booze|any alcohol)?$", bare):
        return [preference(clause, "habit:drinking", "no" if clause.negated else "yes", unfilled(clause.telling()))]
    content = moment.absolute(clause.telling()) if moment.mentions(clause.rest) and not frequent else clause.telling()
    return [
        preference(
            clause,
            f"habit:{key}"[:66],
            "no" if clause.negated else how_often(f"{clause.rest} {clause.lead}"),
            unfilled(content),
        )
    ]


_OFTEN = (
    (r"\b(?:every|each) (?:day|night|morning|evening|afternoon)\b|\bdaily\b|\bnightly\b", "daily"),
    (r"\b(?:on )?weekends?\b", "weekend"),
    (r"\b(?:every|each|a|per) month\b|\bmonthly\b", "monthly"),
    (r"\b(?:every|each|a|per) (?:year|summer|winter|spring|autumn|fall)\b|\byearly\b", "yearly"),
    (r"\b(?:every|each) week\b|\bweekly\b", "weekly"),
)
_TIMES = re.compile(r"\b(once|twice|(\w+) times) (?:a|per|every) (week|month)\b", re.IGNORECASE)


def how_often(text: str) -> str:
    """daily, weekly, `3/week`…; "yes" when it is not said."""
    if times := _TIMES.search(text):
        count = {"once": 1, "twice": 2}.get(times[1].lower()) or number(times[2] or "") or 0
        return f"{count}/{times[3].lower()}" if count else "yes"
    return next((code for words_, code in _OFTEN if re.search(words_, text, re.IGNORECASE)), "yes")
