"""What an instruction is about: the key and the value under which a wish for answers is kept."""

from app.memories.extractors.en.lexicon import either, pairs, words
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.values import CODE, number
from app.text import patterns as re

_TONGUE = re.compile(
    r"\b(?:in|use|to|using|into|speak|write|prefer|only)\s(?:only\s|simple\s|plain\s|proper\s|"
    rf"formal\s)?(?P<tongue>{either(words('tongues', 'languages'))})",
    re.IGNORECASE,
)

_BARE_TONGUE = re.compile(
    rf"(?P<tongue>{either(words('tongues', 'languages'))})\s(?:answers|replies|responses|only|please|spelling)\b",
    re.IGNORECASE,
)

_SHORT = re.compile(either(words("output", "short")), re.IGNORECASE)

_LONG = re.compile(either(words("output", "long")), re.IGNORECASE)

_LIMIT = re.compile(
    r"\b(?:(?:under|below|at most|no more than|no longer than|max(?:imum)?(?: of)?|within|up to|less than|"
    r"fewer than|limited to|to|in)\s)?(?P<limit>(?:\d+|one|two|three|four|five|six|ten|a hundred|hundred|"
    r"fifty)\s(?:short\s)?(?:sentences?|words?|lines?|paragraphs?|bullets?|bullet points|characters))\b",
    re.IGNORECASE,
)

_FORMATS, _TONES = pairs("output", "formats"), pairs("output", "tones")
_UNIT_NAMES, _CURRENCIES = pairs("output", "units"), pairs("output", "currencies")
_FORMAT = re.compile(either(_FORMATS), re.IGNORECASE)
_TONE = re.compile(either(_TONES), re.IGNORECASE)
_UNITS = re.compile(either(_UNIT_NAMES), re.IGNORECASE)
_CURRENCY = re.compile(either(_CURRENCIES), re.IGNORECASE)
_LANGUAGE_OF = {  # key = what is written in a language of its own
    "comment_language": r"comments?|docstrings?",
    "commit_language": r"commit messages?|commits",
    "email_language": r"e-?mails?|letters",
    "document_language": r"documentation|docs",
    "naming_language": r"variable names|identifiers|branch names|test names",
    "title_language": r"titles",
}
_ORDER = re.compile(
    r"\b(?:start|begin|lead|open)(?:ing)?\swith\s(?:the\s|your\s|an?\s)?(?:conclusion|answer|summary|result|"
    r"bottom line|verdict|tl;?dr|main point)|"
    r"\b(?:conclusions?|answers?|summary|bottom line|verdict|results?)\s(?:comes?\s)?(?:first|up ?front)|"
    r"\btl;?dr\b|bottom line up front",
    re.IGNORECASE,
)
_DATES = re.compile(
    r"\bdates?\b.{0,30}?(?P<v>\b[ymd]{1,4}[-/. ][ymd]{1,4}[-/. ][ymd]{1,4}\b|\biso(?:[ -]?8601)?\b)", re.IGNORECASE
)

_OTHER_TEXT = re.compile(
    r"\b(?P<what>commit messages?|commits|emails?|e-mails?|comments?|docstrings?|documentation|docs|"
    r"variable names|identifiers|slides|subtitles|invoices|letters|translations?|test names|"
    r"pull request descriptions?|pr descriptions?|branch names|release notes|changelogs?|tickets|error messages|"
    r"recipes|titles|log messages|minutes|meeting notes)\b",
    re.IGNORECASE,
)

ANSWERS = re.compile(
    r"\b(?:answers?|answering|repl(?:y|ies|ying)|respon(?:d|se|ses|ding)|explanations?|explain|speak|talk|"
    r"communicate|chat with me|messages?|output|outputs|tone|writ(?:e|ing) to me)\b",
    re.IGNORECASE,
)

_REPORT = re.compile(r"\b(?:reports?|summar(?:y|ies)|status updates?)\b", re.IGNORECASE)

_PROGRAM = re.compile(r"\b(?:code|coding|snippets?|scripts?|examples?|samples?|programs?|programming)\b", re.IGNORECASE)

_SPELLING = re.compile(r"\b(british|american|us|uk|canadian|australian)\s(?:english\s)?spelling", re.IGNORECASE)

_DROPPED = re.compile(
    r"(?<![\w-])(?:please|always|never|ever|do not|not|from now on|going forward|in (?:the )?future|by default|"
    r"every time|me|my|your|you|the|an?|to|any|all|when|whenever|again|any more|anything|no|more|that|with|only|"
    r"stop|for|remember)(?![\w-])",
    re.IGNORECASE,
)

SCENES = pairs("scenes", "words")

SCENE = re.compile(
    r"\b(?:when(?:ever)?|while|if|for|in|during|on|with|when it comes to|about|as for)\s(?:(?:you are|we are|"
    r"I am|we|I|you|it comes to|it is|doing|writing|working on|discussing|we discuss|you write|I write|"
    r"reviewing|just|answering|asking|ask|my|our|all|casual|normal|everyday|"
    rf"technical)\s)*(?P<scene>{either(SCENES)})",
    re.IGNORECASE,
)


def matter(text: str) -> tuple[str, str] | None:  # read one by one
    """Key and value of the wish for answers in `text`; None when it is about something else."""
    text = re.split(r"\s(?:over|rather than|instead of)\s", text)[0] + ("" if not _REPORT.search(text) else " reports")
    other = _OTHER_TEXT.search(text)
    tongue = _TONGUE.search(text) or _BARE_TONGUE.search(text)
    if (money := _CURRENCY.search(text)) and re.search(
        r"\b(?:amounts?|prices?|costs?|currency|money|figures)\b", text, re.IGNORECASE
    ):
        return "currency", _CURRENCIES[money.group().lower()].casefold()
    spelling = _SPELLING.search(text)
    if other:
        what = head(other["what"])
        if tongue:
            key = next(
                (key for key, said in _LANGUAGE_OF.items() if re.fullmatch(said, other["what"], re.IGNORECASE)), None
            )
            return key or f"instruction:{what} language", head(tongue["tongue"])
        return None
    if re.search(r"\bsame language\b", text, re.IGNORECASE):
        return "answer_language", "that of the user"
    code = CODE.search(text)
    if (
        code
        and not tongue
        and (
            _PROGRAM.search(text)
            or re.match(
                rf"(?:please\s)?(?:always\s)?(?:use|prefer|write(?: it| everything)? in|answer in|show)\s{CODE.pattern}"
                r"(?:$|\s(?:for|unless|only|instead|by|in|when)\b)",
                text,
                re.IGNORECASE,
            )
        )
    ):
        name = head(code.group())
        return "code_language", {"golang": "go", "js": "javascript", "ts": "typescript"}.get(name, name)
    if spelling:
        return "answer_language", f"{spelling[1].lower()} english"
    if tongue:
        return "answer_language", head(tongue["tongue"])
    if re.search(r"\bemojis?\b|\bemoticons?\b|\bsmileys?\b", text, re.IGNORECASE):
        return "answer_emoji", "no" if negative(text) else "yes"
    if measured := _measured(text):
        return measured
    if _ORDER.search(text) and not re.search(r"\b(?:question|joke|story)\b", text):
        return "answer_order", _signed(text, "conclusion_first")
    if re.search(r"\bcode blocks?\b", text, re.IGNORECASE):
        return "answer_code_blocks", "no" if negative(text) else "yes"
    form = _FORMAT.search(text)
    if form and _REPORT.search(text):
        return "report_format", _signed(text, _FORMATS[form.group().lower()])
    if limit := _LIMIT.search(text):
        return "answer_length", _limit(limit["limit"].lower())
    length = "short" if _SHORT.search(text) else "detailed" if _LONG.search(text) else ""
    if length and (ANSWERS.search(text) or re.search(r"\b(?:be|keep it|keep things|stay|get)\b", text, re.IGNORECASE)):
        return "answer_length", {"short": "detailed", "detailed": "short"}[length] if negative(text) and not re.search(
            r"\b(?:too|over\w*|so)\b", text, re.IGNORECASE
        ) else length
    if form and not re.search(r"\b(?:database|schema|pricing|dining|booking)\b", text):
        return "answer_format", _signed(text, _FORMATS[form.group().lower()])
    if (tone := _TONE.search(text)) and re.search(
        r"\b(?:tone|be|sound|stay|style|keep it|voice|with me|register|answers?|repl\w+|speak|talk|write)\b",
        text,
        re.IGNORECASE,
    ):
        return "answer_tone", _signed(text, _TONES[tone.group().lower()])
    return None


def _measured(text: str) -> tuple[str, str] | None:
    """Units, money, clock and dates."""
    if clock := re.search(r"\b(24|12)[- ]?h(?:our)?s?\b", text, re.IGNORECASE):
        return "time_format", f"{clock[1]}h"
    if form := _DATES.search(text):
        return "date_format", "iso 8601" if form["v"].lower().startswith("iso") else form["v"].lower()
    if (unit := _UNITS.search(text)) and re.search(
        r"\b(?:units?|celsius|fahrenheit|metric|imperial|measure\w*|distances?|temperatures?|weights?|convert|"
        r"recipes|si)\b",
        text,
        re.IGNORECASE,
    ):
        name = _UNIT_NAMES[unit.group().lower()]
        return ("temperature_unit" if name in ("celsius", "fahrenheit", "kelvin") else "units"), name
    if (money := _CURRENCY.search(text)) and re.search(
        r"\b(?:amounts?|prices?|costs?|currency|money|in|use|quote|convert|figures)\b", text, re.IGNORECASE
    ):
        return "currency", _CURRENCIES[money.group().lower()].casefold()
    return None


_COUNTED = {"bullet point": "bullet", "bullets": "bullet"}


def _limit(said: str) -> str:
    """`three short sentences` → `3 sentences`."""
    parts = said.replace("a hundred", "100").split()
    count = number(parts[0]) or parts[0]
    return f"{count} {re.sub('s$', '', _COUNTED.get(' '.join(parts[1:]), parts[-1]).replace('points', 'bullet'))}s"


def negative(text: str) -> bool:
    return bool(re.search(r"\b(?:never|not|no|without|stop|avoid|skip|drop|quit|refrain)\b", text, re.IGNORECASE))


def _signed(text: str, value: str) -> str:
    return f"no {value}" if negative(text) else value


def general(text: str) -> tuple[str, str]:
    """Key and value of any other instruction, from its telling words."""
    telling = " ".join(_DROPPED.sub(" ", re.sub(r"[^\w\s'+#./-]", " ", text)).split()[:7])
    return f"instruction:{head(telling)}", "never" if negative(text) else "always"
