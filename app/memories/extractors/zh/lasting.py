"""What else somebody states of their life: kept as it was said when its words show that it lasts."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Kind

_LONGEST = 30  # characters; what is longer is a story
_YEARS = r"(?:[\d一二两三四五六七八九十几好半]+(?:来|多|几)?(?:个?年|个多?月)(?:多|半)?|半辈子|一辈子|大半辈子)"
_FOR_YEARS = re.compile(
    rf"^(?P<v>[^,，]{{1,14}}?)(?:了|着|过)?(?:已经|快|有|都|差不多|将近|整整)*(?<!第){_YEARS}(?P<w>[^,，]{{0,8}}?)(?:了|"
    rf"啦)?$"
)
_STEADY = re.compile(
    r"平时|一般|通常|从来|从不|向来|一向|常年|长期|每[天周月年晚次早个]|习惯|主要|基本上?都?|总是|经常|常常|偶尔|"
    r"天生|从小|一直|(?<![一二两三四五六七八九十几半0-9这那哪])只(?!是|好|要|见|剩)|都(?=[喝吃用买看听坐穿在去走住做写靠给])"
)
_DOING = re.compile(
    r"^(?:一般|通常|平时|主要|基本|经常|总是|偶尔|一直|常年|长期|都|也|会|只|还|就|才|从不|不|"
    r"没有){0,4}(?P<v>(?:喝|吃|用|买|看|听|坐|穿|在|去|走|住|做|写|靠|带|骑|跑|练|玩|逛|点|订|约|"
    r"睡|起|醒|遛|接|送|陪|记|存|洗|打扫|收拾|打车|打卡|健身|加班|出差|值班|下厨|发|回|画|唱|跳|养|种|钓|拍|剪|"
    r"读|背|学(?![员生校费历期])|教|爬|游|散步|冥想|祷告|吃斋|午休|早起|熬夜|追|刷)[^,，]{0,24})$"
)
_KEEPS = re.compile(
    r"^(?:一直|平时|业余|从小|喜欢|也|还|在|自己|长期|特别|爱|专门|是){0,4}(?P<verb>收集|收藏|研究|钻研|信奉|信|"
    r"皈依|属|练|玩|迷|追|打理|订阅|订了|资助|赞助|照顾|供着|供|欠|还着?|租着?|雇了?)(?:的是|着|了)?"
    r"(?P<v>(?:[^,，我你他她它这那什么]|吉他){1,16})$"
)
_CLEFT = re.compile(
    r"^(?P<o>(?![这那哪谁]|上次|今|昨)[^,，我你他她它是]{1,8}?)(?P<how>(?:一直|平时|基本上?|一般|主要|都|全)+)(?:是|归|由|靠)我(?:一个人|自己)?(?:来|在)?"
    r"(?P<v>接送|做|带|管|照顾|负责|辅导|洗|遛|喂|教|出|付|还|打理|打扫|收拾|开|交|掏|包|维护|跟)(?:的)?$"
)
_NO_KEEPING = re.compile(
    r"^(?:[^,，]{0,6}(?:票|酒店|民宿|房间|位子?|座|餐|外卖|车|蛋糕|会议室)$|任|号|息|心|了|以为真|于|得|过|完|一下|中|出|上|给|不|点|会儿|到|懂|成|清)|[吗呢吧了啊]$"
)
_SIGNS = "鼠牛虎兔龙蛇马羊猴鸡狗猪"
_HAS = re.compile(
    r"^(?:家里|名下|手上|手里|手头|还|也|自己|老家|目前|现在|一共|总共){0,3}有(?P<n>一|两|二|三|四|五|六|七|八|"
    r"九|十|几|\d{1,3})?(?P<u>[个只张份家套块间片亩笔本双副台座栋处门条位口])"
    r"(?P<v>[^,，有]{0,12}?(?:房|店|铺|地|田|车位|账号|公众号|博客|频道|网站|网店|兼职|副业|证|证书|执照|学位|"
    r"专利|信用卡|贷款|房贷|车贷|债|保险|仓库|工作室|果园|鱼塘|院子|阳台|露台|菜园|花园|"
    r"地下室|书房|琴房|车库|相机|无人机|电饭煲|冰箱|洗衣机|电视|空调|烤箱|洗碗机|吸尘器|投影仪|音箱|望远镜|纹身|"
    r"疤|假牙|假肢|支架|起搏器))(?:在[^,，]{1,8})?$"
)
_TEAM = re.compile(
    r"^(?:的)?(?:team|团队|组里?|手下|部门|公司|班上?|店里|厂里|我们)?\s*(?:现在|目前|一共|总共)?(?:有|带着?|"
    r"管着?|负责)(?P<n>[\d一二两三四五六七八九十百几多]{1,5})(?:个|名|号|位)?"
    r"(?P<v>人|员工|下属|学生|徒弟|伙计|同事|实习生|孩子)(?:的?(?P<w>团队|小组|部门|班))?$",
    re.IGNORECASE,
)
_OF_MOMENT = re.compile(
    r"今天|今晚|昨|明天|后天|刚|这次|这几|最近|现在就|正在|等下|待会|马上|突然|又|终于|居然|竟然|差点|快要|要死|"
    r"死了|得要命|好想|真想|想|觉得|感觉|希望|打算|准备|可能|也许|大概是|"
    r"如果|帮|请|你|您|吗|什么|怎么|为什么|哪|谁|报错|代码|文件|bug|这|那[个些种]|它|一下|了吧|好吧|算了|没事|"
    r"知道|记得|忘|说|问|听说|看到|发现|以为|没想到|本来|不是|试|为我|给我|对我|我需要|我们(?!家)"
)
_OF_THEIRS = re.compile(  # said of somebody: what they do for a living or always, what they are like
    r"^(?:都|也|还|一直|平时|特别|很|非常|比较|有点|老|总|经常|常年){0,3}(?P<v>(?:在[^,，]{2,8}?(?:种|养|开|做|"
    r"读|教|卖|带|打工|跑|修|当|住|照顾|种地|养老)[^,，]{0,10}|"
    r"(?:只(?:认|看|用|接|收|信|听)|种|养了?|开|卖|教(?!育)|修|跑|带|管|弹|拉|画|唱|信|炒|打)[^,，了过着]{1,10}|"
    r"(?:怕生|黏人|粘人|挑食|内向|外向|爱干净|洁癖|社恐|话多|话少|严格|严厉|随和|急性子|慢性子|好说话|节俭|抠门|"
    r"固执|啰嗦|晕车|晕船|恐高|耳背|近视|早产|好动|文静|胆小)))(?:的)?$"
)
_WHEREABOUTS = re.compile(
    r"^(?:现在|目前|一直|还)?(?P<v>在(?:部队|当兵|国外|外地|老家|乡下|海外|家带孩子|家带娃|上海|读[^,，]{1,8}|"
    r"念[^,，]{1,8}|养老院|坐月子|体制内|机关|工地|厂里)(?:服役|打工|工作|待着|养老)?)$"
)
_LIMITS = re.compile(
    r"^(?:因为[^,，]{1,8})?(?P<v>(?:只(?:能|会|看得懂|听得懂|吃得了|有)|看不了|看不懂|听不懂|听不清|闻不到|闻不了|"
    r"吃不下|用不惯|坐不了|爬不了|干不了|拿不了|开不了)[^,，]{1,16})$"
)


def read(clause: Clause) -> list[Fact]:
    """A lasting statement of the user or of somebody of theirs; nothing that sounds of the moment."""
    if not clause.about_person or not (clause.explicit or not clause.first or begins(_CLEFT, clause.text)):
        return []
    plain = clause.text.plain
    if len(plain) > _LONGEST or _OF_MOMENT.search(plain) or clause.past:
        return []
    for reader in (_by_oneself, _kept, _having, _years, _steadily, _limited):
        if found := reader(clause):
            return found
    return []


@behind(_CLEFT)
def _by_oneself(clause: Clause) -> list[Fact]:
    """`孩子都是我接送`: who it is that does it."""
    found = begins(_CLEFT, clause.text)
    if not found:
        return []
    says = f"{clean(found['o'])}{found['how']}由用户{found['v']}"
    return [Fact(slot=f"habit:{head(found['v'] + clean(found['o']))}", value="yes", says=says, whole=True)]


@behind(_KEEPS)
def _kept(clause: Clause) -> list[Fact]:
    found = begins(_KEEPS, clause.body)
    if not found or _NO_KEEPING.search(found.plain("v")):
        return []
    verb, thing = found.plain("verb"), clean(re.sub(r"的$", "", found["v"]))
    if verb == "属":
        return [Fact(slot="chinese_zodiac", value=thing, says=f"属{thing}")] if thing in _SIGNS and thing else []
    if verb in ("信", "信奉", "皈依"):
        return [Fact(slot="religion", value=thing, says=f"信{thing}")] if re.search(r"[佛教主道神督兰]", thing) else []
    if verb in ("练", "玩", "迷", "追", "还", "供", "租") and len(thing) < 2:  # 玩他, 还钱
        return []
    return [_statement(clause, f"{verb}{thing}", f"{verb}{thing}")]


@behind(_TEAM, _HAS)
def _having(clause: Clause) -> list[Fact]:
    if found := begins(_TEAM, clause.body):
        return [Fact(slot="team_size", value=found["n"], says=clean(clause.body.raw))] if clause.own else []
    if found := begins(_HAS, clause.body):
        thing = clean(found["v"])
        count = f"{found['n']}{found['u']}"
        return [Fact(slot=f"owns:{head(thing)}", value="yes", says=f"有{count}{thing}")]
    return []


@behind(_FOR_YEARS)
def _years(clause: Clause) -> list[Fact]:
    found = hit(_FOR_YEARS, clause.body)
    if (
        not found
        or re.match(
            r"[有是过差等还才没不先]|第|前|后|再|估计|大概|预计|最多|至少|起码|[\d一二两三四五六七八九十百几]+$",
            found.plain("v"),
        )
        or re.search(r"前|后|内|以来|假|级|薪|级|^[了还的]|费|钱|块|元|[\d千百万]", found.plain("w"))
    ):
        return []
    return [_statement(clause, f"{found['v']}{found['w']}", clean(clause.body.raw))]


@behind(_STEADY)
def _steadily(clause: Clause) -> list[Fact]:
    found = begins(_DOING, clause.body)
    if not found or not _STEADY.search(clause.text.plain) or re.search(r"了$|过$|很|太|非常", found.plain("v")):
        return []
    lead = "".join(_STEADY.findall(clause.lead)[:1])
    says = clean(clause.body.raw)
    return [_statement(clause, clean(found["v"]), says if says.startswith(lead) else lead + says)]


@behind(_LIMITS, _WHEREABOUTS, _OF_THEIRS)
def _limited(clause: Clause) -> list[Fact]:
    theirs = clause.subject.who == "relation"
    if (found := begins(_LIMITS, clause.body)) or (
        theirs and (found := begins(_WHEREABOUTS, clause.body) or begins(_OF_THEIRS, clause.body))
    ):
        return [_statement(clause, clean(found["v"]), clean(found["v"]))]
    return []


def _statement(clause: Clause, topic: str, says: str) -> Fact:
    return Fact(
        slot=f"habit:{head(topic)}", value="yes", says=oneself(says), kind=Kind.PREFERENCE if clause.own else Kind.FACT
    )
