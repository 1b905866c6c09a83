"""30.5 Heat, an optional rule."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth.set_up_events import HeatRolled
from longroll.systems.gbacw.events import PhaseBegan, TurnBegan
from tests.rulebook.corinth.scenes import done_until, facts, scene

FIELD = "2020 7il baldwin | 0909 2mo gates"


def hot(turn: int, dice: list[int], scenario: str = "historical", **more: Any) -> Battle:
    """The end of a Game-Turn, with heat in use."""
    return scene(
        scenario,
        FIELD,
        dice=dice,
        turn=turn,
        phasing="union",
        phase="H",
        options=more.pop("options", {"heat": True}),
        **more,
    )


def rolls(battle: Battle) -> list[HeatRolled]:
    return [event for event in battle.log() if isinstance(event, HeatRolled)]


def turns(battle: Battle) -> list[int]:
    """The Game-Turns that were played, in order."""
    played: list[int] = []
    now = 0
    for event in battle.log():
        if isinstance(event, TurnBegan):
            now = event.turn
        elif isinstance(event, PhaseBegan) and now and now not in played and event.phase == "B":
            played.append(now)
    return played


@pytest.mark.rule("corinth:30.5.1")
def test_equal_dice_skip_the_whole_turn_from_turn_8_on() -> None:
    battle = hot(7, [4, 4])
    done_until(battle, 9, "confederate", "B")
    assert [event.skipped for event in rolls(battle)] == [True]
    assert turns(battle) == [9]
    battle = hot(7, [4, 3])
    done_until(battle, 8, "confederate", "B")
    assert [event.skipped for event in rolls(battle)] == [False]
    battle = hot(6, [])
    done_until(battle, 7, "confederate", "B")
    assert not rolls(battle)


@pytest.mark.rule("corinth:30.5.2")
def test_after_a_skip_two_turns_are_safe() -> None:
    battle = hot(7, [2, 2, 5, 1])
    done_until(battle, 11, "confederate", "B")
    assert [event.turn for event in rolls(battle)] == [8, 11]


@pytest.mark.rule("corinth:30.5.3")
@pytest.mark.parametrize(
    "turn, rolled",
    [(17, False), (20, False), (21, False), (24, False), (25, True), (32, False)],
)
def test_no_dice_at_night_nor_on_the_last_turn(turn: int, rolled: bool) -> None:
    battle = hot(turn - 1, [1, 2] if rolled else [], confederate_held=["2437", "2930", "3844"])
    if turn != 17:
        done_until(battle, turn, "confederate", "B")
        assert bool(rolls(battle)) is rolled
    else:
        assert not rolls(battle)


@pytest.mark.rule("corinth:30.5.4")
def test_players_may_agree_on_it_in_the_free_set_up() -> None:
    battle = hot(7, [4, 4], "free")
    done_until(battle, 9, "confederate", "B")
    assert [event.skipped for event in rolls(battle)] == [True]
    without = hot(7, [], "free", options={})
    done_until(without, 9, "confederate", "B")
    assert not rolls(without)
    assert facts(without).rested == 0
