"""What machines ask the server: whether it is alive, whether it is ready, and its metrics."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Any

from litestar import Request, Response, Router, get
from litestar.datastructures import State

from longroll.server import metrics
from longroll.server.faults import NotFound
from longroll.server.handling import address, shared

#: How long the database may take to answer, in seconds.
PATIENCE = 1.0

_FRESH = {"cache-control": "no-store"}


@get("/health/live", sync_to_thread=False)
def is_live() -> Response[dict[str, str]]:
    """200 as long as the process answers."""
    return Response({"status": "ok"}, headers=_FRESH)


@get("/health/ready")
async def is_ready(state: State) -> Response[dict[str, str]]:
    """200 if the server is not about to stop and its database answers; otherwise 503."""
    app = shared(state)
    status = "stopping" if app.stopping else "ok"
    if not app.stopping:
        try:
            answers = await asyncio.wait_for(app.games.storage.is_ready(), PATIENCE)
        except TimeoutError:
            answers = False
        if not answers:
            status = "the database does not answer"
    return Response({"status": status}, status_code=200 if status == "ok" else 503, headers=_FRESH)


@get("/metrics")
async def show_metrics(request: Request[Any, Any, Any], state: State) -> Response[str]:
    """The metrics, for this machine; for others if the server was configured so."""
    app = shared(state)
    if not app.upkeep.metrics and not _is_loopback(address(request)):
        raise NotFound("address", "there is no /metrics")
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return Response(metrics.text(app.games), media_type=kind, headers=_FRESH)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def _unlimited(request: Request[Any, Any, Any]) -> None:
    """Replaces the limits of the application: monitoring must always get through."""


def router() -> Router:
    return Router(
        "/",
        route_handlers=[is_live, is_ready, show_metrics],
        before_request=_unlimited,
        include_in_schema=False,
    )
