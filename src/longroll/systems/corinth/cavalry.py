"""21.4 Limits on cavalry: weak on foot, and independent of its commander when mounted.

Cavalry that left its horses behind is infantry in the order of battle. [corinth:21.43.3]
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import command
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY
from longroll.systems.gbacw.state import Melee


def is_on_foot(state: State, unit: int) -> bool:
    """Whether a unit is dismounted cavalry. Its morale is then 2. [corinth:21.4]"""
    return state.piece(unit).kind == CAVALRY and not state.is_mounted(unit)


def must_give_way(state: State, unit: int, attack: Melee) -> bool:
    """Whether dismounted cavalry has to retreat before infantry, without a check.

    With infantry or guns in its hex, or if no infantry attacks it, it may stand.
    [corinth:21.42.1] [corinth:21.42.2]
    """
    own = state.units[unit]
    if not is_on_foot(state, unit) or own.pinned or own.routed:
        return False
    if not any(state.piece(attacker).kind == INFANTRY for attacker in attack.attackers):
        return False
    beside = state.stack(own.hex, state.side_of(unit))
    return not any(state.piece(friend).kind in (INFANTRY, BATTERY) for friend in beside)


def bars_to_melee(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """On foot it may attack only guns, wagons and cavalry on foot (GB-D20). [corinth:21.41]"""
    if not is_on_foot(state, unit):
        return
    for foe in state.stack(hex, state.game.enemy[state.side_of(unit)]):
        if state.piece(foe).kind == INFANTRY or state.is_mounted(foe):
            who, whom = state.piece(unit).title, state.piece(foe).title
            yield Refusal("corinth:21.41", f"{who} on foot cannot attack {whom}")
            return


def bars_to_form(state: State, unit: int, formation: str) -> Iterator[Refusal]:
    """To mount or dismount it must be in its commander's radius now. [corinth:21.43.1]

    A regiment without a brigade needs no commander.
    """
    piece = state.piece(unit)
    if piece.kind != CAVALRY or not piece.brigade:
        return NOTHING
    if command.is_in_radius(state, piece.brigade, state.hex_of(unit)):
        return NOTHING
    why = f"{piece.title} is outside its commander's radius"
    return iter((Refusal("corinth:21.43.1", why),))


def is_free(state: State, unit: int) -> bool:
    """Mounted cavalry moves freely, fires, fights and rallies without its commander.

    Dismounted and out of command, it is limited like every unit (GB-D22, GB-F38).
    [corinth:21.43.2] [corinth:21.44]
    """
    return state.is_mounted(unit)


RULES = Rules[State](
    bars_to_melee=bars_to_melee,
    bars_to_form=bars_to_form,
    moves_out_of_command=is_free,
    is_independent=is_free,
)
