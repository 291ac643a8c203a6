"""`memoryd reindex`: move all vectors to the model of the settings, tell how far it is, index large scopes."""

from typing import Any

from app import indexing
from app.jobs import reindexing as job
from app.memories.reindexing.service import Progress
from app.service import Service
from app.settings import Settings


async def run(service: Service, *, background: bool, prune: bool) -> None:
    """Begin or go on; each line says how far a tenant is."""
    model = service.embedder.wanted.model
    if background:
        print(f"left to the workers: {await job.defer(service)} tenants, to {model}")
        return
    made = 0
    for held in await service.reindexing.begin():
        made += await service.reindexing.move(held, _tell)
        print(f"{held.name}: served from {model}", flush=True)
    if prune:
        gone = sum([await service.reindexing.prune(held) for held in await service.reindexing.tenants()])
        print(f"{gone} vectors of other models deleted")
    print(f"{made} vectors made; every tenant is served from {model}")


def _tell(progress: Progress) -> None:
    print(f"{progress.tenant}: {progress.filled} {progress.shelf} of at most {progress.total}", flush=True)


def make_index(settings: Settings, embedder: Any) -> None:
    """The indexes of large scopes, made while the service goes on. Raises `ValueError` without the owner's URL."""
    owner = settings.database.owner_url
    if owner is None:
        raise ValueError("DATABASE__OWNER_URL is not set: an index is made by the owner of the tables.")
    least = settings.recall.index_from
    if not least:
        raise ValueError("RECALL__INDEX_FROM is 0: no index would be asked.")
    made = indexing.create(owner.get_secret_value(), embedder.model, embedder.dimensions, least=least)
    for name in made:
        print(f"index {name} is there")
    print(f"{len(made)} owners have {least:,} memories or more, and an index")
