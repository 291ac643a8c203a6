"""All tables in one place to look: each package describes its own, this module loads them."""

from importlib import import_module

_HOMES = ("tenants", "sessions", "memories", "context", "traces", "governance", "review")


def load() -> None:
    """Import every `tables` module, so that the shared metadata is whole."""
    for home in _HOMES:
        import_module(f"app.{home}.tables")
