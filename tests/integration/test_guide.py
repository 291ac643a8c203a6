"""The commands of the guide run as they stand, one after the other, on a service of their own."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.faults.serving import Serving

pytestmark = pytest.mark.plain

GUIDE = Path(__file__).parents[2] / "docs/guide.md"
# Each call tells its status too, and goes to this service in the place of the one that the guide takes to run.
BEFORE = """
set -u -o pipefail
curl() { command curl -w '%{stderr}\n=> %{http_code} %{method} %{url}\n' "$@"; }
"""


def commands(url: str) -> str:
    blocks = re.findall(r"^```sh\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    said = "".join(block for block in blocks if not block.startswith("memoryd "))
    return BEFORE + re.sub(r"^URL=.*$", f"URL={url}", said, flags=re.MULTILINE)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide speaks to the service with curl")
def test_the_commands_of_the_guide_can_be_pasted_one_after_the_other(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "data")
    serving.start()
    try:
        said = ["bash", "-c", commands(serving.url)]
        ran = subprocess.run(said, check=False, cwd=tmp_path, capture_output=True, timeout=120)
    finally:
        serving.stop()
    told = ran.stderr.decode()
    calls = re.findall(r"^=> (\d+) (\w+) \S+?(/v1/\S*)$", told, re.MULTILINE)
    assert len(calls) > 50, told
    assert [call for call in calls if call[0] >= "400"] == [], told
    assert "unbound variable" not in told
    assert "Traceback" not in told
