"""All memories of a reach as columns, and which of them fit a query best. Pure; numbers over whole columns.

BM25 (Robertson and Zaragoza 2009) with k1 0.9 and b 0.4, the figures that were best on real conversations. A user's
rows are few, so they are ranked exactly; document frequencies are those of the reach itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.memories.halves import written

Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]
Ids = NDArray[np.uint64]

K1, B = 0.9, 0.4
ID = 16  # bytes of an id
_ODD = np.uint64(0x9E3779B97F4A7C15)  # spreads the first half of an id over the second


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and standard deviation of both scores over all memories of the reach."""

    n: int = 0
    near_mean: float = 0.0
    near_std: float = 0.0
    worded_mean: float = 0.0
    worded_std: float = 0.0
    worded_ideal: float = 0.0  # BM25 of a text that holds every term of the query


@dataclass(frozen=True, slots=True)
class Scanned:
    """Row i of each column is one memory; `keyed` are rows in the order in which they are read by key."""

    ids: bytes  # 16 each
    episodic: NDArray[np.bool_]
    near: Numbers  # cosine to the query; not a number where there is no vector
    worded: Numbers  # BM25; 0 without any term of the query
    keyed: Rows
    spread: Spread

    def id(self, row: int) -> bytes:
        return self.ids[ID * row : ID * row + ID]

    def best(self, *, limit: int, episodes: int, keyed: int) -> list[int]:
        """The rows that are best by meaning and by words, `limit` of each and `episodes` episodic ones, and by key."""
        chosen = []
        for scores, rows in (
            (self.near, np.flatnonzero(self.near == self.near)),
            (self.worded, self.worded.nonzero()[0]),
        ):
            told = self.episodic[rows]
            if told.any():
                chosen += [_highest(scores, rows[~told], limit), _highest(scores, rows[told], episodes)]
            else:
                chosen.append(_highest(scores, rows, limit))
        return list(dict.fromkeys(np.concatenate([*chosen, self.keyed[:keyed]]).tolist()))

    def closest(self, count: int) -> set[int]:
        """The episodic rows that are best by meaning."""
        return set(_highest(self.near, np.flatnonzero(self.episodic & ~np.isnan(self.near)), count).tolist())


def scanned(row: Mapping[str, Any], terms: int) -> Scanned:
    """The columns as the search packs them; `terms` is how many the query has."""
    parts = [row[name] or b"" for name in ("near_ids", "posted_ids", "keyed_ids")]
    count = len(row["ids"]) // ID
    places = _places(row["ids"], b"".join(parts))
    ends = [len(parts[0]) // ID, (len(parts[0]) + len(parts[1])) // ID]
    seen, posted, keyed = places[: ends[0]], places[ends[0] : ends[1]], places[ends[1] :]
    sizes = np.frombuffer(row["sizes"], ">i4").astype(np.int64)
    near = np.full(count + 1, np.nan)  # the last row takes what belongs to none
    if len(seen):
        near[seen] = np.frombuffer(row["near"], ">f4")
    near = near[:count]
    worded, ideal = _bm25(row, posted, sizes >> 1, terms)
    return Scanned(
        ids=row["ids"],
        episodic=(sizes & 1).astype(np.bool_),
        near=near,
        worded=worded,
        keyed=_keyed(row, keyed) if len(keyed) else keyed,
        spread=_spread(row, near, worded, ideal),
    )


def _spread(row: Mapping[str, Any], near: Numbers, worded: Numbers, ideal: float) -> Spread:
    count = len(worded)
    mean, std = row["sample_mean"], row["sample_std"]  # of a sample, where only the nearest were looked at
    if mean is None:
        known = near[near == near]  # noqa: PLR0124  # what is not a number is not equal to itself
        mean, std = (known.mean(), known.std()) if len(known) else (0.0, 0.0)
    worded_mean = float(worded.sum()) / count
    return Spread(
        n=count,
        near_mean=float(mean),
        near_std=float(std),
        worded_mean=worded_mean,
        worded_std=max(float(worded @ worded) / count - worded_mean**2, 0.0) ** 0.5,
        worded_ideal=ideal,
    )


def _bm25(row: Mapping[str, Any], rows: Rows, lengths: Rows, terms: int) -> tuple[Numbers, float]:
    """BM25 of each row, and that of a text with every term. `rows` are those of the postings, term after term."""
    count = len(lengths)
    weight, matched = 0.0, 0
    total: Numbers = np.zeros(count)
    if len(rows):
        inside = rows < count
        term = np.repeat(np.arange(len(row["posted_sizes"])), row["posted_sizes"])[inside]
        often = np.frombuffer(row["posted_counts"], ">i2").astype(np.float64)[inside]
        rows = rows[inside]
        having = np.bincount(term, minlength=len(row["posted_sizes"]))
        rarity = np.log1p((count - having + 0.5) / (having + 0.5)) * (having > 0)
        norms = K1 * (1 - B + B * lengths / max(1.0, float(lengths.mean())))
        gains = rarity[term] * often * (1 + K1) / (often + norms[rows])
        total = np.bincount(rows, weights=gains, minlength=count).astype(np.float64)
        weight, matched = float(rarity.sum()), int(np.count_nonzero(having))
    return total, (1 + K1) * (weight + (terms - matched) * log1p((count + 0.5) / 0.5))


def _keyed(row: Mapping[str, Any], rows: Rows) -> Rows:
    fitting = np.frombuffer(row["keyed_fitting"], ">i4")
    importance = np.frombuffer(row["keyed_importance"], ">i2")
    at = np.frombuffer(row["keyed_at"], ">i8")
    keyed: Rows = rows[np.lexsort((-at, -importance, -fitting))]
    return keyed


def _places(own: bytes, asked: bytes) -> Rows:
    """The row of each asked id; one after the last row for those that are none."""
    rows = _hashed(own)
    order = np.argsort(rows)
    wanted = _hashed(asked)
    found = np.searchsorted(rows, wanted, sorter=order)
    found[found == len(rows)] = 0
    places: Rows = order[found]
    places[rows[places] != wanted] = len(rows)
    return places


def _hashed(ids: bytes) -> Ids:
    """Ids as numbers that can be sorted: both halves in one."""
    halves = np.frombuffer(ids, "<u8")
    hashed: Ids = halves[::2] * _ODD + halves[1::2]
    return hashed


def _highest(scores: Numbers, rows: Rows, count: int) -> Rows:
    if len(rows) > 4 * count > 0:  # sorting all of them would cost more
        rows = rows[np.argpartition(-scores[rows], count)[:count]]
    highest: Rows = rows[np.argsort(-scores[rows], kind="stable")][:count]
    return highest


def told(vectors: Sequence[float], sent: bytes) -> tuple[float, NDArray[np.float32]]:
    """The cosine of a vector to one that `halfvec_send` wrote (dimensions, nothing, half floats), and that one."""
    held = np.frombuffer(sent, ">f2", offset=4).astype(np.float32)
    return float(np.asarray(vectors, dtype=np.float16).astype(np.float32) @ held), held


def text(vector: Sequence[float] | None) -> str | None:
    """A vector as Postgres reads it: a tenth of what an array of numbers takes to send."""
    return None if vector is None else _text(tuple(vector))


@lru_cache(maxsize=500)
def _text(vector: tuple[float, ...]) -> str:
    return written(vector)
