"""A unit on the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from longroll.miniatures.amounts import Hundredths, Id, Title, UnitId
from longroll.miniatures.bodies import Body
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.rates import Mover
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import Arm, Class, Formation, Morale, MoveType, Side, Weapon

Points = Annotated[int, Meta(ge=0, le=30)]
#: A share of a move: two numbers, the second more than 0.
Share = tuple[
    Annotated[int, Meta(ge=-1_000_000, le=1_000_000)], Annotated[int, Meta(ge=1, le=1_000_000)]
]


class Unit(Body, frozen=True, gc=False, kw_only=True, omit_defaults=False):
    """A regiment, a battery or a train; `left` is what remains of its activations in this go."""

    mp: Points
    class_: Class = "C"
    weapon: Weapon | None = None
    gun: Id = ""
    drawn: MoveType = "field"
    morale: Morale = "formed"
    #: Its unit commander lives. [honor_glory:31.6]
    colonel: bool = True
    #: The points of a battery's team. [honor_glory:70.1]
    team: Points = 0
    prone: bool = False
    engineers: bool = False
    #: Its class is not known before it is tried, by OP1. [honor_glory:OP1.2]
    untried: bool = False
    #: It has not moved or fired and was not seen: the enemy does not know of it.
    #: [honor_glory:14.3a]
    hidden: bool = False
    #: Activations of rest still needed. [honor_glory:101.6b]
    rest: Points = 0

    #: What the crew of a gun can still do by OP3. [honor_glory:OP3.1a]
    stamina: Points = OPTIONS.exhaustion.stamina
    #: Rounds of melee in a row, and whether cavalry is blown by OP4. [honor_glory:OP4.1a]
    rounds: Points = 0
    blown: bool = False
    #: The building that it holds, and how wide the face is that it looks out from.
    #: [honor_glory:96.3]
    inside: Title = ""
    face: Hundredths = 0
    #: Where the horses of dismounted cavalry are held. [honor_glory:43.4a]
    led: tuple[Hundredths, Hundredths] | None = None
    #: The stretch of river that it is in. [honor_glory:49.c3]
    river: Title = ""
    #: The regiment that a gun between several is attached to. [honor_glory:90.4]
    attached: UnitId = ""

    # In this go and this turn
    left: Share = (0, 1)
    fired: bool = False
    fought: bool = False
    wheeled: bool = False
    bonus_used: bool = False
    rally_tested: bool = False
    #: Fired on in the opponent's latest turn. [honor_glory:101.4c]
    shot_at: bool = False
    #: The enemies whose fire cost it points in the opponent's latest turn. [honor_glory:57.2]
    hurt_by: tuple[UnitId, ...] = ()
    pursued: bool = False
    #: It has run in this turn. [honor_glory:50.3a]
    ran: bool = False
    #: It makes a forced march. [honor_glory:51.0e]
    forced: bool = False

    @property
    def form(self) -> Formation:
        return self.formation  # type: ignore[return-value]

    @property
    def kind(self) -> Arm:
        return self.arm  # type: ignore[return-value]

    @property
    def of(self) -> Side:
        return self.side  # type: ignore[return-value]

    @property
    def mover(self) -> Mover:
        gun = gun_named(self.gun) if self.gun else None
        return Mover(self.kind, self.form, gun, self.drawn, self.team > 0)
