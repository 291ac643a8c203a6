"""Changes that are told, and sentences that only sound like one: what is active afterwards.

`python -m tests.evals.changes.change_figures` starts stores of its own and prints the figures. A line of a set is
`{"said": [before, …, then], "gone"?, "kept"?, "also"?}`: what must not be active any more (unless it says that it is
over), what must be, and what must have stayed untouched. Without `gone` it is a look-alike, and nothing that matches
`kept` may have ended.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from app import bootstrap
from app.evals.year_judging import ENDS
from app.main import create_app
from app.service import Service
from app.settings import Settings
from tests.client import Client
from tests.stores import TestStores

_HERE: Final = Path(__file__).parent
# `today` is said of one meal or one evening; `passing` tells a change in words that no pattern of change has;
# `idioms` tells it in idioms; `talk` is what people type, written without sight of the rules; `remarks` are said of
# things that go on. `heard_zh` and `heard_zh_unseen` are Chinese chat; no rule was written for the second.
HEARD: Final = ("passing", "talk", "heard_zh", "heard_zh_unseen")  # told indirectly, which is understood less often
SETS: Final = ("a", "b", "c", "today", "idioms", "remarks", *HEARD)
_OVER: Final = re.compile(
    rf"{ENDS.pattern}|\b(?:sold|gave|lost|died|stolen|broke up|moved out|retired|divorced|switched|replaced|not)\b"
    r"|卖|没了|送|丢|去世|走了|分手|离婚|被裁|换|改|推迟|提前|取消|毕业|失业"
)


@dataclass
class Figures:
    """What one set came to."""

    name: str
    changes: int = 0
    stale: list[str] = field(default_factory=list)
    unheard: list[str] = field(default_factory=list)  # the new value is not held
    alike: int = 0
    ended: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield (
            f"{self.name}: {self.changes} changes, {len(self.stale)} not understood, {len(self.unheard)} without the"
            f" new value; {self.alike} look-alikes, {len(self.ended)} taken for changes"
        )
        for name in ("stale", "unheard", "ended"):
            yield from (f"  {name}: {line}" for line in getattr(self, name))


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines() if line]


async def measured(client: Client, name: str, mark: str, *, every: int = 1) -> Figures:
    """Say each line as a user of its own, every sentence in another conversation."""
    figures = Figures(name)
    for number, row in enumerate(rows(name)[::every]):
        user = f"change-{mark}-{name}-{number}"
        active: list[list[str]] = []
        for day, text in enumerate(row["said"]):
            await client.turn(user, text, session=f"day{day}")
            active.append(await client.contents(user, status="active"))
        _count(figures, row, active[0], active[-1])
    return figures


def _count(figures: Figures, row: dict[str, Any], first: list[str], last: list[str]) -> None:
    told = f"{' / '.join(row['said'])}: {first} -> {last}"
    kept = row.get("kept", "")
    if "gone" not in row:
        figures.alike += 1
        before = [content for content in first if re.search(kept, content, re.IGNORECASE)]
        figures.ended += [told] if before and not any(content in last for content in before) else []
        return
    figures.changes += 1
    told_so = [content for content in last if re.search(row["gone"], content, re.IGNORECASE)]
    left = [content for content in told_so if not _OVER.search(content)]
    figures.stale += [told] if left else []
    also = row.get("also")
    if also and any(re.search(also, one) for one in first) and not any(re.search(also, one) for one in last):
        figures.ended.append(told)
    figures.unheard += [told] if not any(re.search(kept, content, re.IGNORECASE) for content in last) and kept else []


async def told_of(service: Service, mark: str) -> list[Figures]:
    transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        return [await measured(Client(http, service), name, mark) for name in SETS]


async def main() -> None:
    stores = TestStores()
    stores.start()
    try:
        urls = {"url": stores.stores.postgres.app_url, "owner_url": stores.stores.postgres.owner_url}
        settings = Settings.model_validate({"database": urls, "redis": {"url": stores.stores.valkey.url}})
        service = bootstrap.build(settings)
        await service.start()
        for figures in await told_of(service, "own"):
            print(*figures.lines(), sep="\n")
        await service.stop()
    finally:
        stores.stop()


if __name__ == "__main__":
    asyncio.run(main())
