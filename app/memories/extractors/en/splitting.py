"""A sentence cut into clauses."""

from functools import lru_cache

from app.memories.extractors.en.elided import missing, of_work
from app.memories.extractors.en.fillers import BARE_SUBJECTS, unled, untrailed
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.morphology import form_of, is_adverb, verb_first
from app.memories.extractors.en.subjects import MODALS, role_in
from app.memories.extractors.en.values import CODE
from app.text import patterns as re

_ITS_OWN = re.compile(  # after a comma: the database is MariaDB, deploys go out on Tuesdays, prod is snork
    r"(?:(?:the|an?|this|each|one|two|both|all)\s)?(?!(?:which|who|whom|whose|what|where|when|that|it|and|but|so|not|then|"
    r"as|if|since|because|while|although|though|than|to|of|in|on|at|for|with|by|from|about|including|especially|mostly|"
    r"plus)\b)[A-Za-z][\w'’-]*(?:\s(?!(?:which|who|that|and|or|to|of)\b)[\w'’-]+)?\s(?:is|are|was|were|has|go|goes|gets?|"
    r"lives?|runs?|starts?|takes?|needs?|must|should|can|will|does)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z][\w’-]+(?=\s[a-z])")
_LIKINGS = frozenset({"love", "hate", "like", "prefer", "enjoy", "adore", "dislike"})
_OTHERS = re.compile(
    r"(?:every(?:one|body)|nobody|no one|people|some of us)(?:\s|'s)|the\s[\w'-]+\s(?:is|are|was|were|has|have)\b",
    re.IGNORECASE,
)

_EVERYBODY = re.compile(r"(?:every(?:one|body)|people|friends)\s(?:just\s)?[a-z]+s?\s(?:me|it)\b", re.IGNORECASE)
_BREAK = re.compile(
    r"\s*;\s*|\s*\.{2,3}\s*|\s+[-–—]+\s+|\s*[–—]\s*|\s*,\s*(?:(?:and|but|so|because|although|though|while|"
    r"whereas|yet|plus|since|as|or)\s+(?:also\s+|then\s+|now\s+|yes\s+|yeah\s+|basically\s+)?)?"
    r"|\s+(?:and|but|so|because|although|though|while|whereas|yet|plus|since|as)\s+(?:also\s+|then\s+|now\s+)?|"
    r":\s+",
    re.IGNORECASE,
)

_STARTS = re.compile(
    rf"(?:(?:also|then|now|so|but|and|because)\s+)?(?:{BARE_SUBJECTS}|{either(['wfh'])})", re.IGNORECASE
)

_NOUNLIKE = words("grammar", "nounlike")

_AFTER_VERB = re.compile(
    r"(?:an?|the|my|our|in|at|on|for|to|with|as|about|from|every|some|two|three|\d+|it|them|mostly|mainly|only|"
    r"daily|around|near|by|up|alone|together|[A-Z]\w*)\b"
)

_WHO_INNER = re.compile(r"^((?:my|our)\s[^,]{2,40}),\swho\s([^,]{3,80}),\s(.{3,})$", re.IGNORECASE)

_WHO_LAST = re.compile(r"^(.*\b(?:an?|my|one|our)\s)([^,]{2,40}?),?\swho\s(.{3,})$", re.IGNORECASE)


_NAMED_WHO = re.compile(
    r"^(?P<start>.*\b(?:an?|my|one|our)\s)(?P<who>[^,]{2,40}?),\s(?P<name>[A-Z][\w'-]+),\swho\s(?P<rest>.{3,})$"
)
_AGED_ONE = re.compile(  # my two-year-old, Otis, …
    r"^(?P<my>[Mm]y|[Oo]ur)\s(?P<age>\d{1,2}|[a-z]+)[- ](?P<unit>year|month)s?[- ]old(?:\s(?P<role>son|daughter|"
    r"boy|girl|baby|brother|sister|nephew|niece|child|kid))?"
    r"(?:,?\s(?P<name>[A-Z][\w'-]+),?)?\s(?P<rest>[a-z].{3,})$"
)


def split(text: str) -> list[str]:
    """The clauses of a sentence; a second verb without a subject takes that of the first."""
    return list(_split(text))


@lru_cache(maxsize=256)  # wishes, statements and what reads the rest of a sentence each begin with its clauses
def _split(text: str) -> list[str]:  # one reading after the other
    text = untrailed(text).rstrip(" .!…,;")
    if inner := _WHO_INNER.match(text):
        return [f"{inner[1]} {inner[2]}", *split(f"{inner[1]} {inner[3]}")]
    if (named := _NAMED_WHO.match(text)) and (role := role_in(named["who"])):
        return [
            *split(f"{named['start']}{named['who']} called {named['name']}"),
            f"my {role} {named['name']} {named['rest']}",
        ]
    if (last := _WHO_LAST.match(text)) and (role := role_in(last[2])):
        named = re.search(r"\s(?:called|named)\s([A-Z][\w'-]+)$", last[2])
        who = last[2] if last[1].lower().endswith("my ") else f"{role} {named[1]}" if named else role
        return [*split(last[1] + last[2]), f"my {who} {last[3]}"]
    if aged := _AGED_ONE.match(text):
        who = f"{aged['my']} {aged['role'] or 'child'}" + (f" {aged['name']}" if aged["name"] else "")
        return [f"{who} is {aged['age']} {aged['unit']}s old", *split(f"{who} {aged['rest']}")]
    pieces: list[str] = []
    start = 0
    for mark in _BREAK.finditer(text):
        if mark.start() < start or mark.end() >= len(text):
            continue
        following = text[mark.end() :]
        if (
            (mark.group().strip() == ";" and re.match(r"(?:when|if|for|in)\b", following, re.IGNORECASE))
            or (_STARTS.match(following) and _is_clause(following) and not _named_use(mark.group(), following))
            or _begins_another(mark.group(), text[start : mark.start()], following)
        ):
            pieces.append(text[start : mark.start()])
            start = mark.end()
        elif (
            (re.search(r"\b(?:and|but|or|then)\s*", mark.group(), re.IGNORECASE) or _RUNS_ON.match(following))
            and not following.startswith("raised")
            and not _infinitive(text[start : mark.start()], following)
            and not re.match(r"\S+\sas\s(?:my|our|the)\b", following)
            and not (
                following.startswith("like ")
                and mark.group().strip() == ","
                and not _LIKED.search(text[start : mark.start()])
            )
            and (subject := _subject_words(text[start : mark.start()]))
            and _is_predicate(following, subject)
        ):
            pieces.append(text[start : mark.start()])
            text = text[: mark.end()] + following
            pieces.append(f"\0{subject}\0")
            start = mark.end()
        elif mark.group().strip()[:1] in (",", "-", "–", "—", ";") and (
            left_out := _left_out(text[start : mark.start()], following)
        ):
            pieces += [text[start : mark.start()], f"\0{left_out}\0"]
            start = mark.end()
    pieces.append(text[start:])
    whole: list[str] = []
    carried = ""
    for piece in pieces:
        if piece.startswith("\0"):
            carried = piece.strip("\0") + " "
        elif piece.strip():
            whole.append(carried + piece.strip())
            carried = ""
    if len(whole) > 1 and (left_out := missing(whole[0])):
        whole[0] = f"{left_out} {whole[0]}"
    return whole


def _left_out(before: str, following: str) -> str:
    """The words that a clause behind a comma leaves out when the one before it tells of the user: `I grew up in Ghent, stuck here since`."""
    words_ = unled(before).split(maxsplit=1)
    of_somebody = len(words_) > 1 and words_[0].lower() in ("my", "our") and role_in(words_[1])
    if of_somebody and (_is_clause(unled(before)) or "'s " in before):
        return "she" if verb_first(following) else ""  # my flatmate is gone, moved to Naples
    if len(words_) < 2 or not (_OF_MINE.search(before) or missing(unled(before)) or of_work(unled(before))):
        return ""
    return missing(following) if not _LISTING.search(before) else ""


_OF_MINE = re.compile(r"\b(?:I|my|me|we|our)\b", re.IGNORECASE)
_LISTING = re.compile(  # I love hiking, swimming in lakes and …
    r"\b(?:love|like|enjoy|hate|dislike|prefer|adore|into|hobb\w+|interests?|fan of|by|including|such as)\b",
    re.IGNORECASE,
)


_STIRS = re.compile(  # musicals bore me
    r"(?!(?:then|just|please|also|let|always|never|not|to|it|that|this|they|who|which|what|do|can|will)\b)[A-Za-z][\w'-]+(?:\s[\w'-]+)?\s"
    r"(?:(?:really|just|always|usually)\s)?(?:[a-z]{3,}s?\sme\b(?!\s(?:an?|the|to know|know|if|when|about|what|how)\b)|(?:is|are)\s(?:not\s)?(?:my (?:thing|jam)|for me))",
)


def _begins_another(mark: str, before: str, following: str) -> bool:
    """Whether a clause about something else follows: after a comma or a dash any, after "and" one of other people."""
    if len(before.split()) < 3:  # words of a clause
        return "," in mark and bool(_EVERYBODY.match(following))
    if not mark.strip(" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        return bool(
            mark.split(maxsplit=1)[0].lower() in ("and", "but", "though", "although", "while")
            and (_OTHERS.match(following) or _STIRS.match(following))
        )
    again = _NAME.match(following)  # …called Ida, Ida hates olives
    if _STIRS.match(following):
        return True
    return bool(_ITS_OWN.match(following) or _OTHERS.match(following) or (again and again.group() in before.split()))


def anew(text: str) -> bool:
    """Whether a clause tells of something of its own: deploys go out on Tuesdays, no coriander ever."""
    return bool(_ITS_OWN.match(text) or (text[:3].lower() == "no " and len(text.split()) > 2))


def _infinitive(before: str, following: str) -> bool:
    """`to tell stories and teach people`: the second verb hangs on "to" as well, or on "how you"."""
    form = form_of(following.split(maxsplit=1)[0])
    return (
        form is not None
        and form.kind == "base"
        and re.search(
            r"\b(?:to|will|would|could|should|can|how you|when you|as you|that you|let me|help me)\s(?!the\b|my\b|"
            r"a\b|an\b|our\b|work\b|school\b)[a-z]+\b(?!\s(?:me|you)\sso)",
            before,
        )
        is not None
        and not re.match(
            r".*\b(?:moved|relocated|switched|went|came|got|drive|commute|used|married|allergic|close)\sto\b", before
        )
    )


_LIKED = re.compile(
    r"\b(?:love|hate|like|prefer|dislike|adore|enjoy|use|speak)\b"
)  # else ", like ferns" gives an example
_RUNS_ON = re.compile(  # after a comma alone: hate js, mostly write php
    r"(?:(?:mostly|mainly|usually|also|really)\s)*(?:hate|love|like|prefer|use|speak|live|work|write|code|have|"
    r"own|drive|do not)\s\S",
    re.IGNORECASE,
)


def _named_use(mark: str, following: str) -> bool:
    """`as my editor` in `I use Helix as my editor`, unlike `as my wife is away`."""
    return mark.strip().lower() == "as" and not re.match(
        r"(?:my|our)\s[\w' -]{2,30}?\s(?:is|are|has|have|was|were|does|can|will|lives|works|likes|loves|hates|"
        r"needs|wants)\b|(?!my\b|our\b)",
        following,
        re.IGNORECASE,
    )


def _is_clause(text: str) -> bool:
    first = text.split(maxsplit=1)[0].lower()
    if first in ("please", "remember", "call", "just", "always", "never", "from", "do", "i", "we", "you", "no"):
        return True
    return any(form and form.kind in ("s", "past", "base") for form in map(form_of, re.findall(r"[\w'-]+", text)[1:8]))


def _subject_words(text: str) -> str:
    match = re.match(r"(I|we|he|she)\b", unled(text), re.IGNORECASE)
    if match:
        return match[1]
    if text.partition(" ")[0].lower() in _LIKINGS:
        return "I"
    person = re.match(
        r"((?:my|our)\s(?:[\w'-]+\s){1,4}?)(?=(?:is|was|has|lives|works|loves|likes|hates|speaks|studies|teaches|"
        r"plays|comes|runs|owns|drives|goes|grew|moved|used|does|makes|wants|prefers|needs|sings|eats|drinks|stays|writes|collects)\b)",
        text,
        re.IGNORECASE,
    )
    return person[1].strip() if person else ""


_OFTEN = frozenset({"often", "always", "never", "usually", "sometimes", "mostly", "rarely", "also", "still"})


def _is_predicate(text: str, subject: str) -> bool:
    tokens = re.findall(r"[\w'-]+", text)[:4]
    often = bool(tokens) and tokens[0].lower() in _OFTEN
    while tokens and is_adverb(tokens[0].lower()):
        tokens = tokens[1:]
    if not tokens:
        return False
    word, form = tokens[0].lower(), form_of(tokens[0])
    if word in MODALS or word in ("am", "have", "do", "was", "had"):
        return True
    if not form or tokens[0][0].isupper():
        return False
    if subject.lower() not in ("i", "we"):
        return form.kind == "s" and len(tokens) > 1
    if form.kind not in ("base", "past", "participle"):
        return False
    return (
        word in _LIKINGS
        or (often and len(tokens) > 1)
        or word not in _NOUNLIKE
        or (word in ("write", "code", "use") and bool(CODE.match(text.split(word, 1)[1].strip())))
        or (len(tokens) > 1 and bool(_AFTER_VERB.match(text[text.find(tokens[0]) + len(tokens[0]) :].strip())))
    )
