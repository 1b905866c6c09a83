"""The book's example of firing, number by number: seven volleys of one firing step."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.casualties.rules import read_tenths
from longroll.systems.mckie.fire.rules import (
    Firer,
    Group,
    Shot,
    Target,
    Volley,
    fire_factor,
    volley,
)

RIFLES = Firer(
    side="confederate",
    arm="infantry",
    quality="raw",
    weapon="muzzle_loading_rifle",
    formation="line",
)
UNION = replace(RIFLES, side="union", quality="experienced", moved=True)
FIRERS = {
    "1": RIFLES,
    "2": replace(RIFLES, quality="veteran", formation="skirmish", cover="rail_fence"),
    "3": replace(RIFLES, quality="veteran"),
    "4": replace(
        RIFLES,
        arm="field_artillery",
        quality="veteran",
        weapon="12lb_smoothbore_gun",
        formation="unlimbered",
    ),
    "A": replace(UNION, formation="column"),
    "B": replace(UNION, formation="supported_line"),
    "C": replace(UNION, quality="veteran"),
}
TARGETS = {
    "1": Target(arm="infantry", formation="line"),
    "2": Target(arm="infantry", formation="skirmish", cover="rail_fence"),
    "3": Target(arm="infantry", formation="line"),
    "A": Target(arm="infantry", formation="column", ranks=(2, 2, 2, 2), moved=True),
    "B": Target(arm="infantry", formation="supported_line", moved=True),
    "C": Target(arm="infantry", formation="line", moved=True),
}
#: Of each unit: target, figures or guns, range, the factors as the book adds them, and tenths.
VOLLEYS: dict[str, list[tuple[str, int, int, list[int], int]]] = {
    "1": [("A", 4, 575, [5, -1, 4], 8), ("B", 16, 375, [5, -1, 2], 19)],
    "2": [("B", 3, 175, [8, 1, 2, 1], 7), ("C", 1, 175, [8, 1, 1], 2)],
    "3": [("C", 20, 600, [5, 1], 24)],
    "4": [("A", 8, 950, [5, 1, 4, -1, -1], 14)],
    "A": [("1", 8, 575, [5, -2], 4)],
    "B": [("2", 12, 175, [8, -2, -3], 8), ("2", 4, 225, [5, -2, -3], 1), ("1", 4, 375, [5, -2], 2)],
    "C": [("2", 8, 175, [8, 1, -2, -3], 6), ("3", 12, 575, [5, 1, -2], 10)],
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


def groups(unit: str) -> list[Group]:
    found = []
    for target, firing, distance, _, _ in VOLLEYS[unit]:
        lines = fire_factor(FIRERS[unit], TARGETS[target], Shot(distance=distance))
        assert not isinstance(lines, Refusal), lines
        found.append(Group(target, firing, lines))
    return found


def fired(unit: str) -> Volley:
    return volley(unit, groups(unit), Scripted([DICE[unit]]))


@pytest.mark.rule("mckie:fire.proc.3", "mckie:fire.proc.4", "mckie:fire.proc.5", "mckie:fire.split")
@pytest.mark.parametrize("unit", list(VOLLEYS))
def test_the_factors_and_the_table(unit: str) -> None:
    for group, (*_, factors, tenths) in zip(groups(unit), VOLLEYS[unit], strict=True):
        assert [line.value for line in group.lines] == factors
        assert (group.factor, group.tenths) == (sum(factors), tenths)


@pytest.mark.rule(
    "mckie:fire.onedie", "mckie:fire.split.sum", "mckie:cas.read", "mckie:cas.combine"
)
@pytest.mark.parametrize("unit", list(VOLLEYS))
def test_one_die_for_each_unit(unit: str) -> None:
    assert fired(unit).lost == LOST[unit]


@pytest.mark.rule("mckie:ammo.2")
def test_only_brigade_a_runs_out_of_ammunition() -> None:
    assert [unit for unit in VOLLEYS if fired(unit).out_of_ammo] == ["A"]


@pytest.mark.rule("mckie:fire.split.sum")
def test_the_two_groups_of_brigade_b_on_the_skirmishers() -> None:
    total = fired("B").totals["2"]
    assert (total, read_tenths(total).lost(5)) == (9, 1)


@pytest.mark.rule("mckie:cas.sources")
def test_the_whole_step() -> None:
    lost: Counter[str] = Counter()
    for unit in VOLLEYS:
        lost.update(fired(unit).lost)
    assert lost == {"A": 3, "B": 3, "C": 2, "1": 0, "2": 2, "3": 1}
