"""26.4 Pre-dawn barrage: the guns fire before the second day, and can only pin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.events import PhaseBegan
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import BATTERY, CONFEDERATE, UNION
from longroll.systems.gbacw.sequence import begin_phase
from longroll.systems.gbacw.volley import BARRAGE, Volley

#: The farthest a battery may fire in the dark. [corinth:26.42.1]
RANGE = 8


# How fire before dawn differs from fire by day


def bars_to_fire_at(state: State, unit: int, target: Hex, kind: str) -> Iterator[Refusal]:
    """Batteries only, and not at nine hexes or more. [corinth:26.42.1] [corinth:26.43]"""
    if kind != BARRAGE:
        return
    if state.game.grid.distance(state.hex_of(unit), target) > RANGE:
        yield Refusal("corinth:26.42.1", f"{target} is more than {RANGE} hexes away")
    if state.piece(unit).kind != BATTERY:
        yield Refusal("corinth:26.42.1", "only batteries may fire in the barrage")


def fire_die(state: State, volley: Volley) -> Iterator[Line]:
    """One less, in addition to everything else; 0 has no effect (GB-D15). [corinth:26.42.2]"""
    if volley.kind == BARRAGE:
        yield Line(-1, "before dawn", "corinth:26.42.2")


def fire_kills(kind: str) -> bool:
    """Losses become pins, with no morale check and no risk to caissons (GB-D16). [corinth:26.45]"""
    return kind != BARRAGE


def bars_to_rapid_fire(
    state: State, unit: int, hex: Hex, targets: Sequence[int], kind: str
) -> Iterator[Refusal]:
    if kind == BARRAGE:
        yield Refusal("corinth:26.44", "there is no rapid fire before dawn")


class OfferBarrage(Ask, frozen=True):
    """The Confederates open a barrage, or there is none at all.

    [corinth:26.41.1] [corinth:26.41.2]
    """

    rule: ClassVar[str] = "corinth:26.41.1"
    verbs: ClassVar[tuple[str, ...]] = ("barrage", "done")

    def asks(self, state: State) -> str:
        return CONFEDERATE

    def question(self, state: State) -> str:
        return "Open fire before dawn? The Union guns may then reply."

    def choices(self, state: State) -> list[Choice]:
        return [choice("barrage"), choice("done")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        return bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "barrage":
            state.agenda += [OpenBarrage(UNION), OpenBarrage(CONFEDERATE)]


class OpenBarrage(Do, frozen=True):
    """One side fires; the Union only after the Confederates' results.

    Guns that moved in the night may fire: it is neither side's Player-Turn. A shot costs a round,
    as by day (GB-D17). [corinth:26.42.1] [corinth:26.43] [corinth:roster.4] [gbacw:15.0.1]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        begin_phase(state, self.side, "barrage")
        umpire.tell(
            PhaseBegan(
                rules=("corinth:21.1.3",),
                side=self.side,
                phase="barrage",
                title="fire in the Pre-Dawn Barrage Interphase",
            )
        )
        state.change_all(
            [
                unit
                for unit in state.game.roster.of_side[self.side]
                if state.piece(unit).kind == BATTERY and state.units[unit].moved
            ],
            moved=False,
        )
        state.agenda.append(FirePhase(self.side, BARRAGE))


STEPS = (OfferBarrage, OpenBarrage)
RULES = Rules[State](
    bars_to_fire_at=bars_to_fire_at,
    fire_die=fire_die,
    fire_kills=fire_kills,
    bars_to_rapid_fire=bars_to_rapid_fire,
)
