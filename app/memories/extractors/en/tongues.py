"""Languages spoken and learnt."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.model import Candidate
from app.text import patterns as re

_TONGUE = either(words("tongues", "languages"))


def tongues(clause: Clause, moment: Moment) -> list[Candidate]:
    """Languages spoken and learnt."""
    if clause.subject.kind not in ("me", "person", "team"):
        return []
    label, text = clause.subject.label, clause.rest
    if clause.verb == "be" and (
        fluent := re.match(
            r"(?:\w+ly\s|almost\s|nearly\s|also\s)?(?:fluent|bilingual|trilingual|proficient|"
            r"conversational)\s(?:in\s)?(.+)",
            text,
        )
    ):
        text = fluent[1]
    elif clause.verb == "be" and (
        native := re.match(rf"an?\snative\s({_TONGUE})[-\s](?:speaker)", text, re.IGNORECASE)
    ):
        return [draft(clause, f"speaks:{native[1].lower()}", "native", f"{label} is a native {native[1]} speaker")]
    elif (
        clause.verb in ("learn", "study")
        and clause.tense in ("progressive", "present", "perfect")
        and (match := re.match(rf"(?:some\s|how\sto\sspeak\s|to\sspeak\s)?({_TONGUE})", text, re.IGNORECASE))
    ):
        return (
            []
            if clause.negated
            else [draft(clause, f"learns:{match[1].lower()}", "yes", f"{label} is learning {match[1]}")]
        )
    elif (
        clause.verb not in ("speak", "understand")
        or clause.tense not in ("present", "perfect")
        or clause.modal not in ("", "can")
    ):
        return []
    found = []
    for match in re.finditer(_TONGUE, text, re.IGNORECASE):
        language = match.group()[0].upper() + match.group()[1:]
        if clause.negated:
            found.append(draft(clause, f"speaks:{language.lower()}", "no", f"{label} does not speak {language}"))
        else:
            slot, verb = ("understands", "understand") if clause.verb == "understand" else ("speaks", "speak")
            found.append(draft(clause, f"{slot}:{language.lower()}", "yes", f"{label} {verb}s {language}"))
    return found
