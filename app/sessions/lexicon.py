"""The words by which a summary tells what matters in a conversation from what only keeps it going.

Plain data, lower case; English phrases are parted by bars, Chinese ones by spaces. A native speaker may add to them.
"""

import re
from typing import Final


def _latin(text: str) -> str:
    phrases = (" ".join(phrase.split()) for phrase in text.split("|"))
    return "|".join(re.escape(phrase).replace(r"\ ", " ") for phrase in sorted(phrases, key=len, reverse=True))


def _han(text: str) -> str:
    return "|".join(sorted(text.split(), key=len, reverse=True))


def _either(latin: str, han: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z'])(?:{_latin(latin)})(?![a-z'])|{_han(han)}")


CONSTRAINT: Final = _either(
    """
    must|must not|mustn't|have to|has to|required|requires|at most|at least|no more than|no less than|never|
    not allowed|forbidden|limit|limited to|budget|deadline|due on|due by|no later than|by the end of|allergic|allergy|
    constraint|mandatory|blocked by|under no circumstances|unavailable|not available|off limits
    """,
    """
    必须 务必 一定要 只能 只许 最多 最少 至多 至少 不超过 不得 不能 不可以 不准 不许 禁止 限制
    上限 下限 预算 截止 期限 不接受 不方便 没空 没有空 过敏 忌口 不吃 前提 约束 硬性 一律 统一用
    """,
)
# Often a constraint, often only a manner of speaking.
LIMIT: Final = _either(
    "only|don't|do not|cannot|can't|won't|before|within|without|except|avoid|depends on|always|due",
    "只要 只用 不要 不用 别用 之前 以内 除了 避免 依赖 要求",
)
DECISION: Final = _either(
    """
    decide|decided|decides|decision|agreed|we agree|go with|going with|went with|settle on|settled on|chose|chosen|
    choose|picked|final|finalised|finalized|approved|confirmed|rejected|ruled out|will use|we'll use|we will use|
    switch to|switched to|switching to|move to|moved to|changed to|change it to|instead of|instead|no longer|replaced|
    renamed|called off|cancelled|canceled|postponed|brought forward|solved|fixed|resolved|the cause was|root cause|
    turned out|works now|that fixed it|code name|codename|code-named|plan is|scheduled for|set for|is now
    """,
    """
    决定 定了 说定 敲定 商定 定为 定在 定成 定下 就用 采用 选用 选定 选了 确定
    确认 通过了 批准 否决 不采用 改成 改为 改到
    改用 改在 换成 换到 换用 调整为 调到 推迟到 提前到 取消 作废 放弃 不再 方案
    结论 一致同意 解决了 搞定 修好 原因是 根因
    代号 最终 最后用 上线 排期 计划是 挪到 变更为 升级到 降到 涨到
    """,
)
TODO: Final = _either(
    """
    todo|to do|to-do|need to|needs to|remember to|don't forget|do not forget|follow up|next step|next steps|action item|
    will send|i'll send|i will send|please send|still missing|still open|outstanding|waiting for|remind me|has yet to|
    by monday|by tuesday|by wednesday|by thursday|by friday|by tomorrow|by next week|assigned to|is responsible for
    """,
    """
    待办 需要 要做 记得 别忘 提醒我 下一步 接下来要 还没 还差 还缺 尚未 未完成 等待 待确认 待定 负责 跟进 安排 明天前
    周五前 下周前 之前给 之前交 之前发 发给 提交给 补上 催
    """,
)
PREFERENCE: Final = _either(
    """
    prefer|prefers|preferred|i like|i love|i enjoy|i hate|i dislike|i don't like|i can't stand|favourite|favorite|
    from now on|going forward|by default|usually|always|i want|i'd rather|rather have|not a fan
    """,
    """
    喜欢 偏好 更喜欢 偏爱 讨厌 不喜欢 受不了 习惯 以后都 以后 今后 默认 平时 通常 总是 每次都 最爱 爱吃 爱喝 爱看 希望
    """,
)
FACT: Final = _either(
    """
    my name is|i'm called|call me|i live|i moved|i work|i'm a|i am a|i'm an|i am an|i have|i've got|i own|i was born|
    my|our|is called|is named|named|birthday|phone|email|address|version|costs|price|located|lives in|works at|
    works for|belongs to|runs on|port|hosted on|account|customer|client|order
    """,
    """
    我叫 我姓 叫我 名字 名叫 叫做 我住 我搬 搬到 搬去 住在 我在 工作 上班 我是 我有 我养 我家 我的 我们的 生日 电话 邮箱
    地址 版本 价格 位于 属于 端口 部署在 账号 客户 订单 老婆 老公 妻子 丈夫 女儿 儿子 父亲 母亲 爸爸 妈妈 同事 朋友
    """,
)
QUESTION: Final = re.compile(
    r"[?？]\s*[)）”\"」』]?$|(?:吗|呢|么|没有|好不好|行不行|对不对|是不是)[。.!！~～]*$"
    r"|^(?:(?:and|so|but|ok|okay|then|also),? )*(?:who|what|when|where|why|how|which|can you|could you|would you|"
    r"do you|did you|is there|are there|should i|should we|shall we|tell me|explain|give me|show me|suggest|recommend|"
    r"write|translate|list|summari[sz]e|help me)(?![a-z])"
    r"|^(?:那|那么|请问|请|麻烦|帮我|帮忙|你)*(?:什么|怎么|怎样|如何|为什么|为啥|谁|哪|几|多少|能不能|有没有|解释|讲讲|说说|"
    r"介绍|推荐|翻译|写一|列出|总结|帮我)"
)
# Nothing but politeness and agreement; what is told after it, told by itself, is worth as much without it.
LEAD: Final = re.compile(
    r"^(?:(?:ok|okay|yes|yeah|yep|no|well|so|oh|ah|right|sure|great|thanks|thank you|cool|got it|understood|noted|hi|"
    r"hello|hey|by the way|btw|actually|anyway|also|of course|alright|good|perfect|fine|lovely)[,.!:;—–]+\s*)++"
    r"|^(?:(?:好的?|行|嗯+|哦+|啊|是的?|对了|对|那个|谢谢|明白了?|收到|知道了|了解|没问题|顺便说一下|顺便|另外|话说|其实|当然|"
    r"你好|您好)(?:[吧呀啊呢哈]?)[，,。.!！、：:;；~～\s]+)++"
)
SMALL_TALK: Final = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|no|nope|sure|right|great|thanks|thank you|cool|got it|understood|noted|hi|hello|hey|"
    r"bye|goodbye|good morning|good night|see you|perfect|awesome|nice|lol|haha|hm+|please continue|continue|go on|"
    r"next|you're welcome|no problem|sounds good|will do|i see|of course|alright|fine|so much|very much|a lot|for now|"
    r"there|that's all|happy to help|anything else|let me know)(?![a-z'])[\s,.!?~:)-]*)++"
    r"|(?:(?:你好|您好|嗨|早上好|早|晚上好|晚安|再见|拜拜|谢谢你?|多谢|感谢|辛苦了?|好的?|好吧|好嘞|行|可以|没问题|嗯+|哦+|"
    r"啊|哈+|是的?|对的?|没错|不客气|明白了?|知道了|了解|收到|懂了|厉害|不错|很好|太好了|太棒了|继续|请继续|没事了?|就这样|"
    r"随时找我|还有别的吗)(?:[吧呀啊呢哈啦了]?)[\s，,。.!！？?~～、：:;；]*)++"
)
# The earlier value is over: somebody says so.
CHANGE: Final = _either(
    """
    no longer|not anymore|any more|instead|instead of|changed|change it|changing|switched|switch to|moved|move it|
    renamed|replaced|replace|correction|actually|scratch that|cancelled|canceled|cancel|called off|postponed|
    brought forward|rescheduled|is now|are now|now|new|updated|update|used to|quit|stopped|gave up|rather than|not
    """,
    """
    改成 改为 改到 改用 改在 改名 换成 换到 换用 换了 调整为 调整到 调到 推迟到
    提前到 挪到 搬到 搬去 跳槽 不再 取消 作废 更正
    纠正 说错 打错 不是 而是 变成 变为 更新为 现在 最新 新的 已经不 不用了 戒了 升级到 降到 涨到 变更为 离职 辞职
    """,
)
FORGET: Final = re.compile(
    r"(?<![a-z])(?:please )?(?:forget (?:about|that|my|what|the|everything)|(?:delete|erase|remove) (?:what|everything|"
    r"that|my .{1,40} from)|don't (?:remember|store|keep|save)|do not (?:remember|store|keep|save)|off the record)"
    r"|(?:请|帮我|你)?(?:忘掉|忘记|忘了)(?:我|刚才|之前|那个|关于|掉)|(?:把|将)[^，。]{1,20}(?:忘掉|忘了|删掉|删除)|"
    r"(?:不要|别)(?:再)?(?:记住|记下|记录|保存|存)|删掉(?:关于|我的)"
)
# It announces something to be done.
TASK: Final = re.compile(
    r"(?:要|得|需|应该)(?:把|在|去|先|尽快)|前要|(?<![a-z])(?:i'll|i will|we'll|we will|please|should)(?![a-z])"
)
# What was said just before does not hold.
RETAKE: Final = re.compile(
    r"^(?:no,? )?(?:scratch that|strike that|never mind that|correction|i misspoke|sorry, i meant|wait, no)(?![a-z])"
    r"[,.:;!\s—–]*"
    r"|^(?:哦?不对|说错了|打错了|写错了|更正一?下?|纠正一?下?|刚才说错了|上一条作废)[，,。.：:；！!\s]+"
)
# Supposed, wished or asked for, not so yet: it takes nothing's place.
SUPPOSED: Final = re.compile(
    r"(?<![a-z])(?:if|unless|suppose|supposing|imagine|what if|let's say|maybe|perhaps|possibly|probably|might|"
    r"could|would|should|may (?:be|have|move|change|become|need)|thinking (?:of|about)|considering|consider|"
    r"propose|suggest|wonder|wish|hope|hoping|used to|not sure|in case|for example|e\.g)(?![a-z'])"
    r"|如果|要是|假如|假设|倘若|万一|或许|也许|说不定|是否|要不|不如|能不能|可不可以|建议|考虑|打算|想把|想要把|希望|"
    r"会不会|比如|例如|不确定|(?<!不)可能"
)
# Before a sentence that held once.
EARLIER: Final = {"zh": "（以前）", "en": "(earlier) "}
MARKED: Final = re.compile(r"(?:（以前）|\(earlier\)\s?)")
SPEAKERS: Final = {
    "zh": {"user": "用户：", "assistant": "助手：", "tool": "工具："},
    "en": {"user": "User: ", "assistant": "Assistant: ", "tool": "Tool: "},
}
NOTHING: Final = {"zh": "没有文字内容。", "en": "No text."}
