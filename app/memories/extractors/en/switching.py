"""Changes from one tool to another."""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.tools import CATEGORY, NO_TOOL, kind_of, tool_entry
from app.memories.extractors.en.values import CODE, unfilled
from app.memories.model import Act, Candidate
from app.text import patterns as re

_SWITCH = re.compile(
    r"(?:(?:over|back|completely|fully)\s)?(?:from\s(?P<old>[^,]{1,50}?)\s)?(?:to|"
    r"onto)\s(?P<new>[^,]{1,60}?)(?:\s(?:from|instead\sof)\s(?P<old2>[^,]{1,50}))?(?:\s(?:for|"
    r"as)\s(?P<use>[^,]{1,50}))?$"
)


def replacing(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I replaced A with B`: as if switched from A to B."""
    match = re.match(r"(?P<old>[\w.+# -]{2,30}?)\s(?:with|by)\s(?P<new>.+)$", clause.rest)
    if clause.verb != "replace" or clause.tense not in ("past", "perfect") or clause.negated or not match:
        return []
    if NO_TOOL.match(match["old"]) or not (
        kind_of(match["old"]) or CODE.fullmatch(match["old"]) or match["old"][0].isupper()
    ):
        return []
    return switching(replace(clause, verb="switch", rest=f"from {match['old']} to {match['new']}"), moment)


def swapping(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I swapped my Kindle for a Kobo`."""
    match = re.match(
        r"(?:my|our|the)\s(?P<old>[A-Z][\w.+# -]{1,25}?)\sfor\s(?:an?\s|the\s)?(?P<new>[A-Z][\w.+# -]{1,25})$",
        clause.rest,
    )
    if (
        clause.verb not in ("swap", "trade", "exchange", "ditch")
        or clause.tense not in ("past", "perfect")
        or not match
    ):
        return []
    return switching(replace(clause, verb="switch", rest=f"from {match['old']} to {match['new']}"), moment)


def switching(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I switched from A to B`, `we migrated to B for x`: the new thing, and the end of the old one."""
    if (
        clause.verb not in ("switch", "migrate", "move", "change", "convert", "go", "upgrade", "transition")
        or clause.tense not in ("past", "perfect")
        or clause.negated
        or clause.subject.kind not in ("me", "team", "person")
    ):
        return []
    rest = re.sub(
        r"^(?:(?:my|our|the|all\sour|everything)\s(?P<what>[\w -]{2,30}?)\s)(?=from|to|over)", "", clause.rest
    )
    subject = re.match(r"(?:my|our|the|all\sour)\s([\w -]{2,30}?)\s(?=from|to|over)", clause.rest)
    match = _SWITCH.match(moment.undated(unfilled(rest)))
    if not match or re.match(
        r"(?:an?\s(?:new|bigger|smaller|flat|house)|the (?:next|other)|my|our|sleep|bed|work|school|see|visit|get|"
        r"university)\b",
        match["new"],
    ):
        return []
    new, old = match["new"].strip(), (match["old"] or match["old2"] or "").strip()
    use = (match["use"] or (subject[1] if subject else "")).strip()
    thing = (
        bool(use and (clause.verb not in ("move", "go") or CATEGORY.fullmatch(use)))
        or kind_of(new)
        or CODE.fullmatch(new)
        or clause.verb in ("switch", "migrate", "upgrade", "transition", "change", "convert")
        or bool(old and (kind_of(old) or CODE.fullmatch(old)))
    )
    if not thing or len(new.split()) > 5:
        return []
    if not (use or old or kind_of(new) or CODE.fullmatch(new) or new[0].isupper()):  # "to decaf": no tool
        return [draft(clause, None, None, moment.absolute(clause.telling()))]
    label = clause.subject.label
    since = moment.since(clause.rest) or moment.since(clause.lead)
    entry = tool_entry(
        clause,
        new,
        use or (kind_of(new) or kind_of(old) or ""),
        stated=f"{label} switched to {new}"
        + (f" for {third(use, named=True)}" if use else "")
        + (f" from {old}" if old else ""),
    )
    found = [replace(entry, valid_from=since)]
    if old and found[0].key and found[0].key == f"tool:{head(new, number=False)}":
        found.append(
            draft(
                clause,
                f"tool:{head(old, number=False)}",
                "yes",
                f"{label} no longer uses {old}",
                act=Act.RETRACT,
                topic=old,
            )
        )
    return found
