"""What only this battle has of facts that change."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName
from longroll.systems.blind_swords.state import State as SeriesState
from longroll.systems.chickasaw_bayou.game import GAME
from longroll.systems.chickasaw_bayou.options import Options

#: Fallen Timber as it lies, and a Pioneer by the side that is up.
Timber = Literal["full", "half"]
Pioneer = Literal["front", "removal"]
Bridge = Literal["whole", "damaged"]


class State(SeriesState, kw_only=True, dict=True):
    """Everything that changes."""

    game: ClassVar[Game] = GAME

    options: Options
    #: Fallen Timber, and the Pioneers who clear it. [chickasaw_bayou:2.2a.1]
    timber: dict[HexName, Timber] = {}
    pioneers: dict[HexName, Pioneer] = {}
    #: Markers cleared off the map. [chickasaw_bayou:17.3g.2]
    timber_removed: Annotated[int, Meta(ge=0, le=100)] = 0
    #: Units that placed Pioneers in this activation. [chickasaw_bayou:2.1a.4]
    pioneered: frozenset[UnitNumber] = frozenset()
    #: Pontoon Bridges, and those hit in this Artillery Phase. [chickasaw_bayou:17.6g.5]
    pontoons: dict[HexName, Bridge] = {}
    hit_bridges: frozenset[HexName] = frozenset()
    #: Bayou hexes that units may not try again this turn (CB-09).
    barred: dict[UnitNumber, tuple[HexName, ...]] = {}
    #: Restrictions of the scenario that were lifted, by their place in it.
    released: frozenset[int] = frozenset()
    #: Units still at Snyder's Bluff, and what has drawn some of them. [chickasaw_bayou:17.6j.1]
    bluff: tuple[UnitNumber, ...] = ()
    bluff_triggers: tuple[str, ...] = ()
