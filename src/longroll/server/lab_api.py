"""The lab over HTTP: begin a run, watch it, stop it, read its report."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from longroll.server.faults import NotFound, TooFast
from longroll.server.handling import WRONG, Slug, address, shared
from longroll.server.wire import NewRun, RunFacts

#: A report is a page of its own: it brings its style and asks for nothing.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


@post("/lab/runs", responses=WRONG)
async def begin(data: JSONBody[NewRun], state: State, request: Request[Any, Any, Any]) -> RunFacts:
    """Play a scenario some times, computer against computer."""
    app = shared(state)
    if not app.battles.take(address(request)):
        raise TooFast("request", "too many runs from this address: wait a moment")
    return (await app.games.pools.opening.run(app.lab.begin, data)).facts()


@get("/lab/runs/{id:str}", sync_to_thread=False, responses=WRONG)
def watch(id: Slug, state: State) -> RunFacts:
    """How far a run is."""
    return shared(state).lab.find(id).facts()


@post("/lab/runs/{id:str}/stop", status_code=HTTP_200_OK, sync_to_thread=False, responses=WRONG)
def stop(id: Slug, state: State) -> RunFacts:
    """Stop a run; what was played is reported."""
    run = shared(state).lab.find(id)
    run.stop.set()
    return run.facts()


@get("/lab/runs/{id:str}/report", sync_to_thread=False, responses=WRONG, media_type="text/html")
def report(id: Slug, state: State) -> Response[bytes]:
    """The report of a run that is over."""
    found = shared(state).lab.find(id).report
    if not found:
        raise NotFound("id", "the run has no report yet")
    return Response(
        found,
        media_type="text/html",
        headers={"content-security-policy": REPORT_POLICY},
    )


HANDLERS = [begin, watch, stop, report]
