"""Chinese idioms of the favourite, of where one works, and of moving from town to town."""

import re
from typing import Final

from app.memories.extractors.idioms import partings_zh
from app.memories.extractors.zh.places import COMPANY, is_place

_IS: Final = (
    r"(?:就是|便是|要数|当属|当数|要属|莫过于|非|还是|还得是|得数|首推|那就是|一定是|肯定是|无疑是|正是|自然是)"
)
_MOST: Final = re.compile(  # 最爱吃的要数臭豆腐, 最喜欢的歌手当属李健
    rf"最(?P<like>喜欢|爱)(?P<do>[吃喝看听玩])?的(?P<what>[^,，。！!？?是]{{0,6}}?){_IS}(?P<v>[^,，。！!？?；;]{{1,20}})"
)
_NONE_OTHER: Final = re.compile(r"莫属|(?:了|啦|啊|吧)$")
_ONE_OF: Final = re.compile(  # 我是远帆的，干了几年了
    r"(?P<lead>^|[,，。；;]\s?)我(?:现在|目前|一直|就)?是(?P<firm>[^,，。的是我你他她这那新搞干做学教卖写开从在有最不]{2,10})的(?:人|员工)?[,，]\s?"
    r"(?:都|也|在(?:这儿|这里|那儿|那里|那边))*(?:已经)?(?:干|做|工作|上班|待|呆)了?[^,，。]{0,4}(?:年|个月|久)[^,，。]{0,2}"
)
_JOINED: Final = re.compile(  # 上周正式加入石榴教育，不在南枝出版了
    r"(?P<when>(?:^|(?<=[,，。；;]))(?:我)?[^,，。我不没想]{0,8}?)(?:正式)?(?:加入|加盟|入职)了?(?P<new>[^,，。了]{2,12}?)(?:了)?[,，]\s?"
    r"(?:我)?(?:已经|早就|就|也|现在)*(?:不在(?!乎|意|线|场|状态|家)|离开了?|告别了?)(?P<old>[^,，。了]{2,12}?)(?:上班|工作|那边|干|待)?了"
)
_FORMALLY: Final = re.compile(  # 上周正式加入石榴教育, without its subject
    r"^(?P<when>(?:上周[一二三四五六日]?|上个?月|昨天|今天|前天|周[一二三四五六日]|[这本]个?[周月]|今年|刚刚?|已经){0,2})正式(?:加入|加盟)了?(?P<new>[^,，。了]{2,12}?)了?(?=$|[,，。！!])"
)
_CIRCLE: Final = re.compile(r"[队团会群部组班营]$|社$(?<!报社)(?<!旅行社)(?<!出版社)|俱乐部|计划|项目|老家|家[乡里]")
_CAME: Final = re.compile(  # 我离开湖州来宜宾生活了
    r"(?P<who>我们?|我们?(?:一家|全家))(?:已经|刚|上周|上个?月|最近|前几天|今年|去年)*(?:离开|告别)了?(?P<old>[^,，。了来去到]{2,8})[,，]?\s?"
    r"(?:就|搬)?(?:来|去|到)了?(?P<new>[^,，。了]{2,8}?)(?:生活|定居|过日子|安家|住|落脚|扎根)(?:下来)?了?(?=$|[,，。！!])"
)
_HERE: Final = re.compile(
    r"(?P<lives>(?:住|住在|住到|搬到|搬去|定居|人在)了?(?P<town>[\u4e00-\u9fff]{2,6}?))(?:这边|那边|这儿|那儿|这里|那里)(?=了?(?:$|[,，。！!]))"
)
_GIVEN_PROJECT: Final = re.compile(  # 公司让我负责海棠项目, 我在负责海棠项目
    r"(?:(?:公司|单位|领导|老板|上司|主管|组长|组里|团队|部门)(?:现在|最近)?(?:让|派|安排|叫)我(?:去|来)?负责|我(?:现在|目前|最近|正)?在负责)"
    r"(?=[^,，。做负责]{1,10}项目(?:了)?(?:$|[。！!,，]))"
)
_NEVER_TIRED: Final = re.compile(
    r"(?:^|(?<=[,，]))(?P<v>(?!我|这|那|它)[^,，我]{1,10}?)我?(?:真是|真的|都|是|总|总是|一直|怎么|也){0,4}(?P<do>百吃不厌|百喝不腻|吃不(?:够|腻|厌)|喝不(?:够|腻))(?:的|啊|呀)?(?=$|[,，。！!])"
)
_MEETS: Final = re.compile(  # 参加了网球队，每周二训练: by itself the second half would outlive the team
    r"(?P<joined>(?:参加|加入)了?(?:一个|个)?(?P<circle>[^,，。了一个]{1,8}?(?:[队社团]|俱乐部|协会))了?[,，]\s?)"
    r"(?P<meets>(?:每|逢|固定)(?:周|星期|礼拜|天|月)[^,，。]{0,8}(?:训练|活动|排练|集合|聚会|碰头|练习|比赛|集训))"
)
_SIGN: Final = re.compile(r"最喜欢|最爱|我[^,，]{0,2}是|加入|参加|加盟|离开|告别|入职|[这那][边儿里]|项目|不[厌够腻]")


def plainly(text: str) -> str:
    """我最爱吃的要数臭豆腐 → 我最爱吃臭豆腐."""
    text = partings_zh.plainly(text)
    if not _SIGN.search(text):
        return text
    text = _MOST.sub(_most, text)
    text = _MEETS.sub(r"\g<joined>我在\g<circle>\g<meets>", text)
    text = _ONE_OF.sub(_employed, text)
    text = _JOINED.sub(_went_over, text)
    text = _FORMALLY.sub(_entered, text)
    text = _GIVEN_PROJECT.sub("我负责", text)
    text = _NEVER_TIRED.sub(lambda found: f"我很爱{'喝' if '喝' in found['do'] else '吃'}{found['v']}", text)
    text = _CAME.sub(r"\g<who>从\g<old>搬到\g<new>了", text)
    return _HERE.sub(_town, text)


def _most(found: re.Match[str]) -> str:
    value = _NONE_OTHER.sub("", found["v"])
    if found["what"]:
        return f"最喜欢的{found['what']}是{value}"
    return f"最{found['like']}{found['do'] or ''}{value}" if found["do"] else found.group()


def _employed(found: re.Match[str]) -> str:
    firm = found["firm"]
    if is_place(firm) or re.search(r"[\d一二三四五六七八九十]|[后岁级届方人]$|代$", firm):
        return found.group()
    return f"{found['lead']}我在{firm}工作"


def _went_over(found: re.Match[str]) -> str:
    if _CIRCLE.search(found["new"]) or _CIRCLE.search(found["old"]):
        return found.group()
    return f"{found['when']}从{found['old']}辞职，去{found['new']}上班了"


def _entered(found: re.Match[str]) -> str:
    firm = COMPANY.search(found["new"]) and not _CIRCLE.search(found["new"])
    return f"我{found.group()}" if firm else found.group()


def _town(found: re.Match[str]) -> str:
    return found["lives"] if is_place(found["town"]) else found.group()
