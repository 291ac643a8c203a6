"""Tools and the stack: what the user or the team works with."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either, pairs
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import CODE, enumerated, trimmed, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

CATEGORIES = pairs("tools", "categories")

_KINDS = pairs("tools", "kinds")

CATEGORY = re.compile(
    r"(?:(?:my|our|the|an?|main|primary|default|preferred|daily|go-to|team|usual|only|personal|work|code|"
    rf"everyday|current|all)\s)*({either(CATEGORIES)})\b",
    re.IGNORECASE,
)

_THING = (
    r"[\w.+#/@&'’-]+(?:\s(?!for\b|as\b|and\b|to\b|with\b|in\b|on\b|at\b|every|instead|because|since|"
    r"from\b)[\w.+#/@&'’-]+){0,3}"
)

_PAIR = re.compile(
    rf"(?:(?<=\sand\s)|(?<=,\s)|^)(?P<thing>(?!and\b){_THING}(?:(?:,\s|\sand\s){_THING})*?)\s(?P<link>for|"
    rf"as)\s(?P<use>[^,;]+?)(?=,\s|\sand\s{_THING}\s(?:for|as)\s|$)"
)

NO_TOOL = re.compile(
    r"(?:it|this|that|them|these|those|you|your|the (?:same|following|word|term|code|wrong|function|method|api|"
    r"command|right)|an?\s|my|our|some|any|one|two|too|more|to|all|only|what|which|both|both\sof|about|around|"
    r"up|here|there|much|many|so|something|nothing|everything|english)\b",
    re.IGNORECASE,
)

_VERSION = re.compile(r"\s(?:v?\d[\w.]*|version\s\S+)$")


def category(text: str) -> str:
    """The category that a purpose names ("my main editor" → editor), else the purpose itself."""
    match = CATEGORY.match(text.strip())
    return CATEGORIES[match[1].lower()] if match else head(text)


def kind_of(thing: str) -> str | None:
    return _KINDS.get(_VERSION.sub("", thing.casefold()).strip())


def tool_entry(clause: Clause, thing: str, use: str = "", *, stated: str | None = None) -> Candidate:
    """One tool, under its category where that is known; what a team uses belongs to the project."""
    named = category(use) if use else kind_of(thing)
    key = (
        f"tool:{named}"
        if named and (use or named in ("editor", "os", "browser", "shell", "terminal"))
        else f"tool:{head(thing, number=False)}"
    )
    label = clause.subject.label if clause.subject.kind in ("team", "person") else "User"
    verb = "use" if clause.subject.plural and clause.subject.kind == "person" else "uses"
    if stated is None:
        purpose = third(use, named=True)
        stated = f"{label} {verb} {thing}" + (
            f" as {purpose}"
            if use
            and CATEGORY.fullmatch(use.strip())
            and use.split(maxsplit=1)[0].lower() in ("my", "our", "an", "a", "the")
            else f" for {purpose}"
            if use
            else ""
        )
    value = thing if key != f"tool:{head(thing, number=False)}" else "yes"
    return draft(clause, key[:66], value, stated, project_bound=clause.subject.kind == "team", entities=(thing,))


def using(clause: Clause, moment: Moment) -> list[Candidate]:  # read one by one
    """`we use A for x and B for y`, `I code in C`, `I use D as my editor`."""
    if (
        clause.subject.kind not in ("me", "team", "person")
        or clause.tense in ("past", "future")
        or clause.modal not in ("", "can")
        or clause.hedged
    ):
        return []
    text = re.sub(r"^(?:mostly|mainly|primarily|exclusively|only)\s", "", unfilled(clause.rest))
    if clause.verb in ("code", "program", "develop", "write") and (
        match := re.match(
            r"(?:mostly\s|mainly\s|all\s(?:my|our)\s(?:code|scripts)\s|code\s|software\s|a\slot\sof\s|"
            r"everything\s)*(?:in\s)?(.+)",
            text,
        )
    ):
        if clause.verb == "write" and not CODE.match(match[1]):
            mine = re.match(r"(?:most\sof\s|all\s(?:of\s)?)?(?:my|our)\s(?:\w+\s)?\w+\sin\s(.+)", text)
            return _code(clause, mine[1]) if mine else []
        return _code(clause, match[1])
    if clause.verb == "do" and (
        match := re.match(
            r"(?:(?:most\sof\s|all\s(?:of\s)?)?(?:my|our|the)\s(?:\w+\s)?(?:programming|coding|work|development|"
            r"scripting)|everything|most\sthings|all\smy\sstuff)\sin\s(.+)",
            text,
        )
    ):
        return _code(clause, match[1])
    if clause.verb in ("deploy", "host", "run", "build", "ship") and (
        match := re.match(
            r"(?:(?:everything|our\s\w+|my\s\w+|it\sall|services|apps|our\s\w+\s\w+)\s)?(?:on|to|with)\s([A-Z][^,]+|"
            r"[a-z]+[A-Z][^,]*)",
            text,
        )
    ):
        if clause.negated or (clause.verb == "run" and kind_of(match[1]) == "os"):
            return [] if clause.negated else [tool_entry(clause, trimmed(match[1]), "os")]
        return (
            [
                tool_entry(
                    clause, re.split(r"\s(?:for|and)\s", trimmed(match[1]))[0], "deployment", stated=clause.telling()
                )
            ]
            if clause.verb != "run" or clause.subject.kind == "team"
            else []
        )
    if clause.verb == "be" and clause.mine and text.startswith("on ") and kind_of(trimmed(text[3:])) == "os":
        return [tool_entry(clause, trimmed(text[3:]), "os")]
    if (
        clause.verb == "be"
        and clause.mine
        and (
            device := re.match(
                r"on\san?\s(?P<v>(?P<k>Pixel|iPhone|Galaxy|OnePlus|Fairphone|Xperia|MacBook|ThinkPad|Surface|"
                r"Chromebook|"
                r"iPad)\b[\w ]{0,20})",
                text,
                re.IGNORECASE,
            )
        )
    ):
        kind = "computer" if re.match(r"macbook|thinkpad|surface|chromebook", device["k"], re.IGNORECASE) else "phone"
        return [
            draft(
                clause, f"tool:{kind}", device["v"], f"User uses {device['v']} as their {kind}", entities=(device["v"],)
            )
        ]
    if clause.verb == "run" and kind_of(trimmed(text)) == "os":
        return [tool_entry(clause, trimmed(text), "os")]
    if (
        clause.verb == "work"
        and (match := re.match(r"(?:mostly |mainly )?(?:with|in|on)\s(.+)", text))
        and (CODE.match(match[1]) or kind_of(trimmed(match[1])))
    ):
        return _code(clause, match[1])
    if clause.verb == "track" and (
        match := re.match(r"(?:our|my|all)?\s?([\w ]{3,20})\s(?:in|with|using)\s([A-Z][\w. ]+)$", text)
    ):
        return [tool_entry(clause, match[2], match[1], stated=clause.telling())]
    if clause.verb not in ("use", "rely", "swear") or (clause.verb != "use" and not text.startswith(("on ", "by "))):
        return []
    if clause.tense == "progressive" and not (
        set(clause.adverbs) & {"now", "currently", "always", "mostly", "mainly"}
        or re.search(r"\b(?:for|as|now|these days|nowadays)\b", clause.rest)
    ):
        return []  # what is used at the moment of asking
    return _used(clause, re.sub(r"^(?:on|by)\s", "", text))


def _code(clause: Clause, text: str) -> list[Candidate]:
    found = [match.group() for match in CODE.finditer(re.split(r"\s(?:for|at|with|but|instead)\s", text)[0])]
    if clause.negated or not found:
        return []
    main = set(clause.adverbs) & {
        "mainly",
        "mostly",
        "primarily",
        "usually",
        "always",
        "exclusively",
        "only",
        "normally",
        "typically",
    } or re.match(r".*\b(?:mostly|mainly)\b", clause.predicate)
    if len(found) == 1 and main:
        return [
            draft(
                clause,
                "tool:language",
                found[0],
                clause.telling(),
                project_bound=clause.subject.kind == "team",
                entities=(found[0],),
            )
        ]
    return [tool_entry(clause, thing, stated=f"{clause.subject.label} programs in {thing}") for thing in found]


def _used(clause: Clause, text: str) -> list[Candidate]:
    if clause.negated:
        thing = trimmed(text)
        return (
            []
            if NO_TOOL.match(thing) or len(thing.split()) > 4
            else [
                draft(
                    clause,
                    f"tool:{head(thing, number=False)}",
                    "no",
                    clause.telling(),
                    project_bound=clause.subject.kind == "team",
                )
            ]
        )
    pairs_ = [match for match in _PAIR.finditer(text) if not NO_TOOL.match(match["thing"])]
    if pairs_ and text.startswith(pairs_[0]["thing"]):
        found = []
        for match in pairs_:
            use = re.sub(r"\s(?:and|or)$", "", match["use"]).strip()
            if re.match(
                r"(?:this|that|it|now|\d|an?\s(?:while|few|long)|years|the (?:last|past)|me\b|example|everything)", use
            ):
                continue
            found += [tool_entry(clause, thing, use) for thing in re.split(r",\s(?:and\s)?|\sand\s", match["thing"])]
        if found:
            return found
    plain = re.split(
        r"\s(?:every\s|at\s|on\s|in\s|for\s(?:everything|years|\d)|with\s|to\s|instead\s|since\s|because\s|when\s|"
        r"daily|all\sthe|as well|a lot|here|both|by\s|from\s|now)",
        enumerated(text),
    )[0]
    things = [thing for thing in re.split(r",\s(?:and\s)?|\sand\s|\s\+\s", plain) if thing]
    if re.match(r"\d+\s?(?:gb|mb|tb|ghz|mhz|%|watts?|cores?)\b", plain, re.IGNORECASE):
        return []
    if not things or any(NO_TOOL.match(thing) or len(thing.split()) > 4 for thing in things):
        return []
    known = [
        thing
        for thing in things
        if kind_of(thing) or CODE.fullmatch(thing) or re.match(r"(?:[A-Z]|\w+[A-Z.\d])", thing)
    ]
    return [tool_entry(clause, thing, stated=None if len(things) > 1 else clause.telling()) for thing in known]
