"""What an instruction is about when its matter is not known: its words without their direction."""

import re

NO = re.compile(
    r"不要|别(?!的|人)|不用|不许|勿|不准|禁止|避免|不能|不得|不必|少(?=用|给|发|说|加)|不(?=用|加|写|带|发|给)"
)


_MARK = re.compile(
    r"^(?:以后|今后|往后|从今天(?:起|开始)|从现在(?:起|开始)|从今往后|从此(?:以后|之后)?|从今|接下来|"
    r"之后|下次(?:起|开始)?|每次|每当|每逢|永远|总是|始终|一律|统一|默认|凡是|只要|请|麻烦|你|您|那|都|"
    r"务必|一定要?|记住|帮我|要求|希望|最好|尽量|的|就|,|，|\s|:|：|所有的?|全部|任何|我的?|我说|在|当|"
    r"如果|给我|跟我|对我|回答我|回答(?!完)|回复(?!完)){1,6}"
)


_TOPIC_END = re.compile(
    r"(?:的时候|时候|时(?!间)|之前|之后|前(?!面)|后(?!面|端)|里|中(?!文)|上)?(?:,|，)?\s*(?:都|一律|统一|请|"
    r"要|先|不要|别|不用|尽量|必须|务必|一定|全部|默认|就|只|多|少|(?<![记觉懂])得|优先|保持|改成|改用|改为|"
    r"换成|还是|用(?![药户途处法])|避免|避开|写成)"
)


def topic(text: str) -> str:
    """What the instruction is about, without its direction: 给我改简历的时候只标错字 → 改简历."""
    short = _MARK.sub("", text) or text
    ended = re.search(r"的时候|时候|(?<![小及])时(?![间区])", short) or _TOPIC_END.search(short)
    topic = short[: ended.start()] if ended and ended.start() > 1 else NO.sub("", short, count=1)
    return re.sub(r"(?:的时候|时|的)$", "", topic.strip("，, ")) or text
