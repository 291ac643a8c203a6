"""Which runs of characters are names of people (or pets): surnames, nicknames, Latin and transliterated names."""

import re

from app.memories.extractors.zh.lexicon import either, simplify, text_of, words

_SURNAMES = frozenset(text_of("names", "surnames"))
_COMPOUND = words("names", "compound")
_NOT = frozenset(words("names", "not_names"))
_NOT_IN = frozenset(text_of("names", "not_in_name"))
_SURNAME = f"(?:{either(_COMPOUND)}|[{''.join(sorted(_SURNAMES))}])"
_FREE = f"[^\\W\\d_a-zA-Z名姓号称{''.join(sorted(_NOT_IN))}]"

# A name right behind a role, before a verb: 我朋友阿杰住在…
NAME = (
    rf"(?:(?!单位|公司|学校|电话|手机|工作|老家|名字|叫)(?:[小阿老大]{_FREE}{{1,2}}?|{_SURNAME}{_FREE}{{1,2}}?|"
    rf"[A-Z][a-z]{{1,15}}\s?)(?=[是在住叫喜爱不对也今的从老做养会有，,\s要生说]|$))"
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
