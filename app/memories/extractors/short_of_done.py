"""Words by which what sounds done is not: `called the dentist but nobody picked up`, 表交了，但是被退回来了."""

from typing import Final

from app.text import patterns as re

_SHORT: Final = re.compile(
    r"\b(?:wrong|almost|nearly|tried to|part of|parts of|the first|one of|bit of|some of|instead of)\b"
    r"|\b(?:but|though|although|yet|only|and)\b.{0,30}(?:n['’]t\b|\b(?:no(?:body|t|ne)?|no one|never|unable|"
    r"unfortunately|failed|closed|busy|voicemail|rejected|refused|returned|bounced|declined|engaged|sold out|forgot|"
    r"error|waiting|pending|again)\b)"
    r"|但是?|可是?(?!以)|不过|结果|错了|差点|又被|被退|被拒|失败",
    re.IGNORECASE,
)


def short_of_done(text: str) -> bool:
    """Whether something went wrong with what was done, or only a part of it is."""
    return _SHORT.search(text) is not None
