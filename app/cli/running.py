"""What a command runs on: the settings, a database behind them, the service built from both."""

import asyncio
import os
from pathlib import Path
from typing import Any

from app.settings import ServerSettings, Settings


def settings_with(**server: Any) -> Settings:
    settings = Settings()
    given = {name: value for name, value in server.items() if value is not None}
    return settings.model_copy(update={"server": ServerSettings(**(settings.server.model_dump() | given))})


class Stored:
    """Settings with a database behind them: the one that is set, else the embedded one, started for the while."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stores: Any = None

    def __enter__(self) -> Settings:
        if self._settings.database.url is not None:
            return self._settings
        from app.embedded import CannotStart, urls  # noqa: PLC0415
        from app.embedded.stores import Stores  # noqa: PLC0415

        folder = self._settings.server.data_dir.resolve()
        stores = Stores(folder)
        try:
            stores.start()
        except CannotStart:
            found = urls.read(folder)  # a service runs on this folder: join it
            if found is None:
                raise
        else:
            self._stores = stores
            found = {
                "DATABASE__URL": stores.postgres.app_url,
                "DATABASE__OWNER_URL": stores.postgres.owner_url,
                "REDIS__URL": stores.valkey.url,
            }
        os.environ.update(found)
        return Settings(server=self._settings.server)

    def __exit__(self, *_: object) -> None:
        if self._stores is not None:
            self._stores.stop()


def with_service(data_dir: Path | None, run: Any, *, before: Any = None) -> None:
    """Run on a service whose words can be read; `before` looks at it first."""
    from app import bootstrap, choices  # noqa: PLC0415
    from app import migrate as migrations  # noqa: PLC0415

    with Stored(settings_with(data_dir=data_dir)) as settings:
        if settings.database.owner_url is not None:
            migrations.upgrade(settings.database.owner_url.get_secret_value(), app_role=choices.app_role(settings))

        async def whole() -> None:
            service = bootstrap.build(settings)
            try:
                if before is not None:
                    await before(service)
                await service.ring.open(service.database)
                await run(service)
            finally:
                await service.stop()

        asyncio.run(whole())
