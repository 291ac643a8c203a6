"""Requests to forget in Chinese: 忘掉我的住址, 请删除你记住的关于…的内容, 刚才那句别记."""

import re
from dataclasses import replace

from app.memories.extractors.unsaying.wish import Wish
from app.memories.naming import meant_by

LEAD = (
    r"(?:请|麻烦|拜托|求你|帮我|帮忙|给我|你|您|那就|那|现在|可以|可不可以|能不能|能否|能|立刻|马上|赶紧|赶快|快|全部|全|都|还是|"
    r"算了|对了|另外|我想让你|我希望你|希望你|我要你|想请你|我想|我(?=不想|不希望)|以后|今后|从现在(?:起|开始)|不过|但是|但|最好|直接|顺便|一定要|务必|彻底|完全|\s)*"
)
_ERASE = r"(?:删除|删掉|删了|删去|删|移除|清除|清掉|清理|清空|抹掉|抹去|抹除|擦掉|擦除|去掉|销毁|消除)"
_FORGET = r"(?:忘掉|忘了|忘记|忘干净|遗忘|忘)"
_NOT_KEEP = (
    r"(?:(?:别|不要|不用|不必|不许|不准|不能|请勿|勿|不想让你|不希望你|不想你)再?(?:记住|(?<=你)记得|(?<=你再)记得|记下来|记下|记着|记录|记到|记|保存|保留|存下来|存|留着|留)|"
    r"(?:停止|取消)(?:记录|保存|记住))"
)
END = r"(?:掉|了|干净|吧|哦|啊|呀|呗|哈|谢谢|好吗|好不好|可以吗|行吗|行不行|啦|下来|着|住|\s)*"
_FIRST = re.compile(
    rf"^{LEAD}(?:从(?:你的?)?(?:记忆|记录)(?:里|中)?(?:把)?)?(?:(?P<erase>{_ERASE})|(?P<forget>{_FORGET})|(?P<keep>{_NOT_KEEP}))(?:掉|了|住|着)?(?P<what>.+?)$"
)
_BEHIND = re.compile(
    rf"^{LEAD}(?:把|将)(?P<what>.+?)(?:都|全部?|彻底|统统|通通|也|给我|给|从(?:你的?)?(?:记忆|记录|脑子|数据库)(?:里|中)?(?:面)?)*(?:(?P<erase>{_ERASE})|(?P<forget>{_FORGET})){END}$"
)
_NOT_KEEP_IT = re.compile(
    rf"^{LEAD}(?:别|不要|不用|请勿)(?:再)?把(?P<what>.+?)(?P<keep>记住|记下来|记下|记录下来|保存下来|存下来|记在心里){END}$"
)
_TOPIC_FIRST = re.compile(
    rf"^(?P<what>.{{1,24}}?)(?:请|麻烦|你|您|都|就|也|,|\s)*(?:(?P<keep>{_NOT_KEEP})|(?P<forget>请?(?:忘掉|忘了吧|忘记吧|忘了它)))"
    rf"(?:在(?:你的?)?(?:记忆|心)里?)?{END}$"
)
_TOPIC_ERASED = re.compile(  # 那件事请从你的记忆里抹掉
    rf"^(?P<what>.{{1,24}}?)(?:请|麻烦|你|您|都|就|也|给我|帮我|,|\s)*(?:从(?:你的?)?(?:记忆|记录|脑子|数据库)(?:里|中)?(?:面)?)(?:把它)?"
    rf"(?:(?P<erase>{_ERASE})|(?P<forget>{_FORGET})){END}$"
)
_TOPIC_UNTOLD = re.compile(  # 我爸爸的事就当没听过
    r"^(?P<what>.{2,24}?)(?:你|您|,|\s)*(?:就|都)?(?:当|当作|当做|权当)(?:我|你)?(?:从来)?(?:没有?|不)(?:说|讲|提|听|听说|知道)(?:过)?(?:吧|好了|就好|就行)*$"
)
_UNTOLD = re.compile(
    r"^(?:请|麻烦|你|您|那|就|算了|,|\s)*(?:当|当作|当做|就当|假装|权当)(?:我|你)?(?:从来)?(?:没有?|不)(?:跟你|和你|对你|听我)?(?:说|讲|提|告诉|聊|听|知道|听说|提起)(?:过|到)?(?:你)?(?P<what>.*?)(?:吧|好了|就好|就行)*$"
)
_NEVER = re.compile(
    r"别忘|不要忘|(?<!能)不能忘|没忘|忘不了|难忘|(?<!求)我(?:又|都|总|老|差点|经常|常|是不是|好像|刚|今天|昨天|早上|居然|竟然){0,6}(?:把.{1,14})?忘|"
    r"忘(?:了|记)?(?:带|拿|关|锁|买|吃|做|写|交|回|给|去|[说讲提](?!过|的)|告诉|跟|叫|充|还|戴|穿|存|付|发|设|打|加|问|提醒)|差点忘|忘性|健忘|忘年|忘恩|忘我|废寝忘食|"
    r"不记得|记不|忘了吗|忘记了吗|忘了没|(?:是不是|有没有|会不会|怎么|为什么|谁)[^,，]{0,8}忘|(?:他|她|他们|妈妈?|爸爸?|老板|老公|老婆|同事)[^,，我]{0,4}忘"
)
_TASK = re.compile(
    r"文件|代码|段落|这段|这行|第[一二三\d]|那行|函数|表格|字段|图片|照片|标题|空行|句子|注释|草稿|邮件|账号|账户|订单|日程|笔记|仇|账单|"
    r"评论|帖子|软件|缓存|分支|仓库|文档|作业|购物车|闹钟|钥匙|雨伞|指令|提示词"
)
_POINTS = re.compile(
    r"^(?:我)?(?:刚刚?才?|上面|前面|之前|上一?(?:条|句)?|最后)?(?:我)?(?:跟你|和你|对你|告诉你)?(?:说|讲|提|写|发)?(?:过|到)?(?:的)?(?:这|那|上一?|最后一?)?(?:一)?"
    r"(?:句话?|条|个|件事|段话?|些|话|消息|事情?|内容|部分|点)?(?:的)?(?:话|内容|事)?$"
)
_POINTER = re.compile(r"刚|上一|上面|前面|最后|这|那|话|句")
_NEAR = re.compile(r"^(?:这|那)")
_STRIP_FRONT = re.compile(
    r"^(?:不过|但是|(?:你|您)?(?:所)?(?:记住|记得|记着|记录|记下|知道|保存|存储?|了解)(?:了|过|着|下来)?的?|(?:所有|全部|一切|任何|那些|这些|那条|这条|那个|这个|那件|这件|有些)的?|"
    r"(?:关于|有关|跟|和|涉及|与)(?=.)|(?:我|我们|咱们)(?:之前|刚才|刚|上次|以前|昨天|前面|那天|曾经|跟你|和你|对你|向你)*(?:说|讲|提|聊|告诉|透露|分享|提起|说起|谈|骂|吐槽|抱怨)(?:过|到|了|起)?(?:你|给你)?(?:的)?(?:关于|有关)?|"
    r"(?:之前|刚才|刚刚|上次|以前|前面|昨天)(?:我)?(?:跟你|和你|对你)?(?:说|讲|提|聊|告诉|谈)?(?:过|到|了)?(?:你)?(?:的)?|的(?=.))"
)
_STRIP_BACK = re.compile(
    r"(?:的?(?:所有|一切|全部|相关|任何)?(?:那些|这些|那件|这件|这|那)?(?:(?<![同故往心私婚喜丧好坏军董理领])事情?|信息|内容|(?<!犯罪)记录|记忆|资料|数据|(?<![电对笑神童情坏气])话|情况|细节|部分|东西|对话|聊天|那条|那句)|(?<!成|首)都|全部?|相关|有关|的|了|吧|哦|啊|呀|呗|掉|好吗|可以吗|行吗|"
    r"从(?:你的?)?(?:记忆|记录)(?:里|中)|谢谢你?|\s)$"
)
_OF_TALK = re.compile(
    r"说过|讲过|提过|聊过|告诉过?你|告诉你|提到|跟你[说讲提聊]|和你[说讲提聊]|[说讲提聊]的|你[所]?(?:记|知道|存|保存|了解)|关于|有关|记忆|所有|一切|任何|的事|的信息|的内容|的记录|的情况|"
    r"的资料|[这那]件事|刚才|刚(?:才|刚)?(?:跟你|和你|对你)?(?:[说讲提聊骂]|吐槽|抱怨)|之前说|上次"
)
_JUST = re.compile(r"刚(?:才|刚)?(?:跟你|和你|对你)?(?:[说讲提聊骂]|吐槽|抱怨)")
_WHOLE = re.compile(r"^(?:我|我们|用户)?(?:自己)?$")
_ACCUSES = re.compile(  # 你忘了我的生日
    r"^(?:你|您)(?:又|都|也|是|真|居然|竟然|怎么|已经|肯定|是不是)*忘(?:记)?(?:了)?(?!.*(?:吧|掉|好吗|行吗|可以吗))"
)
_BARE = re.compile(rf"^{LEAD}(?:{_ERASE}|{_FORGET}|{_NOT_KEEP}){END}$")
_NAMED_FIRST = re.compile(  # 关于备孕的事，请忘掉
    r"^(?:关于|有关|我(?:之前|刚才|刚刚|上次|以前|昨天)?(?:跟你|和你|对你|向你)?(?:说|讲|提|聊|告诉)(?:起|到|过|了)?(?:你)?(?:过|了)?的)(?P<what>[^,，]{2,24})$"
)
_FOR_A_WHILE = re.compile(  # 忘掉工作，出去玩吧: a figure of speech, and no wish
    r"(?:今天|今晚|今儿|这次|这回|暂时|先|一会儿?|一下|周末)|[,，].*(?:吧|去|咱们?|我们|我想|我要|帮我|给我|怎么|什么|哪|来[^,，]{0,3}[个首段篇])"
)
_TO_SOMEBODY = re.compile(r"请|麻烦|拜托|帮我|给我|你|您|求")
_IN_SOMETHING = re.compile(  # 把简历里我的电话删掉
    r"^(?!.*(?:记忆|记录|脑|心里|数据库))[^我,，]{1,10}(?:里|中|上|内)(?:面|边|头)?的?我|[的从](?!.*(?:记忆|记录|脑|心里|数据库))[^我,，]{1,8}(?:里|中|上)(?:面|边)?(?:的|把|$)|[^忆录脑心库][里中上]面?的(?!事|话)"
)
_DELETED = re.compile(r"删|抹|移除|清除|[忘记存留]")  # 清掉我的债 is no wish
_KEEPS_IN_MIND = re.compile(r"记住|记得|记下|记着|记在|记到|记忆|保存|存下|留下记录|知道")
_FOR_ONESELF = re.compile(r"^我(?:只|真|很|好|也|就)*(?:想|要)要?(?:忘|快点忘|赶紧忘)")  # 我想忘掉工作好好休息
_IDLE = re.compile(r"^(?:忘了|忘记|忘)我|^(?:别|不要)再?(?:留|存|保存|保留)")  # 忘了我的伞放哪了, 别留我一个人
_REPORTED = re.compile(r"(?:他|她|老板|妈|爸|同事|朋友|歌|医生|老师)[^,，]{0,6}(?:说|讲|问|唱|叫我|让我|劝我)[:：]?$")
_EMPTY = re.compile(
    r"^(?:(?:算了|对了|不好意思|抱歉|哎呀?|嗯|呃|那个|等等|其实|另外|麻烦|拜托|请|我后悔了?|我不该说的?|不该(?:跟你)?说的?|说漏嘴了|我说多了|说多了|这是秘密|这是隐私)[,，。\s]*)*$"
)
_STATED = re.compile(r"^我(?!的|们的|家的?|妈|爸|老|前|女|男|儿|哥|姐|弟|妹|爷|奶|外|同|朋|孩|婆|公)")
_ASKS = re.compile(r"(?:吗|没有|没|么)[?？]?$")
_MAY_ASK = re.compile(
    r"^(?:请问)?(?:你|您)?(?:可以|可不可以|能不能|能否|能|麻烦|请)|(?:好吗|可以吗|行吗|好不好|行不行)[?？]?$"
)


_MORE = re.compile(
    rf"^(?:把|将)?(?P<what>[^,，]{{2,16}}?)(?:的)?(?:也|都|全部?|一起|一并|给我|帮我|,)+(?:{_ERASE}|{_FORGET}|{_NOT_KEEP}){END}$"
)
_AND = re.compile(
    rf"^(?:还有|以及|连同|顺便|包括)(?P<what>[^,，]{{2,16}}?)(?:也|都|一起|一并)*(?:{_ERASE}|{_FORGET})?{END}$"
)


def read(text: str) -> Wish | None:
    """The wish in a sentence of simplified characters; None when it asks for nothing of the kind."""
    text = text.strip().rstrip("。.!！~～…")
    question = bool(re.search(r"[?？]\s*$", text)) or bool(_ASKS.search(text))
    text = text.rstrip("?？ ")
    if question and not _MAY_ASK.search(text):
        return None
    text = re.sub(r"[,，]?(?:好吗|可以吗|行吗|好不好|行不行|吗)$", "", text)
    parts = list(re.finditer(r"[^,，;；:：—]+", text))
    for place, part in enumerate(parts):
        before = text[: part.start()].rstrip(",，;；:：— ")
        if before and _REPORTED.search(before):
            return None
        clause = part.group().strip()
        named = _NAMED_FIRST.match(before) if _BARE.match(clause) else None
        wish = Wish(topic=bare(named["what"])) if named else _clause(clause, before, text[part.start() :])
        if wish is not None:
            later = [one.group().strip() for one in parts[place + 1 :]]
            return replace(wish, also=_also(later)) if wish.topic else wish
        if place == 0 and _NEVER.search(clause):
            return None
    return None


def says_no_wish(text: str) -> bool:
    """Whether a sentence with an order to forget is a figure of speech, a task, or speaks of what slipped a mind."""
    return any(one.search(text) for one in (_NEVER, _TASK, _FOR_ONESELF, _ACCUSES, _FOR_A_WHILE, _IN_SOMETHING))


def asks_somebody(text: str) -> bool:
    """Whether somebody is asked."""
    return _TO_SOMEBODY.search(text) is not None


def _also(clauses: list[str]) -> tuple[str, ...]:
    """The matters of the clauses behind a wish: 优甲乐的都删掉, 还有看牙的事."""
    found = [match for one in clauses if (match := _MORE.match(one) or _AND.match(one))]
    return tuple(topic for one in found if (topic := bare(one["what"])) and not _POINTS.match(topic))


def _clause(text: str, before: str, whole: str) -> Wish | None:
    if _NEVER.search(text) or _TASK.search(text) or (_FOR_ONESELF.match(text) and not _OF_TALK.search(text)):
        return None
    for pattern in (_UNTOLD, _TOPIC_UNTOLD, _NOT_KEEP_IT, _BEHIND, _FIRST, _TOPIC_FIRST, _TOPIC_ERASED):
        found = pattern.match(text)
        if found is None:
            continue
        groups = found.groupdict()
        erases, keeps = bool(groups.get("erase")), bool(groups.get("keep")) or pattern in (_UNTOLD, _TOPIC_UNTOLD)
        if groups.get("keep") and re.match(r"(?:得|错|仇|性)", found["what"] if pattern is _FIRST else ""):
            return None
        return _what(
            found["what"] or "",
            before,
            text,
            whole,
            erases=erases,
            keeps=keeps,
            untold=pattern in (_UNTOLD, _TOPIC_UNTOLD),
        )
    return None


def _what(what: str, before: str, text: str, whole: str, *, erases: bool, keeps: bool, untold: bool) -> Wish | None:
    what = re.sub(r"^(?:掉|了|住|着)+|(?:吧|哦|啊|呀|呗|谢谢|啦|掉)+$", "", what.strip()).strip()
    if not what:
        return Wish(points=True, own=_own(before)) if untold else None
    if _POINTS.match(what) and _POINTER.search(what):
        if erases and not re.search(r"说|话|句|刚|讲|告诉|记", text):
            return None  # 把这个删了: it may be anything
        return Wish(points=True, own=_own(before) if _NEAR.match(what) else "")
    topic = bare(what)
    if not topic or _WHOLE.match(topic):
        return None
    talked = bool(_OF_TALK.search(what)) or untold
    named = bool(meant_by(topic).matters) and ("我" in what or topic == what or keeps)
    aside = not talked and not _TO_SOMEBODY.search(text)
    if (
        not talked and (_IN_SOMETHING.search(what) or _ACCUSES.match(text) or (erases and not _DELETED.search(text)))
    ) or (aside and _FOR_A_WHILE.search(whole)):
        return None
    if keeps and not (talked or named or _KEEPS_IN_MIND.search(text)):
        return None  # 别留我的饭
    own = what.startswith("我") and not erases and not _IDLE.match(text)
    if not (talked or named or own or (erases and "我的" in what and "记" in text)):
        return None
    return Wish(topic=topic, just=_JUST.search(what) is not None, stated=bool(_STATED.match(topic)))


def _own(before: str) -> str:
    return "" if _EMPTY.match(before) else before


def bare(what: str) -> str:
    while True:
        shorter = _STRIP_FRONT.sub("", what, count=1)
        shorter = _STRIP_BACK.sub("", shorter, count=1)
        if shorter == what:
            break
        what = shorter
    what = re.sub(r"^我(?=[妈爸](?![妈爸咪比]).)([妈爸])", r"\1\1", what)  # 我妈有高血压
    return re.sub(r"^我(?:家)?的|^我(?=[前老女男儿妈爸哥姐弟妹同朋孩])", "", what)
