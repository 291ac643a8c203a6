"""What a clause takes from the sentence around it: whom "we" means, what a wish leans on, whose "mum" it is."""

from dataclasses import replace

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.matters import general
from app.memories.extractors.en.subjects import ME, TEAM, Subject
from app.memories.extractors.en.tools import kind_of
from app.memories.extractors.en.wishes import as_wish
from app.memories.model import Candidate, Source
from app.text import patterns as re

_SERVICES = words("tools", "services")
_THE_OWN = re.compile(
    r"^the (?=(?:car|van|bike|laptop|phone|dog|cat|missus|wife|husband|kids?|flat|house)\s(?:is|are|was|has|have)\s(?:an?\s|called\s|in\s))",
    re.IGNORECASE,
)
_PARENT = re.compile(
    r"(?=(?:mum|mom|dad|grandma|grandpa|granddad|nan|hubby|granny|gran|grandad|nana|nanna|papa|mother|father|(?:mother|father|brother|sister)-in-law)\s(?:is|was|has|can|[a-z]{3,}(?:s|ed|d))\b)"
    r"|(?=(?:time ?zone|birthday|blood type|shoe size|star sign|bedtime|commute|budget|hometown|home town|nationality|doctor|gp|cardiologist|"
    r"physio|dietitian|landlord|boss|landlady)(?:\s(?:is|says|said|has|hates|likes|wants|told)\b))",
    re.IGNORECASE,
)
_HOUSEHOLD = re.compile(
    r"\b(?:my|our) (?:wife|husband|partner|kids?|children|son|daughter|girlfriend|boyfriend|fianc\w+|family|baby|toddler|"
    r"twins)\b|\bat home\b|\bas a family\b",
    re.IGNORECASE,
)
_MOVE = re.compile(r"\bwe (?:are |have )?(?:moving|move|moved|relocating|relocated) (?:back )?to (?P<to>[A-Z][\w'-]+)")
_AT_WORK = re.compile(
    r"\b(?:team|work|office|compan\w+|customers?|clients?|releases?|deploy\w*|prod|code|server|repo|boss|colleagues?|business|"
    r"launched|commits?|squash\w*|rebase\w*|pipelines?|devs?|engineers|rewrite|shipped?|sprints?|backlog|apis?|databases?|branch\w*|merge\w*|develop\w*|tests?|builds?|pair|reviews?|meetings?|"
    r"stand-?ups?|retros?|projects?|products?|tickets?|quarter\w*|stakeholders?|invoices?|staging|production|repos|monorepo|docs?|"
    r"cloud|users?|sales|orders?|clients'?|patients?|contracts?|shifts?|warehouse)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\b(?:my|our|an?|the)\s(?:[\w-]+\s){0,3}?(?P<group>band|choir|orchestra|quartet|trio|book club|club|squad|crew|theatre "
    r"group|improv group)\b",
    re.IGNORECASE,
)


def group(text: str) -> Subject | None:
    """Whom "we" means where the sentence tells it: the household is the user, a band is the user's band."""
    if found := _GROUP.search(text):
        return replace(TEAM, label=f"User's {found['group'].lower()}")
    if _AT_WORK.search(text):
        return None
    moved = _MOVE.search(text)
    return ME if _HOUSEHOLD.search(text) or (moved and _place(moved["to"])) else None


_FOREVER = ("health:", "allergy:", "intolerance:", "diet", "fear:", "handedness", "religion")


_FORBIDS = re.compile(
    r"(?:please\s)?(?:do not(?! (?:worry|know|care|mind|think|want|ask)\b)|never|no|avoid)\s\S", re.IGNORECASE
)


_OF_FOOD = re.compile(
    r"no (?:more )?(?P<what>[a-z][\w -]{2,30}) for (?:me|us)$", re.IGNORECASE
)  # coeliac, so no rye for me


def because(reason: Candidate, part: str) -> Candidate | None:
    """`I'm colour blind, so don't use red and green`: a wish for good, since its reason stays."""
    key = reason.key or ""
    if not key.startswith(_FOREVER) or not _FORBIDS.match(part):
        return None
    if refused := _OF_FOOD.match(part):
        return standing(f"User avoids {refused['what']}", part, None, None, source=Source.USER_STATED, confidence=0.85)
    return standing(as_wish(part), part, *general(part), source=Source.USER_STATED, confidence=0.85)


def at_work(text: str) -> bool:
    """Whether "we" are the team: the sentence speaks of work and of nobody at home."""
    named = any(word.strip(".,;:").casefold() in _SERVICES for word in text.split())
    return (named or _AT_WORK.search(text) is not None) and not _HOUSEHOLD.search(text)


def at_home(clause: Clause, around: str) -> Clause:
    """The clause told of the user where "we" do what people do at home: `we rent a flat`, but not `we review on Mondays`."""
    ours = clause.subject is TEAM and not at_work(f"{around} {clause.text}")
    return replace(clause, subject=ME) if ours else clause


def _place(to: str) -> bool:
    return kind_of(to) is None and to.casefold() not in _SERVICES


def mine(part: str) -> str:
    """`mum is living with us` → `my mum is living with us`, `the car is a Jazz` → `my car is a Jazz`."""
    if part[:4].lower() == "the ":
        return _THE_OWN.sub("my ", part, count=1)
    return f"my {part}" if _PARENT.match(part) else part
