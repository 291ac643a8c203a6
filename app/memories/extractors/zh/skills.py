"""Instruments, sports and other things one can do or can not."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.subjects import begins

_PLAYS = re.compile(
    r"^(?:业余|周末|平时|经常|从小|一直|现在|正在|在|也|还|会|能|刚开始|开始|最近在?|坚持|自学|练了?|学了?|"
    r"喜欢){0,6}(?P<v>(?:弹|拉|吹|敲)(?:的是|了|一点点?|点儿?|一些)?(?:钢琴|吉他|尤克里里|古筝|琵琶|贝斯|手风琴|"
    r"二胡|小提琴|大提琴|"
    r"中提琴|长笛|萨克斯|小号|口琴|单簧管|竹笛|笛子|架子鼓|电子琴|古琴|管风琴|葫芦丝|箫)|(?:打|踢|"
    r"下)(?:一点点?|点儿?)?(?:羽毛球|篮球|网球|乒乓球|排球|足球|高尔夫|棒球|台球|壁球|橄榄球|冰球|围棋|象棋|"
    r"国际象棋|桥牌|"
    r"架子鼓|太极拳?|拳击|麻将))(?:[\d一二两三四五六七八九十]+年)?(?:了)?$"
)
_SKILL = re.compile(
    r"^(?P<no>不|不太|还不)?会(?P<v>游泳|开车|做饭|骑自行车|骑车|骑马|滑雪|滑冰|潜水|冲浪|编程|写代码|画画|"
    r"唱歌|跳舞|摄影|下厨|做菜|剪辑|手语|武术|烘焙|织毛衣|速记|盲打|弹琴)$"
)


_CAN = re.compile(
    r"^(?:也|还|都|略|稍微|真的){0,2}(?P<no>不|不太|还不)?会(?P<v>(?:开|修|弹|唱|跳|骑|焊|织|包|酿|调|刻|缝|扎|"
    r"捏|剪|木工|电焊|裁剪|刺绣|烧|炒|腌|钓|吹|拉|打)[^,，了的完到好来去给帮]{1,8}|电焊|木工|武术|裁缝|"
    r"理发|化妆|急救|算命|魔术|口技|方言)$"
)


@behind(_SKILL, _CAN, _PLAYS)
def read(clause: Clause) -> list[Fact]:
    if clause.explicit and (found := begins(_SKILL, clause.body)):
        return [
            Fact(
                slot=f"plays:{head(found['v'])}",
                value="no" if found["no"] else "yes",
                says=f"{found['no']}会{found['v']}",
            )
        ]
    if (
        (clause.explicit or not clause.first)
        and (found := begins(_CAN, clause.body))
        and not begins(_PLAYS, clause.body)
    ):
        no = "不" if found["no"] else ""
        return [Fact(slot=f"plays:{head(found['v'])}", value="no" if no else "yes", says=f"{no}会{found['v']}")]
    found = begins(_PLAYS, clause.body)
    if not found or not (clause.explicit or not clause.first):
        return []
    thing = found["v"]
    head_ = re.sub(r"^[弹拉吹敲打踢下](?:的是|了|一点点?|点儿?|一些)?", "", thing)
    return [
        Fact(slot=f"plays:{head(head_)}", value="yes", says=f"会{thing}" if "会" in clause.body.plain[:3] else thing)
    ]
