"""The default of what is masked before anything is stored: secrets and high-risk identifiers; contact data stays."""

from typing import Any

from app.governance.sensitive import mask


def masked(text: str) -> str:
    """The text without secrets and high-risk identifiers; each is replaced by the name of its kind."""
    return mask(text).text


def masked_document(value: Any) -> Any:
    """The same for every string of a JSON value, keys included."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, list):
        return [masked_document(item) for item in value]
    if isinstance(value, dict):
        return {masked(key): masked_document(item) for key, item in value.items()}
    return value
