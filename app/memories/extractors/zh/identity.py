"""Who someone is: name, form of address, home, origin, age, birthday, contact, status, languages."""

import re

from app.memories.extractors.zh import languages, places
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.measures import STATUS
from app.memories.extractors.zh.names import affectionate, bare, full_name, looks_like_name
from app.memories.extractors.zh.numbers import number
from app.memories.extractors.zh.subjects import begins, hit

_NUMBER = "(?:\\d{1,3}|[一二两三四五六七八九十百]{1,5})"
_DATE = (
    r"(?:(?:(?:农历|阴历|阳历|公历)\s*+)?(?:(?P<year>\d{4}|\d{2}|"
    r"[〇零一二三四五六七八九]{4})\s*年\s*)?(?P<month>\d{1,2}|"
    r"[一二三四五六七八九十冬腊正]{1,2})\s*月\s*"
    r"(?P<day>\d{1,2}|初?[一二三四五六七八九十廿]{1,3})\s*[日号]?|(?P<iso>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|"
    r"\d{1,2}[-/]\d{1,2}(?!\d)))"
)
_NAMED = re.compile(
    r"(?:(?:真|全|本|大|学|中文)?名字?(?:就)?(?:叫做?|是)|姓名(?:是|叫)?|名叫|叫做?|名为|"
    r"免贵姓|(?:大|学|全|本)名儿?)[:：\s]*(?P<v>[^,，]{1,24})$"
)
_SURNAME = re.compile(r"(?:免贵|敝)?姓(?P<v>[\u4e00-\u9fff]{1,2})(?P<given>[,，]?(?:单?名|叫)[\u4e00-\u9fff]{1,3})?$")
_CALLED = re.compile(
    r"(?P<by>(?:大家|朋友们?|同事们?|家里?人|同学们?|网友|别人|他们|人家|身边的?人)(?:一般|平时|"
    r"通常)?(?:都)?)?(?:可以|请|就|以后|直接|你?都?|平时|一般){0,6}(?:叫|喊|称呼|唤|管)(?:我|本人)(?:为|做|"
    r"叫|作)?\s*"
    r"(?P<v>[^,，。的]{1,12}?)(?P<ok>就行|就好|就可以|即可|就成|好了|都行|也行|吧)?(?:了|哦|呀|啦|哈|[,，。!！]){0,6}$"
)
_NOT_CALLED = re.compile(
    r"(?:别|不要|不许|不用|不想|不喜欢|讨厌|反感|受不了|没人|谁|为什么|怎么)[^,，]{0,6}(?:叫|喊|称呼)我"
)
_AGE = re.compile(
    rf"(?:年龄|年纪)?(?:是|满|已经|快|马上|刚满|都|才|有|周岁|虚岁|也){{0,6}}\s*(?P<v>{_NUMBER})(?:周)?岁(?P<m>半|"
    rf"多)?(?:了|啦)?$"
)
_AGE_PLAIN = re.compile(
    r"^(?:已经|都|快|马上|刚满|满|刚过|刚){0,4}(?P<v>[二三四五六七八九]十[一二三四五六七八九]?|"
    r"十[一二三四五六七八九]|[1-9]\d)(?=$|在|做|干|,|，)"
)
_YEARS = re.compile(r"1[6-9]|[2-7]\d")
_AGE_BARE = re.compile(
    r"(?:已经|都|快|马上|刚满|满|刚过){0,6}(?P<v>\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)多?了$"
)
_BORN = re.compile(
    r"(?:是|生于|出生于)?\s*(?P<y>(?:19|20)\d\d)\s*年?(?:的?(?:春天|夏天|秋天|冬天|春|夏|秋|冬|年初|年底|"
    r"[\d一二三四五六七八九十]{1,2}月))?(?:出生|生)?(?:的|人)?$"
)
_BORN_SHORT = re.compile(r"(?:是)?(?P<y>[3-9]\d|0\d|1[0-5])年(?:(?:出)?生)?(?:的|人)$")
_DECADE = re.compile(r"(?:是)?(?:个)?(?P<v>\d0|\d5)后$")
_BIRTHDAY = re.compile(
    rf"(?:的)?(?:阳历|阴历|农历)?生日(?:就)?(?:是在|是|在|:|：)?\s*+(?P<v>{_DATE})|(?:每年(?:的)?|是|生于|"
    rf"出生于)?\s*+(?P<w>{_DATE.replace('?P<', '?P<w_')})\s*(?:出生|生日|过生日|生)(?:的)?$"
)
_UNSETTLED = re.compile(r"正在?$|准备|打算|闹|快要?$|在$")  # 正离婚
_MARRIED = re.compile(
    r"(?:是)?(?:个)?(?:(?:一直|还)?(?:和|跟|与)(?P<with>[^,，我]{1,8}?)(?=[订结离]婚))?(?P<v>已婚|未婚|单身|离异|丧偶|离婚|结婚|订婚|新婚|恋爱中|单身狗|单身汉|没结婚|没对象|"
    r"离了婚|结了婚)(?:未育|已育|有[一二两三\d]孩|"
    r"无孩)?(?:已?经?(?P<n>[\d一二两三四五六七八九十]{1,3}年|好多年|很多年|多年|好几年)(?:多)?)?(?:了|的|呢|啦){0,6}$"
)
_SAID = {
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
_GENDER = re.compile(
    r"(?:是(?:个|一个|一名)?(?P<v>男生|女生|男的|女的|男孩子?|女孩子?|男人|女人|男性|女性)|(?:性别(?:是|:|"
    r"：)?\s*)?(?P<w>男|女)性?)$"
)
_SIGN = re.compile(
    r"(?:是|属)(?:个|一个)?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座|"
    r"[ABO]{1,2}型血?|[EI][NS][FT][JP](?:-[AT])?|左撇子|色盲|独生子女|独生子|独生女|党员|少数民族|"
    r"[\u4e00-\u9fff]{1,3}族|夜猫子|早起型|社恐|路痴|吃货|佛教徒|基督徒|穆斯林|天主教徒|素食主义者|素食者|"
    r"纯素食者|完美主义者|环保主义者)(?:的)?$"
)


_TEMPER = re.compile(
    r"^(?:就是|是|有点儿?|很|比较|特别|非常|重度|轻微|超级?|天生){0,4}(?P<v>社恐|社牛|路痴|脸盲|夜猫子|急性子|慢性子|"
    r"选择困难症?|洁癖|拖延症|完美主义|健忘|慢热|内向|外向|怕生|嘴笨|心软)(?:的)?$"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person:
        return _address(clause)
    found = [fact for reader in _READERS for fact in reader(clause)]
    return [Fact(says=f"以前{fact.says}", importance=2) if clause.past and fact.slot else fact for fact in found]


_IS_NAMED = re.compile(r"(?:就是|是)(?P<v>[^,，的]{2,12})$")


@behind(_NAMED, _SURNAME, _IS_NAMED)
def _name(clause: Clause) -> list[Fact]:
    told = clause.explicit or clause.subject.who == "relation" or (not clause.first and "现在" in clause.lead)
    named = hit(_NAMED, clause.body) if told else None
    if named and not clause.explicit and clause.own and not full_name(bare(named.plain("v"))):
        named = None
    if named and named.match.start() == 0 and looks_like_name(bare(named["v"])):
        name = bare(named["v"])
        return [Fact(slot="name", value=name, says=f"名叫{name}", importance=4, confidence=0.9, entities=(name,))]
    surname = _SURNAME.match(clause.body.plain) if clause.explicit or clause.first else None
    if surname and full_name(surname["v"] + "某"):
        family = clause.body.raw[surname.start("v") : surname.end("v")]
        return [Fact(slot="surname", value=family, says=f"姓{family}")]
    is_ = _IS_NAMED.match(clause.body.plain)
    if (
        is_
        and clause.explicit
        and clause.about_person
        and not re.match(r"我们?家|家里", clause.text.plain)
        and not _SIGN.match(clause.body.plain)
    ):
        name = bare(clause.body.raw[is_.start("v") : is_.end("v")])
        titled = (
            re.match(r"(?P<name>.{2,4}?)(?:教授|老师|医生|先生|女士|总|主任|博士)$", name) if not clause.own else None
        )
        name = titled["name"] if titled and full_name(titled["name"]) else name
        if looks_like_name(name, strict=True):
            return [Fact(slot="name", value=name, says=f"名叫{name}", importance=4, entities=(name,))]
    return []


@behind(_CALLED)
def _address(clause: Clause) -> list[Fact]:
    called = hit(_CALLED, clause.text)
    if (
        not called
        or hit(_NOT_CALLED, clause.text)
        or (not clause.own and not called["by"] and clause.subject.who != "other")
    ):
        return []
    name = bare(called["v"])
    fits = looks_like_name(name) or (name.startswith("小") and len(name) <= 4)  # 小 and a nickname
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


_TURNED = re.compile(
    rf"(?:刚|才|已经|上个?(?:周|月|星期|礼拜)(?:[一二三四五六日天末])?|昨天|前天|今天|前几天|,|，)*(?:过了?|过完)(?P<v>{_NUMBER})(?:周)?岁(?:的)?生日(?:了|啦)?$"
)


@behind(_TURNED, _AGE, _AGE_BARE, _AGE_PLAIN, _YEARS, _BORN, _BORN_SHORT, _DECADE)
def _age(clause: Clause) -> list[Fact]:
    if (turned := begins(_TURNED, clause.body)) and "了" in clause.body.plain and not clause.past:
        return [Fact(slot="age", value=str(number(turned.plain("v")) or turned["v"]), says=f"今年{turned['v']}岁")]
    if found := hit(_AGE, clause.body):
        if found.match.start() == 0 and not clause.past:
            age = found["v"] + ("岁半" if found["m"] == "半" else "岁")
            return [Fact(slot="age", value=str(number(found.plain("v")) or found["v"]), says=f"今年{age}")]
    elif (
        (found := begins(_AGE_BARE, clause.body)) and ("今年" in clause.lead or clause.subject.who == "relation")
    ) or ("今年" in clause.lead and (found := hit(_AGE_PLAIN, clause.body))):
        return [Fact(slot="age", value=str(number(found.plain("v"))), says=f"今年{found['v']}岁")]
    elif clause.own and not clause.first and not clause.explicit and _YEARS.fullmatch(clause.text.plain.strip()):
        age = clause.text.plain.strip()  # 本人女 28 未婚
        return [Fact(slot="age", value=age, says=f"今年{age}岁")]
    elif found := begins(_BORN, clause.body):
        return [Fact(slot="birth_year", value=found["y"], says=f"{found['y']}年出生")]
    elif found := begins(_BORN_SHORT, clause.body):
        year = f"{'19' if found['y'] > '15' else '20'}{found['y']}"
        return [Fact(slot="birth_year", value=year, says=f"{year}年出生")]
    elif (found := begins(_DECADE, clause.body)) and clause.explicit:
        return [Fact(slot="birth_decade", value=found["v"], says=f"是{found['v']}后")]
    return []


@behind(_BIRTHDAY)
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
    if len(year) == 4 and year.isdigit():  # a full year
        facts.append(Fact(slot="birth_year", value=year, says=f"{year}年出生"))
    return facts


@behind(_MARRIED, _GENDER, _SIGN, _TEMPER)
def _status(clause: Clause) -> list[Fact]:
    facts: list[Fact] = []
    unsettled = _UNSETTLED.search(clause.lead)
    if not unsettled and (found := begins(_MARRIED, clause.body)) and (clause.explicit or not clause.first):
        status = _SAID.get(found.plain("v"), found.plain("v"))
        facts.append(
            Fact(
                slot="marital_status",
                value=STATUS.get(status, status),
                says=(f"跟{found['with']}" if found["with"] else "")
                + f"{status}"
                + (f"，已{found['n']}" if found["n"] else ""),
            )
        )
    if (found := begins(_GENDER, clause.body)) and clause.explicit:
        said = found["v"] or f"{found['w']}性"
        facts.append(Fact(slot="gender", value="male" if "男" in said else "female", says=f"是{said}"))
    if (found := begins(_SIGN, clause.body)) and clause.explicit:
        facts.append(_trait(found["v"]))
    elif clause.explicit and (found := begins(_TEMPER, clause.body)):
        facts.append(Fact(slot=f"trait:{head(found['v'])}", value="yes", says=clean(clause.body.raw)))
    return facts


def _trait(words_: str) -> Fact:
    says = f"是{words_}"
    if "素食" in words_:
        return Fact(slot="diet", value="vegan" if "纯" in words_ else "vegetarian", says=says, importance=4)
    if words_.endswith("座"):
        return Fact(slot="star_sign", value=words_, says=says)
    if "型" in words_ and words_[0] in "ABO":
        return Fact(slot="blood_type", value=words_[: words_.find("型")], says=says)
    if words_[:1].isascii():
        return Fact(slot="mbti", value=words_, says=says)
    if words_ == "左撇子":
        return Fact(slot="handedness", value="left-handed", says=says)
    return Fact(slot=f"trait:{head(words_)}", value="yes", says=says)


_READERS = (_name, _address, places.read, _age, _birthday, _status, languages.read)
