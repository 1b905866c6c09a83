"""3.0 and 3.1.1 to 3.1.2: before the first assault, Confederate morale, Confederate set-up."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.events import (
    AssaultBegan,
    Fired,
    MoraleRolled,
    PhaseBegan,
    Placed,
    TurnBegan,
)
from longroll.systems.stockade_redan.roster import ROSTER
from tests.rulebook.stockade_redan.setups import (
    DITCH_HEXES,
    INSIDE_HEXES,
    REDAN_HEXES,
    around,
    asked,
    infantry_up,
    places,
    put,
    second_setup,
    standing,
    table,
)
from tests.support import field, offered, only, play, refused


def _new(die: int = 3) -> Battle:
    return longroll.new("stockade_redan", dice=[die])


def _infantry_placed(die: int = 3) -> Battle:
    """The first 20 companies of the 36th along the north face; its officers come next."""
    battle = _new(die)
    put(battle, *around("1017 1117 1218 1318 1419 1519 1520", 20))
    return battle


def _officers_placed() -> Battle:
    battle = _infantry_placed()
    put(battle, "1519", "1520", "1318", "1218")
    return battle


# 3.0


@pytest.mark.rule("stockade_redan:3.0.1")
def test_each_side_is_a_seat_of_its_own() -> None:
    battle = _new()
    assert set(battle.system.sides) == {"union", "confederate"}
    assert battle.view("confederate").decision is not None
    assert battle.view("union").decision is None
    assert battle.view("union").waiting_for == "confederate"
    play(battle, "historical")
    assert battle.view("confederate").decision is None
    assert battle.view("union").decision is not None


@pytest.mark.rule("stockade_redan:3.0.2", "stockade_redan:3.0.3")
def test_play_begins_on_turn_1_before_the_union_bombardment_plot_phase() -> None:
    battle = _new()
    play(battle, "historical")
    assert (table(battle).turn, table(battle).phase) == (0, "")
    events = play(battle, "historical")
    course = [e for e in events if isinstance(e, AssaultBegan | TurnBegan | PhaseBegan)]
    assert [type(event) for event in course] == [AssaultBegan, TurnBegan, PhaseBegan]
    assert only(events, TurnBegan).turn == 1
    assert only(events, PhaseBegan).title == "Union Bombardment Plot Phase"
    assert (table(battle).turn, table(battle).phase) == (1, "I")


# 3.1


@pytest.mark.rule("stockade_redan:3.1.0.1", "stockade_redan:3.1.2.1", "stockade_redan:3.1.3.1")
def test_morale_then_the_confederates_then_the_union() -> None:
    battle = _new(5)
    assert [type(event) for event in battle.log()] == [MoraleRolled]
    for out_of_order in ("option 1", "plot 1519", "done"):
        with refused("stockade_redan:3.1.0.1"):
            battle.play(out_of_order)
    put(battle, *around("1017 1117 1218 1318 1419 1519 1520", 24))
    put(battle, "1420", "1319", "1321")
    assert asked(battle) == ("confederate", "Where is Stockade gun 4 set up?")
    with refused("stockade_redan:3.1.0.1"):
        battle.play("option 2")
    put(battle, "1222")
    assert asked(battle)[0] == "union"
    play(battle, "option 1")
    put(battle, "2405", "2406", "3210", "3211", "3313")
    infantry_up(battle)
    play(battle, "historical")
    placed = [event for event in battle.log() if isinstance(event, Placed)]
    sides = [event.side for event in placed]
    assert sides == ["confederate"] * 28 + ["union"] * 83
    order = [ROSTER[unit].id for event in placed[:28] for unit in event.units]
    assert order[0] == "36ms-a"
    assert order[20:] == [f"36ms-o{n}" for n in range(1, 5)] + [f"gun-{n}" for n in range(1, 5)]


@pytest.mark.rule("stockade_redan:3.1.0.2", "stockade_redan:3.1.2.4")
@pytest.mark.parametrize("die, limit", [(1, 3), (3, 3), (5, 4)])
def test_the_36th_stacks_as_high_as_its_morale_allows(die: int, limit: int) -> None:
    battle = _new(die)
    put(battle, *["1519"] * (limit - 1))
    assert "place 1519" in offered(battle)
    put(battle, "1519")
    assert "place 1519" not in offered(battle)
    with refused("stockade_redan:3.1.0.2"):
        battle.play("place 1519")


@pytest.mark.rule("stockade_redan:3.1.0.2")
def test_officers_and_guns_do_not_fill_a_hex_at_set_up() -> None:
    battle = _new()
    put(battle, *["1420"] * 3, *around("1017 1117 1218 1318 1419 1519 1520", 17))
    put(battle, *["1420"] * 4)
    put(battle, *["1420"] * 4)
    there = [id for id, hex in standing(battle).items() if hex == "1420"]
    assert len(there) == 11


# 3.1.1


@pytest.mark.rule("stockade_redan:3.1.1.1")
def test_one_die_in_the_open_before_anything_is_set_up() -> None:
    battle = _new(4)
    assert battle.history()[0].faces == (4,)
    assert standing(battle) == {}
    for side in ("union", "confederate", "spectator"):
        rolled = only(list(battle.log(side)), MoraleRolled)
        assert ([roll.value for roll in rolled.rolls], rolled.morale) == ([4], 3)
        assert rolled.rules == ("stockade_redan:3.1.1.1",)


@pytest.mark.rule(
    "stockade_redan:3.1.1.2",
    "stockade_redan:3.1.1.3",
    "stockade_redan:3.1.1.4",
    "stockade_redan:3.1.1.6",
)
@pytest.mark.parametrize("die, morale", [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_the_morale_table(die: int, morale: int) -> None:
    battle = _new(die)
    assert only(list(battle.log()), MoraleRolled).morale == morale
    assert battle.view("union").facts.morale == morale
    assert battle.view("confederate").facts.morale == morale


@pytest.mark.rule("stockade_redan:3.1.1.5")
@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("assault, company", [(1, "36ms-a"), (2, "36ms-t"), (2, "1mo-a")])
@pytest.mark.parametrize("morale", [2, 3, 4])
def test_morale_is_the_fire_strength_of_every_confederate_company(
    morale: int, assault: int, company: str, turn: int
) -> None:
    battle = field(
        f"1519 {company} | 1719 13us-a",
        dice=[6],
        phase="VIII",
        morale=morale,
        assault=assault,
        turn=turn,
    )
    fired = only(play(battle, "fire 1719 all"), Fired)
    assert [line.value for line in fired.strength] == [morale]


@pytest.mark.rule("stockade_redan:3.1.1.7")
def test_morale_is_rolled_afresh_after_turn_8_and_never_before() -> None:
    battle = field("1620 13us-a", assault=1, turn=7, phase="XII", morale=2)
    assert (table(battle).turn, table(battle).morale) == (8, 2)
    assert not [event for event in battle.log() if isinstance(event, MoraleRolled)]
    battle = second_setup("1620 13us-a | 1519 36ms-a 36ms-b 36ms-c 36ms-d", dice=[6], morale=4)
    assert only(list(battle.log()), MoraleRolled).morale == 4


@pytest.mark.rule("stockade_redan:3.1.1.7")
def test_the_new_morale_replaces_the_old_for_the_second_assault() -> None:
    battle = second_setup("1620 13us-a | 1519 36ms-a", dice=[6], morale=2)
    play(battle, "place 1803", "option 2", "hold", "historical", "historical", "historical")
    assert (table(battle).assault, table(battle).turn, table(battle).morale) == (2, 1, 4)


# 3.1.2


@pytest.mark.rule("stockade_redan:3.1.2.1")
def test_the_confederates_are_asked_first() -> None:
    battle = _new()
    assert asked(battle) == ("confederate", "Where is Company A, 36th Mississippi set up?")


@pytest.mark.rule("stockade_redan:3.1.2.2")
def test_the_36th_stands_inside_the_redan_or_on_its_wall() -> None:
    battle = _new()
    assert places(battle) == sorted([*REDAN_HEXES, *INSIDE_HEXES])
    for outside in ("1719", "1015", "1029", "1803", "2405"):
        with refused("stockade_redan:3.1.2.2"):
            battle.play(f"place {outside}")
    placed = only(put(battle, "1519"), Placed)
    assert (placed.hex, placed.rules) == ("1519", ("stockade_redan:3.1.2.2",))
    put(battle, "1018")
    assert standing(battle) == {"36ms-a": "1519", "36ms-b": "1018"}


@pytest.mark.rule("stockade_redan:3.1.2.2")
def test_every_counter_of_the_36th_is_placed() -> None:
    battle = _new()
    play(battle, "historical")
    regiment = {id: hex for id, hex in standing(battle).items() if id.startswith("36ms")}
    assert len(regiment) == 24
    assert set(regiment.values()) <= {*REDAN_HEXES, *INSIDE_HEXES}


@pytest.mark.rule("stockade_redan:3.1.2.3")
@pytest.mark.parametrize("ditch", DITCH_HEXES)
def test_nobody_of_the_36th_starts_in_the_ditch(ditch: str) -> None:
    battle = _new()
    assert f"place {ditch}" not in offered(battle)
    with refused("stockade_redan:3.1.2.2"):
        battle.play(f"place {ditch}")


@pytest.mark.rule("stockade_redan:3.1.2.3", "stockade_redan:3.1.2.8")
def test_officers_of_the_36th_go_where_the_regiment_may_go() -> None:
    battle = _infantry_placed()
    assert asked(battle) == ("confederate", "Where is Officer 1, 36th Mississippi set up?")
    assert places(battle) == sorted([*REDAN_HEXES, *INSIDE_HEXES])
    for hex in ("1620", "1719"):
        with refused("stockade_redan:3.1.2.8"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.1.2.8")
def test_confederate_officers_may_share_a_hex() -> None:
    battle = _infantry_placed()
    put(battle, "1519", "1519", "1519", "1519")
    assert [standing(battle)[f"36ms-o{n}"] for n in range(1, 5)] == ["1519"] * 4


@pytest.mark.rule("stockade_redan:3.1.2.5")
@pytest.mark.parametrize("gun", [1, 2, 3, 4])
def test_each_stockade_gun_stands_inside_and_never_on_the_wall(gun: int) -> None:
    battle = _officers_placed()
    put(battle, *["1420", "1319", "1321"][: gun - 1])
    assert asked(battle) == ("confederate", f"Where is Stockade gun {gun} set up?")
    assert places(battle) == sorted(INSIDE_HEXES)
    for hex in (*REDAN_HEXES, *DITCH_HEXES, "1719"):
        with refused("stockade_redan:3.1.2.5"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.1.2.6")
def test_eight_confederate_bombardment_markers_wait_off_the_map() -> None:
    battle = _new()
    play(battle, "historical", "historical")
    assert [marker for marker in table(battle).markers if marker.side == "confederate"] == []
    battle = field("1620 13us-a | 1519 36ms-a", dice=[1] * 8, turn=2, phase="II")
    plots = [f"plot 45{row}" for row in range(10, 17)]
    play(battle, *plots)
    assert asked(battle) == ("confederate", "Where does the bombardment fall? 1 to plot.")
    assert len(table(battle).markers) == 7
