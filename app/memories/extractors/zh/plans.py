"""What lies ahead: a dated plan, an event and its day, an aim."""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.aims import aimed, meant, switched
from app.memories.extractors.zh.appointments import FOR_YOU, due, marked_day, milestone, of_user, on_its_day, set_for
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, third_person
from app.memories.extractors.zh.subjects import Text, begins
from app.text import dates

_EVENT = re.compile(
    r"^(?:要|得|会|都|人|需要|必须|准备|打算|计划|约了?|安排了?|预约了?|订了|还|就|又|我|们|可能|想(?=带|去|回|办|请)){0,6}(?P<v>(?:去|有|"
    r"参加|做|考|见|飞|出差|搬|交|开|上|面试|体检|答辩|考试|比赛|结婚|手术|生日|开学|毕业|出发|回|到|陪|带|"
    r"接|领|拿|复查|入职|报到|住院|拍|看|旅|休|请|演|听|跑|拔|打|办|签|截止|值|约|搞|上线|汇报|发布|述职|聚|"
    r"过|在[^,，]{1,10}?(?:休假|出差|度假|旅游|旅行|培训|参展|考察|住院|比赛|隔离|交流|开会|参会))[^,，]{0,24})$"
)

_RULE = re.compile(
    r"禁止|严禁|不许|不得(?!不)|不准|不允许|一律"
)  # what is never done on a Friday is no plan for the next one

_UNTIL = re.compile(r"\s*(?:到|至|-|~|—)\s*")

_AT_TIMES = re.compile(r"有时候?|有空(?:的?时候|时)|偶尔|经常|常常")  # what is done now and then is no plan of one day


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if _AT_TIMES.search(clause.text.plain):
        return []
    return (
        marked_day(clause, sentence)
        or set_for(clause, sentence)
        or due(clause, sentence)
        or switched(clause)
        or milestone(clause, sentence)
        or _planned(clause, sentence)
        or aimed(clause, sentence)
        or meant(clause, sentence)
    )


@behind(_EVENT)
def _planned(clause: Clause, sentence: Sentence) -> list[Fact]:
    """A dated event that lies ahead; it expires with its day."""
    if (
        FOR_YOU.search(clause.text.plain)
        or _RULE.search(clause.text.plain)
        or not (clause.explicit or clause.first)
        or re.search(r"如果|可能会?|再说|再聊|再弄|再看|也行|还是|(?:开始|起)[每都]", clause.text.plain)
    ):
        return []
    ahead = [
        mention
        for mention in dates.find(clause.text.raw, sentence.at, sentence.zone)
        if mention.until > sentence.at and mention.grain in ("day", "time", "week", "month", "span")
    ]
    if not ahead:
        return []
    mention = ahead[0]
    said = clause.text.plain
    end = mention.end
    for until in ahead[1:]:
        if _UNTIL.fullmatch(said, end, until.start):  # 9月3号到9月9号我休年假
            end = until.end
    body = Text.of(re.sub(r"^(?:(?:开始|起)(?=我))?[\s的我们就]*", "", said[end:]))
    found = begins(_EVENT, body)
    if (
        not found
        or re.search(r"了(?!$)|过(?!年|节|生日|冬|夏)", found.plain("v"))
        or re.match(r"(?:有(?:雨|点|空|时间|没有)|看情况|上午|下午|到时候|再)", found.plain("v"))
        or (mention.grain == "time" and re.search(r"^.{0,2}(?:吃|喝)", body.plain))
    ):
        return []
    if re.search(r"今晚|今天", said) and not re.search(r"考试|面试|手术|体检|答辩|复查|比赛|结婚|生日|航班|飞", said):
        return []
    thing = clean(re.sub(r"^(?:去|有|要|参加|做|要去){1,6}(?=[\u4e00-\u9fff]{2})", "", found["v"]))
    says = dates.rewrite(clean(third_person(clause.text.raw)), sentence.at, sentence.zone, "zh")
    says = re.sub(r"^(?:对了|那个|嗯)[,，\s]*", "", says)
    says = of_user(says)
    return [on_its_day(thing, says, mention, mention, sentence.zone)]
