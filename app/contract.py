"""What the code promises to others, as files: the OpenAPI document and the page of all settings.

Both are made without a running store, so that CI can compare them with what is committed.
"""

import json
from datetime import timedelta
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from app import bootstrap
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import DatabaseSettings, Settings

_NOWHERE = "postgresql://nobody@127.0.0.1:1/none"  # the pool connects when asked, and nobody asks
_TYPES = {
    bool: "`true` or `false`",
    int: "integer",
    float: "number",
    str: "text",
    Path: "path",
    timedelta: "duration",
    SecretStr: "secret",
}
_UNITS = (("days", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1))
_HEAD = """\
# Settings

Made by `make openapi` from `app/settings.py`: change it there.

Every setting is an environment variable named `GROUP__FIELD`; a file `.env` in the working folder is read too, and the
environment wins over it. Nothing has to be set: `memoryd serve` then runs on embedded stores. The options of
`memoryd serve` (`--host`, `--port`, `--data-dir`) win over both. A field that its group does not have is refused.

Durations are given in seconds (`20`, `0.15`), as ISO 8601 (`PT20S`, `P7D`) or as `HH:MM:SS`. Secrets are
never printed and never logged.
"""


def document() -> str:
    """The OpenAPI document as JSON: sorted, indented, ending in a newline."""
    settings = Settings(database=DatabaseSettings.model_validate({"url": _NOWHERE}))
    service = bootstrap.build(settings, embedder=HashedEmbedder(8))
    app = create_app(service, open_to_all=False, docs=False)
    return json.dumps(app.openapi(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def settings_page() -> str:
    """`docs/settings.md`: one table a group, with name, default, type and meaning of each setting."""
    parts = [_HEAD]
    for group, field in Settings.model_fields.items():
        assert isinstance(field.annotation, type)
        assert issubclass(field.annotation, BaseModel)
        rows = "".join(_row(group, name, inner) for name, inner in field.annotation.model_fields.items())
        parts.append(f"## {group.capitalize()}\n\n| variable | default | type | meaning |\n|---|---|---|---|\n{rows}")
    return "\n".join(parts)


def _row(group: str, name: str, field: FieldInfo) -> str:
    cells = (f"`{group}__{name}`".upper(), _default(field.default), _kind(field), field.description or "")
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |\n"


def _default(value: Any) -> str:
    match value:
        case None:
            return "unset"
        case bool():
            return f"`{str(value).lower()}`"
        case timedelta():
            return _readable(value)
    return f"`{value}`"


def _readable(duration: timedelta) -> str:
    """In the largest unit that gives a whole number, or in seconds: `7 days`, `150 ms`, `1.5 s`."""
    milliseconds = round(duration.total_seconds() * 1000)
    if milliseconds > 1000 and milliseconds % 1000:  # noqa: PLR2004  # milliseconds of a second
        return f"{milliseconds / 1000:g} s"
    unit, size = next((unit, size) for unit, size in _UNITS if milliseconds % size == 0)
    count = milliseconds // size
    return "1 day" if (count, unit) == (1, "days") else f"{count} {unit}"


def _kind(field: FieldInfo) -> str:
    annotation = field.annotation
    if get_origin(annotation) in (Union, UnionType):
        annotation = next(choice for choice in get_args(annotation) if choice is not NoneType)
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(annotation))
    assert isinstance(annotation, type)
    least = next((rule.ge for rule in field.metadata if isinstance(rule, Ge)), None)
    most = next((rule.le for rule in field.metadata if isinstance(rule, Le)), None)
    if least is not None and most is not None:
        return f"{_TYPES[annotation]}, {least} to {most}"
    return _TYPES[annotation] if least is None else f"{_TYPES[annotation]}, at least {least}"
