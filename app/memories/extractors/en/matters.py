"""What an instruction is about: the key and the value under which a wish for answers is kept."""

import re

from app.memories.extractors.en.draft import CODE
from app.memories.extractors.en.lexicon import either, pairs, words
from app.memories.extractors.en.morphology import head

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
_FORMAT = re.compile(either(words("output", "formats")), re.IGNORECASE)
_TONE = re.compile(either(words("output", "tones")), re.IGNORECASE)
_UNITS = re.compile(either(words("output", "units")), re.IGNORECASE)
_CURRENCY = re.compile(either(words("output", "currencies")), re.IGNORECASE)
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
_MARKS = ("units", "currency")


def matter(text: str) -> tuple[str, str] | None:  # noqa: PLR0911  # one return for each matter
    """Key and value of the wish for answers in `text`; None when it is about something else."""
    text = re.split(r"\s(?:over|rather than|instead of)\s", text)[0] + ("" if not _REPORT.search(text) else " reports")
    other = _OTHER_TEXT.search(text)
    tongue = _TONGUE.search(text) or _BARE_TONGUE.search(text)
    spelling = _SPELLING.search(text)
    if other:
        what = head(other["what"])
        if tongue:
            return f"instruction:{what} language", head(tongue["tongue"])
        return None
    code = CODE.search(text)
    if (
        code
        and not tongue
        and (
            _PROGRAM.search(text)
            or re.match(
                rf"(?:please\s)?(?:always\s)?(?:use|prefer|write(?: it| everything)? in|answer in|show)\s{CODE.pattern}(?:$|"
                r"\s(?:for|unless|only|instead|by|in|when)\b)",
                text,
                re.IGNORECASE,
            )
        )
    ):
        return "code_language", head(code.group())
    if spelling:
        return "answer_language", f"{spelling[1].lower()} english"
    if tongue:
        return "answer_language", head(tongue["tongue"])
    if re.search(r"\bemojis?\b|\bemoticons?\b|\bsmileys?\b", text, re.IGNORECASE):
        return "instruction:emoji", "no" if negative(text) else "yes"
    if (unit := _UNITS.search(text)) and re.search(
        r"\b(?:units?|celsius|fahrenheit|metric|imperial|measure|distances?|temperatures?|weights?|convert|24-hour|"
        r"recipes|si)\b",
        text,
        re.IGNORECASE,
    ):
        return "units", re.sub(r"\sunits?$", "", unit.group().lower())
    if (money := _CURRENCY.search(text)) and re.search(
        r"\b(?:amounts?|prices?|costs?|currency|money|in|use|quote|convert|figures)\b", text, re.IGNORECASE
    ):
        return "currency", head(money.group())
    form = _FORMAT.search(text)
    if form and _REPORT.search(text):
        return "report_format", _signed(text, form.group())
    if limit := _LIMIT.search(text):
        return "answer_length", limit["limit"].lower()
    length = "short" if _SHORT.search(text) else "detailed" if _LONG.search(text) else ""
    if length and (ANSWERS.search(text) or re.search(r"\b(?:be|keep it|keep things|stay|get)\b", text, re.IGNORECASE)):
        return "answer_length", {"short": "detailed", "detailed": "short"}[length] if negative(text) and not re.search(
            r"\b(?:too|over\w*|so)\b", text, re.IGNORECASE
        ) else length
    if form and not re.search(r"\b(?:database|schema|pricing|dining|booking)\b", text):
        return "answer_format", _signed(text, form.group())
    if (tone := _TONE.search(text)) and re.search(
        r"\b(?:tone|be|sound|stay|style|keep it|voice|with me|register|answers?|repl\w+|speak|talk|write)\b",
        text,
        re.IGNORECASE,
    ):
        return "answer_tone", _signed(text, tone.group())
    return None


def negative(text: str) -> bool:
    return bool(re.search(r"\b(?:never|not|no|without|stop|avoid|skip|drop|quit|refrain)\b", text, re.IGNORECASE))


def _signed(text: str, value: str) -> str:
    plain = head(value)
    return f"no {plain}" if negative(text) else plain


def general(text: str) -> tuple[str, str]:
    """Key and value of any other instruction, from its telling words."""
    telling = " ".join(_DROPPED.sub(" ", re.sub(r"[^\w\s'+#./-]", " ", text)).split()[:7])
    return f"instruction:{head(telling)}", "never" if negative(text) else "always"
