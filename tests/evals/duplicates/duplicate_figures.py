"""What is said three times in other words: how many memories too many, through turns and by hand.

`python -m tests.evals.duplicates.duplicate_figures` starts stores of its own and prints the figures.
"""

import asyncio
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from app import bootstrap
from app.main import create_app
from app.service import Service
from app.settings import Settings
from tests.client import Client
from tests.stores import TestStores

_HERE = Path(__file__).parent
FACTS = tomllib.loads((_HERE / "facts.toml").read_text(encoding="utf-8"))
OTHERS = tomllib.loads((_HERE / "others.toml").read_text(encoding="utf-8"))  # never used to set anything
ALIKE = tomllib.loads((_HERE / "alike.toml").read_text(encoding="utf-8"))["pairs"]
USERS = 5  # each has one value of every matter
ROUNDS = 3


@dataclass
class Figures:
    """Counted over 200 facts."""

    facts: int = 0
    held: int = 0  # of which at least one memory is there at the end
    missing: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)  # one line for each memory too many

    def __str__(self) -> str:
        share = len(self.twice) / self.facts
        many = f"{len(self.twice)} memories too many: {share:.1%}"
        return f"{self.facts} facts, {self.held} held, {many}; not held: {self.missing}"


async def told(client: Client, mark: str, users: int = USERS, facts: dict[str, Any] = FACTS) -> Figures:
    """Say every fact in its three wordings, each round in a session of its own."""
    figures = Figures()
    for language, matters in facts.items():
        for number in range(users):
            user = f"dup-{mark}-{language}-{number}"
            first: list[str] = []
            for turn in range(ROUNDS):
                for matter in matters:
                    text = matter["say"][turn].format(v=matter["values"][number])
                    await client.turn(user, text, session=f"day{turn}")
                held = await _held(client, user)
                first = first or held
            for matter in matters:
                _count(figures, matter, number, first, await _held(client, user))
    return figures


async def _held(client: Client, user: str) -> list[str]:
    """What is active or, being about health, waits."""
    return [*await client.contents(user, status="active"), *await client.contents(user, status="pending")]


def _count(figures: Figures, matter: Any, number: int, first: list[str], last: list[str]) -> None:
    value = matter["values"][number]
    wanted = re.compile(rf"(?<![A-Za-z0-9])(?:{matter.get('find', matter['values'])[number]})", re.IGNORECASE)
    before = [content for content in first if wanted.search(content)]
    after = [content for content in last if wanted.search(content)]
    figures.facts += 1
    figures.held += bool(after)
    if not after:
        figures.missing.append(value)
    if len(after) > max(1, len(before)):
        figures.twice += [f"{value}: {' | '.join(after)}"] * (len(after) - max(1, len(before)))


async def swallowed(client: Client, mark: str) -> list[str]:
    """The pairs that only look alike of which one is gone after both were said."""
    gone = []
    for number, pair in enumerate(ALIKE):
        user = f"alike-{mark}-{number}"
        for day, text in enumerate(pair["say"]):
            await client.turn(user, text, session=f"day{day}")
        held = await _held(client, user)
        if not all(any(re.search(find, content) for content in held) for find in pair["find"]):
            gone.append(f"{' / '.join(pair['say'])}: {held}")
    return gone


async def measured(service: Service, mark: str) -> tuple[Figures, Figures, list[str]]:
    transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        client = Client(http, service)
        others = await told(client, f"{mark}-others", users=4, facts=OTHERS)
        return await told(client, mark), others, await swallowed(client, mark)


async def main() -> None:
    stores = TestStores()
    stores.start()
    try:
        urls = {"url": stores.stores.postgres.app_url, "owner_url": stores.stores.postgres.owner_url}
        settings = Settings.model_validate({"database": urls, "redis": {"url": stores.stores.valkey.url}})
        service = bootstrap.build(settings)
        await service.start()
        figures, others, gone = await measured(service, "own")
        print(figures, *figures.twice, sep="\n  ")
        print("unseen:", others, *others.twice, sep="\n  ")
        print(f"pairs that only look alike: {len(ALIKE)}, swallowed {len(gone)}", *gone, sep="\n  ")
        await service.stop()
    finally:
        stores.stop()


if __name__ == "__main__":
    asyncio.run(main())
