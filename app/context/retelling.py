"""Brings the episodes that fit a query as hits, and tells how well the words of each turn fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

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

_ROOM = 1.15  # times the budget that the episodes read may take: some are dropped or do not fit
_SPARE = 6  # and so many more
_WINDOW = 20  # and these, for the window may show some of them already
_LINE = 6  # tokens of a line beside its words
_MOST = 400  # episodes read for one context


@dataclass(frozen=True, slots=True)
class Retold:
    """Episodes as hits, and how well the words of each turn fit."""

    hits: Sequence[Hit] = ()
    ranks: "_Ranks | None" = None

    def told(self, turn_ids: Sequence[UUID]) -> Mapping[str, float] | None:
        """Parts of the score of what the user said in these turns, where it is among the best."""
        return self.ranks.of_turns(turn_ids) if self.ranks else None


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
    """The best episodes of a reach, a few more than the budget of the query holds; three round trips."""
    where = search.within(db.tenant_id, reach)
    scan = await search.scan(db, where, vector=vector, model=model)
    if scan is None or reach.user_pk is None:
        return Retold()
    weighed = weigh(scan, Asked.of(signals.search_text, signals.dates), policy.episode)
    row_of = {scan.ids[row]: int(row) for row in weighed.best(policy.episode.echo_among)}
    near = await search.vectors(db, reach.user_pk, list(row_of), model=model) if vector is not None else {}
    refine(weighed, {row_of[found]: one for found, one in near.items()})
    rows = _rows(weighed, query.max_tokens, _SPARE if query.session_id is None else _SPARE + _WINDOW)
    told = await search.read(db, reach.user_pk, [scan.ids[row] for row in rows])
    ranks = _Ranks.of(weighed, policy)
    hits = [
        Hit(
            memory=_memory(told[scan.ids[row]], reach.user_pk, signals.language, model),
            sources=ranks.sources(row),
            vector=None if np.isnan(weighed.near[row]) else float(weighed.near[row]),
            keyword=float(weighed.keyword[row]) or None,
            weighed=ranks.parts(row),
        )
        for row in rows
        if scan.ids[row] in told
    ]
    return Retold(hits, ranks)


def _rows(weighed: Weighed, budget: int, spare: int) -> list[int]:
    costs = np.cumsum(weighed.scan.tokens[weighed.order] + _LINE)
    count = int(np.searchsorted(costs, budget * _ROOM)) + spare
    return [int(row) for row in weighed.best(min(count, _MOST))]


@dataclass(frozen=True, slots=True)
class _Ranks:
    """What the trace and the ranking need to know of a row."""

    weighed: Weighed
    policy: Policy
    near: NDArray[np.int64]  # rank of each row by its vector
    keyword: NDArray[np.int64]
    stats: Stats

    @classmethod
    def of(cls, weighed: Weighed, policy: Policy) -> "_Ranks":
        stats = Stats(n=len(weighed.scan), keyword_ideal=weighed.keyword_ideal)
        return cls(weighed, policy, _ranked(np.nan_to_num(weighed.near)), _ranked(weighed.keyword), stats)

    def sources(self, row: int) -> dict[str, int]:
        found = {} if np.isnan(self.weighed.near[row]) else {"vector": int(self.near[row])}
        return {**found, "keyword": int(self.keyword[row])} if self.weighed.keyword[row] > 0 else found

    def parts(self, row: int) -> dict[str, float]:
        weighed = self.weighed
        near = None if np.isnan(weighed.near[row]) else float(weighed.near[row])
        vector = vector_relevance(near, self.policy)
        keyword = keyword_relevance(float(weighed.keyword[row]), self.stats)
        beside = float(weighed.neighbours[row]) / SIGMAS
        echo = float(weighed.echo[row]) / SIGMAS
        return {
            "vector": vector,
            "keyword": keyword,
            "relevance": 1.0 - (1.0 - vector) * (1.0 - keyword),
            "base": float(weighed.score[row]) / SIGMAS - beside - echo,
            "neighbours": beside,
            "echo": echo,
            "tokens": float(weighed.scan.tokens[row]) + _LINE,
        }

    def of_turns(self, turn_ids: Sequence[UUID]) -> Mapping[str, float] | None:
        wanted = {one.bytes for one in turn_ids}
        scan = self.weighed.scan
        for row in self.weighed.best(self.policy.episode.echo_among):
            if scan.turns[row] in wanted and scan.roles[row] == "user":
                return self.parts(int(row))
        return None


def _ranked(values: NDArray[np.float64]) -> NDArray[np.int64]:
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return ranks


def _memory(told: Told, user_pk: UUID, language: Language, model: str) -> Memory:
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
            **({"outdated": told.status} if told.status != "active" else {}),
            **({"over_at": told.over_at} if told.over_at else {}),
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
        embedding_model=model,
    )
