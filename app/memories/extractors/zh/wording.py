"""How a sentence is typed: spaces between words, no punctuation at all. What is cut here is what a reader would cut."""

import re
from collections.abc import Iterator

_HAN = "\u4e00-\u9fff"
_GAP = re.compile(rf"(?<=[{_HAN}])[ \u3000]+(?=[{_HAN}])")
_WORD = 3.2  # characters; words typed apart are shorter than clauses, whose mean is above

_JOINT = re.compile(
    r"(?<![是就正都也,，])(?P<join>所以(?!说)|因此|还有(?=(?:[一两三四五几\d]{1,2})?[只条匹][^,，]{1,6}叫)|但是?(?=[我不没也是平从只现最她他一在])|不过(?!是)|可是|而且|"
    r"并且|后来|同时(?!间)|"
    r"另外|于是|因为|虽然|然后)(?=[^,，]{3})|"
    # the same person speaks again: 我叫柳青我在…
    r"(?<![给让叫跟和对把被比替为帮找问告诉喊陪等像的是与说讲想得望求向由随到和劝带接送教催约请逼害骂怪管以后候时前年月日号天晚上午点,，:：])"
    r"(?P<me>我)(?=平时|现在|目前|最近|今年|老家|在|是|叫|住|有|不|没|也|还|都|做|喜欢|爱|会|只|从来|一直|经常|"
    r"每|家|养|"
    r"对|最|比较|用|开|怕|讨厌|主要|一般|通常|教|管|负责|老婆|老公|妈|爸|女儿|儿子|们)|"
    # what is liked, what is not: 喜欢看图不喜欢看字
    r"(?<=[\u4e00-\u9fff])(?<![我也都还是就很最并但而])(?P<but>不(?:喜欢|爱)(?=[^,，]{2}))|"
    # a habit begins
    r"(?<=[\u4e00-\u9fffa-z])(?<![我都他她是和，,])(?P<habit>(?:平时|业余|闲暇时|空闲时)(?=喜欢|爱|都|会|经常|常|"
    r"用|去|在|做|看|写))|"
    # a whole statement ends, the next begins
    r"(?:叫(?:[\u4e00-\u9fff]{2,3}|[A-Z][a-z]{1,11})|岁半?|今年(?:\d{2}|"
    r"[二三四五六七八九]?十[一二三四五六七八九]?)(?!岁)|(?<=[在做当])[^,，]{2,10}(?:上班|工作|任职|就职)|(?:已|"
    r"未)婚|单身|大学毕业|"
    r"[省市县区镇]人|\d年生的?)(?P<end>)"
    r"(?=[弟妹哥姐][弟妹哥姐](?:叫|是|今年)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|今年|现在|目前|住在?(?!院|宿)|在[^,，了着过]{2,12}(?:上班|工作|做|当|读|念|任|就|住|开|干|混|待)|来自|"
    r"是一?[名个位]|从事|有(?:一|两|二|三|\d)|"
    r"养了?|老家|平时|已婚|未婚|单身|喜欢|最喜欢|家里|家住|做[^,，了着过的]{2,8}$)"
)
_LEAST = 3  # characters on each side of a cut


def unspaced(text: str) -> str:
    """`我 平时 不 吃 猪肉` without its spaces; spaces that stand for commas (`我叫小米 住在厦门`) stay."""
    gaps = list(_GAP.finditer(text))
    if len(gaps) < 2:  # a single space tells nothing
        return text
    runs = re.findall(rf"[{_HAN}]+", text)
    return _GAP.sub("", text) if sum(map(len, runs)) / len(runs) < _WORD else text


_PICTURES = re.compile(  # what is masked stands in brackets as well: [密码]
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d\u20e3]+|"
    r"\[(?:捂脸|笑哭|微笑|流泪|偷笑|大哭|呲牙|憨笑|旺柴|破涕为笑|苦涩|裂开|强|抱拳|玫瑰|害羞|尴尬|奸笑|机智|皱眉|耶|合十|可怜|发呆|doge|OK)\]"
)
_STRAY = re.compile(r"[，\s]*，(?=\s*(?:[，,。！？!?;；~～、：:]|$))|(?<=[，,。！？!?;；~～、：:])\s*，|^，")


_LAUGHTER = re.compile(r"(?<=[\u4e00-\u9fff])(?:(?<!哈)哈{2,}|嘿{2,}|嘻{2,}|呜{2,}|hh+|23{2,})[~～!！。]*$")


def without_pictures(text: str) -> str:
    """Without emoji and [捂脸] and laughter at the end; one in the middle parts what it stands between."""
    text = _LAUGHTER.sub("", text) or text
    return text if not _PICTURES.search(text) else _STRAY.sub("", _PICTURES.sub("，", text)).strip()


def joints(plain: str) -> Iterator[int]:
    """Where to cut a span that has no punctuation of its own."""
    last = 0
    for found in _JOINT.finditer(plain):
        at = found.start("end") if found["end"] is not None else found.start()
        repeated = found["me"] and "我" not in plain[last:at] and plain[at - 1] != "了"  # 每天早上我跑步: one statement
        if found["but"] and not re.search("喜欢|爱", plain[last:at]):
            continue
        if at - last >= _LEAST and len(plain) - at >= _LEAST and not repeated:
            yield at
            last = at
