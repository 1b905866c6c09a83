"""A table for the tests: an application, its battles, and players who choose by script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from httpx import Client as HttpClient
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from longroll.server.app import create_app
from longroll.server.limits import Limits

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


class Player:
    """Whoever holds a token."""

    def __init__(self, client: HttpClient, token: str) -> None:
        self.client = client
        self.token = token

    def get(self, what: str = "", **query: Any) -> Response:
        return self.client.get(f"/api/seats/{self.token}{what}", params=query)

    def post(self, what: str, body: Any = None) -> Response:
        return self.client.post(f"/api/seats/{self.token}/{what}", json=body)

    def moment(self, **query: Any) -> dict[str, Any]:
        moment: dict[str, Any] = good(self.get(**query))
        return moment

    def choose(self, choice: str, at: int | None = None) -> dict[str, Any]:
        at = self.moment(after=10**6)["number"] if at is None else at
        moment: dict[str, Any] = good(self.post("choose", {"at": at, "choice": choice}))
        return moment

    def choices(self) -> list[str]:
        decision = self.moment(after=10**6)["view"]["decision"]
        return decision["choices"] if decision else []


class Table:
    """A battle between two players, with a spectator."""

    def __init__(self, client: HttpClient, made: dict[str, Any]) -> None:
        self.client = client
        self.id: str = made["battle"]
        self.players = {side: Player(client, token) for side, token in made["seats"].items()}
        self.watch = Player(client, made["watch"])

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
        self.confederate.choose("historical", 0)
        self.union.choose("historical", 1)

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
    """A new battle. With a friend no seed is allowed: then the server's secret comes from it.

    The dice are the same again if the friend's nonce is.
    """
    body = {
        "system": "stockade_redan",
        "scenario": "two-assaults",
        "options": {},
        "seats": {"union": {"who": union}, "confederate": {"who": confederate}},
        **more,
    }
    if seed is None or "friend" not in (union, confederate):
        return Table(client, good(client.post("/api/battles", json={"seed": seed, **body})))
    with patch("longroll.server.games.new_secret", return_value=f"drum{seed}"):
        return Table(client, good(client.post("/api/battles", json={"nonce": "fife", **body})))
