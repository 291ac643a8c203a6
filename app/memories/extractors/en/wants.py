"""What the user wants, likes or expects of answers."""

from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.identity import vocative
from app.memories.extractors.en.matters import ANSWERS, general, matter
from app.memories.extractors.en.morphology import FORMS
from app.memories.extractors.en.wishes import about_user
from app.memories.model import Candidate, Source
from app.text import patterns as re

WANT = re.compile(
    r"^I\s(?:(?:really|generally|usually|always|would|also|still|do|just|strongly|much)\s)*(?P<verb>like|want|"
    r"need|prefer|expect|love|appreciate|hate|dislike|not like|not want|not need|can not stand)\s(?:it\s(?:when|"
    r"if)\s)?(?P<what>(?:you\b|your\b|answers\b|replies\b|responses\b|explanations\b|code\b|short\b|brief\b|"
    r"concise\b|detailed\b|numbered\b|bulleted\b|prose\b|paragraphs\b|markdown\b|plain text\b|"
    r"step[- ]by[- ]step\b|all\b|every\b|bullet|tables?\b|to be (?:called|addressed)|(?:\w+\s){0,2}(?:answers|"
    r"replies|responses|explanations|code examples|examples|units|snippets|summaries|reports)\b).*)$",
    re.IGNORECASE,
)

GENERIC = re.compile(
    r"\b(?:your|all|every|the)?\s?(?:\w+\s)?(?:answers|replies|responses|explanations|messages|code (?:examples|"
    r"samples|snippets|comments)|examples|snippets|amounts|prices|distances|temperatures|measurements|dates|"
    r"times|recipes|reports|summaries|commit messages|commits|emails|variable names|test names|docstrings)\b",
    re.IGNORECASE,
)

ONE_TEXT = re.compile(
    r"\b(?:this|that|these|those|following|below|above|attached|here|it\b(?! (?:short|brief|simple|concise|"
    r"casual|formal|down to)))\b",
    re.IGNORECASE,
)

ALWAYS_WANT = re.compile(
    r"^I\s(?:always|never)\s(?:want|need|expect)\s(?!to\b|you\b|it\b|this\b|that\b)(?P<what>.{4,})$", re.IGNORECASE
)


def wanted_of(match: re.Match[str], text: str, *, marked: bool) -> list[Candidate]:
    """`I'd like you to …`, `I prefer short answers`, `I don't want emojis in your replies`."""
    verb, what = match["verb"].lower(), match["what"]
    if found := vocative(
        re.sub(r"^(?:you\sto\s|to\sbe\s)", "", re.sub(r"^to be (?:called|addressed as)\s", "call me ", what))
    ):
        return [standing(found[1], text, "form_of_address", found[0].casefold(), importance=5, entities=(found[0],))]
    marked = marked or bool(re.match(r"(?:all|every)\b", what) and GENERIC.search(what))
    disliked = verb.startswith(("hate", "dislike", "not like", "can not"))
    marked = marked or (disliked and bool(re.search(r"\sit\s(?:when|if)\s$", match.group()[: match.start("what")])))
    unwanted = verb.startswith(("not", "hate", "dislike", "can not"))
    known = matter(("not " if unwanted else "") + what)
    if known is None and not marked:
        return []
    if (
        re.match(r"you(?:r)?\b", what)
        and not marked
        and not (
            (known and verb in ("prefer", "like", "love", "hate", "dislike", "not like"))
            or (known and ANSWERS.search(what))
        )
    ):
        return []
    if ONE_TEXT.search(what) and not marked:
        return []
    if (
        not re.match(r"you\b", what)
        and verb in ("want", "need", "love", "like", "expect", "not need")
        and not marked
        and not GENERIC.search(what)
    ):
        return []
    key, value = known or general(what)
    if action := re.match(r"you\s(?:to\s)?(?P<not>not\s|never\s)?(?:to\s)?(?P<do>.+)$", what):
        refused = bool(action["not"]) != unwanted
        did, _, rest = action["do"].partition(" ")
        wish = f"{FORMS[did].lemma} {rest}" if did in FORMS else action["do"]
        content = f"User wants the assistant {'not ' if refused else ''}to {about_user(wish)}"
    elif hated := re.match(r"(?:when|if)\s(?P<when>.+)", what):
        when = re.split(r",\s(?:just|so|and|but)\s", hated["when"])[0]
        content = f"User {'dislikes' if unwanted else 'likes'} it when {about_user(when)}"
    else:
        content = (
            f"User {'does not want' if unwanted else 'prefers' if verb == 'prefer' else 'wants'} {about_user(what)}"
        )
    fields = {} if marked else {"source": Source.USER_STATED, "confidence": 0.85}
    return [standing(content, text, key, value, **fields)]
