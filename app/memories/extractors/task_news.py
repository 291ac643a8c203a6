"""What became of a task: done, dropped, begun, or how far it is. Which task is meant, the judge finds by its words."""

from typing import Any, Final

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.short_of_done import short_of_done
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re

_DONE_ZH: Final = re.compile(
    r"^(?:我|我们)?(?:已经|终于|刚|刚才|今天|昨天)*(?:把)?(?P<what>[^，,。]{2,30}?)(?:已经|终于|都)*"
    r"(?:做|写|搞|弄|改|交|发|办|修|处理|整理|准备|提交|测试|审)?(?:完成|搞定|完|好|掉|定)了$"
)
_DONE_ZH_FIRST: Final = re.compile(
    r"^(?:我|我们)?(?:已经|终于|刚|今天|昨天)*(?:完成|搞定|做完|写完|交|提交|修好|办好|处理完|整理完)了"
    r"(?P<what>[^，,。]{2,30})$"
)
_DROPPED_ZH: Final = re.compile(r"^(?P<what>[^，,。]{2,30}?)(?:取消|不做|不用做|作罢|搁置)了$")
_SO_FAR_ZH: Final = re.compile(
    r"^(?P<what>[^，,。]{2,30}?)(?:的)?(?:进度|已经|现在)*(?:完成|做|写|进行)?(?:到|了|是)*"
    r"\s*(?P<share>\d{1,3})\s*[%％](?:了)?$"
)
_BEGUN_ZH: Final = re.compile(r"^(?:我|我们)?(?:已经)?开始(?:做|写|弄|准备|处理)(?P<what>[^，,。]{2,30}?)了?$")
_DONE_EN: Final = re.compile(
    r"^(?:I|we)(?:'ve|'m| have| am| just| finally| already)* "
    r"(?:finished|completed|done with|submitted|shipped|sent off) (?P<what>.{3,60})$"
    r"|^(?P<that>.{3,60}?) is (?:now |finally )?(?:done|finished|complete|completed|shipped|submitted)$",
    re.IGNORECASE,
)
_DROPPED_EN: Final = re.compile(
    r"^(?P<that>.{3,60}?) (?:is|was|has been) (?:cancelled|canceled|dropped|called off)$"
    r"|^(?:I|we)(?: have|'ve)? (?:dropped|cancelled|canceled|gave up on) (?P<what>.{3,60})$",
    re.IGNORECASE,
)
_SO_FAR_EN: Final = re.compile(
    r"^(?:I'm |I am |we're |we are )?(?P<what>.{3,60}?) (?:is |are )?(?:now |about )?(?P<share>\d{1,3}) ?(?:%|percent)"
    r"(?: (?:done|finished|complete|there))?$",
    re.IGNORECASE,
)
_BEGUN_EN: Final = re.compile(
    r"^(?:I|we)(?:'ve| have)? (?:started|begun) (?:working on |with )?(?P<what>.{3,60})$", re.IGNORECASE
)
_HALF_ZH: Final = re.compile(
    r"^(?P<what>[^，,。]{2,30}?)(?:我|我们)?(?:已经|才|刚|差不多)*(?:做|写|完成|改|弄|搞|进行)(?:完|到|了)?(?:一半|过半|大半)(?:了)?$"
)
_HALF_EN: Final = re.compile(
    r"^(?:I'm|I am|we're|we are) (?:about |now |almost )?half ?way (?:through|done with|into) (?P<what>.{3,60})$",
    re.IGNORECASE,
)
_WORK_ZH: Final = (
    "论文|毕设|开题|报告|书稿|小说|剧本|简历|标书|申请|课题|毕业设计|模块|系统|网站|小程序|插件|译稿|教材|课件|专栏|作品集|演讲稿|"
    "策划案|方案"
)
_WORK_EN: Final = (
    "thesis|dissertation|paper|proposal|report|book|novel|manuscript|essay|application|portfolio|website|app|presentation|"
    "deck|course|manual|cookbook|translation|screenplay|syllabus"
)
_AT_IT: Final = (
    "writing|working on|drafting|finishing|translating|revising|editing|building|preparing|rewriting|compiling"
)
# A piece of work of one's own; "an essay", 一篇论文 is what the present question is about.
_UNDERTAKEN_ZH: Final = re.compile(
    r"^(?:我|我们)(?:目前|现在|最近|还|一直|这阵子)*(?:正在|在)"
    r"(?P<verb>写|做|准备|翻译|修改|改|整理|开发|赶|筹备|重构|编|画)"
    rf"(?P<what>(?![这那个篇份]|一[篇份个部本](?!.*[，,].*(?:交|截止|完)))[^，,。我你]{{0,10}}?(?:{_WORK_ZH}|计划书))"
    r"(?:[，,](?P<rest>[^。]{0,20}))?$"
)
_UNDERTAKEN_EN: Final = re.compile(
    r"^(?:I'm|I am|we're|we are) (?:currently |still |now |in the middle of |half ?way through |busy )*"
    rf"(?P<verb>{_AT_IT}) (?P<what>(?:my|our|the) (?:[\w'’-]+ ){{0,4}}(?:{_WORK_EN}))(?P<rest>[^.]{{0,40}})$",
    re.IGNORECASE,
)
_UNDERTAKEN: Final = {"zh": _UNDERTAKEN_ZH, "en": _UNDERTAKEN_EN}
_READERS: Final[dict[str, tuple[tuple[re.Pattern[str], str | None], ...]]] = {
    "zh": (
        (_SO_FAR_ZH, None),
        (_HALF_ZH, None),
        (_DROPPED_ZH, "cancelled"),
        (_DONE_ZH_FIRST, "done"),
        (_DONE_ZH, "done"),
        (_BEGUN_ZH, "doing"),
    ),
    "en": ((_SO_FAR_EN, None), (_HALF_EN, None), (_DROPPED_EN, "cancelled"), (_DONE_EN, "done"), (_BEGUN_EN, "doing")),
}
_WISHED: Final = re.compile(
    r"^(?:要是|如果|假如)|就好了$|\b(?:dinner|lunch|breakfast|supper|coffee|tea|shower)$", re.IGNORECASE
)  # 要是能住在海边就好了: nothing is done
_WHOLE: Final = 100
_HALF: Final = 50


def read(sentence: Sentence) -> list[Candidate]:
    """News of one task, with its words as the topic; it keeps nothing where no such task is held."""
    text = sentence.text.strip().rstrip("。.!！~ ")
    if sentence.question or _WISHED.search(text) or len(text) > 120:  # noqa: PLR2004  # news is short
        return []
    for pattern, status in _READERS[sentence.language]:
        found = pattern.match(text)
        if found is None or (status == "done" and short_of_done(text)):
            continue
        named = found.groupdict()
        what = named.get("what") or named.get("that") or ""
        share = int(named.get("share") or _HALF)
        news: dict[str, Any] = {"status": status} if status else _so_far(share)
        return [
            Candidate(
                content=text,
                evidence=sentence.text,
                kind=Kind.TASK,
                topic=what.strip(),
                source=Source.USER_STATED,
                metadata=news,
            )
        ]
    return []


def undertaken(sentence: Sentence) -> list[Candidate]:
    """A longer piece of work that the user says to be at: news of it where it is held, else a task of its own."""
    text = sentence.text.strip().rstrip("。.!！~ ")
    found = _UNDERTAKEN[sentence.language].match(text)
    if found is None or sentence.question or _WISHED.search(text) or len(text) > 120:  # noqa: PLR2004  # as above
        return []
    what = found["what"]
    own = re.sub(r"^(?:my|our|the) ", "", what, flags=re.IGNORECASE)
    if sentence.language == "zh":
        says = f"用户正在{found['verb']}{what}"
    else:
        says = f"User is {found['verb'].lower()} {re.sub(r'^(?:my|our) ', 'their ', what, flags=re.IGNORECASE)}"
    return [
        Candidate(
            content=says,
            evidence=sentence.text,
            kind=Kind.TASK,
            key=f"task:{own.casefold()[:60]}",
            value="doing",
            topic=own,
            source=Source.USER_STATED,
            metadata={"status": "doing"},
        )
    ]


def _so_far(share: int) -> dict[str, Any]:
    done = share >= _WHOLE
    return {"status": "done" if done else "doing", "progress": min(share, _WHOLE)}
