"""The HTTP interface under random requests, made from its own OpenAPI document."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.testing import TestClient
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from longroll.server.app import create_app
from tests.server.tables import Client, app_at, create

schema = schemathesis.openapi.from_dict(create_app("sqlite://").openapi_schema.to_schema())

#: How many requests are sent to each address; `make soak` sends more.
REQUESTS = int(os.environ.get("LONGROLL_REQUESTS", "12"))

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class Target:
    """A server with one battle; every other request is about a seat of it."""

    def __init__(self, client: Client) -> None:
        self.client = client
        table = create(client)
        table.set_up()
        self.tokens = [player.token for player in (table.union, table.confederate, table.watch)]
        self.sent = 0

    def send(self, case: Case[Any]) -> None:
        self.sent += 1
        if case.path.startswith("/api/seat") and self.sent % 4:
            case.headers["Authorization"] = f"Bearer {self.tokens[self.sent % 3]}"
        wanted = case.as_transport_kwargs(base_url="http://testserver")
        data = wanted.pop("data", None)
        if isinstance(data, (str, bytes)):
            wanted["content"] = data
        for unused in ("files", "cookies"):
            wanted.pop(unused, None)
        response = self.client.request(**wanted)
        assert b"Traceback" not in response.content
        if response.status_code == 405:  # a method nobody offers
            assert response.json()["error"]["what"]
            return
        case.validate_response(response, checks=CHECKS)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with TestClient(app_at(tmp_path_factory.mktemp("fuzz"))) as client:
        yield Target(client)


@schema.parametrize()
@settings(
    max_examples=REQUESTS,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_any_request_gets_a_documented_answer(case: Case[Any], target: Target) -> None:
    target.send(case)
