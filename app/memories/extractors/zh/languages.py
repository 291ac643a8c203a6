"""Which languages someone speaks, and how well."""

import re

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.subjects import hit

_LANGUAGE = either(table("languages"))
LANGUAGES = table("languages")
_SPEAKS = re.compile(
    rf"(?P<not>不|不太|不怎么)?(?:会|能|懂|说|讲|精通|熟悉|擅长)(?:说|讲|一点|点儿?|一些|"
    rf"流利的){{0,6}}(?P<v>{_LANGUAGE}(?:、|和|跟|以及|还有|也会|一点点?|点儿?|一些|些|\\s|"
    rf"{_LANGUAGE}){{0,8}})(?:和)?$"
)
_MOTHER_TONGUE = re.compile(rf"(?:的)?母语(?:是|为|:|：)\s*(?P<v>{_LANGUAGE})$")
_SKILL = re.compile(
    rf"(?:的)?(?P<v>{_LANGUAGE})(?:水平)?(?:说得|讲得)?(?P<how>很好|不好|不太好|很差|一般|流利|很流利|不错|"
    rf"很烂|比较差|比较弱|很弱|四级|六级|N[1-5]|n[1-5])$"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.explicit and clause.first:
        return []
    if (found := hit(_MOTHER_TONGUE, clause.body)) and found.match.start() == 0:
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value="native", says=f"的母语是{found['v']}")]
    if (found := hit(_SPEAKS, clause.body)) and found.match.start() == 0:
        spoken = [word.group() for word in re.finditer(_LANGUAGE, found["v"])]
        says, value = ("不会说", "no") if found["not"] else ("会说", "yes")
        return [Fact(slot=f"speaks:{LANGUAGES.get(word, word)}", value=value, says=f"{says}{word}") for word in spoken]
    if (found := hit(_SKILL, clause.body)) and found.match.start() == 0:
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value=found["how"], says=f"的{found['v']}{found['how']}")]
    return []
