"""English clauses that tell of a change: sold, gave up, switched from … to, pushed back to, broke up."""

# small counts of words are what a grammar is made of

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.memories.endings import Ending, ends_an_aversion
from app.memories.extractors.en.contractions import expand
from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.fillers import unled
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import base_of_gerund, head
from app.memories.extractors.en.refusal import asked, foreign_quote, unreal
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.splitting import split
from app.memories.extractors.en.subjects import person, role_in
from app.memories.extractors.en.values import unfilled
from app.memories.extractors.ended import en_patterns as patterns
from app.memories.extractors.ended import tastes
from app.memories.extractors.ended.recurring import recurs
from app.memories.extractors.ended.told import Told
from app.memories.extractors.sentences import Sentence
from app.text import dates


def read(sentence: Sentence) -> list[Told]:
    """What its clauses tell of changes, in order."""
    if not _may_tell(sentence.text) or foreign_quote(sentence.text, sentence.quotes):
        return []
    text = asked(expand(sentence.text).strip(), question=sentence.question)
    if text is None or unreal(text) or patterns.BACK.search(text):
        return []
    moment = Moment(sentence.at, sentence.zone)
    if (parted := list(_parted(unled(text).rstrip(" .!")))) and not patterns.NOT_SO.search(text):
        return parted
    found: list[Told] = []
    parts = [unled(piece).strip(" .!") for part in split(unled(text)) for piece in patterns.RUNS_ON.split(part)]
    for place, part in enumerate(parts):
        goes_on = place + 1 < len(parts) and patterns.AND_TOOK_UP.match(f"x and {parts[place + 1]}") is not None
        told = list(_of_clause(part, moment, goes_on=goes_on))
        if not told and found and found[-1].key == "employer":
            told = list(_of_work(moment.undated(part), part))
        if (
            len(told) == 1
            and not told[0].into
            and told[0].sort in (Ending.THING, Ending.DOING)
            and place + 1 < len(parts)
        ):
            told = [_into_next(told[0], parts[place + 1], moment)]
        if len(told) == 1 and told[0].sort is Ending.DATE and place + 1 < len(parts):
            if (there := parts[place + 1]) and patterns.AND_PLACE.match(there):
                told = [replace(told[0], clause=f"{told[0].clause}, and {there}")]
        found += told
    return found


def _may_tell(text: str) -> bool:
    return (
        ", not " in text or "these days" in text or not patterns.SIGNS.isdisjoint(patterns.WORD.findall(text.lower()))
    )


def _into_next(told: Told, following: str, moment: Moment) -> Told:
    """`I gave up the cello`, `I took up the viola`: one gave way to the other."""
    both = patterns.AND_TOOK_UP.match(f"x and {following}")
    both = both or (patterns.HAVE_NOW.match(following) if told.sort is Ending.THING else None)
    if both and not patterns.NOT_SO.search(following):
        return Told(told.what, told.sort, told.clause, into=_new_thing(both["new"], moment))
    return told


def _of_clause(part: str, moment: Moment, *, goes_on: bool = False) -> Iterator[Told]:
    if not _may_tell(part):
        return
    plain = _undated(part, moment)
    if "," in plain and (taste := tastes.english(re.split(r",\s", plain)[0])):
        yield taste
        return
    yield from _last_day(plain, part)
    if (moved := patterns.MOVED.match(part)) and (
        moment.mentions(to := moved["to"] or moved["to2"]) or dates.recurring(to)
    ):
        yield from _moved(moved, part, moment)
        return
    if patterns.NOT_SO.search(patterns.CONTRAST.sub("", plain)) and not patterns.NOT_NOW.search(part):
        return
    if taste := tastes.english(plain):
        yield taste
    yield from _of_work(plain, part)
    taken = patterns.AND_TOOK_UP.match(plain)
    ended = patterns.LEAD.sub("", taken["ended"] if taken else plain)
    into = _new_thing(taken["new"], moment) if taken else ""
    one = next(_first(ended, part, moment, into=into, mended=not into and not goes_on), None)
    if one is not None:
        if one.what:
            yield one
        return
    if ends_an_aversion(plain):
        return
    less = patterns.NO_LONGER.match(plain) or patterns.NOT_MORE.match(plain)
    if less and (less["more"] or "no longer" in plain) and not patterns.OTHERS.match(less["what"]):
        yield Told(_thing(less["what"], moment), Ending.DOING, part)
    if out := patterns.GOT_OUT.match(plain):
        yield Told(out["what"], Ending.DOING, part)


def _moved(moved: re.Match[str], part: str, moment: Moment) -> Iterator[Told]:
    """`The launch got pushed back to 3 May`."""
    if patterns.NOT_SURE.search(part):
        return
    what = _thing(moved["what"] or moved["what2"], moment)
    if what and not role_in(what.split()[-1]):  # a dentist is not moved, a dentist appointment is
        yield Told(what, Ending.DATE, part)


def _first(ended: str, part: str, moment: Moment, *, into: str, mended: bool) -> Iterator[Told]:
    """What ended, by the first way of telling it that fits; without a name when nothing is to end by it."""
    if exchange := patterns.INTO.match(ended):
        groups = {name.rstrip("0123456789"): said for name, said in exchange.groupdict().items() if said}
        old, new = _thing(groups["old"], moment), _new_thing(groups["new"], moment)
        real = old and new and not role_in(old) and normal(old) != normal(new)
        yield Told(old if real else "", Ending.DOING, part, into=new)
    if made := patterns.MADE_ANEW.match(ended):
        yield Told(_thing(made["what"], moment), Ending.MADE, part)
    if (off := patterns.CALLED_OFF.match(ended)) and not patterns.ONE_DAY.search(part):
        said = off["what"] or off["a"] or off["b"]
        yield Told("" if patterns.OTHERS.match(said) else _thing(said, moment), Ending.OFF, part)
    for pattern, sort in _WAYS:
        if off and patterns.ONE_DAY.search(part):
            continue  # this once
        if not (found := pattern.match(ended)) or (mended and patterns.BROKEN.search(ended)):
            continue
        said = next(group for group in found.groups() if group)
        if sort is Ending.DOING and (days := patterns.DAYS.match(said)):
            said = days["what"]
        if patterns.OTHERS.match(patterns.MINE.sub("", said)) or role_in(patterns.MINE.sub("", said)):
            continue
        if sort is Ending.DOING and not into and not _lasts(said, ended):
            continue
        what = _thing(said, moment)
        if what and len(what.split()) <= patterns.LONGEST:
            yield Told(what, sort, part, into=into)


def _lasts(said: str, ended: str) -> bool:
    """Whether more has ended than a meal, a lesson or an evening: "I finished my coffee" gives up no coffee."""
    if patterns.FOR_GOOD.search(ended) or patterns.TAKES_MONTHS.search(said):
        return True
    named = re.search(r"[A-Z]", re.sub(r"^(?:the|my|our)\s", "", said, flags=re.IGNORECASE)) is not None
    if patterns.IN_GENERAL.search(ended) and not ended.endswith((" over", " done")):
        return named or not re.match(r"(?:my|the|our|this|that|it)\b", said, re.IGNORECASE)
    if not patterns.TODAY.search(ended):
        return True
    return named and (not ended.startswith(said) or " " in said or ended.endswith(" gone"))


_WAYS: Final = (
    (patterns.SOLD, Ending.THING),
    (patterns.GIVEN_UP, Ending.DOING),
    (patterns.SOLD_THING, Ending.THING),
    (patterns.OVER, Ending.DOING),
)


def _parted(text: str) -> Iterator[Told]:
    """`Lena and I broke up`: the whole sentence, for its "and" parts no clauses."""
    if (parted := patterns.PARTED.match(text)) and (named := parted["who"] or parted["with"] or parted["left"]):
        who = re.sub(r"^my\s|\s(?:last|this|in|on|a)\s.*$", "", named, flags=re.IGNORECASE)
        yield Told("" if role_in(who) else who, Ending.BOND, text)


def _last_day(plain: str, part: str) -> Iterator[Told]:
    for words in (plain, part):
        if last := patterns.LAST_DAY.match(words):
            firm = last["firm"] or last["firm2"] or last["firm3"]
            yield Told(firm, Ending.DOING, part, key="employer", value=head(firm, number=False))
            return


def _of_work(plain: str, part: str) -> Iterator[Told]:
    if new := patterns.NEW_FIRM.match(plain):
        firm = next(words for words in new.groups() if words)
        if firm.split()[0] not in patterns.NO_FIRM:
            yield Told("", Ending.DOING, part, key="employer", into=firm)
        return
    if patterns.GRADUATED.match(plain):
        for key in ("school", "grade", "major"):
            yield Told("studies", Ending.DOING, part, key=key)
        return
    if patterns.FIRED.match(plain):
        yield Told("job", Ending.DOING, part, key="employer")
        return
    said = re.sub(r"\s(?:now|for good|early|as well|too)$", "", plain)
    work = patterns.LEFT_WORK.match(said)
    if not work or re.search(r"\b(?:left|lost|gave up|packed in)$", said):
        return
    prefix = ""
    if (work["who"] or "").lower().startswith("my "):
        someone = person(work["who"][3:])
        if someone is None:
            return
        prefix = someone.prefix
    firm = (work["firm"] or "").strip()
    if firm and not firm[:1].isupper():
        return
    if not firm or prefix or not work["who"] or "laid off" in plain or "fired" in plain:
        yield Told(
            firm or "job", Ending.DOING, part, key=f"{prefix}employer", value=head(firm, number=False) if firm else None
        )
    if not firm and re.search(r"\bretired\b", plain):
        yield Told("job", Ending.DOING, part, key=f"{prefix}occupation")


def _undated(text: str, moment: Moment) -> str:
    """Without its dates, which are looked for only where there may be some."""
    return moment.undated(text) if patterns.DAY.search(text) else text


def _new_thing(words: str, moment: Moment) -> str:
    """What came in its place: up to a comma behind which no name goes on (`Ulm, best decision ever`)."""
    return _thing(_ASIDE.split(words)[0], moment)


_ASIDE: Final = re.compile(r",\s(?![A-Z][a-z])|\s(?:and|but)\s(?:never|have|it|we|I|could|am)\b")


def _thing(words: str, moment: Moment) -> str:
    """The thing that some words name: `my old Golf for good` → `Golf`."""
    text = _undated(unfilled(words), moment).strip(" .,!")
    for _ in range(3):
        text = patterns.TAIL.sub("", text).strip(" ,")
    text = re.sub(r"['’]s$", "", patterns.DETERMINED.sub("", text))
    first, _, rest = text.partition(" ")
    if first.lower().endswith("ing") and len(first) > 4 and rest and first.islower():
        return (
            rest
            if base_of_gerund(first.lower()) in ("play", "do", "learn", "go", "use", "take", "drive", "study")
            else text
        )
    return (
        re.sub(r"\s(?:lessons?|class|classes|course|subscription|membership|account)$", "", text)
        if len(text.split()) > 1
        else text
    )


def normal(words: str) -> str:
    return " ".join(words.casefold().split())


def says(told: Told, sentence: Sentence) -> str:
    """The clause in the third person, its days by their dates."""
    moment = Moment(sentence.at, sentence.zone)
    clause = told.clause
    bare = re.match(r"(?:just )?(?:[a-z]+ed|put|brought|left|quit) (?!by\b)", clause, re.IGNORECASE)
    if re.match(r"no more ", clause, re.IGNORECASE):
        return capital(tidy(third(clause)))
    if bare or not re.search(
        r"\b(?:I|we|my|our)\b|^(?:the|they)\b|^[A-Z][\w.+#-]*\s(?:has|have|is|was)\b", clause, re.IGNORECASE
    ):
        clause = f"I {clause[:1].lower()}{clause[1:]}"
    told_of = tidy(third(clause))
    dated = told.into or (told.sort is Ending.DATE and not recurs(told.what, told.clause))
    return capital(moment.absolute(told_of) if dated else told_of)
