"""English grammar of the rule extractor: one sentence in, what is worth keeping of it out.

`read` goes from the outside in. What is not said for real is refused (`refusal`); what the sentence does to memory is
found (`changes`: forget, go back, retract, correct; "remember"); wishes for the assistant (`instructions`), procedures
(`procedures`) and form lines (`profile`) are read whole. What is left is cut into clauses (`clauses`), and each clause,
read as subject, verb and rest, goes to the rules of its matters in the order of `_RULES`; the first that finds something
has read it. All rules hold for the user and for the people around them: the subject gives the prefix of the key.
"""

import re
from dataclasses import replace

from app.memories.extractors.en import (
    health,
    identity,
    plans,
    procedures,
    profile,
    relations,
    schedule,
    tastes,
    tools,
    work,
)
from app.memories.extractors.en.changes import after_correction, amended, corrected, forgetting, retracting, reverting
from app.memories.extractors.en.clauses import Clause, Subject, parse, split, unled
from app.memories.extractors.en.draft import standing, tidy
from app.memories.extractors.en.instructions import instruction
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import capital, expand, form_of, third
from app.memories.extractors.en.refusal import asked, foreign_quote, temporary, unreal
from app.memories.extractors.sentences import Sentence
from app.memories.model import Act, Candidate, Kind, Source

__all__ = ["read"]

_RULES = (
    *health.RULES,
    *relations.RULES,
    *profile.RULES,
    *work.RULES,
    tools.switching,
    *identity.RULES,
    identity.name,
    *schedule.RULES,
    *procedures.RULES,
    *tools.RULES,
    tastes.tongues,
    *plans.RULES,
    *tastes.RULES,
    relations.others,
)
_REMEMBER = re.compile(
    r"^(?:(?:please|kindly|also|and|so|I (?:want|need|would like) you to|you (?:should|must|"
    r"can))[\s,]+)*(?:(?:always\s)?remember(?!\s(?:to|when|how|me)\b)|keep in mind|bear in mind|"
    r"do not forget(?!\s(?:to|about)\b)|never forget(?!\s(?:to|about)\b)|make (?:a|a mental) note|take note|"
    r"note(?: down)?|memori[sz]e|store|save|write (?:this |that |it )?down|jot (?:this )?down|remember this|log)"
    r"(?:\s(?:this|that|the following|for (?:me|later|the future|next time)|it|too|please|down|as well|of this|"
    r"of the fact))*\s*[:,–—-]*\s*(?P<what>\S.{2,})$",
    re.IGNORECASE,
)
_KEPT_LATER = re.compile(
    r"[,;.]?\s(?:[-–—]\s)?(?:so\s|and\s)?(?:please\s)?(?:remember (?:that|this|it)|keep (?:that|this|"
    r"it) in mind|do not forget(?: (?:that|this|it))?|note that|make a note of (?:that|it)|bear that in mind|"
    r"remember that please)(?:\splease|\sfor (?:later|next time|the future))?$",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:I|my|we|our|me|us)\b")
_LASTING = re.compile(
    r"^(?:from now on|going forward|starting (?:now|today)|as of (?:now|today))[\s,]+(?=(?:I|my|we|our)\b)",
    re.IGNORECASE,
)


def read(sentence: Sentence) -> list[Candidate]:
    """What `sentence`, spoken by the user, states, asks to keep, to end or to forget; [] for all else."""
    moment = Moment(sentence.at, sentence.zone)
    if foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text):
        return []
    text = re.sub(r"^(?:my|our)\s[\w' ]{2,20}?\sand\sI\s", "I ", unled(text), flags=re.IGNORECASE)
    found = _sentence(text, sentence, moment)
    if temporary(text):
        found = [_once(candidate) for candidate in found]
    return [
        replace(one, scene=one.scene or _scene(one, sentence), evidence=sentence.text, content=capital(one.content))
        for one in found
        if one.content
    ]


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
        return _clauses(part, moment)

    if found := forgetting(text, inner):
        return found
    if found := reverting(text):
        return found
    if match := _REMEMBER.match(text):
        return _remembered(match["what"], sentence, moment)
    if match := _KEPT_LATER.search(text):
        return _remembered(text[: match.start()], sentence, moment)
    statement, correcting = corrected(text)
    statement = unled(statement)
    found = _stated(statement, moment)
    if (not found and correcting) or (not found and re.match(r"(?:it|that) is\b", statement, re.IGNORECASE)):
        found = amended(statement, expand(sentence.previous), inner)
    return after_correction(found) if correcting else found


def _stated(text: str, moment: Moment) -> list[Candidate]:
    if found := procedures.told(text, moment):
        return found
    if lasting := _LASTING.match(text):
        return _explicit(_clauses(text[lasting.end() :], moment)) or instruction(text)
    first, *others = split(text)
    if others and (found := instruction(first)):
        return [*found, *(one for other in others for one in _also(unled(other), moment))]
    if found := instruction(text):
        return found
    if rules := schedule.meeting_rule(text, moment):
        return [standing(content, text, key, value, kind=Kind.FACT) for content, key, value in rules]
    if found := profile.form(text, moment):
        return found
    return _clauses(text, moment)


def _also(text: str, moment: Moment) -> list[Candidate]:
    """What follows a wish in its sentence: another one, something to remember, or a statement."""
    if match := _REMEMBER.match(text):
        return _explicit(_clauses(re.sub(r"^that\s", "", match["what"]), moment))
    return instruction(text) or _clauses(text, moment)


def _clauses(text: str, moment: Moment) -> list[Candidate]:
    found: list[Candidate] = []
    before: Subject | None = None
    if told := relations.reported(text, moment):
        return _clauses(told[1], moment)
    for part in split(unled(text)):
        part = unled(part)
        if unreal(part):
            continue
        ended = retracting(part, lambda inner: _clauses(inner, moment), moment)
        if ended is not None:
            found += ended
            continue
        if part != text and (wishes := instruction(part)):
            found += wishes
            continue
        clause = parse(part, before=before)
        if clause is None:
            found += _spoken(part, moment)
            continue
        read_ = _clause(clause, moment) or _spoken(part, moment)
        found += read_ or relations.apposed(part)
        if read_ and read_[-1].key == "name" and clause.mine:
            found += [
                one
                for more in clause.rest.split(", ")[1:]
                if (beside := parse(f"I am {more}"))
                for one in _clause(beside, moment)
            ]
        before = clause.subject if clause.subject.kind == "person" else _introduced(read_) or before
    return found


def _clause(clause: Clause, moment: Moment) -> list[Candidate]:
    for rule in _RULES:
        if found := rule(clause, moment):
            return found
    return []


def _introduced(found: list[Candidate]) -> Subject | None:
    """The person that a clause has just brought in, for the "she" of the next one."""
    for one in found:
        parts = (one.key or "").split(":")
        if len(parts) > 2 and parts[0] == "relation" and one.entities and parts[-1] == "name":
            return Subject(
                "person",
                f"User's {parts[1]} {one.entities[0]}",
                f"relation:{parts[1]}:" if len(parts) == 3 else f"relation:{parts[1]}:{parts[2]}:",
                role=parts[1],
                name=one.entities[0],
            )
    return None


def _spoken(part: str, moment: Moment) -> list[Candidate]:
    """Short introductions without a verb of their own: `this is Maya speaking`, `Maya here`, `Helix is my editor`."""
    if match := re.match(r"(?:this is|it is)\s(.+?)\s(?:speaking|here|again|writing|from\s.+)$", part):
        return [one for one in _clauses(f"I am {match[1]}", moment) if one.key == "name"]
    if match := re.match(r"(?:the|my)\sname\sis\s(.+)$", part):
        return _clauses(f"my name is {match[1]}", moment) if part.lower().startswith("the") else []
    if match := re.match(r"([A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)\shere$", part):
        return [one for one in _clauses(f"I am {match[1]}", moment) if one.key == "name"]
    if match := re.match(
        r"(?P<value>[A-Z\w][\w'’.+#& -]{1,60}?)\s(?P<be>is|are)\s(?P<what>(?:my|our)\s[\w' -]{3,50})$", part
    ):
        return _clauses(f"{match['what']} {match['be']} {match['value']}", moment)
    return []


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
    if not any(form and form.kind != "ing" for form in map(form_of, re.findall(r"[\w'-]+", labelled)[1:])):
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
