"""What is held while a batch is judged: every verdict is entered, so that the next proposal sees its effect."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from app.memories.alike import Alike
from app.memories.likeness import in_scene, opposite, same_scope, same_statement
from app.memories.model import Event, Memory, Status, Verdict, Version
from app.memories.opposition import overlap
from app.memories.outcome import earlier, stands
from app.memories.proposal import Proposal, Rules
from app.memories.rows import evidence_time, scene_of


class Ledger:
    def __init__(
        self, held: Sequence[Memory], *, now: datetime, rules: Rules, versions: Mapping[UUID, Version]
    ) -> None:
        self.now = now
        self.rules = rules
        self._original = tuple(held)
        self._rows = {memory.id: memory for memory in held}
        self._versions = dict(versions)
        self._set_by: dict[UUID, UUID | None] = {}
        self._alike = Alike()
        self._places: dict[UUID, int] = {}
        self._asked: tuple[Proposal, set[UUID]] | None = None
        for memory in held:
            self._place(memory)

    def enter(self, verdict: Verdict, turn_id: UUID | None) -> None:
        row, before = stands(verdict), verdict.before
        if row is not None:
            self._rows[row.id] = row
            self._place(row)
        elif verdict.delete and before is not None:
            self._rows.pop(before.id, None)
            self._alike.drop(before.id)
            self._asked = None
        if row is not None and verdict.event in {Event.ADD, Event.UPDATE}:
            self._set_by[row.id] = turn_id
        version = earlier(verdict, "")
        if version is not None and not verdict.past:
            self._versions[version.memory_id] = version

    def _place(self, row: Memory) -> None:
        self._asked = None
        self._alike.put(row)
        self._places.setdefault(row.id, len(self._places))

    def _among(self, ids: Iterable[UUID], status: Status) -> Iterator[Memory]:
        """Those of a status, in the order in which they came to be."""
        ordered = sorted((one for one in ids if one in self._rows), key=self._places.__getitem__)
        return (self._rows[one] for one in ordered if self._rows[one].status is status)

    def rows(self, *statuses: Status) -> Iterator[Memory]:
        return (row for row in self._rows.values() if not statuses or row.status in statuses)

    def version_before(self, memory: Memory) -> Version | None:
        return self._versions.get(memory.id)

    def applied(self, memory: Memory, proposal: Proposal) -> bool:
        """Whether the turn had its effect on this memory before the batch began."""
        return proposal.turn_id is not None and any(
            proposal.turn_id in old.source_turn_ids for old in self._original if old.id == memory.id
        )

    def set_by(self, memory: Memory, proposal: Proposal) -> bool:
        """Whether this batch has given the memory its value, out of the same turn."""
        return memory.id in self._set_by and self._set_by[memory.id] == proposal.turn_id

    def replayed(self, proposal: Proposal) -> Memory | None:
        """The memory on which this statement of this turn had its effect in an earlier run."""
        if proposal.turn_id is None:
            return None
        for old in self._original:
            if proposal.turn_id in old.source_turn_ids and same_scope(old, proposal):
                keyed = old.key is not None and old.key == proposal.candidate.key and old.scene == scene_of(proposal)
                if keyed or same_statement(old, proposal, self.rules) or opposite(old, proposal):
                    return self._rows.get(old.id, old)
        return None

    def keyed(self, proposal: Proposal, status: Status = Status.ACTIVE) -> Memory | None:
        """The latest memory under the same key, in the same scope and scene."""
        key, scene = proposal.candidate.key, scene_of(proposal)
        if key is None:
            return None
        found = [
            row for row in self.rows(status) if row.key == key and row.scene == scene and same_scope(row, proposal)
        ]
        return max(found, key=evidence_time, default=None)

    def twin(self, proposal: Proposal, status: Status = Status.ACTIVE) -> Memory | None:
        """The memory that says the same: by text, value or meaning, in this order, then the nearest."""
        order = ("same_text", "same_value", "same_meaning")
        found = [
            (order.index(reason), -proposal.similar.get(row.id, 0.0), -overlap(row.content, text), row.id, row)
            for text in (proposal.candidate.content,)
            for row in self._among(self._same(proposal), status)
            if same_scope(row, proposal)
            and in_scene(row, proposal)
            and (reason := same_statement(row, proposal, self.rules)) is not None
        ]
        return min(found, key=lambda entry: entry[:4])[-1] if found else None

    def _same(self, proposal: Proposal) -> set[UUID]:
        """Rows that could say the same, of any status: asked once for each, and until something is entered."""
        if self._asked is None or self._asked[0] is not proposal:
            self._asked = proposal, self._alike.same(proposal)
        return self._asked[1]

    def denied(self, proposal: Proposal) -> Memory | None:
        """The memory whose opposite the proposal says, without a key to tell."""
        text, scene = proposal.candidate.content, scene_of(proposal)
        found = [
            row
            for row in self._among(self._alike.worded(text), Status.ACTIVE)
            if same_scope(row, proposal) and row.scene == scene and opposite(row, proposal)
        ]
        return max(found, key=lambda row: (overlap(row.content, text), evidence_time(row)), default=None)

    def in_other_scene(self, proposal: Proposal) -> bool:
        key = proposal.candidate.key
        return key is not None and any(row.key == key and same_scope(row, proposal) for row in self.rows(Status.ACTIVE))

    def holder(self, memory: Memory) -> Memory | None:
        """The active memory that holds the key of this one."""
        return next(
            (
                row
                for row in self.rows(Status.ACTIVE)
                if memory.key is not None and row.id != memory.id and _slot(row) == _slot(memory)
            ),
            None,
        )

    def doubles(self, memory: Memory) -> list[Memory]:
        """Others that say the same word for word, in the same place."""
        place = replace(memory, key=None)
        return [
            row
            for row in self.rows(Status.ACTIVE, Status.PENDING)
            if row.id != memory.id
            and row.content_hash == memory.content_hash
            and _slot(replace(row, key=None)) == _slot(place)
        ]


def _slot(memory: Memory) -> tuple[UUID | None, str, str | None, str | None, str | None, str | None]:
    return memory.user_pk, memory.namespace, memory.agent_id, memory.project_id, memory.scene, memory.key
