"""Both embedded stores as one thing with one life."""

import asyncio
import logging
from pathlib import Path

from app.embedded import CannotStart
from app.embedded.postgres import CONNECTIONS, EmbeddedPostgres
from app.embedded.valkey import EmbeddedValkey

CHECK_SECONDS = 1.0

log = logging.getLogger(__name__)


class Stores:
    """Postgres and Valkey of one data folder. `start` and `stop` block; `supervise` runs beside the service."""

    def __init__(self, data_dir: Path, *, durable: bool = True, connections: int = CONNECTIONS) -> None:
        self.postgres = EmbeddedPostgres(data_dir, durable=durable, connections=connections)
        self.valkey = EmbeddedValkey(data_dir)

    def start(self) -> None:
        """Start both, or raise `CannotStart` and leave neither."""
        try:
            self.postgres.start()
            self.valkey.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        try:
            self.valkey.stop()
        finally:
            self.postgres.stop()

    def alive(self) -> bool:
        return self.postgres.alive() and self.valkey.alive()

    async def supervise(self) -> None:
        """Bring back, until cancelled, a store that died.

        A restart under way at the cancellation goes on in its thread, and `stop` waits for it.
        """
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for store in (self.valkey, self.postgres):
                try:
                    if not store.alive() and await asyncio.to_thread(store.restart_if_dead):
                        log.warning("embedded store died and was started again: %s", store.name)
                except CannotStart:
                    log.exception("embedded store died and cannot be started: %s", store.name)
