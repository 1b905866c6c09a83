"""29.6 and 30.6: the force of the first Confederate attack."""

import pytest

from longroll import Battle
from longroll.systems.corinth.daring import initiation_lines, retreat_lines
from longroll.systems.gbacw.events import Rallied
from longroll.systems.gbacw.state import Melee
from tests.rulebook.corinth.scenes import facts, number, scene
from tests.support import play

ROUTED = {"52il": {"routed": True}}


def rally_phase(
    units: str, turn: int, dice: tuple[int, ...] = (), scenario: str = "free", id: str = "52il"
) -> Battle:
    """The Union Rally Phase with a routed unit on the field."""
    return scene(
        scenario,
        f"{units} | 0909 2mo gates",
        dice=dice,
        turn=turn,
        phasing="union",
        phase="H",
        states={id: {"routed": True}},
    )


def rallied(battle: Battle) -> list[Rallied]:
    return [event for event in battle.log() if isinstance(event, Rallied)]


@pytest.mark.rule("corinth:29.61.1")
@pytest.mark.parametrize("die, back", [(4, True), (5, False)])
def test_a_rally_point_buys_only_a_die(die: int, back: bool) -> None:
    battle = rally_phase("2020 52il | 2021 hackleman 2ia", 5, (die,))
    play(battle, "rally 52il")
    event = rallied(battle)[0]
    assert event.rolls
    assert event.rules == ("corinth:29.61.1",)
    assert facts(battle).units[number("52il")].routed is not back


@pytest.mark.rule("corinth:29.61.1")
def test_from_turn_6_no_die_is_needed_and_confederates_never_need_it() -> None:
    battle = rally_phase("2020 52il | 2021 hackleman 2ia", 6)
    play(battle, "rally 52il")
    assert not rallied(battle)[0].rolls
    battle = scene(
        "free",
        "2020 7il | 0909 3mo | 0910 2mo gates",
        turn=3,
        phase="H",
        states={"3mo": {"routed": True}},
    )
    play(battle, "rally 3mo")
    assert not rallied(battle)[0].rolls
    assert not facts(battle).units[number("3mo")].routed


@pytest.mark.rule("corinth:29.61.2")
@pytest.mark.parametrize("die, back", [(5, True), (6, False)])
def test_a_commander_in_the_hex_takes_one_from_the_die(die: int, back: bool) -> None:
    battle = rally_phase("2020 52il hackleman | 2021 2ia", 5, (die,))
    event = rallied(battle)[0]
    assert [(line.value, line.rule) for line in event.lines] == [(-1, "corinth:29.61.2")]
    assert event.rallied is back


@pytest.mark.rule("corinth:29.61.3")
def test_the_army_commander_needs_no_die() -> None:
    battle = rally_phase("2020 52il rosecrans | 2021 2ia", 5)
    event = rallied(battle)[0]
    assert not event.rolls
    assert event.rallied


@pytest.mark.rule("corinth:29.62")
@pytest.mark.parametrize("turn, felt", [(1, True), (8, True), (9, False)])
def test_the_dice_of_melee_feel_it_for_eight_turns(turn: int, felt: bool) -> None:
    state = facts(scene("free", "2020 52il hackleman | 2019 2mo gates", turn=turn, phase="E"))
    attack = Melee("2020", (number("2mo"),))
    reasons = [line.reason for line in initiation_lines(state, number("2mo"), attack)]
    reasons += [line.reason for line in retreat_lines(state, number("52il"), attack)]
    assert reasons.count("the Confederate impetus") == (2 if felt else 0)


@pytest.mark.rule("corinth:30.6")
def test_it_holds_in_the_historical_scenario_too() -> None:
    battle = rally_phase("2020 52il hackleman | 2021 2ia", 5, (6,), "historical")
    assert rallied(battle)[0].rolls
    assert facts(battle).units[number("52il")].routed
