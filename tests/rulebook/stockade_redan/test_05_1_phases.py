"""5.1 The phases one by one: which are passed by, and the order within each."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import (
    Bombarded,
    CallOffTried,
    ChaosPlaced,
    ChaosRetrieved,
    FoughtHandToHand,
    PhaseBegan,
    Scattered,
)
from longroll.systems.stockade_redan.view import Facts
from tests.support import field, offered, only, play, refused

BOMBARDMENT = ("I", "II", "III", "IV", "V")


# Phases that are passed by


def known(battle: Battle) -> Facts:
    """The table as the Confederates see it, who see everything."""
    facts = battle.view("confederate").facts
    assert isinstance(facts, Facts)
    return facts


def to_phase_five(assault: int, turn: int, option: int, guns: str, dice: list[int]) -> Battle:
    """Play the bombardments of a turn, all of them on empty hexes."""
    battle = field(
        f"2502 8mo-a{guns} | 1420 36ms-a",
        [*dice, 3],
        turn=0,
        phase="",
        assault=assault,
        option=option,
        agenda=[{"type": "BeginTurn", "turn": turn}],
    )
    while known(battle).phase != "V":
        battle.play(offered(battle)[0])
    return battle


@pytest.mark.rule(
    "stockade_redan:5.1.I.1",
    "stockade_redan:5.1.I.2",
    "stockade_redan:5.1.II.1",
    "stockade_redan:5.1.II.2",
    "stockade_redan:5.1.III.2",
    "stockade_redan:5.1.IV.2",
)
@pytest.mark.parametrize(
    "assault, turn, option, guns, played",
    [
        (1, 1, 1, " | 3210 hart", "I III"),
        (1, 1, 2, " | 3210 hart", ""),
        (1, 1, 1, "", ""),
        (1, 2, 1, " | 3210 hart", "I II III IV"),
        (1, 2, 2, " | 3210 hart", "II IV"),
        (1, 8, 1, "", "II IV"),
        (2, 1, 1, " | 3210 hart", "I II III IV"),
        (2, 1, 2, " | 3210 hart", "II IV"),
        (2, 1, 1, " | 3113 1oh", "II IV"),  # the 1st Ohio does not bombard (SR-19)
    ],
)
def test_bombardment_phases_are_played_or_passed_by(
    assault: int, turn: int, option: int, guns: str, played: str
) -> None:
    # Markers on 1001 and its neighbours: a one sends Union markers off the map.
    scatter = {"III": [1] * 2, "IV": [1] * 8}
    dice = [die for phase in played.split() for die in scatter.get(phase, [])]
    battle = to_phase_five(assault, turn, option, guns, dice)
    began = [event for event in battle.log() if isinstance(event, PhaseBegan)]
    assert [event.phase for event in began] == [1, 2, 3, 4, 5]
    assert [
        phase for phase, event in zip(BOMBARDMENT, began, strict=True) if not event.skipped
    ] == [*played.split(), "V"]


COMPANIES = ["waterhouse", "barret", "hart", "wood", "spoor"]
BATTERY_HEXES = ["2405", "2406", "3210", "3211", "3313"]


@pytest.mark.rule("stockade_redan:5.1.I.1")
@pytest.mark.parametrize("companies, markers", [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_the_union_must_plot_every_marker_of_its_companies(companies: int, markers: int) -> None:
    units = zip(BATTERY_HEXES[:companies], COMPANIES[:companies], strict=True)
    battle = field(" | ".join(map(" ".join, units)), phase="I", turn=2, option=1)
    for number in range(markers):
        assert known(battle).phase == "I"
        with refused("stockade_redan:5.0.1"):
            battle.play("done")
        play(battle, f"plot 15{number + 10}")
    assert known(battle).phase == "II"
    assert len(known(battle).markers) == markers


@pytest.mark.rule("stockade_redan:5.1.II.1")
def test_the_confederates_must_plot_all_eight() -> None:
    battle = field("2502 8mo-a | 1420 36ms-a", [1] * 8 + [3], phase="II", turn=2)
    for number in range(8):
        assert known(battle).phase == "II"
        with refused("stockade_redan:5.0.1"):
            battle.play("done")
        play(battle, f"plot 35{number + 10}")
    assert known(battle).phase == "V"


# The order within a phase


@pytest.mark.rule("stockade_redan:5.1.III.1")
def test_union_markers_all_scatter_then_are_called_off_then_fall() -> None:
    markers = [{"side": "union", "hex": hex} for hex in ("1419", "1319", "1219")]
    battle = field(
        "3210 hart | 1420 36ms-a | 1320 36ms-b | 1220 36ms-c",
        dice=[4, 4, 4, 1, 6, 6, 6, 3],
        phase="III",
        option=1,
        markers=markers,
    )
    assert offered(battle) == ["call-off 1220", "call-off 1320", "call-off 1420", "done"]
    play(battle, "call-off 1320", "call-off 1220", "done")
    bombarding = [e for e in battle.log() if isinstance(e, Scattered | CallOffTried | Bombarded)]
    order = [type(event) for event in bombarding]
    assert order == [Scattered] * 3 + [CallOffTried] * 2 + [Bombarded] * 2
    assert [event.hex for event in bombarding if isinstance(event, Bombarded)] == ["1420", "1220"]


@pytest.mark.rule("stockade_redan:5.1.IV.1")
def test_confederate_markers_all_scatter_then_fall_and_none_is_called_off() -> None:
    markers = [{"side": "confederate", "hex": hex} for hex in ("2502", "2602", "2701")]
    battle = field(
        "2502 8mo-a | 2602 8mo-b | 1420 36ms-a | 2702 8mo-c",
        dice=[1, 1, 6, 4, 6, 6, 6, 3],
        phase="IV",
        turn=2,
        markers=markers,
    )
    bombarding = [e for e in battle.log() if isinstance(e, Scattered | CallOffTried | Bombarded)]
    assert [type(event) for event in bombarding] == [Scattered] * 3 + [Bombarded] * 3
    assert known(battle).phase == "V"  # nobody was asked anything


@pytest.mark.rule("stockade_redan:5.1.VIII")
def test_units_lost_to_confederate_fire_do_not_fire_back() -> None:
    battle = field("1119 36ms-a | 1120 13us-a | 1121 13us-b", dice=[1], phase="VIII", morale=4)
    play(battle, "fire 1120 all")
    assert known(battle).phase == "IX"
    play(battle, "fire 1119")
    with refused("stockade_redan:11.0.1"):
        battle.play("add 13us-a")
    assert offered(battle) == ["add 13us-b", "all"]


@pytest.mark.rule("stockade_redan:5.1.V", "stockade_redan:5.1.VI")
def test_chaos_of_war_is_placed_by_the_union_first() -> None:
    battle = field("2502 13us-a | 1420 36ms-a", [1, 1], phase="V")
    placed = [
        (known(battle).phase, only(play(battle, order), ChaosPlaced).side)
        for order in ("chaos 1420", "chaos 2502")
    ]
    assert placed == [("V", "union"), ("VI", "confederate")]


@pytest.mark.rule("stockade_redan:5.1.XI")
def test_chaos_markers_of_both_sides_are_removed_after_the_moves() -> None:
    chaos = {"1420": "union", "2502": "confederate"}
    battle = field("2502 13us-a | 1420 36ms-a 36ms-o1", phase="X", chaos=chaos)
    assert known(battle).chaos == chaos
    events = play(battle, "done")
    retrieved = only(events, ChaosRetrieved)
    assert (retrieved.count, retrieved.rules) == (2, ("stockade_redan:9.3.1",))
    assert known(battle).chaos == {}
    began = [e.phase for e in events[: events.index(retrieved)] if isinstance(e, PhaseBegan)]
    assert began == [11]


@pytest.mark.rule("stockade_redan:5.1.XII")
def test_every_shared_hex_fights_hand_to_hand() -> None:
    battle = field(
        "1120 13us-a 36ms-a | 1519 13us-b 36ms-b | 2010 13us-c 36ms-c | 1422 36ms-d | 1620 13us-d",
        dice=[3, 3] * 3,
        phase="XII",
    )
    fought = [event.hex for event in battle.log() if isinstance(event, FoughtHandToHand)]
    assert fought == ["1120", "1519", "2010"]
