"""11.1 and 11.2: assaults as the players declare them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.kernel.wording import listed
from longroll.systems.blind_swords.charge import bars_to_charge
from longroll.systems.blind_swords.close_combat import declare
from longroll.systems.blind_swords.combat import Assault
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import DISRUPTED, EventName, State
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS

_DONE = choice("done")
_ORDER = "blind_swords:11.1.1"


def bars_to_assault(
    state: State, unit: int, target: Hex, granted: bool = False
) -> Iterator[Refusal]:
    """What keeps a unit from assaulting a hex; `granted` by an event, it needs no order.

    [blind_swords:11.1.1] [blind_swords:11.1.2] [blind_swords:11.1.3]
    """
    piece, own = state.piece(unit), state.units[unit]
    title = piece.title
    if not granted:
        yield from _bars_by_order(state, unit)
    if state.arm(unit) == "artillery":
        yield Refusal("blind_swords:11.1.2", f"{title} is artillery")
    if own.skirmish:
        yield Refusal("blind_swords:11.1.2", f"{title} is in Skirmish Order")
    if own.hex == state.chaos:
        yield Refusal("blind_swords:11.1.2", f"{title} is caught in Battlefield Chaos")
    if own.hits >= DISRUPTED:
        yield Refusal("blind_swords:11.1.3", f"{title} is Disrupted")
    if unit in state.assaulted and not granted:
        yield Refusal("blind_swords:11.1.3", f"{title} has assaulted")
    if target not in state.game.grid.adjacent.get(own.hex, ()):
        yield Refusal(_ORDER, f"{target} is not next to {title}")
    if unit in state.daunted and "trench" in state.game.rules.works(state, target):
        yield Refusal("blind_swords:7.4.16", f"{title} has seen the elephant")
    yield from state.game.rules.bars_to_assault(state, unit, target)


def _bars_by_order(state: State, unit: int) -> Iterator[Refusal]:
    piece, active = state.piece(unit), state.active
    if active is None or piece.brigade != active.brigade:
        yield Refusal(_ORDER, f"{piece.title} is not of the brigade that acts")
    elif not active.order or not ORDERS.orders[active.order].close_combat:
        yield Refusal(_ORDER, f"{active.order.title() or 'No'} orders allow no assault")


def bars_to_target(state: State, side: str, target: Hex, granted: bool) -> Iterator[Refusal]:
    """What keeps a side from assaulting a hex, whoever would."""
    enemy = state.game.enemy[side]
    if not state.stack(target, enemy) and target not in state.game.rules.bare_to_assault(
        state, side
    ):
        yield Refusal(_ORDER, f"no enemy is in {target}")
    if target in state.attacked and not granted:
        yield Refusal("blind_swords:11.1.3", f"{target} has been assaulted in this activation")


class AssaultStep(Ask, frozen=True):
    """The brigade that acts assaults one hex after another, or none. [blind_swords:11.1.1]

    With `units` it is an event that lets these units make one assault, with `events` on it.
    """

    side: SideName
    units: tuple[UnitNumber, ...] = ()
    events: tuple[EventName, ...] = ()

    rule: ClassVar[str] = "blind_swords:11.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("assault", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        if self.units:
            titles = [state.piece(unit).title for unit in self.units]
            return f"Which hex do {listed(titles)} assault?"
        return "Which hex is assaulted, and from where?"

    def _may(self, state: State) -> list[int]:
        """Units that may have a part in it."""
        if self.units:
            return [unit for unit in self.units if state.hex_of(unit)]
        active = state.active
        return state.brigade_units(active.brigade) if active else []

    def _able(self, state: State, start: Hex, target: Hex) -> tuple[int, ...]:
        """Those of a hex who may assault another; all of them do (CB-65)."""
        granted = bool(self.units)
        return tuple(
            [
                unit
                for unit in self._may(state)
                if state.hex_of(unit) == start
                and not any(bars_to_assault(state, unit, target, granted))
            ]
        )

    def choices(self, state: State) -> list[Choice]:
        found = []
        starts = sorted({state.hex_of(unit) for unit in self._may(state)})
        targets = sorted({near for hex in starts for near in state.game.grid.adjacent[hex]})
        for target in targets:
            if any(bars_to_target(state, self.side, target, bool(self.units))):
                continue
            for start in starts:
                if self._able(state, start, target):
                    found.append(choice("assault", target, start))
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        grid = state.game.grid
        if len(choice.objects) != 2 or any(hex not in grid for hex in choice.objects):
            yield Refusal(self.rule, "an assault names the hex it goes to and where it comes from")
            return
        target, start = choice.objects
        granted = bool(self.units)
        yield from bars_to_target(state, self.side, target, granted)
        if self._able(state, start, target):
            return
        there = [unit for unit in self._may(state) if state.hex_of(unit) == start]
        if not there:
            there = list(state.stack(start, self.side))
        for unit in there:
            yield from bars_to_assault(state, unit, target, granted)
        if not there:
            yield Refusal(self.rule, f"none of your units is in {start}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done" or self.units:
            state.agenda.pop()
        if choice.verb == "done":
            return
        target, start = choice.objects
        units = self._able(state, start, target)
        assault = Assault(self.side, target, start, units=units, events=self.events)
        state.agenda.append(Assaulting(assault, self.units))


class Assaulting(Ask, frozen=True):
    """An assault being put together: Flanking Hexes join, cavalry charges. [blind_swords:11.2.1]"""

    assault: Assault
    #: The only units that may join, where an event lets them assault.
    granted: tuple[UnitNumber, ...] = ()

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "blind_swords:11.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("flank", "charge", "commit")

    def asks(self, state: State) -> str:
        return self.assault.side

    def question(self, state: State) -> str:
        assault = self.assault
        return f"Who else joins the assault on {assault.hex} from {assault.start}?"

    def _joining(self, state: State, hex: Hex) -> tuple[int, ...]:
        """Who would attack from a Flanking Hex: units of the same brigade.

        [blind_swords:11.2.2]
        """
        brigade = state.piece(self.assault.units[0]).brigade
        return tuple(
            [
                unit
                for unit in state.stack(hex, self.assault.side)
                if state.piece(unit).brigade == brigade
                and (not self.granted or unit in self.granted)
                and not any(
                    bars_to_assault(state, unit, self.assault.hex, granted=bool(self.granted))
                )
            ]
        )

    def _bars_to_flank(self, state: State, hex: Hex) -> Iterator[Refusal]:
        assault = self.assault
        if hex in assault.hexes:
            yield Refusal("blind_swords:11.2.2", f"{hex} takes part already")
        elif not self._joining(state, hex):
            why = f"no unit of the brigade in {hex} can join"
            yield Refusal("blind_swords:11.2.2", why)
        most = NUMBERS["flanking_hexes_most"]
        if len(assault.flanks) >= most:
            yield Refusal("blind_swords:11.2.2", f"at most {most} Flanking Hexes join")

    def _chargers(self, state: State) -> tuple[int, ...]:
        assault = self.assault
        return tuple(
            [unit for unit in assault.units if not any(bars_to_charge(state, unit, assault.hex))]
        )

    def _bars_to_charge(self, state: State) -> Iterator[Refusal]:
        assault = self.assault
        if assault.charging:
            yield Refusal("blind_swords:10.10.3", "the charge is declared")
        elif not self._chargers(state):
            for unit in assault.units:
                yield from bars_to_charge(state, unit, assault.hex)

    def choices(self, state: State) -> list[Choice]:
        near = state.game.grid.adjacent[self.assault.hex]
        found = [
            choice("flank", hex) for hex in sorted(near) if not any(self._bars_to_flank(state, hex))
        ]
        if not any(self._bars_to_charge(state)):
            found.append(choice("charge"))
        return [*found, choice("commit")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "flank":
            if len(choice.objects) != 1 or choice.object not in state.game.grid:
                yield Refusal("blind_swords:11.2.2", "a Flanking Hex is a hex of the map")
            else:
                yield from self._bars_to_flank(state, choice.object)
            return
        yield from bare(choice, self.rule)
        if choice.verb == "charge":
            yield from self._bars_to_charge(state)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        assault = self.assault
        if choice.verb == "commit":
            declare(state, assault, umpire)
            return
        if choice.verb == "flank":
            joining = self._joining(state, choice.object)
            flanks = (*assault.flanks, choice.object)
            assault = replace(assault, flanks=flanks, units=(*assault.units, *joining))
        else:
            # Declared before Defensive Fire. [blind_swords:10.10.3]
            assault = replace(assault, charging=self._chargers(state))
        state.agenda.append(replace(self, assault=assault))


STEPS: tuple[type[Any], ...] = (AssaultStep, Assaulting)
