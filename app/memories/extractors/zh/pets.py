"""Animals of the user: kinds, numbers, names, and their end; what is said of them is read in `animals`."""

import re
from dataclasses import replace

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, several
from app.memories.extractors.zh.lexicon import either, words
from app.memories.extractors.zh.names import bare, pet_name
from app.memories.extractors.zh.subjects import Text, begins, hit
from app.memories.model import Act

_KIND = either(words("pets", "kinds"))


_PET_WORDS = frozenset({"主子", "毛孩子", "毛孩", "宠物"})
_IS_KIND = re.compile(rf"[,，\s]*(?:它)?是(?:一?[只条个])?(?P<kind>[^,，。]{{0,4}}?{_KIND})")
COUNT = r"(?:\d{1,2}|[一二两三四五六七八九十]{1,2})"


_UNIT = "[只条匹头个位口窝对缸]"


_GIVEN = r"[^,，。、的和叫]{1,8}"


_KEEPS = r"(?:养|领养|收养|领|买|捡|新添|添|家里有|有|多)(?:了|着|过)?(?:有|一下)?"


_PET_CALLED_KIND = re.compile(
    rf"(?:{_KEEPS})?{COUNT}?{_UNIT}(?:名字?)?叫(?:做)?(?P<name>[^,，。的]{{1,8}})的(?P<kind>[^,，。的]{{0,"
    rf"5}}{_KIND})"
)


_PET_KIND_CALLED = re.compile(
    rf"(?P<keeps>{_KEEPS})?(?P<n>{COUNT})?(?P<unit>{_UNIT})?(?P<adj>[^,，。叫名]{{0,8}}?)(?P<kind>"
    rf"{_KIND})(?:[\s，,]*(?:它|它们|分别|名字){{0,6}}(?:就)?(?:名叫|叫做|叫|取名叫?|起名叫?|名字是|"
    rf"名为)(?P<name>(?:(?!还有|还养)[^,，。]){{1,20}}))?"
)


_ANY_KIND = re.compile(
    rf"(?:家里)?(?:有(?=[一二两三\d]?[只条匹])|养|领养|收养|捡|买)(?:了|着|"
    rf"过)?(?:一)?{_UNIT}(?P<kind>[^,，。叫名]{{1,6}}?)[\s，,]*(?:给它|"
    rf"它)?(?:名字)?(?:名叫|叫做|叫|取名叫?|起名叫?|名为)(?P<name>(?:(?!还有|还养)[^,，。]){{1,10}})"
)


_THEIR_NAMES = re.compile(  # 养了两只猫，笔尖和墨水
    r"[,，]\s*(?P<names>(?![它他她也都还又很][^,，]|[^,，]{1,8}的)[\u4e00-\u9fffA-Za-z]{1,3}?(?:[、和跟与][\u4e00-\u9fffA-Za-z]{1,3}){1,3})(?=[,，。！!]|$)"
)
_ONE_CALLED = re.compile(rf"一{_UNIT}(?:[^,，。]{{0,6}}的?)?叫(?P<name>{_GIVEN})")


_MY_PET = re.compile(
    rf"(?:的|家的?|养的)?(?:那只|那条)?(?P<kind>{_KIND})(?:的名字)?(?:就)?(?:名?叫做?|是|名字是)(?P<name>{_GIVEN})$"
)


_MINE_LATER = re.compile(
    rf"(?P<kind>{_KIND})[^,，。叫]{{1,10}}[,，]\s*(?:它|名字)?(?:名叫|叫做?|名字是)(?P<name>{_GIVEN})"
)


_HOUSE_PETS = re.compile(
    rf"^(?:里|里面)?(?:一共|总共|现在|还)?(?:有|养着?|养了)?(?P<v>(?:{COUNT}{_UNIT}[^,，]{{0,4}}?{_KIND}(?:和|、|加|"
    rf"还有)?){{1,4}})$"
)


_EACH = re.compile(rf"(?P<n>{COUNT}{_UNIT})(?P<kind>[^,，]{{0,4}}?{_KIND})")


_KIND_CALLED = re.compile(
    rf"^(?P<kind>{_KIND})(?:们|分别|的名字|名字){{0,2}}(?:名叫|叫做|叫|是)(?P<name>[^,，的]{{1,20}})$"
)


_NO_PET = re.compile(rf"(?:不养|没养|没有|不再养)(?:{COUNT}?{_UNIT})?(?P<kind>[^,，]{{0,4}}?{_KIND})(?:了)?")


_GIVEN_AWAY = re.compile(
    rf"把(?:我?家?的?)?(?P<kind>[^,，]{{0,3}}?{_KIND})(?:已经|都|也)?(?:送人|送走|送给[^,，]{{1,8}}|弄丢)了"
)


_PET_GONE = re.compile(
    r"(?P<name>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:已经|上周|昨天|前天|去年|上个月|最近|前几天|就|也|"
    r"被){0,6}(?:送给[^,，]{1,10}|送人|去世|走丢|走失|过世|没了|不在了|离开我们|去了喵星|去了汪星|去喵星|"
    r"去汪星)(?:了|养了)"
)


_NOT_KEPT = re.compile(  # 大橘不是我养的: held as a pet or not, the judge sees
    r"^(?P<name>[\u4e00-\u9fffA-Za-z]{2,6}?)(?:其实|可|也|并)?不是我(?:们)?(?:家)?(?:养)?的(?:[猫狗])?(?:啦|哦)?$"
)


_NAMED_GONE = re.compile(  # 木耳上个月送人了: held as a pet or not, the judge sees
    r"^(?P<name>[\u4e00-\u9fffA-Za-z]{2,6}?)(?:已经|上周|昨天|前天|去年|上个月|最近|前几天|前阵子|今年|刚|就|也|被){0,3}"
    r"(?:送人|送走|走丢|走失|去世|过世|没了|不在|去了?喵星|去了?汪星)了$"
)
_KIND_GONE = re.compile(
    rf"^(?:里|里的|养的)?(?:那[只条])?(?P<kind>[^,，了]{{0,4}}?{_KIND})(?:已经|上周|昨天|前天|去年|上个月|今年|最近|"
    rf"前几天|就|也){{0,3}}(?:走|没|死|去世|过世|不在|丢|走丢|跑丢)了$"
)


_MY_ANIMAL = re.compile(rf"(?:我们?家?的?|家里的?)(?:那[只条])?(?P<kind>{_KIND})(?![^,，]{{0,3}}叫)(?=[^,，是]{{2,}})")


_MY_NAMED = re.compile(
    rf"我们?家?里?的?(?:那[只条])?(?P<kind>{_KIND})(?:的名字)?(?:就)?(?:名?叫做?|名字是)(?P<name>[^,，。的]{{1,8}})$"
)


def read(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if clause.subject.who != "user":
        return []
    if found := begins(_GIVEN_AWAY, clause.body):
        return [Fact(says=f"不养{found['kind']}了", act=Act.RETRACT, topic=found["kind"], value=found["kind"])]
    if (found := begins(_NO_PET, clause.body)) and ("了" in clause.body.plain or "不养" in clause.body.plain):
        return [Fact(says=f"不养{found['kind']}了", act=Act.RETRACT, topic=found["kind"], value=found["kind"])]
    if not clause.first and not clause.explicit and (found := begins(_KIND_CALLED, clause.body)):
        return [_pet(each, found["kind"]) for each in map(bare, several(clean(found["name"]))) if pet_name(each)]
    if re.match(r"(?:我们?家?|家里)", clause.text.plain) and (found := begins(_KIND_GONE, clause.body)):
        kind = found["kind"]
        return [Fact(slot=f"pet:{head(kind)}", value=None, says=f"的{kind}已经不在了", act=Act.RETRACT, topic=kind)]
    if clause.first and not clause.explicit and (theirs := _NOT_KEPT.match(clause.text.plain.strip())):
        animal = clause.text.raw.strip()[: theirs.end("name")]
        return [Fact(slot=f"pet:{head(animal)}", value=None, says=f"没有养{animal}", act=Act.RETRACT)]
    gone = hit(_PET_GONE, clause.body) or (hit(_PET_GONE, clause.text) if not clause.explicit else None)
    if gone and gone.match.start() == 0 and not clause.first and pet_name(gone["name"]):
        return [
            Fact(
                slot=f"pet:{head(gone['name'])}",
                value=None,
                says=f"不再养{gone['name']}",
                act=Act.RETRACT,
                topic=gone["name"],
            )
        ]
    if clause.first and not clause.explicit and (lost := _NAMED_GONE.match(clause.text.plain)):
        animal = clause.text.raw[lost.start("name") : lost.end("name")]
        slot = f"pet:{head(animal)}"
        return [Fact(slot=slot, value=None, says=f"不再养{animal}", act=Act.RETRACT, topic=f"宠物 {animal}")]
    if (found := begins(_MY_PET, clause.body)) and clause.explicit and pet_name(bare(found["name"])):
        later = _IS_KIND.match(clause.rest.plain[found.end :]) if found.plain("kind") in _PET_WORDS else None
        return [_pet(bare(found["name"]), later["kind"] if later else found["kind"])]
    if (found := begins(_MINE_LATER, clause.rest)) and clause.explicit and pet_name(bare(found["name"])):
        return [_pet(bare(found["name"]), found["kind"])]
    if found := begins(_PET_CALLED_KIND, clause.body):
        return [_pet(bare(found["name"]), found["kind"])]
    if (found := begins(_ANY_KIND, clause.rest)) and pet_name(bare(found["name"])):
        return [_pet(bare(found["name"]), found["kind"])]
    found = hit(_PET_KIND_CALLED, clause.rest)
    if (
        not found
        or found.match.start() != 0
        or not (found["keeps"] or (not clause.explicit and found["unit"] and found["name"]))
    ):
        return _house_pets(clause)
    return _kept(
        clause,
        found["keeps"],
        found["n"] + found["unit"],
        found["adj"] + found["kind"],
        found["name"],
        clause.rest.cut(found.end),
    )


def pet_spoken_of(clause: Clause) -> str:
    """The animal of `我家的猫绝育过了`: what follows without a subject is said of it."""
    found = _MY_ANIMAL.match(clause.text.plain)
    return found["kind"] if found else ""


def pet_named(clause: Clause) -> tuple[str, str]:
    """Kind and name of the animal of `我家的猫叫芝麻`, which is the subject of what follows; both "" for none."""
    found = _MY_NAMED.match(clause.text.plain.strip())
    return (found["kind"], bare(found["name"])) if found and pet_name(bare(found["name"])) else ("", "")


def named_later(clause: Clause, kind: str) -> list[Fact]:
    """`…，叫芝麻` of an animal spoken of before."""
    found = re.match(r"(?:名字|它)?(?:就)?(?:叫做?|名叫|名字是)(?P<name>[^,，的]{1,8})$", clause.body.plain)
    return [_pet(bare(found["name"]), kind)] if found and pet_name(bare(found["name"])) else []


def unnamed(facts: list[Fact]) -> str:
    """The kind of the only animal that the facts tell of, without a name."""
    kinds = [fact.value or "" for fact in facts if (fact.slot or "").startswith("pet:") and not fact.entities]
    return kinds[0] if len(kinds) == 1 and not kinds[0][:1].isdigit() else ""


def _house_pets(clause: Clause) -> list[Fact]:
    """`家里两只猫一只狗`, unless the names follow."""
    found = begins(_HOUSE_PETS, clause.body) if re.match(r"(?:我们?家|家里)", clause.text.plain) else None
    return [
        Fact(slot=f"pet:{head(each['kind'])}", value=each["kind"], says=f"养了{each['n']}{each['kind']}")
        for each in _EACH.finditer(found["v"] if found else "")
        if not re.search(rf"{each['kind'][-1]}[^,，]{{0,4}}叫", clause.rest.raw[len(clause.body.raw) :])
    ]


def _kept(clause: Clause, keeps: str, count: str, kind: str, name: str, after: Text) -> list[Fact]:
    if not clause.explicit and clause.first and "养" not in keeps:
        return []
    kind = re.sub(r"^的", "", kind)
    if re.search(r"[吃看买卖喜送想要道盘份碗锅辣炒煮肉汤是把台部辆架]|熊猫|什么", kind):
        return []
    if not name and (called := [bare(match["name"]) for match in _ONE_CALLED.finditer(after.raw)]):
        return [_pet(each, kind) for each in called if pet_name(each)]
    if not name and count[:1] not in ("", "一") and (both := _THEIR_NAMES.match(after.raw)):
        return [_pet(each, kind) for each in several(both["names"]) if pet_name(each)]
    if names := [bare(each) for each in several(clean(name))]:
        return [_pet(each, kind) for each in names if pet_name(each)]
    if ("养" not in keeps and keeps not in ("家里有", "有")) or not ("养" in keeps or count):
        return []
    says = f"养了{count}{kind}"
    return [Fact(slot=f"pet:{head(kind)}", value=kind if count[:1] in ("", "一") else f"{count}{kind}", says=says)]


def _pet(name: str, kind: str) -> Fact:
    return replace(
        Fact(
            slot=f"pet:{head(name)}", value=clean(kind), says=f"养了{_measured(clean(kind))}，名叫{name}", importance=4
        ),
        entities=(name,),
    )


def _measured(kind: str) -> str:
    kind = "宠物" if kind in _PET_WORDS else kind
    return f"一{'条' if kind.endswith(('狗', '犬', '鱼', '蛇')) else '只'}{kind}" if kind else "一只宠物"
