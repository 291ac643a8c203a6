"""Brings the episodes that fit a query as hits, and tells how well the words of each turn fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.context.model import ContextQuery, Hit, Signals, Stats
from app.context.policies import Policy
from app.context.refining import refine
from app.context.relevance import by_vector, by_words
from app.context.scoring import SIGMAS, price
from app.context.weighing import Asked, Weighed, weigh
from app.context.wording import SPEAKERS
from app.infra.postgres import ReadSession
from app.memories.episodes import search
from app.memories.episodes.model import Scan, Told
from app.memories.known import KnownRows, mark, told_in
from app.memories.model import Memory
from app.memories.scope import Reach
from app.text.language import Language

_ROOM = 1.15  # times the budget that the episodes read may take: some are dropped or do not fit
_SPARE = 10  # and so many more
_WINDOW = 20  # and these, for the window may show some of them already
_LINE = 6  # tokens of a line beside its words
_MOST = 400  # episodes read for one context


@dataclass(frozen=True, slots=True)
class Retold:
    """Episodes as hits, and how well the words of each turn fit."""

    hits: Sequence[Hit] = ()
    ranks: "_Ranks | None" = None

    def pooled(self, stats: Stats) -> Stats:
        """The figures of the memories with the cosines of all that was said: a few memories have no spread to speak of.

        What is outstanding among twenty facts may be nothing among a thousand messages.
        """
        if self.ranks is None or not stats.n:
            return stats
        near = self.ranks.weighed.near[~np.isnan(self.ranks.weighed.near)]
        if not len(near) or not stats.vector_std:
            return stats
        count = stats.n + len(near)
        mean = (stats.n * stats.vector_mean + float(near.sum())) / count
        squares = stats.n * (stats.vector_std**2 + stats.vector_mean**2) + float((near**2).sum())
        return replace(stats, vector_mean=mean, vector_std=max(0.0, squares / count - mean * mean) ** 0.5)

    def told(self, turn_ids: Sequence[UUID]) -> Mapping[str, float] | None:
        """Parts of the score of what the user said in these turns, where it is among the best."""
        return self.ranks.of_turns(turn_ids) if self.ranks else None


async def hear(db: ReadSession, reach: Reach, *, vector: Sequence[float] | None, model: str) -> Scan | None:
    """All episodes of a reach as columns; None where there are none."""
    if reach.user_pk is None:
        return None
    return await search.scan(db, search.within(db.tenant_id, reach), vector=vector, model=model)


def weighed(heard: Scan | None, signals: Signals, policy: Policy, counts: Mapping[str, int]) -> Weighed | None:
    """How well each episode fits; `counts` are the terms of the text that is searched."""
    return None if heard is None else weigh(heard, Asked(signals.search_text, counts, signals.dates), policy)


async def retell(
    db: ReadSession,
    user_pk: UUID,
    weighed: Weighed | None,
    query: ContextQuery,
    signals: Signals,
    policy: Policy,
    *,
    compared: bool,
    model: str,
    known: KnownRows,
) -> Retold:
    """The best episodes, a few more than the budget of the query holds; two round trips for what is not known.

    `compared`: the query has a vector, so theirs are looked at.
    """
    if weighed is None:
        return Retold()
    scan = weighed.scan
    if compared:
        looked_at = dict.fromkeys((*weighed.best(policy.episode.echo_among).tolist(), *weighed.sample()))
        refine(weighed, await search.vectors(db, user_pk, scan, list(looked_at), model=model, known=known.vectors))
    rows = _rows(weighed, query, policy)
    told = await _memories(db, user_pk, scan, rows, signals.language, known)
    ranks = _Ranks.of(weighed, policy)
    hits = [
        Hit(
            memory=told[row],
            sources=ranks.sources(row),
            vector=_number(weighed.near.item(row)),
            keyword=weighed.keyword.item(row) or None,
            weighed=ranks.parts(row),
        )
        for row in rows
        if row in told
    ]
    return Retold(hits, ranks)


async def _memories(
    db: ReadSession, user_pk: UUID, scan: Scan, rows: Sequence[int], language: Language, known: KnownRows
) -> dict[int, Memory]:
    """The episodes of these rows as memories, by row."""
    held: dict[int, Memory] = {}
    unread = []
    for row in rows:
        memory = known.episodes.get(told_in(scan.ids[row], language), mark(scan.marks, row))
        if memory is None:
            unread.append(row)
        else:
            held[row] = memory
    told = await search.read(db, user_pk, [scan.ids[row] for row in unread]) if unread else {}
    for row in unread:
        one = told.get(scan.ids[row])
        if one is not None:
            held[row] = one.memory(_spoken(one, language))
            known.episodes.put(told_in(scan.ids[row], language), one.mark, held[row])
    return held


def _rows(weighed: Weighed, query: ContextQuery, policy: Policy) -> list[int]:
    """The rows to read: as many as the budget holds in the order in which they will be ranked, and some to spare."""
    spare = _SPARE if query.session_id is None else _SPARE + _WINDOW
    candidates = weighed.best(_MOST)
    costs = weighed.scan.tokens[candidates] + _LINE
    lengths, of_length = np.unique(costs, return_inverse=True)  # few, and a price takes longer than finding it
    prices = np.array([price(cost, query.max_tokens, policy) for cost in lengths.tolist()])[of_length]
    order = np.argsort(prices - weighed.score[candidates] / SIGMAS, kind="stable")
    count = int(np.searchsorted(np.cumsum(costs[order]), query.max_tokens * _ROOM)) + spare
    return list(map(int, candidates[order[:count]]))


@dataclass(frozen=True, slots=True)
class _Ranks:
    """What the trace and the ranking need to know of a row."""

    weighed: Weighed
    policy: Policy
    near: NDArray[np.int64]  # rank of each row by its vector
    keyword: NDArray[np.int64]
    said: Mapping[bytes, int]  # the best place of what the user said in each turn, of those that are among the best

    @classmethod
    def of(cls, weighed: Weighed, policy: Policy) -> "_Ranks":
        said: dict[bytes, int] = {}
        for at, row in enumerate(weighed.best(policy.episode.echo_among).tolist()):
            if weighed.scan.roles[row] == "user":
                said.setdefault(weighed.scan.turns[row], at)
        return cls(weighed, policy, _ranked(np.nan_to_num(weighed.near)), _ranked(weighed.keyword), said)

    def sources(self, row: int) -> dict[str, int]:
        found = {} if isnan(self.weighed.near.item(row)) else {"vector": self.near.item(row)}
        return {**found, "keyword": self.keyword.item(row)} if self.weighed.keyword.item(row) > 0 else found

    def parts(self, row: int) -> dict[str, float]:
        weighed = self.weighed
        vector = by_vector(_number(weighed.near.item(row)), self.policy)
        keyword = by_words(weighed.keyword.item(row), len(weighed.scan), weighed.keyword_ideal)
        beside = weighed.neighbours.item(row) / SIGMAS
        echo = weighed.echo.item(row) / SIGMAS
        return {
            "vector": vector,
            "keyword": keyword,
            "relevance": weighed.relevance.item(row),
            "base": weighed.score.item(row) / SIGMAS - beside - echo,
            "neighbours": beside,
            "echo": echo,
            "asking": weighed.scan.asking.item(row),
            "tokens": weighed.scan.tokens.item(row) + _LINE,
        }

    def of_turns(self, turn_ids: Sequence[UUID]) -> Mapping[str, float] | None:
        places = [self.said[one.bytes] for one in turn_ids if one.bytes in self.said]
        return self.parts(self.weighed.order.item(min(places))) if places else None


def _ranked(values: NDArray[np.float64]) -> NDArray[np.int64]:
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return ranks


def _number(value: float) -> float | None:
    return None if isnan(value) else value


def _spoken(told: Told, language: Language) -> str:
    """The words with who said them; those of the user stand alone unless the caller gave a name."""
    speaker = told.name or SPEAKERS[told.role][language]
    return f"{speaker}{'：' if language == 'zh' else ': '}{told.content}" if speaker else told.content
