"""What a wish about answers is about: its key and its value in words both languages share."""

import re
from typing import NamedTuple

from app.memories.extractors.zh.facts import clean, head
from app.memories.extractors.zh.languages import LANGUAGES
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.names import bare, looks_like_name
from app.memories.extractors.zh.naming import CODE
from app.memories.extractors.zh.numbers import number
from app.memories.extractors.zh.topics import NO, topic


class Matter(NamedTuple):
    key: str
    value: str
    sure: bool  # a known matter, not just its words


_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + "|".join(sorted((re.escape(word) for word in CODE), key=len, reverse=True))
    + r")(?![A-Za-z0-9+#])",
    re.IGNORECASE,
)
_CODE_NOUN = re.compile(r"代码|示例|例子|样例|脚本|程序|demo|编程|算法|函数|写码|code", re.IGNORECASE)
_LANGUAGE = re.compile(either(LANGUAGES))
_WRITTEN = {
    "注释": "comment_language",
    "commit": "commit_language",
    "提交信息": "commit_language",
    "提交说明": "commit_language",
    "邮件": "email_language",
    "文档": "document_language",
    "变量名": "naming_language",
    "报告": "report_language",
    "周报": "report_language",
    "标题": "title_language",
}
WRITTEN = frozenset(_WRITTEN.values())
_IN_IT = re.compile(  # 我发的英文邮件: which mails, not in what they are to be written
    rf"(?:发的?|收到的?|写的?|看的?|读|找的?|给的?|推荐的?|凡是|所有)(?:我的?)?(?<!用){either(LANGUAGES)}的?(?:邮件|文档|资料|论文|文章|报告|材料|网站|合同|书|歌|电影|文献)"
)
_ANSWER = re.compile(
    r"回答|回复|回我|答复|答我|跟我|和我|与我|说话|交流|聊|对话|沟通|输出|解释|讲解|应答|回应|给我讲|给我说"
)
_REPORT = re.compile(r"报告|周报|日报|月报|汇报|报表|纪要|总结")
_MONEY = re.compile(r"金额|价格|货币|费用|价钱|币种|报价|预算|钱|账单|花费|花销|计价")
_FORMATS = table("formats")
_FORMAT = re.compile(either(_FORMATS))
_LENGTHS = table("lengths")
_LENGTH = re.compile(either(_LENGTHS))
_LIMIT = re.compile(
    r"(?:(?:不要?|别)超过|不超|控制在|限制在|最多)?\s*(?:\d{1,4}|[一二两三四五六七八九十百]{1,4})\s*(?:个?字|句话?|"
    r"行|段|分钟|条|页)(?:话)?\s*(?:以内|之内|以下|左右|内|就够|就行)?"
)
_TONES = table("tones")
_TONE = re.compile(either(_TONES))
_CURRENCIES = table("currencies")
_CURRENCY = re.compile(either(_CURRENCIES))
_UNITS = table("units")
_UNIT = re.compile(either(_UNITS))
_CALL = re.compile(r"(?:叫|称呼|喊)我(?:为|做|作)?\s*(?P<v>[^,，。]{1,12}?)(?:就行|就好|即可|吧|了|就可以)?$")
_NOT_CALL = re.compile(
    r"(?:别|不要|不许|不用|勿|不准)(?:再|总|老|一直)?(?:叫|称呼|喊)我(?:为|做|"
    r"作)?\s*(?P<v>[^,，。]{1,12}?)(?:了|啦)?$"
)
_RECOMMEND = re.compile(
    r"(?:推荐|介绍|安利|推送|推)(?:一些|点|任何|含|带(?![壳骨皮籽])|有|跟|和){0,6}(?P<v>[^,，。]{1,16}?)(?:相关的?|之类的?|"
    r"给我|的内容|了){0,6}$"
)


def matter(words: str) -> Matter:
    """Key and value of an instruction; `words` are simplified and free of the marker that made it standing."""
    text = clean(words)
    for find in (
        _address,
        _code_language,
        _language,
        _money_and_units,
        _clock,
        _format_of_reports,
        _length,
        _format,
        _tone,
        _recommended,
    ):
        if found := find(text):
            return found
    return Matter(f"instruction:{head(topic(text))}", text, sure=False)


def _signed(value: str, text: str, at: int) -> str:
    before = text[max(0, at - 8) : at]
    return f"no {value}" if NO.search(before) else value


def _first(pattern: re.Pattern[str], names: dict[str, str], text: str) -> tuple[str, int] | None:
    """The first word of a list that is wished for, else the first that is not."""
    hits = [(names[found.group()], found.start()) for found in pattern.finditer(text)]
    wished = [(name, at) for name, at in hits if not NO.search(text[max(0, at - 8) : at])]
    ranked = wished or hits
    return ranked[0] if ranked else None


def _address(text: str) -> Matter | None:
    if found := _NOT_CALL.search(text):
        return Matter(f"instruction:称呼:{head(found['v'])}", "no", sure=True)
    found = _CALL.search(text)
    if found and looks_like_name(bare(found["v"])):
        return Matter("form_of_address", bare(found["v"]), sure=True)
    return None


def _code_language(text: str) -> Matter | None:
    found = _CODE.search(text)
    if not found or "commit" in text.casefold() or re.search(r"注释", text):
        return None
    if not _CODE_NOUN.search(text) and not re.fullmatch(
        r"(?:都|就|默认|统一|一律|全部?|请|改|换|还是|只|给我|优先|写){0,6}(?:用|使用|写|成|"
        r"为){0,6}\s*[\w+#]+\s*(?:写|来写|吧|了|实现|语言|就行|就好|回答){0,6}",
        text,
    ):
        return None
    name = found.group().casefold()
    name = {"golang": "go", "js": "javascript", "ts": "typescript"}.get(name, name)
    return Matter("code_language", _signed(name, text, found.start()), sure=True)


def _language(text: str) -> Matter | None:
    wished = _first(_LANGUAGE, LANGUAGES, text)
    if not wished or re.search(r"(?:翻译|翻成|译成)", text) or _IN_IT.search(text):
        return None
    value = _signed(wished[0], text, wished[1])
    for noun, key in _WRITTEN.items():
        if noun in text.casefold():
            return Matter(key, value, sure=True)
    if _ANSWER.search(text) or re.search(r"(?:用|说|讲|写)\s*(?:简体|繁体)?\S{2,8}$", text) or "用" in text:
        return Matter("answer_language", value, sure=True)
    return None


def _money_and_units(text: str) -> Matter | None:
    if (wished := _first(_CURRENCY, _CURRENCIES, text)) and (_MONEY.search(text) or len(text) < 12):  # 用人民币 alone
        return Matter("currency", _signed(wished[0], text, wished[1]), sure=True)
    wished = _first(_UNIT, _UNITS, text)
    if wished and (
        re.search(r"单位|温度|长度|重量|距离|体重|身高|换算|度量", text) or re.search(r"公制|英制|摄氏|华氏", text)
    ):
        kind = "temperature_unit" if wished[0] in ("celsius", "fahrenheit") else "units"
        return Matter(kind, _signed(wished[0], text, wished[1]), sure=True)
    return None


def _clock(text: str) -> Matter | None:
    if found := re.search(r"(24|12|二十四|十二)\s*小时制", text):
        return Matter("time_format", "24h" if found[1] in ("24", "二十四") else "12h", sure=True)
    if found := re.search(
        r"日期(?:格式)?.{0,8}?(?:用|写成|按|是|统一|"
        r"成)\s*([YyMmDd]{1,4}[-/.年][YyMmDd]{1,4}[-/.月][YyMmDd]{1,4}日?|年月日|ISO\s?8601|"
        r"[^用按是成\s]{2,10}(?=格式))",
        text,
    ):
        return Matter("date_format", found[1], sure=True)
    return None


def _format_of_reports(text: str) -> Matter | None:
    wished = _first(_FORMAT, _FORMATS, text) if _REPORT.search(text) else None
    return Matter("report_format", _signed(wished[0], text, wished[1]), sure=True) if wished else None


def _length(text: str) -> Matter | None:
    if re.search(r"密码|会议|开会", text):
        return None
    if wished := _first(_LENGTH, _LENGTHS, text):
        return Matter(
            "answer_length",
            {"no short": "detailed", "no detailed": "short"}.get(value := _signed(wished[0], text, wished[1]), value),
            sure=True,
        )
    found = _LIMIT.search(text)
    if (
        found
        and re.search(r"以内|之内|超过|控制|最多|以下|左右|内|够", found.group())
        and re.search(r"字|句|行|段", found.group())
    ):
        return Matter("answer_length", _limit(found.group()), sure=True)
    return None


_COUNTED = {"字": "words", "句": "sentences", "行": "lines", "段": "paragraphs", "条": "bullets"}


def _limit(said: str) -> str:
    """不超过一百字 → 100 words, 三句话以内 → 3 sentences."""
    found = re.search(r"(\d{1,4}|[一二两三四五六七八九十百]{1,4})\s*个?([字句行段条])", said)
    return f"{number(found[1]) or found[1]} {_COUNTED[found[2]]}" if found else "short"


def _format(text: str) -> Matter | None:
    wished = _first(_FORMAT, _FORMATS, text)
    if not wished or not re.search(
        r"用|以|列|分|给|加|带|发|放|展示|呈现|输出|回答|回复|格式|形式|先|按|做成|整理成|写成|改成|结论", text
    ):
        return None
    value = _signed(wished[0], text, wished[1])
    if wished[0] in ("emoji", "code_blocks"):
        value = "no" if value.startswith("no ") else "yes"
    slot = {"emoji": "answer_emoji", "conclusion_first": "answer_order", "code_blocks": "answer_code_blocks"}.get(
        wished[0], "answer_format"
    )
    return Matter(slot, value, sure=True)


def _tone(text: str) -> Matter | None:
    wished = _first(_TONE, _TONES, text)
    if not wished or not (
        re.search(r"语气|口吻|风格|说话|语调|腔调", text) or _ANSWER.search(text) or len(text) < 10
    ):  # 直接一点 alone
        return None
    return Matter("answer_tone", _signed(wished[0], text, wished[1]), sure=True)


def _recommended(text: str) -> Matter | None:
    found = _RECOMMEND.search(text)
    if not found:
        return None
    return Matter(
        f"instruction:推荐{head(found['v'])}",
        "no" if NO.search(text[: found.start()] + text[found.start() : found.start() + 1]) else "yes",
        sure=False,
    )
