"""A table for the tests: an application, its battles, and players who choose by script."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from httpx import Client as HttpClient
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient, WebSocketTestSession

from longroll.kernel.dice import CHAIN, next_link
from longroll.server.app import create_app
from longroll.server.limits import Limits
from longroll.server.seats import new_token

#: Nothing a test does should meet a limit, unless the test is about limits.
FREE = Limits(
    frames=1e6,
    requests=1e6,
    burst=1_000_000,
    battles=1e6,
    battles_burst=1_000_000,
    listeners=10_000,
    sockets=1e6,
    sockets_burst=1_000_000,
    sockets_each=10_000,
)

Client = TestClient[Litestar]


def app_at(folder: Path, limits: Limits = FREE) -> Litestar:
    """The application with its battles in a file of the folder; the computer has no process."""
    return create_app(f"sqlite:///{folder / 'battles.db'}", limits, thinkers=0)


class Chain:
    """A player's chain of links, walked once; the same for every battle of a test."""

    def __init__(self, start: str) -> None:
        self._links = [start]

    def link(self, batch: int) -> str:
        while len(self._links) < CHAIN + 1:
            self._links.append(next_link(self._links[-1]))
        return self._links[CHAIN - 1 - batch]

    @property
    def anchor(self) -> str:
        return self.link(-1)


@cache
def chain(side: str) -> Chain:
    return Chain(sha256(side.encode()).hexdigest())


class Player:
    """Whoever holds a token. Links are given by themselves, as a browser gives them."""

    def __init__(self, client: HttpClient, token: str) -> None:
        self.client = client
        self.token = token
        #: Everybody whose links the dice may wait for.
        self.both: list[Player] = [self]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def protocols(self) -> list[str]:
        """What a WebSocket offers."""
        return ["longroll", f"seat.{self.token}"]

    def get(self, what: str = "", **query: Any) -> Response:
        return self.client.get(f"/api/seat{what}", params=query, headers=self.headers)

    def post(self, what: str, body: Any = None) -> Response:
        return self.client.post(f"/api/seat/{what}", json=body, headers=self.headers)

    def sit(self, nonce: str = "fife") -> dict[str, Any]:
        """Bring what the dice want of this seat."""
        moment = self.moment(after=10**6)
        dice = moment["dice"]
        if moment["seat"] not in moment["pending"]["seats"]:
            return moment
        brought = {"nonce": nonce}
        if dice["kind"] == "linked":
            brought = {"anchor": chain(moment["seat"]).anchor}
        return dict(good(self.post("sit", {"commitment": dice["commitment"], **brought})))

    def link(self) -> dict[str, Any]:
        """Give the link that is wanted of this seat."""
        moment = self.moment(after=10**6)
        wanted = moment["dice"]["wanted"]
        if wanted is None:
            return moment
        link = chain(moment["seat"]).link(wanted["batch"])
        return dict(good(self.post("link", {"batch": wanted["batch"], "link": link})))

    def moment(self, **query: Any) -> dict[str, Any]:
        """The moment with its whole log, unless `after` says otherwise."""
        moment: dict[str, Any] = good(self.get(**{"after": -1, **query}))
        return moment

    def live(self, query: str = "") -> WebSocketTestSession:
        """A live connection of the seat."""
        assert isinstance(self.client, TestClient)
        return self.client.websocket_connect(f"/api/live{query}", subprotocols=self.protocols)

    def choose(self, choice: str, at: int | None = None) -> dict[str, Any]:
        at = self.moment(after=10**6)["number"] if at is None else at
        moment: dict[str, Any] = good(self.post("choose", {"at": at, "choice": choice}))
        if moment["pending"]["links"]:
            for player in self.both:
                player.link()
            moment = self.moment(after=at)
        return moment

    def choices(self) -> list[str]:
        decision = self.moment(after=10**6)["view"]["decision"]
        return [choice["text"] for choice in decision["choices"]] if decision else []


class Table:
    """A battle between two players, with a spectator."""

    def __init__(self, client: HttpClient, made: dict[str, Any]) -> None:
        self.client = client
        self.id: str = made["battle"]
        self.commitment: str | None = made["commitment"]
        self.invitations: dict[str, str] = made["invitations"]
        self.players = {side: Player(client, token) for side, token in made["seats"].items()}
        self.watch = Player(client, made["watch"])
        for player in self.players.values():
            player.both = list(self.players.values())

    def moved(self, client: HttpClient) -> Table:
        """The same battle on another server, or on this one after a restart."""
        made: dict[str, Any] = {"battle": self.id, "watch": self.watch.token}
        made["seats"] = {side: player.token for side, player in self.players.items()}
        made |= {"invitations": self.invitations, "commitment": self.commitment}
        return Table(client, made)

    def join(self, side: str, token: str = "") -> Player:
        """A friend accepts the invitation to a side."""
        token = token or new_token()
        body = {"invitation": self.invitations[side], "token": token}
        good(self.client.post("/api/invitations", json=body))
        self.players[side] = Player(self.client, token)
        for player in self.players.values():
            player.both = list(self.players.values())
        return self.players[side]

    def sit(self) -> None:
        """Everybody brings what the dice want, and rolls what is rolled before the start."""
        for player in self.players.values():
            player.sit()
        for player in self.players.values():
            player.link()

    @property
    def union(self) -> Player:
        return self.players["union"]

    @property
    def confederate(self) -> Player:
        return self.players["confederate"]

    def asked(self) -> Player | None:
        """The player who is to choose."""
        waiting = self.watch.moment(after=10**6)["view"]["waiting_for"]
        return self.players[waiting] if waiting else None

    def set_up(self) -> None:
        """Both sides as they stood in 1863."""
        self.confederate.choose("historical")
        self.union.choose("historical")

    def play(self, until: Callable[[dict[str, Any]], bool], seed: int = 1) -> list[tuple[str, str]]:
        """Random choices, phases cut short, until the spectator's facts say so: what was chosen."""
        chance = Random(seed)
        said: list[tuple[str, str]] = []
        while not until(seen := self.watch.moment(after=10**6)["view"]):
            side = seen["waiting_for"]
            choices = self.players[side].choices()
            enough = "done" in choices and chance.random() < 0.2
            choice = "done" if enough else chance.choice(choices)
            self.players[side].choose(choice)
            said.append((side, choice))
        return said


def good(response: Response) -> Any:
    """The answer of a request that was served."""
    assert response.status_code in (200, 201), response.text
    return response.json()


def refused(response: Response, status: int) -> dict[str, Any]:
    """The error of a request that was not: always the same shape, never a traceback."""
    assert response.status_code == status, (response.status_code, response.text)
    error = msgspec.json.decode(response.content)["error"]
    assert set(error) == {"where", "what", "rule"}
    assert error["where"]
    assert error["what"]
    assert "Traceback" not in response.text
    return dict(error)


def create(
    client: HttpClient,
    union: str = "me",
    confederate: str = "me",
    seed: int | None = 1863,
    **more: Any,
) -> Table:
    """A new battle in which everybody has sat down.

    With a friend no seed is allowed: then the server's secret comes from it.
    """
    body = {
        "system": "stockade_redan",
        "scenario": "two-assaults",
        "options": {},
        "seats": {"union": {"who": union}, "confederate": {"who": confederate}},
        **more,
    }
    if seed is None or "friend" not in (union, confederate):
        table = Table(client, good(client.post("/api/battles", json={"seed": seed, **body})))
    else:
        with patch("longroll.server.games.new_secret", return_value=f"drum{seed}"):
            table = Table(client, good(client.post("/api/battles", json=body)))
    for side in table.invitations:
        table.join(side)
    table.sit()
    return table
