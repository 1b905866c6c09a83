"""The book's example of firing, played on a table number by number: seven volleys of one step.

North is the Confederate side. Its picture is lost; the units stand so that each stand measures
what the text says. One range differs: no stand of B can have 2¼ in to a line that three others
have 1¾ in to and see it within 30 degrees, so its fourth stand has 2 in and a little, which is the
same band.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import piece
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.fire.events import Fired
from longroll.systems.mckie.sequence import BeginStep
from tests.rulebook.mckie.field import Fight, battery, field, lay, troops

#: Of each unit: target, figures or guns, nearest range, factors as the book adds them, tenths.
VOLLEYS: dict[str, list[tuple[str, int, int, list[int], int]]] = {
    "1": [("B", 16, 375, [5, -1, 2], 19), ("A", 4, 575, [5, -1, 4], 8)],
    "2": [("B", 3, 175, [8, 1, 2, 1], 7), ("C", 1, 175, [8, 1, 1], 2)],
    "3": [("C", 20, 525, [5, 1], 24)],
    "4": [("A", 8, 950, [5, 1, 4, -1, -1], 14)],
    "A": [("1", 8, 575, [5, -2], 4)],
    "B": [("2", 12, 175, [8, -2, -3], 8), ("2", 4, 202, [5, -2, -3], 1), ("1", 4, 375, [5, -2], 2)],
    "C": [("2", 8, 175, [8, 1, -2, -3], 6), ("3", 12, 525, [5, 1, -2], 10)],
}
DICE = {"1": 7, "2": 6, "3": 7, "4": 4, "A": 10, "B": 5, "C": 3}
LOST = {
    "1": {"A": 1, "B": 2},
    "2": {"B": 1, "C": 0},
    "3": {"C": 2},
    "4": {"A": 2},
    "A": {"1": 0},
    "B": {"2": 1, "1": 0},
    "C": {"2": 1, "3": 1},
}
MOVED = frozenset(("moved",))


def south(x: float, y: float, **more: Any) -> Unit:
    """A Confederate brigade that looks south from so far north of the line of B."""
    return troops("confederate", 25 + x, 30 - y, 180, **more)


def north(x: float, y: float, **more: Any) -> Unit:
    """A Union brigade that has advanced this period."""
    return troops("union", 25 + x, 30 - y, 0, did=MOVED, **more)


UNITS = {
    "1": south(-0.62, 3.75, figures=20, quality="raw"),
    # Their stands have more room than those of a line, behind the fence.
    "2": replace(
        south(4.76, 1.75, figures=4, quality="veteran", formation="skirmish", parent="3"),
        bases=(("skirmish", 113, 75),),
    ),
    "3": south(9.5, 5.25, figures=20, quality="veteran"),
    "4": battery("confederate", 25 - 4, 30 - 7.5, 180, quality="veteran"),
    "A": north(-3.62, -2, figures=32, formation="column"),
    "B": north(2.5, 0, figures=32, formation="supported_line", front=5),
    "C": north(8.5, 0, figures=20, quality="veteran"),
}
FENCE = piece("fence", "rail fence", (2750, 2825), (3202, 2825), width=10)


@cache
def fought() -> tuple[Fight, dict[str, Fired]]:
    """The step, with the dice of the book."""
    with pytest.MonkeyPatch.context() as patch:
        lay(patch, [FENCE])
        fight = field(UNITS, BeginStep("firing"), dice=list(DICE.values()), first="confederate")
        for order in ("1 B A", "2 B C", "3 C", "4 A"):
            fight.play(f"fire {order}")
        fight.play("done")
        for order in ("A 1", "B 2 1", "C 2 3"):
            fight.play(f"fire {order}")
        fight.play("done")
    return fight, {one.unit: one for one in fight.log() if isinstance(one, Fired)}


@pytest.mark.rule("mckie:fire.proc.3", "mckie:fire.proc.4", "mckie:fire.proc.5", "mckie:fire.split")
@pytest.mark.parametrize("unit", list(VOLLEYS))
def test_the_groups_their_factors_and_the_table(unit: str) -> None:
    _, fired = fought()
    found = [
        (one.target, one.firing, one.nearest, [line.value for line in one.lines], one.tenths)
        for one in fired[unit].groups
    ]
    assert found == VOLLEYS[unit]


@pytest.mark.rule(
    "mckie:fire.onedie", "mckie:fire.split.sum", "mckie:cas.read", "mckie:cas.combine"
)
@pytest.mark.parametrize("unit", list(VOLLEYS))
def test_one_die_for_each_unit(unit: str) -> None:
    _, fired = fought()
    assert [roll.value for roll in fired[unit].rolls] == [DICE[unit]]
    assert fired[unit].lost == LOST[unit]


@pytest.mark.rule("mckie:fire.split.sum")
def test_the_two_groups_of_brigade_b_on_the_skirmishers_are_added() -> None:
    _, fired = fought()
    assert fired["B"].totals["2"] == 9


@pytest.mark.rule("mckie:ammo.2")
def test_only_brigade_a_runs_out_of_ammunition() -> None:
    fight, _ = fought()
    assert [id for id, unit in fight.state.units.items() if unit.ran_out] == ["A"]


@pytest.mark.rule("mckie:cas.sources", "mckie:period.8")
def test_the_losses_of_the_whole_step_are_taken_at_its_end() -> None:
    fight, _ = fought()
    lost = {id: UNITS[id].figures - unit.figures for id, unit in fight.state.units.items()}
    assert lost == {"1": 0, "2": 2, "3": 1, "4": 0, "A": 3, "B": 3, "C": 2}
