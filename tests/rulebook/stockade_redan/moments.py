"""What the tests of bombardment and Chaos of War ask of a battle at one moment."""

from __future__ import annotations

from longroll import Battle
from longroll.systems.stockade_redan.roster import ROSTER
from longroll.systems.stockade_redan.state import State
from tests.support import offered


def state(battle: Battle) -> State:
    """The facts of the battle."""
    assert isinstance(battle.state, State)
    return battle.state


def asked(battle: Battle) -> tuple[str, str]:
    """Who is asked, and the rule that asks."""
    assert battle.decision is not None
    return battle.decision.side, battle.decision.rule


def ids(units: tuple[int, ...]) -> list[str]:
    """The names of units, in their order."""
    return [ROSTER[unit].id for unit in units]


def until(battle: Battle, phase: int) -> None:
    """Nobody does anything more before that phase."""
    while state(battle).phase < phase:
        battle.play("done")


def fires_at(battle: Battle, hex: str) -> list[str]:
    """Who may fire at a hex in the coming Union fire phase."""
    until(battle, 9)
    battle.play(f"fire {hex}")
    return [choice.split()[1] for choice in offered(battle) if choice.startswith("add")]
