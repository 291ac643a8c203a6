"""The people and animals around the user."""

import re

from app.memories.extractors.en.clauses import ME, ROLES, SINGLE, Clause, person
from app.memories.extractors.en.draft import draft, name_like, names, number, org
from app.memories.extractors.en.identity import dated
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import FORMS, capital, head, singular, third
from app.memories.extractors.en.work import title
from app.memories.model import Candidate

_ANIMALS = words("animals", "words")
_ANIMAL = re.compile(
    r"(?P<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|some|several|my|our|another|"
    r"new)\s(?P<kind>(?:[\w'-]+\s){0,4}?(?P<noun>"
    + either(
        _ANIMALS
        | {f"{animal}s" for animal in _ANIMALS}
        | {"puppies", "mice", "ponies", "geese", "guinea pigs", "canaries", "bunnies", "huskies", "tabbies"}
    )
    + r"))(?P<tail>.*)$",
    re.IGNORECASE,
)
_PLURALS = {
    "puppies": "puppy",
    "mice": "mouse",
    "ponies": "pony",
    "geese": "goose",
    "fish": "fish",
    "canaries": "canary",
    "bunnies": "bunny",
    "huskies": "husky",
    "tabbies": "tabby",
}
_CALLED = re.compile(
    r"^\s?(?:,|\(|:|\s?-|\s–|\s—)?\s?(?:(?:and\s)?(?:(?:who|which|that)\s)?(?:is|are|was|"
    r"were)?\s?(?:also\s)?(?:called|named|by the names? of)|(?:whose|and)\s(?:his|her|its|"
    r"their)?\s?names?\s(?:is|are)|and\s(?:his|her|its|their)\snames?\s(?:is|are))?\s?(?P<names>[A-Z].*)$"
)
_RELATIVE = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|eight|\d{1,2}|my|our|"
    r"another)\s(?P<who>(?:(?:[\w'-]+)\s){0,3}?(?P<role>" + either(ROLES) + r"))(?P<tail>.*)$",
    re.IGNORECASE,
)
_AGED = re.compile(r"(\d{1,3}|[a-z]+)[- ]?(year|month)s?[- ]?old", re.IGNORECASE)
_OWNED = re.compile(r"(?P<who>[\w -]{2,40}?)'s?\s(?:(?:full|first|given)\s)?(?P<what>[\w -]{2,30})$")
_PASSING = words("verbs", "passing")
_HAVING = ("have", "own", "adopt", "get", "buy", "keep", "raise", "foster", "rescue", "bring", "be", "share")


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


_AFTER_ROLE = re.compile(
    r"$|[,;:(]|\s?[-–—]|\s(?:who|whose|named|called|and|in|with|from|at|that|living|aged|over|abroad|now|back|"
    r"but|so|together|by|of|on|to)\b"
)


def _relative(clause: Clause, match: re.Match[str], part: str) -> list[Candidate]:
    word = match["role"].lower()
    role, count = ROLES[word], number(part.split(maxsplit=1)[0]) or 1
    plural = (word.endswith("s") and word != "boss") or word == "children"
    called = _CALLED.match(match["tail"])
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
    if aged := _AGED.search(part):
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
    if not given and one != "child":
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
                    f"User has a {match['who']}" + third(match["tail"], named=True)
                    if len(match["tail"]) < 60
                    else f"User has a {match['who']}",
                )
            )
        elif one in ("daughter", "son"):
            found.append(draft(clause, f"relation:{one}", "yes", f"User has a {match['who']}"))
    return found


def _negative_children(clause: Clause) -> list[Candidate]:
    if clause.verb == "have" and clause.mine and re.match(r"(?:any\s)?(?:kids|children)(?:\syet)?$", clause.rest):
        return [draft(clause, "children_count", "0", "User has no children")]
    return []


def _summed(clause: Clause, counted: list[Candidate], moment: Moment) -> list[Candidate]:  # noqa: ARG001
    total = sum(int(candidate.value or 0) for candidate in counted)
    # "a son called Bo" alone does not say how many children there are
    stated = total > 1 or bool(re.search(r"\b(?:child|kid|only)\b", clause.rest))
    return (
        [draft(clause, "children_count", str(total), f"User has {total} {'child' if total == 1 else 'children'}")]
        if total and stated
        else []
    )


def animals(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I have two cats, Pixel and Waffle`, `we adopted a kitten named Moss`."""
    if (
        clause.verb not in _HAVING
        or clause.subject.kind not in ("me", "team")
        or clause.negated
        or not clause.lively
        or clause.modal == "will"
    ):
        return []
    found: list[Candidate] = []
    rest = re.sub(r"^(?:the\s(?:proud\s|happy\s)?(?:owner|human|parent|mum|mom|dad)\sof\s|home\s)", "", clause.rest)
    if clause.verb in ("be", "bring", "share") and rest == clause.rest:
        return []
    for part in re.split(r"(?:,\s|\s)(?:and|plus)\s(?=(?:an?|one|two|three|four|five|\d{1,2})\s)", rest):
        match = _ANIMAL.match(part)
        if not match or re.match(
            r"\s?(?:allerg|phobia|lover|person|shelter|food|hair|sitter|walker|show|question|problem|around|in mind|nap|"
            r"park|bite|fur|video|costume)|'s",
            match["tail"].strip(),
        ):
            continue
        found += _animal(clause, match, moment)
    return found


def _animal(clause: Clause, match: re.Match[str], moment: Moment) -> list[Candidate]:
    noun = match["noun"].lower()
    kind = re.sub(rf"{re.escape(match['noun'])}$", _PLURALS.get(noun, singular(noun)), match["kind"])
    kind = re.sub(r"^(?:new|little|old|beautiful|lovely|cute|adorable|sweet|rescue)\s", "", kind)
    called = _CALLED.match(match["tail"])
    since = moment.since(clause.rest) or moment.since(clause.lead)
    article = "an" if kind[0].lower() in "aeiou" else "a"
    given = names(called["names"]) if called else []
    if given:
        return [
            draft(
                clause,
                f"pet:{name.casefold()}",
                kind,
                f"User has {article} {kind} named {name}",
                valid_from=since,
                entities=(name,),
            )
            for name in given
        ]
    count = match["count"].lower()
    many = number(count) not in (None, 1)
    if clause.verb in ("adopt", "get", "buy", "rescue"):
        content = moment.absolute(clause.telling().replace("User's team", "User"))
    else:
        content = (
            f"User has {count if many or count in ('some', 'several') else article} {match['kind'] if many else kind}"
        )
    return [draft(clause, f"pet:{head(kind)}", count if many else kind, content, valid_from=since)]


def naming(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my dog is called Rex`, `our cat Moss is 3`, `my sister's name is Ada`, `my boss's birthday is 3 May`."""
    subject = clause.subject
    if subject.kind not in ("thing", "person") or clause.negated:
        return []
    if subject.kind == "person":
        # "his name is Rex" of the person of the clause before
        match = re.match(r"name\sis\s(.+)", clause.predicate)
        found = name_like(match[1], sure=True) if match else ""
        return [draft(clause, "name", found, f"{subject.label} is called {found}", entities=(found,))] if found else []
    if not subject.label.startswith("User's"):
        return []
    if (owned := _OWNED.match(subject.noun)) and clause.verb == "be" and clause.tense == "present":
        return _owned(clause, owned, moment)
    return _pet(clause, moment)


def _pet(clause: Clause, moment: Moment) -> list[Candidate]:
    match = re.match(
        r"(?P<kind>(?:[\w'-]+\s){0,3}?(?P<noun>"
        + either(_ANIMALS)
        + r"))(?:,?\s(?:called\s|named\s)?(?P<name>[A-Z][\w'-]+),?)?$",
        clause.subject.noun,
    )
    if not match:
        return []
    kind, given = match["kind"], match["name"] or ""
    article = "an" if kind[0].lower() in "aeiou" else "a"
    if (
        not given
        and (called := re.match(r"(?:(?:is\s)?(?:called|named)\s)?(.+)", re.sub(r"^is\s", "", clause.predicate)))
        and clause.verb in ("be", "call", "name")
        and (found := name_like(called[1]))
    ):
        return [
            draft(
                clause, f"pet:{found.casefold()}", kind, f"User has {article} {kind} named {found}", entities=(found,)
            )
        ]
    if clause.tense not in ("present", "perfect"):
        return []
    found_: list[Candidate] = []
    if given:
        found_.append(
            draft(
                clause, f"pet:{given.casefold()}", kind, f"User has {article} {kind} named {given}", entities=(given,)
            )
        )
    if clause.verb == "be" and (aged := re.match(r"(\w+)\s(year|month)s?\sold", clause.rest)):
        found_.append(
            draft(
                clause,
                f"pet:{(given or kind).casefold()}:age",
                f"{number(aged[1])} {aged[2]}s",
                moment.absolute(clause.telling()),
            )
        )
    elif clause.verb == "be" and (
        ill := re.match(r"allergic\sto\s([\w\s-]+)|(diabetic|blind|deaf|epileptic|an?\s[\w\s-]{3,30})$", clause.rest)
    ):
        found_.append(
            draft(
                clause,
                f"pet:{(given or kind).casefold()}:{'allergy' if ill[1] else 'trait'}",
                ill[1] or ill[2],
                clause.telling(),
            )
        )
    return found_


def _owned(clause: Clause, owned: re.Match[str], moment: Moment) -> list[Candidate]:
    who, what, value = owned["who"], owned["what"].lower(), clause.rest
    someone = person(who)
    if someone is None:
        animal = re.fullmatch(r"(?:[\w'-]+\s){0,2}(?:" + either(_ANIMALS) + ")", who)
        found = name_like(value, sure=True) if what in ("name", "names") else ""
        return (
            [draft(clause, f"pet:{found.casefold()}", who, f"User has a {who} named {found}", entities=(found,))]
            if animal and found
            else []
        )
    aside = Clause(
        **{field: getattr(clause, field) for field in ("text", "verb", "rest", "predicate", "tense")}, subject=someone
    )
    if what in ("name", "names"):
        found = name_like(value, sure=True)
        return [draft(aside, "name", found, f"{someone.label} is called {found}", entities=(found,))] if found else []
    if what == "birthday":
        day = dated(value, moment)
        return [draft(aside, "birthday", day[0], f"{someone.label}'s birthday is {day[1]}")] if day else []
    if what in (
        "phone number",
        "number",
        "email",
        "e-mail",
        "address",
        "job",
        "occupation",
        "company",
        "employer",
        "school",
        "teacher",
        "age",
        "nickname",
        "surname",
        "last name",
        "middle name",
        "native language",
        "dentist",
        "favourite food",
        "favorite food",
    ) or what.startswith(("favourite ", "favorite ")):
        attribute = {"number": "phone", "phone number": "phone", "job": "occupation", "company": "employer"}.get(
            what, what.replace("favorite", "favourite")
        )
        attribute = re.sub(r"^favourite ", "favourite:", attribute)
        return [draft(aside, attribute, value, f"{someone.label}'s {what} is {third(value, named=True)}")]
    return []


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
        or clause.verb in _PASSING
        or clause.verb not in FORMS
        or not re.match(r"(?:an?|the|our|all|every|in|at|for|to|on|with|[A-Z])\b", clause.rest)
    ):
        return []
    return [draft(clause, head(f"{clause.verb} {clause.rest}"), "no" if clause.negated else "yes", clause.telling())]


def reported(text: str, moment: Moment) -> tuple[Clause, str] | None:  # noqa: ARG001
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


def apposed(text: str) -> list[Candidate]:
    """Names that stand beside their role anywhere in a sentence: `I'm cooking for my wife Ana`."""
    found = []
    for match in re.finditer(
        r"\b(?:my|our)\s(?P<who>(?:[a-z-]+\s){0,2}?(?P<role>"
        + either(ROLES)
        + r")),?\s(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|[\s,.;!])",
        text,
    ):
        role, name = ROLES[match["role"].lower()], match["name"]
        if not name_like(name):
            continue
        holder = f"relation:{role}:name" if role in SINGLE else f"relation:{role}:{name.casefold()}:name"
        clause = Clause(text, ME, "", "", "", "present")
        found.append(
            draft(clause, holder, name, f"User's {match['who']} is called {name}", entities=(name,), importance=2)
        )
    return found


__all__ = ["animals", "apposed", "capital", "naming", "org", "relatives", "reported"]
RULES = (relatives, animals, naming)
