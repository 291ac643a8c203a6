"""Which languages someone speaks, and how well."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.subjects import begins

_LANGUAGE = either(table("languages"))
LANGUAGES = table("languages")
_SPEAKS = re.compile(
    rf"(?:从小|家里|在家|平时|一直|都){{0,2}}(?P<not>不|不太|不怎么)?(?:会|能|懂|说|讲|精通|熟悉|擅长)(?:说|讲|"
    rf"一点|点儿?|一些|"
    rf"流利的){{0,6}}(?P<v>{_LANGUAGE}(?:、|和|跟|以及|还有|也会|一点点?|点儿?|一些|些|\\s|"
    rf"{_LANGUAGE}){{0,8}})(?:和)?$"
)
_MOTHER_TONGUE = re.compile(rf"(?:的)?母语(?:是|为|:|：)\s*(?P<v>{_LANGUAGE})$")
_MINE = re.compile(rf"^(?P<v>{_LANGUAGE})(?:就)?(?:是|算是)(?:我)?的?母语$")
_UNDERSTANDS = re.compile(rf"^(?:能|只|也|勉强)*(?:听得懂|听懂|看得懂|能听懂)(?:一点|一些)?(?P<v>{_LANGUAGE})")
_LEARNS = re.compile(
    rf"^(?:正|一直|最近|现在|也|还|业余|刚|自己|开始|已经){{0,4}}(?:在|自|开始|报班)?(?:学|学习|自学|补习|"
    rf"恶补)(?:着|了)?(?P<v>{_LANGUAGE})(?P<n>[^,，]{{0,8}})$"
)
_SKILL = re.compile(
    rf"(?:的)?(?P<v>{_LANGUAGE})(?:水平|口语)?(?:说得|讲得|能|可以|还|就|也|都|过了|是|考了|大概|只会|只能|会|"
    rf"有)*(?P<how>很好|不好|不太好|很差|一般|"
    rf"(?:很)?流利|不错|很烂|比较差|比较弱|很弱|(?:不太?|不怎么|很|比较)?标准|还?行|(?:日常)?(?:交流|沟通|"
    rf"对话)(?:没问题|无障碍|不成问题)?|工作语言|专业?[四八]级|四级|六级|"
    rf"[NABCnabc][1-6]|[\d一二两三四五六七]+级|一点点?|说一点点?|听懂|看懂|听得懂|入门|皮毛)(?:水平|而已|的)?$"
)


@behind(_MINE, _UNDERSTANDS, _MOTHER_TONGUE, _SPEAKS, _LEARNS, _SKILL)
def read(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if not clause.explicit and clause.first and "我" not in clause.text.plain:
        return []
    if (found := begins(_MINE, clause.text)) and clause.own:
        return [Fact(slot=f"speaks:{LANGUAGES[found.plain('v')]}", value="native", says=f"的母语是{found['v']}")]
    if found := begins(_UNDERSTANDS, clause.body):
        return [Fact(slot=f"speaks:{LANGUAGES[found.plain('v')]}", value="understands", says=f"听得懂{found['v']}")]
    if found := begins(_MOTHER_TONGUE, clause.body):
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value="native", says=f"的母语是{found['v']}")]
    if found := begins(_SPEAKS, clause.body):
        spoken = [word.group() for word in re.finditer(_LANGUAGE, found["v"])]
        says, value = ("不会说", "no") if found["not"] else ("会说", "yes")
        return [Fact(slot=f"speaks:{LANGUAGES.get(word, word)}", value=value, says=f"{says}{word}") for word in spoken]
    if (
        (found := begins(_LEARNS, clause.body))
        and clause.explicit
        and re.search(r"在|自学|开始|年|月|着", clause.text.plain)
        and not re.search(r"过|想|要|以前|什么", clause.text.plain)
    ):
        return [Fact(slot=f"learns:{LANGUAGES[found.plain('v')]}", value="yes", says=f"在学{found['v']}{found['n']}")]
    if found := begins(_SKILL, clause.body):
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value=found["how"], says=f"的{found['v']}{found['how']}")]
    return []
