"""What the pages say is there: files, metrics, settings, commands."""

import re
from pathlib import Path

import pytest
from prometheus_client import Counter, Gauge, Histogram

from app import contract
from app.infra import metrics

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_metric_is_explained_and_every_explained_metric_exists():
    found = [value for value in vars(metrics).values() if isinstance(value, Counter | Gauge | Histogram)]
    made = {f"{metric._name}_total" if isinstance(metric, Counter) else metric._name for metric in found}
    page = (ROOT / "docs/metrics.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(memoryd_\w+)` \|", page, re.MULTILINE)) == made


def test_the_page_of_settings_tells_durations_in_readable_units():
    page = contract.settings_page()
    assert "| `WINDOW__TTL` | 7 days |" in page
    assert "| `REDIS__TIMEOUT` | 150 ms |" in page
    assert "| `DATABASE__CONNECT_TIMEOUT` | 1.5 s |" in page


def test_the_page_of_settings_shows_no_value_of_a_secret(monkeypatch):
    monkeypatch.setenv("DATABASE__URL", "postgresql://someone:not-a-real-password@db/none")
    page = contract.settings_page()
    assert "| `DATABASE__URL` | unset | secret |" in page
    assert "not-a-real-password" not in page


def test_the_committed_page_of_settings_is_the_one_the_code_makes():
    assert (ROOT / "docs/settings.md").read_text(encoding="utf-8") == contract.settings_page()


def test_both_readmes_show_the_same_commands():
    english, chinese = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))
    assert _commands(english) == _commands(chinese)


def _commands(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if re.match(r"make|memoryd|docker|curl|DATABASE", line)]
