"""The demo is a caller like any other."""

import pytest
from typer.testing import CliRunner

from app import demo
from app.cli import app


@pytest.mark.parametrize(
    ("arguments", "key"), [([], "mk_of_the_place"), (["--api-key", "mk_given"], "mk_given")], ids=["found", "given"]
)
def test_its_key_comes_from_the_command_or_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], key: str
) -> None:
    seen: list[str | None] = []
    monkeypatch.setenv("MEMORYD_KEY", "mk_of_the_place")
    monkeypatch.setattr(demo, "run", lambda _url, api_key: seen.append(api_key) or 0)
    assert CliRunner().invoke(app, ["demo", *arguments]).exit_code == 0
    assert seen == [key]
