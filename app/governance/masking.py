"""The default of what is masked before anything is stored: secrets and high-risk identifiers; contact data stays."""

from typing import Any

from app.governance.sensitive import mask


def masked(text: str) -> str:
    """The text without secrets and high-risk identifiers; each is replaced by the name of its kind."""
    return mask(text).text


def masked_document(value: Any) -> Any:
    """The same for every string of a JSON value, keys included. The name of a field counts: `{"password": "…"}`."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, list):
        return [masked_document(item) for item in value]
    if isinstance(value, dict):
        return {masked(key): _named(key, item) for key, item in value.items()}
    return value


def _named(key: str, value: Any) -> Any:
    if not isinstance(value, str):
        return masked_document(value)
    told = masked(f"{key}: {value}")
    return told.removeprefix(f"{key}: ") if told.startswith(f"{key}: ") else masked(value)
