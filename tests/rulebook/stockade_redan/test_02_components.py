"""2.0 Components: dice, map, counters, carnage, markers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import longroll
from longroll import BadPosition, Battle
from longroll.kernel.errors import OutOfDice
from longroll.systems.stockade_redan.combat import fire_factor
from longroll.systems.stockade_redan.events import (
    Fired,
    FoughtHandToHand,
    Moved,
)
from longroll.systems.stockade_redan.roster import NUMBER, ROSTER
from longroll.systems.stockade_redan.terrain import HEXES, MAP
from tests.rulebook.stockade_redan.setups import (
    DITCH_HEXES,
    INSIDE_HEXES,
    REDAN_HEXES,
    START_LINE,
    UNION_GROUND,
    standing,
    table,
)
from tests.support import field, offered, only, play, refused, rules_against

# 2.0


@pytest.mark.rule("stockade_redan:2.0.2")
def test_every_roll_is_one_ordinary_die() -> None:
    battle = longroll.new("stockade_redan", seed=1863)
    play(battle, "historical", "historical")
    while battle.decision is not None and table(battle).turn < 3:
        battle.play(battle.decision.choices[-1])
    rolls = [roll for event in battle.log() for roll in event.rolls]
    assert {roll.sides for roll in rolls} == {6}
    assert {roll.value for roll in rolls} == {1, 2, 3, 4, 5, 6}
    # Each die is rolled for a purpose of its own, and every one that fell is told.
    assert all(roll.purpose for roll in rolls)
    faces = [face for played in battle.history() for face in played.faces]
    assert faces == [roll.value for roll in rolls]


@pytest.mark.rule("stockade_redan:2.0.2")
@pytest.mark.parametrize("face", [0, 7])
def test_a_die_has_six_faces(face: int) -> None:
    with pytest.raises(OutOfDice):
        longroll.new("stockade_redan", dice=[face])


# 2.2


@pytest.mark.rule("stockade_redan:2.2.0")
def test_the_map_shows_redan_ditch_road_and_approaches() -> None:
    assert list(MAP.of_terrain("redan")) == sorted(REDAN_HEXES)
    assert list(MAP.of_terrain("ditch")) == sorted(DITCH_HEXES)
    road = MAP.roads["graveyard_road"]
    assert (road[0], road[-1]) == ("4509", "1029")
    assert list(MAP.of_zone("start_line")) == sorted(START_LINE)
    assert list(MAP.of_zone("union_area")) == sorted(UNION_GROUND)


@pytest.mark.rule("stockade_redan:2.2.1")
def test_a_unit_is_in_one_hex_at_a_time() -> None:
    battle = field("1719 13us-a 13us-b | 1803 8mo-a", phase="VII")
    play(battle, "move 13us-a", "to 1819")
    stacks = [(stack.hex, stack.units) for stack in table(battle).stacks]
    assert stacks == [("1719", ("13us-b",)), ("1803", ("8mo-a",)), ("1819", ("13us-a",))]


@pytest.mark.rule("stockade_redan:2.2.1")
def test_nothing_stands_in_two_hexes_or_off_the_grid() -> None:
    with pytest.raises(BadPosition, match="13us-a is in two places"):
        field("1719 13us-a | 1720 13us-a", phase="VII")
    with pytest.raises(BadPosition, match="'0919' is not a hex"):
        field("0919 13us-a", phase="VII")
    battle = longroll.new("stockade_redan", dice=[3])
    for off in ("0919", "4600", "1531", "redan"):
        with refused("stockade_redan:3.1.0.1"):
            battle.play(f"place {off}")
    battle = field("4501 13us-a | 1803 8mo-a", phase="VII")
    play(battle, "move 13us-a")
    assert all(text.split()[1] in HEXES for text in offered(battle) if text.startswith("to "))
    for off in ("4601", "4500"):
        assert rules_against(battle, f"to {off}") == ["stockade_redan:10.0.6"]


@pytest.mark.rule("stockade_redan:2.2.2")
@pytest.mark.parametrize("battery", ["waterhouse", "barret", "hart", "wood", "spoor", "1oh"])
def test_union_artillery_moves_4_and_fires_12(battery: str) -> None:
    piece = ROSTER[NUMBER[battery]]
    assert (piece.factors.movement, fire_factor(NUMBER[battery], morale=2)) == (4, 12)


@pytest.mark.rule("stockade_redan:2.2.3")
def test_whatever_has_no_other_terrain_is_open_field() -> None:
    other = {*REDAN_HEXES, *DITCH_HEXES, "2405", "2406", "3210", "3211"}
    other |= {"3313", "3314", "3519", "3520"}
    assert set(MAP.of_terrain("open_field")) == set(HEXES) - other
    assert set(INSIDE_HEXES) <= set(MAP.of_terrain("open_field"))


@pytest.mark.rule("stockade_redan:2.2.3")
@pytest.mark.parametrize("hex", INSIDE_HEXES)
def test_the_inside_of_the_redan_costs_and_defends_like_open_field(hex: str) -> None:
    start = next(near for near in MAP.grid.adjacent[hex] if near in INSIDE_HEXES)
    battle = field(f"{start} 36ms-a | 1519 36ms-b", phase="X")
    assert only(play(battle, "move 36ms-a", f"to {hex}"), Moved).cost == 1
    battle = field(f"{start} 36ms-a | {hex} 13us-a", dice=[6], phase="VIII")
    fired = only(play(battle, f"fire {hex} all"), Fired)
    assert [(line.value, line.reason) for line in fired.defence] == [(4, "open field")]


@pytest.mark.rule("stockade_redan:2.2.4")
@pytest.mark.parametrize(
    "start, to, cost, defence",
    [
        ("1719", "1819", 1, 4),
        ("2404", "2405", 2, 6),
        ("1719", "1619", 6, 8),
        ("1420", "1519", 3, 12),
    ],
    ids=["open field", "slight elevation", "ditch", "redan"],
)
def test_terrain_sets_movement_cost_and_defence(
    start: str, to: str, cost: int, defence: int
) -> None:
    battle = field(f"{start} 13us-a | 4501 8mo-a", phase="VII")
    assert only(play(battle, "move 13us-a", f"to {to}"), Moved).cost == cost
    battle = field(f"{start} 36ms-a | {to} 13us-a", dice=[6], phase="VIII")
    fired = only(play(battle, f"fire {to} all"), Fired)
    assert sum(line.value for line in fired.defence) == defence
    assert fired.defence[0].rule == "stockade_redan:11.2.3"


@pytest.mark.rule("stockade_redan:2.2.5")
def test_every_hex_has_its_own_number_of_four_digits() -> None:
    assert len(set(HEXES)) == len(HEXES) == 36 * 30
    assert all(len(hex) == 4 and hex.isdigit() for hex in HEXES)
    assert (min(HEXES), max(HEXES)) == ("1001", "4530")


@pytest.mark.rule("stockade_redan:2.2.5")
def test_a_saved_position_and_a_record_name_the_hexes_by_number() -> None:
    battle = field("1519 36ms-a | 1719 13us-a 13us-b", phase="VII")
    play(battle, "move 13us-a", "to 1819")
    position: dict[str, Any] = battle.system.to_position(battle.state)
    assert position["units"] == {"1519": "36ms-a", "1719": "13us-b", "1819": "13us-a"}
    again = longroll.position("stockade_redan", position, dice=[])
    assert standing(again) == standing(battle)
    assert " to 1819 " in battle.record()
    assert standing(longroll.replay(battle.record())) == standing(battle)


@pytest.mark.rule("stockade_redan:2.2.6")
def test_1519_is_the_apex_of_the_redan() -> None:
    # The two faces meet there: the easternmost wall hex of the north face.
    north = ["1017", "1117", "1218", "1318", "1419", "1519"]
    assert MAP.terrain["1519"] == "redan"
    assert all(near in MAP.grid.adjacent[hex] for hex, near in pairwise(north))
    wall = [hex for hex in MAP.grid.adjacent["1519"] if hex in REDAN_HEXES]
    assert wall == ["1520", "1419"]
    assert not [hex for hex in REDAN_HEXES if hex[:2] > "15"]


# 2.4


@pytest.mark.rule("stockade_redan:2.4.1")
@pytest.mark.parametrize(
    "id, side, kind, regiment",
    [
        ("36ms-a", "confederate", "infantry", "36 MS"),
        ("36ms-o1", "confederate", "officer", "36 MS"),
        ("1mo-o", "confederate", "infantry", "1 MO"),
        ("8mo-v", "union", "infantry", "8 MO"),
        ("30oh-o4", "union", "officer", "30 OH"),
        ("gun-4", "confederate", "artillery", ""),
        ("spoor", "union", "artillery", ""),
    ],
)
def test_a_counter_knows_its_side_kind_and_regiment(
    id: str, side: str, kind: str, regiment: str
) -> None:
    piece = ROSTER[NUMBER[id]]
    assert (piece.side, piece.kind, piece.regiment) == (side, kind, regiment)


@pytest.mark.rule("stockade_redan:2.4.1")
def test_counters_of_a_kind_share_one_line_of_the_factors_chart() -> None:
    lines: dict[tuple[str, str, bool], set[object]] = {}
    for piece in ROSTER:
        key = (piece.side, piece.kind, piece.regiment == "8 MO" and piece.kind == "infantry")
        lines.setdefault(key, set()).add(piece.factors)
    assert len(lines) == 7
    assert all(len(factors) == 1 for factors in lines.values())


def _two_regiments(officer: str) -> Battle:
    battle = field(f"1719 13us-a {officer} | 1519 36ms-a", phase="IX")
    play(battle, "fire 1519", "add 13us-a")
    return battle


@pytest.mark.rule("stockade_redan:2.4.2")
def test_an_officer_supports_only_the_fire_of_his_own_regiment() -> None:
    assert "support 13us-o1" in offered(_two_regiments("13us-o1"))
    battle = _two_regiments("8mo-o1")
    assert "support 8mo-o1" not in offered(battle)
    with refused("stockade_redan:7.0.3"):
        battle.play("support 8mo-o1")


@pytest.mark.rule("stockade_redan:2.4.2")
@pytest.mark.parametrize("officer, counted", [("13us-o1", 2), ("8mo-o1", 1)])
def test_an_officer_fights_hand_to_hand_only_beside_his_own_regiment(
    officer: str, counted: int
) -> None:
    units = f"1719 13us-a {officer} 36ms-a"
    battle = field(units, dice=[1, 1], turn=3, phase="XII")
    fight = only(list(battle.log()), FoughtHandToHand)
    assert sum(line.value for line in fight.union) == counted + 1


@pytest.mark.rule("stockade_redan:2.4.2")
@pytest.mark.parametrize("officer", ["13us-o1", "8mo-o1"])
def test_an_officer_under_fire_shields_any_regiment(officer: str) -> None:
    battle = field(f"1719 13us-a {officer} | 1519 36ms-a", dice=[6, 6], phase="VIII")
    fired = only(play(battle, "fire 1719 all"), Fired)
    assert [(line.value, line.rule) for line in fired.ratio[1:]] == [(-1, "stockade_redan:11.2.6")]


# 2.7


@pytest.mark.rule("stockade_redan:2.7.1")
def test_the_table_shows_turn_morale_and_every_kind_of_marker() -> None:
    battle = field(
        "1803 13us-a | 4501 8mo-a | 1519 36ms-a",
        turn=5,
        phase="VII",
        morale=4,
        markers=[{"side": "union", "hex": "1218"}, {"side": "confederate", "hex": "1719"}],
        chaos={"1519": "union", "1803": "confederate"},
        bridges=[{"hex": "1620", "up": "bridging"}, {"hex": "1803", "carrier": "13us-a"}],
    )
    for side in ("union", "confederate"):
        facts = battle.view(side).facts
        assert (facts.turn, facts.phase, facts.morale) == (5, "VII", 4)
        assert [(m.side, m.hex) for m in facts.markers] == [
            ("union", "1218"),
            ("confederate", "1719"),
        ]
        assert facts.chaos == {"1519": "union", "1803": "confederate"}
        assert [(b.hex, b.up, b.carrier) for b in facts.bridges] == [
            ("1620", "bridging", None),
            ("1803", "carried", "13us-a"),
        ]
