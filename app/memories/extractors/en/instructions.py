"""Standing wishes for how the assistant works: from now on, always, never, by default, and preferences of output."""

from app.memories.extractors.en.asking import asked
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.identity import vocative
from app.memories.extractors.en.lifting import lifting
from app.memories.extractors.en.matters import general, matter
from app.memories.extractors.en.morphology import imperative
from app.memories.extractors.en.scenes import scene_wishes
from app.memories.extractors.en.speech import capital
from app.memories.extractors.en.wants import ALWAYS_WANT, ONE_TEXT, WANT, wanted_of
from app.memories.extractors.en.wish_lists import listed
from app.memories.extractors.en.wishes import about_user, as_wish
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re

MARK = re.compile(
    r"\b(?:from (?:now|here|today|this (?:point|moment|day)) (?:on(?:ward)?s?|out|forward)|from now|"
    r"going forward|moving forward|in (?:the )?future|henceforth|starting (?:now|today)|by default|"
    r"as a (?:default|rule)|every (?:single )?time|each time"
    r"|at all times|until further notice|permanently|for all (?:future|our|my) \w+|in all (?:future|our|my|"
    r"your) \w+|for the rest of our \w+|whenever|under no circumstances|without exception|for good|"
    r"as a standing rule|in general)\b|,\s(?:always|every time|ever)$",
    re.IGNORECASE,
)

_EVER = re.compile(
    r"^(?:please\s|and\s|so\s|but\s|also\s)*(?:(?:do\snot\s(?:you\s)?(?:ever|forget to|always))|always|never|"
    r"remember to(?: always| never)?|make sure (?:to|you|that you)(?: always| never)?|be sure to(?: always)?|"
    r"stop(?=\s\w+ing)|no more|avoid(?=\s\w+ing)|default to)\b",
    re.IGNORECASE,
)


def instruction(text: str) -> list[Candidate]:  # one reading after the other
    """What `text`, a sentence without contractions and fillers, asks for lastingly; nothing for a one-off request."""
    text = _WHEN_YOU.sub(r"\g<when>, ", text, count=1)
    plain = re.sub(
        r"^(?:please|kindly|just)[\s,]+|[\s,]+(?:please|ok|okay|thanks|thank you)$",
        "",
        text.strip(" .!,"),
        flags=re.IGNORECASE,
    )
    if lifted := lifting(plain):
        return [lifted]
    mark = MARK.search(plain)
    if _LISTS.search(plain):
        bare = _PLEASE.sub(" ", MARK.sub("", plain)).strip(" ,").replace(" ,", ",")
        asks = "please" in text.lower()
        if several := listed(bare, mark[0].strip(" ,") if mark else "", instruction, asks=asks):
            return several
    marked = bool(mark or _EVER.match(plain))
    body = re.sub(
        r"^[\s,:;–-]+|[\s,:;–-]+$",
        "",
        re.sub(
            r",?\s?(?:from (?:now|here|today|this (?:point|moment|day)) (?:on(?:ward)?s?|out|forward)|going forward|"
            r"moving forward|in (?:the )?future(?!\s(?!always|does|unless|as)[a-z]{3,}s\b)|henceforth|starting (?:now|today)|until further notice|permanently|"
            r"as a rule|by default|from now(?= always| please))[\s,:]*",
            " ",
            plain,
            flags=re.IGNORECASE,
        ),
    ).strip()
    body = re.sub(
        r"^(?:please|I (?:would like|want|need) you to)\s(?:always\s)?(?=please|always|never)|^(?:please)\s",
        "",
        body,
        flags=re.IGNORECASE,
    )
    body = _REASON.split(body)[0].strip(" ,")
    if not body:
        return []
    marked = marked or bool(_EVER.match(body))
    body = re.sub(
        r"^(?:do not forget|remember|make sure|be sure)\s(?:to|that you|you)\s", "", body, flags=re.IGNORECASE
    )
    if found := vocative(body):
        return [
            standing(
                found[1],
                text,
                "form_of_address",
                found[0].casefold(),
                importance=5,
                source=Source.USER_EXPLICIT if marked else Source.USER_STATED,
                entities=(found[0],),
            )
        ]
    if scened := scene_wishes(body, marked=marked):
        return scened
    if meant := _MEANS.match(body):
        word = meant["word"].strip("\"'“”")
        told = f"When User says {word}, User means {about_user(meant['what'])}"
        return [
            standing(
                told,
                text,
                f"means:{word.casefold()}"[:66],
                meant["what"].casefold(),
                kind=Kind.FACT,
                source=Source.USER_STATED,
                confidence=0.9,
            )
        ]
    if by_matter := _FOR_THINGS.match(body) or _for_texts(body):  # for homework be strict
        return [
            standing(
                f"{capital(about_user(by_matter['what'].strip()))}, {as_wish(by_matter['do'])}",
                text,
                *general(body),
                source=Source.USER_STATED,
                confidence=0.9,
            )
        ]
    if wanted := WANT.match(body):
        marked = marked or bool(re.search(r"\b(?:always|never|ever)\b", body))
        return wanted_of(wanted, text, marked=marked)
    if (always := ALWAYS_WANT.match(body)) and not re.match(r"I\snever", body):
        return [standing(f"User always wants {about_user(always['what'])}", text, *(matter(body) or general(body)))]
    if _TELLS.match(body) or (_OF_ONESELF.search(body) and not matter(body)):
        return []
    return asked(body, text, marked=marked)


def _for_texts(body: str) -> re.Match[str] | None:
    """A wish for all texts of a sort: `for commit messages stick to the imperative`, `in work emails, sign with my name`."""
    found = _TEXTS.match(body)
    asks = found and (_ORDERS.match(found["do"]) or imperative(found["do"].split()[0].lower()))
    return found if asks and not ONE_TEXT.search(body) else None


_MEANS = re.compile(  # when I say ASAP I mean within the hour
    r"^when(?:ever)? I (?:say|write|type|use|mention) (?P<word>[\"'“]?[\w' -]{1,25}?[\"'”]?),? I (?:always |usually )?mean (?P<what>[^,;]{3,60})$",
    re.IGNORECASE,
)
_ORDERS = re.compile(  # whatever the verb: group things by aisle
    r"(?:do not|always|never) [a-z]+ |(?!the|my|our|it|is|are|they|there|that|this|and|or)[a-z]{3,}(?<!s)(?<!ed)(?<!ing) (?:things|them|it|the|each|all|every|by|items|"
    r"everything|only|my|no|an?|with) "
)
_TEXTS = re.compile(
    r"^(?P<what>(?:for|in|on|with) (?:(?:all|any|every|my|our|the|your) )?(?:[a-z][\w-]* ){0,2}(?:e-?mails?|messages?|commits?|recipes?|"
    r"documents|docs|reports?|summaries|slides|presentations|letters|posts|invoices|translations?|reviews|tickets|tests|"
    r"changelogs?|release notes|minutes|notes|newsletters|essays|code|snippets|diagrams|tables|charts|texts|replies|answers|lists|"
    r"itineraries|workouts|meal plans|menus|shopping lists|scripts|queries|functions|comments|headlines|captions|articles)),? "
    r"(?:please )?(?P<do>(?:(?:do not|always|never) )?[a-z]+ .+)$",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"\s(?:please|pls)(?=,|\s|$)|\s{2,}")
_REASON = re.compile(r",\s(?:and\s)?(?:just|yes|yeah|because|since|I am|I have)\s")
_TELLS = re.compile(  # a statement, no wish: the release train leaves every second Thursday
    r"(?:I|we|my|our|he|she|they|it|there|his|her)\b|the\s(?:[\w-]+\s){1,2}(?:is|are|was|has|leaves|goes|starts|runs|opens|closes|"
    r"ends|comes|happens|takes)\b|[\w'-]+(?:\s[\w-]+){0,2}\s(?:is|are|starts?|happens?|runs?|leaves?|ends?)\s(?:now\s)?(?:on|at|every|from|between)\b"
    r"|(?:the\s)?[\w-]+\s(?:finally\s|just\s|already\s)?(?:gave|died|broke|slipped|went|got|was|were|moved)\b",
    re.IGNORECASE,
)
_OF_ONESELF = re.compile(  # no more tennis for me, sold the car so it is the bus for me: the user's own life
    r"^no (?:more )?[\w' -]{2,30} for (?:me|us)$|\bit is (?:the |an? )?[\w -]{2,20} for (?:me|us)$", re.IGNORECASE
)
_WHEN_YOU = re.compile(  # when you write python use type hints
    r"^(?P<when>when(?:ever)? (?:you|we|I) (?:[\w+#-]+ ){0,4}?[\w+#-]+) (?=(?:please |always |never )?(?:use|keep|add|put|avoid|do not|always|never|"
    r"include|prefer|stick|skip|give me)\s)",
    re.IGNORECASE,
)
_LISTS = re.compile(r"[,;]|\b(?:and|but|plus)\b|\.\.", re.IGNORECASE)
_FOR_THINGS = re.compile(
    r"^(?P<what>(?:for|with|in)\s(?!me\b|now\b|this\b|that\b|it\b|"
    r"the\b)(?![^,]*\s(?:I|we|my|our)\s)[a-z][\w -]{2,30}?)\s(?:please\s)?(?P<do>(?:keep it|keep things|be|stay|use|avoid|"
    r"go)\s(?!able\b)[\w -]{3,40})$",
    re.IGNORECASE,
)
