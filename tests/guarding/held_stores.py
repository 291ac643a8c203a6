"""As `held`, without the rest of the service: it is there at once."""

import os
import time
from pathlib import Path

from app.embedded.stores import Stores


def test_holds(tmp_path: Path) -> None:
    Stores(tmp_path, durable=False).start()
    Path(os.environ["HELD_READY"]).write_text(str(tmp_path))
    time.sleep(60)
