"""8.4 and 8.5 Bombardment resolution: scatter, call-off, attacks."""

from __future__ import annotations

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import (
    Bombarded,
    CallOffTried,
    PhaseBegan,
    Scattered,
)
from tests.rulebook.stockade_redan.moments import asked, ids, state
from tests.support import field, offered, only, play, refused, rules_against

#: A battery that bombards, and a far stack for phase V to ask about, so that the play stops there.
OTHERS = "1020 36ms-t | 2406 waterhouse"
#: The die of phase V.
CHAOS = 3

#: Where a marker in an odd and in an even column goes, by die.
SCATTER = [
    ("1504", 1, "1503"),
    ("1504", 2, "1604"),
    ("1504", 3, "1605"),
    ("1504", 4, "1505"),
    ("1504", 5, "1405"),
    ("1504", 6, "1404"),
    ("1604", 1, "1603"),
    ("1604", 2, "1703"),
    ("1604", 3, "1704"),
    ("1604", 4, "1605"),
    ("1604", 5, "1504"),
    ("1604", 6, "1503"),
]
OFF_THE_MAP = [("2001", 1), ("4510", 2), ("4510", 3), ("4530", 4), ("1010", 5), ("1010", 6)]

#: Terrain, and the highest die that hits there at strength 12 and at strength 10.
DEFENCES = [("1704", 3, 2), ("1420", 3, 2), ("2405", 2, 1), ("1620", 1, 1), ("1519", 1, 1)]


def union(units: str, dice: list[int], *plotted: str, **situation: Any) -> Battle:
    """Phase III with Union markers plotted; no Confederate bombardment follows."""
    markers = [{"side": "union", "hex": hex} for hex in plotted]
    units = f"{OTHERS} | {units}" if units else OTHERS
    return field(units, dice, phase="III", turn=1, option=1, markers=markers, **situation)


def confederate(units: str, dice: list[int], *plotted: str, **situation: Any) -> Battle:
    """Phase IV with Confederate markers plotted."""
    markers = [{"side": "confederate", "hex": hex} for hex in plotted]
    units = f"{OTHERS} | {units}" if units else OTHERS
    return field(units, dice, phase="IV", turn=2, option=1, markers=markers, **situation)


def scattered(battle: Battle) -> list[Scattered]:
    return [event for event in battle.log() if isinstance(event, Scattered)]


def strikes(battle: Battle) -> list[Bombarded]:
    return [event for event in battle.log() if isinstance(event, Bombarded)]


def lost(strike: Bombarded) -> list[str]:
    return ids(strike.lost())


def totals(strike: Bombarded) -> tuple[int, int]:
    """Strength and final ratio."""
    return sum(line.value for line in strike.strength), sum(line.value for line in strike.ratio)


# 8.4 (1) Union scatter


@pytest.mark.rule("stockade_redan:8.4.1")
@pytest.mark.parametrize("plotted, die, to", SCATTER)
def test_every_union_marker_scatters_one_hex_by_one_die(plotted: str, die: int, to: str) -> None:
    battle = union(f"{to} 36ms-a", [die], plotted)
    (marker,) = scattered(battle)
    assert (marker.plotted, marker.to, marker.removed) == (plotted, to, False)
    assert marker.rules == ("stockade_redan:8.4.1",)
    assert offered(battle) == [f"call-off {to}", "done"]


@pytest.mark.rule("stockade_redan:8.4.4")
def test_the_example_of_the_book() -> None:
    battle = union("1604 36ms-a", [2], "1504")
    assert only(list(battle.log()), Scattered).to == "1604"


@pytest.mark.rule("stockade_redan:8.4.1", "stockade_redan:8.3.4")
def test_all_markers_scatter_before_any_attack() -> None:
    """The first attack kills the lone company; the second marker had come to its hex before."""
    battle = union("1604 36ms-a", [2, 1, 3, CHAOS], "1504", "1605")
    assert [event.to for event in scattered(battle)] == ["1604", "1604"]
    assert not strikes(battle)
    play(battle, "done")
    assert [(strike.hex, lost(strike)) for strike in strikes(battle)] == [
        ("1604", ["36ms-a"]),
        ("1604", []),
    ]


@pytest.mark.rule("stockade_redan:8.4.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("plotted", ["1504", "1604"])
def test_a_union_marker_never_strikes_the_hex_where_it_was_plotted(plotted: str, die: int) -> None:
    battle = union(f"{plotted} 36ms-a", [die, CHAOS], plotted)
    assert only(list(battle.log()), Scattered).to != plotted
    assert not strikes(battle)
    assert state(battle).phase == 5


@pytest.mark.rule("stockade_redan:8.4.3")
def test_a_marker_that_scatters_onto_nobody_is_removed() -> None:
    battle = union("1504 36ms-a | 1603 36ms-b", [2, CHAOS], "1504", carnage=["1604"])
    marker = only(list(battle.log()), Scattered)
    assert (marker.to, marker.removed) == ("1604", True)
    assert marker.rules == ("stockade_redan:8.4.1", "stockade_redan:8.4.3")
    assert not strikes(battle)


@pytest.mark.rule("stockade_redan:8.4.3")
@pytest.mark.parametrize("unit", ["36ms-a", "36ms-o1", "gun-1", "13us-a", "13us-o1", "8mo-a"])
def test_a_single_piece_of_either_side_keeps_the_marker_on_the_map(unit: str) -> None:
    battle = union(f"1604 {unit}", [2], "1504")
    assert not only(list(battle.log()), Scattered).removed
    assert "call-off 1604" in offered(battle)


@pytest.mark.rule("stockade_redan:8.4.3")
@pytest.mark.parametrize("plotted, die", OFF_THE_MAP)
def test_a_marker_that_scatters_off_the_map_is_removed(plotted: str, die: int) -> None:
    """SR-25."""
    battle = union("", [die, CHAOS], plotted)
    marker = only(list(battle.log()), Scattered)
    assert (marker.to, marker.removed) == ("", True)
    assert not state(battle).markers
    assert state(battle).phase == 5


@pytest.mark.rule("stockade_redan:8.4.3", "stockade_redan:8.3.6")
@pytest.mark.parametrize("die, destroyed", [(3, 1), (4, 0)])
def test_a_bridging_marker_alone_is_a_target(die: int, destroyed: int) -> None:
    """SR-26."""
    battle = union("", [2, die, CHAOS], "1504", bridges=[{"hex": "1604"}])
    assert not only(list(battle.log()), Scattered).removed
    strike = only(play(battle, "done"), Bombarded)
    assert strike.bridges_lost() == destroyed
    assert len(state(battle).bridges_in("1604")) == 1 - destroyed


# 8.4 (2) Calling off


@pytest.mark.rule("stockade_redan:8.4.5")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_one_to_three_calls_a_marker_off(die: int) -> None:
    battle = union("1604 116il-a", [2, die, CHAOS], "1504")
    events = play(battle, "call-off 1604")
    tried = only(events, CallOffTried)
    assert (tried.removed, tried.rules) == (True, ("stockade_redan:8.4.5",))
    assert not strikes(battle)
    assert not state(battle).markers


@pytest.mark.rule("stockade_redan:8.4.6")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_four_to_six_fails_and_friends_are_struck(die: int) -> None:
    battle = union("1604 116il-a", [2, die, 3, CHAOS], "1504")
    events = play(battle, "call-off 1604")
    tried = only(events, CallOffTried)
    assert (tried.removed, tried.rules) == (False, ("stockade_redan:8.4.6",))
    assert lost(only(events, Bombarded)) == ["116il-a"]


@pytest.mark.rule("stockade_redan:8.4.6")
def test_a_marker_is_tried_once() -> None:
    battle = union("1604 116il-a | 1704 116il-b", [2, 1, 5], "1504", "1705")
    play(battle, "call-off 1604")
    assert offered(battle) == ["call-off 1704", "done"]
    with refused("stockade_redan:8.4.6"):
        battle.play("call-off 1604")


@pytest.mark.rule("stockade_redan:8.4.5")
def test_the_union_picks_which_markers_to_call_off_one_die_each() -> None:
    """Two lie in 1604, one in 1704: one of the two goes, the others strike."""
    battle = union("1604 36ms-a | 1704 36ms-b", [2, 1, 1, 3, 3, 3, CHAOS], "1504", "1605", "1705")
    assert offered(battle) == ["call-off 1604", "call-off 1704", "done"]
    play(battle, "call-off 1604")
    assert offered(battle) == ["call-off 1604", "call-off 1704", "done"]
    assert [lost(strike) for strike in strikes(battle)] == []
    play(battle, "done")
    assert [lost(strike) for strike in strikes(battle)] == [["36ms-a"], ["36ms-b"]]


@pytest.mark.rule("stockade_redan:8.4.5")
def test_nothing_is_called_off_before_it_has_scattered() -> None:
    battle = field(f"{OTHERS} | 1504 116il-a", phase="I", turn=2, option=1)
    play(battle, "plot 1504")
    with refused("stockade_redan:5.0.1"):
        battle.play("call-off 1504")


# 8.4 (3) Union attacks


@pytest.mark.rule("stockade_redan:8.4.7")
def test_two_union_markers_in_one_hex_are_two_attacks() -> None:
    """Combined they would strike at 5:1; the first leaves one company to the second."""
    battle = union("1604 36ms-a 36ms-b", [2, 1, 3, 4, 3, CHAOS], "1504", "1605")
    play(battle, "done")
    assert [totals(strike) for strike in strikes(battle)] == [(12, 3), (12, 3)]
    assert [lost(strike) for strike in strikes(battle)] == [["36ms-a"], ["36ms-b"]]
    assert [len(strike.rolls) for strike in strikes(battle)] == [2, 1]


@pytest.mark.rule("stockade_redan:8.4.8")
@pytest.mark.parametrize("hex, hit, _", DEFENCES)
@pytest.mark.parametrize("officer", ["", " 36ms-o1", " 36ms-o1 36ms-o2"])
def test_union_strength_is_twelve_and_no_officer_shifts_it(
    hex: str, hit: int, _: int, officer: str
) -> None:
    """The third company is missed by one, and so is every officer."""
    south = f"{hex[:2]}{int(hex[2:]) + 1:02}"
    misses = [hit + 1] * (1 + len(officer.split()))
    battle = union(f"{hex} 36ms-a 36ms-b 36ms-c{officer}", [1, hit, 1, *misses, CHAOS], south)
    strike = only(play(battle, "done"), Bombarded)
    assert (sum(line.value for line in strike.strength), strike.hit_number) == (12, hit)
    assert len(strike.ratio) == 1
    assert "stockade_redan:8.4.8" in strike.rules
    assert lost(strike) == ["36ms-a", "36ms-b"]


# 8.5 Confederate resolution


@pytest.mark.rule("stockade_redan:8.5.1")
@pytest.mark.parametrize("die", [1, 2])
def test_one_or_two_keeps_a_confederate_marker_on_its_hex(die: int) -> None:
    battle = confederate("1704 13us-a", [die, 2, CHAOS], "1704")
    marker = only(list(battle.log()), Scattered)
    assert (marker.to, marker.rules) == ("1704", ("stockade_redan:8.5.1",))
    assert [(strike.hex, lost(strike)) for strike in strikes(battle)] == [("1704", ["13us-a"])]


@pytest.mark.rule("stockade_redan:8.5.1")
def test_all_confederate_markers_scatter_before_any_attack() -> None:
    battle = confederate("1604 13us-a", [1, 3, 1, 2, CHAOS], "1604", "1605")
    assert [event.to for event in scattered(battle)] == ["1604", "1604"]
    kinds = [type(e) for e in battle.log() if isinstance(e, Scattered | Bombarded)]
    assert kinds == [Scattered, Scattered, Bombarded, Bombarded]
    assert [lost(strike) for strike in strikes(battle)] == [["13us-a"], []]


@pytest.mark.rule("stockade_redan:8.5.2")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
@pytest.mark.parametrize("plotted, way, to", SCATTER)
def test_three_to_six_scatters_a_confederate_marker_by_a_second_die(
    die: int, plotted: str, way: int, to: str
) -> None:
    """SR-24."""
    battle = confederate(f"{to} 13us-a", [die, way, 2, CHAOS], plotted)
    marker = only(list(battle.log()), Scattered)
    assert (marker.to, marker.removed) == (to, False)
    assert marker.rules == ("stockade_redan:8.5.2",)
    assert [strike.hex for strike in strikes(battle)] == [to]


@pytest.mark.rule("stockade_redan:8.5.2")
@pytest.mark.parametrize("plotted, way", [("1604", 1), *OFF_THE_MAP])
def test_a_confederate_marker_that_scatters_onto_nobody_or_off_the_map_is_removed(
    plotted: str, way: int
) -> None:
    battle = confederate(f"{plotted} 13us-a", [3, way, CHAOS], plotted)
    marker = only(list(battle.log()), Scattered)
    assert marker.removed
    assert marker.rules == ("stockade_redan:8.5.2", "stockade_redan:8.4.3")
    assert not strikes(battle)


@pytest.mark.rule("stockade_redan:8.5.3")
def test_no_confederate_marker_is_ever_called_off() -> None:
    """Neither by the Union in its turn to call off, nor by its owner, who is never asked."""
    battle = field(
        f"{OTHERS} | 1604 36ms-a 13us-a | 1704 36ms-b",
        dice=[2, 3, 3, 1, 2, CHAOS],
        phase="III",
        turn=2,
        option=1,
        markers=[{"side": "union", "hex": "1504"}, {"side": "confederate", "hex": "1704"}],
    )
    assert asked(battle) == ("union", "stockade_redan:8.4.5")
    assert offered(battle) == ["call-off 1604", "done"]
    assert rules_against(battle, "call-off 1704") == ["stockade_redan:8.4.5"]
    play(battle, "done")
    begun = [event.phase for event in battle.log() if isinstance(event, PhaseBegan)]
    assert begun == [4, 5]
    assert [(s.side, s.hex) for s in strikes(battle)] == [
        ("union", "1604"),
        ("confederate", "1704"),
    ]


@pytest.mark.rule("stockade_redan:8.5.3")
def test_a_plotted_confederate_marker_cannot_be_taken_back_by_calling_off() -> None:
    battle = field(f"{OTHERS} | 1704 36ms-a", phase="II", turn=2, option=1)
    play(battle, "plot 1704")
    with refused("stockade_redan:5.0.1"):
        battle.play("call-off 1704")


@pytest.mark.rule("stockade_redan:8.5.4")
def test_two_confederate_markers_in_one_hex_are_two_attacks() -> None:
    """One stays on 1604, the other comes from 1605; combined they would strike at 5:1."""
    battle = confederate("1604 13us-a 13us-b", [1, 4, 1, 2, 3, 2, CHAOS], "1604", "1605")
    assert [totals(strike) for strike in strikes(battle)] == [(10, 2), (10, 2)]
    assert [lost(strike) for strike in strikes(battle)] == [["13us-a"], ["13us-b"]]
    assert [len(strike.rolls) for strike in strikes(battle)] == [2, 1]


@pytest.mark.rule("stockade_redan:8.5.5")
@pytest.mark.parametrize("hex, _, hit", DEFENCES)
@pytest.mark.parametrize("officer", ["", " 13us-o1", " 13us-o1 116il-o1"])
def test_confederate_strength_is_ten_and_no_officer_shifts_it(
    hex: str, _: int, hit: int, officer: str
) -> None:
    misses = [hit + 1] * (1 + len(officer.split()))
    dice = [1, hit, 1, *misses, CHAOS]
    battle = confederate(f"{hex} 13us-a 13us-b 13us-c{officer}", dice, hex)
    strike = only(list(battle.log()), Bombarded)
    assert (sum(line.value for line in strike.strength), strike.hit_number) == (10, hit)
    assert len(strike.ratio) == 1
    assert "stockade_redan:8.5.5" in strike.rules
    assert lost(strike) == ["13us-a", "13us-b"]
