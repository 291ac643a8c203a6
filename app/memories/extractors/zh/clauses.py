"""A sentence cut into clauses, each with the one it speaks about and what it says of them.

`我叫小米，在厦门做设计，我女儿五岁` → three clauses: the user, the user again (carried on), the user's daughter.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.subjects import MANY, ROLES, USER, Subject, Text, named, subject_of
from app.memories.extractors.zh.wording import joints
from app.text.gates import gate

LONGEST = 120  # characters; a longer clause is no plain statement


@dataclass(frozen=True, slots=True)
class Clause:
    text: Text  # the whole clause
    body: Text  # what is said: without subject, openings and adverbs of time
    rest: Text  # from `body` to the end of the sentence
    subject: Subject
    explicit: bool  # whether the clause names its subject
    first: bool
    lead: str  # the adverbs taken off, simplified: 以前, 现在, 已经…

    @property
    def past(self) -> bool:
        return bool(_PAST.search(self.lead))

    @property
    def own(self) -> bool:
        return self.subject.who == "user"

    @property
    def about_person(self) -> bool:
        return self.subject.who in ("user", "relation")


_PAST = re.compile(
    r"以前|之前|曾经?|原来|本来|过去|当年|小时候|退休前|退休之前|婚前|转行前|那时|从前|早年|早些年|大学时|上学时"
)
_OPENING = re.compile(
    r"(?:(?:(?:我)?(?:之前|上次|前面|刚才|早前)?(?:有)?(?:跟|和|给|对)你(?:说|讲|提)(?:过|的)?(?:是)?(?=我)|你好|您好|大家好|各位好?|嗨|哈喽|哈罗|hi|hello|hey|早上好|早安|下午好|晚上好|嗯+|呃+|额+|e?m{2,}(?![a-zA-Z])|家人们|姐妹们|兄弟们|哦+|噢|"
    r"啊|唉|哎呀?|诶|欸|好的|好吧|好(?![友处评坏多几些像在吃喝])|行(?![情业程政动人李车驶为军列星长里内外号家市距使走])|ok|对了|对(?=[呀啊哦哈啦了]|[\s，,。!！~～、:：]|$)|是的|没错|另外|还有|"
    r"其实|说起来|说来|顺便(?:说|提|讲)?(?:一下|一句|一嘴)?|话说|补充(?:说明|一下|一点)?|自我介绍一下|"
    r"老实(?:说|讲)|说实话|实话(?:说|讲)|讲真|坦白(?:说|讲)|不瞒你说|更正(?:一下)?|纠正(?:一下)?|介绍一下|先说一下|说一下|告诉你|跟你(?:说|讲)(?:一?下|个事儿?)?|和你说(?:一?下)?|忘了说|忘记说|提醒一下|"
    r"因为|由于|不过|可偏偏|偏偏|可是|但是?|而且|并且|同时|然后|所以|那个(?=[\s，,]*(?:[我咱俺]|本人))|那么?|首先|其次|毕竟|虽然|尽管|只是|况且|再说|以及|"
    r"此外|平日里?)(?:[呀啊哦哈啦呢了]{0,2})[\s，,。!！~～、:：]*)(?![的是在叫吃喝])",
    re.IGNORECASE,
)
_TIME = (
    r"(?:(?:大?前年|去年|今年|上个?月|上上个月|上周|上星期|这个月|本月|上半年|下半年|昨天|前天|前几天|"
    r"前段时间|前阵子|不久前|年初|年底|年末|月初|月底|暑假|寒假|春节后?|国庆后?|毕业后|婚后|"
    r"\d{4}\s*年|\d{1,2}\s*月份?|[一二三四五六七八九十]{1,2}月份?|\d{1,2}\s*[日号]|"
    r"[一二两三四五六七八九十\d]{1,3}(?:个月|年|天|周)(?:之?前|以前))(?:的|初|底|末|中旬|上旬|"
    r"下旬)?(?:时候)?)(?![^,，]{0,10}(?:出生|生的|生日|生人))"
)
_ADVERB = re.compile(
    rf"(?:{_TIME}|现在|目前|如今|当前|现|一直以来|一直|平时|平常|平日|业余(?:时间)?|闲暇(?:时|之余)?|空闲时?|"
    rf"闲下来|没事(?:的时候|时)|有空(?:的时候|时)|一般(?:来说|情况下)?|通常|其实|"
    rf"从[^,，我]{{1,8}}?(?:开始|起|以来)(?:就)?|刚好|正好|真的|真是|主要|最近(?:几年|这几年)?|近来|近期|已经|"
    rf"早就|早已|刚刚?|"
    r"从小|自小|从来|今年|去年|这几年|这些年|正在|正|一向|向来|大概|大约|确实|本来|天生|基本上?|经常|"
    r"常常|常(?=[吃喝去用看听玩跑打])|也|还|都|就(?![职业读任])|又|便|而|则|则是|个人|自己|本身|这边|这个人|以前|之前|"
    r"曾经?|原来|原先|本来(?=是|在|做)|"
    r"过去|当年|小时候|从前|退休前|退休之前|婚前|转行前|上学时|后来|终于|总算|马上|即将|其实|呢|的话|啊|呀|[,，\s])"
)
_OBJECT_FIRST = re.compile(  # 海鲜我一律不碰: the object stands in front
    r"^(?P<o>[^,，。我你他她]{1,8}?)(?:这种?(?:玩意儿?|东西|味道|口味))?(?:我|(?=(?:是)?(?:一口|一点|半点)?(?:都|也)?(?:碰|吃|喝|沾)不得$)|(?=(?:一律|都|从来|绝对|完全|基本|一口)+(?:不吃|不喝|不碰|不沾|吃不了|"
    r"不能吃)$))(?P<v>(?:都|一律|也|从来|从|真的|特别|很|完全|绝对|实在|基本|一口|"
    r"是){0,6}(?:不吃|不喝|不碰|不沾|不爱吃?|不喜欢吃?|讨厌|最讨厌|喜欢吃?|受不了|吃不了|不能吃|爱吃|爱喝|"
    r"不爱喝|不敢[吃喝碰看坐]|不能[吃喝碰沾]|沾不了|碰不得|吃不得|喝不得|沾不得|碰不了|吃不来|喝不来|听不来|看不来|欣赏不来|接受不了|喝不惯|吃不惯|喝不了|闻不得|看不得|听不得|(?P<w>闻|碰|吃|喝|看|听)都(?P=w)不(?:得|了|来|下去?)))$"
)
_OBJECT_LEAST = re.compile(  # 白酒真的一滴都沾不了: not even the least of it
    r"^(?P<o>[^,，。我你他她一]{1,6}?)(?:这种?(?:玩意儿?|东西|味道|口味))?我?(?:真的?|实在|绝对|确实|完全|基本|是|连){0,2}(?:一[滴口点丁粒片根颗筷勺][儿点子]?|半[点滴口颗])(?:都|也)"
    r"(?P<v>不(?:能|敢|会|想|爱)?[吃喝碰沾]|[吃喝碰沾]不[了得来])$"
)
_OBJECT_REACTS = re.compile(  # 海鲜我沾一点就浑身痒: what makes one ill stands in front
    r"^(?P<o>(?![一只每常老再多别要])[^,，。我你他她这那的不都]{1,8}?)(?:我|咱)?(?:只要|一|哪怕)?(?P<verb>吃|喝|碰|闻|沾|摸)(?:上|到|了|多了|着)?"
    r"(?:一点点?|一口|一下|一些)?(?:我)?(?P<v>(?:就|会|都|便)[^,，]{0,8}(?:肿|疹|疙瘩|痒|喷嚏|流鼻|喘|过敏|休克|红|包|吐|泻|拉肚|疼|痛|胀|酸|晕|慌|失眠|睡不着|"
    r"难受|不舒服|上头|上脸)[^,，]{0,4})$"
)
_MAY_BE_FRONTED = gate(_OBJECT_LEAST, _OBJECT_FIRST, _OBJECT_REACTS)
_TIME_FIRST = re.compile(  # 周末我一般陪孩子: the time stands before the subject
    r"^(?P<t>(?:(?:每个?)?(?:周|星期|礼拜)[一二三四五六日天末]|工作日|平日|节假日|双休日?|每年(?:\d{1,2}|[一二三四五六七八九十]{1,3})月|过年|春节|暑假|寒假|每[天晚早周月年]|早上|上午|"
    r"中午|下午|傍晚|晚上|夜里|半夜|睡前|饭后|[一二两三四五六七八九十\d]{1,3}点半?(?:以?[前后]|之[前后])?){1,3})我(?![们家的妈爸])"
)
_MOOD = re.compile(r"(?<=[\u4e00-\u9fffA-Za-z0-9]{2})(?:嘛|呗|哒|哈|啦|呀|诶|哦|噢|喔){1,2}$")
_SEPARATOR = re.compile(
    r"[，,；;。！？!?…~～—]+\s*|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff]|[Bb]ase(?![A-Za-z]))|(?<=的)\s+(?=\d)|(?<=[\u4e00-\u9fff])\s+(?=\d{2}\s+[未已单离男女在做住爱喜来属])|(?<=\s\d\d)\s+(?=[未已单离男女在做住爱喜来属])"
)


def _siblings(rank: re.Match[str], text: Text) -> bool:
    """Whether a rank is one among children: 老大 alone is a boss as well."""
    return rank["v"][0] == "老" and _SECOND.search(text.plain) is not None


_THEIRS = re.compile(rf"的(?:班主任|{either(ROLES)})(?!的?(?:电话|手机|微信|邮箱|生日|名字))")
_RANK = re.compile(
    r"(?P<home>我家的?|我们家的?|家里的?)?(?P<v>老[大二三四五幺]|大的|小的)(?:那个)?(?=(?:是|叫|在|也|都|刚|才|还|已经|今年|上|读|马上|快|喜欢|"
    r"对|不|没|吃|喝|一吃|一喝|怕|爱|会|有|海鲜|牛奶|花生|鸡蛋|过敏|从小|每|要|得)|"
    r"[\d一二两三四五六七八九十]{1,3}(?:周?岁|个月))"
)
_SIBLING = re.compile(r"(?P<v>[哥姐弟妹][哥姐弟妹])(?=叫|名叫|是|今年|\d|[一二两三四五六七八九十]{1,3}岁)")
_SECOND = re.compile(
    r"(?:^|[，,、 ])(?:我家|我们家|家里)?老[二三四五幺](?!板)"
)  # who has a second has a first: 老大 is no boss then
_TURNED = re.compile(
    rf"(?P<n>[\u4e00-\u9fff]{{2,4}}|[A-Z][a-z]{{1,12}})是(?:我|俺)们?的?(?P<pre>大|小|二)?(?P<role>{either(ROLES)})$"
)
_WITH = re.compile(rf"(?:我|咱)(?:和|跟|与)(?:我)?的?(?P<role>{either(ROLES)})")
_ANIMALS = re.compile(r"(?:[一二两三四五六七八几\d]|[养有]了?)[只条窝]")
_CHILDREN = re.compile(r"孩子|娃|儿子|女儿|闺女|双胞胎|宝宝|小孩")


def clauses(text: Text, quotes: tuple[tuple[int, int], ...] = (), spoken_of: Subject | None = None) -> list[Clause]:
    """The clauses of one sentence in order; commas inside quotation marks do not cut.

    `spoken_of` is the person of the sentence before, whom 他 or 她 may mean.
    """
    return list(_clauses(text, quotes, spoken_of))


@lru_cache(maxsize=64)  # the grammar cuts a sentence, and so does what reads the rest of it
def _clauses(text: Text, quotes: tuple[tuple[int, int], ...], spoken_of: Subject | None) -> tuple[Clause, ...]:
    found: list[Clause] = []
    subject, stated = USER, False
    beside: Subject | None = None
    for begin, end in _spans(text, quotes):
        start = begin + len(text.plain[begin:end]) - len(text.plain[begin:end].lstrip("：:、. "))
        if end < len(text.plain.rstrip("。.!！~～ ")) and (mood := _MOOD.search(text.plain, start, end)):
            end = mood.start()  # 广东人嘛，…
        part = text.cut(start, end)
        if end - start > LONGEST:
            continue
        clause = _clause(part, text.cut(start), first=not found)
        rank = _RANK.match(part.plain)
        if rank and _ANIMALS.search(text.plain, 0, start):  # 三只猫，老大叫煤球
            clause, rank = _clause(Text.of(f"一只{part.raw[rank.end() :]}"), text.cut(start), first=False), None
        if rank and (rank["home"] or (found and _CHILDREN.search(text.plain[:start])) or _siblings(rank, text)):
            who = Subject("relation", "child", name=rank["v"])  # 老大 is a boss elsewhere
            rest = text.cut(start + rank.end())
            clause = Clause(part, part.cut(rank.end()), rest, who, explicit=True, first=False, lead="")
        if (sibling := _SIBLING.match(part.plain)) and found and _CHILDREN.search(text.plain[:start]):
            who = Subject("relation", "child", "孩子", sibling["v"])  # of the twins, not of the user
            rest = text.cut(start + sibling.end())
            clause = Clause(part, part.cut(sibling.end()), rest, who, explicit=True, first=False, lead="")
        if turned := _TURNED.match(part.plain.strip()):
            role = ROLES[turned["role"]]
            name = turned["n"] if role in MANY else ""
            subject, stated = Subject("relation", role, (turned["pre"] or "") + turned["role"], name), True
            found.append(clause)
            continue
        if clause.explicit:
            named = clause.subject
            person = subject if subject.who == "relation" else spoken_of or beside
            if named.who == "other" and named.word and person:
                clause = replace(clause, subject=person)  # 他 is the one just spoken of
            subject, stated = clause.subject, True
        elif (stated or found) and clause.subject is not subject:
            clause = replace(clause, subject=subject)
        if with_whom := _WITH.search(part.plain):  # 我跟我对象异地，她人在大连
            beside = Subject("relation", ROLES[with_whom["role"]], with_whom["role"])
        found += _traits(clause)
        found.append(clause)
    return tuple(found)


def person_in(plain: str) -> Subject | None:
    """The last person that a sentence speaks of: whom the next one may call 他 or 她."""
    people = [clause.subject for clause in clauses(Text.of(plain)) if clause.subject.who == "relation"]
    return people[-1] if people else None


def _traits(clause: Clause) -> list[Clause]:
    """What stands before the role as a clause of its own: 两岁的儿子 is two years old."""
    if not clause.explicit or "的" not in clause.text.plain:
        return []
    found = named(clause.text.plain, _skip(_ADVERB, clause.text.plain, _skip(_OPENING, clause.text.plain, 0, 3), 4))
    if not found or not found["trait"]:
        return []
    start, end = found.span("trait")
    body = clause.text.cut(start, end)
    return [replace(clause, text=body, body=body, rest=body, explicit=True)]


def _spans(text: Text, quotes: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _SEPARATOR.finditer(text.plain):
        if any(a <= mark.start() < b for a, b in quotes) or _inside_number(text.plain, mark):
            continue
        yield from _jointed(text.plain, start, mark.start(), quotes)
        start = mark.end()
    yield from _jointed(text.plain, start, len(text.plain), quotes)


def _jointed(plain: str, start: int, end: int, quotes: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    for at in [start + joint for joint in joints(plain[start:end])]:
        if not any(a <= at < b for a, b in quotes) and plain[start:at].strip():
            yield start, at
            start = at
    if plain[start:end].strip():
        yield start, end


def _inside_number(text: str, mark: re.Match[str]) -> bool:
    return (
        mark.group() == ","
        and text[mark.start() - 1 : mark.start()].isdigit()
        and text[mark.end() : mark.end() + 1].isdigit()
    )


def _clause(part: Text, rest: Text, *, first: bool) -> Clause:
    fronted = _MAY_BE_FRONTED(part.plain)
    if turned := fronted and (_OBJECT_LEAST.match(part.plain) or _OBJECT_FIRST.match(part.plain)):
        start, end = turned.span("o")
        says = part.raw[turned.start("v") : turned.end("v")]
        part = Text.of(f"我{says}{part.raw[start:end]}")
        rest = part
    if turned := fronted and _OBJECT_REACTS.match(part.plain):
        start, end = turned.span("o")
        says = part.raw[turned.start("v") : turned.end("v")]
        part = Text.of(f"我{turned['verb']}{part.raw[start:end]}{says}")
        rest = part
    elif turned := _TIME_FIRST.match(part.plain):
        end = turned.end("t")
        part = Text.of(f"我{part.raw[:end]}{part.raw[end + 1 :]}")
        rest = Text.of(f"{part.raw}{rest.raw[len(part.raw) :]}")
    position, lead = 0, ""
    position = _skip(_OPENING, part.plain, position, 3)
    before = _skip(_ADVERB, part.plain, position, 4)
    found = named(part.plain, before)
    lead = part.plain[position:before]
    subject, explicit = USER, False
    if found:
        subject, explicit = subject_of(found, part), True
        position = found.end()
        if subject.who == "relation" and _THEIRS.match(part.plain, position):
            subject = Subject("other")  # 女儿的老师 is nobody of the user's
    else:
        position = before
    after = _skip(_ADVERB, part.plain, position, 5)
    lead += part.plain[position:after]
    return Clause(part, part.cut(after), rest.cut(after), subject, explicit, first, lead)


def opened(text: Text) -> Text:
    """The words without what opens a speech: 嗯, 对了, 跟你说下."""
    return text.cut(_skip(_OPENING, text.plain, 0, 3))


def _skip(pattern: re.Pattern[str], text: str, position: int, most: int) -> int:
    for _ in range(most):
        found = pattern.match(text, position)
        if not found or found.end() == position:
            break
        position = found.end()
    return position
