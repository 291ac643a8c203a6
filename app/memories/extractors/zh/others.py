"""What turned for the people near the user: they left a job for another town, or somebody else has their place.

老周跳槽了 ends where he worked, 换工作去了广州 where he lived, 室友换人了 what was told of the one before.
"""

import re
from typing import Final

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.lexicon import either, simplify
from app.memories.extractors.zh.names import bare, looks_like_name
from app.memories.extractors.zh.places import COMPANY, is_place
from app.memories.extractors.zh.subjects import ROLES, Hit, Subject, begins
from app.memories.model import Act

_WHEN: Final = r"(?:已经|早就|刚刚?|终于|最近|前阵子|前几天|上上?个?[月周]|去年|今年|[年月][初底]|昨天|今天|也|又|就|都|给|突然|直接|正式|学校|公司|那边|中途){0,4}"
_LEFT: Final = re.compile(
    rf"^{_WHEN}(?P<how>换了?(?:一?[个份家])?(?:新)?(?:工作|公司|单位|东家)|跳了?槽|离了?职|裸?辞了?职?|不干|不做|走人|(?:被)?(?:裁员?|优化|开除|辞退|解雇)|"
    r"失了?业|下岗|退了?休|调走)(?:掉)?(?:了|啦)?"
    r"(?:[,，]?(?:人|也|就|都|然后|后来|现在|已经|打算)*(?:去|到|回|搬[去到回]|调[去到]|来)了?(?P<to>[^,，的了趟次]{2,8}?)(?:那边|发展|工作|上班)?(?:了|啦)?)?$"
)
_GONE: Final = re.compile(rf"^{_WHEN}(?:搬走|搬出去|搬了出去|退租)(?:了|啦)$")
_ANOTHER: Final = re.compile(
    rf"^(?:的)?{_WHEN}被?换(?:掉|过)?(?:了|成了?|过)?(?:(?:另外|另)?(?:一?[个位名])?(?:新|别|其他|男|女|年轻|姓[\u4e00-\u9fff])?(?:的|人)?|(?P<name>[^,，的了一个位名新别]{{2,6}}?))(?:来|带|教|做|管)?(?:了|啦)?$"
)
# Those who have a place that somebody else may take; a mother is not exchanged.
_PLACES_HELD: Final = frozenset(
    [
        "flatmate",
        "coach",
        "tutor",
        "babysitter",
        "nanny",
        "doctor",
        "dentist",
        "vet",
        "therapist",
        "teacher",
        "professor",
        "mentor",
        "boss",
        "manager",
        "assistant",
        "intern",
        "accountant",
        "landlord",
        "tenant",
        "hairdresser",
        "lawyer",
        "client",
        "neighbour",
        "colleague",
        "classmate",
        "supplier",
        "co-founder",
        "girlfriend",
        "boyfriend",
        "partner",
    ]
)
_SERVE: Final = frozenset(
    ["nanny", "babysitter", "tutor", "coach", "assistant", "intern", "boss", "manager"]
)  # who leaves is it no more
_STAY: Final = frozenset(["flatmate", "tenant", "neighbour", "landlord"])
_EXCHANGED: Final = re.compile(
    rf"^{_WHEN}换(?:掉)?了?(?:一?[个位名])?(?:新|别)?的?(?P<role>{either(word for word, role in ROLES.items() if role in _PLACES_HELD and len(word) > 1)})(?:了|啦)?$"
)


@behind(_LEFT, _GONE, _ANOTHER, _EXCHANGED)
def read(clause: Clause) -> list[Fact]:
    """What is over by the clause, and where somebody is now."""
    if clause.own:
        found = begins(_EXCHANGED, clause.body)
        told = found is not None and "了" in clause.body.plain and not clause.past
        return (
            [_over(Subject("relation", ROLES[found.plain("role")], found["role"]), "换了人")] if found and told else []
        )
    if clause.subject.who != "relation" or clause.past:
        return []
    role = clause.subject.role
    if role in _PLACES_HELD and (another := begins(_ANOTHER, clause.body)) and "了" in clause.body.plain:
        return _replaced(another, clause)
    left = begins(_LEFT, clause.body)
    if (role in _SERVE and left) or (role in _STAY and begins(_GONE, clause.body)):
        return [_over(clause.subject, clause.body.raw.strip())]
    return _left(left) if left and "了" in clause.body.plain else []


def of_user(fact: Fact) -> bool:
    """Whether it is told of the user: that somebody is so to them no more."""
    return (fact.slot or "").startswith("relation:")


def _over(who: Subject, says: str) -> Fact:
    """The end of all that was told of whoever had the place."""
    slot = ":".join(["relation", who.role, *([who.name.casefold()] if who.name else [])])
    return Fact(slot=slot, value=None, says=f"的{who.word}{who.name}{says}", act=Act.RETRACT, topic=who.word)


def _replaced(found: Hit, clause: Clause) -> list[Fact]:
    name = bare(found["name"])
    if name and not looks_like_name(name, strict=True):
        return []
    over = _over(clause.subject, clause.body.raw.strip())
    if not name:
        return [over]
    return [over, Fact(slot="name", value=name, says=f"名叫{name}", importance=4, entities=(name,), newer=True)]


def _left(found: Hit) -> list[Fact]:
    """The end of the job and of its town, which the place that is named takes the place of."""
    how, to = clean(found["how"]), clean(found["to"])
    facts = [Fact(slot="employer", value=None, says=f"{how}了", act=Act.RETRACT, topic="公司")]
    if "退" in how:
        facts.append(Fact(slot="occupation", value="退休", says="退休了"))
    if to and is_place(simplify(to)) and not COMPANY.search(simplify(to)):
        facts.append(Fact(slot="residence", value=to, says=f"住在{to}", importance=3))
    elif to and COMPANY.search(simplify(to)):
        facts.append(Fact(slot="employer", value=to, says=f"在{to}工作", entities=(to,), newer=True))
    return facts
