"""Contractions written out: `I'm` → `I am`."""

from functools import lru_cache

from app.text import patterns as re

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'"})

_CONTRACTED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"\b(Mr|Mrs|Ms|Dr|Prof)\.(?=\s[A-Z])", r"\1"),
        (r"\bwon't\b", "will not"),
        (r"\b(?:can't|cant|cannot)\b", "can not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|might)n'?t\b", r"\1 not"),
        (r"\b(?:i'm|im)\b", "I am"),
        (r"\b(?:i've|ive)\b", "I have"),
        (r"\b(we|you|they|who)'ve\b", r"\1 have"),
        (r"\b(we|you|they)'re\b", r"\1 are"),
        (r"\b(i|we|you|they|he|she|it|that)'ll\b", r"\1 will"),
        (
            (
                r"\b(i|we|you|they|he|she)'d (?=(?:\w+ly |really |much |always )?"
                r"(?:like|love|prefer|rather|hate|appreciate|want|be|go|say)\b)"
            ),
            r"\1 would ",
        ),
        (r"\b(i|we|you|they|he|she)'d better\b", r"\1 had better"),
        (r"\b(i|we|you|they|he|she)'d\b", r"\1 would"),
        (r"\blet's\b", "let us"),
        (
            (
                r"\b(he|she|it|that|there|here|who|what|where|name|everyone|everybody|birthday|favou?rite)'s "
                r"(?=(?:been|got)\b)"
            ),
            r"\1 has ",
        ),
        (r"\b(he|she|it|that|there|here|who|what|where|name|everyone|everybody|nobody|birthday)'s\b", r"\1 is"),
        (
            (
                r"(?<!aster)(?<!achelor)(?<=\w)'s (?=(?:an?|the|not|called|named|from|in|at|on|allergic|vegan|"
                r"vegetarian|also|always|\d+|"
                r"currently|really|moving|living|working|getting|turning|studying|scared|afraid|into)\s|"
                r"(?:tight|due|broke|dead|deaf|blind|pregnant|diabetic|coeliac|celiac|autistic|dyslexic|retired|unemployed|"
                r"divorced|single|married|pescatarian|teetotal|sober|ill|vegan|vegetarian|gone|closed|capped|fixed|paid|closing|up|down|through|out|under|off|too|"
                r"very|so|pretty|shot|bad|great|high|low|still|never|usually|about|my|our|for|to)\b)"
            ),
            " is ",
        ),
        (r"\bthe (youngest|eldest|oldest)(?= (?:is|has|just|goes|lives|works|started|loves)\b)", r"my \1"),
        (
            (
                r"(?<=\w)'s (?=(?:just |now |already |recently |finally )?(?:been|moved|grown|left|started|become|switched|retired|quit|found|"
                r"lost|stopped|given|joined|turned|passed|bought|sold|got (?:engaged|married|into|promoted|divorced))\b)"
            ),
            " has ",
        ),
        (r"\bhome's (?=[A-Z])", "home is "),
        (r"\b(favou?rite [a-z-]+)'s (?=[A-Z])", r"\1 is "),
        (r"^wfh\b", "I work from home"),
        (r"\b(mother|father|sister|brother|son|daughter)s? in law\b", r"\1-in-law"),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgotta\b", "have to"),
        (r"\b(?:pls|plz)\b", "please"),
        (r"\bi\b(?!\.|')", "I"),
        (r"\b(i|we|they|you) have got\b", r"\1 have"),
        (r"(?<=\w)'s got (?=(?:an?|the|no|two|three|my|his|her|[A-Z]))", " has "),
        (r"\b(he|she|it) has got\b", r"\1 has"),
        (r"\banymore\b|\bany longer\b", "any more"),
        (r"\bdo n't\b", "do not"),
    )
)


_ASIDE = re.compile(
    r"(?<=\w),?\s(?:btw|by the way|fyi|tbh|ngl|imo|imho)\b(?=\s*[,.!;]|\s+(?:and|but|so|because|though|although)\b|\s*$)",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)  # each grammar and each reading of what is left begins with it
def expand(text: str) -> str:
    """Straight apostrophes, no contractions (`I'm` → `I am`, `can't` → `can not`), and no asides behind a word (`btw`)."""
    text = _ASIDE.sub("", text.translate(_APOSTROPHES))
    for pattern, full in _CONTRACTED:
        text = pattern.sub(full, text)
    return text
