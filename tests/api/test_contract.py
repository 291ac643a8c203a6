"""Every route keeps what the OpenAPI document says, for any input that a generator thinks of."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from _pytest.mark import ParameterSet
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from app import bootstrap
from app.contract import document
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings

ROOT = Path(__file__).parents[2]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def app(service_settings: Settings) -> FastAPI:
    return create_app(bootstrap.build(service_settings, embedder=HashedEmbedder()), open_to_all=True, docs=True)


@pytest.fixture(scope="module")
def http(app: FastAPI) -> Iterator[TestClient]:
    """A client with a tenant of its own, whose settings may become whatever a generator thinks of."""
    with TestClient(app, base_url="http://memoryd") as client:
        made = client.post("/v1/tenants", json={"name": f"contract-{uuid.uuid4().hex}"}).json()
        client.headers["authorization"] = f"Bearer {made['key']}"
        yield client


@schemathesis.serializer("application/x-ndjson")
def _lines(_: object, value: object) -> bytes:
    """A generated text is sent as it is: lines that are no JSON among them."""
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


def _inputs() -> list[ParameterSet]:
    """Each operation with inputs that fit its document, and, where it takes any, with some that do not."""
    loaded = schemathesis.openapi.from_dict(json.loads(document()))
    found = []
    for operation in (result.ok() for result in loaded.get_all_operations()):
        found.append(pytest.param(operation, GenerationMode.POSITIVE, id=f"{operation.label}-fitting"))
        takes = operation.body or operation.query or operation.path_parameters or operation.headers
        if operation.path.startswith("/v1/") and takes:
            marks = pytest.mark.plain  # refused before any word is stored
            found.append(
                pytest.param(operation, GenerationMode.NEGATIVE, id=f"{operation.label}-unfitting", marks=marks)
            )
    return found


@pytest.mark.parametrize(("operation", "mode"), _inputs())
def test_no_input_breaks_a_route_and_every_answer_is_as_documented(
    operation: APIOperation, mode: GenerationMode, http: TestClient
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def every(case: Case) -> None:
        request = case.as_transport_kwargs(base_url="http://memoryd")
        request.pop("cookies", None)
        request["content"] = request.pop("data", None)
        case.validate_response(http.request(**request), checks=CHECKS)

    every()


def test_the_committed_document_is_the_one_the_code_makes() -> None:
    committed = (ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8")
    assert committed == document()
    assert json.loads(committed)["info"]["title"] == "memoryd"
