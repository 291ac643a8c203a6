"""The sample service of `edge_app.py`, and a client without a socket."""

from collections.abc import AsyncIterator

import httpx
import pytest
from edge_app import build_app
from fastapi import FastAPI


@pytest.fixture
def app() -> FastAPI:
    return build_app()


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as found:
        yield found
