"""Sentences in another build than subject, verb and rest, told in that one: `it's Bath where I live` → `I live in Bath`."""

from typing import Final

from app.memories.extractors.en.lexicon import either
from app.memories.extractors.en.subjects import ROLES
from app.text import patterns as re

_CLEFT: Final = re.compile(  # it's Ferrand that I work for
    r"\b(?:it|that) is (?:(?:actually|really|now|in fact|just) )*(?P<what>(?!not\b|because\b|how\b|why\b|when\b|where\b|what\b|the way\b)"
    r"[^,;]{2,40}?),? (?P<link>(?:where|that|which|who) )?(?P<who>I|we|my [a-z]+) (?P<do>(?:(?:now|actually|currently|really) )*"
    r"(?:live|work|teach|study|am|is|are|come|grew up|prefer|like|love|use|want|hate|go|was born|lives|works|studies)\b[^,;]*?)(?:,? (?:and )?not [^,;]{2,30})?$",
    re.IGNORECASE,
)
_AT_THE_END: Final = re.compile(r"\b(?:in|at|for|to|from|with|on|by|as)$", re.IGNORECASE)
_NAME_OF: Final = re.compile(
    rf"^(?:the )?(?P<what>(?:full |first |last )?name|birthday|e-?mail|phone number|job) of (?P<who>(?:my|our) (?:[a-z-]+ ){{0,2}}{either(ROLES)}) (?=is\b)",
    re.IGNORECASE,
)
_WHOSE_NAME: Final = re.compile(  # a sister, whose name is Ida
    rf"\b(?P<who>(?:an?|my|our|one) (?:[a-z-]+ ){{0,2}}{either(ROLES)}),? whose (?:first )?name is (?P<name>[A-Z][\w'’-]+)",
    re.IGNORECASE,
)
_SPELLED: Final = re.compile(
    r"^(?P<my>my (?:first |last |full )?name) is (?:actually |really )?(?:spelled|spelt|written) (?:as |with )?(?=[A-Z]\w+(?:,|$| not\b| and not\b))",
    re.IGNORECASE,
)
_TURNING: Final = re.compile(
    r"^(?:I am |I will be |I )?turn(?:ing)? (?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?) (?P<when>on (?:the )?\w[^,;]{3,20}?)(?=$|[,;])",
    re.IGNORECASE,
)
_IT_IS_ALL: Final = re.compile(  # at home it's all Rust
    r"\b(?P<where>(?:at|for|in) (?:[\w-]+ )?[\w-]+),? it is (?:all|mostly|mainly|just|only|always|purely|usually) (?P<what>[A-Za-z][\w.+#-]*)(?=$|[,;])",
    re.IGNORECASE,
)
_AIM_OF: Final = re.compile(
    r"\b(?P<aim>goal|aim|resolution|plan|target|budget|focus)s? (?P<time>this (?:year|month|quarter))(?= is\b| are\b)"
)
_FOR_EACH: Final = re.compile(  # for notes I use Joplin and for tasks Taskwarrior
    r"^for (?P<a>[\w -]{3,25}?),? (?P<we>I|we) use (?P<x>[\w.+-]+)(?:,| and|, and) for (?P<b>[\w -]{3,25}?),? (?P<y>[A-Z][\w.+-]*)$",
    re.IGNORECASE,
)
_MONTH: Final = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\bmy\b", re.IGNORECASE)


def rebuilt(text: str) -> str:
    """`text` in the plain order of words; as it is when it has that already."""
    if "this year" in text or "this month" in text:
        text = _AIM_OF.sub(r"\g<aim> for \g<time>", text)
    if text[:4].lower() == "for " and (paired := _FOR_EACH.match(text)):
        text = f"{paired['we']} use {paired['x']} for {paired['a']} and {paired['y']} for {paired['b']}"
    if " of my " in text or " of our " in text:
        text = _NAME_OF.sub(r"\g<who>'s \g<what> ", text)
    if "whose" in text:
        text = _WHOSE_NAME.sub(r"\g<who> called \g<name>", text)
    text = _SPELLED.sub(r"\g<my> is ", text)
    if "turn" in text[:20] and (turning := _TURNING.match(text)) and _MONTH.search(turning["when"]):
        text = f"my birthday is {turning['when']}{text[turning.end() :]}"
    if "it is" in text:
        text = _IT_IS_ALL.sub(r"\g<where> I use \g<what>", text)
    if (
        ("it is" in text or "that is" in text)
        and (cleft := _CLEFT.search(text))
        and (cleft["link"] or cleft["what"][:1].isupper())
    ):
        told = f"{cleft['who']} {cleft['do']}"
        there = (cleft["link"] or "").strip().lower() == "where" and not _AT_THE_END.search(told)
        text = f"{text[: cleft.start()]}{told} {'in ' if there else ''}{cleft['what']}"
    return text
