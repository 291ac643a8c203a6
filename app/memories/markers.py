"""The words by which the gate tells turns apart: what wants to be kept, what only keeps a conversation going.

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
    return re.compile(rf"(?<![a-z'])(?:{_latin(latin)})(?![a-z])|{_han(han)}")


# Told to keep it, or said of oneself in a form that hardly ever means anything else.
MARKERS: Final = _either(
    """
    remember|keep in mind|note that|make a note|don't forget|do not forget|forget that|forget about|forget my|
    from now on|going forward|in future|in the future|always|never|by default|whenever i|every time i|
    my name is|call me|i'm called|i am called|i live in|i moved to|i work at|i work for|i work as|my job|
    i prefer|i like|i love|i enjoy|i hate|i dislike|i don't like|i do not like|i can't stand|i'm allergic|
    i am allergic|i no longer|i don't want|i do not want|i stopped|i quit|i switched|i used to|my birthday|
    my favourite|my favorite|correction|that's wrong|that is wrong|actually my|no longer|go back to|as before|
    my wife|my husband|my son|my daughter
    """,
    """
    记住 记一下 记得我 记下 帮我记 别忘了 忘掉 忘记 不要再记 我叫 我的名字 叫我 我姓 以后 今后 从今 从现在起
    往后 每次都 总是 一律 默认 都用 都要 永远 我住 我搬 我喜欢 我不喜欢 我讨厌 我爱 我偏好 我更喜欢 我习惯
    我不吃 我吃素 我过敏 过敏 忌口 我的生日 我生日 我不再 我已经不 不再 改成 改回 改用 换成 更正 纠正 打错 说错
    不对 我老婆 我老公 我妻子 我丈夫 我女儿 我儿子 我爸 我妈 我养 我最 我打算 我计划 我的目标
    """,
)

# The first person: without it a sentence rarely tells something lasting about the user.
FIRST_PERSON: Final = re.compile(
    r"(?<![a-z'])(?:i|i'm|i've|i'd|my|mine|me|we|we're|we've|our|us)(?![a-z])|我|咱|俺|本人"
)

# Nothing but politeness, agreement, mood.
_SMALL_EN: Final = _latin(
    """
    hi|hello|hey|good morning|good afternoon|good evening|good night|bye|goodbye|see you|see you later|thanks|
    thank you|thank you so much|thanks a lot|many thanks|thx|ty|cheers|ok|okay|k|kk|yes|yeah|yep|yup|no|nope|
    sure|right|exactly|great|cool|nice|perfect|awesome|wonderful|excellent|good|fine|lol|haha|hahaha|wow|oh|ah|
    hm|hmm|i see|got it|makes sense|sounds good|will do|no problem|no worries|you're welcome|all good|
    that's all|that's all for now|that's it|for now|please continue|continue|go on|go ahead|next|please|
    how are you|how's it going|what's up|well done|good job|well|so|very much|so much|again|there|everyone|then|
    and|it|that|this|works|is|was|helpful|now|too|done|never mind
    """
)
_SMALL_ZH: Final = _han(
    """
    你好 您好 哈喽 嗨 早 早安 早上好 上午好 中午好 下午好 晚上好 晚安 再见 拜拜 回见 谢谢 谢了 多谢 感谢
    非常感谢 谢谢你 谢谢您 辛苦 辛苦了 好 好的 好吧 好滴 好嘞 行 行吧 可以 没问题 嗯 嗯嗯 哦 哦哦 噢 啊 呀 哈
    哈哈 哈哈哈 呵呵 嘿嘿 是 是的 对 对的 对啊 没错 不是 不用 不用了 不客气 明白 明白了 知道了 了解 了解了 收到
    懂了 原来如此 这样啊 厉害 真棒 太棒了 不错 很好 挺好 完美 赞 继续 请继续 接着说 然后呢 下一步 开始吧 在吗
    在不在 没事 没事了 就这样 先这样 好的呀 那好 加油 随便聊聊 随便聊聊吧 你 您 的 了 吧 哟 啦 呢 嘛 哇 那 就 我
    先 很 太 真 都 也
    """
)
SMALL_TALK_WORD: Final = re.compile(rf"(?:{_SMALL_EN})(?![a-z'])|(?:{_SMALL_ZH})")

# What a question or a task begins and ends with.
QUESTION_START: Final = re.compile(
    r"(?:(?:and|so|but|ok|okay|hey|hi|please|then),? )*(?:"
    + _latin(
        """
        who|what|when|where|why|how|which|whose|is|are|am|was|were|do|does|did|can|could|would|will|shall|should|may|
        has|have|explain|show me|tell me|give me|write|translate|summarise|summarize|list|compare|fix|find|generate|
        create|help me|calculate|convert|define|describe|suggest|recommend
        """
    )
    + ")(?![a-z])|(?:那|那么|请问|请|麻烦|你|帮我|帮忙|给我|能不能|可以)*(?:"
    + _han(
        """
        什么 怎么 怎样 如何 为什么 为啥 谁 哪 几 多少 是不是 能不能 有没有 会不会 解释 翻译 写 总结 列出 列一 比较 推荐
        介绍 查 找 算 生成 润色 改写 分析 讲讲 说说 帮我
        """
    )
    + ")"
)
QUESTION_END: Final = re.compile(r"[?？]\s*$|(?:吗|呢|么|没有|好不好|行不行|对不对|是不是)[?？]?\s*$")

# Told to keep it even where it looks like a request or a question: "could you always use metric units?"
TOLD_TO_KEEP: Final = re.compile(
    r"(?<![a-z])(?:please|(?:can|could|would|will) you(?: please)?)[, ]+"
    r"(?:always|never|from now on|remember that|note that)"
    r"|记住|记一下|记下来"
    "|(?:能不能|可以|请|麻烦你?|帮我)(?:以后|今后|每次)"
)

# The matter is done with: what was agreed on the way is worth a look.
TOPIC_CLOSED: Final = _either(
    """
    that settles it|we're done|we are done|all set|let's go with|let's settle on|decided|we agreed|
    problem solved|that fixed it|moving on|new topic|change of topic|another topic
    """,
    """
    就这么定 就这样定 就定 决定了 说定了 搞定了 解决了 结束了 到此为止 换个话题 下一个话题 另一个话题 就按这个
    就用这个 确定了
    """,
)

# A statement about the user or the common work that no marker names.
TELLING: Final = re.compile(
    r"(?<![a-z'])(?:i'm|i am|i have|i've|i had|i own|i use|i play|i study|i speak|i need|i plan|i want|i was|i got|"
    r"i can't|i started|i bought|i run|we use|we have|we are|we're|our [a-z]+ (?:is|are|uses?|runs?|has)|"
    r"my [a-z' ]{1,30} (?:is|are|was|has|lives?|works?|likes?|hates?|called|named))(?![a-z])"
    r"|(?:我们?|咱们?)(?!想问|问一下|想知道|不知道|不懂|看不懂|需要你|觉得你)[^，。！？!?,\n]{2,}"
    r"|(?:这个|本|我们|咱们)(?:项目|团队|公司|产品|系统)[^，。！？!?,\n]{2,}"
)
