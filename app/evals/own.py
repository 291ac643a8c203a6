"""A service with stores of its own, for a measurement: nothing that anybody keeps is touched."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from app import bootstrap, migrate
from app.embedded.roles import APP
from app.embedded.stores import Stores
from app.service import Service
from app.settings import Settings


@asynccontextmanager
async def own_service(embedder: str = "builtin") -> AsyncIterator[Service]:
    """A started service with this embedder; its stores are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="memoryd-eval-") as place:
        stores = Stores(Path(place), durable=False)
        stores.start()
        try:
            migrate.upgrade(stores.postgres.owner_url, app_role=APP)
            service = bootstrap.build(_settings(stores, embedder))
            try:
                await service.start()
                yield service
            finally:
                await service.stop()
        finally:
            stores.stop()


def _settings(stores: Stores, embedder: str) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": stores.postgres.app_url, "owner_url": stores.postgres.owner_url},
            "redis": {"url": stores.valkey.url, "timeout": timedelta(seconds=2)},
            "recall": {"deadline": timedelta(seconds=10)},
            "embeddings": Settings().embeddings.model_dump()
            | {"provider": embedder, "query_timeout": timedelta(seconds=5)},
        }
    )
