"""The people around the user."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.jobs import title
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.pets import CALLED
from app.memories.extractors.en.slots import RECURS
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.subjects import ME, ROLES, SINGLE, person
from app.memories.extractors.en.values import name_like, names, number
from app.memories.model import Candidate
from app.text import patterns as re

_RELATIVE = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|eight|\d{1,2}|my|our|"
    r"another)\s(?P<who>(?:(?:[\w'-]+)\s){0,3}?(?P<role>" + either(ROLES) + r"))(?P<tail>.*)$",
    re.IGNORECASE,
)

_AGED = re.compile(r"(\d{1,3}|[a-z]+)[- ]?(year|month)s?[- ]?old", re.IGNORECASE)

_PASSING = words("verbs", "passing")


def relatives(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I have two daughters, Ida and Juno`, `we have a 6-year-old son called Bo`."""
    if (
        clause.verb not in ("have", "get")
        or clause.subject.kind not in ("me", "team")
        or clause.negated
        or not clause.lively
        or clause.tense == "past"
    ):
        return _negative_children(clause) if clause.negated else []
    found: list[Candidate] = []
    for part in re.split(
        r",\s(?:and\s)?(?=(?:an?|one|two|three|four|\d)\s)|\s(?:and|plus)\s(?=(?:an?|one|two|three|four|\d)\s)",
        _sexes(clause.rest),
    ):
        match = _RELATIVE.match(part)
        if (
            not match
            or not _AFTER_ROLE.match(match["tail"])
            or (match["who"].split()[0].lower() in ("good", "bad") and match["role"] == "friends")
        ):
            continue
        found += _relative(clause, match, part)
    counted = [candidate for candidate in found if (candidate.key or "").endswith("children_count")]
    if re.search(r"\b(?:kids|children)\b", clause.rest):
        counted = counted[:1]  # the boys and girls named behind are these children
    return [c for c in found if not (c.key or "").endswith("children_count")] + _summed(clause, counted, moment)


def _sexes(text: str) -> str:
    """Boys and girls among one's children are sons and daughters."""
    if not re.search(r"\b(?:kids|children|twins|boys?|girls?)\b", text):
        return text
    return re.sub(r"\bboy(s?)\b", r"son\1", re.sub(r"\bgirl(s?)\b(?!\sfriend)", r"daughter\1", text))


_NAME_AND_AGE = re.compile(
    r"(?P<name>[A-Z][\w'’-]+),?\s\(?(?:aged\s|is\s)?(?P<age>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)\b(?!\s(?:and a half\s)?(?:months?|weeks?|kids|cats|dogs))\)?"
)


def _names_and_ages(clause: Clause, one: str, text: str) -> list[Candidate]:
    """`two kids, Freya nine and Tor four`."""
    found: list[Candidate] = []
    for each in _NAME_AND_AGE.finditer(text):
        name, years = each["name"], number(each["age"])
        holder = f"relation:{one}:{name.casefold()}:"
        found.append(draft(clause, f"{holder}name", name, f"User has a {one} called {name}", entities=(name,)))
        told = f"User's {one} {name} is {years} {'year' if years == 1 else 'years'} old"
        found.append(draft(clause, f"{holder}age", str(years), told, entities=(name,)))
    return found


_AFTER_ROLE = re.compile(
    r"$|[,;:(]|\s?[-–—]|\s(?:who|whose|named|called|and|in|with|from|at|that|living|aged|over|abroad|now|back|"
    r"but|so|together|by|of|on|to)\b"
)


def _relative(clause: Clause, match: re.Match[str], part: str) -> list[Candidate]:
    word = match["role"].lower()
    role, count = ROLES[word], number(part.split(maxsplit=1)[0]) or 1
    plural = (word.endswith("s") and word != "boss") or word == "children"
    called = CALLED.match(match["tail"])
    given = list(names(called["names"])) if called else []
    who = re.sub(_AGED, "", match["who"]).strip(" -") or word
    found: list[Candidate] = []
    if role in ("daughter", "son", "child", "children", "twins") and not re.search(r"\b(?:step|god|grand)", word):
        count = 2 if role == "twins" else count
        found.append(
            draft(clause, "children_count", str(count), f"User has {count} {'child' if count == 1 else 'children'}")
        )
    one = "child" if role == "children" else role
    for name in given:
        key = f"relation:{one}:name" if len(given) == 1 and not plural else f"relation:{one}:{name.casefold()}:name"
        found.append(
            draft(
                clause,
                key,
                name,
                f"User has a {one} called {name}" if plural else f"User's {who} is called {name}",
                entities=(name,),
            )
        )
    with_ages = _names_and_ages(clause, one, match["tail"]) if plural else []
    if with_ages:
        given = []
        found = [candidate for candidate in found if not (candidate.key or "").endswith(":name")] + with_ages
    elif aged := _AGED.search(part):
        years = number(aged[1])
        if years:
            holder = f"relation:{one}:{given[0].casefold()}:" if given and one not in SINGLE else f"relation:{one}:"
            label = f"User's {one}" + (f" {given[0]}" if given else "")
            found.append(
                draft(
                    clause,
                    f"{holder}age",
                    f"{years} {aged[2]}s" if aged[2] == "month" else str(years),
                    f"{label} is {years} {aged[2]}{'s' if years != 1 else ''} old",
                )
            )
    if not given and not with_ages and one != "child":
        sort = "sibling" if one in ("sister", "brother", "sibling") else one
        if sort == "sibling" or plural:
            found.append(
                draft(
                    clause, f"relation:{one}:count", str(count), f"User has {part.split(maxsplit=1)[0]} {match['who']}"
                )
            )
        elif one not in ("daughter", "son", "friend", "client", "customer") or match["tail"].strip():
            found.append(
                draft(
                    clause,
                    f"relation:{one}",
                    "yes",
                    f"User has {_article(match['who'])} {match['who']}" + third(match["tail"], named=True)
                    if len(match["tail"]) < 60
                    else f"User has {_article(match['who'])} {match['who']}",
                )
            )
        elif one in ("daughter", "son"):
            found.append(draft(clause, f"relation:{one}", "yes", f"User has {_article(match['who'])} {match['who']}"))
    return found


def _negative_children(clause: Clause) -> list[Candidate]:
    if clause.verb == "have" and clause.mine and re.match(r"(?:any\s)?(?:kids|children)(?:\syet)?$", clause.rest):
        return [draft(clause, "children_count", "0", "User has no children")]
    return []


def _summed(clause: Clause, counted: list[Candidate], moment: Moment) -> list[Candidate]:
    total = sum(int(candidate.value or 0) for candidate in counted)
    # "a son called Bo" alone does not say how many children there are
    stated = total > 1 or bool(re.search(r"\b(?:child|kid|only)\b", clause.rest))
    return (
        [draft(clause, "children_count", str(total), f"User has {total} {'child' if total == 1 else 'children'}")]
        if total and stated
        else []
    )


def others(clause: Clause, moment: Moment) -> list[Candidate]:
    """What else is told of a person as lasting: what they do, what they were."""
    if (
        clause.subject.kind != "person"
        or clause.hedged
        or clause.modal
        or not clause.rest
        or re.search(r"\b(?:today|tonight|now|yesterday|this \w+|again|just)\b", clause.predicate)
    ):
        return []
    if clause.verb == "be":
        if clause.tense == "past" and (job := title(clause.rest)):
            return [draft(clause, "former_occupation", job[0], moment.absolute(clause.telling()))]
        return []
    if (
        clause.tense != "present"
        or (
            clause.verb in _PASSING
            and not clause.rest.startswith("after ")
            and not (_asks_for(clause) and not moment.coming(clause.rest))
        )
        or not re.match(
            r"(?:an?|the|our|my|all|every|in|at|for|to|on|with|after|as|about|[a-z-]{4,}|[A-Z])\b", clause.rest
        )
    ):
        return []
    coming = moment.coming(clause.rest)
    until = coming.until if coming and not RECURS.search(clause.rest) else None
    key = head(moment.undated(f"{clause.verb} {clause.rest}") if until else f"{clause.verb} {clause.rest}")
    told = moment.absolute(clause.telling()) if until else clause.telling()
    return [draft(clause, key, "no" if clause.negated else "yes", told, expires_at=until)]


def _asks_for(clause: Clause) -> bool:
    """What somebody expects again and again: `my boss wants one-page memos`, unlike `my boss wants to talk`."""
    return clause.verb in ("want", "need", "expect", "require") and bool(
        re.match(
            r"(?:all\s|every\s|only\s)?(?!the\b|to\b|me\b|you\b|it\b|us\b|that\b|this\b|help\b|more\b)[a-z-]{3,}(?:\s[\w-]+){0,4}s\b",
            clause.rest,
        )
    )


def reported(text: str, moment: Moment) -> tuple[Clause, str] | None:
    """`my friend Jonas said he hates cilantro`: the person, and what is left to read of them."""
    match = re.match(
        r"(?P<who>(?:my|our)\s[\w '’-]{2,40}?)\s(?:said|says|told me|mentioned|claims|keeps saying|tells me|reckons|"
        r"thinks|insists)\s(?:that\s)?(?:he|she|they)\s(?P<what>.+)$",
        text,
        re.IGNORECASE,
    )
    someone = person(match["who"].split(maxsplit=1)[1]) if match else None
    if not match or someone is None:
        return None
    return Clause(text, someone, "", "", match["what"], "present"), f"{match['who']} {match['what']}"


_SEVERAL_NAMED = re.compile(
    r"\b(?:my|our)\s(?:[a-z-]+\s){0,2}?(?P<role>twins|kids|children|daughters|sons|sisters|brothers|"
    r"siblings),?\s(?P<names>[A-Z][\w'-]+(?:,\s[A-Z][\w'-]+)*,?\s(?:and|&)\s[A-Z][\w'-]+)",
    re.IGNORECASE,
)


_DAYS = words("grammar", "days") | words("grammar", "months")


def apposed(text: str) -> list[Candidate]:
    """Names that stand beside their role anywhere in a sentence: `I'm cooking for my wife Ana`."""
    found = []
    for several in _SEVERAL_NAMED.finditer(text):
        one = ROLES[several["role"].lower()]
        one = {"twins": "child", "children": "child", "siblings": "sibling"}.get(one, one)
        for name in names(several["names"]):
            clause = Clause(text, ME, "", "", "", "present")
            found.append(
                draft(
                    clause,
                    f"relation:{one}:{name.casefold()}:name",
                    name,
                    f"User has a {one} called {name}",
                    entities=(name,),
                )
            )
    for match in re.finditer(
        r"\b(?:my|our)\s(?P<who>(?:[a-z-]+\s){0,2}?(?P<role>"
        + either(ROLES)
        + r")),?\s(?P<name>(?:(?:Mr|Mrs|Ms|Dr|Prof)\s)?[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|[\s,.;!])",
        text,
    ):
        role, name = ROLES[match["role"].lower()], match["name"]
        if not name_like(name, sure=role in SINGLE) or name.casefold() in _DAYS:
            continue
        holder = f"relation:{role}:name" if role in SINGLE else f"relation:{role}:{name.casefold()}:name"
        clause = Clause(text, ME, "", "", "", "present")
        found.append(
            draft(clause, holder, name, f"User's {match['who']} is called {name}", entities=(name,), importance=2)
        )
    return found


def _article(words: str) -> str:
    return "an" if words[:1].lower() in "aeio" else "a"
