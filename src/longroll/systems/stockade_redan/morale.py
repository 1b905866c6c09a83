"""3.1.1 Confederate morale: the fire strength of every Confederate company in an assault."""

from __future__ import annotations

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.dice import Dice, Roll
from longroll.systems.stockade_redan.events import MoraleRolled
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES


def roll_morale(dice: Dice | Umpire) -> tuple[int, Roll]:
    """The morale and the die behind it.

    [stockade_redan:3.1.1.2] [stockade_redan:3.1.1.3] [stockade_redan:3.1.1.4]
    """
    roll = dice.roll("Confederate morale")
    return TABLES.morale[roll.value], roll


class RollMorale(Do, frozen=True):
    """One die in the open, before each assault's set-up. It is valid for the whole assault.

    [stockade_redan:3.1.1.1] [stockade_redan:3.1.1.5] [stockade_redan:3.1.1.7]
    [stockade_redan:3.2.1.1]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.morale, roll = roll_morale(umpire)
        umpire.tell(
            MoraleRolled(rules=("stockade_redan:3.1.1.1",), rolls=(roll,), morale=state.morale)
        )
