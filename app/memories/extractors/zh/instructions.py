"""Standing wishes about what the assistant does: 以后都…, 每次…, 别再…, and the scenes they hold in."""

import re
from dataclasses import replace

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself, third_person
from app.memories.extractors.zh.matters import Matter, matter
from app.memories.model import Act, Kind, Source, Type

_STANDING = (
    r"(?:以后|今后|往后|日后|从今天(?:起|开始)|从现在(?:起|开始)|打今天起|从今往后|从此(?:以后|之后)?|"
    r"从今以后|从下次(?:起|开始)|下次(?:起|开始)|从这次(?:起|开始))"
)
_LEADS = re.compile(
    rf"^(?:那|那么|请|麻烦|你|您|我希望|希望|我要求|要求|还有|另外|对了|好|嗯|总之|记住|,|"
    rf"\s){{0,6}}{_STANDING}(?!的(?:事|日子|我|生活)|再说|再聊|再看|见|有机会|慢慢|还请|请多|多多|就知道|会好|"
    rf"可能|才)"
)
_INSIDE = re.compile(
    r"^(?P<np>[^,，]{1,16}?)(?:以后|今后|从今天起|从现在起|从现在开始)(?:请|就|要|不要|别)?(?=都|一律|请|"
    r"不要|别|用|统一|全部|改|要|只|尽量|默认)"
)
_NOT_INSIDE = re.compile(
    r"[\d点号日月年周天晚班业婚学完了饭床来去后之到家岁时钟]$|^(?:我|他|她|毕业|结婚|退休|下班|回家|吃|睡)"
)
_ALWAYS = re.compile(
    r"^(?:那|请|麻烦|你|您|我希望你?|希望你?|给我|跟我|和我|,|\s){0,6}(?:每次|每一次|每当|凡是|永远|始终|一律|"
    r"统一|默认|所有的?|任何时候|无论什么时候|不管什么时候|平时|日常)"
)
_STOP = re.compile(
    r"^(?:那|请|麻烦|拜托|你|您|以后|可以|能不能|求你|真的|千万|,|\s){0,6}(?:别再|不要再|别总|别老|别一直|"
    r"别动不动|不要总|不要老|不要动不动|不许再?|不准再?|少给我|别给我|不要给我|别叫我|不要叫我|不要喊我|"
    r"别喊我|不要称呼我|别称呼我|请勿|千万别|千万不要)"
)
_OUTPUT = re.compile(
    r"回答|回复|回我|答|说|讲|解释|写|用|给我|推荐|列|总结|翻译|注释|示例|例子|代码|邮件|报告|周报|标题|"
    r"格式|输出|显示|展示|称呼|叫我|喊我|生成|提醒|附|加|带|举例|引用|先|直接|控制|保持|尽量|简短|简洁|"
    r"详细|发|安排|涉及|建议|避开|避免|提到|使用|换算|排版|语气|字|表格|列表|中文|英文|不要|别|请|按|"
    r"参考|优先|考虑|默认|注意|问我|确认|跟我|对我|聊|"
    r"告诉我|计算|命名|标注|标明|检查|省略|跳过|省掉|算|帮我"
)
_ADDRESSED = re.compile(
    r"回答|回复|回我|给我|跟我|对我|叫我|喊我|称呼我|告诉我|问我|推荐|你|您|输出|示例|举例|代码|解释|讲解|"
    r"显示|展示|注释"
)
_OWN_LIFE = re.compile(
    r"^(?:我(?!的|说|问|让|要求|希望你|发)|我们(?!的)|自己|要(?:努力|好好|多|当|成为|去)|想|会|打算|不(?:想|"
    r"敢|会|去|来|能)|再也不|多(?:锻炼|运动|喝水|休息|陪)|少(?:熬夜|喝|吃)|有(?:机会|空|时间)|一起|大家|咱)"
)
_ONCE = re.compile(
    r"这次|这一次|本次|今天|今晚|这回|暂时|临时|先这样|这个问题|这道题|这段|这篇|这封|这份|这里|这句|这张|"
    r"刚才|下面|上面|这条|现在帮|眼下|此刻|接下来的?这"
)
_SMALL_TALK = re.compile(
    r"^(?:再|还|也|就|会|可能|可以|应该|应该会|肯定|一定会|慢慢|好好|继续|常|请?多){0,6}(?:说|聊|见|联系|看情况|"
    r"再来|关照|指教|努力|加油|麻烦你了|靠你了|拜托你了|来找你|问你)(?:吧|了|啦|哈)?$"
)
_SCENE = re.compile(
    r"^(?:但|不过|而|请|在|当|如果是?|我){0,6}(?P<v>(?:平时|日常|工作|写|做|聊|讨论|讲|回答|处理|分析|设计|"
    r"评审|翻译|发|跟|和|对|画|调试|排查|学习|解释|涉及|遇到|关于|生成|起草|"
    r"规划)[^,，]{0,14}?)(?:的时候|时候|时(?!间)|场景下?|场合|方面|这类问题|的问题|里面?|"
    r"中(?!文))\s*,?\s*(?:请|要|就|都|可以|应该|你){0,6}"
)
_DAILY = re.compile(
    r"^(?:但|不过|而){0,6}(?P<v>平时聊天|日常聊天|闲聊|日常对话|平时对话|日常问答|平时|日常|工作中|工作上|"
    r"正式场合|邮件里?|文档里?|技术方案里?|群里|私下)(?:的话|里|中|的时候|时)?(?:请|要|就|都|可以|"
    r"的?(?:回答|回复|回应)){0,6}"
)
_WANTS = re.compile(
    r"^(?:我)?(?:更|比较|还是|就)?(?:希望|喜欢|偏好|倾向于?|想让|要求)(?:你|您)(?:能|可以|的(?:回答|回复|"
    r"回应|解释)|在)?(?P<v>[^,，]{3,30})$"
)
_PREFERS = re.compile(
    r"^(?:我)?(?:更|比较|还是)?(?:喜欢|偏好|倾向于?|习惯)(?:看|用|读)?(?P<v>[^,，你您]{1,14}(?:形式|格式|"
    r"风格|的回答|的回复|的解释|的答案|回答|回复|语气|展示|呈现))$"
)
_POINTING = re.compile(
    r"按这个|按照这个|照这个|这么[做办写来]|这样[做办写来]?(?:$|就|吧)|用它|用这个|它们?(?!的)|那样|就这样"
)
_CONDITION = re.compile(r"(?:每次|每当|当|在|如果){0,6}(?P<v>[^,，]{2,16}?)(?:的时候|时候|时)$")
_CHANGE = re.compile(r"(?:改成|改用|改为|换成|换用|还是用|还是|改回|用回|换回|恢复成|调成|切换成|切换到|切回)")
_LIFTED = re.compile(
    r"^(?:你|现在|以后|已经|其实|又|,){0,6}(?:(?:不用|不必|不需要)(?:再|每次都|总是|"
    r"一直)?(?P<a>[^,，]{2,24}?)了|(?:可以|能)(?:再|重新|给我){0,6}(?P<b>[^,，]{2,24}?)了)(?:吧|哦)?$"
)


def read(clauses: list[Clause]) -> tuple[list[Fact], set[int]]:
    """Instructions of a sentence and the indexes of the clauses they took."""
    texts = [clause.text.plain.strip() for clause in clauses]
    if lifted := _lift(texts):
        return lifted
    if scenes := _scenes(clauses, texts):
        return scenes
    start = next((index for index in range(len(texts)) if _begins(texts, index)), None)
    if start is None:
        return _wishes(clauses, texts)
    taken = [start]
    for index in range(start + 1, len(texts)):
        if _OWN_LIFE.match(texts[index]) or (
            clauses[index].subject.who in ("relation", "other")
            and clauses[index].explicit
            and not texts[index].startswith(("你", "您"))
        ):
            break
        taken.append(index)
    return _facts([clauses[index] for index in taken]), set(taken)


def _begins(texts: list[str], index: int) -> bool:
    text = texts[index]
    after = ",".join([text, *texts[index + 1 :]])
    if lead := _LEADS.match(text):
        rest = text[lead.end() :].lstrip("都就,， ") or ",".join(texts[index + 1 :])
        return bool(rest) and not _OWN_LIFE.match(rest) and not _SMALL_TALK.match(rest) and bool(_OUTPUT.search(after))
    inside = _INSIDE.match(text)
    if inside and not _NOT_INSIDE.search(inside["np"]):
        return True
    if _ONCE.search(text):
        return False
    if _STOP.match(text):
        about = (
            _ADDRESSED.search(text)
            or matter(text).sure
            or re.search(r"再(?:用|写|加|发|提|说|讲|列|附|问|叫|喊|给|推|放|带|重复)", text)
        )
        return bool(about) and not re.search(r"担心|难过|生气|伤心|急|闹|哭|吵|骗我|烦我|笑我|逗我", text)
    if (always := _ALWAYS.match(text)) and not _OWN_LIFE.match(text[always.end() :]):
        return (bool(_ADDRESSED.search(after)) and matter(text[always.end() :]).sure) or (
            bool(re.search(r"给我|回答我|回复我|对我|跟我|问我|叫我", text)) and "我的" not in text
        )
    return _changes_known(text)


def _changes_known(text: str) -> bool:
    """`代码示例还是用 Python`, `回答改成英文`: a change of something that is known to be a matter of answers."""
    if not _CHANGE.search(text) or _ONCE.search(text) or re.search(r"吗|还是不|或者|怎么|帮我把", text):
        return False
    return matter(text).sure and bool(
        re.search(r"示例|回答|回复|报告|周报|单位|金额|注释|语气|格式|语言|回我|输出|称呼|叫我", text)
    )


def _lift(texts: list[str]) -> tuple[list[Fact], set[int]] | None:
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


def _scenes(clauses: list[Clause], texts: list[str]) -> tuple[list[Fact], set[int]] | None:
    """`写方案的时候详细一点，平时聊天简短就行`: one preference for each scene."""
    found: list[Fact] = []
    taken: set[int] = set()
    for index, text in enumerate(texts):
        bare = re.sub(rf"^(?:{_STANDING}|每次|,|\s){{1,6}}", "", text)
        scene = _SCENE.match(bare) or _DAILY.match(bare)
        if not scene or _ONCE.search(text):
            continue
        rest, used = bare[scene.end() :], {index}
        if not rest and index + 1 < len(texts):
            rest, used = texts[index + 1], {index, index + 1}
        about = matter(rest) if rest else None
        if not about or about.key == "form_of_address":
            continue
        if not about.sure and (
            not re.match(r"写|讲|回答|翻译|解释|生成|总结|聊", scene["v"])
            or not re.match(r"不要|别(?!忘)|请|都|要|必须|尽量|务必|先", rest)
        ):
            continue
        if not about.sure:
            about = about._replace(key=f"instruction:{head(scene['v'])}")
        said = clean("，".join(clauses[number].text.raw.strip() for number in sorted(used)))
        found.append(replace(_instruction(about, said), scene=scene["v"].removesuffix("的")))
        taken |= used
    return (found, taken) if found else None


def _facts(taken: list[Clause]) -> list[Fact]:
    """One fact for each matter; clauses that go on about the same one, or name none, stay with it."""
    groups: list[tuple[Matter, list[str]]] = []
    scene: str | None = None
    for clause in taken:
        words = re.sub(rf"^(?:请|那|你|,|\s){{0,6}}{_STANDING}", "", clause.text.plain.strip())
        if not words.strip("都,， "):
            lead = clause.text.raw.strip()
            groups.append((Matter("", "", sure=False), [lead]))
            continue
        when = _CONDITION.match(words.strip("都,， "))
        if when and clause is not taken[-1]:
            scene = re.sub(r"^(?:给我|跟我|对我|帮我|和我|你|我){1,6}", "", when["v"])
            groups.append((Matter("", scene, sure=False), [clause.text.raw.strip()]))
            continue
        about = matter(words)
        if groups and not groups[-1][0].key and scene and not about.sure:
            about = about._replace(key=f"instruction:{head(scene)}")
        if groups and (not groups[-1][0].key or about.key == groups[-1][0].key or not about.sure):
            before, said = groups[-1]
            groups[-1] = (before if before.key else about, [*said, clause.text.raw.strip()])
        else:
            groups.append((about, [clause.text.raw.strip()]))
    return [
        replace(_instruction(about, "，".join(said)), scene=scene if about.sure else None)
        for about, said in groups
        if about.key and (about.sure or not _POINTING.search("".join(said)))
    ]


def _instruction(about: Matter, said: str) -> Fact:
    words = re.sub(r"^(?:请|麻烦你?|那么?|拜托|还有|另外|对了|[,，\s]){1,6}", "", clean(said))
    words = re.sub(r"^(?:我)?(?:希望|要求|想让)(?:你|您)?", "", words)
    if about.key == "form_of_address":
        says = f"用户希望被称呼为{about.value}"
    else:
        says = f"用户要求{third_person(words)}" if not words.startswith("我") else third_person(words)
    return Fact(
        slot=about.key, value=about.value, says=says, kind=Kind.PREFERENCE, type=Type.SEMANTIC, source=Source.USER_EXPLICIT,
        confidence=0.95, importance=5 if about.sure else 4, whole=True,
    )  # fmt: skip


def _wishes(clauses: list[Clause], texts: list[str]) -> tuple[list[Fact], set[int]]:
    """Stated preferences about answers without a word for "always": 我希望你先给结论."""
    for index, text in enumerate(texts):
        found = _WANTS.match(text) or _PREFERS.match(text)
        if not found or _ONCE.search(text) or re.search(r"刚才|这个回答|上一|帮我|给我(?:写|做|找|讲个)|吗$", text):
            continue
        about = matter(found["v"])
        if about.sure and about.key != "form_of_address":
            fact = _instruction(about, clauses[index].text.raw.strip())
            return [replace(fact, source=Source.USER_STATED, confidence=0.85, importance=4)], {index}
    return [], set()
