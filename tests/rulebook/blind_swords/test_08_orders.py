"""8.0 Orders: what each lets a brigade do, and how far it goes."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords import movement
from tests.rulebook.blind_swords.chits import drawing, state_of
from tests.rulebook.blind_swords.field import choices, field, play, refused

#: A unit two hexes from the enemy, and one next to him.
UNITS = {"2909": "16oh", "3010": "22ky", "2911": "40ga"}


def allowances(order: str) -> tuple[int, int]:
    """Points of infantry and of cavalry under an order."""
    state = state_of(field({"2910": "49in", "2905": "3il-cav"}, active=f"lindsey {order}"))
    number = state.game.roster.number
    halves = [movement.allowance(state, number[unit]) for unit in ("49in", "3il-cav")]
    return halves[0] // 2, halves[1] // 2


@pytest.mark.rule(
    "blind_swords:8.2.2",
    "blind_swords:8.3.2",
    "blind_swords:8.4.3",
    "blind_swords:8.5.3",
    "blind_swords:8.1.4",
    "chickasaw_bayou:series.movement_allowance",
)
def test_how_far_an_order_lets_units_go() -> None:
    assert allowances("attack") == (5, 8)
    assert allowances("defend") == (3, 5)
    assert allowances("maneuver") == (6, 10)
    assert allowances("regroup") == (2, 4)


def verbs(order: str, step: str) -> set[str]:
    """The verbs that a brigade under an order is offered from a step on."""
    states = {"16oh": {"hits": 1}}
    battle = field(UNITS, active=f"decourcy {order}", step=step, states=states)
    return {one.split()[0] for one in choices(battle)}


@pytest.mark.rule("blind_swords:8.2.1", "blind_swords:8.1.2")
def test_attack() -> None:
    assert verbs("attack", "fire") == {"fire", "done"}
    assert verbs("attack", "move") == {"move", "done"}
    assert verbs("attack", "assault") == {"assault", "done"}
    battle = field(UNITS, active="decourcy attack", step="move")
    play(battle, "move 16oh")
    assert "to 2910" in choices(battle)
    # No rally: after the assaults the activation is over.
    last = field(UNITS, active="decourcy attack", step="assault", cup=["fog"])
    play(last, "done")
    assert choices(last) == ["draw"]


@pytest.mark.rule("blind_swords:8.3.1")
def test_defend() -> None:
    assert verbs("defend", "fire") == {"fire", "done"}
    battle = field(UNITS, active="decourcy defend", step="move", states={"16oh": {"hits": 1}})
    play(battle, "move 16oh")
    assert refused(battle, "to 2910") == ["blind_swords:10.6.2"]
    play(battle, "stop", "done")
    assert choices(battle) == ["recover 16oh", "done"]
    assert refused(battle, "assault 2911 3010") == ["blind_swords:4.1.1"]
    worn = field(UNITS, active="decourcy defend", step="rally", states={"16oh": {"worn": True}})
    assert refused(worn, "rebuild 16oh")


@pytest.mark.rule("blind_swords:8.4.1", "blind_swords:8.4.2", "chickasaw_bayou:series.march_column")
def test_maneuver() -> None:
    assert verbs("maneuver", "fire") == {"move", "done"}
    battle = field(UNITS, active="decourcy maneuver", step="move", cup=["fog"])
    play(battle, "move 16oh")
    assert refused(battle, "to 2910") == ["blind_swords:10.6.2"]
    play(battle, "stop", "done")
    assert choices(battle) == ["draw"]
    # On a pike infantry may march in column, under this order only.
    state = state_of(battle)
    start, to = next(link for link, kind in state.game.field.links.items() if kind == "pike")
    column = field({start: "16oh"}, active="decourcy maneuver", step="move")
    play(column, "move 16oh")
    assert f"column {to}" in choices(column)
    other = field({start: "16oh"}, active="decourcy attack", step="move")
    play(other, "move 16oh")
    assert "blind_swords:10.5a.1" in refused(other, f"column {to}")


@pytest.mark.rule("blind_swords:8.5.1", "blind_swords:8.5.2", "blind_swords:8.5.3")
def test_regroup() -> None:
    assert verbs("regroup", "fire") == {"move", "done"}
    states: dict[str, dict[str, int]] = {"16oh": {"worn": True}, "22ky": {"hits": 1}}
    battle = field(UNITS, active="decourcy regroup", step="move", states=states)
    play(battle, "move 16oh")
    assert refused(battle, "to 2910") == ["blind_swords:10.6.2"]
    play(battle, "stop", "done")
    assert {"rebuild 16oh", "recover 22ky"} <= {*choices(battle)}


@pytest.mark.rule("blind_swords:8.1.4")
def test_nothing_that_an_order_permits_is_compulsory() -> None:
    battle = field(UNITS, active="decourcy attack", cup=["fog"])
    play(battle, "done", "done", "done")
    assert choices(battle) == ["draw"]


@pytest.mark.rule("blind_swords:8.1.3")
def test_orders_are_given_anew() -> None:
    battle = drawing({"2910": "16oh"}, ("morgan", "sherman"), (1, 1, 1, 4))
    play(battle, "draw", "activate decourcy", "order attack", "done", "draw")
    play(battle, "activate decourcy")
    assert choices(battle) == ["order attack", "order defend", "order maneuver", "order regroup"]


@pytest.mark.rule(
    "blind_swords:8.6.1", "blind_swords:8.6.2", "chickasaw_bayou:series.limited_activation"
)
def test_a_limited_activation_only_fires_at_neighbours() -> None:
    units = UNITS | {"3008": "62tn"}
    battle = field(units, active="decourcy limited", cup=["fog"], timber={"3009": "half"})
    assert choices(battle) == ["fire 2911", "fire 3008", "done"]
    far = field({"2909": "16oh", "2911": "40ga"}, active="decourcy limited", cup=["fog"])
    # Nobody is next to the enemy: nothing is asked, no Pioneer placed, nobody moves.
    assert choices(far) == ["draw"]
    play(battle, "done")
    assert choices(battle) == ["draw"]
