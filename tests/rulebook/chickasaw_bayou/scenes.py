"""What several tests of the scenarios look up."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.systems.blind_swords.sides import SIDES
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import SCENARIOS, Scenario, scenario

#: The slug of each scenario by its number in the book.
NUMBER = {scenario(name).number: name for name in SCENARIOS}


def numbered(number: str) -> Scenario:
    return scenario(NUMBER[number])


def placed(number: str) -> dict[str, Hex]:
    """Where each unit of a scenario sets up, by its name."""
    one = numbered(number)
    return {ROSTER[id].name: hex for side in SIDES for id, hex in one.setup[side].items()}


def takes_part(number: str, unit: str) -> bool:
    """Whether a unit sets up or comes later in a scenario without variants."""
    one = numbered(number)
    bluff = one.special.snyders_bluff
    coming = [id for reinforcement in one.reinforcement for id in reinforcement.units]
    return one.hex_of(unit) is not None or unit in coming or bool(bluff and unit in bluff.units)
