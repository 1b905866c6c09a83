"""21.3 Sharpshooters."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.events import Depleted, Fired
from tests.rulebook.corinth.field import field
from tests.support import only, play

_SOUTH = {"facing": "S"}


def _fire(firers: str, die: int, *more: int) -> tuple[Fired, list[object]]:
    states = dict.fromkeys(firers.split(), _SOUTH)
    battle = field(f"2940 {firers} | 2941 7il", [die, *more], states=states)
    adds = [f"add {id} 2" for id in firers.split()]
    events = play(battle, "fire 2941", *adds, "resolve")
    return only(events, Fired), list(events)


@pytest.mark.rule("corinth:21.3.1")
def test_five_units_are_sharpshooters() -> None:
    found = {piece.id for piece in CORINTH.roster.pieces if piece.sharpshooter}
    assert found == {"14mo-ss", "64il-ss", "rapley", "stirman", "caruthers"}


@pytest.mark.rule("corinth:21.3.2")
def test_sharpshooters_alone_add_one() -> None:
    fired, _ = _fire("stirman", 4, 1, 1, 1)
    assert [(line.value, line.rule) for line in fired.die_lines] == [(1, "corinth:21.3.2")]
    assert fired.die == 5


@pytest.mark.rule("corinth:21.3.2")
def test_two_sharpshooters_together_add_one() -> None:
    fired, _ = _fire("stirman rapley", 4, 1, 1, 1)
    assert fired.die == 5


@pytest.mark.rule("corinth:21.3.2")
def test_others_beside_them_spoil_it() -> None:
    fired, _ = _fire("stirman 2tx", 4, 1, 1, 1)
    assert (fired.die, fired.die_lines) == (4, ())


@pytest.mark.rule("corinth:21.3.2")
def test_above_six_is_six() -> None:
    fired, _ = _fire("stirman", 6, 1, 1, 1)
    assert fired.die == 6


@pytest.mark.rule("corinth:21.3.3")
def test_their_natural_one_still_asks_for_ammunition() -> None:
    fired, events = _fire("stirman", 1, 6, 1, 1)
    assert fired.die == 2
    assert any(isinstance(event, Depleted) for event in events)
    fired, events = _fire("stirman", 2, 1, 1, 1)
    assert not any(isinstance(event, Depleted) for event in events)
