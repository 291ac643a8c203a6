"""The facts that the clauses of one sentence state, in their order, with corrections inside the sentence applied."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import (
    animals,
    changes,
    duties,
    health,
    moods,
    obligations,
    pets,
    possession,
    staying,
    topical,
)
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.names import SOMEBODY
from app.memories.extractors.zh.readings import Said, of_clause
from app.memories.extractors.zh.subjects import MANY, USER, Subject, Text
from app.memories.model import Kind
from app.text import dates

_OF_SOMEBODY = re.compile(  # 小满的生日是…: of somebody whom nobody told of
    r"^(?!公司|单位|学校|家里?的|团队|部门|自己|本人)[\u4e00-\u9fffA-Z][\u4e00-\u9fffA-Za-z]{1,12}的(?:生日|年龄|身高|体重|老公|老婆|岁数|星座)(?:是|在|叫)"
)
_ONCE_WAS = re.compile(r"[当做干]过|以前|之前|曾|那会儿|当年")  # 当过海军，搞通信的


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
            _named(of_clause(part, names.get(part.subject, part.subject), sentence, found), names),
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
    found = possession.apart(found, parts)
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
            return animals.said_of(plain, pet) or pets.read(part)
        return pets.named_later(part, pet) or animals.said_of(plain, pet, _called(found))
    if kind and not part.explicit and animals.told_of(part):
        return animals.said_of(plain, kind, _called(found))
    return None


def _renamed(found: list[Said], named: list[Fact], before: list[Clause], kind: str) -> list[Said]:
    """What was told of an animal before its name was, under the name."""
    rest = [(fact, who) for fact, who in found if not (fact.slot or "").startswith(f"pet:{head(kind)}")]
    rest += [(fact, USER) for fact in named]
    unstated = [part.text.plain.strip() for part in before if not part.explicit]
    return [*rest, *((fact, USER) for plain in unstated for fact in animals.said_of(plain, kind, _called(rest)))]


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
            return [said for clause in again for said in of_clause(clause, clause.subject, sentence, [])][:1]
    return []


def _on_day(before: list[Clause], value: str, sentence: Sentence) -> list[Said]:
    """The last clause that names a day, with the right one."""
    for part in reversed(before):
        if len(named := dates.find(part.text.raw, sentence.at, sentence.zone)) == 1:
            text = part.text.raw[: named[0].start] + value + part.text.raw[named[0].end :]
            again = clauses(Text.of(text if "我" in text else f"我{text}"))
            return [said for clause in again for said in of_clause(clause, clause.subject, sentence, [])][:1]
    return []
