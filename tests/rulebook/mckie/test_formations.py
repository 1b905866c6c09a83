"""Troop battle formations: how stands stand in them, and screens of skirmishers."""

from __future__ import annotations

import pytest

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.layouts import (
    Behind,
    Layout,
    counts_as_supported,
    is_attack_column,
    layout,
)
from longroll.systems.mckie.army.units import loss_steps
from longroll.systems.mckie.screens.rules import (
    bar_to_detach,
    bar_to_stand_from_parent,
    left_with_screen,
)
from longroll.systems.mckie.words import Arm, Formation


def stands(arm: Arm, formation: Formation, figures: int, front: int | None = None) -> Layout:
    found = layout(arm, formation, figures, front=front)
    assert isinstance(found, Layout), found
    return found


@pytest.mark.rule("mckie:form.line")
def test_a_line_is_one_rank_without_gaps() -> None:
    line = stands("infantry", "line", 24)
    assert (line.ranks, line.frontage, line.depth) == ((6,), 600, 75)
    assert stands("cavalry", "line", 12).ranks == (6,)


@pytest.mark.rule("mckie:form.supported.1")
def test_a_supported_line_has_a_second_rank_close_behind() -> None:
    two = stands("infantry", "supported_line", 24)
    assert (two.ranks, two.gap_between_ranks, two.depth) == ((3, 3), 25, 175)
    assert stands("infantry", "supported_line", 24, front=4).ranks == (4, 2)


@pytest.mark.rule("mckie:form.supported.2")
def test_the_second_rank_has_at_least_half_the_first() -> None:
    assert counts_as_supported([4, 2])
    assert not counts_as_supported([5, 2])
    assert not counts_as_supported([4])
    refused = layout("infantry", "supported_line", 24, front=5)
    assert isinstance(refused, Refusal)
    assert refused.rule == "mckie:form.supported.2"


@pytest.mark.rule("mckie:form.column.1", "mckie:bua.1")
def test_columns_are_one_and_two_stands_wide() -> None:
    assert stands("infantry", "road_march", 24).ranks == (1,) * 6
    assert stands("infantry", "column", 28).ranks == (2, 2, 2, 1)
    assert stands("cavalry", "column", 12).ranks == (2, 2, 2)


@pytest.mark.rule("mckie:form.column.2")
def test_an_attack_column_is_three_wide_and_three_deep() -> None:
    assert stands("infantry", "attack_column", 32).ranks == (3, 3, 2)
    refused = layout("infantry", "attack_column", 24)
    assert isinstance(refused, Refusal)
    assert refused.rule == "mckie:form.column.2"
    assert is_attack_column([3, 3, 3])
    assert not is_attack_column([2, 2, 2])
    assert not is_attack_column([3, 3])


@pytest.mark.rule("mckie:form.skirm.1", "mckie:base.skirmish")
def test_a_whole_unit_may_skirmish() -> None:
    skirmishers = stands("infantry", "skirmish", 12)
    assert (skirmishers.ranks, skirmishers.frontage) == ((12,), 1200)


@pytest.mark.rule("mckie:form.ext.1")
def test_extended_order_doubles_the_front_of_a_stand() -> None:
    extended = stands("infantry", "extended", 24)
    assert (extended.ranks, extended.gap_across) == ((6,), 100)
    # The last stand needs no gap beyond it.
    assert extended.frontage == 6 * 200 - 100
    refused = layout("cavalry", "extended", 24)
    assert isinstance(refused, Refusal)
    assert refused.rule == "mckie:form.ext.1"


@pytest.mark.rule("mckie:form.dism.1", "mckie:form.dism.2", "mckie:man.holder")
def test_dismounted_cavalry_leaves_its_holders_behind() -> None:
    dismounted = stands("dismounted_cavalry", "line", 16)
    assert dismounted.ranks == (6,)
    assert dismounted.behind == Behind("horse_holder", 4, 200)
    assert stands("dismounted_cavalry", "line", 3).behind is None


def test_guns_stand_side_by_side_and_their_limbers_behind() -> None:
    battery = stands("field_artillery", "unlimbered", 12)
    assert (battery.ranks, battery.behind) == ((3,), Behind("limber", 3, 200))
    limbered = stands("field_artillery", "limbered", 12)
    assert (limbered.ranks, limbered.depth) == ((1, 1, 1), 3 * 375)


@pytest.mark.parametrize("arm", ["general", "courier", "artillery_crew"])
def test_a_single_figure_has_no_formation(arm: Arm) -> None:
    assert isinstance(layout(arm, "line", 4), Refusal)


def test_nobody_has_no_stands() -> None:
    with pytest.raises(ValueError, match="a unit of 0 figures"):
        layout("infantry", "line", 0)


# Screens


@pytest.mark.rule("mckie:form.skirm.2")
def test_a_screen_is_at_most_half_the_unit() -> None:
    assert bar_to_detach(24, 12) is None
    assert bar_to_detach(24, 1) is None
    for screen in (0, 13):
        refused = bar_to_detach(24, screen)
        assert refused is not None
        assert refused.rule == "mckie:form.skirm.2"


@pytest.mark.rule("mckie:form.skirm.3")
def test_a_screen_stays_within_4_inches_of_its_unit() -> None:
    assert bar_to_stand_from_parent(400) is None
    refused = bar_to_stand_from_parent(401)
    assert refused is not None
    assert refused.rule == "mckie:form.skirm.3"


@pytest.mark.rule("mckie:form.skirm.5")
def test_what_a_screen_loses_its_parent_has_lost() -> None:
    # 24 figures with 4 in front; the screen loses 3, the body none.
    assert loss_steps(24, left_with_screen(body=20, screen=1)).tens == 1
    assert loss_steps(24, left_with_screen(body=20, screen=4)).tens == 0
