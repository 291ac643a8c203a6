"""What says nothing: its secret was masked (`User's passport number is [passport number]`), or its value is none.

`User's supervisor is Prof`, `just User`, 用户的导师叫教授: a title, a pronoun, a filler or the user
stands where the value would, whatever the matter.
"""

import re
from typing import Final

from app.governance.patterns import MASKS

_WORDS: Final = "|".join(re.escape(word) for words in MASKS.values() for word in words)
_MASK: Final = rf"\[(?:{_WORDS})\]"
_MASKED: Final = re.compile(
    rf"\s?{_MASK}(?:\s?(?:[、和,，]|and|or)\s?{_MASK})*(?=$|[\s,，。.;；!！?？）)])(?:[\s,，]*(?:你)?(?:千万)?(?:别(?:外传|说出去|告诉别人|泄露)|保密))?"
)
_BEGINS: Final = re.compile(r"[,，;；。!！?？\n（(]\s*|[.:]\s+|\s(?:and|but|plus|with)\s")  # a clause
_NAMED: Final = re.compile(  # what the mask is the value of, with the words that go with it
    r"(?:^|\s+|(?<=[\u4e00-\u9fff]))(?:(?:我们?家?|家里|wi-?fi|无线网?|门禁|大门|房门|网络|宽带|银行|支付宝?|微信|邮箱|登录|开机|锁屏|手机|电脑|账户|我)的?\s?){0,3}"
    rf"(?:[A-Za-z]+ ){{0,3}}[A-Za-z]*(?:{_WORDS}|口令|暗号|验证码|卡号|账号|密钥|"
    r"pass(?:word|code)?|code|pin|key|token|number)"
    r"(?:号码?)?\s?(?:就|也)?(?:是|为|叫|[:：=]|is|equals)?$",
    re.IGNORECASE,
)
_IS: Final = re.compile(r"(?:[是为:：=]|\b(?:is|are|was))\s?$", re.IGNORECASE)
_HOLLOW: Final = re.compile(
    r"(?:(?:User|The|Their|My)\b[^\[\n]{0,80}?(?:\b(?:is|are|was|uses?|has|equals|numbers?|password|code|key|token|card)|[:=])"
    r"|(?:用户|密|口|账|身|银|手|验)[^\[\n]{0,40}?(?:是|为|叫|用|有|号码?|码|密钥|令牌|口令|卡|[:：=]))"
    rf"\s*{_MASK}(?:\s(?:and|or)\s{_MASK}|[、和,，]\s*{_MASK}|\sfor\s[\w' -]{{1,30}})*[\s.。!！]*\Z",
    re.IGNORECASE,
)
_LOOSE: Final = re.compile(  # what joined the clauses
    r"(?:[\s,，;；、]|\band|\bbut|还有|而且|然后)+(?=$|[。.!！?？])|^[\s,，;；、。.]+|(?<=[,，;；。])\s*[,，;；。]"
)
_TITLE: Final = (
    r"(?:prof|dr|mrs?|ms|mx|rev|jr|sr)\b\.?|"
    r"(?-i:Professor|Doctor|Miss|Sir|Madam|Captain|Reverend|Aunt(?:ie|y)?|Uncle)\b"
)
_NO_VALUE: Final = (
    r"(?:s?he|they|him|them|you|this|that|these|those|who|whom|what|some(?:one|body|thing| one| guy)?|"
    r"any(?:one|body|thing)|whoever|whatever|idk|(?:the )?users?|just|only|simply|basically|so|um+|uh+|er+m*|hm+|"
    r"well|like|lol|haha|tbh|ok(?:ay)?|yeah|anyway|really|also|mostly|kinda|sort of|kind of|more or less|"
    r"pretty much)\b[.,]?"
)
_ABOUT_WORDS: Final = (  # of which a title or a pronoun may well be the value
    r"(?![^\n]*\b(?:title|pronouns?|salutation|honorific|address|prefix|form|letters?|word|song|film|movie|book|band)\b)"
)
_NOTHING_SAID: Final = re.compile(
    rf"{_ABOUT_WORDS}(?:{_NO_VALUE}\s)*(?:(?:the\s)?user|(?:the\s)?user\s(?:(?:is|are|was|has|called|named)\s)+(?:{_NO_VALUE}\s?)+|"
    rf"(?:the\s)?user's\s(?:[\w'-]+\s){{1,4}}?(?:(?:is|are|was|called|named)\s)+(?:(?:{_NO_VALUE}|{_TITLE})\s?)+)[.!?]*\Z",
    re.IGNORECASE,
)
_NOBODY_ZH: Final = (
    r"(?:[他她它]们?|谁|什么|这个|那个|这样|那样|某人|某某|自己|用户|我|你|嗯|呃|啊|吧|就|只|也|了|的|老?是)"
)
_NOTHING_SAID_ZH: Final = re.compile(
    rf"(?:就|只|也|是)*(?:用户[了的吧]?|用户(?:的[^，,。]{{1,8}}?)?(?:(?:是|叫做?|名叫|姓){_NOBODY_ZH}{{1,4}}|(?:名?叫做?|姓)(?:教授|博士|老师|先生|女士|小姐|医生|大夫|经理|老板){_NOBODY_ZH}?))[。.!！]*\Z"
)
_INITIALS: Final = re.compile(r"\b(?:IT|US|SO|ST|MS|DR)\b")  # who works in IT does something


def says_nothing(content: str) -> bool:
    """Whether the sentence is only its subject, or has an empty word where its value would stand."""
    if not _NOTHING_SAID.match(content):
        return _NOTHING_SAID_ZH.match(content) is not None
    return not _INITIALS.search(content)


def hollow(content: str) -> bool:
    """Whether the sentence names a secret and ends with its mask: then nothing of it is of use."""
    return "[" in content and _HOLLOW.match(content) is not None


def without_masks(text: str) -> str:
    """The text without the clauses that end in a mask: 住在望京，wifi密码是[密码] is told of a home alone.

    As it is where nothing else is left, and where the mask stands in the middle of what is said.
    """
    if "[" not in text:
        return text
    kept, at = "", 0
    while found := _MASKED.search(text, at):
        clause = next((one.end() for one in reversed([*_BEGINS.finditer(text, at, found.start())])), at)
        told = text[clause : found.start()]
        named = _NAMED.search(told)
        begins = clause + named.start() if named else clause if _IS.search(told) else found.start()
        kept += text[at:begins]
        at = found.end()
    kept += text[at:]
    left = _LOOSE.sub("", kept)
    return left if re.search(r"\w{2}", left) else text
