"""The facts that the clauses of one sentence state, in their order, with corrections inside the sentence applied."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import (
    aims,
    changes,
    duties,
    endings,
    entities,
    family,
    habits,
    health,
    identity,
    lasting,
    living,
    moods,
    new_work,
    obligations,
    pets,
    projects,
    schedule,
    staying,
    tastes,
    tools,
    topical,
    work,
)
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.names import SOMEBODY
from app.memories.extractors.zh.subjects import MANY, USER, Subject, Text
from app.memories.model import Act, Kind
from app.text import dates

Said = tuple[Fact, Subject]
_SPACED = re.compile(r"(?<=\d)\s+(?=[年月日号])|(?<=[年月])\s+(?=\d)")  # 2024 年 3 月 is one date
# Without one of these characters a reader can not find anything, so it is not asked.
_FAMILY = re.compile(r"[有养领收捡添叫送走离分失没儿女孩娃仔丧世]")
_HEALTH = re.compile(
    r"[敏眠吃喝碰闻摸沾触素斋戒清真酮碳麸盐脂嘌断洁海饮病症炎痛晕恐盲弱患得诊确查有耳膝腰手腿脚眼背胃肠心颈肩不能孕哺视压糖酸醇伤癌瘤犯聋明风梗折]"
)
_TIMELY = re.compile(r"[周期拜每点号日晨早午晚夜末节半前后天月年底初目标梦愿理想打算计划希望准备攒学考要立争决]|\d")
_OURS = re.compile(  # of a household, not of a team: 我们刚搬到…
    r"(?:去年|今年|前年|上个?月|上上?周|前几天|前阵子|前段时间|昨天|月初|年初|最近|终于|,)*(?:我们|咱们)(?:一家人?|俩|两个)?(?:刚|已经|去年|今年|上个?月|上上?周|这周[一二三四五六日]?|前年|最近|全家|举家|现在|目前|打算|前几天|前阵子|前段时间|昨天|月初|年初|终于|,)*(?:从[^,，]{1,8})?"
    r"(?:搬家?|迁|住在|住|结婚|领养|养了|养着|生了|定居|租了|买了房)|(?:我们|咱们)?的?新家"
)
_OF_SOMEBODY = re.compile(  # 小满的生日是…: of somebody whom nobody told of
    r"^(?!公司|单位|学校|家里?的|团队|部门|自己|本人)[\u4e00-\u9fffA-Z][\u4e00-\u9fffA-Za-z]{1,12}的(?:生日|年龄|身高|体重|老公|老婆|岁数|星座)(?:是|在|叫)"
)
_ONCE_WAS = re.compile(r"[当做干]过|以前|之前|曾|那会儿|当年")  # 当过海军，搞通信的
_CHANGING = ("residence", "employer", "occupation", "school", "marital_status", "workplace")


def stated(parts: list[Clause], sentence: Sentence, skip: set[int]) -> list[Said]:  # noqa: PLR0915  # clause by clause
    """Facts of `parts` but those at the indexes `skip`; nothing that is supposed, reported or merely mused on."""
    found: list[Said] = []
    names: dict[Subject, Subject] = {}
    reported = fixing = unknown = False
    pet = ""  # the kind of the animal that the last clause with a subject spoke of
    kept = ""  # the kind of an animal that was told without its name
    asked: list[Said] = []
    animal = False  # whether what follows without a subject may be said of an animal
    for index, part in enumerate(parts):
        if moods.supposes(part):
            break
        if index in skip:
            continue
        plain = part.text.plain.strip()
        if changes.wrong(plain):
            fixing = True
            continue
        if fixing and (again := _righted(parts, index, found, sentence)):
            found[-1:] = again
            continue
        if (owed := _owed(part, found, sentence, reported=reported)) is not None:
            found += owed
            continue
        if part.explicit:
            pet = pets.pet_spoken_of(part) or pets.pet_named(part)[0]
            kept, animal = "", False
            reported, unknown = moods.reports(part), False
        of_pet = _of_pet(part, pet, (kept or _kind(found)) if animal else "", found)
        if of_pet is not None:
            found += [(fact, USER) for fact in of_pet]
            continue
        if told := duties.read(part) if not part.explicit or part.subject.who in ("we", "project", "other") else []:
            found += [(fact, USER) for fact in told]
            continue
        if not part.explicit and (_OF_SOMEBODY.match(plain) or SOMEBODY.match(part.body.plain)):
            unknown = True
            continue
        if kept and not part.explicit:
            if named := pets.named_later(part, kept):
                found = _renamed(found, named, parts[:index], kept)
                continue
        if reported or (unknown and not health.of_body(part)) or moods.muses(part):
            continue
        facts, found = staying.apart(
            part,
            parts[:index],
            sentence.previous,
            _named(_of_clause(part, names.get(part.subject, part.subject), sentence, found), names),
            found,
        )
        if not facts and (wished := topical.asked(part)):
            asked += [(fact, USER) for fact in wished]
            continue
        # Of whom the first clause speaks is not known, so neither is it for those that lean on it.
        unknown = not facts and not found and moods.of_something(part)
        if fixing:
            slots = {fact.slot for fact, _ in facts}
            found = [(fact, subject) for fact, subject in found if fact.slot not in slots]
        kept = pets.unnamed([fact for fact, _ in facts]) or kept
        animal = animal or any((fact.slot or "").startswith("pet:") for fact, _ in facts)
        found += _still(facts, parts, index)
    return [*found, *(asked if found else [])]


def _owed(part: Clause, found: list[Said], sentence: Sentence, *, reported: bool) -> list[Said] | None:
    """The task that a clause tells; [] when it only presses for the one before it, None of something else."""
    if not reported and (owed := obligations.read(part, sentence)):
        return [(fact, USER) for fact in owed]
    return [] if found and found[-1][0].kind is Kind.TASK and obligations.hurries(part) else None


def _still(facts: list[Said], parts: list[Clause], index: int) -> list[Said]:
    """Without the trade of a time that is over: 我当过海军，搞通信的."""
    once = index > 0 and not parts[index].explicit and _ONCE_WAS.search(parts[index - 1].text.plain)
    return [said for said in facts if said[0].slot != "occupation"] if once else facts


def _of_pet(part: Clause, pet: str, kind: str, found: list[Said]) -> list[Fact] | None:
    """What a clause says of the animal `pet` that it names or the one of the clause before; None of something else."""
    plain = part.text.plain.strip()
    if pet:
        if part.explicit:
            return pets.said_of(plain, pet) or pets.read(part)
        return pets.named_later(part, pet) or pets.said_of(plain, pet, _called(found))
    if kind and not part.explicit and pets.told_of(part):
        return pets.said_of(plain, kind, _called(found))
    return None


def _renamed(found: list[Said], named: list[Fact], before: list[Clause], kind: str) -> list[Said]:
    """What was told of an animal before its name was, under the name."""
    rest = [(fact, who) for fact, who in found if not (fact.slot or "").startswith(f"pet:{head(kind)}")]
    rest += [(fact, USER) for fact in named]
    unstated = [part.text.plain.strip() for part in before if not part.explicit]
    return [*rest, *((fact, USER) for plain in unstated for fact in pets.said_of(plain, kind, _called(rest)))]


def _called(found: list[Said]) -> str:
    """The name of the animal told of last."""
    last = next((fact for fact, _ in reversed(found) if _is_pet(fact)), None)
    return last.entities[0] if last and last.entities else ""


def _kind(found: list[Said]) -> str:
    return next((fact.value or "" for fact, _ in reversed(found) if _is_pet(fact)), "")


def _is_pet(fact: Fact) -> bool:
    return (fact.slot or "").startswith("pet:") and (fact.slot or "").count(":") == 1


def _named(facts: list[Said], names: dict[Subject, Subject]) -> list[Said]:
    """Of people of whom one has many, each is known by name from the clause on that tells it."""
    for fact, subject in facts:
        if fact.slot == "name" and subject.role in MANY and fact.value and subject.name[:1] in ("", *"哥姐弟妹"):
            names[subject] = replace(subject, name=fact.value)
    return [(fact, names.get(subject, subject)) for fact, subject in facts]


def _of_clause(part: Clause, subject: Subject, sentence: Sentence, before: list[Said]) -> list[Said]:
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


def _righted(parts: list[Clause], index: int, found: list[Said], sentence: Sentence) -> list[Said]:
    """After 不对: `应该是威海` reads the clause of the last fact again with that value in its place."""
    value = changes.righted(parts[index].text.plain.strip())
    if value and dates.find(value, sentence.at, sentence.zone):
        return _on_day(parts[:index], value, sentence) if found else []
    wrong = found[-1][0].value if found else None
    if not value or not wrong:
        return []
    for part in reversed(parts[:index]):
        if wrong in part.text.raw:
            text = part.text.raw.replace(wrong, value)
            again = clauses(Text.of(text if "我" in text else f"我{text}"))
            return [said for clause in again for said in _of_clause(clause, clause.subject, sentence, [])][:1]
    return []


def _on_day(before: list[Clause], value: str, sentence: Sentence) -> list[Said]:
    """The last clause that names a day, with the right one."""
    for part in reversed(before):
        if len(named := dates.find(part.text.raw, sentence.at, sentence.zone)) == 1:
            text = part.text.raw[: named[0].start] + value + part.text.raw[named[0].end :]
            again = clauses(Text.of(text if "我" in text else f"我{text}"))
            return [said for clause in again for said in _of_clause(clause, clause.subject, sentence, [])][:1]
    return []
