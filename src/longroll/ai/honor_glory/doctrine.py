"""How an army fights: what fire, charges and marches are worth to it."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai.doctrine import Apart, Portfolio, knob
from longroll.kernel.decision import Choice
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import REGIMENTS

_MARCHES = ("ahead", "oblique", "turn")
#: The share for the marches and charges of a unit by what it is told.
_TOLD = {None: 1.0, "attack": 1.5, "hold": 0.0}


@dataclass(frozen=True)
class Doctrine(Apart):
    """What each kind of order is worth, as a share of the usual."""

    fire: float = knob(1.0, 0.6, 1.5)
    charge: float = knob(1.0, 0.0, 0.6, 1.5)
    march: float = knob(1.0, 0.0, 0.5, 1.5)
    #: What the fire of guns is worth beside that.
    guns: float = knob(1.0, 0.5, 1.5)
    #: Whether the commander-in-chief stays where he is least likely to be hit.
    guard: bool = knob(True, False)
    #: How much fire looks for the enemy's commanders.
    officers: float = knob(0.0, 0.2, 0.5)
    #: How much the fire counts that the enemy will return.
    reply: float = knob(0.0, 0.4, 0.8)
    #: Whether regiments fire from where a march of three quarters ends.
    advance: bool = knob(False, True)
    #: The turns in which the army waits for the enemy to come.
    wait: int = knob(0, 2, 4)
    #: Whether units turn to whom they could fire at.
    pivot: bool = knob(False, True)
    #: Whether orders reckon with what was declared before them.
    foresight: bool = knob(False, True)
    #: Whether regiments look for cover about their places.
    cover: bool = knob(False, True)
    #: Whether spared regiments stay away from the enemy.
    rest: bool = knob(False, True)
    #: How many regiments go to the place that decides the battle.
    front: int = knob(6, 2, 3)
    #: The morale points up to which a regiment is spared.
    spare: int = knob(2, 1, 3, 4)

    def share(self, order: Choice) -> float:
        """The share for an order."""
        if order.verb != "declare":
            return 1.0
        unit, _, word, *_ = order.objects
        if word == "fire":
            return self.fire
        if word not in ("charge", *_MARCHES):
            return 1.0
        return _TOLD[self.told(unit)] * (self.charge if word == "charge" else self.march)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("to cover", cover=True, advance=True, foresight=True),
    Doctrine("stand and fire", march=0.0, charge=0.0, foresight=True, pivot=True, reply=0.4),
    Doctrine("all at one", reply=0.8, foresight=True, officers=0.2),
    Doctrine("cold steel", charge=1.5, march=1.5, foresight=True),
    Doctrine("press on", march=1.5, advance=True, foresight=True),
    Doctrine("spare the weak", march=0.5, spare=3, rest=True),
)
#: A recruit would rather march than fire, and his commander-in-chief leads from the front.
RECRUIT = Doctrine("on and on", fire=0.8, guard=False)
#: What many battles have shown: guns fire first.
PROVEN: dict[tuple[str, str], tuple[Doctrine, ...]] = {
    ("hedge-lane", "union"): (
        Doctrine(
            "guns first",
            fire=1.5,
            charge=1.5,
            guns=1.5,
            officers=0.5,
            reply=0.4,
            wait=2,
            pivot=True,
            cover=True,
            rest=True,
            spare=3,
        ),
    ),
    ("hedge-lane", "confederate"): (
        Doctrine(
            "let them come",
            march=0.5,
            guns=1.5,
            officers=0.2,
            advance=True,
            wait=4,
            pivot=True,
            cover=True,
            front=3,
            spare=3,
        ),
    ),
}


def regiments(state: State, side: str) -> list[str]:
    """The regiments of a side that take orders."""
    return [
        id
        for id in state.of_side(side)
        if state.units[id].arm in REGIMENTS and state.units[id].morale == "formed"
    ]


PORTFOLIO = Portfolio(DOCTRINES, PROVEN, regiments)
