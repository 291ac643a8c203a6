"""E-mail and street addresses, and phone numbers with brackets."""

from collections.abc import Iterator

from app.governance.engine import Expression, expression
from app.governance.finding import Finding

_EMAIL = Expression(
    r"(?:[^A-Za-z0-9._%+@/-]|^)([A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,5}[A-Za-z]{2,24})"
    r"(?:[^A-Za-z0-9@:]|:(?:[^\w/.~]|$)|$)"  # git@host:path is no mail
)
_ZH_STREET = Expression(
    r"(\p{Han}{2,24}?(?:路|街|大道|巷|胡同|弄|里|道))\s?\d{1,5}(?:\s?[-弄巷]\s?\d{1,4})?\s?号(?:院|楼)?"
    r"(?:\p{Han}{0,10}?\s?[A-Za-z]?\d{1,4}\s?(?:号楼|栋|幢|座|单元|室|层|楼|号|户))*(?:\s?\d{3,4}\b)?"
    r"|(\p{Han}{2,20}?(?:小区|花园|公寓|苑|新村|家园|广场|大厦|花苑|雅居|府|城|园))\s?[A-Za-z]?\d{1,3}\s?(?:号楼|栋|幢|座)"
    r"(?:\s?\d{1,2}\s?单元)?\s?\d{2,4}(?:\s?[室号户])?"
)
_ZH_LEAD = Expression(
    r"^.*(?:家住|住在|住址是|地址是|地址|寄到|送到|送去|发到|快递到|位于|搬到|搬去|搬家到|定位在|收货到|来到|我在|住|在|到|是|去|寄|送|从)"
)
_ENDS = (
    "street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|way|highway|hwy"
    "|parkway|pkwy|crescent|close|row|mews"
)
STREETS = f"[ ](?:{_ENDS})"
_EN_STREET = expression(
    rf"\b\d{{1,5}}[A-Z]?[ ]+(?:(?-i:[A-Z0-9])[\w'.]*[ ]+){{1,4}}(?:{_ENDS})\b\.?"
    r"(?:,?[ ]+(?:apt|apartment|suite|ste|unit|flat|floor|#)\.?[ ]?#?\w{1,6})?"
)
_US_PHONE = Expression(r"(?:\+?1[ .-]?)?\(\d{3}\) ?\d{3}[ .-]\d{4}\b")


def emails(text: str) -> Iterator[Finding]:
    for match in _EMAIL.finditer(text):
        yield Finding("email", match.start(1), match.end(1))


def chinese_addresses(text: str) -> Iterator[Finding]:
    for match in _ZH_STREET.finditer(text):
        group = 1 if match.start(1) >= 0 else 2
        lead = _ZH_LEAD.match(match.group(group))
        skip = lead.end() if lead and lead.end() <= len(match.group(group)) - 2 else 0
        yield Finding("address", match.start() + skip, match.end())


def english_addresses(text: str) -> Iterator[Finding]:
    for match in _EN_STREET.finditer(text):
        yield Finding("address", match.start(), match.end())


def bracketed_phones(text: str) -> Iterator[Finding]:
    for match in _US_PHONE.finditer(text):
        yield Finding("phone", match.start(), match.end())
