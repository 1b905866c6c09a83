"""9.0, 9.1 and 9.3 Chaos of War: how many markers, where they go, when they come off."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan.chaos_of_war import roll_count
from longroll.systems.stockade_redan.events import (
    ChaosBarred,
    ChaosPlaced,
    ChaosRetrieved,
    ChaosRolled,
    PhaseBegan,
)
from tests.rulebook.stockade_redan.moments import asked, state
from tests.support import field, offered, only, play, refused, rules_against

MORALE_RULES = {2: "stockade_redan:9.0.2", 3: "stockade_redan:9.0.3", 4: "stockade_redan:9.0.4"}

#: Side, Confederate morale, and the markers for a die of 1 to 6.
COUNTS = [
    ("union", 2, (2, 3, 4, 5, 6, 6)),
    ("union", 3, (1, 2, 3, 4, 5, 6)),
    ("union", 4, (0, 1, 2, 3, 4, 5)),
    ("confederate", 2, (0, 1, 2, 3, 4, 5)),
    ("confederate", 3, (1, 2, 3, 4, 5, 6)),
    ("confederate", 4, (2, 3, 4, 5, 6, 6)),
]


def rolled(battle: Battle) -> list[ChaosRolled]:
    return [event for event in battle.log() if isinstance(event, ChaosRolled)]


# 9.0 How many


@pytest.mark.rule("stockade_redan:9.0.1")
@pytest.mark.parametrize("phase, side", [("V", "union"), ("VI", "confederate")])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_phase_begins_with_the_die_of_its_player(phase: str, side: str, die: int) -> None:
    battle = field("1020 36ms-a | 3020 13us-a", [die], phase=phase, morale=3)
    (roll,) = rolled(battle)
    assert (roll.side, roll.count) == (side, die)
    assert roll.rules[0] == "stockade_redan:9.0.1"
    assert asked(battle) == (side, "stockade_redan:9.1.1")


@pytest.mark.rule("stockade_redan:9.0.2", "stockade_redan:9.0.3", "stockade_redan:9.0.4")
@pytest.mark.parametrize("side, morale, counts", COUNTS)
def test_confederate_morale_changes_the_number_of_markers(
    side: str, morale: int, counts: tuple[int, ...]
) -> None:
    found = [roll_count(side, morale, Scripted([die])) for die in (1, 2, 3, 4, 5, 6)]
    assert tuple(count for count, _, _ in found) == counts
    assert {lines[1].rule for _, lines, _ in found} == {MORALE_RULES[morale]}


@pytest.mark.rule("stockade_redan:9.0.1", "stockade_redan:9.0.2")
def test_the_example_of_the_book() -> None:
    battle = field("1020 36ms-a | 3020 13us-a", [5, 6], phase="V", morale=2)
    play(battle, "done")
    assert [(roll.side, roll.count) for roll in rolled(battle)] == [
        ("union", 6),
        ("confederate", 5),
    ]


@pytest.mark.rule("stockade_redan:9.0.5")
def test_a_union_result_of_zero_gives_no_marker() -> None:
    battle = field("1020 36ms-a | 3020 13us-a", [1, 3], phase="V", morale=4)
    assert rolled(battle)[0].count == 0
    assert (asked(battle)[0], state(battle).phase) == ("confederate", 6)


@pytest.mark.rule("stockade_redan:9.0.5")
def test_a_confederate_result_of_zero_gives_no_marker() -> None:
    battle = field("1020 36ms-a | 3020 13us-a", [1], phase="VI", morale=2)
    assert rolled(battle)[0].count == 0
    assert (asked(battle)[0], state(battle).phase) == ("union", 7)


@pytest.mark.rule("stockade_redan:9.0.6")
def test_the_union_never_places_more_than_six() -> None:
    stacks = " | ".join(f"10{18 + n} 36ms-{company}" for n, company in enumerate("abcdefg"))
    battle = field(f"{stacks} | 3020 13us-a", [6, 3], phase="V", morale=2)
    play(battle, *(f"chaos 10{row}" for row in range(18, 24)))
    assert len(state(battle).chaos) == 6
    assert "1024" not in state(battle).chaos
    assert state(battle).phase == 6


@pytest.mark.rule("stockade_redan:9.0.6")
def test_the_confederates_never_place_more_than_six() -> None:
    stacks = " | ".join(f"30{13 + n} 13us-{company}" for n, company in enumerate("abcdefg"))
    battle = field(f"{stacks} | 1020 36ms-a", [6], phase="VI", morale=4)
    play(battle, *(f"chaos 30{row}" for row in range(13, 19)))
    assert len(state(battle).chaos) == 6
    assert "3019" not in state(battle).chaos
    assert state(battle).phase == 7


# 9.1 Where


@pytest.mark.rule("stockade_redan:9.1.1")
@pytest.mark.parametrize("placed", [0, 1, 2])
def test_fewer_markers_may_be_placed_than_were_rolled(placed: int) -> None:
    battle = field("1020 36ms-a | 3020 13us-a | 3022 13us-b | 3024 13us-c", [3], phase="VI")
    events = play(battle, *("chaos 3020", "chaos 3022")[:placed], "done")
    assert state(battle).phase == 7
    assert list(state(battle).chaos.values()) == ["confederate"] * placed
    assert sum(isinstance(event, ChaosPlaced) for event in events) == placed


@pytest.mark.rule("stockade_redan:9.1.1")
def test_no_more_markers_are_placed_than_were_rolled() -> None:
    battle = field("1020 36ms-a | 3020 13us-a | 3022 13us-b | 3024 13us-c", [2], phase="VI")
    first = only(play(battle, "chaos 3020"), ChaosPlaced)
    assert first.rules == ("stockade_redan:9.1.1", "stockade_redan:9.2.1")
    play(battle, "chaos 3024")
    assert state(battle).phase == 7
    assert sorted(state(battle).chaos) == ["3020", "3024"]


@pytest.mark.rule("stockade_redan:9.1.2")
@pytest.mark.parametrize(
    "phase, own, enemy", [("V", "3020", "1020"), ("VI", "1020", "3020")], ids=["union", "rebels"]
)
def test_a_marker_goes_only_where_the_enemy_stands_alone(phase: str, own: str, enemy: str) -> None:
    battle = field(
        "1020 36ms-a | 3020 13us-a | 1704 36ms-b 13us-b",
        dice=[6],
        phase=phase,
        carnage=["3025"],
        bridges=[{"hex": "3026"}],
    )
    assert offered(battle) == [f"chaos {enemy}", "done"]
    for hex in (own, "1704", "4001", "3025", "3026", "9999"):
        with refused("stockade_redan:9.1.2"):
            battle.play(f"chaos {hex}")


@pytest.mark.rule("stockade_redan:9.1.3")
def test_guns_alone_take_no_marker() -> None:
    battle = field("1020 36ms-a | 2405 hart wood | 3020 spoor 13us-a", [6], phase="VI")
    assert offered(battle) == ["chaos 3020", "done"]
    with refused("stockade_redan:9.1.3"):
        battle.play("chaos 2405")


@pytest.mark.rule("stockade_redan:9.1.3")
def test_stockade_guns_alone_take_no_marker() -> None:
    battle = field("1420 gun-1 | 1320 gun-2 36ms-a | 1519 13us-a", [6], phase="V")
    assert offered(battle) == ["chaos 1320", "done"]
    with refused("stockade_redan:9.1.3"):
        battle.play("chaos 1420")


@pytest.mark.rule("stockade_redan:9.1.4")
@pytest.mark.parametrize("phase, hex", [("V", "1020"), ("VI", "3020")])
def test_one_marker_a_hex(phase: str, hex: str) -> None:
    battle = field(
        "1020 36ms-a 36ms-b | 1022 36ms-c | 3020 13us-a 13us-b | 3022 13us-c", [6], phase=phase
    )
    play(battle, f"chaos {hex}")
    assert f"chaos {hex}" not in offered(battle)
    with refused("stockade_redan:9.1.4"):
        battle.play(f"chaos {hex}")


@pytest.mark.rule("stockade_redan:9.1.5")
def test_no_marker_where_a_union_officer_stands() -> None:
    battle = field(
        "1020 36ms-a | 3020 13us-a 13us-o1 | 3022 13us-b 116il-o1 | 3024 8mo-o1 | 3026 13us-c",
        dice=[6],
        phase="VI",
    )
    assert offered(battle) == ["chaos 3026", "done"]
    for hex in ("3020", "3022", "3024"):
        with refused("stockade_redan:9.1.5"):
            battle.play(f"chaos {hex}")


@pytest.mark.rule("stockade_redan:9.1.5")
def test_no_marker_where_the_union_sees_a_confederate_officer() -> None:
    battle = field("1519 36ms-a 36ms-o1 | 1520 36ms-b | 1620 13us-a", [6], phase="V")
    assert offered(battle) == ["chaos 1520", "done"]
    with refused("stockade_redan:9.1.5"):
        battle.play("chaos 1519")


@pytest.mark.rule("stockade_redan:9.1.3", "stockade_redan:9.1.5")
@pytest.mark.parametrize("stack, rule", [("gun-1", "9.1.3"), ("36ms-a 36ms-o1", "9.1.5")])
def test_an_unseen_stack_that_cannot_be_marked_shows_when_it_is_tried(
    stack: str, rule: str
) -> None:
    battle = field(f"1120 {stack} | 1020 36ms-b | 3020 13us-a", [2], phase="V")
    barred = only(play(battle, "chaos 1120"), ChaosBarred)
    assert barred.rules == (f"stockade_redan:{rule}",)
    assert state(battle).chaos == {}
    assert rules_against(battle, "chaos 1120")
    assert offered(battle) == ["chaos 1020", "done"]


@pytest.mark.rule("stockade_redan:9.1.2", "stockade_redan:9.2.2")
def test_the_eighth_missouri_may_be_marked_for_nothing() -> None:
    """SR-30."""
    battle = field("1020 36ms-a | 3020 8mo-a", [1], phase="VI")
    play(battle, "chaos 3020")
    assert state(battle).chaos == {"3020": "confederate"}
    assert not rules_against(battle, "move 8mo-a")


# 9.3 When they come off


@pytest.mark.rule("stockade_redan:9.3.1")
def test_every_marker_of_both_sides_is_removed_in_phase_eleven() -> None:
    battle = field(
        "1020 36ms-a | 1022 36ms-b | 3020 13us-a | 3022 13us-b 13us-o1 | 3024 8mo-a",
        phase="X",
        chaos={
            "1020": "union",
            "3020": "confederate",
            "3022": "confederate",
            "3024": "confederate",
            "4001": "union",
        },
    )
    assert len(state(battle).chaos) == 5
    events = play(battle, "done")
    retrieved = only(events, ChaosRetrieved)
    assert (retrieved.count, retrieved.rules) == (5, ("stockade_redan:9.3.1",))
    assert state(battle).chaos == {}
    begun = [
        event.phase for event in events[: events.index(retrieved)] if isinstance(event, PhaseBegan)
    ]
    assert begun == [11]
