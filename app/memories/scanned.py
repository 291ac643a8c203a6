"""All memories of a reach as columns, and which of them fit a query best. Pure; numbers over whole columns.

BM25 (Robertson and Zaragoza 2009) with k1 0.9 and b 0.4, the figures that were best on real conversations. A user's
rows are few, so they are ranked exactly; document frequencies are those of the reach itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]
Ids = NDArray[np.uint64]

K1, B = 0.9, 0.4
_ID = 16  # bytes of an id
_ODD = np.uint64(0x9E3779B97F4A7C15)  # spreads the first half of an id over the second
_NONE = np.empty(0, dtype=np.int64)


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
        return self.ids[_ID * row : _ID * row + _ID]

    def best(self, *, limit: int, episodes: int, keyed: int) -> list[int]:
        """The rows that are best by meaning and by words, `limit` of each and `episodes` episodic ones, and by key."""
        near, worded = np.flatnonzero(~np.isnan(self.near)), np.flatnonzero(self.worded)
        chosen = [
            part
            for scores, rows in ((self.near, near), (self.worded, worded))
            for part in (
                _highest(scores, rows[~self.episodic[rows]], limit),
                _highest(scores, rows[self.episodic[rows]], episodes),
            )
        ]
        return list(dict.fromkeys(np.concatenate([*chosen, self.keyed[:keyed]]).tolist()))

    def closest(self, count: int) -> set[int]:
        """The episodic rows that are best by meaning."""
        return set(_highest(self.near, np.flatnonzero(self.episodic & ~np.isnan(self.near)), count).tolist())


def scanned(row: Mapping[str, Any], terms: int) -> Scanned:
    """The columns as the search packs them; `terms` is how many the query has."""
    ids = row["ids"]
    own = _hashed(ids)
    order = np.argsort(own)
    sizes = np.frombuffer(row["sizes"], ">i4").astype(np.int64)
    near = np.full(len(own), np.nan)
    if row["near_ids"]:
        rows, known = _rows(own, order, _hashed(row["near_ids"]))
        near[rows] = np.frombuffer(row["near"], ">f4")[known]
    worded, ideal = _bm25(row, own, order, sizes >> 1, terms)
    return Scanned(
        ids=ids,
        episodic=(sizes & 1).astype(np.bool_),
        near=near,
        worded=worded,
        keyed=_keyed(row, own, order),
        spread=_spread(row, near, worded, ideal),
    )


def _spread(row: Mapping[str, Any], near: Numbers, worded: Numbers, ideal: float) -> Spread:
    count = len(worded)
    known = near[~np.isnan(near)]
    mean, std = row["sample_mean"], row["sample_std"]  # of a sample, where only the nearest were looked at
    if mean is None and len(known):
        mean, std = known.mean(), known.std()
    worded_mean = float(worded.sum()) / count
    return Spread(
        n=count,
        near_mean=float(mean or 0.0),
        near_std=float(std or 0.0),
        worded_mean=worded_mean,
        worded_std=max(float(worded @ worded) / count - worded_mean**2, 0.0) ** 0.5,
        worded_ideal=ideal,
    )


def _bm25(row: Mapping[str, Any], own: Ids, order: Rows, lengths: Rows, terms: int) -> tuple[Numbers, float]:
    """BM25 of each row, and that of a text with every term."""
    count = len(own)
    total = np.zeros(count)
    norms = K1 * (1 - B + B * lengths / max(1.0, float(lengths.mean())))
    weight, matched = 0.0, 0
    for ids, counts in zip(row["posted_ids"] or (), row["posted_counts"] or (), strict=True):
        rows, known = _rows(own, order, _hashed(ids))
        if not len(rows):
            continue
        rarity = log1p((count - len(rows) + 0.5) / (len(rows) + 0.5))
        often = np.frombuffer(counts, ">i2")[known].astype(np.float64)
        total[rows] += rarity * often * (1 + K1) / (often + norms[rows])
        weight += rarity
        matched += 1
    return total, (1 + K1) * (weight + (terms - matched) * log1p((count + 0.5) / 0.5))


def _keyed(row: Mapping[str, Any], own: Ids, order: Rows) -> Rows:
    if not row["keyed_ids"]:
        return _NONE
    rows, _ = _rows(own, order, _hashed(row["keyed_ids"]))
    fitting = np.frombuffer(row["keyed_fitting"], ">i4")
    importance = np.frombuffer(row["keyed_importance"], ">i2")
    at = np.frombuffer(row["keyed_at"], ">i8")
    keyed: Rows = rows[np.lexsort((-at, -importance, -fitting))]
    return keyed


def _hashed(ids: bytes) -> Ids:
    """Ids as numbers that can be sorted: both halves in one."""
    halves = np.frombuffer(ids, ">u8").astype(np.uint64)
    hashed: Ids = halves[::2] * _ODD + halves[1::2]
    return hashed


def _rows(own: Ids, order: Rows, asked: Ids) -> tuple[Rows, NDArray[np.bool_] | slice]:
    """The rows of the asked ids, and which of those are rows at all."""
    places = np.searchsorted(own, asked, sorter=order)
    rows = order[np.minimum(places, len(own) - 1)]
    known = own[rows] == asked
    return (rows, slice(None)) if known.all() else (rows[known], known)


def _highest(scores: Numbers, rows: Rows, count: int) -> Rows:
    if len(rows) > 4 * count > 0:  # sorting all of them would cost more
        rows = rows[np.argpartition(-scores[rows], count)[:count]]
    highest: Rows = rows[np.argsort(-scores[rows], kind="stable")][:count]
    return highest


def told(vectors: Sequence[float], sent: bytes) -> tuple[float, NDArray[np.float32]]:
    """The cosine of a vector to one that `halfvec_send` wrote (dimensions, nothing, half floats), and that one."""
    held = np.frombuffer(sent, ">f2", offset=4).astype(np.float32)
    return float(np.asarray(vectors, dtype=np.float16).astype(np.float32) @ held), held
