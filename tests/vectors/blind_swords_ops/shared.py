"""What the operations of Blind Swords and Chickasaw Bayou have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from longroll import Event
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Refusal, read_choice
from longroll.kernel.dice import Dice, Roll
from longroll.systems.chickasaw_bayou.bayou import BayouChoice
from longroll.systems.chickasaw_bayou.tables import CHARTS
from tests.vectors.runner import Operations, VectorFault, optional, required

E = TypeVar("E", bound=Event)

OPERATIONS = Operations()
operation = OPERATIONS.operation

UNION, CONFEDERATE = "union", "confederate"
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}
ORDERS = ("attack", "defend", "maneuver", "regroup", "limited")
#: Morale Hits by their names.
HITS = {"good": 0, "shaken": 1, "disrupted": 2}
STATUS_OF = {hits: status for status, hits in HITS.items()}
DISMOUNTED = "dismounted_cavalry"

SIDE = required(UNION, CONFEDERATE)
FLAG = required(bool)
NO = optional(False, bool)
INTEGER = required(int)
TERRAIN = required(*CHARTS.terrain)
STATUS = required(*HITS)
ORDER = required(*ORDERS)
TYPE = required("infantry", "cavalry", DISMOUNTED, "artillery")
ANY_TYPE = required("infantry", "cavalry", DISMOUNTED, "artillery", "pioneer")
BAND = required("canister", "effective", "long", "extreme")
#: Printed strength points, C for half a point.
POINTS = required(int, float, "C")

#: A question that waits below the steps of a vector, so that nothing comes after them.
WAIT = BayouChoice(UNION, 0, "3017")


# Dice


class Aside(Dice):
    """The dice of a vector, but for rolls that it does not ask about.

    `faces` has what those show, by the first words of their purpose: a face, or one after another.
    """

    def __init__(self, dice: Dice, faces: Mapping[str, int | Iterable[int]]) -> None:
        super().__init__()
        self.dice = dice
        self.faces = {
            purpose: face if isinstance(face, int) else iter(tuple(face))
            for purpose, face in faces.items()
        }

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        for first, face in self.faces.items():
            if purpose.startswith(first):
                return Roll(face if isinstance(face, int) else next(face), purpose, sides)
        return self.dice.roll(purpose, sides, at_most)

    def rewind(self, rolled: int) -> None:
        """Nothing to do: a vector whose play fails is over."""

    def copy(self) -> Aside:
        return self


def quiet(dice: Dice, face: int = 1) -> Aside:
    """Dice for a vector that asks about none."""
    return Aside(dice, {"": face})


# Play


def asks(battle: Battle, kind: type[Ask]) -> bool:
    """Whether the question now is of a kind."""
    return isinstance(battle.state.agenda[-1], kind)


def refusals(battle: Battle, text: str) -> list[Refusal]:
    """What bars a choice as it stands: it is no gesture that finds another way."""
    ask, choice = battle.state.agenda[-1], read_choice(text)
    if choice.verb not in ask.verbs:
        return [battle.system.out_of_turn(battle.state, choice)]
    return list(ask.bars(battle.state, choice))


def attempt(battle: Battle, *choices: str) -> bool:
    """Play some choices while the rules allow them; whether they allowed all."""
    for choice in choices:
        if refusals(battle, choice):
            return False
        battle.play(choice)
    return True


def carry_on(battle: Battle) -> None:
    """Play the last choice of every question until only the one that waits is left."""
    for _ in range(500):
        if battle.state.agenda[-1] is WAIT or battle.decision is None:
            return
        battle.play(battle.decision.choices[-1])
    raise VectorFault("the engine does not come to an end")


def run(state: Any, umpire: Umpire, *until: type[Do]) -> None:
    """Run steps up to the next question, or to a step of a kind that a vector does not roll for."""
    while not isinstance(state.agenda[-1], (Ask, *until)):
        state.agenda.pop().run(state, umpire)


def told(events: Iterable[Event], kind: type[E]) -> list[E]:
    """What was told of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of that kind."""
    found = told(events, kind)
    if len(found) != 1:
        raise VectorFault(f"{len(found)} {kind.__name__} where one should be")
    return found[0]


# Names


def by_name(things: Mapping[str, Any], name: str, field: str = "name") -> str:
    """The id of what is called so."""
    for id, thing in things.items():
        if getattr(thing, field) == name:
            return id
    raise VectorFault(f"nobody is called {name!r}")


def points(halves: int | str | None) -> float | str | None:
    """Movement Points from halves of them; "all" and None stay."""
    return halves / 2 if isinstance(halves, int) else halves
