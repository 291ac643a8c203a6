"""What one clause says, asked of the readers of the matters in their order."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import (
    aims,
    duties,
    endings,
    entities,
    family,
    habits,
    health,
    identity,
    lasting,
    living,
    new_work,
    others,
    projects,
    schedule,
    tastes,
    tools,
    work,
)
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.subjects import USER, Subject
from app.memories.model import Act
from app.text import dates

Said = tuple[Fact, Subject]

_SPACED = re.compile(r"(?<=\d)\s+(?=[年月日号])|(?<=[年月])\s+(?=\d)")  # 2024 年 3 月 is one date

# Without one of these characters a reader can not find anything, so it is not asked.
_FAMILY = re.compile(r"[有养领收捡添叫送走离分失没儿女孩娃仔丧世]")

_HEALTH = re.compile(
    r"[敏眠吃喝碰闻摸喘疹停药受沾触素斋戒清真酮碳麸盐脂嘌断洁海饮病症炎痛晕恐盲弱患得诊确查有耳膝腰手腿脚眼背胃肠心颈肩不能孕哺视压糖酸醇伤癌瘤犯聋明风梗折]"
)

_TIMELY = re.compile(
    r"[周期拜每点号日晨早午晚夜末节半前后天月年底初目标梦愿理想打算计划希望准备攒学考要立争决减增戒备塑]|\d"
)

_OURS = re.compile(  # of a household, not of a team: 我们刚搬到…
    r"(?:去年|今年|前年|上个?月|上上?周|前几天|前阵子|前段时间|昨天|月初|年初|最近|终于|,)*(?:我们|咱们)(?:一家人?|俩|两个)?(?:刚|已经|去年|今年|上个?月|上上?周|这周[一二三四五六日]?|前年|最近|全家|举家|现在|目前|打算|前几天|前阵子|前段时间|昨天|月初|年初|终于|,)*(?:从[^,，]{1,8})?"
    r"(?:搬家?|迁|住在|住|结婚|领养|养了|养着|生了|定居|租了|买了房)|(?:我们|咱们)?的?新家"
)

_CHANGING = ("residence", "employer", "occupation", "school", "marital_status", "workplace")


def of_clause(part: Clause, subject: Subject, sentence: Sentence, before: list[Said]) -> list[Said]:
    if turned := family.inverse(part):
        return [(turned[1], turned[0])]
    if subject.who == "we" and _OURS.match(part.text.plain):
        part, subject = replace(part, subject=USER), USER
    if couple := family.together(part):
        return [(fact, USER) for fact in couple]
    if named := entities.read(part, sentence):
        return [(fact, USER) for fact in named]
    if subject.who == "relation" and (there := family.introduced(part)):
        return [(fact, USER) for fact in there]
    part = part if part.subject is subject else replace(part, subject=subject)
    if others_turn := others.read(part):
        return [(fact, USER if others.of_user(fact) else subject) for fact in others_turn]
    if subject.who == "person":
        return [(fact, subject) for fact in _known_of(part)]
    facts = identity.read(part)
    for read, needed in ((work.read, None), (family.read, _FAMILY), (health.read, _HEALTH)):
        if needed and not needed.search(part.text.plain):
            continue
        slots = {fact.slot for fact in facts}
        facts += [fact for fact in read(part) if fact.slot not in slots or fact.slot is None]
    facts = (
        facts
        or new_work.read(part, sentence)
        or endings.read(part)
        or projects.read(part, sentence)
        or tools.read(part)
        or living.read(part)
        or (schedule.read(part, sentence) if _TIMELY.search(part.text.plain) else [])
        or _tastes(part)
        or entities.joining(part)
        or lasting.read(part)
        or duties.norm(part)
    )
    if not facts and before:
        facts = tastes.elaboration(part, before[-1][0])
        if aimed := aims.target(part, before[-1][0]):
            before[-1] = (aimed[0], before[-1][1])
    return [(_since(fact, part, sentence), subject) for fact in facts]


_OF_A_PERSON = frozenset(
    [
        "occupation",
        "employer",
        "workplace",
        "residence",
        "origin",
        "birthday",
        "email",
        "phone",
        "height",
        "age",
        "degree",
        "school",
    ]
)


def _known_of(part: Clause) -> list[Fact]:
    """What may be kept of somebody who is known by name alone: where they work and live, how to reach them."""
    as_theirs = replace(
        part, subject=replace(part.subject, who="relation", role="person", word=part.subject.name, name="")
    )
    facts = [*identity.read(as_theirs), *work.read(as_theirs), *living.read(as_theirs)]
    return [replace(fact, entities=(part.subject.name,)) for fact in facts if fact.slot in _OF_A_PERSON]


def _tastes(part: Clause) -> list[Fact]:
    """A habit that has a key of its own (smoking) comes before the taste for its thing."""
    found = habits.read(part)
    if found and (found[0].slot or "").isascii():
        return found
    return tastes.read(part) or found


def _since(fact: Fact, part: Clause, sentence: Sentence) -> Fact:
    """With the date of a clause that tells of a change: `2024 年 3 月入职…` holds from then on."""
    if fact.slot == "age":  # an age without its year soon misleads
        return replace(fact, says=dates.rewrite(fact.says, sentence.at, sentence.zone, "zh"))
    if fact.act is not Act.ASSERT or fact.valid_from or fact.expires_at or fact.slot not in _CHANGING:
        return fact
    mentions = dates.find(_SPACED.sub("", part.text.raw), sentence.at, sentence.zone)
    past = [mention for mention in mentions if mention.since <= sentence.at]
    return replace(fact, valid_from=past[0].since) if past else fact
