"""One port for several processes: each has a socket of its own on it, and the kernel shares new connections out.

A process that dies takes its socket with it, so new connections go to the others at once.
"""

import contextlib
import errno
import socket
import time
from collections.abc import Iterator

from app.errors import CannotServe

_LET_GO = 3.0  # seconds in which processes of a server that was killed let go of its port


@contextlib.contextmanager
def reserved(host: str, port: int) -> Iterator[int]:
    """The port, or a free one for 0, held while others listen on it. Raises `CannotServe` where somebody does already.

    Who shares a port is not told apart from who wants it for himself, so it is asked for alone first.
    """
    deadline = time.monotonic() + _LET_GO
    while True:
        try:
            for one in _bound(host, port, shared=False):
                one.close()
            held = _bound(host, port, shared=True)
            break
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise CannotServe(f"{host}:{port} cannot be used: is another server there?") from error
            time.sleep(0.1)
    try:
        yield int(held[0].getsockname()[1])
    finally:
        for one in held:
            one.close()


def sockets(host: str, port: int) -> list[socket.socket]:
    """Sockets of this process on a port that is shared; they take connections once somebody listens on them."""
    try:
        return _bound(host, port, shared=True)
    except OSError as error:
        raise CannotServe(f"{host}:{port} cannot be used: is another server there?") from error


def _bound(host: str, port: int, *, shared: bool) -> list[socket.socket]:
    held: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = socket.socket(family, kind, protocol)
            held.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind((address[0], port or (held[0].getsockname()[1] if len(held) > 1 else 0), *address[2:]))
    except BaseException:
        for one in held:
            one.close()
        raise
    return held
