"""What stands in a message without being its author's own speech. Pure text in, text out.

`own_text` takes out blocks and lines: our rendered memory block, code, logs, diffs, tables, JSON, quoted mail, and the
text that is handed over to be worked on ("translate this: …"). `drop_frames` then works on sentences: attributed
speech, references back to a text ("把上面这句翻成英文"), stories, and role play, which lasts to the end of the message.
"""

from app.text import patterns as re
from app.text.gates import every

_FENCE = re.compile(r"^\s{0,8}(```+|~~~+)")
_INLINE_CODE = re.compile(r"`([^`\n]{1,300})`")
_NAME_IN_CODE = re.compile(r"[\w.+#-]{1,30}")  # `Neovim` names a thing; anything longer is code
# So does a command of a few words; what speaks of somebody is code that holds a text.
_COMMAND = re.compile(
    r"(?!.*\b(?:i|i'm|my|we|our|he|she|they|you)\b)[\w./:=@+#-]{1,30}(?: [\w./:=@+#-]{1,30}){1,4}",
    re.IGNORECASE | re.ASCII,
)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u202a-\u202e]")

_NOT_SPEECH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^\s*\[?\d{4}[-/]\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}",  # log line
        r"^\s*\[?\d{1,2}:\d{2}:\d{2}[\].,\s]",
        r"^\s*[\[(<]?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\b[\])>:\s]",
        r"^\s*(?:Traceback \(most|File \"|at [\w.$<>]{2,80}\(|Caused by:|\w{1,40}(?:Error|Exception)\b:)",  # trace
        r"^(?:\+\+\+|---|@@|diff --git|index [0-9a-f]{6,})\s",  # diff
        r"^\s*[+-]{1,2}\s?(?:def|class|import|from|return|const|let|var|public|private|func)\b",
        r"^\s*[{}\[\]]{1,3},?;?\s*$|^\s*[{\[]\s*[\"{\[]|^\s*\"[^\"\n]{1,80}\"\s*:",  # JSON
        r"^\s*\|.{0,500}\|\s*$|^\s*[-=+|:]{4,}\s*$",  # table
        r"^\s*>",  # quoted mail
        r"^\s*</?[a-z!][^>\n]{0,300}>",  # markup
        r"^\s*(?:#include|import [\w.]+;?$|from [\w.]+ import|def \w+\(|class \w+[(:{])",
        r"^\s*(?:SELECT .{1,200} FROM|INSERT INTO|CREATE TABLE)",
        r"^\s*(?:\$|>>>|PS>)\s\S",  # shell
        r"^\s*[\[【(（<]\s*(?:系统|系統|管理[员員]|开发者|助手|工具)[^\]】)）>\n]{0,20}[\]】)）>]",  # a forged speaker
        r"^\s*[\[【(（<]\s*(?:system|admin|developer|assistant|tool)[^\]】)）>\n]{0,20}[\]】)）>]",
        r"^\s*(?:system|assistant|tool|系统|助手|AI)\s*[:：]",  # pasted transcript
        r"^\s*(?:README|CHANGELOG|CONTRIBUTING|LICENSE|TODO)(?:\.\w{2,3})?\s*[:：]",  # a file
        (
            r"^\s*(?:Dear\s|(?:Hi|Hello)\s(?:all|team|everyone|everybody|folks|both)\b|各位|尊敬的|亲爱的)[^,，:：\n]{0,24}[,，:：]"
            r".{20,600}(?:(?:Best|Kind|Warm|Many thanks|Regards|Cheers|Sincerely|Yours)[\w ]{0,16},\s*[A-Z][\w-]+\W*$|"
            r"(?:顺祝|此致|敬礼|祝好|谨上|敬上|商祺)[^。\n]{0,16}$)"
        ),  # a letter in one line
        r"^[^，。;]{0,120}[=({][^，。;]{0,120};\s*$",  # a statement of code
    )
)
_NOT_SPEECH_GATED = every(_NOT_SPEECH)  # Latin letters open most gates, so only for other lines
_MAIL_HEADER = re.compile(
    r"^\s*(?:From|To|Cc|Sent|Date|Subject|发件人|收件人|抄送|主题|寄件者|主旨|发送时间)\s*[:：]", re.IGNORECASE
)

_RENDER = (  # verbs whose object is always a text
    r"翻译|翻譯|翻成|譯成|译成|译为|译一下|润色|潤色|改写|改寫|缩写|扩写|续写|仿写|概括|校对|校對|纠错|改错|复述|朗读|"
    r"translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|polish|translation of"
)
_HANDLE = (  # verbs that need the text named
    r"总结|總結|摘要|修改|改一改|改成|优化|提炼|归纳|分析|解释|解釋|读一下|看一下|看下|看看|检查|评价|"
    r"点评|解读|转成|提取|是什么意思|怎么说|回复|"
    r"edit|correct|improve|shorten|explain|review|analy[sz]e|classify|extract|fix|check|look at|read|mean"
)
_THE_TEXT = (
    r"下面|以下|如下|下列|这个?句|這個?句|这段|這段|这封|這封|这篇|這篇|这首|这份|這份|这条|这些|原文|"
    r"the following|(?:this|these) (?:sentences?|texts?|paragraphs?|e?mails?|messages?|letter|passage|"
    r"logs?|code|notes?|lines?)|below"
)
_HANDED = re.compile(  # a request about a text, its colon, and then the text
    rf"(?:(?:{_RENDER})[^:：\n]{{0,40}}|(?:{_HANDLE})[^:：\n]{{0,20}}(?:{_THE_TEXT})[^:：\n]{{0,30}}|"
    rf"(?:{_THE_TEXT})[^:：\n]{{0,30}}(?:{_HANDLE})[^:：\n]{{0,20}})[:：]",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"以后|以後|今后|每次|一律|总是|流程|步骤|规定|规则|always|from now on|whenever|procedure|process|"
    r"workflow|steps",
    re.IGNORECASE,
)
_SHOWN = re.compile(  # "this is the mail:", "日志如下：", "把下面的话改得礼貌一点："
    r"\b(?:wants?|needs?|asked (?:me )?for|is writing|am writing)\s(?:an?|his|her|their|my)\s[\w ]{0,20}(?:bio|"
    r"profile|letter|cv|resume|speech|story|poem|"
    r"essay|post|toast|caption)\b[^:\n]{0,20}:|"
    r"(?:把|帮|请|将|给)[^:：\n]{0,20}(?:下面|以下|如下|下列|这段|这句|这封|这篇)[^:：\n]{0,30}[:：]|"
    r"(?:日志|日誌|报错|报错信息|错误信息|邮件|郵件|文章|文案|代码|简历|作文|合同|聊天记录|对话|原文|"
    r"稿子|剧本|台词|歌词|小说|故事|新闻|评论|"
    r"输出|文档|段落|材料|模板|例句|样例|数据|log|logs|output|error|email|mail|message|article|"
    r"transcript|essay|letter|document|resume|story|script|lyrics|"
    r"template|sample|example)[^:：\n]{0,12}[:：]\s*$",
    re.IGNORECASE,
)
_HANDED_BELOW = re.compile(
    rf"(?=.{{0,200}}(?:{_RENDER}|{_HANDLE}))(?=.{{0,200}}(?:下面|以下|如下|下列|这段|這段|这封|這封|"
    rf"这篇|這篇|the following|below))",
    re.IGNORECASE,
)
_ABOUT_BEFORE = re.compile(  # "把这句翻成英文", "上面这段润色一下": the text stood before
    r"(?:把|将|將|帮我把|请把)?(?:这句话?|這句話?|这一句|上一句|前一句|上面|以上|上文|前面|这段话?|"
    r"這段話?)[^,，:：]{0,12}"
    r"(?:翻译|翻譯|翻成|译成|譯成|译为|用英[文语]|用中文|英[文语]怎么|怎么说|润色|潤色|改写|改寫|总结|"
    r"概括|校对|什么意思)|"
    r"(?:translate|rewrite|rephrase|proofread|summari[sz]e|polish)\s(?:this|that|it|the (?:above|"
    r"sentence|text))\b|(?:the )?(?:sentence|text|paragraph) above",
    re.IGNORECASE,
)
_ROLE_PLAY = re.compile(
    r"角色扮演|扮演|cosplay|假装(?:你|我|自己|咱)|假裝|装作|假设|假設|设想一下|想象一下|想像一下|假想|"
    r"剧本设定|人物设定|人设(?:是|如下|:|：)|"
    r"(?:^|[,，。\s])(?:你|我)来?(?:演|饰演)|(?:^|[,，：:。\s])你(?:现在|来|就)?(?:当|扮)(?!然|时|初|前|真|地|成)|"
    r"(?:写|编|讲|续写)(?:一|个|篇|段|首|封|则|份)[^。\n]{0,20}(?:故事|小说|剧本|童话|台词|寓言|日记|"
    r"作文|短文|自我介绍|独白|对话)[^。\n]{0,30}[:：,，]|"
    r"role[- ]?play|\bpretend\b|\bpretending\b|\bimagine\b|\bact as\b|you(?:'re| are) (?:now )?(?:a|an|"
    r"the) [a-z]+ (?:and|in|named|called)|"
    r"\bif I (?:were|was)\b|\bsuppose\b|\bsupposing\b|\bhypothetically\b|\blet's say\b|\bwrite (?:a|"
    r"me a|an) [^.\n]{0,30}"
    r"(?:story|novel|scene|dialogue|monologue|diary|letter|poem|script|bio)\b[^.\n]{0,60}[:,]",
    re.IGNORECASE,
)
_SPOKEN_BY_OTHERS = re.compile(
    r"(?<!别)(?<!不要)(?<!不许)(?<!不准)(?<!再)(?<!总)(?<!老)(?<!少)(?:说|說|问|問|写道|寫道|喊道?|回答|回复|"
    r"答道|告诉我|表示|念道|台词是|唱)(?:的是|过|"
    r"了)?\s*[:：,，]?\s*[“\"「『‘](?=[^”\"」』’]{6}|[^”\"」』’]{0,5}[我你,，。！])|"
    r"(?:他|她|它|妈|爸|妻|老婆|老公|同事|朋友|老板|领导|客户|主角|男主|女主|角色|作者|老师|医生|有人|"
    r"别人|人家|网友|对方)[^,，。:：]{0,8}(?:说|說|写道|回复|问)[:：]|"
    r"\b(?:said|says|wrote|writes|asked|replied|told me|shouted|whispered|"
    r"goes)\s*[,:]?\s*[\"“‘](?=[^\"”’]{12})|[\"”],?\s*(?:he|she|they|[A-Z]\w+)\s+(?:said|says|wrote|"
    r"asked|replied)",
    re.IGNORECASE,
)
_RENDERS_QUOTE = re.compile(  # 把“…”翻译成英文: a text in quotation marks that is worked on
    rf"[“\"「『‘][^”\"」』’\n]{{2,300}}[”\"」』’][^。\n]{{0,12}}(?:{_RENDER}|怎么说|怎么翻|什么意思|"
    rf"怎么读|用[^,，]{{1,6}}[语文]|how do you say|in (?:English|Chinese|French|German|Spanish|"
    rf"Japanese))"
    rf"|(?:{_RENDER})[^。\n“\"「『]{{0,12}}[“\"「『]",
    re.IGNORECASE,
)
_SIGNAL = re.compile(  # 如果我说“翻”，就译成英文: the quoted word is a signal agreed upon, no text to be worked on
    r"\W*(?:以后|今后|如果|要是|当|每当|只要|每次|凡是){1,2}我(?:说|发|打|输入|回复?)|\W*(?:when(?:ever)?|if|"
    r"every time|each time)\sI\s(?:say|type|write|send)\b",
    re.IGNORECASE,
)
_MEANT_INSTEAD = re.compile(  # 算了，还是用中文吧
    r"\W*(?:算了|不用了|never ?mind)[\s,，.;；。—–-]+(?P<wish>(?:还是(?:改?用|说|讲)|[改换切]回|(?:switch|go|change|come) back to ).+)$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\W*(?:算了|当我没说|不用了|开玩笑的|我?开玩笑|逗你的|骗你的|never ?mind(?!\s(?:about )?(?:the|my|our)\b)|scratch that\W*$|just kidding|"
    r"only joking|jk\b|forget it\W*$)",
    re.IGNORECASE,
)
_FICTION = re.compile(
    r"(?:小说|小說|故事|剧本|劇本|电影|電影|电视剧|游戏|漫画|动漫|童话|剧情|书)(?:里|裡|中|"
    r"里面)(?:的)?(?:主角|主人公|男主|女主|角色|人物|他|她|有)|"
    r"(?:主角|主人公|男主角?|女主角?|反派)(?:叫|是|名叫|名字|住|喜欢|说|在|对|的)|"
    r"\b(?:in the (?:novel|story|book|film|movie|game|play),? (?:the|a)|the (?:main )?(?:character|"
    r"protagonist|hero|heroine|narrator|villain)(?:'s)?\b)",
    re.IGNORECASE,
)


def own_text(content: str) -> str:
    """`content` without blocks and lines that nobody speaks; lines stay lines."""
    text = _INVISIBLE.sub("", content.replace("\r\n", "\n").replace("\r", "\n"))
    lines = _without_fences(_without_memory_block(text).split("\n"))
    kept: list[str] = []
    for index, line in enumerate(lines):
        if _MAIL_HEADER.match(line) and index + 1 < len(lines) and _MAIL_HEADER.match(lines[index + 1]):
            break  # a pasted mail reaches to the end
        if any(pattern.match(line) for pattern in (_NOT_SPEECH if line.isascii() else _NOT_SPEECH_GATED.asked(line))):
            continue
        spoken = _INLINE_CODE.sub(_said_of_code, line)
        handed = _HANDED.search(spoken) or _SHOWN.search(spoken)
        if handed and not _STANDING.search(spoken[: handed.end()]):
            kept.append(_before_request(spoken[: handed.start()]))
            break
        kept.append(spoken)
        if _HANDED_BELOW.match(spoken) and any(rest.strip() for rest in lines[index + 1 :]):
            kept.pop()
            break
    return "\n".join(kept)


def _before_request(head: str) -> str:
    """Of the words before a request about a text, the whole clauses: `我叫小米，帮我把…` keeps `我叫小米`."""
    cut = max(head.rfind(mark) for mark in "，。！？；,;\n")
    return head[: cut + 1] if cut >= 0 else ""


def drop_frames(sentences: list[str]) -> list[str]:
    """The sentences that are meant: not attributed, not handed over, not of a story, not in a role."""
    kept: list[str] = []
    for text in sentences:
        if _ROLE_PLAY.search(text):
            head = _before_request(text[: _ROLE_PLAY.search(text).start()])  # type: ignore[union-attr]  # just found
            return [*kept, head] if head else kept
        if _ABOUT_BEFORE.search(text):
            everything = re.search(r"上面|以上|上文|前面|above", text)
            kept = [] if everything else kept[:-1]
            continue
        if _TAKEN_BACK.match(text):
            kept = kept[:-1]  # "never mind": what stood before is not meant
            if wish := _MEANT_INSTEAD.match(text):
                kept.append(wish["wish"])
            continue
        if _RENDERS_QUOTE.search(text) and not _SIGNAL.match(text):
            continue
        if not _SPOKEN_BY_OTHERS.search(text) and not _FICTION.search(text):
            kept.append(text)
    return kept


def _without_memory_block(text: str) -> str:
    parts, position = [], 0
    while (start := text.find("<memory", position)) >= 0:
        parts.append(text[position:start])
        end = text.find("</memory>", start)
        if end < 0:
            return "".join(parts)
        position = end + len("</memory>")
    return "".join([*parts, text[position:]])


def _without_fences(lines: list[str]) -> list[str]:
    kept: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1][:3]
        elif fence:
            fence = "" if line.strip().startswith(fence) else fence
        else:
            kept.append(line)
    return kept


def _said_of_code(code: re.Match[str]) -> str:
    """Names and commands are words of the sentence; of longer code only its place is left."""
    return code[1] if _NAME_IN_CODE.fullmatch(code[1]) or _COMMAND.fullmatch(code[1]) else " "
