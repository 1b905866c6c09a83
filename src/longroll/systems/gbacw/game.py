"""One battle of the series: its map, roster and charts, and the rules it changes.

The standard rules ask a `Game` wherever an exclusive rule may say otherwise; what stands here is
what holds where none does. [gbacw:3.1] [gbacw:3.2]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from longroll.board.hex import Grid, Hex, HexMap
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.event import Line
from longroll.systems.gbacw.charts import Charts
from longroll.systems.gbacw.events import Name
from longroll.systems.gbacw.roster import BATTERY, CREW, WAGON, Roster
from longroll.systems.gbacw.tables import WEAPONS
from longroll.systems.gbacw.terrain import Ground

if TYPE_CHECKING:
    from longroll.systems.gbacw.fire import Volley
    from longroll.systems.gbacw.firing import Attack
    from longroll.systems.gbacw.retreat import Retreat
    from longroll.systems.gbacw.sequence import Phase
    from longroll.systems.gbacw.sight import Lines
    from longroll.systems.gbacw.state import State


class Game:
    """What never changes in a battle, and its exclusive rules."""

    #: The side that moves first in a Game-Turn comes first. [gbacw:4.0.1]
    sides: tuple[str, str] = ("confederate", "union")
    #: Whether brigade commanders must stay near their division commanders. [gbacw:17.21]
    integrity = True
    #: The rule that lets some movers go one hex a turn, whatever it costs.
    slow_rule = "gbacw:5.11.1"
    #: The rule by which a crew mans its own guns again.
    crews_return = "gbacw:15.15"

    def __init__(self, map: HexMap, charts: Charts, roster: Roster) -> None:
        self.map = map
        self.grid: Grid = map.grid
        self.charts = charts
        self.roster = roster
        self.ground = Ground(map, charts)
        #: How each counter is called in events.
        self.names = tuple(Name(piece.id, piece.title) for piece in roster.pieces)
        self.tall_sides = self.find_tall_sides()
        #: Which lines the map alone leaves clear, by the hex they start from, as far as it was
        #: looked at.
        self.clear_lines: dict[Hex, Lines] = {}
        #: The choice that takes each counter in hand.
        self.moves = tuple(choice("move", piece.id) for piece in roster.pieces)
        self.enemy = {self.sides[0]: self.sides[1], self.sides[1]: self.sides[0]}
        #: What the charts give each mover by day and by night, as far as it was asked.
        self.allowances: dict[tuple[str, bool], int] = {}
        self.wagons = tuple(n for n, piece in enumerate(roster.pieces) if piece.kind == WAGON)

    @cached_property
    def longest_small_arm(self) -> int:
        """How far the best small arm of the series reaches."""
        return max(weapon.range for weapon in WEAPONS.values() if weapon.arm == "small_arms")

    @cached_property
    def longest_range(self) -> int:
        """How far the best weapon of the series reaches."""
        return max(weapon.range for weapon in WEAPONS.values())

    def find_tall_sides(self) -> dict[tuple[Hex, Hex], list[tuple[str, int]]]:
        """Hexsides that stand above the ground, by the hexes they part: what, and its top."""
        found: dict[tuple[Hex, Hex], list[tuple[str, int]]] = {}
        for (a, b), kinds in self.ground.sides.items():
            base = max(self.ground.height[a], self.ground.height[b])
            tall = [(kind, base + height) for kind in kinds if (height := self.side_height(kind))]
            if tall:
                found[a, b] = tall
        return found

    # Time

    last_turn = 8

    def final_turn(self, state: State) -> int:
        """The Game-Turn after which the battle is reckoned up."""
        return self.last_turn

    def is_night(self, turn: int) -> bool:
        return False

    def phases(self, state: State) -> str:
        """The letters of the phases each side plays in a Game-Turn. [gbacw:4.0.26]"""
        return "ABCDEFGHJ"

    def phase_table(self) -> Mapping[str, Phase]:
        """Every phase by its letter; exclusive rules may add their own. [gbacw:4.0.26]"""
        from longroll.systems.gbacw.sequence import PHASES

        return PHASES

    def begin_turn(self, state: State) -> Sequence[Ask | Do]:
        """What exclusive rules put before the Player-Turns."""
        return ()

    def end_turn(self, state: State) -> Sequence[Ask | Do]:
        """What exclusive rules put into the interphase. [gbacw:4.0.28]"""
        return ()

    def begin_phase(self, state: State, side: str, phase: str) -> Sequence[Ask | Do]:
        """What exclusive rules put before a phase."""
        return ()

    def end_phase(self, state: State, side: str, phase: str) -> Sequence[Ask | Do]:
        """What exclusive rules put after a phase."""
        return ()

    # Movement and formation

    def full_allowance(self, mover: str, night: bool) -> int:
        """Halves of a Movement Point the charts give a mover. [gbacw:5.0.1]"""
        return self.charts.allowance[mover]

    def allowance(self, state: State, unit: int, mover: str) -> int:
        """Halves of a Movement Point a unit has in this Movement Phase."""
        key = mover, self.is_night(state.turn)
        if key not in self.allowances:
            self.allowances[key] = self.full_allowance(*key)
        return self.allowances[key]

    def bars_to_take_up(self, state: State, unit: int) -> Iterator[Refusal]:
        """Exclusive rules that keep a unit from doing anything in a Movement Phase."""
        return iter(())

    def kept_back(self, state: State, side: str) -> Collection[int]:
        """Every unit of a side that `bars_to_take_up` bars."""
        return ()

    def bars_to_move(self, state: State, unit: int) -> Iterator[Refusal]:
        """Exclusive rules that keep a unit where it is."""
        return iter(())

    def bars_to_stop(
        self, state: State, unit: int, ahead: Callable[[], Iterable[Choice]]
    ) -> Iterator[Refusal]:
        """Exclusive rules that keep a unit moving; `ahead` lists the steps it could take."""
        return iter(())

    def bars_to_enter(self, state: State, unit: int, a: Hex, b: Hex) -> Iterator[Refusal]:
        """Exclusive rules that bar a step."""
        return iter(())

    def watched(self, state: State, unit: int) -> Collection[Hex]:
        """Hexes where `bars_to_enter` may have something to say against a unit's step though no
        enemy is near and the charts allow it."""
        return ()

    def bars_to_form(self, state: State, unit: int, formation: str) -> Iterator[Refusal]:
        """Exclusive rules that bar a change of formation."""
        return iter(())

    def arrivals(self, state: State, side: str) -> list[Choice]:
        """Reinforcements that may enter now. [gbacw:4.0.9]"""
        return []

    def bars_to_arrive(self, state: State, side: str, choice: Choice) -> Iterator[Refusal]:
        yield Refusal("gbacw:4.0.9", "nobody is due")

    def arrive(self, state: State, side: str, choice: Choice, umpire: Umpire) -> None:
        raise NotImplementedError

    def bars_to_end_movement(self, state: State, side: str) -> Iterator[Refusal]:
        """Exclusive rules that keep a Movement Phase open."""
        return iter(())

    def entered(self, state: State, units: Sequence[int], hex: Hex, umpire: Umpire) -> None:
        """What happens when units come into a hex."""

    def moves_out_of_command(self, state: State, unit: int) -> bool:
        """Whether a unit moves freely without its commander."""
        return False

    def fronts(self, state: State, unit: int) -> tuple[int, ...] | None:
        """The frontal hexsides a place gives a unit, whatever it faces; None where none does."""
        return None

    def turned(self, state: State, hex: Hex, side: str, facing: int, umpire: Umpire) -> None:
        """What else happens when a side turns its units in a hex."""

    # Stacking

    def is_overstacked(self, state: State, hex: Hex, units: Iterable[int]) -> str | None:
        """The rule of a place that these units break; "" where a place has its own and they do
        not, None where the chart rules."""
        return None

    # Fire

    def bars_to_fire(self, state: State, unit: int) -> Iterator[Refusal]:
        """Exclusive rules that keep a unit from firing."""
        return iter(())

    def bars_to_fire_at(self, state: State, unit: int, target: Hex, kind: str) -> Iterator[Refusal]:
        """Exclusive limits on what a unit fires at in a phase."""
        return iter(())

    def bars_kind_of_fire(self, state: State, kind: str) -> Iterator[Refusal]:
        """Exclusive rules that know no fire of a kind now."""
        return iter(())

    def has_fired(self, state: State, units: Sequence[int], kind: str) -> None:
        """What follows when units have fired, before anybody suffers from it."""

    def position_height(self, hex: Hex) -> int:
        """Feet added to whoever stands in a hex."""
        return 0

    def side_height(self, kind: str) -> int:
        """Feet a kind of hexside stands above the ground."""
        return 0

    def shift_rule(self, kind: str) -> str:
        """The rule behind the column shift of a kind of terrain."""
        return "gbacw:9.53" if kind == "woods" else "gbacw:9.55"

    def fire_shifts(self, state: State, volley: Volley) -> Iterator[Line]:
        """Column shifts of exclusive rules. [gbacw:9.55]"""
        return iter(())

    def fire_die(self, state: State, volley: Volley) -> Iterator[Line]:
        """What exclusive rules add to the fire die."""
        return iter(())

    def fire_kills(self, kind: str) -> bool:
        """Whether a number of the Fire CRT costs lives in fire of a kind."""
        return True

    def bars_to_rapid_fire(self, state: State, attack: Attack, unit: int) -> Iterator[Refusal]:
        """The series has no rapid fire."""
        yield Refusal("gbacw:9.45.1", "rapid fire is not known in this battle")

    def check_fouling(self, state: State, battery: int, umpire: Umpire) -> None:
        """What rapid fire does to the guns."""

    def fouled(self, state: State, side: str, kind: str) -> list[int]:
        """Batteries whose guns may be cleared now."""
        return []

    def bars_to_unfoul(self, state: State, side: str, kind: str, unit: int) -> Iterator[Refusal]:
        yield Refusal("gbacw:9.45.1", "no guns are fouled in this battle")

    def unfoul(self, state: State, battery: int, umpire: Umpire) -> None:
        raise NotImplementedError

    def attacked(self, state: State, units: Sequence[int], umpire: Umpire) -> None:
        """What follows when units were fired at or met in melee."""

    # Morale, rout, rally

    def morale_lines(self, state: State, unit: int) -> Iterator[Line]:
        """What exclusive rules add to every morale check of a unit."""
        return iter(())

    def routed(
        self, state: State, unit: int, umpire: Umpire, causers: tuple[int, ...] = ()
    ) -> None:
        """What else happens when a unit routs, and who made it. Called before it retreats."""

    def rally_by_die(self, state: State, unit: int) -> str:
        """The rule that lets a unit rally only by a die; "" where none does."""
        return ""

    def rallies_alone(self, state: State, unit: int) -> bool:
        """Crews, batteries, wagons and independent units rally by a die. [gbacw:13.54.1]"""
        kind = self.roster.pieces[unit].kind
        return kind in (BATTERY, CREW) or self.is_independent(state, unit)

    def rallies_at_once(self, state: State, unit: int) -> bool:
        """Whether a leader in its hex rallies a unit that else needs a die."""
        return False

    def may_rally(self, state: State, leader: int, unit: int) -> bool:
        """Whether a leader may bring a unit back. [gbacw:17.3]"""
        return self.aids(state, leader, unit)

    def rally_aid(self, state: State, unit: int) -> str:
        """The rule by which a commander in its hex takes one from a unit's rally die."""
        return ""

    def bars_to_rally(self, state: State, unit: int) -> Iterator[Refusal]:
        """Exclusive rules that keep a commander from spending a Rally Point on a unit."""
        return iter(())

    # Retreat

    def retreat_rank(
        self, state: State, unit: int, start: Hex, way: Sequence[Hex]
    ) -> tuple[int, ...] | None:
        """How well a way leads home from where a retreat began: first its direction.

        The lowest is the best; None where it may never lead there. [gbacw:14.4.1]
        """
        return (0,)

    def closed_to_retreat(self, state: State, hex: Hex, side: str, cause: str) -> str:
        """The exclusive rule that closes a hex to a retreat; "" where none does."""
        return ""

    def cannot_retreat(self, state: State, unit: int, step: Retreat) -> tuple[str, str]:
        """What becomes of a unit that cannot retreat, and the rule. [gbacw:13.31.2]"""
        return "captured", "gbacw:13.31.2" if step.cause == "rout" else "gbacw:14.1.2"

    def is_way_out(self, state: State, unit: int, hex: Hex) -> bool:
        """Whether a retreat that reaches a hex goes on over the edge of the map."""
        return False

    def leave_map(self, state: State, step: Retreat, umpire: Umpire) -> None:
        """See to units whose retreat goes over the edge of the map."""
        raise NotImplementedError

    def has_retreated(self, state: State, step: Retreat) -> None:
        """What follows when a retreat has come to its end."""

    # Command

    def aids(self, state: State, leader: int, unit: int) -> bool:
        """Whether a leader in the hex of a unit does anything for it. [gbacw:17.4]"""
        return True

    def commands(self, state: State, leader: int, unit: int) -> bool:
        """Whether a leader stacked with a unit gives it command. [gbacw:17.23]"""
        return self.aids(state, leader, unit)

    def is_independent(self, state: State, unit: int) -> bool:
        """Whether a unit needs no commander. [gbacw:17.0.3]"""
        piece = self.roster.pieces[unit]
        return piece.independent or not piece.brigade

    def bars_to_augment(self, state: State, leader: int, brigade: str) -> Iterator[Refusal]:
        """Exclusive rules on who may lend Command Points to whom."""
        return iter(())

    def augmentable(self, state: State, leader: int) -> Iterable[str]:
        """Brigades that `bars_to_augment` may leave to a leader, in the order of the roster."""
        side = self.roster.pieces[leader].side
        return [id for id, brigade in self.roster.brigades.items() if brigade.side == side]

    def promoted_points(self) -> int:
        """Command Points of a brigade commander who takes over a division. [gbacw:17.85]"""
        return 0

    def replaces(self, leader: int) -> bool:
        """Whether a lost leader is replaced at all."""
        return True

    def rank_heirs(self, state: State, leaders: Sequence[int]) -> Sequence[int]:
        """Those of several brigade commanders who are first in line. [gbacw:17.83]"""
        return leaders

    # Effectiveness

    def brigade_limit(self, brigade: str) -> int:
        """Boxes a brigade may mark before it loses effectiveness. [gbacw:18.0.2]"""
        return self.roster.brigades[brigade].first_day

    def brigade_hurt(self, state: State, brigade: str, umpire: Umpire) -> None:
        """What follows when a brigade has marked boxes. [gbacw:18.0.3]"""

    # Melee

    def bars_to_melee(self, state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
        """Exclusive rules that keep a unit from declaring a melee."""
        return iter(())

    def melee_terrain(
        self, state: State, hex: Hex, crossed: Iterable[tuple[int, Hex]]
    ) -> Iterator[Line]:
        """What exclusive terrain takes from the attackers; it replaces the standard point."""
        return iter(())

    def bars_melee_together(
        self, state: State, hex: Hex, attackers: Sequence[int], side: str
    ) -> Iterator[Refusal]:
        """Exclusive limits on who may enter a melee together."""
        return iter(())

    def before_melee(self, state: State, side: str) -> Sequence[Ask | Do]:
        """What happens between the announcing of melees and the fighting."""
        from longroll.systems.gbacw.before_melee import standard_steps

        return standard_steps(state, side)

    def melee_limit(self, state: State, hex: Hex) -> int:
        """Points a side may bring into one melee. [gbacw:12.71]"""
        return self.ground.limit(self.charts.melee, hex)

    def melee_points(self, state: State, hex: Hex) -> tuple[int, str]:
        """Points of the attackers that count, and the rule."""
        return self.melee_limit(state, hex), "gbacw:12.72.2"

    def melee_adjustments(
        self, state: State, hex: Hex, entering: Sequence[tuple[int, Hex]]
    ) -> Sequence[Line]:
        """What exclusive rules take from the differential."""
        return ()

    def crew_melee(self, state: State, battery: int, strength: int) -> int:
        """The melee strength of a gun crew. [gbacw:12.12]"""
        return strength

    def bars_to_end_melees(self, state: State, hexes: Sequence[Hex]) -> Iterator[Refusal]:
        """Exclusive rules that keep a Melee Phase open while declared melees wait in some hexes."""
        return iter(())

    # The end

    def victory_lines(self, state: State) -> Iterator[Line]:
        """What exclusive rules score, in halves of a Victory Point."""
        return iter(())

    def finish(self, state: State, umpire: Umpire) -> None:
        """Set the result, the last Game-Turn being over. [gbacw:4.0.3]"""
        raise NotImplementedError
