"""Long conversations with planted facts, made by us: chatter from templates, the same for the same seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

PLANTED = 20
CHANGED = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """Something told once, and perhaps changed later; `question` asks for it, the values are what the answer needs,
    other forms of one after a bar.
    """

    told: str
    value: str
    question: str
    change: str | None = None
    changed: str | None = None

    @property
    def current(self) -> str:
        return self.changed or self.value


@dataclass(frozen=True, slots=True)
class Exchange:
    user: str
    assistant: str
    extract: Literal["auto"] = "auto"


FACTS: dict[str, list[Fact]] = {
    "zh": [
        Fact("我住在绍兴。", "绍兴", "我住在哪个城市？", "我上周搬到湖州了。", "湖州"),
        Fact("我在青藤设计院上班。", "青藤", "我在哪里上班？", "我跳槽到远帆科技了。", "远帆"),
        Fact("以后代码示例都用 Go 写。", "Go", "代码示例该用什么语言写？", "以后代码示例改成 Rust 写。", "Rust"),
        Fact("展会的预算是六万。", "六万", "展会的预算是多少？", "展会的预算改成八万五了。", "八万五"),
        Fact("展会定在3月12日。", "3月12日", "展会是哪天？", "展会推迟到4月2日了。", "4月2日"),
        Fact("展台的负责人是孟岚。", "孟岚", "展台的负责人是谁？", "展台的负责人换成陶野了。", "陶野"),
        Fact(
            "项目的数据库用的是MySQL。", "MySQL", "项目用什么数据库？", "项目的数据库换成PostgreSQL了。", "PostgreSQL"
        ),
        Fact("展会的场地在梧桐厅。", "梧桐", "展会的场地在哪里？", "展会的场地换到银杏厅了。", "银杏"),
        Fact("周会定在周二上午。", "周二", "周会是什么时候？", "周会改到周四下午了。", "周四"),
        Fact("我喜欢喝乌龙茶。", "乌龙", "我喜欢喝什么？", "我现在不喝乌龙茶了，改喝普洱茶。", "普洱"),
        Fact("我对芒果过敏。", "芒果", "给我推荐水果时要避开什么？"),
        Fact("我叫顾以宁。", "顾以宁", "我叫什么名字？"),
        Fact("我养了一只狸花猫，叫团子。", "团子", "我的猫叫什么？"),
        Fact("我女儿叫小满，今年上二年级。", "小满", "我女儿叫什么名字？"),
        Fact("我每周五晚上都要上吉他课，没空开会。", "周五", "我哪天晚上没空开会？"),
        Fact("项目代号叫白鹭。", "白鹭", "我们的项目代号是什么？"),
        Fact("部署前必须先跑一遍回归测试。", "回归", "部署前要先做什么？"),
        Fact("我的生日是11月9日。", "11月9日", "我的生日是哪天？"),
        Fact("我喜欢爬山。", "爬山", "我有什么爱好？"),
        Fact("测试环境的端口是8443。", "8443", "测试环境的端口是多少？"),
    ],
    "en": [
        Fact("I live in Bristol.", "Bristol", "Which city do I live in?", "I moved to Cardiff last week.", "Cardiff"),
        Fact("I work at Larkfield Studio.", "Larkfield", "Where do I work?", "I now work at Ashdown Labs.", "Ashdown"),
        Fact(
            "From now on write code examples in Go.",
            "Go",
            "Which language should code examples be in?",
            "From now on write code examples in Rust instead of Go.",
            "Rust",
        ),
        Fact(
            "The budget for the fair is 6,200.",
            "6,200",
            "What is the budget for the fair?",
            "The budget for the fair has changed to 8,500.",
            "8,500",
        ),
        Fact("The fair is on March 12.", "March 12", "When is the fair?", "The fair has moved to April 2.", "April 2"),
        Fact(
            "The host of the fair is Petra.",
            "Petra",
            "Who is the host of the fair?",
            "The host of the fair is now Jonas.",
            "Jonas",
        ),
        Fact(
            "Our project uses MySQL.",
            "MySQL",
            "Which database does our project use?",
            "Our project switched to PostgreSQL.",
            "PostgreSQL",
        ),
        Fact(
            "The venue of the fair is the town hall.",
            "town hall",
            "What is the venue of the fair?",
            "The venue of the fair is now the boathouse.",
            "boathouse",
        ),
        Fact(
            "Our weekly meeting is on Tuesday morning.",
            "Tuesday",
            "When is our weekly meeting?",
            "Our weekly meeting has moved to Thursday afternoon.",
            "Thursday",
        ),
        Fact(
            "I like oolong tea.",
            "oolong",
            "Which tea do I like?",
            "I don't like oolong tea any more, I prefer rooibos.",
            "rooibos",
        ),
        Fact("I'm allergic to mango.", "mango", "What should you leave out when you suggest fruit to me?"),
        Fact("My name is Imogen Vale.", "Imogen", "What is my name?"),
        Fact("I have a tabby cat named Biscuit.", "Biscuit", "What is my cat called?"),
        Fact("My daughter is called Wren.", "Wren", "What is my daughter's name?"),
        Fact("I can't do meetings on Friday evenings.", "Friday", "Which evening am I not available for meetings?"),
        Fact("The code name of our project is Heron.", "Heron", "What is the code name of our project?"),
        Fact(
            "Before every deployment we must run the regression suite.",
            "regression",
            "What must we run before a deployment?",
        ),
        Fact("My birthday is November 9.", "November 9|9 November", "When is my birthday?"),
        Fact("I love rock climbing.", "climbing", "Which hobby do I have?"),
        Fact("The test server listens on port 8443.", "8443", "Which port does the test server listen on?"),
    ],
}
_PLACES = {
    "zh": "窗外|楼下|街角|河边|公园里|车站旁|操场上|广场上",
    "en": "Outside|Down the street|By the river|In the park|At the corner|Near the station|On the square",
}
_EVENTS = {
    "zh": "有人在放风筝|飘来一阵桂花香|下了一阵小雨|有几只麻雀在叫|开了一家面包店|亮起了路灯|堆满了落叶|有人在唱歌",
    "en": "somebody was flying a kite|it smelled of lilac|it drizzled for a while|a few sparrows were chirping|"
    "a bakery had opened|the lamps were coming on|leaves were piling up|somebody was singing",
}
_ASKED = {
    "zh": "这段话再润色一下？|这个函数是做什么的？|能换个说法吗？|为什么天空是蓝色的？|"
    "帮我把这句译成英文。|还有别的例子吗？",
    "en": "Could you polish this paragraph?|What does this function do?|Why is the sky blue?|Any other examples?|"
    "Can you say that in other words?|How would you translate this sentence?",
}
_ANSWERS = {
    "zh": "好的。|明白了。|听起来很有意思。|当然可以。|我来看看。|没问题，我们继续。|这里是一个例子。",
    "en": "Sure.|I see.|That sounds lovely.|Of course.|Let me have a look.|No problem, go on.|Here is one.",
}


def conversation(language: Literal["zh", "en"], turns: int, seed: int = 7) -> Iterator[Exchange]:
    """The exchanges in order. Facts are told in the first part, changes come in the last third but before its end."""
    draw = random.Random(seed)  # noqa: S311  # no secret hangs on it
    facts = FACTS[language]
    told = sorted(draw.sample(range(turns // 50, turns * 6 // 10), len(facts)))
    changes = [fact for fact in facts if fact.change]
    changed = sorted(draw.sample(range(turns * 6 // 10, turns * 95 // 100), len(changes)))
    placed = dict(zip(told, (fact.told for fact in draw.sample(facts, len(facts))), strict=True))
    placed |= dict(zip(changed, (fact.change or "" for fact in draw.sample(changes, len(changes))), strict=True))
    places, events, asked, answers = (words[language].split("|") for words in (_PLACES, _EVENTS, _ASKED, _ANSWERS))
    for number in range(turns):
        if number in placed:
            yield Exchange(placed[number], draw.choice(answers))
        elif draw.random() < 0.3:  # noqa: PLR2004  # about every third is a question
            yield Exchange(draw.choice(asked), draw.choice(answers))
        elif language == "zh":
            yield Exchange(f"{draw.choice(places)}{draw.choice(events)}，第{number}次了。", draw.choice(answers))
        else:
            yield Exchange(f"{draw.choice(places)} {draw.choice(events)}, time {number}.", draw.choice(answers))
