"""The application: routes, faults, limits, headers, and what opens and closes with it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import longroll
from longroll.server import api, health, hearing, live, metrics, pages
from longroll.server.database import default_url, is_postgres
from longroll.server.faults import Fault, TooFast, TooMuch
from longroll.server.games import Games
from longroll.server.handling import App, address, shared
from longroll.server.limits import Limits, network
from longroll.server.pools import asker
from longroll.server.storage import Storage
from longroll.server.thinkers import Thinkers, default_count
from longroll.server.upkeep import Upkeep, tend
from longroll.server.warming import warm_up
from longroll.server.wire import ErrorBody, Trouble

log = logging.getLogger("longroll.server")


def create_app(
    database_url: str | None = None,
    limits: Limits | None = None,
    thinkers: int | None = None,
    upkeep: Upkeep | None = None,
) -> Litestar:
    """The server as an ASGI application; docs/server.md.

    Without a URL, battles are kept where `default_url` says. `thinkers` is the number of processes
    for computer players; with 0 they think in a thread.
    """
    limits = limits or Limits()
    upkeep = upkeep or Upkeep()
    count = default_count() if thinkers is None else thinkers

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        url = database_url or default_url()
        storage = Storage(url, name=secrets.token_hex(8))
        await storage.open()
        warm_up()
        games = Games(storage, Thinkers(count), limits.room)
        app.state.shared = App(games, limits, upkeep)
        tasks = [asyncio.create_task(tend(games, upkeep))]
        if is_postgres(url):
            tasks.append(asyncio.create_task(hearing.hear(storage, games)))
        try:
            yield
        finally:
            stop_soon(app)
            for task in tasks:
                await hearing.stop(task)
            await asyncio.to_thread(app.state.shared.lab.close)
            await games.close()
            await storage.close()

    return Litestar(
        route_handlers=[api.router(limits), live.live, health.router(), pages.page],
        lifespan=[opened],
        before_request=_not_too_fast,
        before_send=[pages.add_headers],
        request_class=_Incoming,
        exception_handlers={Fault: _fault, HTTPException: _http, Exception: _bug},
        request_max_body_size=limits.body,
        openapi_config=OpenAPIConfig(
            title="Long Roll",
            version=longroll.__version__,
            description="Battles, seats, choices. docs/server.md explains the rest.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            use_handler_docstrings=True,
        ),
        debug=False,
        logging_config=None,
    )


def stop_soon(app: Litestar) -> float:
    """From now on report that the server is not ready; returns for how many seconds to go on."""
    shared(app.state).stopping = True
    return shared(app.state).upkeep.drain


class _Incoming(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException:  # the framework's name for a client that went away
            raise Fault("body", "it did not arrive") from None
        except RequestEntityTooLarge:
            limit = self.route_handler.resolve_request_max_body_size()
            raise TooMuch("body", f"at most {limit} bytes are read here") from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise Fault("body", f"not JSON: {error}") from None


async def _not_too_fast(request: Request[Any, Any, Any]) -> None:
    app = shared(request.app.state)
    asker.set(network(address(request)))
    if not app.requests.take(address(request)):
        raise TooFast("request", "too many requests from this address: wait a moment")
    length = request.headers.get("content-length", "0")
    limit = _limit(app.limits, request.scope["path"])
    if length.isdecimal() and int(length) > limit:
        raise HTTPException(status_code=413, detail=f"at most {limit} bytes are read here")


def _limit(limits: Limits, path: str) -> int:
    if path.startswith("/api/scenarios"):
        return limits.scenario
    return limits.record if path.startswith("/api/records") else limits.body


def _answer(status: int, where: str, what: str, rule: str | None = None) -> Response[ErrorBody]:
    metrics.FAULTS.add(str(status))
    return Response(ErrorBody(Trouble(where, what, rule)), status_code=status)


def _fault(request: Request[Any, Any, Any], fault: Fault) -> Response[ErrorBody]:
    if fault.status >= 500:
        log.error("%s", fault)
    return _answer(fault.status, fault.where, fault.what, fault.rule)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """What the framework refuses by itself: unknown addresses, bodies of the wrong shape."""
    what, where = error.detail, "request"
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict):
            where = str(first.get("key") or first.get("source") or where)
            what = str(first.get("message") or what)
        if where == what.strip("'") == "data":
            where, what = "body", "it is missing"
    status = error.status_code if error.status_code < 500 else 500
    if status == 500:
        log.error("%s: %s", request.scope.get("path_template"), error)
        what = "the server made a mistake; nothing was lost"
    return _answer(status, where, what)


def _bug(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    log.error("%s", request.scope.get("path_template"), exc_info=error)
    return _answer(500, "server", "the server made a mistake; nothing was lost")
