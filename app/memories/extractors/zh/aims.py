"""An aim without a day of its own: `我打算把房子卖了`, `今年的目标是跑完全马`, `不学吉他了，学架子鼓`."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Act, Kind
from app.text import dates

_GOAL = re.compile(
    r"^(?:的)?(?:近期|今年|短期|长期|最大|终极|下一个|新年|年度|小|最近|主要|人生){0,6}(?:的)?(?:目标|梦想|"
    r"愿望|理想|计划|心愿|flag)(?:就)?(?:是|:|：|定为)\s*(?P<a>[^,，]{2,40})$|^(?:也|还|正|一直|最近|"
    r"现在|仍){0,6}(?:在)?(?P<d>(?<=在)考(?:公务员|公|研|编|博|教资|驾照|驾校|CPA|雅思|托福|证)|(?<=[在始])(?:减[脂肥重]|增肌|塑形|刷脂|备孕|备婚|戒[烟酒糖][瘾]?|备考[^,，]{2,10}))$|^(?:也|还|正|一直|最近|现在){0,6}(?:在)?(?:准备|备战|备考|复习|冲刺|冲(?=[A-Z])|筹备|攒钱买|攒钱|(?:(?<=在)|"
    r"自)学(?![校期生会到])习?)(?P<b>[^,，]{2,30})$|"
    r"^(?:也|还|正|一直|最近|现在|今年|明年|以后|将来|未来|年内){0,6}(?:[^,，]{2,8}前)?(?:想要?|"
    r"打算|计划|希望|准备|立志|决心|争取|决定|下定决心|要)(?:能|在|去|尽快|用|努力|继续|接着|再|开始|自己){0,4}"
    r"(?:[^,，]{1,10}[年月底前内]之?前?)?(?:能|去|尽快|努力){0,3}(?P<c>(?:把[^,，]{1,6}(?=减|提|练|降|考|学|写)|"
    r"学会|学|"
    r"考(?:[研公证上下取个过]|(?=[A-Z]))?|转行|转岗|减肥|减重|减到|减掉|瘦到|瘦|增肌|练|攒|存|换工作|跳槽|买房|买车|"
    r"出国|留学|移民|创业|成为|当上|拿到|拿下|达到|跑完|完成|写完|写一本|读完|戒|开一家|开个|开店|升职|"
    r"晋升|涨薪|搬到|搬去|搬家|定居|结婚|要孩子|装修|环游|考上)[^,，]{0,30})$"
)

_AT_IT = re.compile(r"(?:在|开始)(?:减|增肌|塑形|刷脂|备[孕婚考]|戒)")  # nobody says so of others without a subject

_MEANT = re.compile(
    r"^(?:也|还|正|一直|现在|今年|明年|以后|将来)*(?:打算|计划|立志|下定决心|决心|有计划)(?:要|在|"
    r"着)?(?P<v>(?![先再睡走吃喝]|去吃|去睡)[^,，]{3,24})$"
)

_TARGET = re.compile(r"^(?:的)?(?:目标|争取|力争|希望)(?:是|在|能)?(?P<v>[^,，]{2,30})$")
_LEARNS_OTHER = re.compile(
    r"^不(?:再)?学(?P<a>[^,，了]{1,8})了[,，\s]*(?:改|现在|转|换成?)?(?:去)?学(?P<b>[^,，了。！]{1,10})"
)


def switched(clause: Clause) -> list[Fact]:
    """`不学吉他了，学架子鼓`: another thing is learned from now on."""
    found = _LEARNS_OTHER.match(clause.rest.plain)
    if not found:
        return []
    old, new = clean(found["a"]), clean(found["b"])
    return [
        Fact(slot=f"goal:学{head(old)}", value=None, says=f"不再学{old}", act=Act.RETRACT, topic=f"学{old}"),
        Fact(slot=f"goal:学{head(new)}", value="yes", says=f"改学{new}"),
    ]


@behind(_MEANT)
def meant(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`我打算把房子卖了`, `我立志看完五十本书`: who says so plans it, whatever it is."""
    found = begins(_MEANT, clause.body) if clause.explicit else None
    if not found or re.search(
        r"今天|今晚|这次|这个|那个|现在|待会|一会儿?|等下|请|帮|你|吗|一下|什么|哪|怎么|如果", clause.text.plain
    ):
        return []
    value = clean(found["v"])
    mentions = dates.find(clause.text.raw, sentence.at, sentence.zone)
    says = dates.rewrite(clean(clause.body.raw), sentence.at, sentence.zone, "zh")
    ends = mentions[-1].until if mentions and mentions[-1].until > sentence.at else None
    return [Fact(slot=f"goal:{head(_without_dates(value, sentence))}", value="yes", says=says, expires_at=ends)]


@behind(_GOAL)
def aimed(clause: Clause, sentence: Sentence) -> list[Fact]:
    at_it = clause.own and begins(_AT_IT, clause.body) is not None
    if not (clause.explicit or not clause.first or at_it) or re.search(
        r"今天|今晚|这次|这个|那个|现在就|待会|一会儿?|请|帮|你|吗|一下|什么|哪|怎么|如果", clause.text.plain
    ):
        return []
    found = hit(_GOAL, clause.body)
    if not found:
        return []
    group = next(name for name in "abcd" if found[name])
    value = clean(found[group])
    learning = re.match(r"(?:正|一直|最近|现在|也|还)*(?:在|自)学", clause.body.plain)
    if (learning and re.search(r"时$|怎么|一下|新的?$|过程|概念|^(?:着|到|了)", value)) or (
        group == "b"
        and not learning
        and not re.search(r"备考|备战|冲刺|攒钱", clause.body.plain)
        and (
            re.search(r"饭|菜|吃|睡|出门|下班|回家|会议|开会$|材料|资料|了$", value)
            or not re.search(
                r"考|赛|马拉松|面试|答辩|婚|研|公务员|雅思|托福|证|论文|上线|创业|演出|高考|房|车|旅|级|项目|[A-Z]{3}",
                value,
            )
        )
    ):
        return []
    says = dates.rewrite(third_person(clean(clause.body.raw)), sentence.at, sentence.zone, "zh")
    fact = Fact(slot=f"goal:{head(_without_dates(value, sentence))}", value="yes", says=says, kind=Kind.FACT)
    mentions = dates.find(clause.text.raw, sentence.at, sentence.zone)
    if mentions and mentions[-1].until > sentence.at:
        fact = replace(fact, expires_at=mentions[-1].until)
    return [fact]


def target(clause: Clause, before: Fact) -> list[Fact]:
    """`…，目标七十分` after a goal: more of the same goal."""
    found = hit(_TARGET, clause.body) if not clause.explicit else None
    if not found or not (before.slot or "").startswith("goal:"):
        return []
    return [replace(before, says=f"{before.says}，{clean(clause.body.raw)}", value="yes")]


def _without_dates(words_: str, sentence: Sentence) -> str:
    for mention in reversed(dates.find(words_, sentence.at, sentence.zone)):
        words_ = words_[: mention.start] + words_[mention.end :]
    return words_.strip("的 ") or words_
