"""Standing wishes about what the assistant does: 以后都…, 每次…, 别再…, and the scenes they hold in."""

import re
from dataclasses import replace

from app.memories.extractors.zh import changes, moods, signals
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.lexicon import simplify
from app.memories.extractors.zh.matters import Matter, matter
from app.memories.extractors.zh.scenes import code, scene_wishes
from app.memories.extractors.zh.wishes import NO_MATTER, ONCE, STANDING, wish
from app.memories.model import Source

_LEADS = re.compile(
    rf"^(?:那|那么|但是?|不过|所以|请|麻烦|你|您|我希望|希望|我要求|要求|还有|另外|对了|好|嗯|总之|记住|,|"
    rf"\s){{0,6}}{STANDING}(?!的(?:事|日子|我|生活)|再说|再聊|再看|见|有机会|慢慢|还请|请多|多多|就知道|会好|"
    rf"可能|才)"
)
_INSIDE = re.compile(
    r"^(?P<np>[^,，]{1,16}?)(?:以后|今后|从今天起|从现在起|从现在开始)(?:请|就|要|不要|别)?(?=都|一律|请|"
    r"不要|别|用|统一|全部|改|要|只|尽量|默认)"
)
_NOT_INSIDE = re.compile(
    r"[\d点号日月年周天晚班业婚学完了饭床来去后之到家岁时钟说讲让叫]$|如果|要是|假如|^(?:我|他|她|毕业|结婚|退休|"
    r"下班|回家|吃|睡)"
)
_ALWAYS = re.compile(
    r"^(?:那|请|麻烦|你|您|我希望你?|希望你?|给我|跟我|和我|,|\s){0,6}(?:每次|每一次|每当|凡是|永远|始终|一律|"
    r"统一|默认|所有的?|任何时候|无论什么时候|不管什么时候|平时|日常)"
)
_DOES_FOR_USER = re.compile(r"(?:你|您)?(?:写|回答|回复|解释|生成|翻译|总结|给)[^,，]{0,20}?(?:都|先|要|请|别|不要)")
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
_SMALL_TALK = re.compile(
    r"^(?:再|还|也|就|会|可能|可以|应该|应该会|肯定|一定会|慢慢|好好|继续|常|请?多){0,6}(?:说|聊|见|联系|看情况|"
    r"再来|关照|指教|努力|加油|麻烦你了|靠你了|拜托你了|来找你|问你)(?:吧|了|啦|哈)?$"
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
_MANNER = re.compile(  # how to speak with the user, always meant for good
    r"^(?:请|麻烦|你|您|希望你|平时|,|\s){0,4}(?:(?:跟|和|与|对)我(?:说话|聊天|交流|沟通|讲话|对话|解释|讲解|"
    r"讨论)(?:的时候|时)?|"
    r"(?:你|您)?的?(?:回答|回复|答复|答案|解释|语气)(?!我|完|了|一下|这|下)(?:里|中|里面|的时候|时|问题时|问题的时候)?|"
    r"(?:给我发(?:东西|消息|文件|资料|内容)?|发给我的(?:东西|内容)?)(?:的时候|时)?|给我(?:写|讲|做|翻译|推荐|"
    r"解释|举|列)(?:[^,，]{0,8}(?:的时候|时)|(?:东西|文章|文案|内容|邮件|代码|方案|报告|文档)(?=都?(?:别|不要|不用|少|多|尽量|用|要)))|(?:解释|讲解|举例|回答)[^,，这]{0,8}(?:的时候|时))\s*,?\s*"
    r"(?:你|请|都|就|也|可以){0,3}(?P<do>(?:不要|别|不用|不必|不许|少|多|尽量|直接|先|用|要|得|必须|务必|保持|"
    r"控制|简|详|短|随意|正式|"
    r"按|以|带|加|附|只|最好|避免|说|讲|像|不)[^,，]{1,24})"
)
_RULED = re.compile(  # what is written for the user, with a word for "always"
    r"^(?:请|麻烦|你|您|给我的?|,|\s){0,4}(?P<what>代码注释|代码里?|注释里?|变量名?|变量命名|函数名?|类名|命名|"
    r"提交信息|commit(?:\s?message)?|示例代码|代码示例|"
    r"示例|例子|接口文档|文档里?|邮件里?|周报|日报|月报|报告里?|会议纪要|标题|表格|日期|时间|金额|价格|货币|单位|"
    r"温度|距离|重量|回答|回复|译文|"
    r"翻译|测试用例|文件名|分支名|推荐[^,，]{0,6})(?:的格式|格式)?\s*(?:请|要|都)?(?:一律|统一|都|默认|全部|全都|"
    r"始终|总是|务必|必须)"
    r"(?:不要|别|不用|不|用|使用|写|按|以|要|是|先|带|加|放|标|保留|遵循|采用|换算|控制|改)[^,，]{1,20}"
)
_STYLE = re.compile(
    r"^(?:请|麻烦|你|以后|,|\s){0,3}(?:少|多|别|不要|尽量少|尽量别|尽量多)(?:给我)?(?:用|写|说|讲|发|加|举|带|"
    r"出现)(?:点|些|那么多)?(?:成语|术语|专业术语|英文|英语|表情|感叹号|废话|套话|比喻|排比|网络用语|缩写|"
    r"例子|官话|鸡汤|客套话|敬语|括号|省略号|问号|长句|书面语|大白话|口语|黑话|行话|修辞|形容词|叠词)|"
    r"^[^,，我你他她这那]{0,8}?[里中]?请?(?:以后)?(?:别|不要|不许|禁止)再?(?:出现|使用|用|写|说)[“\"「『《][^,，]{1,30}"
)
_WRITTEN_TO = re.compile(  # what is written for somebody: 跟老板汇报的材料请写得正式些
    r"^(?:我)?(?:给|跟|写给|发给|对|向)(?P<whom>[^,，]{1,8}?)(?:汇报|看|写|发)?的(?P<what>邮件|材料|报告|消息|文案|周报|回复|信|ppt|PPT|汇报|文档)"
    r"(?:请|要|都|得|一律|尽量|记得|务必)+(?:你)?(?:写得|写|用|说得|做得|保持)?[^,，]{1,14}$"
)
_CONDITION = re.compile(r"(?:每次|每当|当|在|如果){0,6}(?P<v>[^,，]{2,16}?)(?:的时候|时候|时)$")
_OWN_WISH = re.compile(  # another wish, not more of the one before it
    r"^(?:也|还|再|并且|而且)?(?:(?:别|不要|不许|不准|不用|禁止|永远不要?|从不)(?!太|这么|那么|再)[^,，]{2,}|少(?:用|写|说|讲|发|给)[^,，]{2,}"
    r"|多(?:用|写|说|讲|举|给)[^,，]{2,})"
)
_GOES_ON = re.compile(r"^[他她它](?:们)?[^,，]{1,8}?(?:再|才|就)")  # …先发王姐看，她点头了再往上交
_REMIND = re.compile(  # 推荐餐厅记得避开日料
    r"^(?:以后)?(?:给我)?(?P<act>(?:推荐|订|点|选|安排|介绍|挑|找|写(?!作业|字)|做(?!饭|作业|题)|回(?=邮件|信|消息|评论))[^,，我你这那]{1,8}?)(?:的时候|时)?(?:记得|注意|务必|最好|尽量|一定要?|优先)"
    r"(?:帮我|给我|先|要)*(?:别|不要|避开|避免|绕开|排除|选|用|写|给|带|按|考虑|标|加|附|注明|留|控制|保持|遵循|检查)[^,，]{1,14}$"
)
_OF_CODE = re.compile(r"函数|方法|变量|类名|注释|标题|文件")
_CHANGE = re.compile(r"(?:改成|改用|改为|换成|换用|还是用|还是|改回|用回|换回|恢复成|调成|切换成|切换到|切回)")


def read(clauses: list[Clause]) -> tuple[list[Fact], set[int]]:
    """Instructions of a sentence and the indexes of the clauses they took."""
    texts = [clause.text.plain.strip() for clause in clauses]
    if signal := signals.read(clauses):
        return signal
    if lifted := changes.lifting(texts):
        return lifted
    if scenes := scene_wishes(clauses, texts):
        return scenes
    told = next((index for index, clause in enumerate(clauses) if moods.reports(clause)), len(clauses))
    start = next((index for index in range(told) if _begins(texts, index) and _to_you(clauses[index])), None)
    if start is None:
        return _wishes(clauses, texts)
    taken = [start]
    for index in range(start + 1, len(texts)):
        if _OWN_LIFE.match(texts[index]) or (
            clauses[index].subject.who in ("relation", "other")
            and clauses[index].explicit
            and not texts[index].startswith(("你", "您"))
            and not _GOES_ON.match(texts[index])
        ):
            break
        taken.append(index)
    return _facts([clauses[index] for index in taken]), set(taken)


def _to_you(clause: Clause) -> bool:
    """Whether the wish is not for somebody else: 老板以后都要看周报 is none."""
    return (
        not (clause.explicit and clause.subject.who in ("relation", "other"))
        or clause.text.plain.lstrip()[:1] in "你您"
    )


def _begins(texts: list[str], index: int) -> bool:  # a cascade: the first reading that fits
    text = texts[index]
    after = ",".join([text, *texts[index + 1 :]])
    if lead := _LEADS.match(text):
        rest = text[lead.end() :].lstrip("都就,， ") or ",".join(texts[index + 1 :])
        return bool(rest) and not _OWN_LIFE.match(rest) and not _SMALL_TALK.match(rest) and bool(_OUTPUT.search(after))
    inside = _INSIDE.match(text)
    if inside and not _NOT_INSIDE.search(inside["np"]):
        return True
    if ONCE.search(text):
        return False
    if (manner := _MANNER.match(text)) and (_OUTPUT.search(manner["do"]) or matter(manner["do"]).sure):
        return not re.search(r"了$|过$|吗|帮我", text)
    if _STYLE.match(text) or _REMIND.match(text):
        return "帮我" not in text
    if _RULED.match(text) or (_WRITTEN_TO.match(text) and matter(text).key):
        return "帮我" not in text
    if _STOP.match(text):
        about = (
            _ADDRESSED.search(text)
            or matter(text).sure
            or re.search(r"再(?:用|写|加|发|提|说|讲|列|附|问|叫|喊|给|推|放|带|重复)", text)
        )
        return bool(about) and not re.search(r"担心|难过|生气|伤心|急|闹|哭|吵|骗我|烦我|笑我|逗我", text)
    if (always := _ALWAYS.match(text)) and not _OWN_LIFE.match(text[always.end() :]):
        rest = text[always.end() :]
        if _DOES_FOR_USER.match(rest):
            return True
        return (bool(_ADDRESSED.search(after)) and matter(rest).sure) or (
            bool(re.search(r"给我|回答我|回复我|对我|跟我|问我|叫我", text)) and "我的" not in text
        )
    return _changes_known(text)


def _changes_known(text: str) -> bool:
    """`代码示例还是用 Lua`, `回答改成英文`: a change of something that is known to be a matter of answers."""
    if not _CHANGE.search(text) or ONCE.search(text) or re.search(r"吗|还是不|或者|怎么|帮我把", text):
        return False
    return matter(text).sure and bool(
        re.search(r"示例|回答|回复|报告|周报|单位|金额|注释|语气|格式|语言|回我|输出|称呼|叫我", text)
    )


def _facts(taken: list[Clause]) -> list[Fact]:
    """One fact for each matter; clauses that go on about the same one, or name none, stay with it."""
    groups: list[tuple[Matter, list[str]]] = []
    scene: str | None = None
    for clause in taken:
        words = re.sub(rf"^(?:请|那|你|,|\s){{0,6}}{STANDING}", "", clause.text.plain.strip())
        if not words.strip("都,， "):
            lead = clause.text.raw.strip()
            groups.append((Matter("", "", sure=False), [lead]))
            continue
        when = _CONDITION.match(words.strip("都,， "))
        if when and clause is not taken[-1]:
            scene = re.sub(r"^(?:给我|跟我|对我|帮我|和我|你|我){1,6}", "", when["v"])
            groups.append((Matter("", scene, sure=False), [clause.text.raw.strip()]))
            continue
        about = _about(words)
        if groups and not groups[-1][0].key and scene and not about.sure:
            about = about._replace(key=f"instruction:{head(scene)}")
        own = bool(groups and groups[-1][0].sure and _OWN_WISH.match(words))
        if groups and (not groups[-1][0].key or about.key == groups[-1][0].key or not (about.sure or own)):
            before, said = groups[-1]
            groups[-1] = (before if before.key else about, [*said, clause.text.raw.strip()])
        else:
            groups.append((about, [clause.text.raw.strip()]))
    return [
        replace(wish(about, "，".join(said)), scene=(code(scene) or scene) if scene and about.sure else None)
        for about, said in groups
        if about.key
        and (about.sure or not (_POINTING.search("".join(said)) or NO_MATTER.match(simplify("".join(said)))))
    ]


def _about(words: str) -> Matter:
    """What the words of one clause ask for."""
    if remind := _REMIND.match(words):
        return Matter(f"instruction:{head(remind['act'])}", words[remind.end("act") :], sure=False)
    about = matter(words)
    if about.key == "answer_length" and _OF_CODE.search(words):  # 函数写短点 is not said of answers
        return Matter(f"instruction:{head(words)}", words, sure=False)
    return about


def _wishes(clauses: list[Clause], texts: list[str]) -> tuple[list[Fact], set[int]]:
    """Stated preferences about answers without a word for "always": 我希望你先给结论."""
    for index, text in enumerate(texts):
        found = _WANTS.match(text) or _PREFERS.match(text)
        if not found or ONCE.search(text) or re.search(r"刚才|这个回答|上一|帮我|给我(?:写|做|找|讲个)|吗$", text):
            continue
        about = matter(found["v"])
        if not about.sure and re.search(r"(?:回答|回复|解释|讲解|推荐|写)[^,，]{0,6}(?:时候|时|都|里)|每次|总是", text):
            about = about._replace(sure=True)
        if about.sure and about.key != "form_of_address":
            fact = wish(about, clauses[index].text.raw.strip())
            return [replace(fact, source=Source.USER_STATED, confidence=0.85, importance=4)], {index}
    return [], set()
