"""Goals and plans; what has a date ends with it."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_LIFE = re.compile(
    r"^(?:learn|become|run (?:an?|the|my|\d)|lose \d|lose (?:some )?weight|quit|stop (?:smoking|drinking|eating|"
    r"biting)|retire|start (?:my own|a (?:business|company|family|podcast|blog|farm))|buy (?:an?|my|"
    r"our) (?:\w+ )?(?:house|home|flat|apartment|boat|car|van)|save (?:up|\d|money|enough|\$|€|£)|publish|"
    r"write (?:a|my) (?:\w+ )?(?:novel|book|memoir|thesis)|climb|finish (?:my|a|the) (?:thesis|phd|degree|"
    r"marathon|novel|dissertation|book|house)|get (?:better at|fit|fluent|my|certified|promoted|into|"
    r"a (?:promotion|licen[cs]e|degree|dog|cat))|move (?:to|abroad|out)|emigrate|improve my|pass (?:the|my)|"
    r"qualify|complete (?:an?|my)|pay off|read \d+|swim|hike the|cycle (?:from|across|the)|travel (?:to|around|"
    r"across)|visit|open (?:an?|my)|earn|reduce my|cut down|eat (?:healthier|less|more)|sleep (?:more|better)|"
    r"exercise more|grow my|build my own|give up|adopt|study (?:for|in|at|medicine|law)|master|launch|"
    r"change careers|sail|raise|bench|deadlift)\b",
    re.IGNORECASE,
)

NOW = re.compile(
    r"\b(?:today|tonight|now|right now|this (?:morning|afternoon|evening|minute|code|file|function|one)|"
    r"in a (?:minute|moment|bit|sec)|later|soon|next step)\b",
    re.IGNORECASE,
)

_TELL = re.compile(
    r"^(?:to\s)?(?:(?:get|have) an? (?:better|good|clear\w*) (?:sense|handle|idea|understanding|grip|feel|"
    r"picture)|learn (?:more|about|how)|know|ask|say|see|understand|talk|tell|thank|make sure|check|try|add|fix|"
    r"use|be|have|do|"
    r"go over|discuss|focus|sort|write a (?:function|script|regex|query)|create a|implement|let you|show you|"
    r"share|mention|point out|hear|find out|figure out|start with|confirm|believe)\b",
    re.IGNORECASE,
)

_PURSUE = re.compile(
    r"^(?:(?:migrating|transitioning|switching|upgrading|porting|rewriting)\s(?:from|to|our|the|everything|all|over)\s|training\sfor|preparing\sfor|studying\sfor|practi[sc]ing\sfor|saving\s(?:up\s)?(?:for|to)|"
    r"working\s(?:towards|toward|on\s(?:my|an?)\s(?:novel|book|thesis|phd|dissertation|album|memoir|pilot's|"
    r"licen[cs]e|certification))|writing\s(?:a|my)\s(?:\w+\s)?(?:novel|book|thesis|memoir|phd|dissertation)|"
    r"planning\s(?:to|on|a|our|my)|hoping\sto|aiming\s(?:to|for)|trying\sto\s(?:lose|quit|learn|get|eat|cut|"
    r"save|become|stop|run|conceive|drink|reduce)|learning(?:\sto|\show\sto)?\s|getting\smarried|expecting\sa|"
    r"building\s(?:a|my|our)\s(?:house|boat|cabin|shed|tiny house|canoe|guitar)|renovating|moving|going\sto)\b",
    re.IGNORECASE,
)


def goals(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """What somebody is after: a lasting aim, or one with a date."""
    if clause.subject.kind not in ("me", "team", "person") or clause.negated or clause.tense == "past":
        return []
    if (
        clause.subject.kind == "person"
        and clause.verb != "plan"
        and not re.search(r"\b(?:getting married|expecting|moving|retiring)\b", clause.predicate)
    ):
        return []
    text, predicate = clause.rest, clause.predicate
    coming = moment.coming(clause.text)
    progressive = re.sub(
        r"^(?:am|are|is|have been|has been)\s(?:(?:also|currently|now|still|really|slowly|actually|just)\s)*",
        "",
        predicate,
    )
    if progressive != predicate and (match := _PURSUE.match(progressive)):
        return _pursued(clause, moment, progressive, match)
    if (
        clause.verb in ("want", "hope", "plan", "intend", "aim", "dream", "need", "like", "love")
        and (clause.tense in ("present", "perfect") and clause.modal in ("", "would"))
        and (match := re.match(r"(?:to|on|of|for)\s(.+)", text))
    ):
        aim = match[1]
        wish = clause.verb in ("want", "like", "love", "need", "hope", "dream")
        if (clause.verb in ("like", "love") and clause.modal != "would") or (clause.verb == "need" and not coming):
            return []
        if re.search(r"\b(?:someday|some day|one day|if I could|ideally)\b", clause.text) and not coming:
            return []
        if (_TELL.match(aim) and not (coming and not wish)) or (NOW.search(aim) and not coming):
            return []
        if wish and not (_LIFE.match(aim) or (coming and coming.grain != "time" and not NOW.search(aim))):
            return []
        if clause.verb in ("plan", "aim", "intend") and len(aim.split()) < 2 and not coming:
            return []
        return [goal_of(clause, moment, aim, "plan" if clause.verb in ("plan", "intend") else "goal")]
    if (
        clause.tense == "future"
        and clause.modal in ("will", "shall")
        and coming
        and coming.grain != "time"
        and clause.subject.kind != "person"
        and not _TELL.match(clause.verb)
        and not NOW.search(clause.text)
    ):
        return [goal_of(clause, moment, f"{clause.verb} {text}", "plan")]
    return []


def _pursued(
    clause: Clause, moment: Moment, progressive: str, match: re.Match[str]
) -> list[Candidate]:  # one reading after the other
    if _TELL.match(progressive[match.end() :].strip()) or re.match(
        r"(?:learning (?:a ton|a lot|so much|as I)\b|going to \w+ (?:it|this|that|them)\b|"
        r"trying to (?:learn more|learn about|get a|get the|get some)|(?:planning|hoping|aiming)(?: (?:to|on|"
        r"for))? (?:it\b|that\b|this\b|\w+ing it\b|use my|bring my))",
        progressive,
    ):
        return []
    aim, coming = progressive, moment.coming(clause.text)
    start = match.group().lower()
    if start.startswith(("going to", "moving")):
        if (
            not coming
            or coming.grain == "time"
            or NOW.search(progressive)
            or (_TELL.match(progressive[len("going to ") :]) and start.startswith("going"))
        ):
            return []
        aim = re.sub(r"^(?:going\sto\s)", "", progressive)
        return [goal_of(clause, moment, re.sub(r"^moving", "move", aim), "plan")]
    if start.startswith(("learning", "trying to get")) and re.match(
        r"(?:learning\s(?:that|about it|a lot|from|more|it)\b|trying to get (?:this|it|my (?:code|script))\b)",
        progressive,
    ):
        return []
    kind = "plan" if start.startswith(("planning", "getting", "expecting")) else "goal"
    if (
        start.startswith("planning")
        and re.match(r"planning\s(?:to|on|a|our|my)\s\w+$", progressive)
        and not coming
        and not progressive.endswith(("wedding", "trip"))
    ):
        return []
    aim = re.sub(
        r"^(?:planning|hoping|aiming|trying)\s(?:to|on|for)\s|^learning\s(?:how\s)?(?:to\s)?",
        lambda m: "learn " if m.group().startswith("learning") else "",
        progressive,
    )
    return [goal_of(clause, moment, aim, kind)]


def goal_of(clause: Clause, moment: Moment, aim: str, kind: str) -> Candidate:
    coming = moment.coming(clause.text)
    key = head(moment.undated(unfilled(aim)))
    return draft(
        clause,
        f"{kind}:{key}"[:66],
        "yes",
        moment.absolute(unfilled(clause.telling())),
        importance=3,
        project_bound=clause.subject.kind == "team",
        expires_at=coming.until if coming else None,
    )
