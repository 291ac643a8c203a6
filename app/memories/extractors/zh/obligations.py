"""What the user has to do: 我周五前要交周报, 护照还没办好, 提醒我给物业打电话, 待办：修水管、刷围栏.

An obligation is a task with the status open, and with the day it is due when one is told; it ends when it is done. What
is said for the moment (我得走了), what is only planned or wished, and what is asked of the assistant now is none.
"""

import re
from datetime import timedelta
from typing import Any, Final

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.memories.model import Kind, Source
from app.text import dates

# What is done once and is over then, out in the world.
_SURE: Final = (
    r"交(?![流往谈换通警代友情错际房])|缴|续(?!航)|寄|邮寄|退(?![休步出役])|报(?:名|销|税|到)|提交|递交|上交|签(?:字|约|合同|[^到收名])|领(?![导先带养证])|"
    r"预约|登记|注销|挂号|挂失|补办|办(?![公婚酒展喜]|满月|活动)|付|还(?:给|清|掉|书|款|钱|贷|信用卡|回去)|归还|送(?:修|检|洗|回)|年检|打(?:疫苗|电话|款|印)|汇款|转账|"
    r"(?:写|做|改|弄|翻译|整理|准备|处理|核对)(?:完|好)|完成|补交|充值|取(?:回|快递|件|票|药|钱|护照|证)"
)
_ERRAND: Final = (
    rf"{_SURE}|换(?!工作|岗|城市|季|班)|修(?![养行学])|买|订(?!婚)|约(?![等束了好])|发(?![现生烧呆愁布版售行车])|申请|联系|通知|回复|回(?:邮件|电话|信)|填|检查|清理|打扫|洗(?![手澡漱])|浇|喂|迁|搬(?![家去到])|备份|上传|对账|审|"
    r"写(?!代码)|做(?:个|份|一份|下)?[^,，]{0,6}(?:方案|PPT|报表|表格|报告|预算|计划|总结|账|标书|[周月日]报|海报|课件|材料|清单|核对|交接)|改(?!变|善)|翻译|整理|准备|处理|盘点|采购|下单|安装|装(?![修作])|测|刷|寻|找(?:人|物业|师傅|房东|财务|会计|律师)|跟进|核对"
)
_MUST: Final = r"还得|还要|还需要?|还欠着?|还差|必须|务必|需要|得|要|该|应该"
_STRONG: Final = frozenset({"还得", "还要", "还需", "还需要", "还欠", "还欠着", "还差", "必须", "务必", "得"})
_HASTE: Final = r"(?:赶紧|尽快|抓紧|赶快|快点|先|再|记得|自己|亲自|抽空|抽时间|找时间|找个时间|赶|别忘了)*"
_OWED: Final = re.compile(
    rf"^(?:我们|咱们|我|咱|俺)?(?:也|都|一定|千万|现在|马上|到时候|到时|就|,)*(?P<must>{_MUST}){_HASTE}(?:去|回去|跑去)?(?P<do>.{{2,40}})$"
)
_TAKEN: Final = re.compile(  # 把合同发给客户, 给物业打电话, 找人修屋顶
    r"^(?:找人|请人|叫人|让人|请师傅|找师傅)?(?:把[^,，]{1,16}|给(?!我|你|自己)[^,，]{1,12}?(?=打|发|寄|回|买|交|订|送|办|付|汇|转|浇|喂|换|约|写|做|签|报)|"
    r"[跟和向](?!我|你)[^,，]{1,10}?(?=对|确认|申请|报|约|签|谈好|说清)|帮(?!我|你|忙)[^,，]{1,6}?(?=买|交|订|取|办|寄|领|报|约))?"
)
_AT_HAND: Final = re.compile(
    r"你|帮我|帮忙|代码|函数|脚本怎么|这[个段篇份句张道]|那[个段篇]|刚才|上面|下面|怎么|什么|哪|吗|一下$|(?:写|做|翻译|改|查|整理|准备|画)(?:一[篇封段首个份张]|个|篇|封|份|段)"
)
_NO_WORK: Final = re.compile(
    r"^(?:了|过(?!户)|到(?!期|账)|奖|分|病|知|罪|意)|^(?:走|睡|吃|喝|休息|想|说|看看|去(?:洗手间|厕所|上班|睡|吃)|上班|下班|出门|起床|回家|开会|出差|参加|面试|考试|体检$|"
    r"复查|加班|上课|学|练|减|注意|小心|努力|加油|承认|谢|感谢|冷静|理解|知道|了解|试试)"
)
_AGAIN: Final = re.compile(
    r"每[天周月年次个晚早]|经常|总是|平时|一般|通常|有时|偶尔|一律|凡是|才能|再说|如果|要是|万一|的话|可能|也许|不用|不要|除非|时候|每当"
)
_BEFORE: Final = re.compile(r"^(?:在|赶在)?[^,，我]{1,8}?(?:之前|以前|前)(?=我|得|要|必须|务必|还|需)")
_BY: Final = r"(?:的)?(?:之前|以前|前|底前|内|截止)?(?:一定|最晚|最迟)?"
_LEFT_OVER: Final = "‖"  # stands for a day that was cut out

_UNDONE: Final = re.compile(
    rf"^(?:我们?的|咱们?的)?(?P<what>(?!我|他|她|你|饭|作业)[^,，他她你]{{2,16}}?)(?:我们|我|咱们)?(?:一直|都|到现在|现在|{_LEFT_OVER})*还(?:没有?|未)(?:来得及|去|开始)*"
    rf"(?P<v>(?:找人|请人)?(?:{_ERRAND}|弄|交|办|还|签|约|取|写|做|报))(?P<end>完|好|掉|上|去|出去|下来|回去|到|成|了)*(?:呢|啊|呀)?$"
)
_NOT_DONE: Final = re.compile(
    rf"^(?:我们|我|咱们|咱)?(?:一直|都|到现在|现在|{_LEFT_OVER})*还没有?(?:来得及|去|把)*(?P<do>(?:{_ERRAND})[^,，]{{1,16}}?)(?:呢|啊|呀)?$"
)
_THIS_UNDONE: Final = re.compile(
    r"^(?P<do>[^,，我]{2,20}?)(?:这件?|那件?)事儿?(?:我)?(?:还|一直)*没(?:办|做|弄|处理|搞)(?:完|好|呢)*$"
)
_HURRY: Final = re.compile(
    r"^(?:我)?(?:得|要|该|必须)?(?:赶紧|尽快|抓紧|赶快|快点|抽空|找时间)+(?:去)?(?:办|弄|做|处理|订|交|写|换|修|搞|约|买|续|预约|报|开始.?)?(?:了|一下|写|掉|好)*$"
)

_REMIND: Final = re.compile(
    r"^(?:好的|嗯|对了|那|另外|还有|,|，)*(?:请|麻烦|记得|帮我|帮忙|你|您|能不能|可以|可不可以|能|到时候?|一定要?|千万|别忘了|不要忘了){0,8}(?P<when>[^,，提]{0,14}?)(?:记得|请|你|再){0,4}"
    r"(?:提醒(?:一下|下|一声)?我(?:们)?(?:一下|一声|下)?|(?:别|不要|不能)让我忘了?(?:记)?|设(?:个|一个)?提醒)[，,：:\s]*(?:要|去|得|记得|别忘了?|不要忘了?)*(?P<do>[^?？]{2,40}?)"
    r"(?:吗|好吗|行吗|可以吗|吧|哦|啊|呀|哈)?[?？。!！~]*$"
)
_NO_REMINDER: Final = re.compile(
    r"^(?:一下|的|过|你|什么|怎么|如何|哪|为什么|多少|注意|时|功能|之后|以后)|怎么|什么|如何|一直|总是|都要|吗$"
)
_LISTED: Final = re.compile(
    r"^(?:我的?)?(?:(?:待办(?:事项|清单|列表)?|to-?do)(?:里|上|中)?(?:还)?(?:有|是|剩|加|记)?(?:[一两三四五几]项|[一两三四五几]件事?|一条)?|(?:今天|明天|这周|还|现在)*(?:有|剩)[一两三四五几]件事(?:情)?"
    r"(?:还)?(?:没办|要办|要做|得办|没做|得做))\s*[:：，,]\s*(?P<items>.{2,})$",
    re.IGNORECASE,
)
_ITEMS: Final = re.compile(r"[、，,;；]|(?<=[\u4e00-\u9fff])(?:和|以及|还有)(?=[\u4e00-\u9fff]{2})")


def asked(sentence: Sentence) -> list[Fact]:
    """Tasks of which the user asks to be reminded, and those of a list of them."""
    raw = narrow(sentence.text).strip(" 。.!！~")
    plain = simplify(raw)
    if found := _REMIND.match(plain):
        when, do = raw[slice(*found.span("when"))].strip(), raw[slice(*found.span("do"))].strip()
        ahead = _ahead(when, sentence)
        if (when and not ahead) or _NO_REMINDER.search(do) or _AGAIN.search(plain) or len(do) < 2:
            return []
        return [_task(f"用户{when}要{third_person(clean(do))}", do, sentence, _due(raw, sentence), explicit=True)]
    if found := _LISTED.match(plain):
        items = [clean(item) for item in _ITEMS.split(raw[slice(*found.span("items"))]) if clean(item)]
        return [_task(f"用户要{third_person(item)}", item, sentence, _due(item, sentence)) for item in items]
    return []


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    """The task that a clause of the user tells, if it tells one."""
    raw = narrow(clause.text.raw).strip(" 。.!！~")
    plain = simplify(raw)
    if not re.search(r"[得要需该没未必务]", plain) or _AGAIN.search(plain):
        return []
    if clause.past and not _ahead(raw, sentence):  # 1月12号之前 is no time that is over
        return []
    if clause.explicit and clause.subject.who not in ("user", "we", "project", "other"):
        return []  # what others have to do is theirs
    if found := _THIS_UNDONE.match(plain):
        do = clean(raw[slice(*found.span("do"))])
        return [_task(f"用户还没{do}", do, sentence, _due(raw, sentence))]
    rest, due, by = _undated(raw, sentence)
    return _undone(rest, sentence, due) or _owed(rest, raw, sentence, due, by=by)


def hurries(clause: Clause) -> bool:
    """Whether a clause only says that something said before it is urgent: 得赶紧去办."""
    return _HURRY.match(clause.text.plain.strip(" 。.!！~")) is not None


def _undone(rest: str, sentence: Sentence, due: dates.Mention | None) -> list[Fact]:
    plain = simplify(rest)
    due = due or _due(sentence.text, sentence)
    if found := _NOT_DONE.match(plain):
        do = clean(rest[slice(*found.span("do"))])
        return [] if _AT_HAND.search(do) else [_task(f"用户还没{third_person(do)}", do, sentence, due)]
    if found := _UNDONE.match(plain):
        what = clean(rest[slice(*found.span("what"))])
        if _AT_HAND.search(what) or _LEFT_OVER in what:
            return []
        verb = rest[found.start("v") : found.end("end") if found["end"] else found.end("v")]
        told = f"用户还没{clean(verb)}{third_person(what)}"
        return [_task(told, f"{found['v']}{what}", sentence, due)]
    return []


def _owed(rest: str, raw: str, sentence: Sentence, due: dates.Mention | None, *, by: bool) -> list[Fact]:
    bare = rest.replace(_LEFT_OVER, "")
    if before := _BEFORE.match(simplify(bare)):
        bare, by = bare[before.end() :], True
    found = _OWED.match(simplify(bare))
    if not found:
        return []
    do = bare[slice(*found.span("do"))].strip()
    plain = simplify(do)
    if _NO_WORK.search(plain) or _AT_HAND.search(plain) or len(clean(do)) < 3:  # a verb and its object
        return []
    must = found["must"]
    taken = _TAKEN.match(plain)
    after = plain[taken.end() :] if taken else plain
    handed = plain.startswith("把")
    errand = handed or re.match(_ERRAND, after) is not None
    sure = re.match(_SURE, after) is not None
    if not (by or (errand and (must in _STRONG or due is not None)) or sure):
        return []
    if due is not None and due.until - sentence.at < _SOON:
        return []
    return [_task(_of_user(third_person(clean(raw))), do, sentence, due)]


_SOON: Final = timedelta(hours=10)  # what is due within them is talk of the day


def _task(says: str, do: str, sentence: Sentence, due: dates.Mention | None, *, explicit: bool = False) -> Fact:
    told = dates.rewrite(says, sentence.at, sentence.zone, "zh")
    bare = dates.undated(do, sentence.at, sentence.zone).strip("的 ，,") or do
    return Fact(
        slot=f"task:{head(re.sub(r'^(?:之前|以前|前)?把|了$', '', bare))}",
        value="open",
        says=told,
        kind=Kind.TASK,
        importance=4 if explicit else 3,
        source=Source.USER_EXPLICIT if explicit else Source.USER_STATED,
        project_bound=False,
        whole=True,
        metadata={"status": "open", **_day(due)},
    )


def _day(due: dates.Mention | None) -> dict[str, Any]:
    """The day it is due; a stretch of days is due on its last one."""
    if due is None:
        return {}
    if due.grain == "time":
        return {"due": due.since.astimezone(due.zone).isoformat()}
    return {"due": (due.until.astimezone(due.zone) - timedelta(seconds=1)).date().isoformat()}


def _ahead(text: str, sentence: Sentence) -> list[dates.Mention]:
    return [one for one in dates.find(text, sentence.at, sentence.zone) if one.until > sentence.at]


def _due(text: str, sentence: Sentence) -> dates.Mention | None:
    return next(iter(_ahead(text, sentence)), None)


def _undated(raw: str, sentence: Sentence) -> tuple[str, dates.Mention | None, bool]:
    """The clause with a mark for its days, the day it is due, and whether it must be done by then."""
    ahead = _ahead(raw, sentence)
    by = False
    rest = raw
    for one in reversed(ahead):
        after = re.match(_BY, simplify(rest[one.end :]))
        end = one.end + (after.end() if after else 0)
        by = by or bool(after and re.search(r"前|截止|内", after.group()))
        start = one.start - len((re.search(r"(?:在|赶在|于)$", rest[: one.start]) or [""])[0])
        rest = f"{rest[:start]}{_LEFT_OVER}{rest[end:]}"
    return rest, ahead[0] if ahead else None, by


_AS_SUBJECT: Final = re.compile(r"(?<![带陪和跟与给把找替帮为送接见看约请让叫领])用户(?!的)")


def _of_user(says: str) -> str:
    """With the user as the subject before all else."""
    return says if says.startswith("用户") else "用户" + _AS_SUBJECT.sub("", says, count=1)
