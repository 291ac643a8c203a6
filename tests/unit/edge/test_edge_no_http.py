"""Bytes that are no request get an error of the same shape as every other, and the line is closed."""

import asyncio
import json
import socket

import pytest
import uvicorn
from fastapi import FastAPI

from app.routers.protocol import Protocol


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS, where none is spoken
        b"GET / HTTP/1.1\r\nHost t\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: many\r\n\r\n",
        b"hello\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_told_so_as_a_problem(app: FastAPI, sent: bytes) -> None:
    server = uvicorn.Server(uvicorn.Config(app, http=Protocol, ws="none", lifespan="off", log_config=None))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server._serve([listener]))
        try:
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(sent)
            head, _, body = (await asyncio.wait_for(reader.read(), 10)).partition(b"\r\n\r\n")
            writer.close()
            await writer.wait_closed()
        finally:
            server.should_exit = True
            await running
    assert head.startswith(b"HTTP/1.1 400 "), head
    assert b"content-type: application/problem+json" in head.lower()
    problem = json.loads(body)
    assert (problem["type"], problem["status"], problem["errors"]) == ("/problems/malformed", 400, [])
