"""One turn after its words were read and before anything is written; what it proposes, and how its log tells of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.memories.asking import NOTHING, RULES, Heard
from app.memories.endings import only_hints
from app.memories.episodes.pieces import Piece, beside, pieces
from app.memories.extractors import rules
from app.memories.extractors.grounding import Refused
from app.memories.extractors.known import NOBODY, People
from app.memories.extractors.merging import additions
from app.memories.extractors.sentences import Said
from app.memories.gate import OFF, Decision, decide
from app.memories.model import Act, Candidate, Event, Verdict
from app.memories.validator import Proposal, ScopeOf
from app.sessions.model import Message, Person, Role, Turn
from app.sessions.zones import zone_of
from app.tenants.identity import new_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a turn says."""

    turn: Turn
    said_at: datetime  # time of the evidence: when the user said it
    epoch: int  # of the session when the words were read
    candidates: Sequence[Candidate] = ()
    hints: Sequence[Candidate] = ()  # at changes, which only what is held lets be understood
    decision: Decision
    said: Sequence[Said] = ()
    heard: Heard = NOTHING
    episodes: Sequence[Piece] = ()
    made: Sequence[Piece] = ()  # those of a run before this one, which may have to go
    failure: BaseException | None = None

    @property
    def ended_at(self) -> datetime:
        """When the last of its words was said, by the clock of who sent them."""
        return max([self.said_at, *(one.at for one in self.said)])

    @property
    def asks(self) -> bool:
        """Whether the model shall read it too."""
        return self.decision.call_model and bool(self.said) and self.failure is None

    @property
    def texts(self) -> list[str]:
        """What needs a vector; of an episode that tells what may have to wait also what is left without it."""
        candidates = (*self.candidates, *self.heard.candidates)
        waiting = [one for one in candidates if one.sensitive]
        left = (beside(one, waiting) for one in self.episodes) if waiting else ()
        episodes = dict.fromkeys(one.content for one in (*self.episodes, *left) if one is not None)
        return [*(one.content for one in candidates), *episodes]

    def proposals(self) -> list[Proposal]:
        """What rules and model propose, in this order."""
        found = [self._proposal(candidate, RULES) for candidate in (*self.hints, *self.candidates)]
        return found + [self._proposal(candidate, self.heard.by) for candidate in self.heard.candidates]

    def _proposal(self, candidate: Candidate, extractor: str) -> Proposal:
        turn = self.turn
        return Proposal(
            candidate=candidate,
            id=new_id(),
            at=self.said_at,
            turn_id=turn.turn_id,
            scope=ScopeOf(
                user_pk=turn.user_pk,
                namespace=turn.namespace,
                agent_id=None,
                project_id=turn.project_id if candidate.project_bound else None,
                scene=turn.scene,
                session_id=turn.session_id,
            ),
            extractor=extractor,
        )


async def understand(
    turn: Turn,
    messages: Sequence[Message],
    person: Person,
    *,
    epoch: int,
    calls_left: bool,
    people: People = NOBODY,
    before: str = "",
) -> Reading:
    """Read the words of a turn: rules always, for they cost nothing; then the gate says what it was worth.

    Others have their turn after each message. `people` are those whom the user told of by name before, `before` are the
    user's words before these.
    """
    zone = zone_of(person.time_zone)
    spoken = max((m.occurred_at for m in messages if m.role is Role.USER), default=turn.created_at)
    said_at = min(spoken, turn.created_at)  # a clock that is ahead makes nothing newer than what is said tomorrow
    said = [
        Said(m.role.value, m.content, m.occurred_at, zone, turn.scene, before=earlier)
        for m, earlier in zip(messages, _before(messages, before), strict=True)
    ]
    try:
        read = await _read(said, people) if person.memory_enabled else []
        candidates = [one for one in read if not only_hints(one)]
        return Reading(
            turn=turn,
            said_at=said_at,
            epoch=epoch,
            candidates=candidates,
            hints=[one for one in read if only_hints(one)],
            decision=decide(messages, extract=turn.extract, candidates=candidates, calls_left=calls_left)
            if person.memory_enabled
            else OFF,
            said=said if person.memory_enabled else (),
            episodes=pieces(messages) if person.memory_enabled else (),
        )
    except Exception as error:  # noqa: BLE001  # the turn is counted as failed where it is processed
        failed = Decision("skip", "failed", call_model=False)
        return Reading(turn=turn, said_at=said_at, epoch=epoch, decision=failed, failure=error)


async def _read(said: Sequence[Said], people: People) -> list[Candidate]:
    found: list[Candidate] = []
    for message in said:
        told, people = rules.of_message(message, people)
        found += told
        await asyncio.sleep(0)
    return rules.without_repeats(found)


def _before(messages: Sequence[Message], before: str) -> list[str]:
    """For each message the words of the user that came before it."""
    found: list[str] = []
    for message in messages:
        found.append(before)
        before = message.content if message.role is Role.USER else before
    return found


def with_heard(reading: Reading, heard: Heard) -> Reading:
    """The reading with what the model says beyond the rules."""
    return replace(reading, heard=replace(heard, candidates=tuple(additions(reading.candidates, heard.candidates))))


def log(verdicts: Sequence[Verdict], refused: Sequence[Refused]) -> list[dict[str, Any]]:
    """The log of a turn: what the judge decided, and what a model proposed in vain."""
    vain = [
        {"event": Event.REJECT.value, "memory_id": None, "candidate": one.content, "reason": one.reason.value}
        for one in refused
    ]
    return [_event(verdict) for verdict in verdicts] + vain


def _event(verdict: Verdict) -> dict[str, Any]:
    shown = verdict.memory or verdict.before
    memory_id = str(shown.id) if shown is not None and verdict.event is not Event.REJECT else None
    wish = (
        verdict.event is Event.FORGET or verdict.candidate.act is Act.FORGET
    )  # its words name what is to be forgotten
    content = None if wish else verdict.candidate.content
    return {"event": verdict.event.value, "memory_id": memory_id, "candidate": content, "reason": verdict.reason}
