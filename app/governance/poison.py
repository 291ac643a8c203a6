"""Text that gives orders to the model instead of telling about the user.

Memory is data: a sentence that wants to lift the rules, give the model another identity, or carry its prompt or data
away is not kept. Wishes about answers ("always answer in French", 以后都用中文回答) are preferences and no such orders.
"""

import re
import unicodedata
from typing import Final

from app.governance.engine import Expression

# One pattern a line, over lower-case text; a space stands for one blank, a word in <> for the part of that name.
_PARTS: Final = {
    "lift": "(?:ignore|disregard|forget|override|overrule|bypass|neglect|discard|(?:do not|don't) (?:follow|obey)|"
    "stop following)",
    "earlier": "(?:all|any|every|the|of|your|these|those|previous|prior|earlier|above|preceding|former|original|"
    "existing|other|system|developer|safety)",
    "rules": "(?:instructions?|prompts?|rules|guidelines|guardrails|polic(?:y|ies)|restrictions|directives|programming|"
    "filters?|messages?|settings)",
    "tell": "(?:reveal|print|show|repeat|output|display|leak|disclose|expose|dump|tell)",
    "prompt": "(?:(?:system|hidden|secret|initial|developer) (?:prompt|message|instructions?)|"
    "your (?:prompt|instructions))",
    "near": "[^.!?\n]{0,40}",
    "data": "(?:(?:user|customer|private|personal|confidential|all)(?:'s|s)? (?:data|messages|information|files)|"
    "(?:conversation|chat) history|passwords|credentials|api keys?|secrets)",
    "outside": r"(?:https?:|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|an? (?:external|third|unknown)|external|third part)",
    "unbound": "(?:unrestricted|unfiltered|uncensored|jailbroken)",
    "lift-zh": "(?:忽略|无视|跳过|绕过|覆盖|推翻|不要理会|不用理会|不理会|别管|不要遵守|不遵守|停止遵守|抛弃|解除)",
    "forget-zh": "(?:忘记|忘掉|忘了)",
    "whose-zh": "(?:系统|开发者|管理员|平台|你的|您的|所有|一切|全部|任何|以上|上面|上述|之前|此前|前面|原有|安全)",
    "rules-zh": "(?:指令|指示|提示词|提示|设定|规则|规定|限制|约束|命令|系统消息|策略|准则)",
    "tell-zh": "(?:透露|泄露|泄漏|输出|打印|显示|告诉|说出|复述|公开|展示|给出)",
    "data-zh": "(?:用户|隐私|个人|所有|全部)的?(?:用户|个人)?(?:数据|信息|资料|聊天记录|对话|密码|密钥)",
    "near-zh": "[^。！？!?\n我]{0,8}",
    "free-zh": "(?:不受(?:任何)?限制|没有(?:任何)?限制|无限制|越狱|dan|管理员|开发者模式)",
}
_PATTERNS: Final = r"""
\b<lift> (?:<earlier> ){1,6}<rules>\b
\b<lift> (?:everything|anything|all) (?:that )?(?:you|i|we)?(?:'ve)? ?(?:were|was|have|has|said|told|above|before)\b
\b<tell>\b<near>\b<prompt>\b
\byou are (?:now|no longer) (?:an? |the |in |my |bound|restricted|dan\b|free\b|jailbroken|unrestricted|root|admin)
\bfrom now on,? you are\b
\b(?:act|behave|respond|answer) as (?:if you (?:were|are|have|had) (?:no|un)|an? <unbound>)
\bpretend (?:that )?you (?:have no|are not bound|are an? <unbound>)
\b(?:enable|enter|activate|switch to) (?:developer|debug|god|admin|root|dan|jailbreak|unrestricted) mode\b
\b(?:system|admin|developer|root)[ -](?:override\b|command ?:)
[\[<{(|#]{1,3} ?(?:system|developer|im_start)(?: (?:message|prompt|instructions?|note))? ?[\]>})|]{1,3}
(?:^|\n) ?(?:system|developer) (?:message|prompt|instructions?|note) ?:
\[/?inst\]|<</?sys>>|</?(?:system|instructions?|memory|memories)>
\bnew (?:system )?instructions? ?:
\b(?:send|post|forward|upload|exfiltrate|transmit|email|leak)\b<near>\b<data><near>\bto <outside>
\b(?:do not|don't|never) (?:tell|inform|warn|alert) the user (?:that|about|of|anything)\b
\bwithout (?:telling|informing) the user\b
\bjailbreak
<lift-zh><near-zh><whose-zh><near-zh><rules-zh>
<forget-zh><near-zh>(?:系统|开发者|所有|一切|以上|上述|前面)<near-zh>(?:指令|提示词|设定|系统消息|命令)
(?:忽略|无视)(?:以上|上面|上述|之前|前面|此前)的?(?:所有|一切|全部)?的?(?:内容|对话|话)
(?:突破|摆脱|不受)<near-zh>(?:系统|开发者|安全|内容)<near-zh><rules-zh>
<tell-zh>[^。！？\n]{0,16}(?:系统|隐藏的?|初始|开发者)(?:提示|指令|消息)
你(?:现在|从现在起|从现在开始|从此)(?:开始)?就?(?:是一|变成|成为|扮演|不再是)
(?:从现在起|从现在开始|从此)[，,]?你就?(?:是|变成|成为|扮演|不再是)
你[^。！？\n]{0,12}<free-zh>的(?:ai|助手|模型|机器人)
(?:进入|开启|启用|切换到)[^。！？\n]{0,4}(?:开发者|调试|上帝|越狱|管理员|无限制)模式
[\[【<(] ?(?:系统|管理员|开发者)(?:消息|指令|提示|通知|命令)? ?[\]】>)]
(?:^|\n) ?(?:系统|管理员|开发者)(?:消息|指令|提示|通知|命令) ?:
<data-zh>[^。！？\n]{0,6}(?:发|传|寄|提交)[^。！？\n]{0,4}[到给至往][^。！？\n]{0,12}<outside>
不要告诉用户(?:这|真相|任何)|瞒着用户
"""


_PATTERN: Final = Expression(
    re.sub(r"<([a-z]+(?:-zh)?)>", lambda part: _PARTS.get(part[1], part[0]), "|".join(_PATTERNS.strip().splitlines()))
)
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_BLANKS: Final = re.compile(r"[^\S\n]+")


def looks_like_injection(text: str) -> bool:
    """Whether the text commands the system: lifts its rules, changes its identity, asks for its prompt or for data.

    Linear in the length: every gap in a pattern is bounded.
    """
    return _PATTERN.search(_plain(text)) is not None


def _plain(text: str) -> str:
    """Lower case without full-width letters, invisible signs and rows of blanks, behind which orders are hidden."""
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("’", "'")
    return _BLANKS.sub(" ", text.lower())
