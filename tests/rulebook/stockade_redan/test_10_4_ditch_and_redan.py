"""10.4 Ditch and redan hexes."""

from __future__ import annotations

import pytest

from longroll.systems.stockade_redan.events import Moved
from tests.support import field, offered, only, play, refused, rules_against

BRIDGE = [{"hex": "1620", "up": "bridging"}]
#: Somebody of each side who stays out of it.
FAR = "4520 13us-v | 1025 36ms-t"

#: Every kind of foot: who, the phase of its side, all its movement.
ON_FOOT = [
    ("13us-a", "VII", 6),
    ("8mo-a", "VII", 6),
    ("13us-o1", "VII", 6),
    ("36ms-a", "X", 5),
    ("36ms-o1", "X", 5),
]


@pytest.mark.rule("stockade_redan:10.4.1", "stockade_redan:10.4.3")
@pytest.mark.parametrize("unit, phase, all_of_it", ON_FOOT)
@pytest.mark.parametrize(
    "origin, to, rule", [("1620", "1519", "10.4.3"), ("1519", "1620", "10.4.5")]
)
def test_a_bridge_leads_over_the_wall_both_ways_for_all_movement(
    origin: str, to: str, rule: str, unit: str, phase: str, all_of_it: int
) -> None:
    battle = field(f"{origin} {unit} | {FAR}", phase=phase, bridges=BRIDGE)
    if phase == "X" and origin == "1620":
        play(battle, "done")  # the bridge is left standing
    step = only(play(battle, f"move {unit}", f"to {to}"), Moved)
    assert (step.cost, step.spent) == (all_of_it, all_of_it)
    assert step.rules == (f"stockade_redan:{rule}",)
    assert f"move {unit}" not in offered(battle)


@pytest.mark.rule("stockade_redan:10.4.2")
@pytest.mark.parametrize("unit, phase, all_of_it", ON_FOOT)
@pytest.mark.parametrize("origin, to", [("1620", "1519"), ("1519", "1620")])
def test_no_way_over_the_wall_without_a_bridge(
    origin: str, to: str, unit: str, phase: str, all_of_it: int
) -> None:
    battle = field(f"{origin} {unit} | {FAR}", phase=phase)
    play(battle, f"move {unit}")
    assert f"to {to}" not in offered(battle)
    with refused("stockade_redan:10.4.2"):
        battle.play(f"to {to}")


@pytest.mark.rule("stockade_redan:10.4.1", "stockade_redan:10.4.2")
def test_a_marker_with_its_carried_side_up_is_no_bridge() -> None:
    battle = field(f"1620 13us-a | {FAR}", phase="VII", bridges=[{"hex": "1620"}])
    play(battle, "move 13us-a")
    with refused("stockade_redan:10.4.2"):
        battle.play("to 1519")


@pytest.mark.rule("stockade_redan:10.4.1", "stockade_redan:10.4.2")
def test_a_bridge_in_the_next_ditch_hex_does_not_help() -> None:
    battle = field(f"1619 13us-a | {FAR}", phase="VII", bridges=BRIDGE)
    play(battle, "move 13us-a")
    with refused("stockade_redan:10.4.2"):
        battle.play("to 1519")


@pytest.mark.rule("stockade_redan:10.4.3")
def test_the_crossing_out_begins_on_the_wall() -> None:
    battle = field(f"1420 36ms-a | {FAR}", phase="X", bridges=BRIDGE)
    play(battle, "move 36ms-a", "to 1519")
    assert "to 1620" not in offered(battle)
    assert rules_against(battle, "to 1620") == ["stockade_redan:10.0.8"]


@pytest.mark.rule("stockade_redan:10.4.3")
def test_the_crossing_in_begins_in_the_ditch() -> None:
    battle = field(f"1720 13us-a | {FAR}", phase="VII", bridges=BRIDGE)
    play(battle, "move 13us-a", "to 1620")
    # Into the ditch took everything, so the move is over.
    assert offered(battle) == ["move 13us-v", "done"]


@pytest.mark.rule("stockade_redan:10.4.3")
def test_carnage_and_friends_do_not_close_a_crossing() -> None:
    units = f"1620 13us-a | 1519 13us-b | {FAR}"
    battle = field(units, phase="VII", bridges=BRIDGE, carnage=["1519"])
    assert only(play(battle, "move 13us-a", "to 1519"), Moved).cost == 6


@pytest.mark.rule("stockade_redan:10.4.4")
@pytest.mark.parametrize("origin", ["1420", "1419", "1520"])
def test_the_wall_costs_three_from_inside_and_from_another_redan_hex(origin: str) -> None:
    battle = field(f"{origin} 36ms-a | {FAR}", phase="X")
    step = only(play(battle, "move 36ms-a", "to 1519"), Moved)
    assert (step.cost, step.rules) == (3, ("stockade_redan:10.4.4",))
    # Two are left: a hex inside can be paid, a second redan hex cannot.
    with refused("stockade_redan:10.0.7"):
        battle.play("to 1520" if origin != "1520" else "to 1419")
    assert "to 1420" in offered(battle)


@pytest.mark.rule("stockade_redan:10.4.4")
def test_leaving_the_wall_for_the_inside_costs_an_open_hex() -> None:
    battle = field(f"1519 36ms-a | {FAR}", phase="X")
    assert only(play(battle, "move 36ms-a", "to 1420"), Moved).cost == 1


@pytest.mark.rule("stockade_redan:10.4.4")
def test_the_union_pays_three_on_the_wall_too() -> None:
    battle = field(f"1519 13us-a | {FAR}", phase="VII")
    assert only(play(battle, "move 13us-a", "to 1520"), Moved).spent == 3
    assert only(play(battle, "to 1421"), Moved).spent == 6


@pytest.mark.rule("stockade_redan:10.4.5")
@pytest.mark.parametrize(
    "unit, phase, origin, cost",
    [
        ("13us-a", "VII", "1720", 6),  # from the field
        ("13us-a", "VII", "1621", 6),  # from the next ditch hex
        ("13us-a", "VII", "1520", 6),  # from the wall
        ("13us-o1", "VII", "1720", 6),
        ("36ms-a", "X", "1720", 5),
        ("36ms-a", "X", "1619", 5),
        ("36ms-o1", "X", "1520", 5),
    ],
)
def test_the_ditch_takes_all_movement_from_any_side(
    unit: str, phase: str, origin: str, cost: int
) -> None:
    battle = field(f"{origin} {unit} | {FAR}", phase=phase, bridges=BRIDGE)
    step = only(play(battle, f"move {unit}", "to 1620"), Moved)
    assert (step.cost, step.rules) == (cost, ("stockade_redan:10.4.5",))
    assert f"move {unit}" not in offered(battle)


@pytest.mark.rule("stockade_redan:10.4.5")
@pytest.mark.parametrize("origin", ["1619", "1720"])
def test_a_move_begun_elsewhere_never_ends_in_the_ditch(origin: str) -> None:
    battle = field(f"{origin} 13us-a | {FAR}", phase="VII")
    play(battle, "move 13us-a", "to 1719")
    with refused("stockade_redan:10.0.8"):
        battle.play("to 1619")


@pytest.mark.rule("stockade_redan:10.4.6")
@pytest.mark.parametrize(
    "battery, phase, hex, works",
    [
        ("hart", "VII", "1719", ["1619", "1620"]),
        ("1oh", "VII", "1719", ["1619", "1620"]),
        ("gun-1", "X", "1420", ["1419", "1519", "1520", "1421"]),
    ],
)
def test_artillery_never_enters_the_ditch_or_the_wall(
    battery: str, phase: str, hex: str, works: list[str]
) -> None:
    battle = field(f"{hex} {battery} | {FAR}", phase=phase, assault=2)
    play(battle, f"move {battery}")
    for to in works:
        assert f"to {to}" not in offered(battle)
        with refused("stockade_redan:10.4.6"):
            battle.play(f"to {to}")


@pytest.mark.rule("stockade_redan:10.4.6")
def test_infantry_does_not_take_a_gun_along_onto_the_wall() -> None:
    battle = field(f"1420 36ms-a gun-1 | {FAR}", phase="X")
    play(battle, "move 36ms-a", "with gun-1")
    with refused("stockade_redan:10.4.6"):
        battle.play("to 1519")
