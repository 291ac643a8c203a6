"""Brings the episodes that fit a query as hits, and tells how well the words of each turn fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np

from app.context.model import ContextQuery, Hit, Signals, Stats
from app.context.policies import Policy
from app.context.ranking import SIGMAS, keyword_relevance, vector_relevance
from app.context.weighing import Asked, Weighed, refine, weigh
from app.context.wording import SPEAKERS
from app.infra.postgres import ReadSession
from app.memories.episodes import search
from app.memories.episodes.model import Told
from app.memories.model import Kind, Memory, Source, Trust, Type
from app.memories.scope import Reach
from app.text.language import Language

_ROOM = 1.4  # times the budget that the episodes read may take: some are dropped or do not fit
_LINE = 6  # tokens of a line beside its words
_MOST = 400  # episodes read for one context


@dataclass(frozen=True, slots=True)
class Retold:
    """Episodes as hits, and for each turn the base and relevance of its best words."""

    hits: Sequence[Hit] = ()
    turns: Mapping[bytes, Mapping[str, float]] = field(default_factory=dict)


async def retell(
    db: ReadSession,
    reach: Reach,
    query: ContextQuery,
    signals: Signals,
    policy: Policy,
    *,
    vector: Sequence[float] | None,
    model: str,
) -> Retold:
    """The best episodes of a reach, more than the budget of the query holds; two round trips."""
    where = search.within(db.tenant_id, reach)
    scan = await search.scan(db, where, vector=vector, model=model)
    if scan is None or reach.user_pk is None:
        return Retold()
    weighed = weigh(scan, Asked.of(signals.search_text, signals.dates), policy.episode)
    rows = _rows(weighed, query.max_tokens, policy)
    compared = [UUID(bytes=scan.ids[row]) for row in weighed.best(policy.episode.echo_among)]
    told = await search.read(
        db, reach.user_pk, [UUID(bytes=scan.ids[row]) for row in rows], with_vectors=compared, model=model
    )
    by_row = {row: told[found] for row in rows if (found := UUID(bytes=scan.ids[row])) in told}
    refine(weighed, {row: one.vector for row, one in by_row.items() if one.vector is not None})
    ranks = _Ranks.of(weighed, policy)
    hits = [
        Hit(
            memory=_memory(one, reach.user_pk, signals.language),
            sources=ranks.sources(row),
            vector=None if np.isnan(weighed.near[row]) else float(weighed.near[row]),
            keyword=float(weighed.keyword[row]) or None,
            weighed=ranks.parts(row),
        )
        for row, one in by_row.items()
    ]
    return Retold(hits, ranks.by_turn())


def _rows(weighed: Weighed, budget: int, policy: Policy) -> list[int]:
    costs = np.cumsum(weighed.scan.tokens[weighed.order] + _LINE)
    fitting = int(np.searchsorted(costs, budget * _ROOM)) + 1
    count = min(max(fitting, policy.episode.echo_among), _MOST, len(weighed.order))
    return [int(row) for row in weighed.best(count)]


@dataclass(frozen=True, slots=True)
class _Ranks:
    """What the trace and the ranking need to know of a row."""

    weighed: Weighed
    policy: Policy
    near: Mapping[int, int]
    keyword: Mapping[int, int]
    stats: Stats

    @classmethod
    def of(cls, weighed: Weighed, policy: Policy) -> "_Ranks":
        near = {int(row): rank for rank, row in enumerate(np.argsort(-np.nan_to_num(weighed.near), kind="stable"), 1)}
        worded = [int(row) for row in np.argsort(-weighed.keyword, kind="stable") if weighed.keyword[row] > 0]
        stats = Stats(n=len(weighed.scan), keyword_ideal=weighed.keyword_ideal)
        return cls(weighed, policy, near, {row: rank for rank, row in enumerate(worded, 1)}, stats)

    def sources(self, row: int) -> dict[str, int]:
        found = {"keyword": self.keyword[row]} if row in self.keyword else {}
        return found if np.isnan(self.weighed.near[row]) else {"vector": self.near[row], **found}

    def parts(self, row: int) -> dict[str, float]:
        weighed = self.weighed
        near = None if np.isnan(weighed.near[row]) else float(weighed.near[row])
        vector = vector_relevance(near, self.policy)
        keyword = keyword_relevance(float(weighed.keyword[row]), self.stats)
        beside = float(weighed.neighbours[row]) / SIGMAS
        echo = float(weighed.echo[row]) / SIGMAS
        return {
            "vector": round(vector, 4),
            "keyword": round(keyword, 4),
            "relevance": round(1.0 - (1.0 - vector) * (1.0 - keyword), 4),
            "base": float(weighed.score[row]) / SIGMAS - beside - echo,
            "neighbours": beside,
            "echo": echo,
            "tokens": float(weighed.scan.tokens[row]) + _LINE,
        }

    def by_turn(self) -> dict[bytes, Mapping[str, float]]:
        """The best row of each turn; the best rows of all come first."""
        found: dict[bytes, Mapping[str, float]] = {}
        for row in self.weighed.best(self.policy.episode.echo_among):
            if self.weighed.scan.roles[row] == "user":
                found.setdefault(self.weighed.scan.turns[row], self.parts(int(row)))
        return found


def _memory(told: Told, user_pk: UUID, language: Language) -> Memory:
    """An episode as the memory that it is: episodic, with its place in the session."""
    speaker = told.name or SPEAKERS[told.role][language]
    joint = "：" if language == "zh" else ": "
    return Memory(
        id=told.id,
        user_pk=user_pk,
        namespace=told.namespace,
        agent_id=told.agent_id,
        project_id=told.project_id,
        session_id=told.session_id,
        type=Type.EPISODIC,
        kind=Kind.EVENT,
        content=f"{speaker}{joint}{told.content}" if speaker else told.content,
        metadata={
            "from_seq": told.seq,
            "to_seq": told.seq,
            "part": told.part,
            "role": told.role,
            **({"outdated": True} if told.status == "superseded" else {}),
        },
        confidence=1.0,
        trust=Trust.USER if told.role == "user" else Trust.ASSISTANT,
        source=Source.USER_STATED,
        source_turn_ids=(told.turn_id,),
        evidence=told.content,
        occurred_at=told.occurred_at,
        created_at=told.created_at,
        updated_at=told.created_at,
        last_recalled_at=told.last_recalled_at,
        recalls=told.recalls,
        embedding_model=told.embedding_model,
    )
