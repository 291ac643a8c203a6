"""English grammar of the rule extractor: one sentence in, what is worth keeping of it out.

`read` goes from the outside in. What is not said for real is refused (`refusal`). What the sentence does to memory is
found (`forgetting`, "remember" here, `corrections`). Wishes for the assistant (`instructions`), procedures and lines of
forms (`profile`) are read whole. What is left is cut into clauses (`splitting`); each clause may end something
(`retractions`), or it is read as subject, verb and rest (`clauses`) and goes to the rules of its matters in the order
of `statements`: the first that finds something has read it; `lasting` comes last, since the simple present of a verb of
doing tells of a habit. The rules hold for the user and for the people around them alike, since the subject gives the
prefix of the key. What friends tell each other with the words of a wish (`talk`) is none. Keys, values and scenes are
those of the Chinese grammar (`tests/unit/extractors/test_both_languages.py`).
"""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.extractors.en import brood, colloquial, obligations, procedures, profile, relations, schedule
from app.memories.extractors.en.asking import asked as wished
from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.corrections import after_correction, amended, bare, contrasted, corrected
from app.memories.extractors.en.draft import standing, tidy
from app.memories.extractors.en.fillers import unled
from app.memories.extractors.en.forgetting import forgetting, reverting
from app.memories.extractors.en.instructions import instruction
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of
from app.memories.extractors.en.rebuilt import rebuilt
from app.memories.extractors.en.refusal import asked, foreign_quote, temporary, unreal
from app.memories.extractors.en.righting import righted
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.splitting import split
from app.memories.extractors.en.statements import clauses_of, person_in
from app.memories.extractors.en.unmentioned import unmentioned
from app.memories.extractors.en.wants import ONE_TEXT
from app.memories.extractors.sentences import Sentence
from app.memories.model import Act, Candidate, Kind, Source
from app.text import patterns as re

_REMEMBER = re.compile(
    r"^(?:(?:please|kindly|also|and|so|I (?:want|need|would like) you to|you (?:should|must|"
    r"can))[\s,]+)*(?:(?:always\s)?remember(?!\s(?:to|when|how|me)\b)|keep in mind|bear in mind|"
    r"do not forget(?!\s(?:to|about)\b)|never forget(?!\s(?:to|about)\b)|make (?:a|a mental) note|take note|"
    r"note(?: down)?|memori[sz]e|store|save|write (?:this |that |it )?down|jot (?:this )?down|remember this|"
    r"log)(?=[\s,:–—-])"
    r"(?:\s(?:this|that|the following|for (?:me|later|the future|next time)|it|too|please|down|as well|of this|"
    r"of the fact))*\s*[:,–—-]*\s*(?P<what>\S.{2,})$",
    re.IGNORECASE,
)

_KEPT_LATER = re.compile(
    r"(?<!\bI)(?<!\byou)(?<!\bwe)(?<!\bdo)(?<!\bto)(?<!\bcan)[,;.]?\s(?:[-–—]\s)?(?:so\s|"
    r"and\s)?(?:please\s)?(?:remember (?:that|this|it)|keep (?:that|this|"
    r"it) in mind|do not forget(?: (?:that|this|it))?|note that|make a note of (?:that|it)|bear that in mind|"
    r"remember that please)(?:\splease|\sfor (?:later|next time|the future))?$",
    re.IGNORECASE,
)

_TOPIC = re.compile(r"(?P<what>[A-Za-z][\w'-]+(?: [\w'-]+){0,2})\s?\?")
_POINTED = re.compile(r"\b(?:them|it)(?=$|[,.;!]| (?:at all|anymore|any more|though|with a passion)$)")

_PERSONAL = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|me|us)\b")

_PLATITUDE = re.compile(
    r"^(?:just )?do it\b|^the [\w ]{3,40}? (?:we|I|you) (?:identified|discussed|talked|mentioned|agreed|said|"
    r"told|gave|sent|defined)\b|\b(?:believe in|staying (?:positive|strong|true)|small things|make a difference|"
    r"anything is possible|takes time|too late|yourself|your (?:dreams?|best|heart|worth)|"
    r"one step at a time|keep going|never give up|life is|worth it)\b",
    re.IGNORECASE,
)

_LASTING = re.compile(
    r"^(?:from now on|going forward|starting (?:now|today)|as of (?:now|today))[\s,]+(?=(?:I|my|we|our)\b)",
    re.IGNORECASE,
)


_OF_NOTHING = re.compile(r"instruction:(?:of|it|them|this|these|those|so|then|\s)*")  # no more of that


def read(sentence: Sentence) -> list[Candidate]:
    """What `sentence`, spoken by the user, states, asks to keep, to end or to forget; [] for all else."""
    moment = Moment(sentence.at, sentence.zone)
    if (
        re.match(r"\W*(?:\w+\W+){0,2}?(?:he|she|his|her|they|their)\b", sentence.text, re.IGNORECASE)
        and sentence.previous
    ):
        moment = replace(moment, person=person_in(expand(sentence.previous), moment))
    if foreign_quote(sentence.text, sentence.quotes):
        return []
    if tasks := obligations.asked(expand(sentence.text).strip(" .!"), moment):
        return [replace(one, evidence=sentence.text, content=capital(one.content)) for one in tasks]
    if hushed := unmentioned(sentence.text, sentence.previous):
        return [replace(hushed, evidence=sentence.text)]
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text):
        return []
    text = rebuilt(text)
    if topic := _TOPIC.fullmatch(sentence.previous):  # Olives? Can't stand them.
        text = _POINTED.sub(topic["what"], text)
    text = re.sub(
        r"^(?:my|our)\s(?:(?!is\b|are\b|was\b|has\b|name)[\w']+\s){1,3}?and\sI\s",
        "I ",
        unled(text).rstrip(" .!"),
        flags=re.IGNORECASE,
    )
    found = [obligations.pointed(one, text, moment) for one in _sentence(text, sentence, moment)]
    if temporary(text):
        found = [_once(candidate) for candidate in found]
    return [
        replace(one, scene=one.scene or _scene(one, sentence), evidence=sentence.text, content=capital(one.content))
        for one in found
        if one.content and not _OF_NOTHING.fullmatch(one.key or "")
    ]


def beside(sentence: Sentence) -> list[Candidate]:
    """The names, and ages, of the people whom a sentence names beside what they are to the user."""
    text = expand(sentence.text).strip()
    if sentence.question or unreal(text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    found = {one.key: one for one in (*relations.apposed(text), *brood.listed(text))}
    return [replace(one, evidence=sentence.text) for one in found.values()]


def _scene(one: Candidate, sentence: Sentence) -> str | None:
    """A wish for answers belongs to the scene it was said in; facts belong to none."""
    return (
        sentence.scene
        if one.kind is Kind.PREFERENCE
        and one.key
        and one.key.startswith(("answer_", "report_", "code_", "instruction:", "units", "currency"))
        else None
    )


def _once(one: Candidate) -> Candidate:
    lasting = one.kind is not Kind.PREFERENCE and not (one.key or "").startswith(("tool:", "goal:"))
    return one if lasting or one.act is not Act.ASSERT else replace(one, temporary=True)


def _sentence(text: str, sentence: Sentence, moment: Moment) -> list[Candidate]:
    def inner(part: str) -> list[Candidate]:
        return clauses_of(part, moment)

    if found := forgetting(text, inner):
        return found
    if found := reverting(text):
        return found
    if match := _REMEMBER.match(text):
        return _remembered(match["what"], sentence, moment)
    if match := _KEPT_LATER.search(text):
        return _remembered(text[: match.start()], sentence, moment)
    if (both := righted(text)) and (found := [one for each in both for one in _stated(each, moment)]):
        return found
    statement, correcting = corrected(text)
    statement = unled(statement)
    found = _stated(statement, moment)
    if (not found and correcting) or (not found and re.match(r"(?:it|that) is\b", statement, re.IGNORECASE)):
        found = amended(statement, expand(sentence.previous), inner)
    owns_up = correcting or re.match(r"\W*(?:actually|sorry|no|wait|oops|correction)\b", sentence.text, re.IGNORECASE)
    if not found and owns_up and (pair := contrasted(statement)):
        found = [_amendment(*pair, sentence)]
    if not found and (pair := bare(statement)):
        found = [_amendment(*pair, sentence, lately=True)]
    for meant in colloquial.plainly(statement) if not found else ():
        if found := _stated(meant, moment):
            break
    return after_correction(found) if correcting else found


def _amendment(wrong: str, right: str, sentence: Sentence, *, lately: bool = False) -> Candidate:
    """The right value for a wrong one that was said in an earlier turn; the judge finds where."""
    told = f"User corrects: it is {right}, not {wrong}"
    return replace(
        standing(told, sentence.text, None, None, kind=Kind.FACT, source=Source.USER_STATED),
        value=right,
        metadata={"instead_of": wrong} | ({"lately": True} if lately else {}),
    )


def _stated(text: str, moment: Moment) -> list[Candidate]:  # one reading after the other
    if found := procedures.told(text, moment):
        return found
    if lasting := _LASTING.match(text):
        return _explicit(clauses_of(text[lasting.end() :], moment)) or instruction(text)
    first, *others = split(text) or [text]
    if others and (found := instruction(first)):
        marked = _FOR_GOOD.match(first) is not None
        return [*found, *(one for other in others for one in _also(unled(other), moment, marked=marked))]
    if found := instruction(text):
        return found
    if rules := schedule.meeting_rule(text, moment):
        return [standing(content, text, key, value, kind=Kind.FACT) for content, key, value in rules]
    if found := profile.form(text, moment):
        return found
    return clauses_of(text, moment)


_FOR_GOOD = re.compile(r"(?:please\s)?(?:never|always|do not)\s[a-z]", re.IGNORECASE)


def _also(text: str, moment: Moment, *, marked: bool = False) -> list[Candidate]:
    """What follows a wish in its sentence: another one, something to remember, or a statement."""
    if match := _REMEMBER.match(text):
        return _explicit(clauses_of(re.sub(r"^that\s", "", match["what"]), moment))
    if found := instruction(text):
        return found
    if marked and _FOR_GOOD.match(text) and not ONE_TEXT.search(text):  # never do this and don't do that
        return wished(text, text, marked=True)
    return clauses_of(text, moment)


def _explicit(found: list[Candidate]) -> list[Candidate]:
    return [
        replace(
            one, source=Source.USER_EXPLICIT, confidence=max(one.confidence, 0.95), importance=max(one.importance, 4)
        )
        if one.source is not Source.INFERRED
        else one
        for one in found
    ]


def _remembered(what: str, sentence: Sentence, moment: Moment) -> list[Candidate]:
    """What the user asked to keep: read like any sentence, and kept as it stands when no rule knows it."""
    what = re.sub(r"^(?:that|this:?|the following:?)\s", "", what.strip(), flags=re.IGNORECASE)
    what = tidy(re.sub(r"[\s,]+(?:please|ok|okay|thanks|thank you|for me|for later)$", "", what, flags=re.IGNORECASE))
    if (
        _PLATITUDE.search(what)
        or re.match(r"[A-Z][a-z]+,\s", what)
        or (
            re.search(
                r"\b(?:for|with|behind|beside|to|proud of|about) you\b|^you\b(?! (?:should|must|can|may)\b)",
                what,
                re.IGNORECASE,
            )
            and not re.search(r"\b(?:call|address|answer|reply)\b", what)
        )
    ):
        return []
    if found := _stated(what, moment):
        return _explicit(found)
    if len(what.split()) < 2 or (
        re.match(r"(?:it|this|that|you|the above|what I (?:said|told)|me|all|everything)\b", what, re.IGNORECASE)
        and len(what.split()) < 4
    ):
        return []
    if temporary(what):
        return []
    labelled = re.sub(r"^((?:my|our|the)\s[\w' -]{2,40}):\s", r"\1 is ", what, flags=re.IGNORECASE)
    if not any(
        ((form := form_of(word)) and form.kind != "ing") or re.fullmatch(r"[a-z]{3,}(?:s|ed)", word)
        for word in re.findall(r"[\w'-]+", labelled)[1:]
    ):
        return []
    content = moment.absolute(capital(third(labelled)))
    coming = moment.coming(what)
    since = moment.since(what)
    own = _PERSONAL.search(what)
    ours = bool(re.match(r"(?:our|we|the team|this project|the project)\b", what, re.IGNORECASE))
    return [
        standing(
            content,
            sentence.text,
            None,
            None,
            kind=Kind.EVENT if since or coming else Kind.FACT,
            importance=4 if own else 3,
            valid_from=since,
            expires_at=coming.until if coming and not since else None,
            project_bound=ours,
        )
    ]
