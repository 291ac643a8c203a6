"""What a clause says of its subject (`Fact`), and the candidate it becomes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.lexicon import either, narrow, simplify
from app.memories.extractors.zh.subjects import ROLES, Subject
from app.memories.model import Act, Candidate, Kind, Source, Type
from app.text.terms import normalise

LONGEST_HEAD = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """`says` is the predicate in Chinese, without the subject: 住在杭州. `value` is normalised when it is rendered."""

    says: str
    slot: str | None = None
    value: str | None = None
    kind: Kind = Kind.FACT
    type: Type = Type.SEMANTIC
    act: Act = Act.ASSERT
    topic: str | None = None
    importance: int = 3
    confidence: float = 0.85
    source: Source = Source.USER_STATED
    sensitive: str | None = None
    entities: tuple[str, ...] = ()
    project_bound: bool = False
    temporary: bool = False
    scene: str | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    newer: bool = False  # tells of a change: it stands against what the same sentence says of before
    instead_of: str | None = None  # the wrong value that `value` corrects
    metadata: dict[str, Any] = field(default_factory=dict)
    whole: bool = False  # `says` is the whole sentence, the subject included

    def negated(self, says: str) -> "Fact":
        """The same matter, no longer so."""
        return replace(self, says=says, act=Act.RETRACT, topic=self.topic or self.value)


def head(words: str) -> str:
    """The head of a value inside a key: normalised, simplified, at most 60 characters."""
    return normalise(simplify(narrow(words)))[:LONGEST_HEAD].strip()


def _of_work(fact: Fact) -> bool:
    """Whether it is a wish for answers, which belongs to the scene it was said in; other facts belong to none."""
    return fact.kind is Kind.PREFERENCE and (fact.slot or "").startswith(
        ("answer_", "report_", "code_", "instruction:", "units", "currency", "temperature_")
    )


def candidate(fact: Fact, subject: Subject, sentence: Sentence) -> Candidate:
    about = subject if not fact.whole else Subject("user")
    if fact.slot == "name" and about.word:
        about = replace(about, name="")  # 用户的朋友名叫阿杰, not 用户的朋友阿杰名叫阿杰
    content = fact.says if fact.whole else f"{about.label}{fact.says}"
    return Candidate(
        content=re.sub(r"\s{2,}", " ", content).strip(),
        evidence=sentence.text,
        type=fact.type,
        kind=fact.kind,
        act=fact.act,
        metadata=fact.metadata | ({"instead_of": fact.instead_of} if fact.instead_of else {}),
        key=subject.key(fact.slot) if fact.slot else None,
        value=head(fact.value) if fact.value else None,
        topic=fact.topic,
        importance=fact.importance,
        confidence=fact.confidence,
        source=fact.source,
        scene=fact.scene or (sentence.scene if _of_work(fact) else None),
        project_bound=fact.project_bound or subject.who == "project",
        temporary=fact.temporary,
        sensitive=fact.sensitive,
        entities=tuple(dict.fromkeys([*fact.entities, *([subject.name] if subject.name else [])])),
        occurred_at=fact.occurred_at or sentence.at,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        expires_at=fact.expires_at,
    )


_TAIL = re.compile(r"(?:[\s，,。;；!！~～、:：]|(?<!为)了|啦|呢|啊|呀|哦|哈|吧|嘛|喔|噢|的说|来着){1,6}$")
_MARKS = '“”"「」『』‘’'


def clean(words: str) -> str:
    """A value without particles, punctuation and quotation marks at its ends."""
    text = _TAIL.sub("", words.strip()).strip()
    if text[:1] in _MARKS and text[-1:] in _MARKS:
        text = text.strip(_MARKS)
    return text.strip()


_AND = re.compile(r"\s*(?:、|,|，|以及|还有|和(?!牛|服|平|果子|菓子)|跟|与|或者?|及)\s*")


def several(words: str, *, most: int = 6) -> list[str]:
    """`茶、咖啡和可可` → each of them."""
    return [part for part in (clean(piece) for piece in _AND.split(words)) if part][:most]


_NOT_SELF = r"(?:(?<!自)|(?<=[来源出]自))"  # of 自我介绍, but of 来自我的母亲 it is 我
_SELF = (
    (re.compile(r"我司"), "用户的公司"),
    (re.compile(r"我们?家(?=[没有在是住养不用离也都还装买换租里从两三四五])"), "用户家"),
    (re.compile(r"我们?家的?(?=[\u4e00-\u9fff])"), "用户家的"),
    (re.compile(r"(?:我们|咱们)(?=小区|楼|村|镇|单元|街道|社区|总部)"), "用户所在的"),
    (re.compile(r"(?:我们|咱们)(?=组|团队|部门|公司|班|学校|项目|小组)"), "用户的"),
    (
        re.compile(
            r"(?:我们|咱们)(?=客户|产品|发布|发版|接口|数据库|系统|服务器|代码|仓库|办公室|老板|经理|领导|邻居)"
        ),
        "用户的",
    ),
    (re.compile(r"(?:我们|咱们)(?=的|新|老|这|那|每|正在)"), "用户"),
    (re.compile(r"(?:我们|咱们)(?=一家|全家|两口子|夫妻)|(?<=[跟和与给陪带帮让叫喊同])(?:我们|咱们)"), "用户"),
    (re.compile(r"我们|咱们|咱(?!家)"), "用户他们"),
    (re.compile(r"我自己|我本人|本人"), "用户自己"),
    (
        re.compile(
            rf"{_NOT_SELF}我(?={either(word for word in ROLES if len(word) > 1)}|[爸妈姐哥弟妹爷奶舅姑姨](?!的))"
        ),
        "用户的",
    ),
    (re.compile(rf"{_NOT_SELF}我(?!行我素|国)|俺"), "用户"),
    (re.compile(r"您|你(?!好)"), "助手"),
)


def third_person(words: str) -> str:
    """我 → 用户, 你 → 助手, in simplified or traditional writing alike."""
    return "".join(part if quoted else _turned(part) for part, quoted in _pieces(words))


_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|《[^》]*》")


def _pieces(words: str) -> Iterator[tuple[str, bool]]:
    """The parts outside and inside quotation marks; what is quoted stays as it is."""
    start = 0
    for found in _QUOTED.finditer(words):
        yield words[start : found.start()], False
        yield found.group(), True
        start = found.end()
    yield words[start:], False


_NAMED_SELF = re.compile(r"[我咱俺您你]|本人")


def _turned(text: str) -> str:
    if not _NAMED_SELF.search(text):
        return text
    for pattern, other in _SELF:
        text = pattern.sub(other, text)
    return text


def oneself(words: str) -> str:
    """我 inside an object: 别人喊我 → 别人喊自己."""
    return re.sub(r"我们?|俺", "自己", re.sub(r"您|你", "助手", words))
