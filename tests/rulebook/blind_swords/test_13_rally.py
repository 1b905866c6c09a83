"""13.0 Recover and Rebuild."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import rally
from longroll.systems.blind_swords.cohesion_events import Rebuilt, Recovered, Returned
from tests.rulebook.blind_swords.field import choices, field, refused, unit
from tests.rulebook.blind_swords.steps import number, state_of, told

PAIR = {"2005": "16oh", "2004": "42oh"}


def rallies(units: dict[str, str], order: str = "regroup", **given: Any) -> Battle:
    return field(units, active=f"decourcy {order}", step="rally", **given)


def rules(found: Any) -> list[str]:
    return [refusal.rule for refusal in found]


# When


@pytest.mark.rule("blind_swords:13.1.1")
def test_units_of_the_brigade_try_once_each_at_the_end_of_its_activation() -> None:
    states = {"16oh": {"hits": 2}, "42oh": {"hits": 1}, "49in": {"hits": 1}}
    battle = rallies({**PAIR, "2003": "49in"}, states=states, dice=(6, 6))
    assert choices(battle) == ["recover 16oh", "recover 42oh", "done"]
    assert refused(battle, "recover 49in") == ["blind_swords:13.1.1"]
    battle.play("recover 16oh")
    assert refused(battle, "recover 16oh") == ["blind_swords:13.1.1"]
    assert choices(battle) == ["recover 42oh", "done"]


@pytest.mark.rule("blind_swords:13.1.1")
@pytest.mark.parametrize(
    "order, recover, rebuild",
    [
        ("attack", False, False),
        ("defend", True, False),
        ("maneuver", False, False),
        ("regroup", True, True),
        ("limited", False, False),
    ],
)
def test_only_some_orders_let_units_rally(order: str, recover: bool, rebuild: bool) -> None:
    states: dict[str, Any] = {"16oh": {"hits": 1}, "42oh": {"worn": True}}
    units = {**PAIR, "2006": "29la-a", "2300": "54in", "2301": "3ms"}
    step = "fire" if order == "limited" else "rally" if recover or rebuild else "move"
    battle = field(units, active=f"decourcy {order}", step=step, states=states)
    state = state_of(battle)
    if state.active is None:
        pytest.skip("nothing to decide under this order")
    assert (rules(rally.bars_to_recover(state, number("16oh"))) == []) is recover
    assert (rules(rally.bars_to_rebuild(state, number("42oh"))) == []) is rebuild


@pytest.mark.rule("blind_swords:13.1.2")
def test_engaged_units_recover_but_do_not_rebuild() -> None:
    states: dict[str, Any] = {"16oh": {"hits": 1}, "42oh": {"worn": True}}
    battle = rallies({"2005": "16oh", "2004": "42oh", "2105": "29la-a"}, states=states)
    assert choices(battle) == ["recover 16oh", "done"]
    assert refused(battle, "rebuild 42oh") == ["blind_swords:13.1.2"]


@pytest.mark.rule("blind_swords:13.1.2")
@pytest.mark.parametrize("field_name", ["fired", "assaulted"])
def test_whoever_has_fought_does_not_rebuild(field_name: str) -> None:
    states: dict[str, Any] = {"16oh": {"hits": 1}, "42oh": {"worn": True}}
    given: dict[str, Any] = {"states": states, field_name: [number("42oh")]}
    battle = rallies(PAIR, **given)
    assert refused(battle, "rebuild 42oh") == ["blind_swords:13.1.2"]


@pytest.mark.rule("blind_swords:13.2.1")
@pytest.mark.rule("chickasaw_bayou:2.10h.3")
@pytest.mark.rule("chickasaw_bayou:2.10j.3")
@pytest.mark.parametrize("hex", ["2018", "5404"])
def test_nobody_rallies_in_bayou_or_cypress(hex: str) -> None:
    states: dict[str, Any] = {"16oh": {"hits": 1}, "22ky": {"worn": True}, "42oh": {"hits": 1}}
    units = {hex: "16oh", "2004": "42oh", "2118" if hex == "2018" else "5604": "22ky"}
    battle = rallies(units, states=states)
    assert refused(battle, "recover 16oh") == ["blind_swords:13.2.1"]
    assert refused(battle, "rebuild 22ky") == ["blind_swords:13.2.1"]


# Recover


@pytest.mark.rule("blind_swords:13.2.2")
@pytest.mark.parametrize(
    "units, die, left",
    [
        (PAIR, 4, 1),
        (PAIR, 5, 2),
        (PAIR, 1, 0),
        ({"2005": "16oh", "2003": "42oh"}, 3, 1),
        ({"2005": "16oh", "2003": "42oh"}, 4, 2),
    ],
)
def test_recover_at_or_below_the_printed_rating_less_one_without_support(
    units: dict[str, str], die: int, left: int
) -> None:
    battle = rallies(units, states={"16oh": {"hits": 2}}, dice=(die,))
    battle.play("recover 16oh")
    assert unit(battle, "16oh").hits == left
    [recovered] = told(battle, Recovered)
    assert recovered.rules == ("blind_swords:13.2.2",)
    assert recovered.removed == 2 - left


# Rebuild on the map


@pytest.mark.rule("blind_swords:13.2.3")
@pytest.mark.rule("blind_swords:13.2.4")
@pytest.mark.rule("blind_swords:13.2.5")
@pytest.mark.parametrize("die, worn", [(3, False), (4, True)])
def test_rebuild_on_the_map_at_the_rating_of_the_battleworn_side(die: int, worn: bool) -> None:
    battle = rallies(PAIR, states={"16oh": {"worn": True}}, dice=(die,))
    battle.play("rebuild 16oh")
    assert unit(battle, "16oh").worn is worn
    [rebuilt] = told(battle, Rebuilt)
    assert (rebuilt.printed, rebuilt.rating, rebuilt.rules) == (3, 3, ("blind_swords:13.2.5",))
    assert state_of(battle).rebuilt == frozenset()


@pytest.mark.rule("blind_swords:13.2.5")
def test_rebuild_needs_a_unit_without_hits_and_support_counts() -> None:
    states: dict[str, Any] = {"16oh": {"worn": True, "hits": 1}, "42oh": {"worn": True}}
    battle = rallies(PAIR, states=states, dice=(3,))
    assert refused(battle, "rebuild 16oh") == ["blind_swords:13.2.5"]
    battle.play("rebuild 42oh")
    # The 16th is Shaken and supports nobody.
    assert told(battle, Rebuilt)[0].rating == 2
    assert unit(battle, "42oh").worn


@pytest.mark.rule("blind_swords:13.2.4")
def test_a_fresh_unit_has_nothing_to_rebuild() -> None:
    battle = rallies(PAIR, states={"16oh": {"worn": True}})
    assert refused(battle, "rebuild 42oh") == ["blind_swords:13.2.4"]


@pytest.mark.rule("blind_swords:13.2.5")
@pytest.mark.rule("chickasaw_bayou:2.10h.14")
def test_a_rebuild_that_overfills_the_hex_displaces_somebody_but_not_into_bayou() -> None:
    """6 and 4 points become 10 and 4. Two of the hexes around 2019 are Bayou."""
    battle = rallies({"2019": "16oh lanphere"}, states={"16oh": {"worn": True}}, dice=(1,))
    battle.play("rebuild 16oh")
    assert choices(battle)
    terrain = state_of(battle).game.map.terrain
    assert {terrain[one.split()[-1]] for one in choices(battle)} == {"clear"}


# Rebuild from the Broken Track


@pytest.mark.rule("blind_swords:12.8.3")
@pytest.mark.parametrize("box", ["1", "2", "3", "4"])
def test_only_available_units_may_return(box: str) -> None:
    states: dict[str, Any] = {"16oh": {"box": box}, "42oh": {"hits": 1}}
    battle = rallies({"2004": "42oh"}, states=states)
    assert choices(battle) == ["recover 42oh", "done"]
    assert refused(battle, "rebuild 16oh") == ["blind_swords:12.8.3"]


@pytest.mark.rule("blind_swords:13.2.6")
@pytest.mark.rule("blind_swords:13.2.7")
@pytest.mark.rule("blind_swords:13.2.4")
def test_a_unit_returns_battleworn_beside_its_brigade() -> None:
    """Next to 2004, but not where an enemy is near, and not where there is no room."""
    states: dict[str, Any] = {"16oh": {"box": "available"}}
    units = {"2004": "22ky", "2005": "49in", "2205": "29la-a"}
    battle = rallies(units, states=states, dice=(3,))
    battle.play("rebuild 16oh")
    [rebuilt] = told(battle, Rebuilt)
    assert (rebuilt.rating, rebuilt.rules) == (3, ("blind_swords:13.2.6",))
    assert choices(battle) == [
        "place 16oh 1904",
        "place 16oh 1905",
        "place 16oh 2003",
        "place 16oh 2104",
    ]
    assert refused(battle, "place 16oh 2105") == ["blind_swords:13.2.7"]
    battle.play("place 16oh 2104")
    own = unit(battle, "16oh")
    assert (own.hex, own.worn, own.box) == ("2104", True, "")
    assert told(battle, Returned)[0].rules == ("blind_swords:13.2.7",)
    assert state_of(battle).rebuilt == {number("16oh")}


@pytest.mark.rule("blind_swords:13.2.7")
def test_without_its_brigade_a_unit_returns_at_its_own_edge() -> None:
    states: dict[str, Any] = {"16oh": {"box": "available"}}
    battle = rallies({"2404": "29la-a"}, states=states, dice=(1,))
    battle.play("rebuild 16oh")
    places = [one.split()[-1] for one in choices(battle)]
    assert places
    assert all(hex.endswith("00") for hex in places)
    assert "4200" not in places  # Bayou


@pytest.mark.rule("blind_swords:13.2.6")
def test_an_available_unit_that_fails_stays_where_it_is() -> None:
    states: dict[str, Any] = {"16oh": {"box": "available"}}
    battle = rallies({"2004": "22ky"}, states=states, dice=(4,))
    battle.play("rebuild 16oh")
    assert unit(battle, "16oh").box == "available"
    assert state_of(battle).rebuilt == frozenset()


# Guns


def guns(units: dict[str, str], id: str, **given: Any) -> tuple[list[str], list[str], list[str]]:
    """What bars guns from Recover, Rebuild and resupply."""
    state = state_of(field(units, phase="B", **given))
    unit = number(id)
    return (
        rules(rally.bars_to_recover(state, unit)),
        rules(rally.bars_to_rebuild(state, unit)),
        rules(rally.bars_to_resupply(state, unit)),
    )


@pytest.mark.rule("blind_swords:13.4.1")
def test_idle_guns_recover_or_resupply_or_rebuild() -> None:
    units = {"2005": "lanphere", "2004": "16oh"}
    state: dict[str, Any] = {"hits": 1, "low_ammo": 1, "worn": True}
    assert guns(units, "lanphere", states={"lanphere": state}) == ([], ["blind_swords:13.2.5"], [])
    state = {"worn": True}
    assert guns(units, "lanphere", states={"lanphere": state})[1] == []
    state = {"hits": 1, "low_ammo": 1}
    enemy = {**units, "2006": "29la-a"}
    found = guns(enemy, "lanphere", states={"lanphere": state})
    assert (found[0], found[2]) == (["blind_swords:13.4.1"], ["blind_swords:13.4.1"])


@pytest.mark.rule("blind_swords:13.4.1")
@pytest.mark.parametrize("done", ["moved", "fired"])
def test_guns_that_moved_or_fired_do_not_rally(done: str) -> None:
    units = {"2005": "lanphere", "1900": "foster"}
    states = {"lanphere": {"hits": 1, "low_ammo": 1}, "foster": {"hits": 1}}
    state = state_of(field(units, phase="B", states=states))
    state.mark(done, (number("lanphere"),))
    assert rules(rally.bars_to_recover(state, number("lanphere"))) == ["blind_swords:13.4.1"]


@pytest.mark.rule("blind_swords:13.4.1")
@pytest.mark.parametrize("die, left", [(2, 1), (3, 2)])
def test_guns_roll_for_ammunition_as_they_recover(die: int, left: int) -> None:
    """Alone, so the rating of 3 is 2."""
    states = {"lanphere": {"low_ammo": 2}}
    state = state_of(field({"2005": "lanphere"}, phase="B", states=states))
    umpire = Umpire(Scripted([die]))
    rally.resupply(state, number("lanphere"), umpire)
    assert state.units[number("lanphere")].low_ammo == left
    assert umpire.events[0].rules == ("blind_swords:13.4.1",)
    assert number("lanphere") in state.rallied
