"""What the handlers of HTTP and WebSocket share: the application, who asks, and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from longroll.server.changes import lawful
from longroll.server.game import Game
from longroll.server.games import Games
from longroll.server.laboratory import Laboratory
from longroll.server.limits import Buckets, Limits
from longroll.server.seats import Seat
from longroll.server.upkeep import Upkeep
from longroll.server.wire import (
    CHOICE,
    ErrorBody,
)

T = TypeVar("T")

#: A seat's token. It is never part of an address, so that no proxy logs it.
Bearer = Annotated[
    str,
    HeaderParameter(
        name="Authorization",
        pattern="^Bearer [0-9A-Za-z_-]{1,64}$",
        description="`Bearer` and the seat's token.",
    ),
]
After = Annotated[
    int | None,
    QueryParameter(ge=-1, le=10_000_000, description="Log entries above this number, or none."),
]
At = Annotated[int | None, QueryParameter(ge=0, le=10_000_000, description="A moment of the past.")]
Said = Annotated[str, QueryParameter(max_length=CHOICE, description="A choice or a gesture.")]
Name = Annotated[str, QueryParameter(max_length=100)]
Slug = Annotated[str, PathParameter(max_length=100)]
#: A hex, a unit, or a point of a measured table.
Place = Annotated[str, QueryParameter(max_length=40)]

#: How a request may be refused.
WRONG = {
    code: ResponseSpec(ErrorBody, description=text, generate_examples=False)
    for code, text in {
        400: "Malformed.",
        403: "Not for this seat.",
        404: "Not found.",
        409: "Another moment, or another side's turn.",
        413: "Too large.",
        422: "The rules forbid it.",
        429: "Too fast.",
        503: "The server has too much to do.",
    }.items()
}


class App:
    """What the handlers share, kept in the state of the application."""

    def __init__(self, games: Games, limits: Limits, upkeep: Upkeep) -> None:
        self.games = games
        self.limits = limits
        self.upkeep = upkeep
        #: Whether the server was asked to stop.
        self.stopping = False
        self.lab = Laboratory()
        self.requests = Buckets(limits.requests, limits.burst)
        self.battles = Buckets(limits.battles, limits.battles_burst)


def shared(state: State) -> App:
    app: App = state.shared
    return app


def address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def encoded(body: bytes, kind: type[T]) -> Response[T]:
    """JSON that is already encoded, as the answer of a handler that declares its type."""
    content: Any = body
    return Response(content, media_type="application/json", status_code=HTTP_200_OK)


class Asker:
    """Who asks: the battle, the seat, and what the handlers share."""

    def __init__(self, app: App, game: Game, seat: Seat) -> None:
        self.games = app.games
        self.changes = app.games.changes
        self.limits = app.limits
        self.game = game
        self.seat = seat

    async def ask(self, work: Callable[[], T]) -> T:
        """Work out a question in a thread; a refusal by the rules becomes a fault."""
        with lawful():
            return await self.games.pools.asking.run(work)


async def asker(request: Request[Any, Any, Any], bearer: str) -> Asker:
    app = shared(request.app.state)
    game, seat = await app.games.find(bearer.removeprefix("Bearer "), address(request))
    return Asker(app, game, seat)
