"""Puts the context together under a hard budget: the memory block and the recent messages.

Sections first get their shares of the tokens, and what they leave flows on; the messages take the rest, newest first;
what is still free then is filled with the memories that were left over. The sum is counted as rendered at the end, and
lines go again should it be too large.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.context import topics
from app.context import window as recent
from app.context.budget import allot
from app.context.model import Assembled, ContextQuery, Drop, Reason, Scored, Signals
from app.context.policies import Policy
from app.context.rendering import ROOMY, Line, memory_line, shortened, state_line, summary_line
from app.context.selection import choose, counted, memory_of
from app.context.spoken import Spoken
from app.context.table import LISTS, Table
from app.context.wording import LABELS
from app.sessions.model import Message
from app.text import tokens

_FIRST = 2 / 3  # the best memory may take this part of the budget, whatever the share of its section
_LEAST_FIT = 0.2  # part of its share that a section gets however badly it fits
_DATE = 8  # tokens of a date line, about
_REFILLS = 2  # times that tokens saved by joining lines are spent again


def assemble(
    scored: Sequence[Scored],
    drops: Sequence[Drop],
    *,
    window: Sequence[Message],
    summary: str | None,
    state: Mapping[str, Any] | None,
    signals: Signals,
    query: ContextQuery,
    now: datetime,
    policy: Policy,
) -> Assembled:
    """The context of a query from what was ranked; `drops` of the ranking come back together with the new ones.

    `usage.total_tokens` is `tokens.count(prompt)` plus `tokens.count` of each message's content and never above
    `query.max_tokens`. Days are those of the time zone of `now`.
    """
    opening = query.query is None
    lines = [memory_line(one, opening=opening, budget=query.max_tokens, now=now) for one in scored]
    table = _Laying(query, signals, policy)
    table.lay(lines, window, summary, state)
    return table.result(lines, drops)


class _Laying(Table):
    """A table while it is laid: who is served first, and with how much."""

    def __init__(self, query: ContextQuery, signals: Signals, policy: Policy) -> None:
        super().__init__(query, signals.language)
        self.policy = policy

    def lay(
        self, lines: list[Line], window: Sequence[Message], summary: str | None, state: Mapping[str, Any] | None
    ) -> None:
        self.spoken = Spoken.of(lines)
        possible = recent.fit(window, self.budget, self.language)
        shown = recent.Shown.of(possible, self.query.session_id)
        quoted = [line for line in lines if shown.holds(memory_of(line))]
        seen = set(map(id, quoted))
        unquoted = [line for line in lines if id(line) not in seen]
        self._serve(unquoted, summary, state, sum(tokens.count(message.content) for message in possible))
        self.messages = recent.fit(window, self.budget - self.block.cost, self.language)
        self.said = sum(tokens.count(message.content) for message in self.messages)
        if len(self.messages) < len(possible):  # what is not shown after all quotes nothing
            shown = recent.Shown.of(self.messages, self.query.session_id)
            quoted = [line for line in quoted if shown.holds(memory_of(line))]
        self.reasons |= {memory_of(line).id: Reason.IN_WINDOW for line in quoted}
        for _ in range(_REFILLS):
            self._fill(lines, summary)
            self.settle()

    def _serve(
        self, lines: list[Line], summary: str | None, state: Mapping[str, Any] | None, message_tokens: int
    ) -> None:
        """The first round: each section up to its share, the best memory unless it is out of proportion."""
        chosen = choose(lines, self.query.max_memories, self.policy.standing_slots)
        served = [line for line in lines if not counted(line) or line in chosen]
        if served and self.block.frame + self.block.price(served[0]) <= self.budget * _FIRST:
            self.place(served[0])
        form = state_line(state or {}, self.budget)
        digest = summary_line(summary or "", self.budget)
        wants = {name: sum(line.cost + _DATE for line in served if line.section == name) for name in LABELS}
        wants |= {"state": form.cost + _DATE if form else 0, "summary": digest.cost + _DATE if digest else 0}
        wants["messages"] = message_tokens
        given = allot(self.budget - self.block.frame, wants, self._shares(served))
        if form:
            self.place_digest(state_line(state or {}, given["state"] - _DATE), given["state"])
        if digest:
            self.place_digest(summary_line(summary or "", given["summary"] - _DATE), given["summary"])
        if self.budget < ROOMY:
            self._serve_best(served, sum(given[name] for name in LISTS))
        else:
            self._serve_all(served, given)

    def _serve_best(self, served: list[Line], limit: int) -> None:
        """Where room is short, what fits best comes, of whatever section; but one instruction for every reply stays."""
        standing = [line for line in served if topics.standing(memory_of(line))][:1]
        for line in [*standing, *served]:
            if sum(self.block.spent.get(name, 0) for name in LISTS) + self.block.price(line) <= limit:
                self.place(line)

    def _serve_all(self, served: list[Line], given: Mapping[str, int]) -> None:
        """Each section up to its share; what one leaves goes to the next."""
        carry = 0
        for name in LISTS:
            limit = given[name] + carry
            for line in served:
                if line.section == name and self.block.spent.get(name, 0) + self.block.price(line) <= limit:
                    self.place(line)
            carry = max(0, limit - self.block.spent.get(name, 0))

    def _shares(self, served: list[Line]) -> dict[str, float]:
        """The shares of the policy; what fits less well than the best gets less of the room."""
        best: dict[str, float] = {}
        for line in served:
            if line.scored is not None:
                best[line.section] = max(best.get(line.section, 0.0), line.scored.score)
        most = max(best.values(), default=0.0)
        fitting = {name: max(_LEAST_FIT, score / most) if most > 0 else 1.0 for name, score in best.items()}
        return {name: share * fitting.get(name, 1.0) for name, share in self.policy.shares.items()}

    def _fill(self, lines: list[Line], summary: str | None) -> None:
        """What is left goes to the memories that are left, best first, and to a summary that had to be cut."""
        room = self.room()
        for line in lines:
            if line.cost <= room and memory_of(line).id not in self.reasons and self.place(line):
                room = self.room()
        self._regrow(summary)
        episodes = [line for line in lines if line.section == "episodes" and memory_of(line).id not in self.reasons]
        if episodes and "episodes" not in self.block.spent:  # rather the beginning of the best than none of them
            frame = 0 if self.block.lines else self.block.frame
            overhead = self.block.price(episodes[0]) - episodes[0].cost
            cut = shortened(episodes[0], self.room() - frame - overhead)
            if cut is not None:
                self.place(cut)

    def _regrow(self, summary: str | None) -> None:
        before = next((line for line in self.block.lines if line.section == "summary"), None)
        whole = summary_line(summary or "", self.budget)
        if whole is None or (before is not None and before.cost >= whole.cost):
            return
        if before is not None:
            self.block.remove(before)
        frame = 0 if self.block.lines else self.block.frame
        longer = summary_line(summary or "", self.room() - frame - _DATE)
        for line in (longer, before):
            if line is not None and self.fits(line):
                self.block.add(line)
                return
