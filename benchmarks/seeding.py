"""Memories in bulk for benchmarks: sentences put together from word lists, with vectors of the built-in embedder."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np

from app.memories import columns
from app.memories.model import Kind, Memory
from app.memories.store import finding, writing
from app.providers.embeddings.protocol import Embedder
from app.tenants.identity import DEFAULT_TENANT, new_id, user_key
from app.text.terms import VERSION, content_hash, terms

_EN = (
    ("The user", "The user's sister", "The user's team", "The user's neighbour", "The user's old school friend"),
    ("repaired", "sold", "painted", "borrowed", "forgot", "is looking for", "wants to learn about", "wrote about"),
    (
        "a red canoe",
        "the harbour map",
        "two violins",
        "a heat pump",
        "an orchard",
        "a tax form",
        "a drone",
        "bread ovens",
    ),
    ("near the lake", "before the exam", "for the garden show", "with a loan", "during the strike", "after the flood"),
    ("in Bergen", "in Leuven", "in Kanazawa", "in Turku", "in Cork", "in Ghent", "in Porto", "in Graz"),
)
_ZH = (
    ("用户", "用户的妹妹", "用户的同事", "用户的邻居", "用户的大学同学"),
    ("上个月", "去年冬天", "周末", "出差的时候", "搬家以后", "考试之前", "开学那天"),
    ("在厦门", "在昆明", "在哈尔滨", "在苏州", "在兰州", "在桂林", "在珠海"),
    ("修好了", "卖掉了", "借来了", "想学", "写过", "丢了"),
    ("一台旧相机", "一份租房合同", "两把小提琴", "一辆折叠自行车", "一本植物图鉴", "一套木工工具", "一份体检报告"),
)
QUERIES = (
    "Where did I paint the canoe?",
    "谁修好了旧相机？",
    "What happened to the harbour map?",
    "妹妹在昆明写过什么？",
    "Which tools do I have for woodwork?",
    "我什么时候丢了折叠自行车？",
    "Who is looking for bread ovens?",
    "租房合同在哪里？",
    "What do I know about heat pumps in Turku?",
    "邻居在桂林借来了什么？",
)


def sentences(count: int, seed: int = 7) -> list[str]:
    """Different sentences, half English, half Chinese."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        lists, joint = (_EN, " ") if len(found) % 2 else (_ZH, "")
        number = f" {chance.randrange(10_000)}" if len(found) > 5000 else ""  # before the combinations run out
        found[joint.join(chance.choice(words) for words in lists) + number] = None
    return list(found)


async def vectors(embedder: Embedder, texts: list[str], *, real: int) -> np.ndarray:
    """Vectors of the texts; beyond the first `real` ones mixtures of those, which cost as much to scan."""
    made = np.array(await embedder.embed(texts[:real]), dtype=np.float32)
    rest = len(texts) - len(made)
    if not rest:
        return made
    chance = np.random.default_rng(7)
    mixed = 0.7 * made[chance.integers(len(made), size=rest)] + 0.5 * made[chance.integers(len(made), size=rest)]
    return np.concatenate([made, mixed / np.linalg.norm(mixed, axis=1, keepdims=True)])


async def remember(database: Any, user: str, model: str, texts: list[str], rows: np.ndarray) -> UUID:
    """Write memories of a user with vectors and terms; the surrogate key of the user."""
    user_pk, now = user_key(DEFAULT_TENANT, user), datetime.now(UTC)
    held = [
        Memory(
            id=new_id(),
            user_pk=user_pk,
            kind=Kind.FACT,
            content=text,
            content_hash=content_hash(text),
            importance=1 + number % 5,
            occurred_at=now - timedelta(hours=number % 5000),
            created_at=now,
            updated_at=now,
        )
        for number, text in enumerate(texts)
    ]
    async with database.write(DEFAULT_TENANT) as db:
        await db.execute(
            "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            *(DEFAULT_TENANT, user_pk, user),
        )
    for start in range(0, len(held), 1000):
        chunk = [
            (memory, terms(memory.content), row.tolist())
            for memory, row in zip(held[start : start + 1000], rows[start : start + 1000], strict=True)
        ]
        async with database.write(DEFAULT_TENANT) as db:
            await db.execute_many(
                writing._INSERT,
                [(DEFAULT_TENANT, m.id, sum(c.values()), VERSION, *columns.values(m, db.words)) for m, c, _ in chunk],
            )
            await finding.index_all(db, [(m, c) for m, c, _ in chunk])
            await finding.add_vectors(db, [(m, v) for m, _, v in chunk], model)
    return user_pk
