"""4.0 How to win: sudden death, the redan taken, the Gettysburg Matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from longroll import Battle, IllegalChoice
from longroll.kernel.dice import Scripted
from longroll.kernel.event import BattleEnded
from longroll.systems.stockade_redan import victory
from longroll.systems.stockade_redan.events import MatrixRolled, PhaseBegan, TurnBegan
from longroll.systems.stockade_redan.view import Facts
from tests.support import field, only, play

REDAN = [
    *("1017", "1117", "1218", "1318", "1419", "1519"),
    *("1520", "1421", "1422", "1322", "1323", "1224", "1225", "1125", "1126", "1027"),
]
OFFICERS = {
    regiment: [f"{regiment}-o{n}" for n in range(1, 5)]
    for regiment in ("116il", "13us", "8mo", "30oh")
}
#: Turn of capture, and the highest modified die that wins for the Union.
MATRIX = {1: 6, 2: 6, 3: 6, 4: 6, 5: 6, 6: 5, 7: 4, 8: 3}


def known(battle: Battle) -> Facts:
    """The table as the Confederates see it, who see everything."""
    facts = battle.view("confederate").facts
    assert isinstance(facts, Facts)
    return facts


def end_of_turn(
    units: str, dice: Sequence[int] = (), held: Sequence[str] = REDAN, **situation: object
) -> Battle:
    """A position whose last phase is over at once, so that the turn is judged."""
    return field(units, dice=dice, phase="XII", union_held=held, **situation)


def winner(battle: Battle) -> tuple[str | None, str] | None:
    """Who has won, and by which rule."""
    return None if battle.result is None else (battle.result.winner, battle.result.rule)


# 4.1 Sudden death


def last_company_shot(assault: int) -> Battle:
    battle = field("1119 36ms-a 36ms-b | 1120 13us-a", dice=[1], phase="VIII", assault=assault)
    play(battle, "fire 1120 all")
    return battle


def last_company_bombarded(assault: int) -> Battle:
    marker = {"side": "confederate", "hex": "2010"}
    return field("2010 13us-a", dice=[1, 1], phase="IV", turn=2, assault=assault, markers=[marker])


def last_battery_under_its_own_shells(assault: int) -> Battle:
    marker = {"side": "union", "hex": "3209"}
    battle = field(
        "3210 hart", dice=[4, 1], phase="III", option=1, assault=assault, markers=[marker]
    )
    play(battle, "done")
    return battle


def last_company_cut_down(assault: int) -> Battle:
    return field("1120 13us-a 36ms-a 36ms-b 36ms-c", dice=[1, 6], phase="XII", assault=assault)


DEATHS = [
    last_company_shot,
    last_company_bombarded,
    last_battery_under_its_own_shells,
    last_company_cut_down,
]


@pytest.mark.rule("stockade_redan:4.1.1", "stockade_redan:4.3.1")
@pytest.mark.parametrize("assault", [1, 2])
@pytest.mark.parametrize("death", DEATHS)
def test_the_last_union_unit_lost_ends_either_assault_at_once(
    death: Callable[[int], Battle], assault: int
) -> None:
    battle = death(assault)
    assert winner(battle) == ("confederate", "stockade_redan:4.1.1")
    assert battle.decision is None
    events = list(battle.log())
    assert isinstance(events[-1], BattleEnded)
    assert not [event for event in events if isinstance(event, PhaseBegan)]
    with pytest.raises(IllegalChoice, match="over"):
        battle.play("done")


@pytest.mark.rule("stockade_redan:4.1.1")
def test_nothing_more_falls_once_the_last_union_unit_is_lost() -> None:
    markers = [{"side": "confederate", "hex": hex} for hex in ("2010", "1420")]
    battle = field("2010 13us-a | 1420 36ms-a", [1, 1, 1], phase="IV", turn=2, markers=markers)
    assert winner(battle) == ("confederate", "stockade_redan:4.1.1")
    assert battle.dice.rolled == 3  # two for scatter, one for the company


@pytest.mark.rule("stockade_redan:4.1.1")
@pytest.mark.parametrize("survivor", ["13us-o1", "spoor", "8mo-c"])
def test_one_union_unit_of_any_kind_anywhere_keeps_the_battle_going(survivor: str) -> None:
    battle = field(
        f"1119 36ms-a 36ms-b | 1120 13us-a | 4030 {survivor}", dice=[1], phase="VIII", option=2
    )
    play(battle, "fire 1120 all")
    assert [stack.hex for stack in known(battle).stacks if stack.side == "union"] == ["4030"]
    assert battle.result is None


@pytest.mark.rule("stockade_redan:4.1.2")
def test_bridging_markers_do_not_keep_the_union_alive() -> None:
    bridges = [{"hex": "1120"}, {"hex": "1620", "up": "bridging"}]
    battle = field("1119 36ms-a 36ms-b | 1120 13us-a", [1], phase="VIII", bridges=bridges)
    play(battle, "fire 1120 all")
    assert len(battle.view("union").facts.bridges) == 2
    assert winner(battle) == ("confederate", "stockade_redan:4.1.1")


# 4.2 The redan taken in the first assault


@pytest.mark.rule("stockade_redan:4.2.1")
@pytest.mark.parametrize("turn", range(1, 9))
def test_every_redan_hex_held_at_the_end_of_a_turn_wins_the_first_assault(turn: int) -> None:
    battle = end_of_turn("1519 13us-a | 1017 13us-b | 1420 36ms-a", turn=turn)
    assert winner(battle) == ("union", "stockade_redan:4.2.1")
    assert battle.dice.rolled == 0  # no Matrix in the first assault


@pytest.mark.rule("stockade_redan:4.2.1")
@pytest.mark.parametrize("missing", REDAN)
def test_one_redan_hex_short_is_no_victory(missing: str) -> None:
    held = [hex for hex in REDAN if hex != missing]
    battle = end_of_turn("2502 8mo-a | 1022 36ms-a", held=held, turn=4)
    assert battle.result is None
    assert known(battle).turn == 5


@pytest.mark.rule("stockade_redan:4.2.1")
def test_the_redan_is_judged_only_when_the_turn_ends() -> None:
    battle = field("1519 13us-a | 1022 36ms-a", phase="X", union_held=REDAN)
    assert battle.result is None
    play(battle, "done")
    assert winner(battle) == ("union", "stockade_redan:4.2.1")


@pytest.mark.rule("stockade_redan:4.2.2")
def test_confederates_inside_and_in_the_ditch_do_not_save_the_redan() -> None:
    battle = end_of_turn("2502 8mo-a | 1420 36ms-a | 1018 36ms-b | 1620 36ms-c | 1016 36ms-d")
    assert winner(battle) == ("union", "stockade_redan:4.2.1")


@pytest.mark.rule("stockade_redan:4.2.2")
def test_the_inside_and_the_ditch_do_not_win_the_redan() -> None:
    battle = end_of_turn("1420 8mo-a | 1018 8mo-b | 1026 8mo-c | 1620 8mo-d | 1217 8mo-e", held=())
    assert battle.result is None


@pytest.mark.rule("stockade_redan:4.2.3")
def test_a_vacated_redan_hex_stays_with_the_last_to_hold_it() -> None:
    battle = field("1519 13us-a | 1318 36ms-a", phase="VII")
    play(battle, "move 13us-a 1420")
    assert known(battle).union_held == ("1519",)  # nobody is there
    play(battle, "done", "done", "move 36ms-a 1419")  # neither side fires
    assert known(battle).union_held == ("1519",)


@pytest.mark.rule("stockade_redan:4.2.3")
def test_walking_into_a_vacant_redan_hex_takes_it_back() -> None:
    battle = field("2502 13us-a | 1420 36ms-a", phase="X", union_held=["1519"])
    play(battle, "move 36ms-a", "to 1519")
    assert known(battle).union_held == ()


@pytest.mark.rule("stockade_redan:4.2.3")
@pytest.mark.parametrize("before", [["1519"], []])
def test_a_shared_redan_hex_stays_with_whoever_held_it(before: list[str]) -> None:
    # SR-48; equal totals leave both sides in the hex.
    others = [hex for hex in REDAN if hex != "1519"]
    battle = end_of_turn("1519 13us-a 36ms-a", dice=[3, 3], held=[*others, *before])
    assert winner(battle) == (("union", "stockade_redan:4.2.1") if before else None)


@pytest.mark.rule("stockade_redan:4.2.3", "stockade_redan:4.2.1")
def test_a_shared_redan_hex_falls_when_its_last_defender_does() -> None:
    others = [hex for hex in REDAN if hex != "1519"]
    battle = end_of_turn("1519 13us-a 13us-b 13us-c 36ms-a", dice=[6, 1], held=others)
    assert winner(battle) == ("union", "stockade_redan:4.2.1")


@pytest.mark.rule("stockade_redan:4.2.4")
def test_no_confederate_left_is_not_yet_a_union_victory() -> None:
    battle = field("1119 36ms-a | 1120 13us-a 13us-b", dice=[1], phase="IX")
    play(battle, "fire 1119 all")
    assert {stack.side for stack in known(battle).stacks} == {"union"}
    assert battle.result is None
    assert known(battle).turn == 2


# 4.3 The second assault fails


@pytest.mark.rule("stockade_redan:4.3.2")
def test_the_second_assault_is_lost_at_the_end_of_its_eighth_turn() -> None:
    battle = end_of_turn("1519 13us-a | 1022 36ms-a", held=REDAN[:15], assault=2, turn=8)
    assert winner(battle) == ("confederate", "stockade_redan:4.3.2")
    assert battle.dice.rolled == 0


@pytest.mark.rule("stockade_redan:4.3.2")
@pytest.mark.parametrize("turn", range(1, 8))
def test_the_second_assault_goes_on_until_then(turn: int) -> None:
    battle = end_of_turn("1519 13us-a | 1022 36ms-a", held=(), assault=2, turn=turn)
    assert battle.result is None
    assert only(list(battle.log()), TurnBegan).turn == turn + 1


# 4.4 The Gettysburg Matrix


@pytest.mark.rule(
    "stockade_redan:4.4.1",
    "stockade_redan:4.4.6",
    "stockade_redan:4.4.7",
    "stockade_redan:4.4.8",
    "stockade_redan:4.4.9",
    "stockade_redan:4.4.10",
)
@pytest.mark.parametrize("turn, die", list(product(range(1, 9), range(1, 7))))
def test_the_redan_taken_in_the_second_assault_goes_to_the_matrix(turn: int, die: int) -> None:
    battle = end_of_turn("1022 13us-a", dice=[die], assault=2, turn=turn)
    matrix = only(list(battle.log()), MatrixRolled)
    assert (matrix.turn, matrix.needed, matrix.modifiers) == (turn, MATRIX[turn], ())
    assert battle.dice.rolled == 1
    won = die <= MATRIX[turn]
    assert winner(battle) == (
        ("union", "stockade_redan:4.4.1") if won else ("confederate", "stockade_redan:4.4.10")
    )


@pytest.mark.rule(
    "stockade_redan:4.4.6",
    "stockade_redan:4.4.7",
    "stockade_redan:4.4.8",
    "stockade_redan:4.4.9",
    "stockade_redan:4.4.10",
)
@pytest.mark.parametrize("turn", MATRIX)
def test_every_cell_of_the_matrix_under_every_modifier(turn: int) -> None:
    for on_edge, bare, outnumbered in product((True, False), (0, 3), (False, True)):
        modifiers = victory.matrix_modifiers(on_edge, bare, 2 if outnumbered else 1, 1)
        added = (not on_edge) * 1 + (bare == 3) * 2 + outnumbered * 3
        for die in range(1, 7):
            expected = "union" if die + added <= MATRIX[turn] else "confederate"
            assert victory.roll_matrix(turn, modifiers, Scripted([die]))[0] == expected


@pytest.mark.rule("stockade_redan:4.4.5")
@pytest.mark.parametrize("on_edge, bare, outnumbered", list(product((True, False), repeat=3)))
def test_matrix_modifiers_add_up(on_edge: bool, bare: bool, outnumbered: bool) -> None:
    lost = [id for regiment in ("116il", "8mo", "30oh") for id in OFFICERS[regiment]]
    battle = end_of_turn(
        f"{'1022' if on_edge else '2502'} 13us-a | 1420 36ms-a{' 36ms-b' * outnumbered}",
        dice=[1],
        assault=2,
        turn=6,
        lost=lost if bare else (),
    )
    expected = [
        *([] if on_edge else [(1, "stockade_redan:4.4.2")]),
        *([(2, "stockade_redan:4.4.3")] if bare else []),
        *([(3, "stockade_redan:4.4.4")] if outnumbered else []),
    ]
    matrix = only(list(battle.log()), MatrixRolled)
    assert [(line.value, line.rule) for line in matrix.modifiers] == expected
    total = 1 + sum(value for value, _ in expected)
    assert f"Matrix: {total}," in matrix.text()
    assert matrix.winner == ("union" if total <= 5 else "confederate")


def modifiers_of(units: str, lost: Sequence[str] = ()) -> dict[str, int]:
    battle = end_of_turn(units, dice=[1], assault=2, turn=8, lost=lost)
    lines = only(list(battle.log()), MatrixRolled).modifiers
    return {line.rule.removeprefix("stockade_redan:"): line.value for line in lines}


@pytest.mark.rule("stockade_redan:4.4.2")
@pytest.mark.parametrize("hex", [f"10{row}" for row in range(18, 27)])
@pytest.mark.parametrize("unit", ["13us-a", "13us-o1", "1oh"])
def test_any_union_unit_on_the_west_edge_inside_spares_the_first_modifier(
    hex: str, unit: str
) -> None:
    assert modifiers_of(f"{hex} {unit}") == {}


@pytest.mark.rule("stockade_redan:4.4.2")
@pytest.mark.parametrize("hex", ["1017", "1027", "1016", "1028", "1120", "1420"])
def test_the_rest_of_the_map_does_not_spare_it(hex: str) -> None:
    assert modifiers_of(f"{hex} 13us-a") == {"4.4.2": 1}


@pytest.mark.rule("stockade_redan:4.4.3")
@pytest.mark.parametrize("bare, expected", [(2, {}), (3, {"4.4.3": 2}), (4, {"4.4.3": 2})])
def test_three_regiments_without_officers_weigh_two(bare: int, expected: dict[str, int]) -> None:
    lost = [id for officers in list(OFFICERS.values())[:bare] for id in officers]
    assert modifiers_of("1022 13us-a", lost) == expected


@pytest.mark.rule("stockade_redan:4.4.3")
def test_one_officer_left_saves_his_regiment_from_the_count() -> None:
    lost = [id for officers in list(OFFICERS.values())[:3] for id in officers]
    lost.remove("8mo-o4")
    assert modifiers_of("1022 13us-a 8mo-o4", lost) == {}


@pytest.mark.rule("stockade_redan:4.4.4")
@pytest.mark.parametrize(
    "union, confederates, expected",
    [
        ("13us-a 13us-b", "36ms-a 36ms-b", {}),
        ("13us-a 13us-o1", "36ms-a 36ms-b", {}),
        ("13us-a 13us-b", "36ms-a 36ms-b 36ms-o1", {"4.4.4": 3}),
        ("13us-a 13us-b", "36ms-a 36ms-b gun-1", {"4.4.4": 3}),
        ("13us-a 13us-b 13us-c", "36ms-a 36ms-b", {}),
    ],
)
def test_more_confederates_than_union_on_the_map_weigh_three(
    union: str, confederates: str, expected: dict[str, int]
) -> None:
    assert modifiers_of(f"1022 {union} | 1420 {confederates}") == expected
