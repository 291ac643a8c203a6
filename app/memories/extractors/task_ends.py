"""What became of a task, told in other words than it was opened with: `handed it in`, 交了, `never mind the hotel`.

All of it is a hint: it says something only where a task is held that it names.
"""

from dataclasses import replace
from typing import Any, Final

from app.memories.endings import HINT
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.short_of_done import short_of_done
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re

VERB: Final = "verb"  # tag of news that names its task by what was done alone: 交了

_DID: Final = (
    "handed in|turned in|handed over|submitted|sent(?: off| out| over| in)?|mailed|posted|shipped|booked|reserved|paid(?: off)?|"
    "renewed|returned|gave back|brought back|took back|called|phoned|rang|emailed|bought|picked up|dropped off|ordered|signed|"
    "filed|scheduled|rescheduled|replaced|repaired|fixed|printed|delivered|finished|completed|wrapped up|sorted(?: out)?|"
    "took care of|dealt with|wrote|prepared|cleaned|watered|fed|migrated|translated|installed|painted|registered|"
    "applied for|cancelled|canceled|collected|serviced|updated|invited|replied to|answered|arranged|got rid of|settled|"
    "mowed|vaccinated|transferred|uploaded|reviewed|drafted|built|packed"
)
_AGO: Final = (
    r"(?:,? (?:yesterday|today|tonight|this (?:morning|afternoon|evening|week)|last (?:night|week)|just now|already|earlier|at last|"
    r"finally|now|on \w+day|in the end|an hour ago|two days ago|too|as well))*"
)
_LED: Final = r"^(?:(?:ok|okay|so|good news|yay|update|done|great|phew|oh|and|btw)[\s,:!]+)*"
_SELF: Final = r"(?:(?:I|we)(?:'ve| have| had)? )?(?:(?:just|finally|already|now|also) )*"
_MORE: Final = r"(?:[,;].*| (?:because|since|so|and|but) .*)?$"
_ACTIVE_EN: Final = re.compile(
    rf"{_LED}{_SELF}(?:(?:{_DID}|done with) (?P<what>(?!it\b|them\b|that\b)[^,;]{{3,60}}?)(?: (?:done|in|off|back|out))?|"
    rf"got (?P<got>(?!it\b|them\b|that\b)[^,;]{{3,60}}?) (?:done|in|off|back|out|sorted|fixed|repaired|renewed|signed|printed|booked))"
    rf"{_AGO}{_MORE}",
    re.IGNORECASE,
)
_PARTED_EN: Final = re.compile(  # gave the drill back to Pavel, handed the form in
    rf"{_LED}{_SELF}(?:handed|turned|gave|brought|took|sent|dropped|picked|paid) (?P<what>(?!it\b|them\b|that\b)[^,;]{{3,50}}?) "
    rf"(?:in|back|off|over|up)(?P<to> to [^,;]{{2,20}}?)?{_AGO}{_MORE}",
    re.IGNORECASE,
)
_PASSIVE_EN: Final = re.compile(
    rf"{_LED}(?P<what>[^,;]{{3,60}}?)(?:'s|'re| is| are| was| were| has been| have been|'s been| got)(?: (?:now|finally|all|already|just|officially))* "
    rf"(?:{_DID}|done|ready|sorted|taken care of|given back|written|fixed|closed|sent off|handed in|over with){_AGO}{_MORE}",
    re.IGNORECASE,
)
_POINTED_EN: Final = re.compile(
    rf"{_LED}{_SELF}(?P<verb>handed|turned|submitted|sent|mailed|posted|booked|paid|renewed|returned|called|bought|ordered|signed|filed|"
    rf"shipped|cancelled|canceled) (?:it|them)(?: (?:in|off|back|out|over))?{_AGO}$",
    re.IGNORECASE,
)
_LEMMAS: Final = {
    "handed": "hand submit", "turned": "turn hand submit", "submitted": "submit hand", "sent": "send", "mailed": "mail send",
    "posted": "post send", "paid": "pay", "bought": "buy", "shipped": "ship send",
}  # fmt: skip
_DROPPED_EN: Final = re.compile(
    rf"{_LED}(?:never mind|nevermind|forget(?: about)?|scrap|skip|drop|scratch) (?:about )?(?P<what>(?:the|my|our|that)\b[^,;]{{3,50}}?){_MORE}"
    rf"|{_LED}(?:there is |there's )?no (?:longer a )?need (?:to|for) (?P<need>[^,;]{{3,60}}?)(?: any ?more| after all| now)*{_MORE}"
    r"|^(?:I|we) (?:(?:do not|don't|no longer) (?:have|need) to|(?:won't|will not|am not going to|decided not to) (?:be )?)"
    rf"(?P<to>[^,;]{{3,60}}?)(?: any ?more| after all| now)+{_MORE}"
    rf"|{_LED}(?P<that>[^,;]{{3,50}}?)(?:'s| is| are) (?:no longer (?:needed|necessary)|off|not needed(?: any ?more)?){_MORE}",
    re.IGNORECASE,
)
_PART: Final = {
    "half": 50,
    "a third": 33,
    "one third": 33,
    "two thirds": 66,
    "a quarter": 25,
    "three quarters": 75,
    "most": 80,
}
_SO_FAR_EN: Final = re.compile(
    rf"^(?P<that>(?:the|my|our) [^,;]{{3,50}}?) (?:is|are) (?:now |about |almost |already )*(?P<a>{'|'.join(_PART)}|half ?way) (?:done|finished|there|complete|written|through)$"
    rf"|^(?:I|we)(?:'ve| have) (?:done|finished|written|got through) (?:about |almost |roughly )?(?P<b>{'|'.join(_PART)}) of (?P<what>(?:the|my|our) [^,;]{{3,50}})$",
    re.IGNORECASE,
)

_SHARE_EN: Final = re.compile(
    r"^(?:I|we)(?:'m| am|'re| are) (?:now |about |around |roughly |almost |already |some )*(?P<share>[1-9]\d?) ?(?:%|percent) "
    r"(?:done|finished|through|complete|of the way)(?: with| of| through| into)? (?P<what>(?:the|my|our) [^,;]{3,50})$",
    re.IGNORECASE,
)
_WORK_ZH: Final = re.compile(
    r"(?:论文|毕设|报告|书稿|小说|剧本|标书|课题|毕业设计|模块|系统|手册|网站|插件|译稿|教材|课件|方案|计划书|策划案|文档|总结|备忘录|申请书?|装修|翻译)$"
)

_T: Final = r"(?:已经|终于|总算|刚才|刚|都|也|就|我|我们|今天|昨天|前天|今早|昨晚|早上|上午|中午|下午|晚上|(?:上|这)?周[一二三四五六日天]|一大早|顺利|,){0,8}"
_V: Final = (
    "提交|上交|递交|预约|登记|注销|翻译|整理|准备|处理|备份|联系|通知|回复|检查|安装|完成|搞定|采购|下单|交|办|还|寄|发|续|订|约|买|修|换|退|付|缴|签|填|"
    "报|取|领|送|写|做|弄|改|打|洗|浇|喂|迁|搬|审|测|搞|刷|装|补|翻|印"
)
_END: Final = r"(?:好|完|掉|定|妥|成|上去|上|出去|出|回去|回来|过|走|齐|清|到手)?"
_DONE_ZH: Final = re.compile(
    rf"^{_T}(?:把)?(?P<what>[^,，。把]{{2,20}}?){_T}(?:{_V}){_END}(?P<to>(?:给|到)[^,，]{{1,8}}?)?(?:回去)?了(?:呢|啊|哈|哦)?(?:[,，].*)?$"
)
_DONE_FIRST_ZH: Final = re.compile(rf"^{_T}(?:{_V}){_END}了(?P<what>[^,，。]{{2,20}}?)(?:[,，].*)?$")
_DONE_AROUND_ZH: Final = re.compile(rf"^{_T}(?:{_V})(?:好|完|掉|定|妥)(?P<what>[^,，。]{{2,20}}?)了(?:[,，].*)?$")
_POINTED_ZH: Final = re.compile(rf"^{_T}(?P<verb>{_V}){_END}(?:给[^,，]{{1,6}})?了(?:呢|啊|哈|哦)?$")
_DROPPED_ZH: Final = re.compile(
    rf"^(?P<what>[^,，。]{{2,20}}?)(?:就|我|先|那件?事)*(?:不用|不必|不需要|用不着|不|别)(?:再|去)*(?:{_V}|管|要)?{_END}(?:它)?了(?:[,，].*)?$"
    rf"|^{_T}(?:不用|不必|不需要|用不着)(?:再|去)*(?:{_V}){_END}(?P<first>[^,，。]{{2,20}}?)了(?:[,，].*)?$"
    r"|^(?P<that>[^,，。]{2,20}?)(?:就|还是|的事)?(?:算了|作罢|取消了|先放放|泡汤了|黄了)(?:[,，].*)?$"
)
_SHARES_ZH: Final = {
    "一半": 50,
    "过半": 55,
    "大半": 70,
    "三分之一": 33,
    "三分之二": 66,
    "四分之一": 25,
    "四分之三": 75,
} | {f"{digit}成": number * 10 for number, digit in enumerate("一二三四五六七八九", 1)}
_SO_FAR_ZH: Final = re.compile(
    rf"^(?:我|我们)?(?:把)?(?P<what>[^,，。]{{2,20}}?)(?:的?进度)?{_T}(?:大概|差不多|才|只){{0,3}}(?:{_V})?(?:完成|完|到|了|大概|差不多|才){{0,4}}(?P<share>{'|'.join(_SHARES_ZH)})(?:左右|多)?了?$"
)
_POINTED_AWAY_ZH: Final = re.compile(rf"^{_T}(?:不用|不必|不需要|用不着)(?:再|去)*(?P<verb>{_V}){_END}了(?:[,，].*)?$")
_UNSURE: Final = re.compile(
    r"^(?:如果|要是|假如|等|除非|if\b|when\b|once\b|unless\b)|[吗呢么]$|没|(?<!no longer )\bnot yet\b|\b(?:have|has|had) not\b|haven't|hasn't",
    re.IGNORECASE,
)
_LITTLE_ZH: Final = re.compile(r"^(?:那个|这个|的|给)|的$")


def read(sentence: Sentence) -> list[Candidate]:
    """A hint at what became of a task."""
    text = sentence.text.strip().rstrip("。.!！~ ").replace("’", "'")
    if sentence.question or len(text) > 120 or _UNSURE.search(text):  # noqa: PLR2004  # news is short
        return []
    news = _chinese(text, sentence) if sentence.language == "zh" else _english(text, sentence)
    return [one for one in news if one.metadata["status"] != "done" or not short_of_done(text)]


def dropped(sentence: Sentence) -> bool:
    """Whether it says of some piece of work that it need not be done, which is nothing to keep by itself."""
    alone = re.search("[,，;]", sentence.text) is None
    return alone and any(one.metadata.get("status") == "cancelled" for one in read(sentence))


def partway(sentence: Sentence) -> list[Candidate]:
    """How far a longer piece of work is: news of it where it is held, else a task of its own that is being done."""
    text = sentence.text.strip().rstrip("。.!！~ ").replace("’", "'")
    if sentence.question or len(text) > 120 or _UNSURE.search(text):  # noqa: PLR2004  # as below
        return []
    if found := _SHARE_EN.match(text) or _SO_FAR_EN.match(text) if sentence.language == "en" else None:
        named = found.groupdict()
        share = int(named.get("share") or 0) or _PART.get((named.get("a") or named.get("b") or "").lower(), 50)
        what = named.get("what") or named.get("that") or ""
        own = re.sub(r"^(?:the|my|our) ", "", what, flags=re.IGNORECASE)
        told = f"User is working on {re.sub('^(?:my|our) ', 'their ', what, flags=re.IGNORECASE)}"
    elif (found := _SO_FAR_ZH.match(text)) and _WORK_ZH.search(found["what"]):
        share, own = _SHARES_ZH[found["share"]], _LITTLE_ZH.sub("", found["what"])
        told = f"用户在做{own}"
    else:
        return []
    news = {"status": "doing", "progress": share}
    return [
        replace(_news(own, sentence, news), content=told, key=f"task:{own.casefold()[:60]}", value="doing", tags=())
    ]


def _english(text: str, sentence: Sentence) -> list[Candidate]:
    if found := _SO_FAR_EN.match(text):
        share = _PART.get((found["a"] or found["b"] or "").lower(), 50)
        return [_news(found["what"] or found["that"], sentence, {"status": "doing", "progress": share})]
    if found := _DROPPED_EN.match(text):
        what = found["what"] or found["need"] or found["to"] or found["that"]
        return [_news(what, sentence, {"status": "cancelled"})]
    if found := _POINTED_EN.match(text):
        verb = found["verb"].lower()
        lemma = _LEMMAS.get(verb) or re.sub(r"(?:l?led|ed)$", "", verb)
        return [_news(lemma, sentence, {"status": "done"}, VERB)]
    for pattern in (_PARTED_EN, _PASSIVE_EN, _ACTIVE_EN):
        if found := pattern.match(text):
            to = found.groupdict().get("to") or ""
            what = found["what"] or found["got"]
            return [_news(what + to, sentence, {"status": "done"})]
    return []


def _chinese(text: str, sentence: Sentence) -> list[Candidate]:
    if found := _SO_FAR_ZH.match(text):
        return [_news(found["what"], sentence, {"status": "doing", "progress": _SHARES_ZH[found["share"]]})]
    if found := _POINTED_AWAY_ZH.match(text):
        return [_news(found["verb"], sentence, {"status": "cancelled"}, VERB)]
    if found := _DROPPED_ZH.match(text):
        return [_news(found["what"] or found["first"] or found["that"], sentence, {"status": "cancelled"})]
    if found := _POINTED_ZH.match(text):
        return [_news(found["verb"], sentence, {"status": "done"}, VERB)]
    for pattern in (_DONE_AROUND_ZH, _DONE_FIRST_ZH, _DONE_ZH):
        if found := pattern.match(text):
            to = (found.groupdict().get("to") or "").lstrip("给到")
            return [_news(found["what"] + to, sentence, {"status": "done"})]
    return []


def _news(what: str, sentence: Sentence, news: dict[str, Any], *tags: str) -> Candidate:
    return Candidate(
        content=sentence.text.strip(),
        evidence=sentence.text,
        kind=Kind.TASK,
        topic=_LITTLE_ZH.sub("", what.strip()),
        source=Source.USER_STATED,
        metadata=news,
        tags=(HINT, *tags),
    )
