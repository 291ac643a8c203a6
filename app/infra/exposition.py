"""The metrics as Prometheus reads them; of all processes when they share a folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    generate_latest,
    multiprocess,
    start_http_server,
)

from app.errors import CannotServe

_SHARED = "PROMETHEUS_MULTIPROC_DIR"


def render() -> tuple[bytes, str]:
    """The body of an answer to a scrape, and its media type."""
    if os.environ.get(_SHARED):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the package types only a part
    else:
        registry = REGISTRY
    return generate_latest(registry), CONTENT_TYPE_LATEST


@contextmanager
def served(host: str, port: int) -> Iterator[None]:
    """A page of its own for a process that serves nothing else. Raises `CannotServe` where the port is taken."""
    try:
        server, thread = start_http_server(port, host)
    except OSError as error:
        raise CannotServe(f"{host}:{port} cannot be used for metrics: is another worker there?") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
