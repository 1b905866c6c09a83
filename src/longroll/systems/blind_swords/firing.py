"""9.1 Fire as the players conduct it: the target first, then who fires at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import fire, morale
from longroll.systems.blind_swords.combat import FIRE, Volley
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.wording import hexes

_DONE, _ALL, _RESOLVE, _HOLD = choice("done"), choice("all"), choice("resolve"), choice("hold")


def targets(state: State, units: Iterable[int], kind: str) -> list[Hex]:
    """The hexes that any of some units may fire at, in order of their numbers."""
    able = [unit for unit in units if next(fire.bars_to_fire(state, unit, kind), None) is None]
    if not able:
        return []
    side = state.side_of(able[0])
    enemies = state.stacks[state.game.enemy[side]]
    hexes = {*enemies, *state.game.rules.bare_targets(state, side, kind)}
    found: set[Hex] = set()
    for unit in able:
        near = state.game.grid.within(state.hex_of(unit), fire.reach(state, unit, kind))
        found |= {
            hex
            for hex in hexes & near.keys()
            if hex not in found and next(fire.bars_to_reach(state, unit, hex, kind), None) is None
        }
    return sorted(
        hex for hex in found if next(fire.bars_to_target(state, side, hex, kind), None) is None
    )


def bars_to_aim(state: State, units: Sequence[int], hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps all of some units from firing at a hex: what bars the one that lacks least."""
    if hex not in state.game.grid:
        yield Refusal("blind_swords:9.1.5", f"{hex or 'nothing'} is not a hex of this map")
        return
    found = [[*bars_to_join(state, unit, hex, kind)] for unit in units]
    if found and all(found):
        yield from min(found, key=len)
    elif not found:
        yield Refusal("blind_swords:9.1.5", "nobody is there to fire")


def bars_to_join(state: State, unit: int, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex in any way."""
    yield from fire.bars_to_fire(state, unit, kind)
    if state.hex_of(unit):
        yield from fire.bars_to_fire_at(state, unit, hex, kind)


class FireStep(Ask, frozen=True):
    """A brigade fires at one hex after another, or not at all. [blind_swords:9.1.1]"""

    side: SideName

    rule: ClassVar[str] = "blind_swords:9.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("fire", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex is fired at?"

    def firers(self, state: State) -> list[int]:
        assert state.active is not None
        return state.brigade_units(state.active.brigade)

    def choices(self, state: State) -> list[Choice]:
        return [*(choice("fire", h) for h in targets(state, self.firers(state), FIRE)), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        else:
            yield from bars_to_aim(state, self.firers(state), " ".join(choice.objects), FIRE)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
        else:
            begin(state, self.side, choice.object, FIRE, self.firers(state))


def begin(state: State, side: str, hex: Hex, kind: str, eligible: Iterable[int]) -> None:
    """Ask who of some units fires at a hex."""
    volley = Volley(side, hex, kind, targets=fire.targets_of(state, side, hex))
    state.agenda.append(FireGroup(volley, tuple(eligible)))


class FireGroup(Ask, frozen=True):
    """One fire being put together: who of those who could takes part.

    Units of one brigade in a hex, or in two neighbouring hexes; guns of one hex, all on one target
    or each on its own. [blind_swords:9.1.3] [blind_swords:6.3.1]
    """

    volley: Volley
    eligible: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "blind_swords:9.1.3"
    verbs: ClassVar[tuple[str, ...]] = ("add", "all", "resolve", "hold")

    def asks(self, state: State) -> str:
        return self.volley.side

    def question(self, state: State) -> str:
        return f"Who fires at {self.volley.hex}?"

    def bars_to_add(self, state: State, unit: int) -> Iterator[Refusal]:
        volley, title = self.volley, state.piece(unit).title
        if unit in volley.units:
            yield Refusal("blind_swords:9.1.2", f"{title} takes part already")
        if unit not in self.eligible:
            yield Refusal(self.rule, f"{title} cannot take part in this fire")
        yield from bars_to_join(state, unit, volley.hex, volley.kind)
        if state.hex_of(unit):
            yield from fire.bars_to_group(state, (*volley.units, unit), volley.kind)

    def candidates(self, state: State) -> list[int]:
        """Units that may still join."""
        return [unit for unit in self.eligible if next(self.bars_to_add(state, unit), None) is None]

    def choices(self, state: State) -> list[Choice]:
        candidates = self.candidates(state)
        found = [choice("add", state.piece(unit).id) for unit in candidates]
        if candidates:
            found.append(_ALL)
        if self.volley.units:
            found.append(_RESOLVE)
        return [*found, _HOLD]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb != "add":
            yield from bare(choice, self.rule)
            if choice.verb == "resolve" and not self.volley.units:
                yield Refusal(self.rule, "nobody has been told to fire")
            elif choice.verb == "all" and not self.candidates(state):
                yield Refusal(self.rule, "nobody else can fire there")
            return
        unit = state.game.roster.number.get(" ".join(choice.objects), -1)
        if unit < 0 or state.side_of(unit) != self.volley.side:
            who = " ".join(choice.objects) or "nobody"
            yield Refusal(self.rule, f"{who} is not a unit of yours")
        else:
            yield from self.bars_to_add(state, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "add":
                self._join(state, (state.game.roster.number[choice.object],))
            case "all":
                self._join(state, self.everybody(state))
            case "resolve":
                state.agenda.pop()
                fire.declare(state, self.volley, umpire)
            case _:
                state.agenda.pop()

    def _join(self, state: State, units: Iterable[int]) -> None:
        together = tuple(sorted((*self.volley.units, *units)))
        state.agenda[-1] = replace(self, volley=replace(self.volley, units=together))

    def everybody(self, state: State) -> list[int]:
        """Those who may join together and bring most; where it is alike, the lowest hexes."""
        candidates = self.candidates(state)
        joined = hexes(state, self.volley.units)
        starts = sorted(set(hexes(state, candidates)) | set(joined))
        best: tuple[Any, list[int]] = (0, [])
        for count in range(1, NUMBERS["fire_group_hexes"] + 1):
            for some in combinations(starts, count):
                units = [unit for unit in candidates if state.hex_of(unit) in some]
                if not {*joined} <= {*some} or not units:
                    continue
                whole = (*self.volley.units, *units)
                if next(fire.bars_to_group(state, whole, self.volley.kind), None) is not None:
                    continue
                points = sum([morale.strength(state, unit) for unit in units])
                if points > best[0]:
                    best = points, units
        return best[1]


STEPS: tuple[type[Any], ...] = (FireStep, FireGroup)
