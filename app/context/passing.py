"""Which of the scored hits pass: relevant enough, of the task and of the time that the question is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.context import asking, products, timing, topics
from app.context.model import ContextQuery, Drop, Reason, Scored, Signals
from app.context.policies import Policy
from app.context.rendering import TIGHT
from app.context.speaking import named_in
from app.memories.model import Kind, Type
from app.text.language import has_han

STANDING = 0.30  # relevance that key reading grants: an instruction for every reply
_TOUCHED = 0.5  # part of the threshold of episodes from which an echo helps one over it
_APART = 0.1  # what an episode scores more than the mean of all that was said, neither length nor age counted
_CONFIDED = 0.35  # likeness that what was told in confidence needs, whatever else ties it to the question
_WORTH = 0.35  # part of the best score from which a memory is worth its room where that is short
_OFF_CODE = 0.75  # relevance from which a wish about code comes beside a question that asks for none
_OTHER_DAY = 0.85  # relevance from which an event of another day answers all the same
_OTHER_TIME = 0.5  # the same where the question names a longer time, or one that is still to come
_BY_ITSELF = frozenset(("entity", "date", "topic"))  # what ties a memory to a question beside words
_MANY = 20  # memories from which a fact that shares no word with the question and is not quite alike (`_LOST`)
_LOST, _STANDING_OUT = 0.4, 0.35  # must stand out among them
_OF_NOBODY = 0.45  # the same for what shares no telling word with a question that is about nobody
_UNSAID = 0.9  # and for what shares none, or a chance word (`_CHANCE`)
_CHANCE = 0.2
_TELLING = 0.3  # likeness by words from which they are no chance words
_OTHER_MATTER = 0.3  # the same for a procedure that shares no word with the question: it is for one matter
_UNNAMED = 0.7  # and for an event where something is to be done now, or the question is about nobody
_OFF_WORK = 0.35  # the same for a wish about mails, reports and other work
_ANSWERED = 0.6  # likeness of an answer beside which weak guests look out of place
_BESIDE = 0.6  # part of it that they need, unless they are outstanding in their scope
_BESIDE_REMEMBERED = 0.35  # the same of another event where the user asks to remember one
_BESIDE_PROCEDURE = 0.8  # part that another procedure needs beside the one for the matter
_OUTSTANDING = 0.45
_ELLIPTIC_HAN, _ELLIPTIC_WORDS = 10, 6  # a question this short leaves its matter to the project it is asked in
_OF_PROJECT = 3  # facts of the project that it gets then,
_FOREMOST = 0.66  # before all that is read by key


def split(
    scored: Sequence[Scored], signals: Signals, query: ContextQuery, policy: Policy, now: datetime, *, scope: int = 0
) -> tuple[list[Scored], list[Drop]]:
    """What passes, best first, and the others as drops. `scope` is how many memories there are to choose from."""
    gate = _Gate.of(scored, signals, query, policy, now, scope >= _MANY)
    ordered = sorted(scored, key=lambda one: (-one.score, one.hit.memory.id))
    opens = [query.query is None or gate.lets(one) for one in ordered]  # a beginning has nothing to be relevant to
    passing = [one for one, open_ in zip(ordered, opens, strict=True) if open_]
    weak = [one for one, open_ in zip(ordered, opens, strict=True) if not open_]
    passing += _of_project(weak, passing, signals, query)
    passing.sort(key=lambda one: (-one.score, one.hit.memory.id))
    kept = {one.hit.memory.id for one in passing}
    dropped = [one.hit.memory.id for one in weak if one.hit.memory.id not in kept]
    return passing, [Drop(memory_id=memory_id, reason=Reason.BELOW_THRESHOLD) for memory_id in dropped]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gate:
    """What all hits of one question are measured against."""

    signals: Signals
    policy: Policy
    now: datetime
    many: bool  # whether there are enough memories to stand out among
    widened: float  # the thresholds are multiplied by it
    spoken_of: bool  # whether anything that was said speaks of the matter
    worth: float  # the score that a memory needs where room is short
    procedure: float  # the same of procedures
    answer: float  # how much alike the memory is that answers best

    @classmethod
    def of(
        cls,
        scored: Sequence[Scored],
        signals: Signals,
        query: ContextQuery,
        policy: Policy,
        now: datetime,
        many: bool,
    ) -> "_Gate":
        widened = policy.recall_threshold_factor if signals.recall_requested else 1.0
        said = [one for one in scored if one.hit.weighed is not None]
        named = bool(named_in((one.hit.memory.metadata.get("name") for one in said), signals.search_text))
        told = max((_spoken_of(one, signals, named=named) for one in said), default=0.0)
        known = max((_alike(one) for one in scored if one.hit.weighed is None), default=0.0)
        best = max((one.score for one in scored), default=0.0)
        return cls(
            signals=signals,
            policy=policy,
            now=now,
            many=many,
            widened=widened,
            spoken_of=told >= (policy.recall_threshold_factor if named else widened) * policy.episode_opening,
            worth=_WORTH * best if query.max_tokens < TIGHT else float("-inf"),
            procedure=max((_alike(one) for one in scored if one.hit.memory.type is Type.PROCEDURAL), default=0.0),
            answer=known,
        )

    def lets(self, one: Scored) -> bool:
        if self.policy.threshold < 0:
            return True  # a search that cuts nothing
        parts = one.parts
        if _alike(one) < self.widened * _CONFIDED and topics.confided(one.hit.memory.content):
            return False
        if one.hit.weighed is not None:  # what hardly stands out of all that was said is no answer
            least = self._least_of_episodes()
            # Being like the best is no answer by itself where nothing of the matter is in the words or beside them.
            gained = parts["neighbours"] + (max(0.0, parts["echo"]) if parts["relevance"] >= _TOUCHED * least else 0.0)
            fits = parts["relevance"] >= self.policy.episode.fitting_from
            good = parts["base"] + parts["neighbours"] + parts["echo"] > (0.0 if fits else _APART)
            return self.spoken_of and good and parts["relevance"] + gained >= least
        if one.score < self.worth and not topics.standing(one.hit.memory):
            return False
        return parts["relevance"] + parts["neighbours"] >= max(self._least(one), self._beside_the_answer(one))

    def _least_of_episodes(self) -> float:
        return self.widened * self.policy.episode_threshold

    def _least(self, one: Scored) -> float:
        """The relevance that a memory needs: more for what belongs to other work or another time."""
        memory, signals = one.hit.memory, self.signals
        least = self.widened * self.policy.threshold
        if one.parts["key"] >= least or one.parts["relevance"] < least:
            return least
        bound = products.bound_to(memory)
        if bound and bound.isdisjoint(products.asked_for(signals)):
            return max(least, _OFF_CODE if products.CODE in bound else _OFF_WORK)
        worded = one.parts["keyword"] > 0 or not _BY_ITSELF.isdisjoint(one.parts)
        if signals.general and memory.kind is Kind.PREFERENCE:
            least = max(least, _OFF_CODE)
        elif signals.general and one.parts["keyword"] < _TELLING and _BY_ITSELF.isdisjoint(one.parts):
            telling = one.parts["keyword"] >= _CHANCE or asking.shares_name(signals.search_text, memory.content)
            least = max(least, _OF_NOBODY if telling else _UNSAID)
        elif self.many and not worded and memory.kind is Kind.FACT and one.parts["base"] < _STANDING_OUT:
            least = max(least, self.widened * _LOST)
        if not timing.happened(memory):
            return least if worded or memory.type is not Type.PROCEDURAL else max(least, _OTHER_MATTER)
        if timing.of_another_time(memory, signals):
            of_day = timing.looks_back(signals, self.now) and timing.narrow(signals)
            return max(least, _OTHER_DAY if of_day else _OTHER_TIME)
        for_now = (
            (signals.general or signals.wishes or signals.advised) and not signals.looks_back and not signals.dates
        )
        return max(least, _UNNAMED) if for_now and not worded else least

    def _beside_the_answer(self, one: Scored) -> float:
        """What a memory needs beside one that plainly answers."""
        if one.hit.memory.type is Type.PROCEDURAL and self.procedure >= _ANSWERED:
            return _BESIDE_PROCEDURE * self.procedure
        if self.answer < _ANSWERED or one.parts["key"] or "topic" in one.parts or one.parts["base"] >= _OUTSTANDING:
            return 0.0
        if self.signals.recall_requested:
            return _BESIDE_REMEMBERED * self.answer if timing.happened(one.hit.memory) else 0.0
        return _BESIDE * self.answer


def _spoken_of(one: Scored, signals: Signals, *, named: bool) -> float:
    """How much alike what was said is; questions are alike in being questions, which is nothing about their matter.

    `named`: the question names somebody who spoke, so it is not about nobody.
    """
    if one.parts.get("asking", 0.0) >= 1.0 and not one.parts["keyword"]:
        return 0.0
    alike = _alike(one)
    return alike if named or not signals.general or one.parts["keyword"] > 0 or alike >= _OF_NOBODY else 0.0


def _alike(one: Scored) -> float:
    return 1.0 - (1.0 - one.parts["vector"]) * (1.0 - one.parts["keyword"])


def _of_project(
    weak: Sequence[Scored], passing: Sequence[Scored], signals: Signals, query: ContextQuery
) -> list[Scored]:
    """What a short question means that names nothing: the project that it is asked in ("Who comes along?")."""
    asked = signals.search_text
    short = len(asked) <= _ELLIPTIC_HAN if has_han(asked) else len(asked.split()) <= _ELLIPTIC_WORDS
    if query.query is None or query.project_id is None or not short:
        return []

    def own(one: Scored) -> bool:
        return one.hit.weighed is None and one.hit.memory.project_id == query.project_id

    if any(own(one) and _alike(one) >= _ANSWERED for one in passing):
        return []
    found = [one for one in weak if own(one)][:_OF_PROJECT]
    return [replace(one, score=max(one.score, _FOREMOST)) for one in found]
