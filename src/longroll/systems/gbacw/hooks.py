"""Where the standard rules ask what a battle adds or changes. [gbacw:3.1] [gbacw:3.2]

Each module of a battle's exclusive rules fills in the hooks that concern it, in a `Rules` of its
own; the battle's system lists the modules, and they are asked in that order. If no exclusive rule
answers, the standard rules do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from longroll.board.hex import Hex
from longroll.display.stakes import Stakes
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Closed, Refusal
from longroll.kernel.event import Line
from longroll.kernel.hooks import chained, either, every, first, hook, piped, summed, told
from longroll.systems.gbacw.terrain import Ground
from longroll.systems.gbacw.volley import Volley

#: The state of a battle, with the facts that only this battle has.
S = TypeVar("S")
Refusals = Iterator[Refusal]
ClosedHexes = Iterator[Closed[Hex]]
Lines = Iterator[Line]
Steps = Iterator[Ask | Do]


class Retreating(Protocol):
    """A retreat under way."""

    @property
    def side(self) -> str: ...
    @property
    def units(self) -> tuple[int, ...]: ...
    @property
    def length(self) -> int: ...
    @property
    def path(self) -> tuple[Hex, ...]: ...
    @property
    def cause(self) -> str: ...
    @property
    def causers(self) -> tuple[int, ...]: ...
    @property
    def shot(self) -> tuple[int, ...]: ...


def _no_rapid_fire(*args: Any) -> Refusals:
    yield Refusal("gbacw:9.45.1", "there is no rapid fire in this battle")


def _nothing_fouled(*args: Any) -> Refusals:
    yield Refusal("gbacw:9.45.1", "no guns are fouled in this battle")


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What a module of exclusive rules adds, hook by hook; a `Game` combines all modules."""

    # Time

    #: The Game-Turn after which the battle is scored.
    final_turn: Callable[[S], int | None] = hook(first)
    #: The letters of the phases that each side plays in this Game-Turn.
    phases: Callable[[S], str | None] = hook(first)
    #: Steps before the Player-Turns, and in the interphase. [gbacw:4.0.28]
    begin_turn: Callable[[S], Steps] = hook(chained)
    end_turn: Callable[[S], Steps] = hook(chained)
    #: Steps before and after a phase of a side.
    begin_phase: Callable[[S, str, str], Steps] = hook(chained)
    end_phase: Callable[[S, str, str], Steps] = hook(chained)
    #: What is scored, in halves of a Victory Point.
    victory_lines: Callable[[S], Lines] = hook(chained)
    #: Set the result after the last Game-Turn; returns whether it was set.
    finish: Callable[[S, Umpire], bool] = hook(either)
    #: Where victory stands.
    stakes: Callable[[S], Stakes | None] = hook(first)

    # Movement and formation

    #: Halves of a Movement Point that a mover has by day or by night.
    full_allowance: Callable[[int, Ground, str, bool], int] = hook(piped)
    #: Halves that a unit has in this Movement Phase.
    allowance: Callable[[int, S, int], int] = hook(piped)
    #: Units of a side that do nothing in a Movement Phase.
    kept_back: Callable[[S, str], Iterator[Closed[int]]] = hook(chained)
    #: What keeps a unit where it is.
    bars_to_move: Callable[[S, int], Refusals] = hook(chained)
    #: What forces a unit to move on; the last argument lists the steps it could take.
    bars_to_stop: Callable[[S, int, Callable[[], Iterable[Choice]]], Refusals] = hook(chained)
    #: What closes some hexes to a unit's step from a hex next to them; and which exclusive rules
    #: close those that the charts close.
    closed_to_enter: Callable[[S, int, Hex, Sequence[Hex]], ClosedHexes] = hook(chained)
    closed_ground: Callable[[S, int, Hex, Sequence[Hex]], ClosedHexes] = hook(chained)
    #: What bars a change of formation.
    bars_to_form: Callable[[S, int, str], Refusals] = hook(chained)
    #: Whether a unit moves freely without its commander.
    moves_out_of_command: Callable[[S, int], bool] = hook(either)
    #: Reinforcements that may enter now; what bars one, if it exists at all; bring it on.
    arrivals: Callable[[S, str], Iterator[Choice]] = hook(chained)
    bars_to_arrive: Callable[[S, str, Choice], Refusals | None] = hook(first)
    arrive: Callable[[S, str, Choice, Umpire], bool] = hook(either)
    #: What keeps a side's Movement Phase from ending.
    bars_to_end_movement: Callable[[S, str], Refusals] = hook(chained)
    #: Units have entered a hex.
    entered: Callable[[S, Sequence[int], Hex, Umpire], None] = hook(told)

    # Facing and stacking

    #: The frontal hexsides that a place gives a unit, whatever its facing.
    fronts: Callable[[S, int], tuple[int, ...] | None] = hook(first)
    #: A side has turned its units in a hex to a direction.
    turned: Callable[[S, Hex, str, int, Umpire], None] = hook(told)
    #: The rule of a place that these units break; "" if it has its own and they keep it.
    is_overstacked: Callable[[S, Hex, Sequence[int]], str | None] = hook(first)

    # Fire

    #: What keeps a unit from firing, from firing at a hex, and every unit from a kind of fire.
    bars_to_fire: Callable[[S, int], Refusals] = hook(chained)
    bars_to_fire_at: Callable[[S, int, Hex, str], Refusals] = hook(chained)
    bars_kind_of_fire: Callable[[S, str], Refusals] = hook(chained)
    #: Units have fired in a fire of a kind; its results are not applied yet.
    has_fired: Callable[[S, Sequence[int], str], None] = hook(told)
    #: Feet added to units in a hex, and the height of a kind of hexside above the ground.
    position_height: Callable[[Ground, Hex], int] = hook(summed)
    side_height: Callable[[Ground, str], int] = hook(summed)
    #: The rule behind the column shift of a kind of terrain.
    shift_rule: Callable[[str], str | None] = hook(first)
    #: Column shifts, and what is added to the die. [gbacw:9.55]
    fire_shifts: Callable[[S, Volley], Lines] = hook(chained)
    fire_die: Callable[[S, Volley], Lines] = hook(chained)
    #: Whether a number in the Fire CRT means losses in fire of a kind.
    fire_kills: Callable[[str], bool] = hook(every)
    #: What keeps a unit from rapid fire at some units in a hex, in fire of a kind.
    bars_to_rapid_fire: Callable[[S, int, Hex, Sequence[int], str], Refusals] = hook(
        chained, _no_rapid_fire
    )
    #: What rapid fire does to the guns; which may be cleared now; what bars it; clear them.
    check_fouling: Callable[[S, int, Umpire], None] = hook(told)
    fouled: Callable[[S, str, str], Iterator[int]] = hook(chained)
    bars_to_unfoul: Callable[[S, str, str, int], Refusals] = hook(chained, _nothing_fouled)
    unfoul: Callable[[S, int, Umpire], None] = hook(told)
    #: Units were fired at, or attacked in melee.
    attacked: Callable[[S, Sequence[int], Umpire], None] = hook(told)

    # Morale, rout, rally

    #: What is added to every morale check of a unit.
    morale_lines: Callable[[S, int], Lines] = hook(chained)
    #: A unit is about to rout, and the enemies that caused it.
    routed: Callable[[S, int, Umpire, tuple[int, ...]], None] = hook(told)
    #: The rule by which a unit rallies only with a die roll.
    rally_by_die: Callable[[S, int], str | None] = hook(first)
    #: Whether a unit that would rally on its own does not.
    needs_leader_to_rally: Callable[[S, int], bool] = hook(either)
    #: Whether a leader in its hex rallies a unit that would otherwise need a die roll.
    rallies_at_once: Callable[[S, int], bool] = hook(either)
    #: The rule by which a commander in its hex subtracts one from a unit's rally die.
    rally_aid: Callable[[S, int], str | None] = hook(first)
    #: What keeps a commander from spending a Rally Point on a unit.
    bars_to_rally: Callable[[S, int], Refusals] = hook(chained)

    # Retreat

    #: How good a way is for a unit's retreat from where it began, by direction first. The lowest
    #: is the best; an empty value means that the way is not allowed. [gbacw:14.4.1]
    retreat_rank: Callable[[S, int, Hex, Sequence[Hex]], tuple[int, ...] | None] = hook(first)
    #: The rule that closes a hex to a retreat of a side, by its cause.
    closed_to_retreat: Callable[[S, Hex, str, str], str | None] = hook(first)
    #: What becomes of a unit that cannot retreat, and the rule. [gbacw:13.31.2]
    cannot_retreat: Callable[[S, int, Retreating], tuple[str, str] | None] = hook(first)
    #: Whether a unit's retreat that reaches a hex continues off the map; carry that out.
    is_way_out: Callable[[S, int, Hex], bool] = hook(either)
    leave_map: Callable[[S, Retreating, Umpire], None] = hook(told)
    #: A retreat has entered a hex: the standard rules fire at it. [gbacw:10.2.1]
    retreat_fire: Callable[[S, Retreating, Umpire], None] = hook(told)
    #: A retreat has ended.
    has_retreated: Callable[[S, Retreating], None] = hook(told)

    # Command

    #: Whether a leader in the hex of a unit has any effect on it. [gbacw:17.4]
    aids: Callable[[S, int, int], bool] = hook(every)
    #: Whether a unit needs no commander now, whatever is printed on its counter. [gbacw:17.0.3]
    is_independent: Callable[[S, int], bool] = hook(either)
    #: Those among some brigades with commanders on the map that a leader may not lend points to.
    closed_to_augment: Callable[[S, int, Sequence[str]], Iterator[Closed[str]]] = hook(chained)
    #: Whether a lost leader is replaced at all.
    replaces: Callable[[S, int], bool] = hook(every)
    #: Those of several brigade commanders who are first in line. [gbacw:17.83]
    rank_heirs: Callable[[Sequence[int], S], Sequence[int]] = hook(piped)
    #: A brigade has marked boxes. [gbacw:18.0.3]
    brigade_hurt: Callable[[S, str, Umpire], None] = hook(told)

    # Melee

    #: What keeps a unit from declaring a melee, and some units of a side from one together.
    bars_to_melee: Callable[[S, int, Hex], Refusals] = hook(chained)
    bars_melee_together: Callable[[S, Hex, Sequence[int], str], Refusals] = hook(chained)
    #: What keeps a Melee Phase open while declared melees wait in some hexes.
    bars_to_end_melees: Callable[[S, Sequence[Hex]], Refusals] = hook(chained)
    #: What happens between the declaration of a side's melees and the fighting.
    before_melee: Callable[[S, str], Sequence[Ask | Do] | None] = hook(first)
    #: Points a side may bring into a melee; those of the attackers that count, and the rule.
    melee_limit: Callable[[S, Hex], int | None] = hook(first)
    melee_points: Callable[[S, Hex], tuple[int, str] | None] = hook(first)
    #: What the ground takes from attackers who come from some hexes, instead of the standard rule.
    melee_terrain: Callable[[S, Hex, Sequence[tuple[int, Hex]]], Lines] = hook(chained)
    #: What is subtracted from the differential.
    melee_adjustments: Callable[[S, Hex, Sequence[tuple[int, Hex]]], Lines] = hook(chained)
    #: The melee strength of a gun crew. [gbacw:12.12]
    crew_melee: Callable[[int, S, int], int] = hook(piped)
