"""Relevance that a memory has because of what it is about, whatever its words are: read by its key, or of a topic."""

import re
from typing import Final

from app.context import asking, products, silence, topics
from app.context.model import ContextQuery, Hit, Signals
from app.context.passing import STANDING
from app.memories.model import Kind, Memory, Type

FITTING: Final = 0.60  # a keyed memory of a topic that the query touches
_ON_TOPIC = 0.1  # for a fact of the user without a key whose own words touch the topic of the question
_NEAR = 0.3  # likeness from which it needs no help
_BODILY = 0.2  # relevance that it has at least where the topic touches the body and its ways
_BODY = frozenset(("food", "health", "place", "effort"))
_TEAM = frozenset(("release", "hosting"))  # told of a team and its systems as well as of the user
_ELSEWHERE = 0.21  # an instruction for a scene, where nobody says which one it is: it may come, after all others
_LIMITING = 0.65  # what the body does not take comes before tastes, however many these are
_ADVISED = 0.61  # the same where the user asks whether to do a thing, and nothing tells what it asks of the body
_AGREEING = 0.45  # likeness by meaning from which it belongs to a question that is about nobody and shares its words
_AGREED = 0.9  # and to one that shares none: why cats purr is not asked of the user's cat
_SAYING = 0.67  # and what says so in words of the matter comes before what its key alone ties to it
_NAMED = 0.70  # the query names its value; or the instruction is of this very topic
_BOUND = 0.60  # a wish for what the question asks to be made
_OPENING = 0.60  # any keyed memory when a conversation is about to begin
_OF_USER = re.compile(r"\s*(?:the )?user\b|用户", re.IGNORECASE)


def relevance(hit: Hit, signals: Signals, query: ContextQuery, vector: float) -> float:
    """Relevance granted because the memory is read by its key, whatever its words are; 0 when it is not."""
    memory = hit.memory
    if _at_their_table(memory, signals, query):
        return _LIMITING
    if "key" not in hit.sources:
        return 0.0
    if query.query is None:
        return _OPENING
    _, _, value = (memory.key or "").partition(":")
    if names(signals.search_text.casefold(), value):
        return _NAMED
    if topics.standing(memory):
        return _of_instruction(memory, signals, query)
    shared = hit.keyword and not asking.famous(signals.search_text)
    agreeing = vector >= (_AGREEING if shared else _AGREED)
    return _of_taste_or_fact(memory, signals, agreeing=agreeing)


def _at_their_table(memory: Memory, signals: Signals, query: ContextQuery) -> bool:
    """Whether others share in what is asked for, and one of them cannot have or do all of it."""
    if query.query is None or signals.general or signals.topics.isdisjoint(topics.of_kin(memory)):
        return False
    return asking.of_company(signals.search_text)


def _of_instruction(memory: Memory, signals: Signals, query: ContextQuery) -> float:
    """The same of an instruction for every reply, for one kind of work, or for one scene."""
    if memory.scene is not None and query.scene is None:
        return _ELSEWHERE
    if bound := products.bound_to(memory):
        return 0.0 if bound.isdisjoint(products.asked_for(signals)) else _NAMED
    if topics.silences(memory) and not silence.could_come_up(signals):
        return 0.0
    fits = topics.known(memory) and not signals.topics.isdisjoint(topics.of(memory))
    return _NAMED if fits else STANDING


def _of_taste_or_fact(memory: Memory, signals: Signals, *, agreeing: bool) -> float:
    """The same of what belongs to a topic, which the question must touch."""
    if bound := products.bound_to(memory):
        return 0.0 if bound.isdisjoint(products.asked_for(signals)) else _BOUND
    if memory.type is not Type.SEMANTIC:
        return 0.0
    if signals.topics.isdisjoint(topics.of(memory)):
        advised = signals.advised and not signals.general and topics.bodily(memory)
        return _ADVISED if advised and not products.asked_for(signals) else 0.0
    if signals.general and not agreeing:
        return 0.0
    if not topics.limits(memory):
        return FITTING
    return _LIMITING if signals.topics.isdisjoint(topics.told(memory.content)) else _SAYING


def on_topic(memory: Memory, signals: Signals, similar: float) -> float:
    """The relevance of a fact without a key whose own words speak of a matter that the question touches."""
    if similar >= _NEAR or memory.key is not None or memory.kind is not Kind.FACT or signals.general:
        return similar
    shared = signals.topics & topics.told(memory.content)
    if not shared or (_OF_USER.match(memory.content) is None and _TEAM.isdisjoint(shared)):
        return similar
    return max(similar + _ON_TOPIC, _BODILY if on_the_way(signals) or not _TEAM.isdisjoint(shared) else 0.0)


def on_the_way(signals: Signals) -> bool:
    """Whether the question touches the body and its ways, where a plain fact of the user weighs much."""
    return not _BODY.isdisjoint(signals.topics)


def names(asked: str, name: str) -> bool:
    """Whether a name stands in the text; Latin names as whole words."""
    plain = name.casefold().strip()
    if len(plain) < 2 or plain not in asked:  # noqa: PLR2004  # one character stands anywhere by chance
        return False
    return not plain.isascii() or re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", asked, re.ASCII) is not None
