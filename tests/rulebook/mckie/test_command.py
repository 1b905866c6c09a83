"""Command and Control; Gaining army initiative; Initiative and Activation."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.command.generals import Role, basic_radius, general, radius, rated
from longroll.systems.mckie.command.rules import (
    Attempt,
    Block,
    Contender,
    activate,
    in_command,
    initiative_lines,
    initiative_winner,
)

MEADE, BRAGG = general("union", "Meade"), general("confederate", "Bragg")


def rules(bars: list[Any]) -> list[str]:
    return [bar.rule for bar in bars]


# Brigades


@pytest.mark.rule("mckie:cmd.1")
@pytest.mark.parametrize("distance, within", [(0, True), (1200, True), (1201, False)])
def test_a_brigade_is_in_command_within_the_radius(distance: int, within: bool) -> None:
    reach = basic_radius("division", "open")
    assert reach is not None
    assert in_command(distance, reach) is within


@pytest.mark.rule("mckie:cmd.2")
def test_dense_ground_shortens_the_radius() -> None:
    reach = basic_radius("division", "dense")
    assert reach is not None
    assert in_command(400, reach)
    assert not in_command(401, reach)


@pytest.mark.rule("mckie:cmd.3", "mckie:gen.ctl.2")
@pytest.mark.parametrize("blocked_by", ["enemy", "impassable"])
def test_command_is_not_traced_through_the_enemy_or_where_nobody_can_go(blocked_by: Block) -> None:
    assert in_command(100, 1200)
    assert not in_command(100, 1200, blocked_by)


@pytest.mark.rule("mckie:cmd.5", "mckie:gen.bde.3")
@pytest.mark.parametrize("die, moves", [(2, False), (3, False), (4, True), (5, False)])
def test_out_of_command_a_brigade_moves_on_a_4_alone(die: int, moves: bool) -> None:
    expected = [] if moves else ["mckie:cmd.5"]
    assert rules(command.bars_to_act_out_of_command("move", die)) == expected
    assert rules(command.bars_to_act_out_of_command("change_formation", die)) == expected


@pytest.mark.rule("mckie:cmd.4", "mckie:gen.bde.3")
def test_out_of_command_a_brigade_always_turns_and_fires() -> None:
    assert command.bars_to_act_out_of_command("turn", None) == []
    assert command.bars_to_act_out_of_command("fire", 2) == []
    assert rules(command.bars_to_act_out_of_command("move", None)) == ["mckie:cmd.5"]


@pytest.mark.rule("mckie:gen.bde.1")
def test_a_brigade_never_leaves_the_radius_unless_on_a_task_of_its_own() -> None:
    def leaving(**changes: bool) -> list[str]:
        facts = {
            "in_command_now": True,
            "in_command_then": False,
            "detached": False,
            "generalship": True,
        }
        return rules(command.bars_to_leave_command(**{**facts, **changes}))

    assert leaving() == ["mckie:gen.bde.1"]
    assert leaving(detached=True) == []
    assert leaving(in_command_then=True) == []
    assert leaving(in_command_now=False) == []
    assert leaving(generalship=False) == []


@pytest.mark.rule("mckie:gen.bde.2")
def test_orders_of_a_detached_brigade_stand_while_it_is_away() -> None:
    bars = command.bars_to_order_detached(detached=True, in_command_now=False)
    assert rules(bars) == ["mckie:gen.bde.2"]
    assert command.bars_to_order_detached(detached=True, in_command_now=True) == []
    assert command.bars_to_order_detached(detached=False, in_command_now=False) == []


# Initiative


def contest(
    dice: tuple[int, int], *, generalship: bool, personally: Any = None, dash: int = 2
) -> tuple[list[int], str | None]:
    contenders = [Contender("union", MEADE, personally), Contender("confederate", BRAGG)]
    totals = [
        sum(line.value for line in initiative_lines(who, die, generalship=generalship, dash=dash))
        for who, die in zip(contenders, dice, strict=True)
    ]
    return totals, initiative_winner(contenders, totals, generalship=generalship, dash=dash)


@pytest.mark.rule("mckie:init.1")
def test_the_higher_die_has_the_initiative() -> None:
    assert contest((4, 6), generalship=False) == ([4, 6], "confederate")
    assert contest((6, 4), generalship=False) == ([6, 4], "union")


@pytest.mark.rule("mckie:init.2")
def test_the_better_rating_breaks_a_tie() -> None:
    assert contest((6, 6), generalship=False) == ([6, 6], "union")


@pytest.mark.rule("mckie:gen.init.1")
def test_with_generalship_the_rating_is_added() -> None:
    assert contest((5, 5), generalship=True) == ([8, 7], "union")
    assert contest((5, 7), generalship=True) == ([8, 9], "confederate")


@pytest.mark.rule("mckie:gen.init.2")
def test_with_generalship_too_the_better_rating_breaks_a_tie() -> None:
    assert contest((5, 6), generalship=True) == ([8, 8], "union")


@pytest.mark.rule("mckie:gen.override.2")
def test_who_runs_troops_himself_adds_nothing_and_loses_ties() -> None:
    assert contest((8, 5), generalship=True, personally="corps") == ([8, 7], "union")
    assert contest((7, 5), generalship=True, personally="corps") == ([7, 7], "confederate")
    assert contest((6, 6), generalship=False, personally="corps") == ([6, 6], "union")


@pytest.mark.rule("mckie:init.2")
def test_equals_in_everything_roll_again() -> None:
    twins = [
        Contender("union", MEADE),
        Contender("confederate", general("confederate", "J. E. Johnston")),
    ]
    assert initiative_winner(twins, [5, 5], generalship=False) is None


# Activation

EARLY = Attempt(
    "division", general("confederate", "Early"), general("confederate", "Ewell"), "open", 1200
)
HOWARD = Attempt("corps", general("union", "Howard"), MEADE, "open", 1200)


@pytest.mark.rule("mckie:gen.act.2")
def test_a_corps_commander_is_activated_by_die_and_rating() -> None:
    found = activate(HOWARD, 2)
    assert (found.radius, found.steps, found.total, found.active) == (1200, 0, 3, True)
    assert [line.rule for line in found.lines] == ["mckie:gen.act.2"] * 2


@pytest.mark.rule("mckie:gen.act.3", "mckie:gen.act.7")
@pytest.mark.parametrize(
    "distance, steps, total, active",
    [(1599, 0, 3, True), (1600, 1, 2, True), (2000, 2, 1, True), (2400, 3, 0, False)],
)
def test_distance_costs_a_corps_1_for_every_complete_4_inches(
    distance: int, steps: int, total: int, active: bool
) -> None:
    found = activate(replace(HOWARD, distance=distance), 2)
    assert (found.steps, found.total, found.active) == (steps, total, active)


@pytest.mark.rule("mckie:gen.act.5")
def test_a_divisional_commander_is_activated_by_die_and_rating() -> None:
    found = activate(EARLY, 4)
    assert (found.radius, found.total, found.active) == (1200, 7, True)
    assert {line.rule for line in found.lines} == {"mckie:gen.act.5"}


@pytest.mark.rule("mckie:gen.act.6", "mckie:gen.act.7")
@pytest.mark.parametrize(
    "distance, total, active", [(1599, 6, True), (1600, 4, True), (2400, 0, False)]
)
def test_distance_costs_a_division_2_for_every_complete_4_inches(
    distance: int, total: int, active: bool
) -> None:
    found = activate(replace(EARLY, distance=distance), 3)
    assert (found.total, found.active) == (total, active)


@pytest.mark.rule("mckie:gen.override.2", "mckie:gen.act.3")
def test_a_chief_who_runs_troops_himself_is_far_from_everybody() -> None:
    found = activate(replace(HOWARD, superior_personally="corps"), 5)
    assert (found.radius, found.steps, found.total) == (0, 3, 3)


def test_more_friction_asks_for_more_than_4() -> None:
    assert activate(HOWARD, 2).active
    assert not activate(HOWARD, 2, exceeds=4).active
    assert not activate(HOWARD, 3, exceeds=4).active
    assert activate(HOWARD, 4, exceeds=4).active


def test_a_dash_counts_for_rating_and_radius() -> None:
    lee = general("confederate", "R. E. Lee")
    nobody = Attempt("division", rated("Nobody", "-/-"), lee, "dense", 400)
    assert (activate(nobody, 2).radius, activate(nobody, 2).total) == (400, 4)
    assert (activate(nobody, 2, dash=3).radius, activate(nobody, 2, dash=3).total) == (600, 5)
    assert radius("corps", lee, "open") == 800


@pytest.mark.rule("mckie:gen.act.8")
def test_a_commander_has_one_attempt_a_period() -> None:
    assert command.bars_to_activate("corps", "Howard", set()) == []
    assert rules(command.bars_to_activate("corps", "Howard", {"Howard"})) == ["mckie:gen.act.8"]
    assert command.bars_to_activate("corps", "Howard", {"Reynolds"}) == []


@pytest.mark.rule("mckie:gen.act.4")
def test_divisions_come_after_their_active_corps_commander() -> None:
    assert command.bars_to_activate("division", "Early", set(), corps_active=True) == []
    bars = command.bars_to_activate("division", "Early", set(), corps_active=False)
    assert rules(bars) == ["mckie:gen.act.4"]


@pytest.mark.rule("mckie:gen.override.1")
@pytest.mark.parametrize("role, allowed", [("cinc", True), ("corps", False), ("division", False)])
def test_only_a_commander_in_chief_steps_into_anothers_place(role: Role, allowed: bool) -> None:
    bars = command.bars_to_override(role, "corps")
    assert rules(bars) == ([] if allowed else ["mckie:gen.override.1"])
