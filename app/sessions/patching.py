"""JSON merge patch (RFC 7396)."""

from typing import Any


def merged(document: Any, patch: Any) -> Any:
    """The document with the patch applied: objects are merged, null removes, all else replaces. Neither is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result
