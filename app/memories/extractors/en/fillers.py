"""What stands around a statement without telling anything: greetings, asides, what is asked of the answer at hand."""

from app.memories.extractors.en.lexicon import either, entries
from app.text import patterns as re

BARE_SUBJECTS = (
    r"(?:I|we|he|she|they|it|there|the\s(?:deadline|launch|release|codename|client|budget)|my|our|his|her|their|this|that|please|remember|(?:just\s)?call\sme|"
    r"(?:always|never)(?!\s(?:in|on|at|with|for|by|as|from|to|of|about|after|before|through|the|an?)\b)|do\snot|from\snow|you|no|"
    r"(?:at|in|on|for|during)\s(?:[\w'-]+\s){1,2}?(?:I|we|it is))\b"
)
_LEAD = re.compile(either(entries("leads", "words")) + r"(?![\w'])[\s,:;.!…–—-]{1,4}", re.IGNORECASE)


_TRAIL = re.compile(
    r"(?<![\s,;–—-])(?:[\s,;–—-]+(?:lol|lmao|ha(?:ha)+|hehe|xd|tbh|ngl|imo|imho|fwiw|btw|fight me|sue me|change my mind|do not judge me|"
    r"do not judge|just saying|just so you know|if that helps|if it matters|you know|innit|y'all))+[\s.!]*$",
    re.IGNORECASE,
)


_ASKING = re.compile(  # what the answer at hand shall do, behind a statement: so leave it out
    r"(?:,| -|;)? (?:so (?:please )?|and please )"
    r"(?:(?:leave|keep|skip|drop|take|cut|put|swap|replace|use|make|give|avoid|work|go|bear|plan) "
    r"(?:it|that|them|those|this|me|around|with)\b[^,;]{0,25})$",
    re.IGNORECASE,
)


def unasked(text: str) -> str:
    """A statement without what it asks of the answer at hand: `… so keep that slot free`."""
    return _ASKING.sub("", text)


def untrailed(text: str) -> str:
    """Without what is only said at the end: lol, tbh, fight me."""
    return _TRAIL.sub("", text)


def unled(text: str) -> str:
    """Without greetings and fillers at the start."""
    for _ in range(4):
        match = _LEAD.match(text)
        rest = text[match.end() :] if match else ""
        if (
            not match
            or not rest
            or (
                match.group().strip().lower() in ("since", "as", "while")
                and not re.match(BARE_SUBJECTS, rest, re.IGNORECASE)
            )
        ):
            return text
        text = rest
    return text
