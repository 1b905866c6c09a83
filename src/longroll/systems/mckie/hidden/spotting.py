"""Hidden movement: who has been seen by the enemy. The engine is the umpire. (MK-M62)

[mckie:hidden.umpire.1] [mckie:hidden.umpire.2] [mckie:hidden.umpire.3]
"""

from __future__ import annotations

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.event import Event
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.hidden import blinds, unmasking
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State


class Spotted(UnitEvent, frozen=True, kw_only=True):
    """Troops come into the sight of the enemy."""

    news = True

    def text(self) -> str:
        return f"{self.title} is seen."


class NobodyMet(Event, frozen=True, kw_only=True):
    """Troops moved and saw nobody new, which is news to their side."""

    news = True

    side: str

    def text(self) -> str:
        return "Nobody else comes into sight."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


def has_gone(state: State, side: str, umpire: Umpire) -> None:
    """Troops of a side have moved. Whether they met somebody or nobody, the side has learned
    something about unseen enemies; with blind markers it has not, as they are in plain view."""
    if state.options.hidden != "umpire" or any(event.news for event in umpire.events):
        return
    umpire.tell(NobodyMet(rules=("mckie:hidden.umpire.1",), side=side))


def look_round(state: State, umpire: Umpire) -> None:
    """A unit that an enemy can see now counts as seen from now on."""
    if state.options.hidden == "open":
        return
    if blinds.in_use(state):
        unmasking.look(state, umpire)
        return
    for id in state.present():
        unit = state.units[id]
        if id in state.spotted:
            continue
        if any(field.sees(state, other, id) for other in state.of_side(ENEMY[unit.side])):
            state.spotted |= {id}
            umpire.tell(Spotted(rules=("mckie:hidden.umpire.2",), unit=id, title=unit.title))


class LookRound(Do, frozen=True):
    """The umpire looks round the table."""

    def run(self, state: State, umpire: Umpire) -> None:
        look_round(state, umpire)


STEPS = (LookRound,)
