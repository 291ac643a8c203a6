"""English sentences that no rule knows."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.memories import kinds
from app.memories.extractors.en.contractions import expand
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
from app.memories.extractors.unread.idle_en import cheering, idle, slight, trimmed
from app.memories.extractors.unread.worth import worth
from app.memories.model import Candidate, Kind, Type
from app.text import patterns as re
from app.text.terms import terms

LEAST: Final = 0.6  # log-odds of a sentence of the first person
LEAST_OTHER: Final = 2.3  # of one that names nobody: more of these are about the world
_SHORTEST, _LONGEST = 3, 30  # words
_LONGEST_OTHER: Final = 18  # of a sentence that names nobody: what is longer is of a document

_OWN: Final = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|me|mine|myself)\b")
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
    r"search|gather|prepare|provide|include|elaborate|identify|analy[sz]e|discuss|evaluate|solve|implement|update|extract|"
    r"classify|act (?:as|like)|sum up|discover|expand|correct|take comfort|respond to|answer the|answer this|"
    r"based on|given|set|open|run|play|sort|rank|rate|guide|brainstorm|cheer)\b"
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
_OF_ANSWERS: Final = re.compile(  # what a wish for good speaks of
    r"\b(?:always|never|every|each|all|any|no|not|don't|stop|quit|only|by default|everything|everywhere|"
    r"from now on|whenever|when|if|"
    r"repl(?:y|ies)|answers?|respon\w+|messages?|mails?|emails?|code|examples?|sentences?|words?|lists?|bullets?|tables?|tone|units?|emojis?|jargon|"
    r"please|forever|call|remind|remember|keep in mind|assume|refer to|address|"
    r"in (?:\w+ )?(?:english|german|french|spanish|italian|chinese|japanese|portuguese))\b",
    re.IGNORECASE,
)
_SINCE_LAST: Final = re.compile(  # leads in: since we last talked, …
    r"^(?:[^;–—]{0,40}[ ,] ?)?since (?:we|I) last \w+(?: to you)?\s*[,;:–—-]+\s*|"
    r"^since our last (?:chat|talk)\s*[,;:–—-]+\s*",
    re.IGNORECASE,
)
_FOREIGN: Final = re.compile(
    r"[^\W\d_\u0000-\u024f\u2010-\u20ff\u4e00-\u9fff]{4,}"
)  # words of neither English nor Chinese script
_TELLS: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|must|should|can|could|will|would|no|not|never|only|always|every|each|all|any|please|"
    r"on \w+days?|at \d|allergy|intoleran\w+|[A-Z]?[a-z]+free)\b",
    re.IGNORECASE,
)
_ADDRESSED: Final = re.compile(
    r"^(?:no (?:problem|worries|way|idea)|you|your|that|this|those|these|it|there|here)\b", re.IGNORECASE
)


def read(sentence: Sentence) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping."""
    text = _stated(sentence)
    if text is None:
        return []
    own = _OWN.search(text) is not None or (_MUST.match(text) is not None and not sentence.previous)
    if _FOREIGN.search(text) or (not own and _of_document(text, sentence.previous)):
        return []
    wish = _wish(text)
    kept = text if wish else trimmed(text)
    if (not _OF_ANSWERS.search(kept) or cheering(kept)) if wish else idle(kept):
        return []
    sounds = worth(sentence.text if kept == text else kept)
    return [_candidate(kept, sentence)] if sounds >= (LEAST if own and not slight(kept) else LEAST_OTHER) else []


def _stated(sentence: Sentence) -> str | None:
    """What of a sentence is said for real and not for this once, without what leads it in; None for nothing."""
    if foreign_quote(sentence.text, sentence.quotes):
        return None
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or temporary(text):
        return None
    text = unasked(untrailed(unled(_SINCE_LAST.sub("", text))).rstrip(" .!"))
    if _FICTION.search(text) or (_ONCE.match(text) and not _STANDING.search(text)) or _ADDRESSED.match(text):
        return None
    return text if _SHORTEST <= len(text.split()) <= _LONGEST else None


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


def _of_document(text: str, previous: str) -> bool:
    """Whether what names nobody is long, comes after more of the kind, or has no verb that would tell anything."""
    if len(text.split()) > _LONGEST_OTHER or (previous and not _OWN.search(previous)):
        return True
    return not (
        _wish(text) or _BEING.match(text) or _TELLS.search(text) or any(map(form_of, re.findall(r"[a-z]+", text)))
    )


def _wish(text: str) -> bool:
    first = text.split(maxsplit=1)[0].lower()
    return not re.match(
        r"(?:I|we|my|our|have (?:not|been|no|never|\w+ed)|hope|had|been|no more [\w -]+ for (?:me|us)$)\b",
        text,
        re.IGNORECASE,
    ) and (_WISH.match(text) is not None or (imperative(first) and first not in _OF_ONESELF))


def _candidate(text: str, sentence: Sentence) -> Candidate:
    moment = Moment(sentence.at, sentence.zone)
    wish = _wish(text)
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
    if _GOING_ON.match(text) and not _SUBJECT.match(text):
        return f"User is {third(text, named=True)}"
    if (form and form.kind == "past") or first in _OF_ONESELF:
        return third(f"I {text[:1].lower()}{text[1:]}")
    if _BEING.match(text) and not _OWN.search(text):
        return f"User is {text[:1].lower()}{text[1:]}"
    return third(text, team=text[:3].lower() == "we " and at_work(text))


_HOUSEHOLD: Final = re.compile(r"we are (?P<what>an? (?:family|household) of .+)", re.IGNORECASE)
_OF_ONESELF: Final = frozenset(
    (
        *("need", "want", "have", "own", "live", "work", "love", "like", "hate", "prefer", "speak", "study", "teach"),
        *("drive", "rent", "am", "suffer", "belong"),
    )
)
_SUBJECT: Final = re.compile(
    r"[^,;]*\s(?:is|are|was|were|has|have|makes|gives|keeps|helps|takes|means|can|will) "
)  # staying fit is …
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
