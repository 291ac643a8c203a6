"""By which names a memory is known in a sentence, and whether the sentence speaks of the same people."""

from typing import Final

from app.memories.endings import shift_words as say
from app.memories.endings.values import names, values
from app.memories.endings.wording import AFTER, BARE, whole
from app.memories.model import Memory
from app.memories.opposition import matter
from app.memories.subject import roles, subject_of
from app.text import patterns as re
from app.text.language import HAN, has_han
from app.text.terms import normalise, terms

_SHORTEST: Final = 2  # characters of what two Chinese sentences share
STOP: Final = re.compile(
    r"\s(?:to|for|from|in|on|at|with|because|since|after|and|so|but|last|this|when|beyond|as|who|which|that|"
    r"before|until|by|altogether|for good|(?:ages|years|months|weeks|days|a while|long) ago)(?:\s.*)?$|"
    r"\s(?:yesterday|completely|entirely|altogether|already|too|instead|now|again)$",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:the|my|our|all|that|this|of|any|old|last|bit|using|taking|wearing|going|eating|playing|paying|with)\s",
    re.IGNORECASE,
)
_OBJECT_EN: Final = re.compile(
    r"^User(?:'s (?:team|company))?\s(?:is\s)?[a-z]+(?:s|ing)?\s(?:(?:on|in|with|at|for|to|an?|the|"
    r"their)\s){0,2}(?P<what>[\w.+#-]+(?: [A-Z][\w.+#-]*)*)"
)
_OBJECT_ZH: Final = re.compile(
    "^用户(?:所?在?的?(?:团队|组|公司|家))?(?:们)?(?:现在|一直|平时|每[天周]|正?在)*(?:用|吃|学|练|玩|开|骑|打|"
    r"喝|追|订|看|做|参加)(?:的是|着|了)?\s?(?P<what>[^，,的了\s]{2,10})"
)
GENERIC: Final = frozenset(
    {
        "user",
        "team",
        "compani",
        "day",
        "week",
        "new",
        "work",
        "use",
        "call",
        "name",
        "everi",
        "time",
        "month",
        "year",
        "go",
        "goe",
        "class",
        "lesson",
        "session",
        "morn",
        "even",
        "night",
        "afternoon",
        "take",
        "do",
        "doe",
        "have",
        "second",
        "third",
    }
)
RECIPIENT: Final = re.compile(
    r"给[^,，]{1,4}?(?=了|[开用骑养穿戴管])|\b(?:to|for|with|from) (?:my|our)(?: \w+)? \w+", re.IGNORECASE
)
OF_SOMEBODY: Final = frozenset(
    {"manager", "doctor", "landlord", "dentist", "teacher", "boss", "therapist", "coach", "client", "mentor", "tutor"}
)


def things(row: Memory) -> list[str]:
    """By which names a memory is known: its value, the end of its key, the names in it, the object of its verb."""
    found = [row.value or "", *row.entities, (row.key or "").rpartition(":")[2], *names(row.content, first=True)]
    head, _, rest = (row.key or "").partition(":")
    if head in ("relation", "owner"):
        return []  # who somebody is does not end, and a duty goes to somebody else
    if head == "pet":
        found = [*row.entities, rest]
    for pattern in (_OBJECT_EN, _OBJECT_ZH):
        if told := pattern.match(row.content):
            found.append(told["what"])
    found += [one.split()[-1] for one in names(row.content, first=True) if " " in one]
    found += [one.split()[0] for one in names(row.content, first=True) if " " in one]
    if head in ("tool", "owns", "phone"):
        found += [one[-2:] for one in (row.value or "", rest) if re.fullmatch(f"[{HAN}]{{4,}}", one)]  # 联想小新
    found += [re.sub(r"\s?[\d.]+\s?(?:Pro|Max|Plus|mini)?$|^(?:老|旧)", "", one) for one in found if has_han(one)]
    plain = {normalise(one) for one in found}
    return [
        one
        for one in plain
        if len(one) >= _SHORTEST
        and one not in BARE
        and one not in GENERIC
        and not one.isdigit()
        and not values_alone(one)
    ]


def values_alone(text: str) -> bool:
    """Whether it is a day or an amount, which names nothing by itself."""
    return any(re.fullmatch(r"[\d\W]*", text.replace(one, "")) for some in values(text).values() for one in some)


def is_named(row: Memory, argument: str, *, english: bool) -> bool:
    plain = normalise(argument)
    if not english:
        return any(re.search(whole(one), plain) for one in things(row))
    while (bare := _LEAD.sub("", plain)) != plain:
        plain = bare
    if values_alone(plain) and plain in normalise(row.content):
        return True  # they scrapped the 7:42
    for one in things(row):
        found = re.search(whole(one).removesuffix(AFTER) + r"(?:'s|es|s)?(?![a-z0-9'])", plain)
        if found is None or len(plain[: found.start()].split()) > 2:  # noqa: PLR2004  # the last bit of
            continue
        behind = plain[found.end() :].strip()
        if not behind or say.WITH_IT.match(behind):
            return True
    words = frozenset(terms(plain)) - GENERIC
    if plain.partition(" ")[0].endswith("ing") and len(words) > 1 and words <= frozenset(terms(row.content)):
        return True  # volunteering at the shelter
    about = frozenset(one for one in matter(_predicate(row)) if one not in GENERIC)
    asked = [frozenset(terms(one)) - GENERIC for one in re.split(r"\s(?:or|and)\s", STOP.sub("", plain))]
    return any(own and own <= about and len(own) * 2 >= len(about) for own in asked)


def _predicate(row: Memory) -> str:
    """What a memory says without its subject and verb."""
    return re.sub(r"^User(?:'s \w+)?\s(?:is\s)?[a-z]+(?:s|ing)?\s", "", row.content)


def is_about_person(part: str, row: Memory) -> bool:
    """Whether it names the one of whom a memory tells, by the relation or by name."""
    names_of = [one for one in (*row.entities, *(row.key or "").split(":")[2:3]) if len(one) > 1]
    named = any(re.search(whole(normalise(one)), normalise(part)) for one in names_of)
    return named or bool(subject_of(row) & roles(part))


def same_people(part: str, row: Memory) -> bool:
    asked, about = roles(RECIPIENT.sub(" ", part)) - OF_SOMEBODY, subject_of(row)
    named = [one for one in (*row.entities, *(row.key or "").split(":")[2:3]) if len(one) > 1]
    if any(normalise(one) in normalise(part) for one in named):
        return True
    return asked == about or (not about and not asked) or (bool(about) and about <= asked)
