"""Which runs of characters are names of people (or pets): surnames, nicknames, Latin and transliterated names."""

import re

from app.memories.extractors.zh.lexicon import either, simplify, text_of, words

_SURNAMES = frozenset(text_of("names", "surnames"))
_COMPOUND = words("names", "compound")
_NOT = frozenset(words("names", "not_names"))
_NOT_IN = frozenset(text_of("names", "not_in_name"))
_SURNAME = f"(?:{either(_COMPOUND)}|[{''.join(sorted(_SURNAMES))}])"
_FREE = f"[^\\W\\d_a-zA-Z名姓号称{''.join(sorted(_NOT_IN))}]"

# Two characters that are no name of anybody before a verb: 全家搬到…, 目前住在…
_NO_GIVEN = (
    "(?!春|夏|秋|冬|全家|一家|举家|一起|准备|打算|计划|考虑|决定|正式|成功|顺利|重新|再次|目前|暂时|永久|公司|单位|爸妈|父母|老家|毕业|退休|婚后|年|月|"
    "周|最后|其实|即将|也许|可能|据说|连夜|火速|如愿|独自|自己|单独|工作|由于|搬家|户口|平时|平日|最近|今|去|明|昨|前|后|已经|一直|同时|终于|"
    "仍然|依然|长期|常年|夫妻|两|本人|经常|主要|早|刚|马上|上|下|大学|高中|初中|小学|身体|职业|生日|邮箱|手机|电话|口味|血型|星座|以前|之前|"
    "现|常|每|一|二|三|四|五|六|七|八|九|十|\\d|天天|晚|白天|下班|放假|暑假|寒假|春节|国庆|过年|毕竟|反正|总之|先|即|曾|原|本来|起初|"
    "突然|忽然|居然|竟然|果然|当然|虽然|既然|确实|实在|真|好像|似乎|大概|大约|差不多|几乎|基本|完全|全部|所有|整个|同事|朋友|家人|孩子|"
    "老婆|老公|租|买|住|人|坐|走|开|骑|带|陪|跟|和|与|打|收|交|养|种|做|当|读|考|学|教|户|房|车|猫|狗|店|厂|组|队|班|校|系)"
)
_DOES = (
    r"(?=搬到|搬去|搬来|搬回|搬家|住在|换工作|跳槽|辞职|离职|结婚|离婚|怀孕|考上|升职|退休|对[^,，]{1,8}过敏|在读|"
    r"(?:现在|目前)?在[^,，]{1,8}(?:上班|工作|读书|上学))"
)
GIVEN = rf"(?:{_NO_GIVEN}{_FREE}{{2}}{_DOES})"

# Words that begin like a surname: 老公常年在非洲
_NO_SURNAME = r"(?!常[年常去来在]|高[考中]|周[末一二三四五六日]|明[年天]|向来|方便|马上|经常|单独|时[常不]|[夏冬春秋][天季]|平[时日]|成天|毕[竟业]|安心|应该|连续|于是|白天|温柔|路[上过])"

_DOUBLED = "|".join(  # 朵朵: a name of one character said twice
    each * 2
    for each in "朵乐豆果贝糖团圆萌彤欣妞壮点宝丫涵晨阳辰轩琪琳婷佳洋洁娜娟芳静蕾薇妍媛笑甜蜜毛球奇瑞思雨星云朗浩嘟咚丁希诺可米兜蛋牛虎"
)

# A name right behind a role, before a verb: 我朋友阿杰住在…
NAME = (
    rf"(?:(?!单位|公司|学校|电话|手机|工作|老家|名字|叫)(?:[小阿老大]{_FREE}{{1,2}}?|{_DOUBLED}|[小阿老][A-Z][a-z]{{0,8}}|{_NO_SURNAME}{_SURNAME}{_FREE}{{1,2}}?|"
    rf"[A-Z][a-z]{{1,15}}\s?)(?=[是在住叫喜爱不对也今的从老做养会有，,\s要生说搬换]|刚|考上|今年|去年|结婚|怀孕|马上|已经|最近|也[是在爱不]|当了?[^,，]|跟我|一[吃喝碰闻摸]|跳槽|调[去到]|[辞离]职|失业|退休|被[裁开]|不[干做]|$)|{GIVEN})"
)

# Somebody at the start of a clause of whom it is not said who they are: 周总…, 建国搬到…
SOMEBODY = re.compile(
    rf"(?:{_SURNAME}(?:总|姐|哥|工|老师|叔|姨|医生|教授|经理|主任|律师)(?!们|说)|[小阿老]{_FREE}{{1,2}}{_DOES}|{GIVEN}|{_NO_GIVEN}{_SURNAME}{_FREE}{{1,2}}{_DOES})"
)

# A full name of three characters at the start of a clause: 赵晓兰是个…
FULL = rf"[{''.join(sorted(_SURNAMES))}]{_FREE}{{2}}"

_LATIN = re.compile(r"[A-Z][A-Za-z'’.-]{0,20}(?: [A-Z][A-Za-z'’.-]{0,20}){0,3}$|[a-z][a-z0-9_]{2,15}$")
_SOUNDED = re.compile(r"[\u4e00-\u9fff]{1,8}(?:[·•・][\u4e00-\u9fff]{1,8}){1,3}$")
_TAIL = re.compile(
    r"(?:[\s，,。!！~～]|就行了?|就好了?|就可以了?|即可|都行|好了|就成|吧|哦|呀|啊|呢|哈|啦|了|喔|噢|"
    r"就是|这个名字|的名字|谢谢|请多关照|请多指教){1,6}$"
)
_MARKS = '“”"「」『』‘’《》()（）【】[]'
_PERSON_NOUN = re.compile(r"[员师生者人工迷控党粉友族家长手]$")
_LONGEST_HAN = 4


def bare(words_: str) -> str:
    """Without quotation marks, particles and courtesies at the ends."""
    text = words_.strip().strip(_MARKS).strip()
    text = re.split(r"[(（]", text, maxsplit=1)[0]
    return _TAIL.sub("", text).strip().strip(_MARKS).strip()


def looks_like_name(text: str, *, strict: bool = False) -> bool:  # a cascade: the first reading that fits
    """Whether `text` may be a name after 叫; with `strict` (after 是) only a surname with a given name is one."""
    plain = simplify(text)
    if plain in _NOT or not plain:
        return False
    if _LATIN.match(text):
        return not strict or (
            text[0].isupper() and text.casefold() not in ("ceo", "cto", "hr", "pm", "qa", "dba", "sre", "ui", "ux")
        )
    if _SOUNDED.match(plain):
        return True
    if not all("\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf" for char in plain):
        return (
            not strict
            and bool(re.fullmatch(r"[\w·\- ]{1,16}", plain))
            and not plain[0].isdigit()
            and not any(c in _NOT_IN for c in plain)
        )
    if any(char in _NOT_IN for char in plain):
        return bool(not strict and full_name(plain) and plain[0] not in _NOT_IN)
    if strict:
        return full_name(plain) and not _PERSON_NOUN.search(plain)
    return len(plain) <= _LONGEST_HAN + 2 and not any(plain.startswith(word) for word in _NOT if len(word) > 1)


def pet_name(text: str) -> bool:
    """Pets are called anything: 可乐, 来福, 不二. Only what is no name at all is kept out."""
    return (
        bool(re.fullmatch(r"[\w·\- ]{1,12}", text))
        and not re.search(r"[了吗呢谁它他她]|什么|^的|哪|一只|一条", simplify(text))
        and text not in _NOT
    )


def full_name(plain: str) -> bool:
    """A surname and one or two (after a compound surname too) characters of a given name."""
    for surname in _COMPOUND:
        if plain.startswith(surname):
            return len(plain) - len(surname) in (1, 2)
    return plain[:1] in _SURNAMES and len(plain) in (2, 3) and plain not in _NOT


def affectionate(plain: str) -> bool:
    """小葵, 阿宁, 老周, 晨晨, 王哥."""
    return (
        bool(
            re.fullmatch(
                r"[小阿老大][\u4e00-\u9fff]{1,2}|([\u4e00-\u9fff])\1|[\u4e00-\u9fff]{1,2}[哥姐总工老师爷叔姨儿仔宝]",
                plain,
            )
        )
        and plain not in _NOT
    )
