"""The words by which sentences agree or disagree: negation, tastes, ended states, classes of values, relations.

Plain data for `opposition.py` and `subject.py`. A native speaker may add words in any order; all are lower case, as
`normalise` leaves them. Chinese words are parted by spaces, English ones by bars, since a phrase may hold a space.
"""

import re
from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))


# Words that contain a negator but negate nothing.
FRIENDS_ZH: Final = _words("""
    不得不 不得已 不能不 不仅仅 不仅 不但 不只 不光 不过 不错 不同 不久 不管 不论 不少 不一定 不用说 不客气
    不好意思 不锈钢 不动产 不如 不停 不断 不止 不惜 不丹 了不起 差不多 要不 对不起 忍不住 来不及 动不动 好不容易
    是不是 能不能 要不要 特别 别人 别的 别墅 别名 别针 别致 区别 类别 级别 性别 分别 个别 告别 识别 辨别 派别 离别
    送别 久别 鉴别 没问题 没关系 没准 没事 沉没 淹没 出没 没收 埋没 戒指 停车 停留 停靠 可怕 恐怕 哪怕 反对称 莫名
    莫扎特 莫斯科 无论 没想到 没料到 百吃不厌 百喝不腻 百听不厌 百看不厌 吃不够 吃不腻 吃不厌 喝不够 听不腻 看不够
""")
FRIENDS_EN: Final = _phrases("""
    not only|not just|no problem|no doubt|no matter what|no matter|no worries|can't wait|cannot wait|can't help|
    cannot help|never mind|no 1|last but not least|whether or not|or not|until further notice|bus stop|non-stop|
    can't get enough|cannot get enough|can not get enough|can't live without|cannot live without
""")

# What denies, and what dislikes or ends. A denial cancels what it stands before: not hate, 不讨厌.
DENIALS_ZH: Final = _words("""
    从来不 从来没有 从来没 从不 从未 不再 不会 不能 不可以 不方便 不愿意 不愿 不肯 不准 不许 不要 不想 不用 没有
    没空 没法 没 不是 并非 不 别 勿 莫 无法
""")
DENIALS_EN: Final = _phrases("""
    no longer|not|never|cannot|no|none|nothing|without|neither|nor|stop|stops|stopped|unable to
""")
AVERSIONS_ZH: Final = _words("""
    拒绝 避免 忌 戒掉 戒了 戒 停止 放弃 讨厌 厌恶 反感 反对 憎恨 痛恨 受不了 最烦 烦透 怕 远离 腻了
""")
AVERSIONS_EN: Final = _phrases("""
    cannot stand|can't stand|could not stand|couldn't stand|hate|hates|hated|hating|dislike|dislikes|disliked|
    disliking|detest|detests|detested|loathe|loathes|loathed|despise|despises|despised|avoid|avoids|avoided|
    avoiding|refuse|refuses|refused|quit|quits|gave up|gives up|given up|swore off|sick of|tired of|anymore|
    any more|averse to|free of|against
""")
BETWEEN: Final = (  # what may stand between two negations that cancel each other; possessive, hence linear
    r"(?:\s|是|说|会|太|怎么|可能|真的|那么|再|really|actually|at all|that|any|to|be|i|he|she|they|user|does|do|is)*+"
)

ATTITUDES_ZH: Final = _words("""
    喜欢 喜爱 热爱 偏爱 偏好 钟爱 享受 迷上 爱上 爱 想要 愿意 可以 能够 能 方便 有空 会 应该 希望 想 要 请 习惯
    倾向于 倾向 更 感兴趣 允许 开始
""")
ATTITUDES_EN: Final = _phrases("""
    like|likes|liked|liking|love|loves|loved|loving|enjoy|enjoys|enjoyed|adore|adores|prefer|prefers|preferred|
    favour|favours|favor|favors|fond of|keen on|fan of|into|happy to|free|available|able to|want|wants|wanted|
    wish|wishes|please|must|shall|may|might|start|starts|started|begin|begins|began|again|need|needs
""")
FILLERS_ZH: Final = _words("""
    用户 本人 自己 我 现在 目前 如今 最近 已经 平时 平常 一般 通常 经常 常常 常 总是 一直 仍然 还是 还 都 也 就 很
    太 非常 特别 十分 最 比较 挺 蛮 真的 的 了 吧 呢 啊 呀 哦 啦 在 是 千万 一定 默认 尽量 以后 今后 每次 进行
""")
FILLERS_EN: Final = _phrases("""
    user's|users|user|i'm|i've|i|my|mine|now|nowadays|currently|presently|these days|today|already|usually|
    generally|normally|often|always|still|really|very much|a lot|lots|much|quite|too|also|as well|either|at all|
    from now on|going forward|by default|actually|even|ever|since|longer|thing|things
""")

_MONTH: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
# A state that holds no more. The past form only keeps two sentences apart; it is too weak to end a memory.
ENDED: Final = re.compile(
    rf"(?<!is )(?<!am )(?<!be )(?<!get )(?<!got )\bused to\b|\b(?:formerly|previously|former|no longer|any ?more|"
    rf"stopped|quit|gave up|(?:until|till) (?:\d{{4}}|last|{_MONTH}))\b"
    "|以前|从前|曾经|曾|原来|之前是|直到|截至|不再|戒了|戒掉|已经不"
)
PAST_FORM: Final = re.compile(
    r"\b(?:lived|worked|was|were|had|owned|studied|played|taught|ran|drove|left)\b"
    "|(?<=[去来住用吃看学做养])过|离开了"
)

# Values of one class: two sentences that name different ones speak of different things.
_CLASSES_EN: Final = """
    mon(?:day)? tue(?:s|sday)? wed(?:nesday)? thu(?:rsday)? fri(?:day)? sat(?:urday)? sun(?:day)? weekday weekend
    daily weekly monthly yearly
    january february march april june july august september october november december spring summer autumn fall winter
    morning noon afternoon evening night midnight
    before after during
    above below under over
    left right north south east west
    dev(?:elopment)? staging prod(?:uction)? test(?:ing)?
    front-?end back-?end
    short brief concise long detailed verbose
    light dark
    hot cold warm iced
    formal casual informal
    big small large tiny
    first second third last
    red blue green yellow black white purple orange pink brown grey gray
    english chinese french german spanish portuguese italian dutch russian japanese korean arabic cantonese mandarin
"""
_CLASSES_ZH: Final = """
    (?:周|星期|礼拜)[一二三四五六日天] 工作日 周末
    每天 每周 每月 每年
    春天 夏天 秋天 冬天 春季 夏季 秋季 冬季
    早上 上午 中午 下午 傍晚 晚上 凌晨 半夜
    之前 之后
    上面 下面 左 右 东边 西边 南边 北边
    前端 后端
    测试环境 预发 开发环境 生产环境
    简短 简洁 简单 详细 详尽 冗长
    正式 随意 口语
    浅色 深色 亮色 暗色
    冷 热 冰 温
"""
CLASSES: Final = tuple(
    re.compile(rf"\b(?:{'|'.join(line.split())})s?\b" if line.isascii() else "|".join(line.split()))
    for line in (_CLASSES_EN.strip() + "\n" + _CLASSES_ZH.strip()).splitlines()
)
SYNONYMS: Final = dict(  # of one class and yet the same
    pair.split("=")
    for pair in _words("""
    brief=short concise=short verbose=detailed long=detailed fall=autumn informal=casual iced=cold large=big
    tiny=small gray=grey over=above under=below 简洁=简短 简单=简短 详尽=详细 冗长=详细 暗色=深色 亮色=浅色
    春季=春天 夏季=夏天 秋季=秋天 冬季=冬天 上午=早上 口语=随意 冰=冷
""")
)

HEDGES: Final = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|may have|may be|seems?|appears?|suspects?|suspected|likely|could be|"
    r"presumably)\b|可能|也许|大概|或许|疑似|怀疑|似乎|好像|看起来|估计|应该是|疑为|恐怕"
)

# Relations, each with the words that name it.
ROLES: Final = {
    "mother": _words("mother mom mum mama 妈妈 母亲 老妈 娘亲 我妈 他妈 她妈 用户的妈"),
    "father": _words("father dad papa 爸爸 父亲 老爸 我爸 他爸 她爸 用户的爸"),
    "parents": _words("parents 父母 爸妈 我爸妈 用户的爸妈"),
    "wife": _words("wife 妻子 老婆 太太 媳妇"),
    "husband": _words("husband 丈夫 老公"),
    "partner": _words("partner spouse girlfriend boyfriend 爱人 伴侣 女朋友 男朋友 女友 男友 未婚妻 未婚夫"),
    "daughter": _words("daughter 女儿 闺女"),
    "son": _words("son 儿子"),
    "child": _words("child children kid 孩子 小孩 宝宝"),
    "sister": _words("sister 姐姐 妹妹 姐 妹"),
    "brother": _words("brother 哥哥 弟弟 哥 弟"),
    "grandparent": _words("grandmother grandma granny gran grandfather grandpa grandad 奶奶 爷爷 外婆 外公 姥姥 姥爷"),
    "relative": _words(
        "uncle aunt cousin nephew niece 叔叔 阿姨 舅舅 姑姑 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 侄子 侄女"
    ),
    "in-law": _words("mother-in-law father-in-law 婆婆 公公 岳母 岳父"),
    "friend": _words("friend flatmate roommate housemate 朋友 闺蜜 室友"),
    "colleague": _words("colleague coworker co-worker teammate 同事"),
    "boss": _words("boss manager supervisor 上司 老板 领导 主管"),
    "neighbour": _words("neighbour neighbor 邻居"),
    "teacher": _words("teacher tutor coach 老师 教练 导师"),
    "customer": _words("customer client 客户 顾客"),
    "classmate": _words("classmate 同学"),
}
# A role the user holds (是一名老师, is a teacher), or a word that only looks like one, names nobody else.
OWN_ROLE: Final = re.compile(
    r"(?:是|当|做|担任|成为)了?(?:一?[名位个])?[^，。 ]{0,6}(?:老师|教练|导师|主管|老板|领导)"
    r"|\b(?:is|as|be|became|works as) (?:an? |the )?(?:[a-z-]+ ){0,3}?(?:teacher|tutor|coach|manager|supervisor|boss)\b"
    r"|\b(?:project|product|account|package|password|file|task|window|email|mail|http|api) (?:manager|client)\b"
    r"|客户端|客户服务|朋友圈|孩子气|面向对象"
)
