"""Sentences that act on what is already known: forget this, go back, that was wrong."""

import re

from app.memories.extractors.zh.facts import Fact, clean, head, oneself, third_person
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.matters import matter
from app.memories.extractors.zh.subjects import Text
from app.memories.model import Act, Kind

_ATTRIBUTES = table("attributes")
_ROLES = table("relations")
_TOPIC = r"(?P<v>[^,，。!！]{1,24}?)"
_FORGET = re.compile(
    rf"^(?:请|麻烦|帮我|你|您|把|那就|现在|可以|能|立刻|马上|快|全部|都|,|\s){{0,6}}(?:忘掉|忘了(?=我|关于|那|"
    rf"刚)|忘记(?=我|关于|那|刚)|遗忘|抹掉|抹去|清除(?=.*(?:记忆|记录|信息|我))|别再?记(?!得|错)|"
    rf"不要再?记(?!得)|不用再?记(?!得)|别再记住|不要(?:保存|保留|记录|存)|别(?:保存|保留|记录|存))(?:住|"
    rf"着)?(?:掉|了)?(?:关于|有关)?(?P<mine>我们?家?的?|用户的)?\s*{_TOPIC}(?:的?(?:事情?|信息|记录|"
    rf"记忆|资料|内容|那条|这件事|那件事|了|吧)){{0,6}}$"
)
_DELETE = re.compile(
    rf"^(?:请|麻烦|帮我|你|您|把|都|,|\s){{0,6}}(?:删除|删掉|移除|清掉|清空)(?:掉|了)?(?:你)?(?:关于|有关|"
    rf"记住的|记得的|保存的|存的)?(?P<mine>我的?|关于我的)\s*{_TOPIC}(?:的?(?:事情?|信息|记录|记忆|资料|"
    rf"那条)){{0,6}}$|"
    r"^(?:请|麻烦|帮我|你){0,6}(?:把|将)(?:你)?(?:关于|有关|记住的|记得的)?(?P<mine2>我的?|"
    r"关于我的?)(?P<v2>[^,，]{1,24}?)(?:的?(?:事情?|信息|记录|记忆|资料|那条)){0,6}(?:都|全部?)?(?:删除|"
    r"删掉|删了|忘掉|忘了|清除|抹掉|移除)(?:吧|掉|了){0,6}$"
)
_BARE_PARENT = re.compile(r"^([妈爸])(?![妈爸咪比])(?=.)")  # of 我妈, once its 我 is read
_NOT_MEMORY = re.compile(
    r"文件|代码|段落|这段|这行|第[一二三\d]|那行|函数|表格|字段|图片|标题|空行|句子|注释|草稿|邮件|账号|订单"
)
_BACK = re.compile(
    r"^(?:我|还是|想|要|就|请|帮我|你|都|,|\s){0,6}(?:把|将)?(?P<np>[^,，]{0,10}?)(?:改回|恢复|换回|回到|"
    r"变回|还原|调回|切回|退回)(?:到|成|为|用)?(?:了|我)?(?:原来|以前|之前|旧|原先|原本|老|上一个|上次|"
    r"默认|最初|最开始)(?:的)?(?:那个|那种|那样)?(?:回答|回复|报告|代码|输出|称呼|格式|语气|说话|写作|工作)?(?:的)?(?:习惯|设置|方式|样子|格式|做法|偏好|风格|版本|设定|"
    r"状态|语言|那套|样)?(?:吧|了|就好|就行)?$"
)
_WRONG = re.compile(
    r"^(?:啊|哦|呃|嗯|等等|抱歉|不好意思|对不起|我){0,6}(?:之前|刚才|上次|前面|刚刚|上面|那会儿)?(?:说的|讲的|"
    r"写的|告诉你的)?(?:不对|不是|打错了?字?|写错了?|说错了?|记错了?|口误|"
    r"更正(?:一下)?|纠正(?:一下)?|错了|搞错了|应该是)(?:了|啊|哈|一下){0,6}$"
)
_RIGHT = re.compile(r"^(?:我想说的是|其实|应该|准确(?:地|来)?说|正确的)?(?:是|应该是|叫|为)\s*(?P<v>[^,，]{1,20})$")
_NOT_BUT = re.compile(
    r"^(?:更正|纠正|不对|打错了?字?|写错了?|说错了?|记错了?|错了|,|，|:|：|一下|\s|我|"
    r"应该){0,6}(?:是(?P<b>[^,，是]{1,14})[,，]?不是(?P<a>[^,，是]{1,14})|"
    r"不是(?P<c>[^,，是]{1,14})[,，]?(?:而)?是(?P<d>[^,，]{1,14}))$"
)
_DENIED_LAST = re.compile(
    r"(?P<keep>(?<!不)(?:是|在|叫|住|姓|喝|吃|读|念|学|属|当|教)[^,，。是不]{1,12}(?<!的))[,，]?(?:而)?不(?:是|在|叫|住|姓|喝|"
    r"吃)[^,，。吗么?？]{1,12}(?=$|[,，。!！])"
)
_DENIED_FIRST = re.compile(
    r"(?:(?<=^)|(?<=[,，我你他她的]))不是[^,，。是吗?？]{1,12}[,，]?(?:而)?是(?=[^,，。不吗?？]{1,})"
)
_DENIED_SAME = re.compile(
    r"(?:(?<=^)|(?<=[,，我你他她]))不(?P<v>姓|叫|住在?|在|属)[^,，。吗?？]{1,10}[,，](?:而是|我)?(?=(?P=v))"
)
_LIFTED = re.compile(
    r"^(?:你|现在|以后|已经|其实|又|,){0,6}(?:(?:不用|不必|不需要)(?:再|每次都|总是|"
    r"一直)?(?P<a>[^,，]{2,24}?)了|(?:可以|能)(?:再|重新|给我){0,6}(?P<b>[^,，]{2,24}?)了)(?:吧|哦)?$"
)


_OF_WHAT = re.compile(  # 写错啦，面试是周五下午三点不是两点
    r"[,，:：\s](?P<topic>[^,，是不]{2,10})是(?P<b>[^,，是]{1,14}?)[,，]?(?:而)?不是(?P<a>[^,，是]{1,14})$"
)


def forgetting(text: Text) -> list[Fact]:
    """`忘掉我的生日`, `别记我的电话`; nothing for 别忘了 and for tasks on files."""
    plain = text.plain.strip().rstrip("。.!！~～ ")
    if re.search(r"别忘|不要忘|不能忘|没忘|忘不了|我忘", plain) or _NOT_MEMORY.search(plain):
        return []
    for pattern in (_FORGET, _DELETE):
        found = pattern.match(plain)
        if not found:
            continue
        topic = clean((found["v"] or (found["v2"] if pattern is _DELETE else "")) or "")
        if not (
            found["mine"]
            or pattern is _DELETE
            or _key(topic)
            or re.search(r"我|关于|刚才|之前|上次|说过|告诉|过敏|那件事", plain)
        ):
            return []
        topic = re.sub(
            r"^(?:那个|这个|我|的|掉|(?:刚才|之前|上次|前面)?(?:说|讲|提|告诉你)(?:到|过)?的){1,6}|^(?:刚才|之前)",
            "",
            topic,
        )
        topic = _BARE_PARENT.sub(r"\1\1", topic)
        if not topic or topic in ("笔记", "仇", "账"):
            return []
        return [
            Fact(slot=_key(topic), value=None, says=f"用户要求忘掉{topic}", act=Act.FORGET, topic=topic, whole=True)
        ]
    return []


def _key(topic: str) -> str | None:
    if topic in _ATTRIBUTES:
        return _ATTRIBUTES[topic]
    person = re.fullmatch(rf"(?P<role>{either(_ROLES)})的?(?P<attr>{either(_ATTRIBUTES)})", topic)
    if person:
        return f"relation:{_ROLES[person['role']]}:{_ATTRIBUTES[person['attr']]}"
    if found := re.fullmatch(r"(?:对)?(?P<v>[^的]{1,12})过敏", topic):
        return f"allergy:{head(found['v'])}"
    return {"住址": "address", "住在哪": "residence", "住哪": "residence", "住在哪里": "residence"}.get(topic)


_OWNS_UP = re.compile(r"说错|讲错|打错|写错|记错|搞错|更正|纠正|不对|口误|应该是")


def going_back(texts: list[str]) -> list[Fact]:
    """`改回原来的习惯` without naming it. With a known matter in front (报告格式改回…) the key is given."""
    for text in texts:
        found = _BACK.match(text)
        if found:
            about = matter(found["np"]) if found["np"] else None
            known = {
                "报告": "report_format",
                "代码": "code_language",
                "示例": "code_language",
                "语言": "answer_language",
                "语气": "answer_tone",
                "单位": "units",
            }
            key = (
                about.key
                if about and about.sure
                else next((name for word, name in known.items() if word in text), None)
            )
            return [
                Fact(
                    slot=key,
                    value=None,
                    says=f"用户想改回原来的{found['np'] or '习惯'}",
                    act=Act.REVERT,
                    topic=found["np"] or None,
                    kind=Kind.PREFERENCE,
                    whole=True,
                )
            ]
    return []


def affirmed(text: Text) -> Text:
    """`是大班不是中班`, `不是周四，是周五我才有空`: without the half that is denied."""
    if "不" not in text.plain:
        return text
    for pattern, kept, instead in ((_DENIED_LAST, "keep", ""), (_DENIED_FIRST, None, "是"), (_DENIED_SAME, None, "")):
        found = pattern.search(text.plain)
        if not found or re.search("是不是|[?？吗]", text.plain):
            continue
        start, end = found.end(kept) if kept else found.start(), found.end()
        put = instead if start else ""
        text = Text(text.raw[:start] + put + text.raw[end:], text.plain[:start] + put + text.plain[end:])
    return text


def wrong(text: str) -> bool:
    """Whether a clause takes back what stood before it: 不对, 打错了."""
    return bool(_WRONG.match(text))


def righted(text: str) -> str | None:
    """The value in `应该是威海` after a clause that was `wrong`."""
    found = _RIGHT.match(text)
    return clean(found["v"]) if found else None


def not_but(text: str) -> tuple[str, str] | None:
    """Wrong and right value in `不是烟台，是威海` or `是威海，不是烟台`."""
    found = _NOT_BUT.match(text.rstrip("。.!！ "))
    if not found:
        return None
    return (found["a"], found["b"]) if found["a"] else (found["c"], clean(found["d"]))


def amending(text: str) -> list[Fact]:
    """`说错了，是漳州不是泉州`: the right value for a wrong one that was said in an earlier turn."""
    plain = Text.of(text).plain
    pair = not_but(plain) if _OWNS_UP.search(text) else None
    if not pair and _OWNS_UP.search(text) and (about := _OF_WHAT.search(plain.rstrip("。.!！~～ "))):
        topic, old, right = clean(about["topic"]), clean(about["a"]), clean(about["b"])
        says = f"用户更正：{third_person(topic)}是{right}，不是{old}"
        return [Fact(says=says, value=right, instead_of=old, confidence=0.95, whole=True)]
    if not pair:
        return []
    old, right = clean(pair[0]), clean(pair[1])
    return [Fact(says=f"用户更正：是{right}，不是{old}", value=right, instead_of=old, confidence=0.95, whole=True)]


def lifting(texts: list[str]) -> tuple[list[Fact], set[int]] | None:
    """`不用再用表格了`, `可以推荐甜品了`: a standing wish that ends, and the index of its clause."""
    for index, text in enumerate(texts):
        found = _LIFTED.match(text)
        if not found:
            continue
        words = found["a"] or found["b"]
        about = matter(words)
        if about.sure or "推荐" in about.key or re.search(r"给我|叫我|回答|回复|提醒", words):
            return [
                Fact(
                    slot=about.key,
                    value=None,
                    says=f"不再要求{oneself(words)}",
                    act=Act.RETRACT,
                    topic=clean(words),
                    kind=Kind.PREFERENCE,
                )
            ], {index}
    return None
