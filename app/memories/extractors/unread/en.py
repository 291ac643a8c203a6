"""English sentences that no rule knows."""

from typing import Final

from app.memories import kinds
from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, imperative
from app.memories.extractors.en.refusal import asked, foreign_quote, temporary, unreal
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.splitting import split, unled
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
_WISH: Final = re.compile(r"(?:please|kindly|never|always|stop|quit|no more|no|do not|keep|skip)\b", re.IGNORECASE)
_ADDRESSED: Final = re.compile(r"^(?:you|your|that|this|those|these|it|there|here)\b", re.IGNORECASE)


def read(sentence: Sentence) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping."""
    if foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or temporary(text):
        return []
    text = unled(text).rstrip(" .!")
    if _FICTION.search(text) or (_ONCE.match(text) and not _STANDING.search(text)):
        return []
    if not _SHORTEST <= len(text.split()) <= _LONGEST or _ADDRESSED.match(text):
        return []
    if worth(sentence.text) < (LEAST if _OWN.search(text) else LEAST_OTHER):
        return []
    return [_candidate(text, sentence)]


def clauses(sentence: Sentence) -> list[tuple[str, str]]:
    """The clauses with a subject of the first person, when there are several and nothing in them is supposed."""
    if not _SEVERAL.search(sentence.text):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    if _TOGETHER.match(text):
        return []
    parts = [unled(part) for part in split(unled(text).rstrip(" .!"))]
    return [(part, part) for part in parts if _ALONE.match(part)] if len(parts) > 1 else []


def told(part: str, read: str) -> bool:
    """Whether what was read has a third of the words of a clause or more."""
    known, words = terms(read), terms(part)
    return sum(word in known for word in words) * 3 >= len(words)


def _candidate(text: str, sentence: Sentence) -> Candidate:
    moment = Moment(sentence.at, sentence.zone)
    wish = not re.match(r"(?:I|we|my|our)\b", text, re.IGNORECASE) and (
        _WISH.match(text) is not None or imperative(text.split(maxsplit=1)[0].lower())
    )
    content = moment.absolute(as_wish(text) if wish else _told(text))
    coming, since = moment.coming(text), moment.since(text)
    kind, type_ = (Kind.PREFERENCE, Type.SEMANTIC) if wish else kinds.infer(content, None, None)
    if kind is Kind.FACT and (coming or since):
        kind, type_ = Kind.EVENT, Type.EPISODIC
    return Candidate(
        content=capital(content),
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
    first = text.split(maxsplit=1)[0].lower()
    form = form_of(first)
    if form and form.kind == "ing":
        return f"User is {third(text, named=True)}"
    if (form and form.kind == "past") or first in _OF_ONESELF:
        return third(f"I {text[:1].lower()}{text[1:]}")
    if _BEING.match(text) and not _OWN.search(text):
        return f"User is {text[:1].lower()}{text[1:]}"
    return third(text)


_OF_ONESELF: Final = frozenset(
    (
        *("need", "want", "have", "own", "live", "work", "love", "like", "hate", "prefer", "speak", "study", "teach"),
        *("drive", "rent", "am", "suffer", "belong"),
    )
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
