"""Where somebody stays for a trip, told in a clause of its own: 下周去北京出差，住国贸附近. It is no home."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.lexicon import simplify
from app.memories.extractors.zh.subjects import Subject

_TRIP: Final = re.compile(
    r"(?<!不用)(?<!不)(?:出差|旅游|旅行|度假|参展|参会|考察|探亲|看展|自由行|蜜月|玩[几一两三四五六七八九十\d])|(?:[去到在来飞][^,，。]{1,8}?)(?:玩|培训|开会|面试|比赛|交流|看病|实习)"
    r"|(?:这|下|本)个?(?:周末?|星期|礼拜|月)(?:[一二三四五六日天])?(?:我|要|会|都|还|,|，){0,2}(?:在|去|到|飞)"
)
_AGAIN: Final = re.compile(r"经常|常年|总是|老是|每[天周月年]|不用|以前|刚|回来|搬|上班|工作|入职|读书|上学|定居")
_HOME: Final = re.compile(r"家|一直|平时|常住|长住|定居|搬|租")


Said = tuple[Fact, Subject]


def apart(
    part: Clause, before: Sequence[Clause], previous: str, facts: list[Said], found: list[Said]
) -> tuple[list[Said], list[Said]]:
    """The facts of a clause and those before it; where it only tells of a stay, it belongs to the trip."""
    if not _during(part, before, previous, [fact for fact, _ in facts]):
        return facts, found
    return [said for said in facts if said[0].slot != "residence"], _added(part, found)


def _during(part: Clause, before: Sequence[Clause], previous: str, facts: Sequence[Fact]) -> bool:
    """Whether the clause only tells where the user stays on the trip that was just spoken of."""
    if not any(fact.slot == "residence" for fact in facts) or _HOME.search(part.text.plain):
        return False
    if part.explicit and part.text.plain.strip().startswith("我") and "住在" in part.text.plain:
        return False
    told = [one.text.plain for one in before] if before else [simplify(previous)]
    return any(_TRIP.search(one) and not _AGAIN.search(one) for one in told)


def _added(part: Clause, found: list[tuple[Fact, Subject]]) -> list[tuple[Fact, Subject]]:
    """What was read, the trip with the place of the stay."""
    if not found or not (found[-1][0].slot or "").startswith("plan:"):
        return found
    fact, subject = found[-1]
    return [*found[:-1], (replace(fact, says=f"{fact.says}，{clean(part.body.raw)}"), subject)]
