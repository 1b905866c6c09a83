"""8.0 Bombardment: markers plotted, scattered, called off and resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.dice import Dice, Roll
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import carnage, combat, fog
from longroll.systems.stockade_redan.events import (
    Bombarded,
    CallOffTried,
    Plotted,
    Scattered,
    Target,
)
from longroll.systems.stockade_redan.roster import CONFEDERATE, SIDES, UNION
from longroll.systems.stockade_redan.state import Bridge, Marker, State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import GRID, HEXES

_PLOTS = {hex: choice("plot", hex) for hex in HEXES}
_PLACES = {hex: place for place, hex in enumerate(HEXES)}
_DONE = choice("done")


def union_markers(state: State) -> int:
    """Markers by surviving companies under Option 1, none under Option 2.

    The 1st Ohio is not a bombarding company. [stockade_redan:8.1.1] [stockade_redan:8.1.2]
    [stockade_redan:3.1.3.3] [stockade_redan:3.1.3.5] [stockade_redan:3.1.3.11]
    [stockade_redan:9.2.5]
    """
    if state.option != 1:
        return 0
    return TABLES.bombardment.union_markers[len(state.companies())]


def confederate_markers(state: State) -> int:
    """Eight, from guns off the map, but none on turn 1 of the first assault (SR-20).

    [stockade_redan:8.2.1] [stockade_redan:8.2.2] [stockade_redan:3.1.2.6]
    [stockade_redan:3.2.5.2]
    """
    if state.assault == 1 and state.turn == 1:
        return 0
    return TABLES.bombardment.confederate_markers


def union_bombards(state: State) -> bool:
    """Whether phases I and III are played (SR-19)."""
    return union_markers(state) > 0


def confederates_bombard(state: State) -> bool:
    """Whether phases II and IV are played."""
    return confederate_markers(state) > 0


class PlotBombardment(Ask, frozen=True):
    """Every available marker is placed, each in a hex of its own. [stockade_redan:8.3.1]"""

    side: SideName
    left: int

    rule: ClassVar[str] = "stockade_redan:8.3.1"
    verbs: ClassVar[tuple[str, ...]] = ("plot",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where does the bombardment fall? {self.left} to plot."

    def choices(self, state: State) -> list[Choice]:
        choices = list(_PLOTS.values())
        taken = (_PLACES[marker.hex] for marker in state.markers if marker.side == self.side)
        for place in sorted(taken, reverse=True):
            del choices[place]
        return choices

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        """Only the map's edge and one marker a hex: no line of fire, no spotting.

        [stockade_redan:8.3.2] [stockade_redan:8.3.3] [stockade_redan:8.3.5]
        """
        if _PLOTS.get(choice.object) != choice:
            yield Refusal(
                self.rule, f"{' '.join(choice.objects) or 'nothing'} is not a hex of the map"
            )
        elif any(
            marker.hex == choice.object and marker.side == self.side for marker in state.markers
        ):
            yield Refusal("stockade_redan:8.3.2", f"{choice.object} is already plotted")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        """[stockade_redan:8.0.1]"""
        state.markers += (Marker(self.side, choice.object),)
        umpire.tell(Plotted(rules=(self.rule,), side=self.side, hex=choice.object))
        state.agenda.pop()
        if self.left > 1:
            state.agenda.append(PlotBombardment(self.side, self.left - 1))


def is_target(state: State, hex: Hex) -> bool:
    """Whether a bombardment of the hex hits anything: a unit, or a bridging marker (SR-26)."""
    return any(hex in state.stacks[side] for side in SIDES) or bool(state.bridges_in(hex))


def scatter(hex: Hex, dice: Dice | Umpire) -> tuple[Hex | None, Roll]:
    """One hex in the direction of one die, from 1 for north clockwise; None off the map (SR-25).

    [stockade_redan:8.4.1] [stockade_redan:8.4.2] [stockade_redan:8.4.4]
    """
    roll = dice.roll("scatter")
    return GRID.neighbor(hex, roll.value - 1), roll


def scatter_marker(
    state: State, side: str, plotted: Hex, dice: Dice | Umpire
) -> tuple[Hex | None, bool, tuple[Roll, ...]]:
    """Where a plotted marker ends, whether it is removed, and the dice.

    A Confederate marker may stay where it is; one that scatters rolls again for the direction
    (SR-24). One that scatters to an empty hex is removed.
    [stockade_redan:8.4.3] [stockade_redan:8.5.1] [stockade_redan:8.5.2]
    """
    if side == CONFEDERATE:
        stays_on = TABLES.bombardment.confederate_stays_on
        stays = dice.roll("does it scatter?", at_most=stays_on)
        if stays.value <= stays_on:
            return plotted, False, (stays,)
        to, roll = scatter(plotted, dice)
        rolls: tuple[Roll, ...] = (stays, roll)
    else:
        to, roll = scatter(plotted, dice)
        rolls = (roll,)
    return to, to is None or not is_target(state, to), rolls


class ScatterBombardments(Do, frozen=True):
    """All markers of a side scatter before any attack. [stockade_redan:8.4.1]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        """Several markers may end in one hex. [stockade_redan:8.3.4]"""
        landed: list[Marker] = []
        for marker in state.markers:
            if marker.side != self.side:
                landed.append(marker)
                continue
            to, removed, rolls = scatter_marker(state, self.side, marker.hex, umpire)
            rule = "8.4.1" if self.side == UNION else "8.5.2" if len(rolls) > 1 else "8.5.1"
            rules = (f"stockade_redan:{rule}", *(("stockade_redan:8.4.3",) if removed else ()))
            umpire.tell(
                Scattered(
                    rules=rules,
                    rolls=rolls,
                    side=self.side,
                    plotted=marker.hex,
                    to=to or "",
                    removed=removed,
                )
            )
            if to is not None and not removed:
                landed.append(Marker(self.side, to))
        state.markers = tuple(landed)


def call_off(dice: Dice | Umpire) -> tuple[bool, Roll]:
    """Whether a marker is called off. [stockade_redan:8.4.5] [stockade_redan:8.4.6]"""
    needed = TABLES.bombardment.call_off_on
    roll = dice.roll("call off", at_most=needed)
    return roll.value <= needed, roll


class CallOff(Ask, frozen=True):
    """The Union tries to call markers off, once each; the Confederates may not.

    [stockade_redan:8.4.5] [stockade_redan:8.5.3]
    """

    rule: ClassVar[str] = "stockade_redan:8.4.5"
    verbs: ClassVar[tuple[str, ...]] = ("call-off", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return "Which bombardment is called off?"

    def choices(self, state: State) -> list[Choice]:
        hexes = sorted({marker.hex for marker in state.markers if self._open(marker)})
        return [*(choice("call-off", hex) for hex in hexes), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        there = [m for m in state.markers if (m.side, m.hex) == (UNION, choice.object)]
        if len(choice.objects) != 1 or not there:
            yield Refusal(
                self.rule, f"there is no Union bombardment in {choice.object or 'no hex'}"
            )
        elif not any(map(self._open, there)):
            yield Refusal(
                "stockade_redan:8.4.6", f"the bombardment of {choice.object} cannot be called off"
            )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        removed, roll = call_off(umpire)
        which = next(
            number
            for number, marker in enumerate(state.markers)
            if self._open(marker) and marker.hex == choice.object
        )
        left = () if removed else (Marker(UNION, choice.object, tried=True),)
        state.markers = (*state.markers[:which], *left, *state.markers[which + 1 :])
        rule = "stockade_redan:8.4.5" if removed else "stockade_redan:8.4.6"
        umpire.tell(CallOffTried(rules=(rule,), rolls=(roll,), hex=choice.object, removed=removed))

    @staticmethod
    def _open(marker: Marker) -> bool:
        return marker.side == UNION and not marker.tried


class ResolveBombardments(Do, frozen=True):
    """One marker at a time, never combined. [stockade_redan:8.4.7] [stockade_redan:8.5.4]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        for marker in state.markers:
            if marker.side == self.side and state.result is None:
                bombard(state, self.side, marker.hex, umpire)
        state.markers = tuple(marker for marker in state.markers if marker.side != self.side)


def targets_in(state: State, hex: Hex) -> list[Target]:
    """Everything of both sides in the hex, including bridging markers.

    [stockade_redan:8.0.2] [stockade_redan:8.3.6] [stockade_redan:10.5.8]
    [stockade_redan:12.3.2]
    """
    units = [target for side in SIDES for target in combat.targets_in(state, hex, side)]
    return units + [Target(bridge=bridge) for bridge in state.bridges_in(hex)]


def bombardment_lines(side: str, hex: Hex) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Strength and defence of one marker's attack: 12 for the Union, 10 for the Confederates.

    No Chaos of War marker can be there in these phases (SR-28).
    [stockade_redan:8.4.8] [stockade_redan:8.5.5]
    """
    table = TABLES.bombardment
    union = side == UNION
    strength = table.union_strength if union else table.confederate_strength
    rule = "stockade_redan:8.4.8" if union else "stockade_redan:8.5.5"
    return (Line(strength, "bombardment", rule),), combat.defence_lines(hex, chaos=False)


def bombard(state: State, side: str, hex: Hex, umpire: Umpire) -> None:
    """Resolve one marker: the fire procedure without any shift, a die for each piece.

    Terrain never changes. [stockade_redan:8.0.3] [stockade_redan:7.0.7] [stockade_redan:8.4.8]
    [stockade_redan:11.4.2]
    """
    hidden = any(fog.is_hidden(state, CONFEDERATE, hex) for _ in state.stack(hex, CONFEDERATE))
    strength, defence = bombardment_lines(side, hex)
    ratio = combat.ratio_lines(strength, defence, shifts=())
    targets, rolls = combat.roll_targets(targets_in(state, hex), ratio, umpire)
    umpire.tell(
        Bombarded(
            rules=(strength[0].rule, "stockade_redan:8.3.6", "stockade_redan:11.7.2"),
            rolls=rolls,
            side=side,
            hex=hex,
            strength=strength,
            defence=defence,
            ratio=ratio,
            hit_number=TABLES.hit_number(sum(line.value for line in ratio)),
            targets=targets,
            hidden=hidden,
        )
    )
    remove_hit(state, targets)


def remove_hit(state: State, targets: Sequence[Target]) -> None:
    """Take every piece that was hit off the map."""
    for target in targets:
        if target.hit and target.unit >= 0:
            carnage.eliminate(state, target.unit)
        elif target.hit:
            state.set_bridge(target.bridge, Bridge())
