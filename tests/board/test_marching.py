"""Orders for many: each stack by its own way, front kept, and why each one that stays does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import longroll
from longroll.board.hex import Grid
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.errors import IllegalChoice
from longroll.kernel.record.form import end_line
from longroll.kernel.risks import risks_of

GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def _corinth() -> str:
    """Game-Turn 4: three Confederate divisions are before the outer works, none has moved."""
    lines = (GOLDEN / "corinth/historical/battle-3.txt").read_text(encoding="utf-8").splitlines()
    last = next(i for i, line in enumerate(lines) if line.startswith("845 "))
    above = "\n".join([*lines[: last + 1], ""])
    return f"{above}{end_line(above, 845)}\n"


def corinth() -> Battle:
    return longroll.replay(_corinth())


def standing(battle: Battle) -> dict[str, tuple[str, str, int]]:
    """Where every unit is, how it is formed and how it faces."""
    pieces = battle.state.game.roster.pieces  # type: ignore[attr-defined]
    units = battle.state.units  # type: ignore[attr-defined]
    return {
        piece.id: (unit.hex, unit.formation, unit.facing)
        for piece, unit in zip(pieces, units, strict=True)
        if unit.hex
    }


def test_a_shift_is_the_same_everywhere() -> None:
    for high in ("even", "odd"):
        grid = Grid(range(10, 46), range(1, 31), high)
        for direction in range(6):
            for start in ("1504", "1605"):
                end = grid.neighbor(start, direction)
                assert end is not None
                for hex in ("2010", "2111"):
                    assert grid.shifted(hex, start, end) == grid.neighbor(hex, direction)


@pytest.mark.parametrize("division", ["hebert", "maury", "lovell"])
def test_a_division_advances_as_one(division: str) -> None:
    battle = corinth()
    before = standing(battle)
    order = f"march 1402 1404 {division}"
    legs = battle.system.march(battle.state, read_choice(order))
    assert legs is not None
    battle.play(order)
    after = standing(battle)
    moved = 0
    for leg in legs:
        if leg.risky:
            continue
        for unit in leg.units:
            hex, formation, facing = after[unit]
            if hex != before[unit][0]:
                moved += 1
                assert hex == leg.to
                assert formation == before[unit][1]
                if formation and leg.to not in {before[one][0] for one in before}:
                    assert facing == before[unit][2], f"{unit} has turned"
        # Whoever is not where it should be says why, with a rule.
        assert leg.to == leg.goal or (leg.why and leg.rule)
    assert moved >= 15


def test_the_record_holds_small_choices_and_the_order_goes_on_where_it_stopped() -> None:
    battle = corinth()
    battle.play("march 1402 1404 hebert")
    said = {str(played.choice).split()[0] for played in battle.history()[846:]}
    assert said <= {"move", "with", "to", "face", "stop"}
    assert longroll.replay(battle.record()).hash() == battle.hash()
    # Nobody is left: the same order says why.
    with pytest.raises(IllegalChoice):
        battle.play("march 1402 1404 hebert")


def test_everybody_may_have_a_place_of_their_own() -> None:
    battle = corinth()
    battle.play("march 3mo 1403 36ms 1403 6mo 1803")
    after = standing(battle)
    assert after["3mo"][0] == after["36ms"][0] == "1403"
    assert after["6mo"][0] == "1803"


def test_companies_go_forward_at_the_redan() -> None:
    battle = longroll.position(
        "stockade_redan",
        {"phase": "VII", "units": {"2017": "13us-a 13us-b", "2117": "13us-c", "1519": "36ms-a"}},
    )
    battle.play("march 2017 1917 13us-a 13us-b 13us-c")
    stacks = {
        unit: stack.hex for stack in battle.view("union").facts.stacks for unit in stack.units or ()
    }
    assert stacks["13us-a"] == stacks["13us-b"] == "1917"
    assert stacks["13us-c"] == "2018"


def test_a_die_on_the_way_is_told_before() -> None:
    """Chaos of War lies on the only way: the chance to be stopped is known."""
    position = {"phase": "VII", "units": {"1719": "13us-a"}, "chaos": {"1619": "confederate"}}
    battle = longroll.position("stockade_redan", position)
    [risk] = risks_of(battle, "move 13us-a 1619")
    assert risk.chance is not None
    assert 0 < risk.chance < 1
