"""How much fire at a hex is enough. [blind_swords:9.3.1] [blind_swords:9.4.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.board.hex import Hex
from longroll.display.firepower import Firepower, firepower_of
from longroll.systems.blind_swords import fire
from longroll.systems.blind_swords.artillery_phase import Guns
from longroll.systems.blind_swords.combat import ARTILLERY, FIRE, Volley
from longroll.systems.blind_swords.firing import FireGroup, FireStep, targets
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import COMBAT_RESULTS


def firepower(state: State, ask: FireStep | Guns, hex: Hex) -> Firepower:
    """Every step from the fewest firers to all who may fire together, and what is enough."""
    kind = ARTILLERY if isinstance(ask, Guns) else FIRE
    able = ask.ready(state) if isinstance(ask, Guns) else ask.firers(state)
    whole = Volley(ask.side, hex, kind, targets=fire.targets_of(state, ask.side, hex))
    group = FireGroup(whole, tuple(able))

    def volley(units: Sequence[int]) -> Volley:
        return Volley(ask.side, hex, kind, tuple(sorted(units)), whole.targets)

    def column(units: Sequence[int]) -> int:
        fired = volley(units)
        return fire.columns(state, fired, fire.shifts(state, fired))[1]

    def result(units: Sequence[int]) -> str:
        return f"column {COMBAT_RESULTS.labels[column(units)]}"

    def worth(units: Sequence[int]) -> int:
        return 1 + column(units)

    strength = {unit: fire.strength(state, volley((unit,))) for unit in group.everybody(state)}
    return firepower_of(hex, strength, worth, result, lambda unit: state.piece(unit).id)


def every_fire(state: State, ask: FireStep | Guns) -> Iterator[Firepower]:
    """What fire at each target comes to."""
    kind = ARTILLERY if isinstance(ask, Guns) else FIRE
    able = ask.ready(state) if isinstance(ask, Guns) else ask.firers(state)
    for hex in targets(state, able, kind):
        yield firepower(state, ask, hex)
