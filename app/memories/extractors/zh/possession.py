"""Whose it is, told after the thing: 有只橘猫叫大橘，不是我养的. What is not the user's is nothing that they keep."""

import re
from typing import Final

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.readings import Said
from app.memories.extractors.zh.subjects import ROLES
from app.memories.model import Act

_BUT: Final = r"(?:不过|但是?|可是?|其实|只是|实际上|严格来说|并|它|这|也|都|本来|原来){0,3}"
_SOMEBODY: Final = rf"(?:我的?)?(?:[^,，我的不是]{{0,4}}(?:{either(word for word in ROLES if len(word) > 1)}|大爷|大妈|大叔|阿姨|[姐哥叔姨爷奶妈爸])|公司|单位|店里|学校|邻居|楼[上下]|隔壁|别人|人家|小区|物业)(?:家|他们家?)?"
_NOT_MINE: Final = re.compile(
    rf"^{_BUT}不(?:是|算是?|属于)(?:我|我们|咱|自己|俺)(?:们?家|自己)?(?:养|买|领养|拥有)?的?(?:[猫狗车]|东西)?(?:啦|哈|哦|呢)?$"
    rf"|^{_BUT}(?:是|算是?|属于|归)(?:{_SOMEBODY})(?:养|买|的|配|租|借给我)?的?(?:[猫狗车])?(?:啦|哈|哦|呢)?$"
    rf"|^{_BUT}(?:我|我们|就|先|暂时|临时){{0,3}}(?:帮|替|代|给)(?:{_SOMEBODY}|[他她]们?)(?:暂时|临时)?(?:养|看|照看|照顾|带|喂|遛|保管|寄养)[^,，]{{0,6}}$"
    rf"|^{_BUT}(?:是)?(?:我)?(?:跟[^,，]{{1,6}})?(?:借|租|寄养)(?:来|在我(?:这儿?|家))?的?(?:啦|哈|哦)?$|^(?:公司|单位|老板)(?:配|发)的(?:啦|哈)?$"
)
_KEPT: Final = ("pet:", "owns:")
_CARRIED: Final = (*_KEPT, "habit:")  # 天天来我家蹭饭 was said of the cat


def apart(found: list[Said], parts: list[Clause]) -> list[Said]:
    """What was found without the animals and things that a later clause says to be somebody else's."""
    if not any((fact.slot or "").startswith(_KEPT) for fact, _ in found):
        return found
    if not any(_NOT_MINE.match(part.text.plain.strip()) for part in parts[1:]):
        return found
    return [
        (fact, who) for fact, who in found if fact.act is not Act.ASSERT or not (fact.slot or "").startswith(_CARRIED)
    ]
