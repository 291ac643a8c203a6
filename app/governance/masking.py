"""What is masked before anything is stored: secrets and high-risk identifiers, and contact data where a tenant says so.

`policies` are those of the tenant. A kind that is blocked is masked too; what more follows from it stands in
`tenants/settings.py`.
"""

from collections.abc import Mapping
from typing import Any

from app.governance import asked
from app.governance.sensitive import DEFAULT, Policy, mask

Policies = Mapping[str, Policy]
_PROPERTIES = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})  # of a JSON Schema: by name
_VALUES = frozenset({"const", "enum", "default", "examples"})


def masked(text: str, policies: Policies = DEFAULT) -> str:
    """The text without secrets and high-risk identifiers; each is replaced by the name of its kind."""
    return mask(text, policies).text


def masked_answer(question: str | None, text: str, policies: Policies = DEFAULT) -> str:
    """The same where it is known what was said before: `4711` is a secret behind "What is your PIN?"."""
    return asked.mask_answer(question, text, policies).text if question else masked(text, policies)


def masked_document(value: Any, policies: Policies = DEFAULT) -> Any:
    """The same for every string of a JSON value, keys included. The name of a field counts: `{"password": "…"}`."""
    if isinstance(value, str):
        return masked(value, policies)
    if isinstance(value, list | tuple):
        return type(value)(masked_document(item, policies) for item in value)
    if isinstance(value, dict):
        return {masked(key, policies): _named(key, item, policies) for key, item in value.items()}
    return value


def _named(key: str, value: Any, policies: Policies) -> Any:
    if not isinstance(value, str):
        return masked_document(value, policies)
    told = masked(f"{key}: {value}", policies)
    return told.removeprefix(f"{key}: ") if told.startswith(f"{key}: ") else masked(value, policies)


def masked_schema(value: Any, policies: Policies = DEFAULT, field: str = "") -> Any:
    """A JSON Schema, in which the values that a field may have are masked as the field itself will be.

    `field` is the name of the property that the part is about.
    """
    if isinstance(value, list | tuple):
        return type(value)(masked_schema(item, policies, field) for item in value)
    if not isinstance(value, dict):
        return _named(field, value, policies) if field else masked_document(value, policies)
    shown: dict[str, Any] = {}
    for key, item in value.items():
        if key in _PROPERTIES and isinstance(item, dict):
            shown[key] = {masked(name, policies): masked_schema(part, policies, name) for name, part in item.items()}
        elif key in _VALUES:
            shown[key] = masked_schema(item, policies, field)
        elif isinstance(item, dict | list):
            shown[masked(key, policies)] = masked_schema(item, policies)
        else:
            shown[masked(key, policies)] = _named(key, item, policies)
    return shown
