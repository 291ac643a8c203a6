"""Who answers for what in the work (风控找老吴, 发布由王工负责), and what its things must be like (网关禁止周五发布)."""

import re
from typing import Final

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.names import affectionate, full_name
from app.memories.extractors.zh.subjects import begins
from app.memories.model import Kind, Type

_WHO: Final = r"(?P<who>[\u4e00-\u9fff]{2,3}?|[A-Z][A-Za-z]{1,14})"
_SINCE: Final = r"(?:现在|目前|以后|今后|之后|后面|接下来|都|就|直接|已经|还是|一直|统一|一律|先){0,6}"
_ASK: Final = re.compile(
    rf"^{_SINCE}(?P<what>[^,，找问]{{2,10}}?)(?:的事情?|的问题|这块儿?|方面|这边|有(?:问题|事|什么事))?{_SINCE}(?:可以|请|要|得)*(?:找|问|联系|对接|归|@)"
    rf"{_WHO}(?:管|负责|开|要|领|拿|批|办|处理|申请)?(?:就行|就好|就可以|了|吧)*$"
)
_OWNED: Final = re.compile(
    rf"^{_SINCE}(?P<what>[^,，]{{2,14}}?)(?:的事情?|这块儿?|方面|这边)?{_SINCE}(?:全权|转|交)?(?:由|归|是|给){_WHO}(?:来|在|全权)*"
    r"(?:负责|管|带|接手|跟进?|对接|盯着?|维护|主管|牵头|处理)(?:了|的)?$"
)
_OWNS: Final = re.compile(
    rf"^{_SINCE}由?{_WHO}{_SINCE}(?:主要|开始|来|在|全面|全权)*(?:负责|管着?|接手了?|对接|维护|牵头|跟进)(?P<what>[^,，了我你]{{2,14}}?)(?:这块儿?|的事情?|了)*$"
)
_POST: Final = re.compile(  # PM是汪洋
    rf"^(?:项目|我们|这边)?的?(?P<what>PM|PO|TL|QA|DBA|UI|产品经理?|设计师?|测试|前端|后端|运维|项目经理|技术负责人|负责人|架构师|主程|美术|策划|主笔|责编)(?:那边|这边)?(?:是|叫){_WHO}$"
)
_MADE_WITH: Final = ("DBA", "UI", "QA", "测试", "前端", "后端", "运维", "设计", "美术")
_TITLED: Final = re.compile(r"[\u4e00-\u9fff]{1,2}(?:总|姐|哥|工|老师|经理|主任|师傅|律师|会计)")
_NOBODY: Final = re.compile(r"^(?:我|你|您|他|她|谁|人|大家|客服|前台|医生|老板|自己|工作|对象|房子|机会|公司)")
_WORK: Final = re.compile(
    r"代码|注释|变量|函数|类名|缩进|编码|命名|分支|提交|commit|PR|MR|接口|日志|报表|报告|文档|邮件|合同|发票|发布|发版|上线|线上|生产|网关|数据库?|配置|密钥|测试|用例|"
    r"需求|排期|会议|例会|周报|日报|晨报|图表|标题|字段|表名|金额|单价|报价|日期|版本|镜像|备份|变更|审批|报销|采购|订单|退款|客户|供应商|样品|方案|"
    r"脚本|依赖|模型|权限|账号|服务器?|集群|仓库|门店|库存|物料|图纸|工单|评审",
    re.IGNORECASE,
)
_NORM: Final = re.compile(
    r"^(?P<what>(?:所有的?|任何|凡是|我们的?|咱们的?)?[^,，你他她它]{2,14}?)(?P<must>一律|必须|严禁|禁止|不许|不得(?!不)|不准|不允许|只能|都得|都必须|统一)"
    r"(?P<how>[^,，]{2,24})$"
)
_STYLE: Final = re.compile(
    r"^(?P<what>[^,，你我]{0,6}?(?:变量名?|函数名|类名|文件名|表名|字段名?|分支名?|接口名|命名|提交信息|注释|日期格式|缩进|编码))(?P<must>都|统一|一律|全部)*"
    r"(?:用|采用|按|走|写成?)(?P<how>[^,，]{2,24}?)$"
)
_REQUIRED: Final = re.compile(
    r"^(?:我们的?)?(?P<who>客户|甲方|公司|学校|单位|老板|领导|总部|平台|监管|审计|法务|财务|导师|编辑部?|出版社)(?:那边|这边)?(?:规定|硬性要求|明确要求|要求)(?:我们?|大家)?"
    r"(?P<v>[^,，]{4,30})$"
)
_ALWAYS: Final = re.compile(r"所有|每|一律|必须|统一|全部|都|只能|不得(?!不)|禁止|凡是|任何")
_ANSWERS: Final = re.compile(
    r"示例|例子|示范|回答|回复|解释|译文|答案|输出|例题"
)  # a wish for the answers, no rule of the work
_OF_NOW: Final = re.compile(
    r"今天|明天|今晚|这次|这周|本周|下周|马上|赶紧|尽快|月底前|[月号日]前|之前(?:交|给|完成)|我(?:必须|只能|得)|吗|什么|怎么"
)


def read(clause: Clause) -> list[Fact]:
    """Who answers for what, and how things are named. Nothing of what is only asked, and of nobody who has no name."""
    return _owner(clause) or _ruled(clause, _STYLE) or _required(clause)


@behind(_REQUIRED)
def _required(clause: Clause) -> list[Fact]:
    """`客户要求所有文档中英双语`: what those for whom the work is done want of it."""
    found = begins(_REQUIRED, clause.text)
    if (
        not found
        or _OF_NOW.search(clause.text.plain)
        or "以后" in clause.text.plain
        or not _ALWAYS.search(found.plain("v"))
        or clause.past
    ):
        return []
    says = f"{found['who']}要求{third_person(clean(found['v']))}"
    return [
        Fact(
            slot=f"procedure:{head(found['who'] + clean(found['v'])[:6])}",
            value=says,
            says=says,
            kind=Kind.PROCEDURE,
            type=Type.PROCEDURAL,
            importance=4,
            project_bound=True,
            whole=True,
        )
    ]


@behind(_ASK, _OWNED, _OWNS, _POST)
def _owner(clause: Clause) -> list[Fact]:
    plain, raw = clause.text.plain.strip(), clause.text.raw.strip()
    for pattern in (_OWNED, _ASK, _OWNS, _POST):
        found = pattern.match(plain)
        if pattern is _POST and found and found["who"].isascii() and found["what"] in _MADE_WITH:
            continue  # 前端是Vue
        if found and _somebody(found["who"]) and not _NOBODY.match(found["what"]):
            who = raw[found.start("who") : found.end("who")]
            what = clean(
                re.sub(
                    r"^(?:我们|咱们|公司|团队)的?|的?(?:问题|事情?)$", "", raw[found.start("what") : found.end("what")]
                )
            )
            if len(what) < 2:  # characters
                return []
            says = f"{what}是{who}" if pattern is _POST else f"{what}由{who}负责"
            if what == "负责人":
                says = f"项目的{says}"
                return [Fact(slot="project:owner", value=who, says=says, project_bound=True, whole=True, importance=4)]
            return [
                Fact(slot=f"owner:{head(what)}", value=who, says=says, project_bound=True, whole=True, entities=(who,))
            ]
    return []


def _somebody(plain: str) -> bool:
    if _NOBODY.match(plain):
        return False
    return full_name(plain) or affectionate(plain) or bool(_TITLED.fullmatch(plain)) or plain[0].isascii()


@behind(_NORM)
def norm(clause: Clause) -> list[Fact]:
    """What things of the work must be like; asked last, since a wish for answers may sound the same."""
    return [] if (clause.explicit and clause.own) or _ANSWERS.search(clause.text.plain) else _ruled(clause, _NORM)


def _ruled(clause: Clause, pattern: re.Pattern[str]) -> list[Fact]:
    plain = clause.text.plain.strip()
    found = pattern.match(plain)
    if not found or not _WORK.search(found["what"]) or _OF_NOW.search(plain) or clause.past:
        return []
    says = clean(clause.text.raw)
    what = re.sub(r"^(?:所有的?|任何|凡是|我们的?|咱们的?)", "", found["what"])
    return [
        Fact(
            slot=f"procedure:{head(what + found['how'][:2])}",
            value=says,
            says=says,
            kind=Kind.PROCEDURE,
            type=Type.PROCEDURAL,
            importance=4,
            project_bound=True,
            whole=True,
        )
    ]
