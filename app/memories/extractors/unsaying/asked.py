"""What the judge is to do with a request to forget, and what it means by "that"."""

from collections.abc import Sequence
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unsaying.reading import read
from app.memories.extractors.unsaying.wish import Wish
from app.memories.model import Act, Candidate, Kind
from app.memories.naming import meant_by
from app.memories.subject import roles
from app.memories.wishes import POINTED


def asked(sentence: Sentence) -> Wish | None:
    """The request in a sentence; what it points at is filled in."""
    wish = read(sentence.text)
    if wish is None or wish.own or not (wish.points or wish.just):
        return wish
    said = sentence.previous or sentence.before
    if wish.points:
        return replace(wish, own=said)
    return replace(wish, points=True, own=said) if _of_same_person(wish.topic, said) else wish


def _of_same_person(topic: str, said: str) -> bool:
    """Whether the words before speak of the one of whom the wish speaks: not all that tells of the boss is meant."""
    meant = meant_by(topic)
    return bool(meant.roles) and not meant.matters and meant.roles <= roles(said.casefold())


def told(wish: Wish, sentence: Sentence, by_grammar: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of a request: with the key and the value of a statement, where the grammar knows them."""
    if wish.stated and any(one.key for one in by_grammar):
        return [replace(one, occurred_at=sentence.at) for one in by_grammar]
    return [_asked_for(wish, sentence, by_grammar), *(_asked_for(Wish(topic=one), sentence, ()) for one in wish.also)]


def _asked_for(wish: Wish, sentence: Sentence, by_grammar: Sequence[Candidate]) -> Candidate:
    keys = [one.key for one in by_grammar if one.value is None and not wish.points]
    what = (not wish.points and wish.topic) or (
        "刚才说的话" if sentence.language == "zh" else "what was said just before"
    )
    says = f"用户要求忘掉{what}" if sentence.language == "zh" else f"User asked to forget: {what}"
    return Candidate(
        content=says,
        evidence=sentence.text,
        kind=Kind.FACT,
        act=Act.FORGET,
        key=keys[0] if keys else None,
        topic=wish.topic or None,
        metadata={POINTED: wish.own} if wish.points else {},
        confidence=0.95,
        occurred_at=sentence.at,
    )
