"""What says nothing any more once its secret was masked: `User's passport number is [passport number]`."""

import re
from typing import Final

from app.governance.patterns import MASKS

_MASK: Final = rf"\[(?:{'|'.join(re.escape(word) for words in MASKS.values() for word in words)})\]"
_HOLLOW: Final = re.compile(
    r"(?:(?:User|The|Their|My)\b[^\[\n]{0,80}?(?:\b(?:is|are|was|uses?|has|equals|numbers?|password|code|key|token|card)|[:=])"
    r"|(?:用户|密|口|账|身|银|手|验)[^\[\n]{0,40}?(?:是|为|叫|用|有|号码?|码|密钥|令牌|口令|卡|[:：=]))"
    rf"\s*{_MASK}(?:\s(?:and|or)\s{_MASK}|[、和,，]\s*{_MASK}|\sfor\s[\w' -]{{1,30}})*[\s.。!！]*\Z",
    re.IGNORECASE,
)


def hollow(content: str) -> bool:
    """Whether the sentence names a secret and ends with its mask: then nothing of it is of use."""
    return "[" in content and _HOLLOW.match(content) is not None
