"""How someone lives: what they own and drive, how they get to work, with whom they live, what their body is like."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.measures import measured
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Kind

_N = r"(?:\d{1,4}(?:\.\d{1,2})?|[一二两三四五六七八九十百半几]{1,5})"
_DRIVES = re.compile(
    rf"^(?:平时|一直|现在|目前|上下班|自己|都|也|还){{0,4}}(?:开|骑)(?:的是|的|着|"
    rf"了)?(?:{_N}?年?的?)?(?:一?[辆台部](?=[\u4e00-\u9fffA-Za-z])|(?<=的是)|(?<=的))"
    r"(?P<v>[^,，]{2,16})$"
)
_OWNS = re.compile(
    r"^(?:家里|名下|手上|还|也|自己|已经){0,3}(?:有|买了?|入手了?|换了|添了)(?P<n>一|两|二|三|四|五|\d)?(?P<u>辆|"
    r"台|套|部|架|把|块|栋|艘|间)"
    r"(?P<v>[^,，]{1,16}?)(?:了)?$"
)
_IS_A = re.compile(
    r"^(?:的)?(?P<n>车|座驾|坐骑|相机|单反|吉他|琴|自行车|公路车|摩托|电动车|镜头|耳机|音箱|显示器|鼠标|手表|"
    r"平板|主机|显卡|路由器|打印机|咖啡机|烤箱|房子)"
    r"(?:现在|目前)?(?:是|用的是|开的是|:)\s*(?:一?[辆台部把副块套])?(?P<v>[^,，]{1,20})$"
)
_ESTATE = re.compile(
    r"^住的?(?:那个?|这个?)?(?P<n>小区|地方|楼盘|村子|村|公寓|小镇|宿舍楼)(?:名字)?(?:叫做?|"
    r"是)(?P<v>[^,，真很不]{2,14})$"
)
_COMMUTE = re.compile(
    r"^(?:每天|平时|一般|都|现在|主要)*(?:上下?班|通勤|上学|去公司|去学校)(?:的路上|路上|单程|来回)?(?:一般|主要|"
    r"都|平时|基本|是|得|要|靠|需要|大概|差不多)*"
    r"(?P<v>(?:坐|骑|开车?|搭|走路|步行|打车|挤|乘|地铁|公交|自驾|拼车|班车|"
    r"[\d一二两三四五六七八九十半]+个?(?:半)?(?:小时|分钟|钟头))[^,，]{0,16})$"
)
_TO_WORK = re.compile(
    r"^(?:每天|平时|一般|都|现在|主要|习惯)*(?P<v>(?:坐|骑|开|乘|搭|走路|步行|打车|挤)[^,，]{0,8}?)(?:上下?班|上学|"
    r"通勤|去公司|去单位)(?:的)?$"
)
_HOUSEHOLD = re.compile(
    r"^(?:现在|目前|一直|还是|还|都|是|平时|在外面?){0,4}(?P<v>(?:自己)?一个人住|独居|(?:自己)?租房(?:子)?住?|"
    r"租的房|整租|合租|住校|"
    r"住(?:在)?[一二三四五六七八九十\d]+[楼层](?:没电梯|有电梯|无电梯)?|住顶楼|住底楼|住(?:公司|学校|单位|集体|员工)?宿舍|(?:和|跟|"
    r"与)[^,，]{1,10}?(?:一起)?(?:住在?一起|一起住|同住|合租|住)|四世同堂|三代同堂|"
    r"(?:是)?(?:两地|异地)(?:分居|恋)?|(?:丁克|单亲)家庭)(?:了|的|着)?$"
)
_MODE = {
    "remote": r"远程(?:办公|上班|工作|的)?|居家(?:办公|上班|工作)|在家(?:办公|上班|工作)",
    "office": r"坐班",
    "hybrid": r"混合办公",
    "shifts": r"倒班|三班倒|两班倒|轮班|上[一二两三四\d]+天休[一二两三四\d]+天|做[一二两三四\d]+休[一二两三四\d]+",
    "night shift": r"(?:上|值|常年)?夜班",
    "freelance": r"自由职业|接私活|接散活|单干",
    "part-time": r"(?:做)?兼职|打零工",
    "one day off a week": r"单休",
    "two days off a week": r"双休",
    "996": r"996|九九六",
}
_MODES = re.compile(
    "^(?:现在|目前|一直|都|主要|基本|长期|常年|平时|是|在|上|要|经常|做|全职|公司|我们|实行){0,5}(?:"
    + "|".join(f"(?P<m{index}>{words})" for index, words in enumerate(_MODE.values()))
    + ")(?:的|者|了|制|人)?$"
)
_BODY = re.compile(
    rf"^(?P<n>身高|体重|血压|心率|视力|腰围|臂展)(?:是|有|才|就|大概|大约|差不多|只有|在|左右|现在|目前|常年|,|"
    rf"\s){{0,4}}"
    rf"(?P<v>{_N}(?:米|斤|公斤|千克|厘米|cm|kg|度|点)?{_N}?(?:[米斤度]|公斤|厘米|cm|kg|左右|多)?)$",
    re.IGNORECASE,
)
_TALL = re.compile(
    r"^(?:身高)?(?P<v>一米[\d一二三四五六七八九零]{1,2}|1\.\d\d?米|1米\d\d?|1\d\dcm)(?:高|的个子|的身高)?$",
    re.IGNORECASE,
)
_HEAVY = re.compile(
    r"^(?:重|体重)?(?P<v>(?:\d{2,3}|[一二两三四五六七八九十百]{2,6})(?:多)?(?:斤|公斤|千克|kg))(?:重)?$", re.IGNORECASE
)
_SLOTS = {"身高": "height", "体重": "weight", "血压": "blood_pressure", "视力": "eyesight"}
_WEARS = re.compile(
    r"^(?:平时|一直|常年|都|要|得|从小){0,3}(?P<v>戴(?:隐形|近视|老花)?眼镜|戴助听器|戴牙套|坐轮椅|拄拐|装着?假肢|"
    r"装了?起搏器)(?:的)?$"
)
_HANDS = re.compile(r"^(?:是)?(?:个)?(?P<v>左撇子|惯用左手|左利手|用左手写字|左手写字)(?:的)?$")
_MEDICINE = re.compile(
    r"^(?:每天|每晚|早晚|长期|一直|现在|目前|常年|都|要|得|必须|在|需要|按时|睡前|饭后){1,6}(?:吃|服用|服|打|"
    r"注射|用)(?:着|的是)?"
    r"(?P<v>[^,，的]{1,10}?(?:药|片|胶囊|胰岛素|双胍|沙坦|地平|他汀|中药|褪黑素|激素|优甲乐))$"
)


_PLACED = re.compile(  # 工位从A栋挪到C栋了
    r"^(?:的)?(?P<n>工位|座位|办公室|教室|宿舍|诊所|门店|店|仓库|画室|工作室|办公地点|公司|单位|学校)(?:已经|刚|最近|也)*"
    r"(?:从[^,，]{1,12}?)?(?:挪|搬|换|迁|调)(?:到|去|至)了?(?P<v>[^,，]{2,14}?)(?:去)?(?:了|啦)?$"
)


def read(clause: Clause) -> list[Fact]:
    """Possessions and the rest of a life; nothing of the moment."""
    known = clause.explicit or not clause.first or _PLACED.match(clause.body.plain)
    if not clause.about_person or not known or clause.past:
        return []
    if re.search(r"今天|今晚|昨天|刚才|这次|想|打算|如果|帮|你|吗|什么|怎么|借|坏了|要不要|撞|修", clause.text.plain):
        return []
    for reader in (_things, _days, _body):
        if found := reader(clause):
            return found
    return []


@behind(_IS_A, _DRIVES, _OWNS)
def _things(clause: Clause) -> list[Fact]:
    if (found := begins(_IS_A, clause.body)) and not re.search(
        r"什么|哪|谁|坏|新的$|旧的$|[红白黑蓝灰]色?的?$|很|太", found.plain("v")
    ):
        thing = clean(found["v"])
        return [Fact(slot=f"owns:{head(thing)}", value="yes", says=f"的{found['n']}是{thing}")]
    for pattern in (_DRIVES, _OWNS):
        if found := hit(pattern, clause.body):
            thing = clean(found["v"])
            if re.search(r"了$|小差|玩笑|会|店|公司|^的", found.plain("v")):
                return []
            return [Fact(slot=f"owns:{head(thing)}", value="yes", says=third_person(clean(clause.body.raw)))]
    return []


@behind(_PLACED, _ESTATE, _TO_WORK, _COMMUTE, _HOUSEHOLD, _MODES)
def _days(clause: Clause) -> list[Fact]:
    if found := begins(_PLACED, clause.body):
        name, place = found["n"], clean(found["v"])
        return [Fact(slot=f"attribute:{head(name)}", value=place, says=f"的{name}在{place}")]
    if found := begins(_ESTATE, clause.body):
        return [
            Fact(slot=f"attribute:{found.plain('n')}", value=found["v"], says=f"住的{found['n']}叫{clean(found['v'])}")
        ]
    if found := begins(_TO_WORK, clause.body):
        return [Fact(slot="commute", value=found["v"], says=third_person(clean(clause.body.raw)))]
    if found := begins(_COMMUTE, clause.body):
        return [Fact(slot="commute", value=found["v"], says=third_person(clean(clause.body.raw)))]
    if found := begins(_HOUSEHOLD, clause.body):
        value = "alone" if re.search(r"一个人住|独居", found.plain("v")) else found["v"]
        return [Fact(slot="household", value=value, says=third_person(found["v"]))]
    if found := begins(_MODES, clause.body):
        index = next(index for index in range(len(_MODE)) if found.match[f"m{index}"])
        return [Fact(slot="work_mode", value=list(_MODE)[index], says=clean(clause.body.raw), importance=3)]
    return []


@behind(_BODY, _TALL, _HEAVY, _WEARS, _HANDS, _MEDICINE)
def _body(clause: Clause) -> list[Fact]:
    if found := begins(_BODY, clause.body):
        slot = _SLOTS.get(found.plain("n"), f"attribute:{found.plain('n')}")
        health = {"sensitive": "health"} if slot == "blood_pressure" else {}
        return [Fact(slot=slot, value=measured(slot, found["v"]), says=clean(clause.body.raw), **health)]  # type: ignore[arg-type]  # one text field
    for pattern, slot in ((_TALL, "height"), (_HEAVY, "weight")):
        if found := hit(pattern, clause.body):
            return [
                Fact(
                    slot=slot,
                    value=measured(slot, found["v"]),
                    says=f"{'身高' if slot == 'height' else '体重'}{found['v']}",
                )
            ]
    if found := begins(_WEARS, clause.body):
        return [Fact(slot=f"habit:{head(found['v'])}", value="yes", says=found["v"], kind=Kind.PREFERENCE)]
    if begins(_HANDS, clause.body):
        return [Fact(slot="handedness", value="left-handed", says="惯用左手")]
    if found := begins(_MEDICINE, clause.body):
        thing = clean(found["v"])
        return [
            Fact(
                slot=f"health:{head(thing)}", value="yes", says=clean(clause.body.raw), sensitive="health", importance=4
            )
        ]
    return []
