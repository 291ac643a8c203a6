"""Procedures and rules of a team: told in one go, kept in one memory under their name."""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.memories.model import Kind, Source, Type

_NAME = (
    r"(?P<name>[^:：,，。！？]{0,24}?(?:流程|步骤|规程|操作顺序|处理方式|处理办法|处理方法|做法|检查清单|"
    r"清单|规范|SOP|sop|手册)(?:是这样的?|如下|是|为|包括|一般是|分为?[一二三四五六七八九十\d]步)?)"
)
_TOLD = re.compile(rf"^{_NAME}\s*[:：,，]\s*(?P<steps>.{{6,}})$")
_IS = re.compile(r"^(?P<name>[^:：,，。！？]{0,24}?(?:流程|步骤|规程|做法))(?:是|为)(?P<steps>.{8,})$")
_RULE = re.compile(
    r"^(?P<who>(?:我们|咱们)?(?:团队|公司|组里?|部门|项目组?|项目|班级|实验室|这边|内部|学校|"
    r"店里|[\u4e00-\u9fff]{2,4})?(?:里|内部)?的?)(?:有(?:个|一条)?)?(?P<word>规定|规则|约定|规矩|要求|惯例|守则|"
    r"原则|制度|"
    r"纪律|红线|铁律)(?:(?:是|了|:|：|,|，)|(?<=们规定)|(?<=司规定)|(?<=队规定)|(?<=部规定)|(?<=们要求)(?=所有|"
    r"每个|必须|合并|上线|发版|提交))\s*(?P<v>.{5,})$"
)
_WHENEVER = re.compile(
    r"^(?P<name>(?:我们|团队|公司|组里|部门)?[^:：,，。！？我你]{1,16}?(?:之前|前|之后|后|时|的时候))(?:都|"
    r"一律|必须|一定要|要|务必|得|需要)(?P<v>.{4,})$"
)
_EVERY = re.compile(
    r"^(?P<name>(?:所有|任何|凡是|每[个次笔份张]|全部)[^,，我你]{2,16}?)(?:都|必须|一律|务必)(?:要|得|需要|必须|"
    r"须|由|经过?)?(?P<v>[^,，]{2,24})$"
)
_OFFICE = re.compile(
    r"签字|审批|评审|登记|报备|复核|双人|盖章|归档|存档|报销|批准|同意|审核|测试|备份|经理|主管|老板|财务|法务|上级|"
    r"负责人"
)
_ORDER = re.compile(
    r"先.{1,200}?(?:再|然后|接着|最后|之后|才)|第[一1]步.{1,200}第[二2]步|首先.{1,200}(?:其次|然后|最后|"
    r"接着|再)|(?:^|\s)1\s*[.、)）].{1,200}\s2\s*[.、)）]|①.{1,200}②|(?:->|→|—>|=>).{1,200}(?:->|→|—>|=>)"
)
_BARE_ORDER = re.compile(
    r"^(?:(?:我们|咱们)(?:组|团队|公司|部门|这边|这里|项目组?|店)?(?:里|"
    r"内部)?的?)?(?P<name>[^:：,，。！？我你]{2,14}?)(?:的时候|之前|前|时|之后|后|流程)?[,，:：]?\s*(?:要|都|"
    r"必须|得|"
    r"需要|一般|通常|我们都?|应该){0,6}先(?P<v>.{2,100}?)(?:,|，|;|；)?\s*(?:再|然后|接着|才能?)(?P<w>.{2,})$"
)
_SO_DONE = re.compile(  # 我们上线是这样的：…; 新客户进来的时候，我们先…再…
    r"^(?:(?:我们|咱们)(?:组|团队|公司|部门|这边|店)?(?:里)?的?)?(?P<name>[^:：,，。！？我你]{2,14}?)(?:的时候)?(?:(?:是|就是|都是)(?:这样|这么)(?:来|做|走|弄|操作)?的?[:：,，]|的?[:：]|"
    r"(?:的时候|时|之?前|之?后)?[,，](?:我们|咱们)(?:都|要|得|会|一般|通常)*(?=先|.+?、.+?[,，、](?:最后|再|然后)))\s*(?P<steps>(?=.*(?:再|然后|最后|接着|等|,|，)).{8,})$"
)
_OURS = re.compile(
    r"我们|咱们|团队|公司|组里?|部门|项目|线上|上线|发布|发版|部署|迁移|合并|代码|提交|回滚|值班|告警|故障|"
    r"评审|测试|数据库|灰度|审批|报销|请假|采购|入职|交接|打包|归档|备份|巡检|盘点|退货|退款|工单|投诉|验收|"
    r"出库|入库|开店|闭店|消毒"
)
_THIS_TIME = re.compile(
    r"这周|本周|下周|上周|今天|明天|昨天|今晚|每次|以后|解释|回答|给我|这次|现在|等下|待会|一会儿?|刚才|我先|你先|下午|"
    r"周[一二三四五六日]|了[,，。]"
)
_ASKED = re.compile(
    r"帮我|给我(?!们)|请(?:写|列|给|帮)|怎么|如何|什么|吗|[?？]$|写一|列出|整理|总结|优化一下|讲讲|介绍"
)
_GENERIC = re.compile(
    r"(?:我们|咱们|团队|公司|部门|项目|组里?|的|是这样|如下|是|为|一般|包括|处理|操作|检查|标准|固定|现在|"
    r"这边|线上|关于|[一二三四五六七八九十\d]步|分)"
)


def read(sentence: Sentence) -> list[Fact]:  # a cascade: the first reading that fits
    """The procedure that a sentence tells from end to end, if it tells one."""
    raw = narrow(sentence.text)
    plain = simplify(raw)
    plain_start = re.match(r"(?:请?(?:记住|记一下|记下)|以后|对了|补充一下|提醒一下)?[:：,，\s]*", plain)
    offset = plain_start.end() if plain_start else 0
    raw, plain = raw[offset:], plain[offset:]
    if sentence.question or _ASKED.search(plain[:40]) or re.match(r"如果|假如|要是", plain):
        return []
    if rule := _RULE.match(plain):
        if re.search(r"什么|哪些", rule["v"]) or not (rule["who"] or rule["word"] in ("规定", "约定", "铁律", "规矩")):
            return []
        return [_procedure(raw, _matter(rule["v"]), sentence)]
    if (every := _EVERY.match(plain)) and _OFFICE.search(every["v"]):
        return [_procedure(raw, _title(every["name"]), sentence)]
    for pattern in (_TOLD, _IS):
        told = pattern.match(plain)
        if told and (
            _ORDER.search(told["steps"]) or "→" in told["steps"] or len(re.findall(r"[,，;；、。]", told["steps"])) > 1
        ):
            return [_procedure(raw, _title(told["name"]), sentence)]
    if (
        (bare := _BARE_ORDER.match(plain))
        and _OURS.search(bare["name"])
        and not _THIS_TIME.search(plain)
        and _ORDER.search(plain)
    ):
        return [_procedure(raw, _title(bare["name"]), sentence)]
    if (
        (so := _SO_DONE.match(plain))
        and not _THIS_TIME.search(plain)
        and len(re.split(r"[,，;；、]", so["steps"])) > 2  # steps that make no procedure yet
        and (_OURS.search(so["name"]) or re.search("我们|咱们", plain))
    ):
        return [_procedure(raw, _title(so["name"]), sentence)]
    if (
        (always := _WHENEVER.match(plain))
        and _OURS.search(plain)
        and re.search(r"必须|一律|务必|一定要|都要|都得", plain)
    ):
        return [_procedure(raw, _title(always["name"]), sentence)]
    return []


def _title(name: str) -> str:
    """审批流程, 关于客诉的处理步骤 → what stands before 流程: 审批, 客诉."""
    short = re.sub(r"(?:流程|步骤|规程|操作顺序|方式|办法|方法|做法|清单|规范|手册|SOP|sop)", "", name)
    short = _GENERIC.sub("", re.sub(r"(?:改|变|换|调整|更新|优化)了(?:一下)?$", "", short))
    return re.sub(r"(?:之前|前|之后|后|时|的时候|时候)$", "", short).strip() or name


def _matter(rule: str) -> str:
    first = re.split(r"[,，。;；]", rule)[0]
    before = re.match(
        r"(?P<v>.{2,14}?)(?:之前|前|之后|后|时|的时候|超过|可以|都|必须|一律|不能|不得|不准|不许|要|需要|得|"
        r"务必|一定|严禁|禁止)",
        first,
    )
    return before["v"] if before else first


def _procedure(raw: str, name: str, sentence: Sentence) -> Fact:
    explicit = re.search(r"记住|记一下|记下|以后", simplify(sentence.text))
    return Fact(
        slot=f"procedure:{head(name)}",
        value=raw,
        says=third_person(clean(raw)),
        kind=Kind.PROCEDURE,
        type=Type.PROCEDURAL,
        importance=4,
        confidence=0.9,
        source=Source.USER_EXPLICIT if explicit else Source.USER_STATED,
        project_bound=True,
        whole=True,
    )
