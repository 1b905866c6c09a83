"""27.0 Retreats: towards home, off the map, and back."""

from typing import Any

import pytest

from longroll import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.assault_areas import entry_cost, rows
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.retreats import FellBackOffMap, home_area
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import BEFORE, ROUT, ways
from longroll.systems.gbacw.state import CAPTURED, ELIMINATED
from tests.rulebook.corinth.asking import asked
from tests.rulebook.corinth.field import SYSTEM, field, number, state, unit, where
from tests.support import offered, only, play, refused, rules_against

#: Maury came through D, Lovell through E.
AREAS = {"maury": "D", "lovell": "E"}
#: Regiments in column hold no zones.
BLOCKERS = ("7il", "50il", "57il", "52il", "2ia", "7ia")


def retreating(
    units: str,
    id: str,
    length: int = 3,
    cause: str = ROUT,
    states: dict[str, Any] | None = None,
    dice: tuple[int, ...] = (),
    **more: Any,
) -> Battle:
    """A field where a unit has to fall back now."""
    states = {one: {"formation": "column"} for one in units.split() if one in BLOCKERS} | (
        states or {}
    )
    phasing = "confederate" if number(id) in CORINTH.roster.of_side["confederate"] else "union"
    battle = field(units, phasing=phasing, phase="B", states=states, more={"areas": AREAS, **more})
    facts = state(battle)
    who = number(id)
    facts.agenda.append(Retreat(phasing, (who,), length, (facts.hex_of(who),), cause))
    return Battle(SYSTEM, facts, Scripted(dice))


def around(hex: str, *hexes: str) -> str:
    """Blockers in some neighbours of a hex."""
    assert set(hexes) <= set(CORINTH.grid.adjacent[hex])
    return "".join(f" | {near} {id}" for near, id in zip(hexes, BLOCKERS, strict=False))


def steps(battle: Battle) -> list[str]:
    return [choice.removeprefix("to ") for choice in offered(battle) if choice.startswith("to ")]


# Which way


@pytest.mark.rule("corinth:27.0")
def test_a_retreat_never_leads_forward() -> None:
    battle = retreating("1010 18ar" + around("1010", "1009", "1110", "0910"), "18ar", 1)
    assert unit(battle, "18ar").fate == CAPTURED
    free = retreating("1010 18ar" + around("1010", "1009", "1110"), "18ar", 1)
    assert where(free, "18ar") == "0910"


@pytest.mark.rule("corinth:27.0")
@pytest.mark.parametrize(
    "id, hex", [("18ar", "1020"), ("9ar", "1412"), ("7il", "2020"), ("50il", "3030")]
)
def test_every_way_home_ends_nearer_to_it(id: str, hex: str) -> None:
    battle = retreating(f"{hex} {id}", id)
    goal = (
        CORINTH.map.zones["corinth"]
        if id.endswith("il")
        else rows(CORINTH.ground)[AREAS["maury" if id == "18ar" else "lovell"]]
    )
    far = min(CORINTH.grid.distance(hex, other) for other in goal)
    for near in steps(battle):
        assert min(CORINTH.grid.distance(near, other) for other in goal) == far - 1


@pytest.mark.rule("corinth:27.1.1")
def test_confederates_take_the_straight_road_to_their_assault_area() -> None:
    battle = retreating("1010 18ar", "18ar")
    assert where(battle, "18ar") == "1007"
    other = retreating("1010 18ar", "18ar", areas={"maury": "A"})
    assert steps(other) == ["1009", "1110"]


@pytest.mark.rule("corinth:27.1.1")
def test_others_refused_while_the_straight_road_is_open() -> None:
    battle = retreating("1010 18ar", "18ar", areas={"maury": "A"})
    for hex in ("0910", "0911", "1011", "1111"):
        assert rules_against(battle, f"to {hex}") == ["gbacw:14.4.1"]


@pytest.mark.rule("corinth:27.1.1")
def test_they_turn_aside_for_union_units_and_their_zones() -> None:
    blocked = retreating("1010 18ar" + around("1010", "1009"), "18ar", 1)
    assert set(steps(blocked)) == {"0910", "1110"}
    zoned = retreating("1010 18ar | 1008 21mo", "18ar", 1, states={"21mo": {"facing": 3}})
    assert "1009" not in steps(zoned)


@pytest.mark.rule("corinth:27.1.1")
def test_friends_are_no_reason_to_turn_from_home() -> None:
    friends = " | 1009 19ar | 1110 20ar | 0910 21ar"
    facts = state(field("1010 18ar" + friends, phase="B", more={"areas": AREAS}))
    assert ways(facts, (number("18ar"),), ("1010",), 1, ROUT) == [("1009",)]


@pytest.mark.rule("corinth:27.1.1")
def test_attached_units_go_home_with_their_division() -> None:
    battle = retreating(
        "1412 sengstak",
        "sengstak",
        attached={str(number("sengstak")): "lovell"},
        states={"sengstak": {"formation": "limbered"}},
    )
    assert home_area(state(battle), number("sengstak")) == "E"


@pytest.mark.rule("corinth:27.2.1")
def test_the_union_takes_the_straight_road_to_corinth() -> None:
    battle = retreating("2030 7ia", "7ia", states={"7ia": {}})
    assert where(battle, "7ia") == "2332"


@pytest.mark.rule("corinth:27.2.1")
def test_the_union_turns_aside_for_confederates() -> None:
    free = retreating("2030 7ia", "7ia", 1)
    assert where(free, "7ia") == "2131"
    blocked = retreating("2030 7ia | 2131 2tx", "7ia", 1, states={"2tx": {"formation": "column"}})
    assert where(blocked, "7ia") != "2131"


@pytest.mark.rule("corinth:27.2.2")
def test_without_a_way_to_corinth_the_union_goes_southeast() -> None:
    columns = {id: {"formation": "column"} for id in ("2tx", "9ar", "31al")}
    battle = retreating("2840 7ia | 2839 2tx | 2940 9ar | 2740 31al", "7ia", 1, states=columns)
    assert where(battle, "7ia") == "2941"


@pytest.mark.rule("corinth:27.2.2")
def test_from_the_town_itself_the_union_goes_southeast() -> None:
    battle = retreating("2536 7ia", "7ia")
    far = CORINTH.grid.distance("2536", "3945")
    assert steps(battle)
    assert all(CORINTH.grid.distance(hex, "3945") < far for hex in steps(battle))


# Off the map


@pytest.mark.rule("corinth:27.1.2")
def test_confederates_forced_off_the_map_are_eliminated() -> None:
    battle = retreating("3901 18ar" + around("3901", "3801", "3902"), "18ar")
    assert unit(battle, "18ar").fate == ELIMINATED
    assert unit(battle, "18ar").killed == 3
    inside = retreating("1010 18ar" + around("1010", "1009", "1110", "0910"), "18ar", 1)
    assert unit(inside, "18ar").fate == CAPTURED


@pytest.mark.rule("corinth:27.2.3")
def test_the_union_forced_off_the_map_is_eliminated() -> None:
    columns = {id: {"formation": "column"} for id in ("2tx", "9ar", "31al")}
    battle = retreating("3945 21mo | 3944 2tx | 3844 9ar | 3845 31al", "21mo", states=columns)
    assert unit(battle, "21mo").fate == ELIMINATED
    assert state(battle).brigades["mcarthur"].boxes == 4


# Into Assault Areas


def withheld(area: str) -> dict[str, Any]:
    return {"withheld": {area: [number("adams")]}}


@pytest.mark.rule("corinth:27.3.1")
def test_cavalry_off_the_map_saves_who_flees_there() -> None:
    battle = retreating("0801 18ar", "18ar", states={"18ar": {"routed": True}}, **withheld("D"))
    gone = unit(battle, "18ar")
    assert (gone.hex, gone.fate, gone.strength) == ("", "", 3)
    assert gone.routed
    assert state(battle).returning == {number("18ar"): "D"}
    only(battle.past.events, FellBackOffMap)


@pytest.mark.rule("corinth:27.3.1")
def test_they_come_back_in_the_next_movement_phase() -> None:
    battle = retreating("0801 18ar | 1010 2tx", "18ar", **withheld("D"))
    with refused("corinth:27.3.1"):
        battle.play("enter 18ar 0801")
    waits = {"areas": AREAS, "returning": {str(number("18ar")): "D"}}
    later = field("0803 cabell 19ar | 3030 7il", phase="B", more=waits)
    assert "enter 18ar 0801" in offered(later)
    assert rules_against(later, "enter 18ar 1201") == ["corinth:27.3.1"]
    play(later, "enter 18ar 0801")
    assert where(later, "18ar") == "0801"
    assert unit(later, "18ar").moved
    assert not state(later).returning
    cost = entry_cost(state(later), number("18ar"), "0801")
    assert cost > 0
    assert f" {(12 - cost) // 2} of movement left" in asked(later).question


@pytest.mark.rule("corinth:27.3.2")
@pytest.mark.parametrize("area", ["", "C"])
def test_without_cavalry_there_they_are_eliminated(area: str) -> None:
    battle = retreating("0801 18ar", "18ar", **(withheld(area) if area else {}))
    assert unit(battle, "18ar").fate == ELIMINATED
    assert not state(battle).returning


@pytest.mark.rule("corinth:27.3.2")
def test_a_leader_with_them_finds_other_men() -> None:
    battle = field("0801 18ar maury | 1010 2tx", phase="B", more={"areas": AREAS})
    facts = state(battle)
    group = (number("18ar"), number("maury"))
    facts.agenda.append(Retreat("confederate", group, 3, ("0801",), ROUT))
    battle = Battle(SYSTEM, facts, Scripted(()))
    assert where(battle, "maury") == "1010"


@pytest.mark.rule("corinth:27.3.3")
def test_who_enters_an_assault_area_with_hexes_left_goes_on() -> None:
    two_hexes_off = retreating("0803 18ar", "18ar", **withheld("D"))
    assert where(two_hexes_off, "18ar") == ""
    three_hexes_off = retreating("0804 18ar", "18ar", **withheld("D"))
    assert where(three_hexes_off, "18ar") == "0801"


@pytest.mark.rule("corinth:27.3.3")
def test_any_assault_area_counts_but_not_for_the_union() -> None:
    elsewhere = retreating("1401 18ar", "18ar", **withheld("C"))
    assert state(elsewhere).returning == {number("18ar"): "C"}
    union = retreating("1401 7ia", "7ia", 1)
    assert where(union, "7ia") != ""


@pytest.mark.rule("corinth:27.3.3")
def test_a_retreat_before_melee_may_end_in_the_area() -> None:
    check = {"18ar": {"rating": 5}}
    battle = retreating("0802 18ar", "18ar", 2, BEFORE, check, (1,), **withheld("D"))
    if "to 0801" in offered(battle):
        play(battle, "to 0801")
    assert where(battle, "18ar") in rows(CORINTH.ground)["D"]
    assert not state(battle).returning
