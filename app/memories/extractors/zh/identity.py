"""Who someone is: name, form of address, home, origin, age, birthday, contact, status, languages."""

import re

from app.memories.extractors.zh.clauses import Clause, hit
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.lexicon import either, table, words
from app.memories.extractors.zh.names import affectionate, bare, full_name, looks_like_name
from app.memories.model import Act

_PLACES = frozenset(words("places", "known"))
_COUNTRIES = frozenset(words("places", "countries"))
_NOT_HOMES = frozenset(words("places", "not_homes"))
_ENDINGS = words("places", "endings")
_LANGUAGE = either(table("languages"))
LANGUAGES = table("languages")

_NUMBER = "(?:\\d{1,3}|[一二两三四五六七八九十百]{1,5})"
_DATE = (
    r"(?:(?:农历|阴历|阳历|公历)?\s*(?:(?P<year>\d{4}|\d{2}|"
    r"[〇零一二三四五六七八九]{4})\s*年\s*)?(?P<month>\d{1,2}|"
    r"[一二三四五六七八九十冬腊正]{1,2})\s*月\s*"
    r"(?P<day>\d{1,2}|初?[一二三四五六七八九十廿]{1,3})\s*[日号]?|(?P<iso>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|"
    r"\d{1,2}[-/]\d{1,2}(?!\d)))"
)
_NAMED = re.compile(
    r"(?:(?:真|全|本|大|中文)?名字?(?:就)?(?:叫做?|是)|姓名(?:是|叫)?|名叫|叫做?|名为|"
    r"免贵姓)[:：\s]*(?P<v>[^,，]{1,24})$"
)
_SURNAME = re.compile(r"(?:免贵)?姓(?P<v>[\u4e00-\u9fff]{1,2})(?P<given>[,，]?(?:单?名|叫)[\u4e00-\u9fff]{1,3})?$")
_CALLED = re.compile(
    r"(?P<by>(?:大家|朋友们?|同事们?|家里?人|同学们?|网友|别人|他们|人家|身边的?人)(?:一般|平时|"
    r"通常)?(?:都)?)?(?:可以|请|就|以后|直接|你?都?|平时|一般){0,6}(?:叫|喊|称呼|唤|管)(?:我|本人)(?:为|做|"
    r"叫|作)?\s*"
    r"(?P<v>[^,，。的]{1,12}?)(?P<ok>就行|就好|就可以|即可|就成|好了|都行|也行|吧)?(?:了|哦|呀|啦|哈|[,，。!！]){0,6}$"
)
_NOT_CALLED = re.compile(
    r"(?:别|不要|不许|不用|不想|不喜欢|讨厌|反感|受不了|没人|谁|为什么|怎么)[^,，]{0,6}(?:叫|喊|称呼)我"
)
_LIVES = re.compile(
    r"(?P<not>不|没|没有|不再)?(?:是)?(?P<verb>住在|常住在?|长住在?|常驻在?|驻扎在|定居(?:在|于)?|"
    r"现居住?(?:在|地是)?|居住(?:在|于)|坐标(?:是|在)?|安家(?:在|于)?|落户(?:在|于)?|生活在|租住在|"
    r"租房在|家住在?|家在|蜗居在?|旅居在?|客居|住)\s*[:：]?\s*(?P<v>[^,，的]{1,20})$"
)
_LIVES_IN = re.compile(
    r"(?P<not>不|没)?(?:人)?在(?P<v>[^,，的在]{1,14}?)(?:生活|居住|定居|常住|长住|租房|租了|买了?房|安了?家|"
    r"落户|扎根|漂了|待了)"
)
_MOVED = re.compile(
    r"(?:全家|一家人?|举家)?(?:搬家?|迁居?|移居|移民|调|回流|搬迁)(?:到|去|来|回|"
    r"至)了?(?P<v>[^,，的]{1,14}?)(?:住|生活|工作|居住|定居|发展)?(?:了|啦|来了|去了|这边)?$"
)
_PLANNED = re.compile(
    r"(?:准备|打算|计划|考虑|想|要|将|可能|想要|希望|快要|下个?月|明年|下周|下半年|(?<!去年)(?<!去年的)年底|"
    r"等|后年|过几天|以后|或许|应该|如果|差点|本来要|不想)"
)
_FROM = re.compile(
    r"(?:老家|家乡|故乡|祖籍|籍贯)(?:就)?(?:是|在)?(?P<a>[^,，的是在]{1,12})(?:的|人)?$|"
    r"(?:是)?来自(?P<b>[^,，的]{1,14}?)(?:的)?$|(?:是)?(?:出生|生)(?:在|于)(?P<c>[^,，的\d]{1,14})$|"
    r"(?:是)?(?:土生土长|地道|地地道道|正宗|标准)的?(?P<d>[\u4e00-\u9fff]{1,8})人$|是(?:个|"
    r"一个)?(?P<e>[\u4e00-\u9fffA-Za-z]{1,8})人(?:氏)?$|(?:是)?(?:从小)?在(?P<f>[^,，的]{1,12}?)(?:长大|"
    r"出生|土生土长)(?:的)?$"
)
_NOT_ORIGINS = re.compile(
    r"(?:好|坏|老|年轻|成年|未成年|普通|平凡|聪明|什么|当事|负责|病|男|女|穷|富|有钱|明白|内向|外向|"
    r"主持|经纪|合伙|创始|发言|代理|联系|候选|监护|自己|一家|同路|过来|机器|外地|本地|外国|北方|南方|"
    r"同龄|成|盲|聋|证|介绍|继承|法|打工|手艺|生意|商|军|猎|匠|诗|文|媒体|投资|音乐|"
    r"电影|广告|互联网|产品|技术|IT|中年|正常|现代|那种|这种|很|太|不|没|个|种)(?:的)?$"
)
_AGE = re.compile(
    rf"(?:年龄|年纪)?(?:是|满|已经|快|马上|刚满|都|才|有|周岁|虚岁|也){{0,6}}\s*(?P<v>{_NUMBER})(?:周)?岁(?P<m>半|"
    rf"多)?(?:了|啦)?$"
)
_AGE_BARE = re.compile(r"(?:已经|都|快|马上|刚满|满){0,6}(?P<v>\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)了$")
_BORN = re.compile(r"(?:是|生于|出生于)?\s*(?P<y>(?:19|20)\d\d)\s*年?(?:出生|生)?(?:的|人)?$")
_DECADE = re.compile(r"(?:是)?(?:个)?(?P<v>\d0|\d5)后$")
_BIRTHDAY = re.compile(
    rf"(?:的)?(?:阳历|阴历|农历)?生日(?:就)?(?:是|在|:|：)?\s*(?P<v>{_DATE})|(?:是|生于|"
    rf"出生于)?\s*(?P<w>{_DATE.replace('?P<', '?P<w_')})\s*(?:出生|生日|过生日|生)(?:的)?$"
)
_MARRIED = re.compile(
    r"(?:是)?(?:个)?(?P<v>已婚|未婚|单身|离异|丧偶|离婚|结婚|订婚|新婚|恋爱中|单身狗|单身汉|没结婚|没对象|"
    r"离了婚|结了婚)(?:已?经?(?P<n>[\d一二两三四五六七八九十]{1,3}年)(?:多)?)?(?:了|的|呢|啦){0,6}$"
)
_STATUS = {
    "单身狗": "单身",
    "单身汉": "单身",
    "没对象": "单身",
    "没结婚": "未婚",
    "结婚": "已婚",
    "结了婚": "已婚",
    "新婚": "已婚",
    "离婚": "离异",
    "离了婚": "离异",
}
_SPEAKS = re.compile(
    rf"(?P<not>不|不太|不怎么)?(?:会|能|懂|说|讲|精通|熟悉|擅长)(?:说|讲|一点|点儿?|一些|"
    rf"流利的){{0,6}}(?P<v>{_LANGUAGE}(?:、|和|跟|以及|还有|也会|一点点?|点儿?|一些|些|\\s|"
    rf"{_LANGUAGE}){{0,8}})(?:和)?$"
)
_MOTHER_TONGUE = re.compile(rf"(?:的)?母语(?:是|为|:|：)\s*(?P<v>{_LANGUAGE})$")
_SKILL = re.compile(
    rf"(?:的)?(?P<v>{_LANGUAGE})(?:水平)?(?:说得|讲得)?(?P<how>很好|不好|不太好|很差|一般|流利|很流利|不错|"
    rf"很烂|比较差|比较弱|很弱|四级|六级|N[1-5]|n[1-5])$"
)
_GENDER = re.compile(r"是(?:个|一个|一名)?(?P<v>男生|女生|男的|女的|男孩子?|女孩子?|男人|女人|男性|女性)$")
_SIGN = re.compile(
    r"(?:是|属)(?:个|一个)?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座|"
    r"[ABO]{1,2}型血?|[EI][NS][FT][JP](?:-[AT])?|左撇子|色盲|独生子女|独生子|独生女|党员|少数民族|"
    r"[\u4e00-\u9fff]{1,3}族|夜猫子|早起型|社恐|路痴|吃货|佛教徒|基督徒|穆斯林|天主教徒|素食主义者|素食者|"
    r"纯素食者|完美主义者|环保主义者)(?:的)?$"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person:
        return _address(clause)
    found = [fact for reader in _READERS for fact in reader(clause)]
    return [Fact(says=f"以前{fact.says}", importance=2) if clause.past and fact.slot else fact for fact in found]


def _name(clause: Clause) -> list[Fact]:
    named = hit(_NAMED, clause.body) if clause.explicit or clause.subject.who == "relation" else None
    if named and named.match.start() == 0 and looks_like_name(bare(named["v"])):
        name = bare(named["v"])
        return [Fact(slot="name", value=name, says=f"名叫{name}", importance=4, confidence=0.9, entities=(name,))]
    surname = _SURNAME.match(clause.body.plain) if clause.explicit or clause.first else None
    if surname and full_name(surname["v"] + "某"):
        family = clause.body.raw[surname.start("v") : surname.end("v")]
        return [Fact(slot="surname", value=family, says=f"姓{family}")]
    is_ = re.match(r"(?:就是|是)(?P<v>[^,，的]{2,12})$", clause.body.plain)
    if is_ and clause.explicit and clause.about_person:
        name = bare(clause.body.raw[is_.start("v") : is_.end("v")])
        titled = (
            re.match(r"(?P<name>.{2,4}?)(?:教授|老师|医生|先生|女士|总|主任|博士)$", name) if not clause.own else None
        )
        name = titled["name"] if titled and full_name(titled["name"]) else name
        if looks_like_name(name, strict=True):
            return [Fact(slot="name", value=name, says=f"名叫{name}", importance=4, entities=(name,))]
    return []


def _address(clause: Clause) -> list[Fact]:
    called = hit(_CALLED, clause.text)
    if (
        not called
        or hit(_NOT_CALLED, clause.text)
        or (not clause.own and not called["by"] and clause.subject.who != "other")
    ):
        return []
    name = bare(called["v"])
    fits = looks_like_name(name) or (name.startswith("小") and len(name) <= 4)  # noqa: PLR2004  # 小 and a nickname
    sure = (
        called["ok"]
        or called["by"]
        or full_name(name)
        or affectionate(name)
        or (name[:1].isascii() and name[:1].isupper())
    )
    if not fits or not sure or clause.subject.who == "relation":
        return []
    return [
        Fact(
            slot="form_of_address",
            value=name,
            says=f"希望被称呼为{name}" if not called["by"] else f"平时被称呼为{name}",
            importance=4,
            entities=(name,),
        )
    ]


def is_place(plain: str) -> bool:
    return bool(plain) and (
        plain in _PLACES or plain in _COUNTRIES or plain[-1] in _ENDINGS or any(plain.startswith(p) for p in _PLACES)
    )


def _home_like(plain: str) -> bool:
    if (
        not plain
        or plain in _NOT_HOMES
        or plain[0] in "一这那哪谁几多得你他她它我不很太最自酒宾"
        or any(plain.startswith(n) for n in _NOT_HOMES if len(n) > 1)
    ):
        return False
    return not re.search(r"酒店|宾馆|民宿|医院|宿舍|朋友|同学|什么|哪|还是|出差|旅|集团|公司$|晚$|天$", plain)


def _home(clause: Clause) -> list[Fact]:
    if re.search(r"出差|旅游|旅行|度假|临时|暂时|暂住|这几天|今晚|这周|今天|这两天|几天|一晚|晚上", clause.text.plain):
        return []
    for pattern in (_LIVES, _LIVES_IN, _MOVED):
        found = hit(pattern, clause.body)
        if not found or not _at_start(found, clause, pattern is _MOVED):
            continue
        place = re.split(r"附近|旁边|一带", clean(found["v"]))[0] if pattern is not _LIVES else clean(found["v"])
        place = re.sub(r"^(?:在|到|于)|(?:生活|工作)?(?:[一二两三四五六七八九十\d]+(?:多)?年)?多?$", "", place).strip()
        sure = is_place(found.plain("v")) or found.match.groupdict().get("verb") != "住"
        if not _home_like(place) or not sure:
            continue
        if _PLANNED.search(clause.text.plain[: clause.text.plain.find(found.plain(0))]):
            return []
        if "not" in found.match.groupdict() and found["not"]:
            return [Fact(slot="residence", value=place, says=f"不住在{place}了", act=Act.RETRACT, topic=place)]
        return [Fact(slot="residence", value=place, says=f"住在{place}", importance=4)]
    return []


def _at_start(found: object, clause: Clause, moved: bool) -> bool:  # one signature for all three
    start = getattr(found, "match").start()  # noqa: B009  # a Hit
    return (
        start == 0
        or moved
        or (
            bool(
                re.fullmatch(
                    r"[\d年月日号上个周前刚后来，, 去今的就又和老婆公家人一起从]*[^,，]{0,12}",
                    clause.body.plain[:start],
                )
            )
            and moved
        )
    )


def _origin(clause: Clause) -> list[Fact]:
    found = hit(_FROM, clause.body)
    if not found or found.match.start() != 0 or not (clause.explicit or "老家" in found.plain(0) or not clause.first):
        return []
    group = next(name for name in "abcdef" if found[name])
    place = clean(found[group])
    plain = found.plain(group)
    if group in "de" and (_NOT_ORIGINS.search(plain) or not (is_place(plain) or group == "d" or 2 <= len(plain) <= 4)):  # noqa: PLR2004  # lengths of place names
        return []
    if re.search(r"哪|什么|谁|[一这那]个", plain):
        return []
    if plain in _COUNTRIES and group == "e":
        return [Fact(slot="nationality", value=place, says=f"是{place}人")]
    return [Fact(slot="origin", value=place, says=f"的老家在{place}" if group == "a" else f"来自{place}")]


def _age(clause: Clause) -> list[Fact]:
    if found := hit(_AGE, clause.body):
        if found.match.start() == 0 and not clause.past:
            age = found["v"] + ("岁半" if found["m"] == "半" else "岁")
            return [Fact(slot="age", value=str(number(found.plain("v")) or found["v"]), says=f"今年{age}")]
    elif (found := hit(_AGE_BARE, clause.body)) and found.match.start() == 0 and "今年" in clause.lead:
        return [Fact(slot="age", value=str(number(found.plain("v"))), says=f"今年{found['v']}岁")]
    elif (found := hit(_BORN, clause.body)) and found.match.start() == 0:
        return [Fact(slot="birth_year", value=found["y"], says=f"{found['y']}年出生")]
    elif (found := hit(_DECADE, clause.body)) and found.match.start() == 0 and clause.explicit:
        return [Fact(slot="birth_decade", value=found["v"], says=f"是{found['v']}后")]
    return []


def _birthday(clause: Clause) -> list[Fact]:
    found = hit(_BIRTHDAY, clause.body)
    if not found or found.match.start() != 0 or not (clause.explicit or not clause.first):
        return []
    prefix = "" if found["v"] else "w_"
    date = clean(found["v"] or found["w"])
    month, day, year, iso = (found[prefix + part] for part in ("month", "day", "year", "iso"))
    if iso:
        *years, month, day = re.split(r"[-/.]", iso)
        year = years[0] if years else ""
    value = f"{number(month) or month}-{number(day) or day}"
    value = "-".join(part.zfill(2) for part in value.split("-"))
    if "农历" in date or "阴历" in date or "初" in date:
        value = f"lunar {value}"
    facts = [Fact(slot="birthday", value=value, says=f"的生日是{date}", importance=4)]
    if len(year) == 4 and year.isdigit():  # noqa: PLR2004  # a full year
        facts.append(Fact(slot="birth_year", value=year, says=f"{year}年出生"))
    return facts


def _status(clause: Clause) -> list[Fact]:
    facts: list[Fact] = []
    if (found := hit(_MARRIED, clause.body)) and found.match.start() == 0 and (clause.explicit or not clause.first):
        status = _STATUS.get(found.plain("v"), found.plain("v"))
        facts.append(
            Fact(slot="marital_status", value=status, says=f"{status}" + (f"，已{found['n']}" if found["n"] else ""))
        )
    if (found := hit(_GENDER, clause.body)) and found.match.start() == 0 and clause.explicit:
        facts.append(Fact(slot="gender", value="男" if "男" in found.plain("v") else "女", says=f"是{found['v']}"))
    if (found := hit(_SIGN, clause.body)) and found.match.start() == 0 and clause.explicit:
        facts.append(
            Fact(
                slot="diet" if "素食" in found["v"] else f"trait:{head(found['v'])}",
                value=found["v"],
                says=f"是{found['v']}",
            )
        )
    return facts


def _languages(clause: Clause) -> list[Fact]:
    if not clause.explicit and clause.first:
        return []
    if (found := hit(_MOTHER_TONGUE, clause.body)) and found.match.start() == 0:
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value="native", says=f"的母语是{found['v']}")]
    if (found := hit(_SPEAKS, clause.body)) and found.match.start() == 0:
        spoken = [word.group() for word in re.finditer(_LANGUAGE, found["v"])]
        says, value = ("不会说", "no") if found["not"] else ("会说", "yes")
        return [Fact(slot=f"speaks:{LANGUAGES.get(word, word)}", value=value, says=f"{says}{word}") for word in spoken]
    if (found := hit(_SKILL, clause.body)) and found.match.start() == 0:
        code = LANGUAGES[found.plain("v")]
        return [Fact(slot=f"speaks:{code}", value=found["how"], says=f"的{found['v']}{found['how']}")]
    return []


_DIGITS = {char: index for index, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "正": 1, "初": 0}


def number(words_: str) -> int | None:
    """`三十二` → 32, `廿三` → 23; None when it is no number."""
    text = words_.strip().lstrip("初").replace("廿", "二十")
    if text.isdigit():
        return int(text)
    if not text or any(char not in _DIGITS and char not in "十百" for char in text):
        return None
    total, digit = 0, 0
    for char in text:
        if char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit


_READERS = (_name, _address, _home, _origin, _age, _birthday, _status, _languages)
