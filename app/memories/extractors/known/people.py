"""The people and animals of the user that memories name, and what is read of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final, Protocol

from app.memories.extractors.en.subjects import role_in
from app.memories.extractors.known import en, zh
from app.memories.extractors.known.person import Known
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.subjects import MANY, ROLES
from app.memories.model import Candidate
from app.text import patterns as re

_ENGLISH: Final = re.compile(
    r"User(?:'s| has an?) (?P<who>(?:[a-z][\w-]* ){1,3}?)(?:is called |called )?"
    r"(?P<name>[A-Z][\w’-]*(?: [A-Z][\w’-]*){0,2})(?:'s\b)?(?=\s[a-z]|$)"
)
_CHINESE: Final = re.compile(r"用户的(?P<rest>[^，,。]{2,})")
_NAMED: Final = re.compile(r"(?:名叫|叫)(?P<name>\S{1,16})$")
_PRONOUN: Final = re.compile(r"^\W*(?:\w+\W+){0,2}?(?:he|she|his|her|they|their)\b|[他她]", re.IGNORECASE)
_RANK: Final = re.compile(r"老[大二三四五幺]|大的|小的")
_CHILD: Final = "孩子"
_WORDS: Final = sorted(ROLES, key=len, reverse=True)


class Told(Protocol):
    """A memory or a candidate."""

    @property
    def key(self) -> str | None: ...
    @property
    def value(self) -> str | None: ...
    @property
    def content(self) -> str: ...


@dataclass(frozen=True, slots=True)
class People:
    """Immutable: `with_` adds what more memories or candidates tell."""

    known: Mapping[str, Known] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)  # key → value, of people, animals and the own birthday

    def with_(self, told: Iterable[Told]) -> "People":
        """The same people and those of `told`. Two of one name in different roles are nobody that can be meant."""
        known, held = dict(self.known), dict(self.held)
        for one in told:
            parts = (one.key or "").split(":")
            if parts[0] not in ("relation", "pet", "birthday") or not one.key:
                continue
            held[one.key] = one.value or ""
            for found in _people(one, parts) if parts[0] == "relation" else _animal(one, parts):
                known[found.name.casefold()] = _merged(known.get(found.name.casefold()), found)
        if len(held) == len(self.held) and held == self.held:
            return self
        return People({name: _with_birthday(one, held) for name, one in known.items()}, held)

    def written(self, sentence: Sentence) -> Sentence:
        """The sentence with the names that it has in small letters as they are written: `leos fine`."""
        if sentence.language != "en" or not self.known:
            return sentence
        plain = sentence.text.casefold()
        small = [
            one for name, one in self.known.items() if one.role and name in plain and one.name not in sentence.text
        ]
        text = en.in_capitals(sentence.text, small) if small else sentence.text
        same = len(text) == len(sentence.text)
        return (
            sentence if text == sentence.text else replace(sentence, text=text, quotes=sentence.quotes if same else ())
        )

    def meant(self, sentence: Sentence) -> tuple[Sentence, tuple[Known, ...]]:
        """The sentence with the relation in the place of each name that begins a clause, and who they are."""
        reader = en if sentence.language == "en" else zh
        placed = reader.placed(sentence.text)
        if placed != sentence.text:
            sentence = replace(sentence, text=placed, quotes=())
        named = [one for one in self.known.values() if one.role and one.name in sentence.text + sentence.previous]
        own = self.held.get("birthday", "")
        if not named and not own:
            return sentence, ()
        text, found = reader.meant(sentence.text, named)
        text = reader.dated(text, found, Known("", "", birthday=own))
        previous, earlier = reader.meant(sentence.previous, named)
        found = found or (earlier if _PRONOUN.search(sentence.text) else ())
        return replace(
            sentence, text=text, previous=previous, quotes=sentence.quotes if text == sentence.text else ()
        ), found

    def settled(self, one: Candidate, found: tuple[Known, ...]) -> Candidate:
        """What was read, under the key by which the person is held, and with their name."""
        if one.key is None:
            return replace(one, content=reduce(_naming, found, one.content))
        parts = one.key.split(":")
        if parts[0] != "relation" or len(parts) < 3 or parts[-1] in ("name", "count"):  # noqa: PLR2004  # role and slot
            return one
        who = self._of(parts, found)
        if who is None:
            return one
        slot = _slot(parts, who)
        prefix = next((each for each in who.prefixes if each + slot in self.held), who.prefixes[0])
        return replace(one, key=prefix + slot, content=_naming(one.content, who), entities=_with(one.entities, who))

    def _of(self, parts: list[str], found: tuple[Known, ...]) -> Known | None:
        """The person that a key is about: named by it, by the sentence, or the only one held in that role."""
        role, inner = parts[1], parts[2]
        if (named := self.known.get(inner)) and not named.animal:
            return named if named.role == role else None
        for one in found:
            if one.role == role and not one.animal:
                return one
        only = [one for one in self.known.values() if one.role == role and not one.animal]
        if len(only) == 1 and role not in MANY and ":".join(parts) not in self.held:
            slot = _slot(parts, only[0])
            return only[0] if any(prefix + slot in self.held for prefix in only[0].prefixes) else None
        return None


NOBODY: Final = People()


def _people(one: Told, parts: list[str]) -> Iterable[Known]:
    """The person of a memory; a child told of by rank is known by it and by name."""
    if found := _person(one, parts):
        yield found
    elif len(parts) > 3 and _RANK.fullmatch(parts[2]):  # noqa: PLR2004  # relation, role, rank, slot
        prefix = ":".join(parts[:3]) + ":"
        yield Known(parts[2], parts[1], _CHILD, (prefix,))
        if parts[3] == "name" and (named := _NAMED.search(one.content)):
            yield Known(named["name"], parts[1], _CHILD, (prefix,))


def _person(one: Told, parts: list[str]) -> Known | None:
    role = parts[1]
    if found := _ENGLISH.match(one.content):
        if role_in(found["who"].strip()) != role:
            return None
        return Known(found["name"], role, prefixes=(_prefix(parts, found["name"]),))
    if found := _CHINESE.match(one.content):
        rest = found["rest"]
        word = next((word for word in _WORDS if rest.startswith(word) and ROLES[word] == role), "")
        if not word:
            return None
        after = rest[len(word) :]
        if parts[-1] == "name" and (named := _NAMED.match(after)):
            return Known(named["name"], role, word, (_prefix(parts, named["name"]),))
        inner = parts[2] if len(parts) > 3 else ""  # noqa: PLR2004  # relation, role, name, slot
        if inner and after[: len(inner)].casefold() == inner:
            return Known(after[: len(inner)], role, word, (_prefix(parts, after[: len(inner)]),))
    return None


def _prefix(parts: list[str], name: str) -> str:
    named = len(parts) > 3 and parts[2] in (name.casefold(), "younger")  # noqa: PLR2004  # relation, role, name, slot
    return ":".join(parts[: 3 if named else 2]) + ":"


def _animal(one: Told, parts: list[str]) -> Iterable[Known]:
    if len(parts) != 2 or parts[0] != "pet" or not one.value or one.value[0].isdigit():  # noqa: PLR2004  # pet, name
        return ()
    written = re.search(rf"(?:named |名叫){re.escape(parts[1])}", one.content, re.IGNORECASE)
    return (Known(written.group()[-len(parts[1]) :], one.value),) if written else ()


def _merged(before: Known | None, found: Known) -> Known:
    if before is None or not before.role:
        return before or found
    if before.animal != found.animal or (before.role != found.role and not found.animal):
        return replace(before, role="")
    prefixes = tuple(dict.fromkeys((*before.prefixes, *found.prefixes)))
    return replace(found, word=found.word or before.word, prefixes=prefixes)


def _with_birthday(one: Known, held: Mapping[str, str]) -> Known:
    day = next((held[prefix + "birthday"] for prefix in one.prefixes if prefix + "birthday" in held), one.birthday)
    return replace(one, birthday=day)


def _slot(parts: list[str], who: Known) -> str:
    inner = parts[2:]
    return ":".join(inner[1:] if len(inner) > 1 and inner[0] in ("younger", who.name.casefold()) else inner)


def _naming(content: str, who: Known) -> str:
    if who.animal or who.name in content:
        return content
    if content.startswith("User's"):
        return re.sub(rf"^(User's (?:[\w-]+ )*?{re.escape(who.role)})\b", rf"\1 {who.name}", content, count=1)
    found = re.match(rf"用户的?(?:{'|'.join(word for word in _WORDS if ROLES[word] == who.role)})", content)
    return (
        content[: found.end()] + who.name + content[found.end() :]
        if found and found.group()[-1] not in "户的"
        else content
    )


def _with(entities: tuple[str, ...], who: Known) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*entities, who.name)))
