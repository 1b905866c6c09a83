"""`longroll bench`, with and without the peer."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from longroll.cli.peers import PEERS
from tests.cli.terminal import Longroll


class Player:
    """Takes the first action there is."""

    def __init__(self, colour: int) -> None:
        self.colour = colour

    def decide(self, game: object, playable_actions: list[str]) -> str:
        return playable_actions[0]


class Game:
    """Plays like Catanatron's, in no time: a roll that is forced, then a choice."""

    def __init__(self, players: list[Any], seed: int) -> None:
        self.players = players
        self.state = SimpleNamespace(actions=[])

    def play(self) -> None:
        player = self.players[0]
        self.state.actions += [player.decide(self, ["roll"]), player.decide(self, ["end", "build"])]


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> None:
    catanatron = ModuleType("catanatron")
    colours = SimpleNamespace(RED=1, BLUE=2, WHITE=3, ORANGE=4)
    vars(catanatron).update(Game=Game, RandomPlayer=Player, Color=colours)
    monkeypatch.setitem(sys.modules, "catanatron", catanatron)


@pytest.fixture
def no_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)


@pytest.mark.usefixtures("no_peer")
def test_without_the_peer_the_systems_are_measured_alone(longroll: Longroll) -> None:
    ran = longroll("bench", "stockade_redan", "--seconds", "0.01", "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert told["peer"] is None
    numbers = told["systems"]["stockade_redan"]
    assert numbers["times_peer"] is None
    for name in ("decisions_per_second", "copy_microseconds", "view_microseconds"):
        assert numbers[name] > 0
    assert numbers["hash_microseconds"] > 0


@pytest.mark.usefixtures("peer")
def test_with_the_peer_the_ratio_is_told(longroll: Longroll) -> None:
    told = json.loads(longroll("bench", "stockade_redan", "--seconds", "0.01", "--json").out)
    assert told["peer"]["name"] == "catanatron"
    assert told["peer"]["actions_per_second"] > 0
    assert told["peer"]["free_share"] == 0.5
    ratio = told["systems"]["stockade_redan"]["times_peer"]
    expected = (
        told["systems"]["stockade_redan"]["decisions_per_second"]
        / told["peer"]["actions_per_second"]
    )
    assert ratio == pytest.approx(expected, abs=0.01)


@pytest.mark.usefixtures("no_peer")
def test_the_table_says_when_the_peer_is_missing(longroll: Longroll) -> None:
    out = longroll("bench", "stockade_redan", "--seconds", "0.01").out
    assert "stockade_redan" in out
    assert "Catanatron is not installed" in out


@pytest.mark.usefixtures("peer")
def test_the_table_shows_the_peer(longroll: Longroll) -> None:
    out = longroll("bench", "stockade_redan", "--seconds", "0.01").out
    assert "catanatron" in out
    assert "1.00" in out
    assert "50% were chosen from more than one" in out


@pytest.mark.usefixtures("no_peer")
def test_odds_and_lines_of_sight_are_timed(longroll: Longroll) -> None:
    names = ("gbacw", "mckie")
    told = json.loads(longroll("bench", *names, "--seconds", "0.01", "--json").out)
    assert sorted(told["systems"]) == sorted(names)
    assert told["systems"]["gbacw"]["odds_milliseconds"] > 0
    assert told["systems"]["gbacw"]["sight_microseconds"] > 0
    assert told["systems"]["mckie"]["sight_microseconds"] is None
    assert told["battles_an_hour"] == {}
    assert told["python"].startswith("3.")


def test_an_unknown_system_is_refused(longroll: Longroll) -> None:
    ran = longroll("bench", "nowhere")
    assert ran.code == 2
    assert "nowhere" in ran.err


def test_other_engines_play_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, make in PEERS.items():
        play = make()
        if play is not None:
            assert play(0.01, 1) > 0, name
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert [make() for make in PEERS.values()] == [None, None]
