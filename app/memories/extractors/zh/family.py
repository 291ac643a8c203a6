"""Family: who there is, how many, what they are called; animals are read in `pets`."""

import re

from app.memories.extractors.zh import pets
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.names import looks_like_name
from app.memories.extractors.zh.numbers import number
from app.memories.extractors.zh.pets import COUNT
from app.memories.extractors.zh.subjects import MANY, ROLES, USER, Subject, begins, hit
from app.memories.model import Act
from app.text.gates import gate

_CHILDREN = re.compile(rf"(?:家里)?(?:有|生了|养了)(?P<n>{COUNT})个?(?P<w>孩子|小孩|娃|宝宝|儿子|女儿|闺女)(?:了)?$")
_HAS_ONE = re.compile(r"^(?:我|我们|我家|家里|家中)(?:里|还|也|就|只|家)*有(?:一)?[个位名]?(?!多|好)")
_BOTH = re.compile(r"(?:有|生了)(?P<v>一儿一女|一对双胞胎|双胞胎|一双儿女|一对龙凤胎|龙凤胎)(?:了)?")
_CHILDLESS = re.compile(r"(?:还)?(?:没有|没)(?:要)?(?:孩子|小孩|娃)")
_SIBLINGS = re.compile(rf"(?:家里)?有(?P<n>{COUNT})个(?P<w>哥哥|姐姐|弟弟|妹妹)$")
_INVERSE = re.compile(
    rf"(?P<n>[\u4e00-\u9fff]{{2,4}}|[A-Z][a-z]{{1,12}})是(?:我|俺)的?(?P<pre>大|小|二)?(?P<role>{either(ROLES)})$"
)
_ALONE = re.compile(r"^(?:又|刚|已经){0,6}(?:分手|失恋)了$")
_SPLIT = re.compile(
    r"(?:和|跟|与)(?P<w>女朋友|男朋友|女友|男友|老婆|老公|妻子|丈夫|对象|前任|她|他)?.{0,6}?(?P<v>分手|离婚|分开)了"
)


_PETLESS = re.compile(r"^(?:家里|现在|目前|也|还|都|从来){0,3}(?:没有?养?|不养)(?:任何|什么)?(?:宠物|小动物)(?:的)?$")
_TOGETHER = re.compile(
    r"^(?:我|俺)(?P<with>(?:和|跟|与)[^,，]{1,8}?在一起)(?P<n>[^,，]{0,3}[一二两三四五六七八九十几半多\d]{1,3}(?:年|个月)[多半]?)了$"
)


def together(clause: Clause) -> list[Fact]:
    """`我和男朋友在一起三年了`: with whom, and for how long."""
    found = hit(_TOGETHER, clause.text) if clause.own else None
    return [Fact(says=f"{found['with']}{found['n']}", importance=3)] if found else []


def read(clause: Clause) -> list[Fact]:
    if not (clause.own or clause.subject.who == "relation"):
        return []
    if clause.own and (clause.explicit or not clause.first) and begins(_PETLESS, clause.body):
        return [Fact(slot="owns:pet", value="no", says="没有养宠物")]
    found = [*_count(clause), *_parted(clause)]
    return [*found, *pets.read(clause)]


_MAY_BE_INVERSE = gate(_INVERSE)


def inverse(clause: Clause) -> tuple[Subject, Fact] | None:
    """`小满是我女儿`: the daughter's name."""
    found = hit(_INVERSE, clause.text) if _MAY_BE_INVERSE(clause.text.plain) else None
    if (
        not found
        or found.match.start() != 0
        or not looks_like_name(found["n"])
        or found.plain("n")[0] in "这那他她它谁你我今明"
    ):
        return None
    prefix = found.plain("pre")
    subject = Subject("relation", ROLES[found.plain("role")], prefix + found["role"])
    return subject, Fact(slot="name", value=found["n"], says=f"名叫{found['n']}", importance=4, entities=(found["n"],))


def _count(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if not clause.own:
        return []
    if found := begins(_CHILDREN, clause.body):
        count = str(number(found.plain("n")) or found["n"])
        says = f"有{found['n']}个{found['w']}"
        if (role := ROLES[found.plain("w")]) == "child":
            return [Fact(slot="children_count", value=count, says=says)]
        return [
            Fact(slot=f"relation:{role}:count", value=count, says=says),
            Fact(slot="children_count", value=count, says=f"有{found['n']}个孩子"),
        ]
    if found := begins(_SIBLINGS, clause.body):
        return [
            Fact(
                slot=f"relation:{ROLES[found.plain('w')]}:count",
                value=str(number(found.plain("n"))),
                says=f"有{found['n']}个{found['w']}",
            )
        ]
    if found := begins(_BOTH, clause.body):
        return [Fact(slot="children_count", value="2", says=f"有{found['v']}")]
    if (found := begins(_CHILDLESS, clause.body)) and clause.explicit:
        return [Fact(slot="children_count", value="0", says="没有孩子")]
    return []


def introduced(clause: Clause) -> list[Fact]:
    """`我有一个哥哥`: that there is one. Friends and colleagues are many, and saying so tells nothing."""
    found = _HAS_ONE.match(clause.text.plain.strip())
    role = clause.subject.role
    if not found or clause.body.plain.strip() or role in MANY - {"child", "cousin", "nephew", "niece", "aunt", "uncle"}:
        return []
    word = clause.subject.word
    if role in ("child", "twins"):
        return [Fact(slot="children_count", value="1", says="有一个孩子")] if role == "child" else []
    counted = role in ("sister", "brother", "cousin")
    slot = f"relation:{role}:count" if counted else f"relation:{role}"
    return [Fact(slot=slot, value="1" if counted else "yes", says=f"有一个{word}")]


def _parted(clause: Clause) -> list[Fact]:
    found = hit(_SPLIT, clause.body) or (hit(_SPLIT, clause.text) if clause.own else None)
    if not found and clause.own and clause.explicit and begins(_ALONE, clause.body):
        return [Fact(slot="relation:partner", value=None, says="分手了", act=Act.RETRACT, topic="恋人")]
    if not found or not clause.own:
        return []
    if found.plain("v") == "离婚":
        return [Fact(slot="marital_status", value="divorced", says="离异")]
    word = found["w"] or "恋人"
    return [
        Fact(
            slot=f"relation:{ROLES.get(found.plain('w'), 'partner')}",
            value=None,
            says=f"与{word}分手了",
            act=Act.RETRACT,
            topic=word,
        )
    ]


__all__ = ["USER", "inverse", "read"]
