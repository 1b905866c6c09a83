"""25.0 Loss of Brigade Combat Effectiveness, and the retreat of a whole brigade.

Guns and their crews are not affected by it and do not mark boxes. [corinth:25.3.1] [corinth:25.3.2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Event, Line
from longroll.kernel.hooks import NOTHING
from longroll.kernel.naming import SideName
from longroll.kernel.wording import listed
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import command, effectiveness, rally, reaction
from longroll.systems.gbacw.events import Formed, Name, name, names
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.retreat import HEXES_OF_ROUT, Retreat, turn_away
from longroll.systems.gbacw.retreat_path import BRIGADE, ROUT
from longroll.systems.gbacw.roster import ARMY, BATTERY, CAVALRY, INFANTRY, UnitNumber
from longroll.systems.gbacw.state import LIMBERED, UNLIMBERED
from longroll.systems.gbacw.volley import Volley

#: How many hexes a brigade falls back. [corinth:25.2.1]
HEXES = 2

_DONE = choice("done")


class BrigadeFallsBack(Event, frozen=True, kw_only=True):
    """A unit that routs takes its brigade with it."""

    brigade: str
    unit: Name
    units: tuple[Name, ...]

    def text(self) -> str:
        return f"{self.unit} runs, and {self.brigade} falls back: {listed(self.units)}."


# What brigades without effectiveness cannot do


def morale_lines(state: State, unit: int) -> Iterator[Line]:
    """Add one to every morale check of its infantry and cavalry. [corinth:25.11]"""
    if effectiveness.is_broken(state, unit):
        yield Line(1, "its brigade has lost effectiveness", "corinth:25.11")


def bars_to_melee(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """They may not begin a melee, with or without a leader, but may continue one (GB-D26).

    [corinth:25.12.1] [corinth:25.12.2]
    """
    if effectiveness.is_broken(state, unit):
        why = f"the brigade of {state.piece(unit).title} has lost its effectiveness"
        yield Refusal("corinth:25.12.1", why)


def fire_shifts(state: State, volley: Volley) -> Iterator[Line]:
    """One column to the left if any of them fires. [corinth:25.14]"""
    if any(effectiveness.is_broken(state, part.unit) for part in volley.parts):
        yield Line(-1, "a brigade without effectiveness", "corinth:25.14")


def rally_by_die(state: State, unit: int) -> str | None:
    """They rally by a die roll, for a Rally Point or with a commander. [corinth:25.13.1]"""
    return "corinth:25.13.1" if effectiveness.is_broken(state, unit) else None


def needs_leader_to_rally(state: State, unit: int) -> bool:
    """They need their commander for it, even if mounted (GB-F38). [corinth:25.13.2]"""
    return effectiveness.is_broken(state, unit)


def rally_aid(state: State, unit: int) -> str | None:
    """A commander in the hex saves the point and makes it easier. [corinth:25.13.3]"""
    return "corinth:25.13.3" if effectiveness.is_broken(state, unit) else None


def bars_to_rally(state: State, unit: int) -> Iterator[Refusal]:
    """A point buys one attempt, and a unit has one attempt per phase. [corinth:25.13.2]"""
    if unit in state.rally_tried:
        yield Refusal(
            "corinth:25.13.2", f"{state.piece(unit).title} has already tried in this phase"
        )


def rallies_at_once(state: State, unit: int) -> bool:
    """Price, Van Dorn and Rosecrans need no die. [corinth:25.13.4]"""
    return any(command.grade(state, one) == ARMY for one in rally.helpers(state, unit))


def routed(state: State, unit: int, umpire: Umpire, causers: tuple[int, ...]) -> None:
    """A rout within its commander's radius may take the brigade along, once per phase.

    [corinth:25.2.1] [corinth:25.25.1]
    """
    brigade, roster = state.piece(unit).brigade, state.game.roster
    if not effectiveness.is_broken(state, unit) or brigade in state.fallen_back:
        return
    radius = command.in_radius(state, brigade)
    if state.hex_of(unit) not in radius:
        return
    state.fallen_back |= {brigade}
    there = [
        other
        for other in roster.of_brigade[brigade]
        if other != unit and state.hex_of(other) in radius and not state.units[other].pinned
    ]
    men = [other for other in there if state.piece(other).kind in (INFANTRY, CAVALRY)]
    running = tuple(other for other in men if state.units[other].routed)
    steady = tuple(other for other in men if other not in running)
    guns = tuple(
        other
        for other in there
        if state.piece(other).kind == BATTERY
        and state.units[other].crew
        and not state.units[other].routed
    )
    if not men and not guns:
        return
    umpire.tell(
        BrigadeFallsBack(
            rules=("corinth:25.2.1",),
            brigade=roster.brigades[brigade].title,
            unit=name(state, unit),
            units=names(state, men),
        )
    )
    state.agenda.append(BrigadeRetreat(state.side_of(unit), steady, running, guns, causers))


def begin_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """A new phase: every brigade may fall back again. [corinth:25.25.1]"""
    state.fallen_back = frozenset()
    return NOTHING


class BrigadeRetreat(Ask, frozen=True):
    """A brigade falls back hex by hex in the order its owner chooses; its guns may come along.

    Units pinned or routed since it began are left out. [corinth:25.2.1]
    [corinth:25.21] [corinth:25.22] [corinth:25.25.2] [corinth:25.26]
    """

    side: SideName
    #: Units that still have to go two hexes, or three, and guns that may be taken along.
    steady: tuple[UnitNumber, ...]
    routed: tuple[UnitNumber, ...]
    guns: tuple[UnitNumber, ...]
    #: Enemies that routed the first unit; they do not fire at any of the retreats (GB-F35).
    causers: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "corinth:25.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("take", "back", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "The brigade falls back. From which hex next?"

    def _waiting(self, state: State, units: Sequence[int], *, routed: bool = False) -> list[int]:
        return [
            unit
            for unit in units
            if state.hex_of(unit)
            and state.units[unit].routed == routed
            and not state.units[unit].pinned
        ]

    def hexes(self, state: State) -> list[Hex]:
        waiting = self._waiting(state, self.steady)
        waiting += self._waiting(state, self.routed, routed=True)
        return sorted({state.hex_of(unit) for unit in waiting})

    def batteries(self, state: State) -> list[int]:
        return [unit for unit in self._waiting(state, self.guns) if state.units[unit].crew]

    def choices(self, state: State) -> list[Choice]:
        hexes = self.hexes(state)
        return [
            *(choice("back", hex) for hex in hexes),
            *(choice("take", state.piece(unit).id) for unit in self.batteries(state)),
            *([] if hexes else [_DONE]),
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        hexes = self.hexes(state)
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            if hexes:
                yield Refusal(self.rule, f"the units in {listed(hexes)} must fall back")
        elif choice.verb == "back" and choice.object not in hexes:
            yield Refusal(self.rule, f"no unit has to fall back from {choice.object or 'that hex'}")
        elif choice.verb == "take" and choice not in self.choices(state):
            yield Refusal("corinth:25.26", f"{choice.object or 'nobody'} cannot be taken along")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
        elif choice.verb == "take":
            battery = state.game.roster.number[choice.object]
            guns = tuple(unit for unit in self.guns if unit != battery)
            steady = (*self.steady, battery)
            state.agenda[-1] = BrigadeRetreat(self.side, steady, self.routed, guns, self.causers)
            self._limber(state, battery, umpire)
        else:
            self._set_out(state, choice.object, umpire)

    def _limber(self, state: State, battery: int, umpire: Umpire) -> None:
        """Guns limber up for it, at no cost and under no fire except withdrawal fire.

        [corinth:25.26] (GB-C46)
        """
        if state.units[battery].formation != UNLIMBERED:
            return
        state.change(battery, formation=LIMBERED)
        umpire.tell(
            Formed(
                rules=("corinth:25.26",),
                units=names(state, (battery,)),
                hex=state.hex_of(battery),
                formation=LIMBERED,
            )
        )

    def _set_out(self, state: State, hex: Hex, umpire: Umpire) -> None:
        """The units of one hex leave it under fire from enemies that control it. [corinth:25.23]"""
        steady = [u for u in self._waiting(state, self.steady) if state.hex_of(u) == hex]
        routed = [
            u for u in self._waiting(state, self.routed, routed=True) if state.hex_of(u) == hex
        ]
        going = (*steady, *routed)
        state.agenda[-1] = BrigadeRetreat(
            self.side,
            tuple(unit for unit in self.steady if unit not in going),
            tuple(unit for unit in self.routed if unit not in going),
            self.guns,
            self.causers,
        )
        state.agenda.append(
            FallBackFrom(self.side, hex, tuple(steady), tuple(routed), self.causers)
        )
        turn_away(state, Retreat(self.side, going, HEXES, (hex,), BRIGADE))
        reaction.withdrawal_fire(state, hex, self.side, going, umpire)


class FallBackFrom(Do, frozen=True):
    """After the withdrawal fire: two hexes, three if routed, one if newly pinned.

    All that were not routed check morale at the end. [corinth:25.2.1] [corinth:25.2.2]
    [corinth:25.21] [corinth:25.23] [corinth:25.24]
    """

    side: SideName
    hex: Hex
    steady: tuple[UnitNumber, ...]
    routed: tuple[UnitNumber, ...]
    causers: tuple[UnitNumber, ...] = ()

    def run(self, state: State, umpire: Umpire) -> None:
        units = state.units
        left = [unit for unit in self.steady if units[unit].hex == self.hex]
        pinned = tuple(unit for unit in left if units[unit].pinned)
        steady = tuple(unit for unit in left if not units[unit].pinned and not units[unit].routed)
        routed = [unit for unit in self.routed if units[unit].hex == self.hex]
        for unit in reversed(routed):
            self._push(state, (unit,), 1 if units[unit].pinned else HEXES_OF_ROUT, ROUT)
        if pinned:
            self._push(state, pinned, 1, BRIGADE)
        if steady:
            self._push(state, steady, HEXES, BRIGADE)
        going = {*routed, *pinned, *steady}
        if going and going >= set(state.stack(self.hex, self.side)):
            self._lead(state, pinned_too=bool(pinned))

    def _push(self, state: State, group: tuple[int, ...], length: int, cause: str) -> None:
        state.agenda.append(Retreat(self.side, group, length, (self.hex,), cause, self.causers))

    def _lead(self, state: State, *, pinned_too: bool) -> None:
        """Leaders with no unit left to stay with go along with the first to leave.

        One whom this fire has pinned goes the one hex that his men go. [corinth:25.23]
        """
        leaders = tuple(
            one
            for one in state.leaders_in(self.hex, self.side)
            if pinned_too or not state.units[one].pinned
        )
        step = state.agenda.pop()
        state.agenda.append(
            Retreat(
                step.side,
                (*step.units, *leaders),
                step.length,
                step.path,
                step.cause,
                step.causers,
            )
        )


STEPS: tuple[type[Any], ...] = (BrigadeRetreat, FallBackFrom)
RULES = Rules[State](
    morale_lines=morale_lines,
    bars_to_melee=bars_to_melee,
    fire_shifts=fire_shifts,
    rally_by_die=rally_by_die,
    needs_leader_to_rally=needs_leader_to_rally,
    rally_aid=rally_aid,
    bars_to_rally=bars_to_rally,
    rallies_at_once=rallies_at_once,
    routed=routed,
    begin_phase=begin_phase,
)
