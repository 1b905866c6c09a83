"""3.2.3 to 3.2.5: the Confederates again, the reinforcements of both sides, the second assault."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import (
    AssaultBegan,
    PhaseBegan,
    Placed,
    Scattered,
    TurnBegan,
)
from longroll.systems.stockade_redan.terrain import ADJACENT
from tests.rulebook.stockade_redan.setups import (
    AREAS,
    DITCH_HEXES,
    INSIDE_HEXES,
    REDAN_HEXES,
    START_LINE,
    UNION_GROUND,
    around,
    asked,
    places,
    put,
    second_setup,
    standing,
    table,
)
from tests.support import field, offered, only, play, refused

COMPANIES = [f"30oh-{letter}" for letter in "abcdefghijklmnopqrstuv"]


def _confederates_next(survivors: str, die: int = 3) -> Battle:
    """One Union company set up behind the line; the Confederates are asked."""
    battle = second_setup(f"{survivors} | 1620 13us-a", dice=[die])
    play(battle, "place 1803", "option 2", "hold")
    return battle


def _reinforcements_next(companies: str = "", hexes: str = "", survivor: str = "1803") -> Battle:
    """Option 2 batteries placed in these hexes; the 1st Ohio is asked for."""
    stacks = [f"{1704 + n} {id}" for n, id in enumerate(companies.split())]
    battle = second_setup(" | ".join(["1620 13us-a", *stacks]), option=2)
    put(battle, survivor)
    play(battle, "option 2")
    put(battle, *hexes.split())
    play(battle, "hold", "historical")
    return battle


# 3.2.3


@pytest.mark.rule("stockade_redan:3.2.3.1")
def test_surviving_confederates_are_placed_anew_like_the_first_time() -> None:
    battle = _confederates_next("1620 36ms-a 36ms-o1 | 1420 gun-3", die=4)
    assert asked(battle)[1] == "Where is Company A, 36th Mississippi set up?"
    assert places(battle) == sorted([*REDAN_HEXES, *INSIDE_HEXES])
    for hex in (*DITCH_HEXES, "1719"):
        with refused("stockade_redan:3.1.2.2"):
            battle.play(f"place {hex}")
    put(battle, "1027")
    with refused("stockade_redan:3.1.2.8"):
        battle.play("place 1028")
    put(battle, "1017")
    assert asked(battle)[1] == "Where is Stockade gun 3 set up?"
    assert places(battle) == sorted(INSIDE_HEXES)
    with refused("stockade_redan:3.1.2.5"):
        battle.play("place 1519")
    put(battle, "1026")
    where = standing(battle)
    assert [where[id] for id in ("36ms-a", "36ms-o1", "gun-3")] == ["1027", "1017", "1026"]


@pytest.mark.rule("stockade_redan:3.2.3.3")
def test_the_1st_missouri_lines_the_west_edge() -> None:
    battle = _confederates_next("1519 36ms-a")
    put(battle, "1519")
    entry = [f"10{row}" for row in range(18, 25)]
    for _ in range(15):
        with refused("stockade_redan:3.2.3.3"):
            battle.play("place 1025")
        assert set(places(battle)) <= set(entry)
        placed = only(put(battle, places(battle)[0]), Placed)
        assert placed.rules == ("stockade_redan:3.2.3.3",)
    assert asked(battle)[1] == "Where is Officer 1, 1st Missouri set up?"
    assert places(battle) == entry
    for hex in ("1017", "1025", "1118", "1519"):
        with refused("stockade_redan:3.2.3.3"):
            battle.play(f"place {hex}")
    put(battle, "1018", "1018", "1024")
    assert asked(battle)[0] == "union"
    assert len([id for id in standing(battle) if id.startswith("1mo")]) == 18


@pytest.mark.rule("stockade_redan:3.2.3.4")
@pytest.mark.parametrize("die, limit", [(1, 3), (4, 3), (6, 4)])
def test_the_1st_missouri_stacks_by_the_new_morale(die: int, limit: int) -> None:
    battle = _confederates_next("1519 36ms-a", die=die)
    put(battle, "1519", *["1018"] * limit)
    assert "place 1018" not in offered(battle)
    with refused("stockade_redan:3.1.0.2"):
        battle.play("place 1018")


@pytest.mark.rule("stockade_redan:3.2.3.4")
@pytest.mark.parametrize("die, spare", [(1, 6), (4, 6), (6, 13)])
def test_the_36th_leaves_the_1st_missouri_its_room(die: int, spare: int) -> None:
    letters = "abcdefghijklmnop"
    stacks = [
        f"{hex} {' '.join(f'36ms-{letter}' for letter in letters[3 * n : 3 * n + 3])}"
        for n, hex in enumerate(("1519", "1419", "1318", "1218", "1117", "1017"))
    ]
    battle = _confederates_next(" | ".join(stacks), die=die)
    put(battle, *around("1018 1019 1020 1021 1022 1023 1024", spare))
    assert not set(places(battle)) & {f"10{row}" for row in range(18, 25)}
    with refused("stockade_redan:3.2.3.4"):
        battle.play("place 1024")
    play(battle, "historical")
    assert len([id for id in standing(battle) if id.startswith("1mo")]) == 18
    assert asked(battle)[0] == "union"


# 3.2.4


@pytest.mark.rule("stockade_redan:3.2.4.1")
def test_the_1st_ohio_comes_first_and_stands_alone() -> None:
    battle = _reinforcements_next("hart", "1704")
    assert asked(battle) == ("union", "Where is 1st Ohio battery set up?")
    assert places(battle) == [hex for hex in UNION_GROUND if hex not in ("1803", "1704")]
    for hex in (*START_LINE, "1505", "1519"):
        with refused("stockade_redan:3.2.4.1"):
            battle.play(f"place {hex}")
    for occupied in ("1803", "1704"):
        with refused("stockade_redan:3.1.3.9"):
            battle.play(f"place {occupied}")
    placed = only(put(battle, "2405"), Placed)
    assert placed.rules == ("stockade_redan:3.2.4.1",)
    assert asked(battle)[1] == "Where is Company A, 30th Ohio set up?"


@pytest.mark.rule("stockade_redan:3.2.4.2")
def test_all_26_of_the_30th_ohio_form_on_their_own_ground() -> None:
    battle = _reinforcements_next()
    put(battle, "4510")
    assert places(battle) == AREAS["30oh"]
    for hex in ("3611", "3714", "1804", "2501", "1519"):
        with refused("stockade_redan:3.2.4.2"):
            battle.play(f"place {hex}")
    put(battle, "3711", "3711", "3711", "3711")
    with refused("stockade_redan:3.1.0.2"):
        battle.play("place 3711")
    put(battle, *around("3811 3812 3911 3912 3712", 18))
    assert asked(battle)[1] == "Where is Officer 1, 30th Ohio set up?"
    for hex in ("4113", "1803"):
        assert f"place {hex}" not in offered(battle)
    with refused("stockade_redan:3.1.3.17"):
        battle.play("place 4113")
    put(battle, "3711")
    with refused("stockade_redan:3.1.3.18"):
        battle.play("place 3711")
    put(battle, "3811", "3812", "3911")
    regiment = [hex for id, hex in standing(battle).items() if id.startswith("30oh")]
    assert len(regiment) == 26
    assert set(regiment) <= set(AREAS["30oh"])


@pytest.mark.rule("stockade_redan:3.2.4.2", "stockade_redan:3.1.3.15")
def test_each_company_of_the_30th_ohio_stands_next_to_another() -> None:
    battle = _reinforcements_next()
    put(battle, "4510", "3711", "3711", "3711", *around("4011 4012 4111 4112", 16), "4113", "4013")
    assert asked(battle)[1] == "Where is Company V, 30th Ohio set up?"
    assert places(battle) == ["3712", "3811", "3812"]
    for hex in ("3711", "4113"):
        with refused("stockade_redan:3.1.3.15"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.1.3.16", "stockade_redan:3.2.4.2")
def test_the_30th_ohio_keeps_away_from_other_regiments() -> None:
    battle = _reinforcements_next(survivor="3711")
    put(battle, "4510")
    touching = {"3711", *ADJACENT["3711"]}
    assert places(battle) == [hex for hex in AREAS["30oh"] if hex not in touching]
    for hex in ("3711", "3811", "3712"):
        with refused("stockade_redan:3.1.3.16"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.1.3.9", "stockade_redan:3.2.4.1")
def test_the_30th_ohio_does_not_join_a_battery_that_starts_alone() -> None:
    battle = _reinforcements_next("hart", "3912")
    put(battle, "3711")
    for hex in ("3912", "3711"):
        assert f"place {hex}" not in offered(battle)
        with refused("stockade_redan:3.1.3.9"):
            battle.play(f"place {hex}")


#: What two companies in 3711 and 4112 leave of the area: room for 24.
SIX = ["3713", "3813", "3911", "3912", "3913", "4011"]


@pytest.mark.rule("stockade_redan:3.2.4.2")
def test_survivors_do_not_crowd_the_30th_ohio_out() -> None:
    battle = second_setup("1620 13us-a 13us-b 13us-c | 1621 8mo-a 8mo-b")
    put(battle, "3711", "4112")
    # The 22 companies need all six hexes: nobody else may touch one.
    for hex in (*SIX, "3914", "3613"):
        with refused("stockade_redan:3.2.4.2"):
            battle.play(f"place {hex}")
    put(battle, "3711", "4212", "4510")
    play(battle, "option 2", "hold", "historical", "place 1704", "historical")
    where = standing(battle)
    assert sorted({where[id] for id in COMPANIES}) == SIX


@pytest.mark.rule("stockade_redan:3.2.4.2")
def test_batteries_do_not_crowd_the_30th_ohio_out() -> None:
    battle = second_setup("1620 13us-a 13us-b | 1704 hart | 1705 wood", option=2)
    put(battle, "3711", "4112")
    play(battle, "option 2")
    for hex in SIX:
        with refused("stockade_redan:3.2.4.2"):
            battle.play(f"place {hex}")
    # A battery stops nobody from standing next to it.
    put(battle, "3914", "4012")
    play(battle, "hold", "historical")
    for hex in SIX:
        with refused("stockade_redan:3.2.4.2"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.2.4.2", "stockade_redan:3.1.3.15")
def test_no_company_of_the_30th_ohio_takes_a_hex_that_batteries_cut_off() -> None:
    battle = _reinforcements_next("hart wood spoor", "3811 3812 3712")
    put(battle, "4510")
    # Every neighbour of 3711 in the area holds a battery: nobody could ever stand next to it.
    assert "place 3711" not in offered(battle)
    with refused("stockade_redan:3.1.3.15"):
        battle.play("place 3711")


@pytest.mark.rule("stockade_redan:3.2.4.2", "stockade_redan:3.1.3.15")
def test_the_one_step_set_up_places_the_30th_ohio_round_batteries() -> None:
    battle = _reinforcements_next("hart wood spoor", "3811 3812 3712")
    play(battle, "place 4510", "historical")
    where = standing(battle)
    assert [id for id in COMPANIES if id not in where] == []
    held = {where[id] for id in COMPANIES}
    assert all(held & set(ADJACENT[hex]) for hex in held)


# 3.2.5


@pytest.mark.rule("stockade_redan:3.2.5.1")
def test_the_second_assault_begins_with_turn_1_and_phase_i() -> None:
    battle = _reinforcements_next()
    events = play(battle, "historical", "historical")
    assert only(events, AssaultBegan).assault == 2
    assert only(events, TurnBegan).turn == 1
    assert [e.phase for e in events if isinstance(e, PhaseBegan)] == [1, 2]


@pytest.mark.rule("stockade_redan:3.2.5.1")
@pytest.mark.parametrize("turn", range(1, 8))
def test_one_turn_follows_another_up_to_turn_8(turn: int) -> None:
    battle = field("1803 13us-a | 1519 36ms-a", assault=2, turn=turn, phase="XII")
    assert (table(battle).assault, table(battle).turn, table(battle).phase) == (2, turn + 1, "II")


@pytest.mark.rule("stockade_redan:3.2.5.1")
def test_the_second_assault_ends_with_turn_8() -> None:
    battle = field("1803 13us-a | 1519 36ms-a", assault=2, turn=8, phase="XII")
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == ("confederate", "stockade_redan:4.3.2")


@pytest.mark.rule("stockade_redan:3.2.5.1")
def test_a_turn_of_the_second_assault_has_the_same_twelve_phases() -> None:
    def phases(assault: int) -> list[tuple[int, str, bool]]:
        battle = field(
            "1803 13us-a | 1519 36ms-a", dice=[*[1] * 8, 1, 1], assault=assault, turn=2, phase="I"
        )
        events = play(battle, *(f"plot 45{row}" for row in range(10, 18)))
        events += play(battle, "done", "done", "done", "done")
        return [(e.phase, e.title, e.skipped) for e in events if isinstance(e, PhaseBegan)]

    assert phases(2) == phases(1)
    assert [number for number, _, _ in phases(2)] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2]


@pytest.mark.rule("stockade_redan:3.2.5.2", "stockade_redan:3.2.3.1")
def test_the_confederates_bombard_on_turn_1_of_the_second_assault() -> None:
    dice = [3, *[2] * 8, 4]
    battle = second_setup("1620 13us-a", dice=dice, morale=3)
    play(battle, "place 1803", "option 2", "hold", *["historical"] * 3)
    assert (table(battle).turn, table(battle).phase) == (1, "II")
    assert asked(battle) == ("confederate", "Where does the bombardment fall? 8 to plot.")
    events = play(battle, *(f"plot 45{row}" for row in range(20, 28)))
    assert len([event for event in events if isinstance(event, Scattered)]) == 8
    assert [(e.phase, e.skipped) for e in events if isinstance(e, PhaseBegan)] == [
        (3, True),
        (4, False),
        (5, False),
    ]


@pytest.mark.rule("stockade_redan:3.2.5.2")
def test_the_confederates_do_not_bombard_on_turn_1_of_the_first_assault() -> None:
    battle = field("1803 13us-a | 1519 36ms-a", dice=[1], assault=1, turn=1, phase="I")
    skipped = [e.phase for e in battle.log() if isinstance(e, PhaseBegan) and e.skipped]
    assert skipped == [2, 3, 4]
    assert table(battle).phase == "V"
