"""How many pairs are merged at which thresholds of the built-in embedder.

`python -m tests.evals.duplicates.calibrate` prints it.

`same` merged is good, `different` merged is a statement swallowed. The guards (opposition, subjects) are on.
"""

import asyncio
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import numpy as np

from app.memories import kinds
from app.memories.likeness import same_statement
from app.memories.model import Candidate, Memory
from app.memories.proposal import Proposal, Rules, ScopeOf
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.text.terms import content_hash

PAIRS = tomllib.loads((Path(__file__).parent / "pairs.toml").read_text(encoding="utf-8"))
NOW = datetime(2026, 8, 6, tzinfo=UTC)
USER = UUID(int=7)


def merged(old: str, new: str, cosine: float | None, rules: Rules) -> bool:
    """Whether the judge would take the second sentence for a repeat of the first."""
    kind, memory_type = kinds.infer(old, None, None)
    held = Memory(
        id=UUID(int=1), user_pk=USER, content=old, content_hash=content_hash(old), kind=kind, type=memory_type,
        created_at=NOW, updated_at=NOW,
    )  # fmt: skip
    kind, memory_type = kinds.infer(new, None, None)
    told = Candidate(content=new, evidence=new, kind=kind, type=memory_type)
    near = {held.id: cosine} if cosine is not None else {}
    proposal = Proposal(
        candidate=told, id=UUID(int=2), at=NOW, turn_id=None, scope=ScopeOf(user_pk=USER), extractor="x", similar=near
    )
    return same_statement(held, proposal, rules) is not None


async def main() -> None:
    embedder = BuiltinEmbedder()
    cosines = {}
    for name, pairs in PAIRS.items():
        left = np.asarray(await embedder.embed([pair[0] for pair in pairs]))
        right = np.asarray(await embedder.embed([pair[1] for pair in pairs]))
        cosines[name] = [float(value) for value in (left * right).sum(axis=1)]
        quantiles = np.quantile(cosines[name], (0.05, 0.25, 0.5, 0.75, 0.95)).round(3)
        print(f"{name}: {len(pairs)} pairs, cosine 5/25/50/75/95 %: {' '.join(map(str, quantiles))}")
    print("near  near_word  same merged  different merged  unseen different merged")
    for near_word in (0.91, 0.93, 0.945):
        for near in (0.75, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92):
            rules = Rules(near=near, near_word=near_word)
            count = {
                name: sum(merged(*pair, cosine, rules) for pair, cosine in zip(pairs, cosines[name], strict=True))
                for name, pairs in PAIRS.items()
            }
            shares = (f"{count[name]:>3}/{len(pairs)}" for name, pairs in PAIRS.items())
            print(f"{near:.2f}  {near_word:.3f}  ", *shares, sep="     ")
    for name, pairs in PAIRS.items():
        print(f"without vectors, {name}: {sum(merged(*pair, None, Rules()) for pair in pairs)}")
    for name in ("different", "unseen_different"):
        for pair, cosine in zip(PAIRS[name], cosines[name], strict=True):
            if merged(*pair, cosine, Rules(near=0.8)):
                print("merged at 0.80:", *pair, round(cosine, 3), sep=" | ")
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(main())
