"""What the command line says of settings that are wrong."""

import pytest

from app.cli import main


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ENCRYPTION__ENABLE", "true", "ENCRYPTION__ENABLE: there is no such setting"),
        ("DATABASE__POOL_SIZE", "hunter2", "DATABASE__POOL_SIZE: Input should be a valid integer"),
    ],
    ids=["mistyped", "no-number"],
)
def test_a_wrong_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["memoryd", "keys", "list"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert told in said
    assert value not in said.replace(name, "")
