"""Another name of somebody or something: "老张就是张伟", "Project Atlas, also known as A1"."""

from typing import Final

from app.memories.extractors.sentences import Sentence
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re
from app.text.terms import normalise

_HAN_NAME: Final = r"[\u4e00-\u9fffA-Za-z0-9·]{2,12}?"
_NAME: Final = r"(?:[A-Z][\w.-]*)(?:\s+[A-Z0-9][\w.-]*){0,3}"
_ZH: Final = (
    re.compile(rf"^(?P<name>{_HAN_NAME})(?:又|也|还)(?:叫|名叫|称)(?:做|作)?[“「\"]?(?P<alias>{_HAN_NAME})[”」\"]?$"),
    re.compile(
        rf"^(?P<name>{_HAN_NAME})的(?:外号|绰号|昵称|小名|别名|代号|简称|英文名|花名)(?:就)?(?:是|叫)"
        rf"[“「\"]?(?P<alias>{_HAN_NAME})[”」\"]?$"
    ),
    re.compile(
        rf"^我们?(?:都)?(?:管|把)(?P<name>{_HAN_NAME})(?:叫|称)(?:做|作|为)?[“「\"]?(?P<alias>{_HAN_NAME})[”」\"]?$"
    ),
)
_EN: Final = (
    re.compile(
        rf"^(?:[Tt]he )?(?:[Pp]roject )?(?P<name>{_NAME}),? (?:is )?also (?:known as|called|named) "
        rf"(?:the )?(?P<alias>{_NAME})$"
    ),
    re.compile(rf"^(?:[Tt]he )?(?P<name>{_NAME}),? (?:a\.?k\.?a\.?|alias) (?P<alias>{_NAME})$"),
    re.compile(
        rf"^(?:[Ww]e|[Pp]eople|[Ee]verybody|[Ee]veryone) (?:also )?calls? (?P<name>{_NAME}) (?P<alias>{_NAME})$"
    ),
    re.compile(rf"^(?P<alias>{_NAME}) is short for (?P<name>{_NAME})$"),
)
# Who speaks, is spoken to, or is only pointed at has no entity; nor has a thing that everybody has.
_NOBODY: Final = re.compile(
    r"^(?:我|你|您|他|她|它|咱|这|那|谁|什么|大家|自己|有|没|不|是|别)|^(?:I|You|We|They|He|She|It|This|That|There)$"
)


_BESIDE: Final = re.compile(
    r"^(?P<name>[\u4e00-\u9fff]{2,4})是[^,，]{2,16}[,，](?:大家|我们|同事们?|大伙儿?)(?:都|一般|平时)*(?:叫|喊|称呼)[他她](?P<alias>[\u4e00-\u9fff]{2,4})$"
)


def beside(sentence: Sentence) -> list[Candidate]:
    """The other name that a statement about somebody ends with: `…是我们的产品经理，大家叫她兰姐`."""
    found = None if sentence.question else _BESIDE.match(sentence.text.strip().rstrip("。.!！~ "))
    if found is None or _NOBODY.match(found["name"]) or _NOBODY.match(found["alias"]):
        return []
    return _entity(found["name"], found["alias"], sentence, chinese=True)


def read(sentence: Sentence) -> list[Candidate]:
    """The entity that the sentence gives another name to; nothing for a question."""
    if sentence.question:
        return []
    text = sentence.text.strip().rstrip("。.!！~ ")
    chinese = sentence.language == "zh"
    for pattern in _ZH if chinese else _EN:
        found = pattern.match(text)
        if found and not (_NOBODY.match(found["name"]) or _NOBODY.match(found["alias"])):
            return _entity(found["name"], found["alias"], sentence, chinese=chinese)
    return []


def _entity(name: str, alias: str, sentence: Sentence, *, chinese: bool) -> list[Candidate]:
    plain, other = normalise(name), normalise(alias)
    if not plain or not other or plain == other:
        return []
    return [
        Candidate(
            content=f"{name}又叫{alias}" if chinese else f"{name} is also called {alias}",
            evidence=sentence.text,
            kind=Kind.ENTITY,
            key=f"entity:{plain}:{other}",
            value=other,
            source=Source.USER_STATED,
            entities=(name, alias),
            metadata={"name": name, "aliases": [alias]},
        )
    ]
