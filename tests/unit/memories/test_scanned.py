"""The columns of a search: scores as the formulas give them, whatever the order of the packed parts."""

import math
import random
import struct
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from app.infra.words import PLAIN
from app.memories import columns
from app.memories.model import Kind, Memory, Status, Type
from app.memories.scanned import K1, B, scanned
from app.tenants.identity import new_id

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def _packed(chance: random.Random, count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A row as the search brings it, and what stands in it."""
    ids = [new_id().bytes for _ in range(count)]
    strangers = [new_id().bytes for _ in range(5)]  # of the same owner, but out of reach
    held = {
        "ids": ids,
        "lengths": {one: chance.randrange(1, 20) for one in ids},
        "episodic": {one: chance.random() < 0.3 for one in ids},
        "near": {one: chance.uniform(-1, 1) for one in ids if chance.random() < 0.8},
        "posts": [
            {one: chance.randrange(1, 4) for one in chance.sample([*ids, *strangers], k=min(size, count))}
            for size in (1, 4, 9)
        ],
        "keyed": chance.sample(ids, k=count // 3),
    }
    near = [*held["near"].items(), *((one, 0.9) for one in strangers)]
    chance.shuffle(near)
    posts = [list(post.items()) for post in held["posts"]]
    keyed = held["keyed"]
    row = {
        "ids": b"".join(ids),
        "sizes": b"".join(struct.pack(">i", 2 * held["lengths"][one] + held["episodic"][one]) for one in ids),
        "near_ids": b"".join(one for one, _ in near),
        "near": b"".join(struct.pack(">f", score) for _, score in near),
        "sample_mean": None,
        "sample_std": None,
        "posted_ids": b"".join(one for post in posts for one, _ in post),
        "posted_counts": b"".join(struct.pack(">h", often) for post in posts for _, often in post),
        "posted_sizes": [len(post) for post in posts],
        "keyed_ids": b"".join(keyed),
        "keyed_fitting": b"".join(struct.pack(">i", number % 3) for number, _ in enumerate(keyed)),
        "keyed_importance": b"".join(struct.pack(">h", 1 + number % 2) for number, _ in enumerate(keyed)),
        "keyed_at": b"".join(struct.pack(">q", number) for number, _ in enumerate(keyed)),
    }
    return row, held


def _bm25(held: dict[str, Any], one: bytes) -> float:
    count, total = len(held["ids"]), 0.0
    average = sum(held["lengths"].values()) / count
    for post in held["posts"]:
        having = sum(other in post for other in held["ids"])
        if one in post:
            often = post[one]
            rarity = math.log(1 + (count - having + 0.5) / (having + 0.5))
            total += rarity * often * (1 + K1) / (often + K1 * (1 - B + B * held["lengths"][one] / average))
    return total


@pytest.mark.parametrize("count", [1, 2, 7, 60, 400])
def test_scores_are_those_of_the_formulas(count: int) -> None:
    row, held = _packed(random.Random(count), count)
    scan = scanned(row, 5)
    assert [scan.id(place) for place in range(count)] == held["ids"]
    for place, one in enumerate(held["ids"]):
        expected = held["near"].get(one)
        assert math.isnan(scan.near[place]) if expected is None else scan.near[place] == pytest.approx(expected)
        assert scan.worded[place] == pytest.approx(_bm25(held, one))
    known = list(held["near"].values())
    assert scan.spread.n == count
    assert scan.spread.near_mean == pytest.approx(sum(known) / len(known) if known else 0.0)
    assert scan.spread.worded_mean == pytest.approx(sum(_bm25(held, one) for one in held["ids"]) / count)


def test_the_best_of_each_way_are_chosen_once() -> None:
    row, held = _packed(random.Random(3), 400)
    scan = scanned(row, 5)
    chosen = [scan.id(place) for place in scan.best(limit=6, episodes=4, keyed=5)]
    assert len(chosen) == len(set(chosen))
    for episodic, limit in ((False, 6), (True, 4)):
        mine = [one for one in held["near"] if held["episodic"][one] is episodic]
        assert set(sorted(mine, key=lambda one: -held["near"][one])[:limit]) <= set(chosen)
    by_key = sorted(enumerate(held["keyed"]), key=lambda pair: (-(pair[0] % 3), -(pair[0] % 2), -pair[0]))
    assert {one for _, one in by_key[:5]} <= set(chosen)
    assert [scan.id(int(place)) for place in scan.keyed] == [one for _, one in by_key]


def test_without_vectors_terms_and_keys_nothing_is_chosen() -> None:
    row, _ = _packed(random.Random(4), 10)
    empty = row | dict.fromkeys(
        ("near_ids", "near", "posted_ids", "posted_counts", "posted_sizes", "keyed_ids", "keyed_fitting"), None
    )
    assert scanned(empty, 3).best(limit=9, episodes=9, keyed=9) == []


def test_a_sample_gives_the_spread_where_only_the_nearest_are_known() -> None:
    row, _ = _packed(random.Random(5), 10)
    spread = scanned(row | {"sample_mean": 0.25, "sample_std": 0.5}, 3).spread
    assert (spread.near_mean, spread.near_std) == (0.25, 0.5)


def test_a_row_becomes_the_memory_that_was_kept() -> None:
    memory = Memory(
        id=new_id(),
        user_pk=UUID(int=3),
        type=Type.PROCEDURAL,
        kind=Kind.PROCEDURE,
        status=Status.PENDING,
        tags=("a", "b"),
        entities=("Ghent",),
        metadata={"from_seq": 3},
        source_turn_ids=(UUID(int=5),),
        created_at=NOW,
        updated_at=NOW,
        embedding_model="some-model",
    )
    kept = {name: getattr(memory, name) for name in ("id", *columns.COLUMNS)}
    row = {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()}
    for name in ("type", "kind", "trust", "source", "status"):
        row[name] = kept[name].value
    assert columns.memory(row | {"embedding_model": "some-model", "score": 0.5}, PLAIN) == memory
