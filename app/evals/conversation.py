"""Long conversations with planted facts, made by us: chatter from templates, the same for the same seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
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

OTHERS: dict[str, list[Fact]] = {  # told in other words, and repeated by the assistant
    "zh": [
        Fact("我家在乌镇西边，住了三年了。", "乌镇", "我现在住哪儿？", "上个月我们全家搬去了柳塘。", "柳塘"),
        Fact(
            "我是苔花出版社的编辑。",
            "苔花",
            "我在哪家单位工作？",
            "我已经从苔花出版社离职，现在在岚屿书局上班。",
            "岚屿",
        ),
        Fact("回答我的时候请用敬语。", "敬语", "回答我时该用什么语气？"),
        Fact("这次巡展的经费是十二万。", "十二万", "巡展的经费有多少？", "巡展的经费追加到十五万了。", "十五万"),
        Fact("读书会安排在6月5日。", "6月5日", "读书会定在哪一天？", "读书会改期到6月19日。", "6月19日"),
        Fact("封面的设计师是黎照。", "黎照", "封面设计师是谁？", "封面的设计师现在是宋禾。", "宋禾"),
        Fact("我们的网站跑在Nginx上。", "Nginx", "网站用的是什么服务器软件？"),
        Fact("开幕式的地点是听雨轩。", "听雨轩", "开幕式在哪里办？", "开幕式的地点改为望湖楼。", "望湖楼"),
        Fact("选题会每周一下午开。", "周一", "选题会什么时候开？", "选题会挪到周三下午了。", "周三"),
        Fact("我最喜欢的运动是羽毛球。", "羽毛球", "我最喜欢什么运动？", "我现在最喜欢的运动是游泳。", "游泳"),
        Fact("我乳糖不耐受，喝不了牛奶。", "乳糖|牛奶", "早餐给我搭配什么要注意？"),
        Fact("大家都叫我阿棠。", "阿棠", "大家怎么称呼我？"),
        Fact("我家的金毛叫豆包。", "豆包", "我家狗叫什么？"),
        Fact("我先生是消防员。", "消防员", "我先生做什么工作？"),
        Fact("印刷厂的交货期是四周。", "四周", "印刷厂多久交货？", "印刷厂的交货期缩短到三周了。", "三周"),
        Fact("我下班后要去接孩子，六点以后别约我。", "六点", "几点以后不要约我？"),
        Fact("样书的编号是TH-307。", "TH-307", "样书编号是多少？"),
        Fact("我血型是AB型。", "AB", "我是什么血型？"),
        Fact("送审之前一定要找法务看一遍。", "法务", "送审之前要做什么？"),
        Fact("新书的定价是58元。", "58元", "新书定价多少？", "新书的定价调整为62元。", "62元"),
    ],
    "en": [
        Fact(
            "We've been living in Tarbert for three years.",
            "Tarbert",
            "Where is my home?",
            "Last month we moved to Oban.",
            "Oban",
        ),
        Fact(
            "I'm an editor at Mossgate Press.",
            "Mossgate",
            "Which company do I work for?",
            "I left Mossgate Press and joined Fernhill Books.",
            "Fernhill",
        ),
        Fact("Please keep your answers under five sentences.", "five sentences", "How long should answers be?"),
        Fact(
            "The touring exhibition has a budget of 12,000.",
            "12,000",
            "What is the budget of the touring exhibition?",
            "The budget of the touring exhibition was raised to 15,000.",
            "15,000",
        ),
        Fact(
            "The reading group meets on June 5.",
            "June 5|5 June",
            "When does the reading group meet?",
            "The reading group has been postponed to June 19.",
            "June 19|19 June",
        ),
        Fact(
            "The cover designer is Liora.",
            "Liora",
            "Who designs the cover?",
            "The cover designer is now Soren.",
            "Soren",
        ),
        Fact("Our website runs on Nginx.", "Nginx", "What does our website run on?"),
        Fact(
            "The opening takes place at the old mill.",
            "old mill",
            "Where does the opening take place?",
            "We changed the place of the opening to the glasshouse.",
            "glasshouse",
        ),
        Fact(
            "The editorial meeting is every Monday.",
            "Monday",
            "When is the editorial meeting?",
            "The editorial meeting was moved to Wednesday.",
            "Wednesday",
        ),
        Fact(
            "My favourite sport is badminton.",
            "badminton",
            "What is my favourite sport?",
            "My favourite sport is swimming these days.",
            "swimming",
        ),
        Fact("I'm lactose intolerant.", "lactose", "What should you mind when you plan my breakfast?"),
        Fact("Everybody calls me Tansy.", "Tansy", "What do people call me?"),
        Fact("Our golden retriever is called Waffle.", "Waffle", "What is our dog called?"),
        Fact("My husband is a firefighter.", "firefighter", "What does my husband do?"),
        Fact(
            "The printer's lead time is four weeks.",
            "four weeks",
            "What is the printer's lead time?",
            "The printer's lead time went down to three weeks.",
            "three weeks",
        ),
        Fact("I pick up the kids after work, so nothing after 6 pm.", "6 pm|6pm", "After which hour am I not free?"),
        Fact("The proof copy has the number TH-307.", "TH-307", "What is the number of the proof copy?"),
        Fact("My blood type is AB.", "AB", "What is my blood type?"),
        Fact("Legal has to see every text before it goes out.", "Legal", "Who has to see a text before it goes out?"),
        Fact(
            "The new book will cost 18 pounds.",
            "18 pounds",
            "What will the new book cost?",
            "The new book will cost 21 pounds now.",
            "21 pounds",
        ),
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
_OTHER_CHATTER = {
    "zh": "今天的云像棉花糖。|刚泡了一壶热水。|隔壁在装修，有点吵。|阳台上的花开了。|路上堵了半个小时。|"
    "电梯又坏了。|外卖送错了。",
    "en": "The clouds look like cotton today.|Somebody next door is drilling.|The lift is out of order again.|"
    "It took half an hour to find a parking space.|There is a rainbow over the roofs.|The kettle just boiled.",
}
_ECHOES = {"zh": "收到：{}", "en": "Noted: {}"}
_ANSWERS = {
    "zh": "好的。|明白了。|听起来很有意思。|当然可以。|我来看看。|没问题，我们继续。|这里是一个例子。",
    "en": "Sure.|I see.|That sounds lovely.|Of course.|Let me have a look.|No problem, go on.|Here is one.",
}


def conversation(
    language: Literal["zh", "en"], turns: int, seed: int = 7, *, others: bool = False
) -> Iterator[Exchange]:
    """The exchanges in order. Facts are told in the first part, changes come in the last third but before its end.

    `others`: other facts among other chatter, which the assistant repeats in its answer.
    """
    draw = random.Random(seed)  # noqa: S311  # no secret hangs on it
    facts = (OTHERS if others else FACTS)[language]
    told = sorted(draw.sample(range(turns // 50, turns * 6 // 10), len(facts)))
    changes = [fact for fact in facts if fact.change]
    changed = sorted(draw.sample(range(turns * 6 // 10, turns * 95 // 100), len(changes)))
    placed = dict(zip(told, (fact.told for fact in draw.sample(facts, len(facts))), strict=True))
    placed |= dict(zip(changed, (fact.change or "" for fact in draw.sample(changes, len(changes))), strict=True))
    asked, answers = _ASKED[language].split("|"), _ANSWERS[language].split("|")
    for number in range(turns):
        if number in placed:
            answer = _ECHOES[language].format(placed[number]) if others else draw.choice(answers)
            yield Exchange(placed[number], answer)
        elif draw.random() < 0.3:  # noqa: PLR2004  # about every third is a question
            yield Exchange(draw.choice(asked), draw.choice(answers))
        else:
            yield Exchange(_chatter(draw, language, number, others=others), draw.choice(answers))


def _chatter(draw: random.Random, language: Literal["zh", "en"], number: int, *, others: bool) -> str:
    if others:
        return draw.choice(_OTHER_CHATTER[language].split("|"))
    place, event = (draw.choice(words[language].split("|")) for words in (_PLACES, _EVENTS))
    return f"{place}{event}，第{number}次了。" if language == "zh" else f"{place} {event}, time {number}."
