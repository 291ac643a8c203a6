"""The words by which something is told to be over, other than before, or somebody else's by now."""

from typing import Final

from app.text import patterns as re

_BE: Final = (
    "(?:has|have|had|is|are|was|were|got|been|being|now|finally|just|all|also|sadly|officially|already|quietly|"
    "recently|"
    r"pretty much|as good as|really|completely)"
)
_ENDS: Final = (  # nothing that the verb would have for its object
    r"(?=$|\s(?:on (?:me|us|\w+day)|after|last|this|in|since|because|for good|for me|completely|yesterday|before|"
    r"due|over|by|\d|a|and|with no|without)\b)"
)
OVER_SUBJECT: Final = re.compile(  # the Jazz finally gave up
    rf"^(?P<what>.{{2,60}}?)\s(?:{_BE}\s)*(?P<weak>over|off|closed|shut|finished|ended|cancelled|canceled|"
    "called off|done|gave up|dead|broke|went off)?"
    r"(?(weak)|(?:gone(?! (?:to|for|on|out)\b)|out of (?:the picture|my life|service)|history|toast|kaput|"
    "no more|behind (?:me|us)|given up|"
    "ran out|run out|expired|lapsed|died|passed away|conked out|packed (?:it )?in|bit the dust|closed down|"
    "shut down|retired|replaced|"
    "decommissioned|phased out|scrapped|axed|sold|stolen|fell through|fallen through|did not (?:make it|"
    "survive)|went bust|folded|disbanded|"
    rf"discontinued|deprecated|written off|a write-off|a thing of the past|crossed the rainbow bridge)){_ENDS}",
    re.IGNORECASE,
)
OVER_OBJECT: Final = re.compile(  # I cracked the Galaxy beyond repair
    r"^(?:(?:I|we|they|it|(?:the|our) (?:\w+ )?(?:team|company|office|department|board|management|client|"
    r"landlord)|my (?:boss|doctor|gp|company|employer))\s)?"
    f"(?:(?:{_BE}|have to|had to|decided to|went and|then|both|only|eventually|ended up|kind of|"
    r"basically)\s)*"
    "(?:(?P<weak>dropped|stopped|finished|lost|left|quit|closed|returned|removed|broke|cracked|smashed|wrecked|"
    "packed in|called off|handed back|cut out|tossed|"
    r"killed|cancelled|canceled|no more|without|fell out with|gave up|given up)|"
    r"ditched|scrapped|axed|binned|sold|gave up on|got rid of|retired|replaced|switched off|shut down|turned off|"
    "decommissioned|unsubscribed from|deleted|uninstalled|totall?ed|came off|come off|weaned off|outgrew|"
    "outgrown|grew out of|grown out of|"
    "(?:moved|migrated|switched|got|gone) (?:away from|off)|said goodbye to|saying goodbye to|parted with|"
    "done with|through with|threw out|thrown out|"
    "swapped out|pulled out of|dropped out of|backed out of|stepped down (?:as|from)|resigned (?:as|from)|"
    "withdrew from|hung up|phased out|"
    "killed off|sunset|sunsetted|cleared out|gave away|given away|moved on from|chucked|ripped out|torn out|"
    "tore out|deactivated|closed down|"
    "(?<=had to )(?:give up|sell|cancel|drop|quit|stop|leave|get rid of|part with|pull out of|drop out of|"
    "back out of|say goodbye to|withdraw from|put down|let go of|close|scrap)|"
    "(?<=decided to )(?:give up|sell|cancel|drop|quit|stop|leave|get rid of|part with|pull out of|drop out of|"
    r"back out of|withdraw from|close|scrap))\s(?P<what>.{2,60})$",
    re.IGNORECASE,
)
OVER_AROUND: Final = re.compile(  # let Spotify go, not vegetarian any more
    r"^(?:I |we )?(?:have |had |just |finally |to )*(?:let|had)\s(?P<a>.{2,30}?)\s(?:go|lapse|expire|run out|"
    r"put down|put to sleep|taken out|removed)(?=$|\s(?:last|in|this|on \w+day|yesterday|because)\b)"
    r"|^(?:I |we )?(?:have |had |just |finally )*(?:gave|threw|traded)\s(?P<b>.{2,30}?)\s(?:up|away|in)$"
    r"|\b(?:not|no longer|no|nobody|no one|never|n't|neither)\s(?P<c>.{2,60}?)\s(?:any ?more|any longer|"
    r"these days|nowadays)\b"
    r"|\bno longer\s(?P<d>.{2,60})$"
    r"|\b(?:signed up|registered|booked|going|moved|switched|went|opted|settled)\b.*\b(?:instead of|rather than|"
    r"in place of)\s(?-i:(?P<f>[A-Z][\w-]+(?: [A-Z][\w-]+)?))$"
    r"|\bused to\s(?P<e>.{2,60}?)(?:\s(?:but|before|until)\b.*)?$",
    re.IGNORECASE,
)
NOT_OVER: Final = re.compile(
    r"\b(?:(?<!\d )(?<!\d(?:st|nd|rd|th) )(?-i:may)(?! \d)|"
    r"might|could|would|should|shall|will|can(?! not| only)|going to|gonna|want|wants|wanted|wish|"
    "plans? (?:to|on)|planning|planned|"
    r"think|thinks|thinking|thought|consider\w*|if|unless|whether|nearly|almost|hopes?|hoping|hope|dream\w*|"
    "tried|trying|about to|need to|"
    r"needs to|said|says|heard|hear|suggest\w*|propos\w*|offered|tempted|today|tonight|this (?:time|once|morning|"
    r"week|\w+day)|yet|imagine\w*|refus\w*|"
    r"again|temporarily|for (?:a|an|the|one|two|three|\d+) (?:\w+ )?(?:while|bit|days?|weeks?|weekend|hours?)|"
    "maybe|perhaps|probably|possibly|"
    r"pretend\w*|joke|joking|everyone|everybody|people|somebody|someone|anyone|years ago|as a (?:child|kid|"
    r"student)|when I was|(?:on|for) (?:\w+ )?(?:holiday|vacation))\b"
    r"|\b(?:did|do|does|have|has|had|is|are|was|were)\s(?:not|never)\b(?!.*\b(?:any ?more|any longer|renew|"
    r"make it|survive)\b)|\bnever\b",
    re.IGNORECASE,
)
OTHERS: Final = re.compile(  # somebody else's, or some other one
    r"\b(?:another|other|their|his|her|your|you|someone|somebody|anybody|neighbou?rs?|friends?|flatmate|roommate|"
    "colleagues?|coworkers?|"
    r"classmates?|strangers?|they say|the (?:article|email|book|film|movie|news|story|game|show|novel))\b",
    re.IGNORECASE,
)
NEWLY: Final = re.compile(  # there is another value by now
    r"\b(?:now|these days|nowadays|instead|by now|from (?:now|here) on|from \w+ on|as of|going forward|"
    "until further notice|"
    "(?:gone|went|going) (?:up|down)|up to|down to|raised|upped|bumped|increased|cut to|lowered|reduced|slipped|"
    "moved|shifted|switched|changed|"
    "became|turned|only do|(?:just|has|have) started|started (?:year|grade|first|second|third|fourth|fifth|"
    "sixth|school|at|in)|just (?:turned|finished|moved)|rescheduled|pushed|postponed|brought forward|"
    "starts? (?:at|on)|"
    "took over|taken over|takes over|live in|lives in|since (?:last|this|january|february|march|april|may|june|"
    "july|august|september|october|november|december|"
    "monday|tuesday|wednesday|thursday|friday|summer|spring|winter|autumn)|from (?:monday|tuesday|wednesday|"
    "thursday|friday|saturday|sunday|next|this|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|tomorrow))\b",
    re.IGNORECASE,
)
CUE_EN: Final = re.compile(  # one of these stands in every sentence that is looked at
    r"\b(?:now|days|nowadays|instead|any ?more|longer|gone|went|going|over|off|out|dead|history|no|not|up|down|"
    "ran|run|expired|lapsed|died|"
    "passed|cancelled|canceled|called|closed|shut|retired|ended|finished|replaced|scrapped|axed|sold|stolen|"
    "lost|left|quit|stopped|dropped|"
    "ditched|gave|given|got|moved|switched|migrated|changed|became|turned|slipped|shifted|pushed|postponed|"
    "rescheduled|raised|upped|bumped|"
    "took|takes|handed|hands|started|starts|since|from|of|let|used|without|nobody|lives?|cracked|broke|smashed|"
    "wrecked|uninstalled|deleted|behind|been|turned|given|going|eat|eating|"
    r"came|weaned|outgrew|owns|inherited|belongs|tossed|chucked|binned|did|killed|retiring|only|goodbye)\b",
    re.IGNORECASE,
)
_DONE: Final = r"(?:掉|下来?)?(?:了|啦)"
OVER_ZH: Final = re.compile(
    "(?:停用|停掉|戒|扔|卖|退订|退掉|弃|弃用|砍|注销|卸载?|弄丢|换掉|报废|关停|关掉|推|辞|辞掉|放弃|甩|送走|"
    "送人|淘汰|解散|黄|凉|泡汤|"
    rf"作废|过期|搬走|搬出去|搬离|离职|退休|过世|去世){_DONE}"
    "|没(?:挺过来|熬过来|救(?:回|过)来|抢救过来|再续|续费|续订|续约)|报废|下线|停产|停更|注销|不了了之|开荤|"
    "告别|说(?:拜拜|再见)"
    "|(?:早就?|早已|已经|再也|彻底|以后)(?:都|也|就)?不(?:再|敢|让|许)*(?:碰|用|喝|吃|抽|去|在|做|跟|和|住|养|"
    "练|学|打|骑|开|戴|穿|看|追|订|跑|上|玩|管|负责|需要|教)[^,，]{0,10}(?:了|啦)"
    r"|(?:班|课|会员|卡|社|赛|套餐|保险|社团|球队)(?:我|都|也|已经|给)*(?:退|停|取消)了"
    "|(?<=[^,，])(?:给|送给|让给)[^,，换买订办装发讲说打]{1,4}(?:开|用|养|骑|穿|戴|玩)?了$|(?:跑|学|练|打|骑|"
    "做)不(?:成|了|动)(?:了)|不再"
)
OVER_WEAKLY_ZH: Final = re.compile(  # said of this meal or this evening as well
    rf"(?:停|退|断|散|丢|吹|取消|处理|到期|走|没){_DONE}"
    "|不(?:再)?(?:碰|用|喝|吃|抽|去|在|做|跟|和|住|养|练|学|打|骑|开|戴|穿|看|追|订|跑|上|玩|管|负责|需要|"
    "教)[^,，]{0,10}(?:了|啦)"
)
LASTS_ZH: Final = re.compile(
    "早就|早已|已经|再也|彻底|以后|从此|如今|改|换|转|搬|上个?月|上周|去年|今年|正式|终于|医生|全都|不再|目前|现在(?!$)"
)
LASTS: Final = re.compile(
    r"\b(?:for good|for ever|forever|any ?more|these days|nowadays|now|instead|since|ended up|switched to|"
    "moved to|went with|replaced|last (?:week|month|year|summer|"
    "winter|autumn|spring)|months? ago|weeks? ago|in (?:january|february|march|april|may|june|july|august|"
    "september|october|november|december)|altogether|"
    "beyond repair|membership|subscription|contract|licen[cs]e|account|officially|until further notice|so (?:I|"
    "we) (?:am|are|have|got|had to|bought)|"
    r"cancer|illness|old age|kidney|heart|peacefully|put to sleep|(?-i:for [A-Z])\w+$)(?:\b|$)",
    re.IGNORECASE,
)
WITH_IT: Final = re.compile(  # what may stand behind the name of a thing and is no other thing
    "^(?:membership|account|subscription|team|trip|app|plan|contract|club|lessons?|class|classes|project|days|"
    "habit|service|server|instance|cluster|setup|"
    "licen[cs]e|pass|job|gig|thing|thingy|phone|car|bike|watch|laptop|diet|idea|run|role|post|position|beyond|"
    r"altogether|completely|or|and)\b"
)
NOT_OVER_ZH: Final = re.compile(
    "可能|也许|或许|想(?!通)|打算|准备|计划|考虑|要不要|该不该|会不会|如果|要是|假如|万一|差点|险些|几乎|"
    "没有?(?!挺|熬|救|抢救|再续|续|约上|了|人)|还没|别(?!的)|"
    "不会|不想|不打算|不可能|不能|舍不得|建议|劝|提议|讨论|听说|据说|梦|希望|说要|回来|找到了|又开始|小时候|"
    "当年|今天|今晚|这次|这周|这两天|明天|下周|将|快要|马上要|即将|"
    r"应该|怕|担心|早晚|迟早|假装|故意|有人|大家|你|吗|呢$|\?|？|等[^,，]{1,8}再|以为|剧|电影|小说|游戏里"
)
OTHERS_ZH: Final = re.compile(
    "[他她它]|给(?:我|他|她)?[^,，]{1,4}(?:换|买|装|办|订|报|配)了|别人|人家|(?:同事|同学|室友|舍友|邻居|朋友|"
    "闺蜜|表[哥姐弟妹]|隔壁|网友|客户|对方|对门|楼下|别的(?:组|公司|团队))"
)
NEWLY_ZH: Final = re.compile(
    "现在|如今|目前|以后|今后|往后|改|换|挪|调|涨|降|升|延|推|提前|排到|搬|切|转|变|成了|满|开始|"
    "从[^,，]{1,8}起|不再|定在|定到|顺延|交给|移交|接手|接管|归|(?:[一二三四五六七八九]年级|"
    "[初高大研][一二三四]|岁)了"
)
CUE_ZH: Final = re.compile(
    "[停戒扔卖退弃砍卸丢换推辞甩送散黄凉吹消废期搬离没走荤别改挪调涨降升延排切转变满归]|不再|"
    "不[碰用喝吃抽去在做跟和住养练学打骑开戴穿看追订跑上玩管负需教]|现在|如今|以后|今后|交给|移交|交接|接手|"
    "接管|提前|开始|下线|没人|就[^,，]{1,6}了|过世|去世|不[成了动]了|给.{1,6}了"
)

MOVED_ON: Final = {
    "household": re.compile(
        r"\b(?:moved|went|gone) (?:out|into|to|back|in with|home)\b|\bleft (?:home|us)\b|\bown (?:place|flat|"
        r"apartment|house)\b"
        r"|回(?:了)?老家|搬(?:走|出|去|回|到)|不(?:再)?(?:跟|和|与)[^,，]{1,4}(?:一起)?住了|单(?:独|住)|住进|住校|送去",
        re.IGNORECASE,
    ),
    "residence": re.compile(
        r"\bmoved (?:in with|out|away|in|here|back|to)\b|\blives? with (?:me|us)\b|搬(?:来|过来|走|去|到|回|进)|"
        "接(?:过来|来|到)|(?:跟|和)我们?(?:一起)?住",
        re.IGNORECASE,
    ),
    "school": re.compile(
        r"\b(?:changed|switched|moved) schools?\b|\b(?:started|starts|goes|went|moved|transferred) (?:at|to)\b|"
        "转(?:学|到|去|校|入)|换(?:了)?学校|升(?:学|入|到)|毕业|考(?:上|进|到)",
        re.IGNORECASE,
    ),
    "workplace": re.compile(
        r"\b(?:transferred|relocated|posted|moved) (?:back )?to\b|调(?:回|到|去|往)|派(?:到|去)|外派|"
        r"回(?:了)?[\u4e00-\u9fff]{2,4}上班",
        re.IGNORECASE,
    ),
}
GONE_FROM_HOME: Final = re.compile(  # a flatmate, a lodger
    r"\b(?:moved (?:out|back|away|to|on|in with)|gone back|own place|kicked out|evicted|"
    r"(?:(?:is|has|have)|(?<=s)) (?:now |just |finally )?gone(?! (?:to the|for|out|on|off|mad)\b)|"
    r"left(?=$| (?:last|this|on \w+day|yesterday|for good|us|so|and|but|in \w+|a (?:week|month|few) )\b))",
    re.IGNORECASE,
)
PUT_ZH: Final = re.compile(
    "^(?:我家|我们家?|我|家里)?的?(?P<what>[^,，的我]{2,8}?)(?:已经|也|都|全|刚|全面|又|就|前几天|上周|上个?月|"
    "最近|今年){0,3}(?:(?:换|改|切)(?:成|到|用|为|回)|换(?=[^,，了]{2}))(?:了)?(?P<new>(?!个|新|一下|"
    "一?[个套张身])[^,，了]{1,10}?)(?:的)?(?:了|啦)$"
)

SAME_MATTER: Final = (  # words that speak of one matter: the landlord of the rent, 上班 of how one gets there
    re.compile(r"月租|房租|租金|房东|\brent\b|\blandlord\b", re.IGNORECASE),
    re.compile(r"工资|薪水|月薪|年薪|底薪|涨薪|\bsalary\b|\bpay ?rise\b|\braise\b", re.IGNORECASE),
    re.compile(r"宽带|网费|上网|\bbroadband\b|\binternet\b", re.IGNORECASE),
    re.compile(r"上线|发布|发版|\brelease\b|\blaunch\b|\bgo(?:es|ing)? live\b|\bship(?:s|ping)?\b", re.IGNORECASE),
    re.compile(
        r"幼儿园|小学|初中|中学|高中|转学|\bnursery\b|\bkindergarten\b|\bprimary\b|\bschool\b|\bcollege\b|"
        r"\bpreschool\b",
        re.IGNORECASE,
    ),
    re.compile(r"截止|交稿|交付|\bdeadline\b|\bdue\b", re.IGNORECASE),
    re.compile(r"上班时间|工时|\bhours a week\b|\bdays a week\b|\bfull.?time\b|\bpart.?time\b", re.IGNORECASE),
)
COMMUTE: Final = re.compile(
    r"(?:骑|开车|坐|走路|步行|打车|拼车|搭)[^,，]{0,8}(?:上下?班|去公司|通勤)|\b(?:cycle|cycling|walk|walking|"
    r"drive|driving|bus|train|tram|bike|biking|tube|metro)\b.*\b(?:to work|to the office|commute)\b"
    r"|\b(?:to work|to the office|commute)\b.*\b(?:by|on) (?:bike|foot|bus|train|tram|car|tube|metro)\b",
    re.IGNORECASE,
)
MEAT: Final = re.compile(
    r"开荤|(?:开始|又|重新|恢复)吃(?:肉|荤|鱼)|不(?:再)?吃素了|\b(?:eat|eating|ate) (?:meat|fish|chicken|bacon|"
    r"everything)\b.*\b(?:again|now|since|these days)\b",
    re.IGNORECASE,
)
LIVES: Final = re.compile(
    r"\b(?:I|we)\s(?:(?:are|am|have|just|now|both|finally|all)\s)*(?:are|am|live|based|moved|relocated|settled|"
    r"been)\s(?:back\s|down\s|up\s|over\s|out\s)?(?:in|to)\s(?P<new>[A-Z][\w-]+(?: [A-Z][\w-]+)?)(?:\s(?:now|"
    r"these days|since .+|for good))(?!\s(?:for|on|until|till|visiting|to see|at)\b)"
)

LIVES_ZH: Final = re.compile(
    r"(?:^|[,，]\s?)(?:我们?|咱们?)?(?:现在|已经|刚|上个?月|全家|都){0,3}(?:搬家?|住)(?:到|去|进|"
    r"在)了?(?P<new>[\u4e00-\u9fff]{2,6}?)(?:去|住)?(?:了|啦)"
)


AWAY: Final = re.compile(
    r"出差|旅游|旅行|度假|探亲|玩几天|培训|\b(?:on (?:holiday|business|vacation|a trip|leave)|visiting|"
    r"conference|for work|for the (?:week|weekend|summer|month)|until|till)\b",
    re.IGNORECASE,
)
