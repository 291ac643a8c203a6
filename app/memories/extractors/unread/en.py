"""English sentences that no rule knows."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.memories import kinds
from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.elided import missing, of_work
from app.memories.extractors.en.fillers import unasked, unled, untrailed
from app.memories.extractors.en.leaning import at_work, mine
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, imperative
from app.memories.extractors.en.refusal import asked, foreign_quote, temporary, unreal
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.splitting import anew, split
from app.memories.extractors.en.statements import person_in
from app.memories.extractors.en.wishes import as_wish
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread.worth import worth
from app.memories.model import Candidate, Kind, Type
from app.text import patterns as re
from app.text.terms import terms

LEAST: Final = 1.2  # log-odds of a sentence of the first person
LEAST_OTHER: Final = 2.2  # of one that names nobody: more of these are about the world
_SHORTEST, _LONGEST = 3, 30  # words

_OWN: Final = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|me|us|mine|ours|myself)\b")
_ALONE: Final = re.compile(
    r"(?!I (?:have been|am|was|did|do) (?:since|for|so|too)\b)(?:I|[Ww]e|[Mm]y|[Oo]ur|[Pp]lease)\s(?:\S+\s){3,}\S"
)
_THE: Final = re.compile(  # of the work or the home that the sentence speaks of
    r"the\s(?:[\w-]+\s){1,3}?(?:is|are|has|have|must|needs?|runs?|uses?|lives?|goes|starts?|ends?|closes?|opens?|costs?|"
    r"should)\s\S",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(
    r"^(?:\S+\s){1,5}(?:it|them|this|that|those)$", re.IGNORECASE
)  # at what another clause names
_THERE: Final = re.compile(
    r"\b(?:been|lived?|living|moved|work(?:ed|ing)?|go|went|stayed) (?:there|here)\b", re.IGNORECASE
)
_CALLED: Final = re.compile(r"User(?: has an?|'s) (?P<kind>[\w' -]+?)(?: is)? (?:named|called) (?P<name>[A-Z][\w'-]*)")
_MUST: Final = re.compile(
    r"the\s(?:[\w-]+\s){1,2}?(?:must|has to|have to|needs to|cannot|can not|should never)\s", re.IGNORECASE
)
_SOMEBODY: Final = re.compile(r"(?:they|he|she|it|you|who|one|someone|somebody)\b", re.IGNORECASE)
_PERSON: Final = re.compile(r"\b(?:he|she|his|her)\b", re.IGNORECASE)
_OF_WHOM: Final = re.compile(r"\b(?:his|her) (?=[a-z])")
_ONCE: Final = re.compile(  # a request, of this once unless it says otherwise
    r"(?:(?:please|kindly|now|then|ok(?:ay)?|just|also|quickly|maybe|so|and)[\s,]+)*"
    r"(?:wish|give|show|tell|send|help|recommend|suggest|list|"
    r"write|draft|find|explain|compare|translate|summari[sz]e|make|create|generate|name|pick|plan|check|fix|rewrite|"
    r"rephrase|let|imagine|pretend|guess|try|look|see|think|read|calculate|convert|describe|design|define|outline|"
    r"proofread|review|edit|shorten|continue|add|remove|"
    r"change|turn|do(?! not)|come|thanks?|hope|ask|say|teach|walk|put|go|get me|bring|"
    r"set|open|run|play|sort|rank|rate|guide|brainstorm|cheer)\b"
    r"(?! by default)",
    re.IGNORECASE,
)
_STANDING: Final = re.compile(
    r"\b(?:always|never|every|each|from now on|whenever|by default|in (?:the )?future|going forward|"
    r"at all times|for me in general|usually)\b"
    r"|\bin (?:all|any)\b|^go with\b|^let'?s? (?:us )?(?:go|use|keep|stick)",
    re.IGNORECASE,
)
_FICTION: Final = re.compile(
    r"\b(?:in|of) (?:my|our|the) (?:novel|story|comic|play|script|screenplay|game|dream|book|film|tale|sketch)\b",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(r"[,;–—]|\.\.|\b(?:and|but|so|because|while|plus|yet) ")
_TOGETHER: Final = re.compile(r"(?!I\b|we\b)[^,;]{0,40}\band I\b", re.IGNORECASE)  # my sister and I, dairy and I
_WISH: Final = re.compile(
    r"(?:please|kindly|never|always|stop|quit|no more|no(?! longer\b)|do not|keep|skip)\b", re.IGNORECASE
)
_ADDRESSED: Final = re.compile(r"^(?:you|your|that|this|those|these|it|there|here)\b", re.IGNORECASE)


def read(sentence: Sentence) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping."""
    if foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or temporary(text):
        return []
    text = unasked(untrailed(unled(text)).rstrip(" .!"))
    if _FICTION.search(text) or (_ONCE.match(text) and not _STANDING.search(text)):
        return []
    if not _SHORTEST <= len(text.split()) <= _LONGEST or _ADDRESSED.match(text):
        return []
    if worth(sentence.text) < (LEAST if _OWN.search(text) or _MUST.match(text) else LEAST_OTHER):
        return []
    return [_candidate(text, sentence)]


def clauses(sentence: Sentence, read: Sequence[Candidate] = ()) -> list[tuple[str, str]]:
    """The clauses that tell of the user, of somebody or something told of before, when nothing in them is supposed.

    Each as it is read alone, with the one it speaks of in the place of his pronoun, and as it was said.
    """
    introduces = bool(read) and all((one.key or "").endswith(":name") for one in read)
    if not introduces and not _SEVERAL.search(sentence.text):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    if _TOGETHER.match(text):
        return []
    parts = [unled(part) for part in split(unled(text).rstrip(" .!"))]
    if len(parts) < 2 and not introduces:  # noqa: PLR2004  # several
        return []
    return [(alone, said) for alone, said in _standing(parts, sentence, read) if alone]


def _standing(parts: list[str], sentence: Sentence, read: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    """Each part with a subject that needs nothing before it, "" where it has none, and what it says of the subject."""
    names = dict(_named(read))
    moment = Moment(sentence.at, sentence.zone)
    someone = ""
    for part in map(mine, parts):
        first, _, rest = part.partition(" ")
        if _POINTS.search(part) or _THERE.search(part):
            yield "", part
        elif _ALONE.match(part):
            yield (_OF_WHOM.sub(f"{someone}'s ", part) if someone else part), part
        elif first.lower() in ("he", "she") and not someone and len(names) == 1 and rest:
            yield f"{next(iter(names.values()))} {rest}", rest
        elif first.lower() in ("he", "she") and someone and rest:
            yield f"{someone} {rest}", rest
        elif first in names and len(part.split()) > 2:  # noqa: PLR2004  # Biscuit is blind
            yield f"{names[first]} {rest}", rest
        else:
            yield (part if not _SOMEBODY.match(part) and (_THE.match(part) or anew(part)) else ""), part
        if _PERSON.search(sentence.text) and (person := person_in(part, moment)):
            someone = person.label.replace("User's", "my", 1)


def _named(read: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    """The people and animals that a sentence tells of by name, and how to speak of each."""
    for one in read:
        called = _CALLED.fullmatch(one.content)
        if called and (one.key or "").startswith(("pet:", "relation:")):
            yield called["name"], f"my {called['kind']} {called['name']}"


def told(part: str, read: str) -> bool:
    """Whether what was read has a third of the words of a clause or more."""
    known, words = terms(read), terms(part)
    return sum(word in known for word in words) * 3 >= len(words)


def _candidate(text: str, sentence: Sentence) -> Candidate:
    moment = Moment(sentence.at, sentence.zone)
    first = text.split(maxsplit=1)[0].lower()
    wish = not re.match(r"(?:I|we|my|our)\b", text, re.IGNORECASE) and (
        _WISH.match(text) is not None or (imperative(first) and first not in _OF_ONESELF)
    )
    content = moment.absolute(as_wish(text) if wish else _told(text))
    coming, since = moment.coming(text), moment.since(text)
    kind, type_ = (Kind.PREFERENCE, Type.SEMANTIC) if wish else kinds.infer(content, None, None)
    if kind is Kind.FACT and (coming or since):
        kind, type_ = Kind.EVENT, Type.EPISODIC
    return Candidate(
        content=capital(content).replace("can not ", "cannot "),
        evidence=sentence.text,
        kind=kind,
        type=type_,
        importance=2,
        confidence=0.75,
        scene=sentence.scene if wish else None,
        project_bound=bool(re.match(r"(?:our|we|the team|this project|the project)\b", text, re.IGNORECASE)),
        valid_from=since,
        expires_at=coming.until if coming and not since else None,
    )


def _told(text: str) -> str:
    """In the third person; what begins with its verb gets its subject: `gave up smoking` → `User gave up smoking`."""
    if household := _HOUSEHOLD.match(text):
        return third(f"I live in {household['what']}")
    first = text.split(maxsplit=1)[0].lower()
    form = form_of(first)
    if whole := _whole(text):
        return third(whole)
    if _GOING_ON.match(text):
        return f"User is {third(text, named=True)}"
    if (form and form.kind == "past") or first in _OF_ONESELF:
        return third(f"I {text[:1].lower()}{text[1:]}")
    if _BEING.match(text) and not _OWN.search(text):
        return f"User is {text[:1].lower()}{text[1:]}"
    return third(text, team=text[:3].lower() == "we " and at_work(text))


def _whole(text: str) -> str:
    """With the subject that it leaves out, "" where it has one or none can be told."""
    left_out = missing(text)
    return f"{left_out} {text[:1].lower()}{text[1:]}" if left_out else of_work(text)


_HOUSEHOLD: Final = re.compile(r"we are (?P<what>an? (?:family|household) of .+)", re.IGNORECASE)
_OF_ONESELF: Final = frozenset(
    (
        *("need", "want", "have", "own", "live", "work", "love", "like", "hate", "prefer", "speak", "study", "teach"),
        *("drive", "rent", "am", "suffer", "belong"),
    )
)
_GOING_ON: Final = re.compile(
    r"(?:[a-z]{3,}ing)\s(?:with|at|on|from|in|for|to|an?|the|my|our|through|about|and|as|it|some|every|between|back)\b",
    re.IGNORECASE,
)
_BEING: Final = re.compile(
    r"(?:not (?:a|an|good|able|into|allowed|used|comfortable)|allergic|married|divorced|single|based|born|fluent|"
    r"unable|afraid|scared|terrified|pregnant|retired|self-employed|"
    r"on (?:a|an|parental|maternity|sick|night|call|insulin|the (?:waiting|board|committee))|"
    r"in (?:recovery|therapy|charge|my)|from [A-Z]|new to|about to|due to|"
    r"between jobs|originally from|currently|away (?:from|until|on)|"
    r"an? (?:vegan|vegetarian|nurse|teacher|student|night owl|morning person)\b)",
    re.IGNORECASE,
)
