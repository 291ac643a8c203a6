"""The real stores that tests run on: started once per run, in a temporary folder, migrated once, copied per test."""

import shutil
import tempfile
from pathlib import Path

from app import migrate
from app.embedded.roles import APP
from app.embedded.stores import Stores


class TestStores:
    """Embedded Postgres and Valkey of one test run."""

    __test__ = False

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="memoryd-test-"))
        self.stores = Stores(self.folder, durable=False)

    def start(self) -> None:
        self.stores.start()
        migrate.upgrade(self.stores.postgres.owner_url, app_role=APP)

    def stop(self) -> None:
        self.stores.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
