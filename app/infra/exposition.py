"""The metrics as Prometheus reads them; of all processes when they share a folder."""

import os

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

_SHARED = "PROMETHEUS_MULTIPROC_DIR"


def render() -> tuple[bytes, str]:
    """The body of an answer to a scrape, and its media type."""
    if os.environ.get(_SHARED):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the package types only a part
    else:
        registry = REGISTRY
    return generate_latest(registry), CONTENT_TYPE_LATEST
