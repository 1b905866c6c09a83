"""The Terrain Effects Chart and the Movement & Fire Factors Chart, line by line in play."""

from __future__ import annotations

import pytest

from longroll.kernel.event import Line
from longroll.systems.stockade_redan.events import Fired, Moved
from longroll.systems.stockade_redan.roster import COUNTERS, NUMBER, ROSTER
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import HEXES, MAP
from tests.support import field, offered, only, play, refused


def total(lines: tuple[Line, ...]) -> int:
    return sum(line.value for line in lines)


# Terrain Effects Chart


@pytest.mark.rule("stockade_redan:TEC.1")
@pytest.mark.parametrize(
    "unit, phase, everything",
    [("13us-a", "VII", 6), ("13us-o1", "VII", 6), ("36ms-a", "X", 5), ("36ms-o1", "X", 5)],
)
def test_the_ditch_takes_all_movement(unit: str, phase: str, everything: int) -> None:
    battle = field(f"1720 {unit} | 4520 13us-v | 1025 36ms-t", phase=phase)
    assert only(play(battle, f"move {unit}", "to 1620"), Moved).cost == everything
    assert f"move {unit}" not in offered(battle)


#: (terrain, what it costs to step from one hex into the other)
MOVEMENT = [
    ("open_field", "4009", "4010", 1),
    ("open_field", "1019", "1020", 1),  # inside the redan
    ("open_field", "1823", "1822", 1),  # Graveyard Road
    ("open_field", "3012", "3013", 1),  # the start line
    ("slight_elevation", "3209", "3210", 2),
    ("slight_elevation", "3518", "3519", 2),
    ("redan", "1420", "1519", 3),
    ("redan", "1018", "1017", 3),
]


@pytest.mark.rule("stockade_redan:TEC.2")
@pytest.mark.parametrize("terrain, origin, to, cost", MOVEMENT)
@pytest.mark.parametrize("unit, phase", [("13us-a", "VII"), ("13us-o1", "VII"), ("36ms-a", "X")])
def test_each_terrain_costs_what_its_line_says(
    terrain: str, origin: str, to: str, cost: int, unit: str, phase: str
) -> None:
    battle = field(f"{origin} {unit} | 4520 13us-v | 1025 36ms-t", phase=phase)
    assert only(play(battle, f"move {unit}", f"to {to}"), Moved).cost == cost
    assert TABLES.terrain[terrain].movement == cost


#: (terrain, target, where the guns stand two hexes away, their number, ratio at 12 each)
DEFENCE = [
    ("open_field", 4, "4010", "4012", 1, 3),
    ("open_field", 4, "1020", "1022", 1, 3),  # inside the redan
    ("open_field", 4, "1822", "2022", 1, 3),  # Graveyard Road
    ("slight_elevation", 6, "3210", "3208", 1, 2),
    ("ditch", 8, "1620", "1820", 2, 3),
    ("redan", 12, "1519", "1719", 4, 4),
]
GUNS = ["waterhouse", "hart", "wood", "spoor"]


@pytest.mark.rule("stockade_redan:TEC.1", "stockade_redan:TEC.2")
@pytest.mark.parametrize("terrain, defence, target, guns_in, guns, ratio", DEFENCE)
@pytest.mark.parametrize("over", [0, 1])
def test_each_terrain_defends_with_what_its_line_says(
    terrain: str, defence: int, target: str, guns_in: str, guns: int, ratio: int, over: int
) -> None:
    battle = field(
        f"{target} 36ms-a | {guns_in} {' '.join(GUNS[:guns])} | 1025 36ms-t",
        phase="IX",
        dice=[ratio + over],
    )
    shot = only(play(battle, f"fire {target} all"), Fired)
    assert (total(shot.strength), total(shot.defence)) == (12 * guns, defence)
    assert (total(shot.ratio), shot.hit_number) == (ratio, ratio)
    # The highest die that hits, and the next one.
    assert shot.lost() == (() if over else (NUMBER["36ms-a"],))
    assert TABLES.terrain[terrain].defence == defence


@pytest.mark.rule("stockade_redan:TEC.2")
@pytest.mark.parametrize("target, guns_in, defence", [("4010", "4012", 5), ("1620", "1820", 9)])
def test_a_chaos_of_war_marker_adds_one_to_the_defence(
    target: str, guns_in: str, defence: int
) -> None:
    battle = field(
        f"{target} 36ms-a | {guns_in} hart | 1025 36ms-t",
        phase="IX",
        chaos={target: "union"},
        dice=[6],
    )
    shot = only(play(battle, f"fire {target} all"), Fired)
    assert (total(shot.defence), total(shot.ratio)) == (defence, 12 // defence)


@pytest.mark.rule("stockade_redan:TEC.2")
@pytest.mark.parametrize(
    "firer, target, rule",
    [
        ("3207", "3209", ""),  # over open field
        ("1722", "1922", ""),  # over Graveyard Road
        ("1718", "1520", ""),  # the ditch hides nobody
        ("3209", "3212", "11.6.7"),  # over a slight elevation
        ("1220", "1620", "11.6.3"),  # over the wall
    ],
)
def test_only_what_the_chart_marks_blocks_fire(firer: str, target: str, rule: str) -> None:
    battle = field(f"{firer} 13us-a | {target} 36ms-a | 4012 13us-b | 4014 36ms-b", phase="IX")
    assert (f"fire {target}" in offered(battle)) is not bool(rule)
    if rule:
        with refused(f"stockade_redan:{rule}"):
            battle.play(f"fire {target}")


@pytest.mark.rule("stockade_redan:TEC.3")
@pytest.mark.parametrize("terrain, origin, to, cost", MOVEMENT)
def test_carnage_adds_one_to_what_the_hex_costs(
    terrain: str, origin: str, to: str, cost: int
) -> None:
    battle = field(f"{origin} 13us-a | 4520 13us-v", phase="VII", carnage=[to])
    assert only(play(battle, "move 13us-a", f"to {to}"), Moved).cost == cost + 1


@pytest.mark.rule("stockade_redan:TEC.3")
def test_carnage_in_the_ditch_adds_nothing_to_everything() -> None:
    battle = field("1720 13us-a | 4520 13us-v", phase="VII", carnage=["1620"])
    assert only(play(battle, "move 13us-a", "to 1620"), Moved).cost == 6


@pytest.mark.rule("stockade_redan:TEC.2")
def test_every_hex_has_a_line_of_the_chart_and_every_line_is_tried_here() -> None:
    tried = {terrain for terrain, *_ in DEFENCE}
    assert tried == set(TABLES.terrain) == {MAP.terrain[hex] for hex in HEXES}
    assert tried == {terrain for terrain, *_ in MOVEMENT} | {"ditch"}


# Movement & Fire Factors Chart

UNION_FOOT = ["116il-a", "116il-v", "13us-a", "30oh-a"]
ZOUAVES = ["8mo-a", "8mo-v"]
CONFEDERATE_FOOT = ["36ms-a", "36ms-t", "1mo-a"]
STOCKADE_GUNS = ["gun-1", "gun-2", "gun-3", "gun-4"]
BATTERIES = ["waterhouse", "barret", "hart", "wood", "spoor", "1oh"]


#: Units of each line of the chart, their allowance, and the line.
ALLOWANCES = [
    *((unit, 6, "union_infantry") for unit in UNION_FOOT),
    *((unit, 6, "zouaves") for unit in ZOUAVES),
    *((unit, 5, "confederate_infantry") for unit in CONFEDERATE_FOOT),
    *((unit, 4, "confederate_artillery") for unit in STOCKADE_GUNS),
    *((unit, 4, "union_artillery") for unit in BATTERIES),
    # Officers march with their infantry (SR-14).
    *((unit, 6, "union_officer") for unit in ("13us-o1", "8mo-o1", "30oh-o4")),
    *((unit, 5, "confederate_officer") for unit in ("36ms-o1", "1mo-o3")),
]


@pytest.mark.rule(
    "stockade_redan:MFC.1",
    "stockade_redan:MFC.2",
    "stockade_redan:MFC.3",
    "stockade_redan:MFC.4",
    "stockade_redan:MFC.5",
)
@pytest.mark.parametrize("unit, allowance, line", ALLOWANCES)
def test_a_unit_goes_as_far_as_its_line_says_and_no_farther(
    unit: str, allowance: int, line: str
) -> None:
    union = ROSTER[NUMBER[unit]].side == "union"
    battle = field(
        f"4010 {unit} | 4520 13us-u | 1025 36ms-s", phase="VII" if union else "X", assault=2
    )
    walk = play(battle, f"move {unit}", *(f"to 40{row}" for row in range(11, 11 + allowance)))
    assert [event.spent for event in walk if isinstance(event, Moved)][-1] == allowance
    # Nothing is left to ask it: the battle turns to the others.
    assert offered(battle) == ["move 13us-u" if union else "move 36ms-s", "done"]
    assert TABLES.factors[line].movement == allowance


#: Units, the Confederate morale, and their strength two hexes away, where it is what it is.
STRENGTHS = [
    *((unit, 3, 4) for unit in UNION_FOOT),
    *((unit, 3, 5) for unit in ZOUAVES),
    *((unit, morale, morale) for unit in CONFEDERATE_FOOT for morale in (2, 3, 4)),
    *((unit, 3, 10) for unit in STOCKADE_GUNS),
    *((unit, 3, 12) for unit in BATTERIES),
]


@pytest.mark.rule(
    "stockade_redan:MFC.1",
    "stockade_redan:MFC.2",
    "stockade_redan:MFC.3",
    "stockade_redan:MFC.4",
    "stockade_redan:MFC.5",
)
@pytest.mark.parametrize("unit, morale, strength", STRENGTHS)
def test_a_unit_fires_with_the_strength_of_its_line(unit: str, morale: int, strength: int) -> None:
    union = ROSTER[NUMBER[unit]].side == "union"
    enemy, phase = ("36ms-s", "IX") if union else ("13us-u", "VIII")
    battle = field(f"4010 {unit} | 4012 {enemy}", phase=phase, morale=morale, assault=2, dice=[6])
    shot = only(play(battle, "fire 4012 all"), Fired)
    assert total(shot.strength) == strength
    assert total(shot.ratio) == strength // 4


#: A unit of each line that fires, how far it does, and its strength so far away.
RANGES = [
    ("13us-a", "union_infantry", 4, 1),
    ("8mo-a", "zouaves", 4, 1),
    ("36ms-a", "confederate_infantry", 4, 1),
    ("gun-1", "confederate_artillery", 8, 10),
    ("hart", "union_artillery", 8, 12),
]


@pytest.mark.rule("stockade_redan:11.5.1")
@pytest.mark.parametrize("unit, line, reach, strength", RANGES)
def test_a_unit_fires_as_far_as_its_line_says_and_no_farther(
    unit: str, line: str, reach: int, strength: int
) -> None:
    union = ROSTER[NUMBER[unit]].side == "union"
    enemy, other, phase = ("36ms-s", "36ms-t", "IX") if union else ("13us-u", "13us-v", "VIII")
    near, far = f"40{10 + reach}", f"39{10 - reach - 1:02}"
    battle = field(f"4010 {unit} | {near} {enemy} | {far} {other}", phase=phase, morale=4, dice=[6])
    with refused("stockade_redan:11.5.1"):
        battle.play(f"fire {far}")
    assert total(only(play(battle, f"fire {near} all"), Fired).strength) == strength
    assert TABLES.factors[line].range == reach


def test_every_line_of_the_factors_chart_belongs_to_counters_and_is_tried_here() -> None:
    tried = {line for _, _, line in ALLOWANCES}
    assert tried == set(TABLES.factors)
    assert {line for _, line, *_ in RANGES} == tried - {"union_officer", "confederate_officer"}
    walked = {unit.split("-")[0] for unit, *_ in ALLOWANCES}
    regiments = {regiment.slug for regiment in COUNTERS.regiment}
    assert walked == regiments | {battery.slug for battery in COUNTERS.artillery}
