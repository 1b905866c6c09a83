"""12.0 Melee: which units may attack, how strong each side is, and the result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.gbacw import morale, stacking
from longroll.systems.gbacw.facing import fronts
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, FULL_CREW, MOUNTED, UNLIMBERED, State
from longroll.systems.gbacw.terrain import CREST_UP, STREAM

#: How near to its target cavalry must begin the movement before a charge. [gbacw:16.23]
CHARGE_FROM = 4
_PARTS = re.compile(r"(?:C(\d))?(?:R(\d))?")


class Outcome(msgspec.Struct, frozen=True):
    """One side's result in its parts. [gbacw:12.9]"""

    killed: int = 0
    captured: int = 0
    retreat: int = 0
    engaged: bool = False
    repulsed: bool = False


def outcome_of(result: str) -> Outcome:
    """Read a result of the Melee CRT.

    >>> outcome_of("C1R2").captured, outcome_of("C1R2").retreat
    (1, 2)
    """
    if result == "K":
        return Outcome(killed=1)
    if result == "Eng":
        return Outcome(engaged=True)
    if result == "Rpls":
        return Outcome(repulsed=True)
    found = _PARTS.fullmatch(result)
    if found is None:
        return Outcome()
    return Outcome(captured=int(found[1] or 0), retreat=int(found[2] or 0))


# Which units may attack


def bars_to_attack(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a unit from attacking a hex in melee.

    [gbacw:12.21] [gbacw:12.22.1] [gbacw:12.22.2] [gbacw:12.25] [gbacw:12.26] [gbacw:12.33]
    [gbacw:12.51.2] [gbacw:7.31] [gbacw:9.84.5] [gbacw:13.32.1] [gbacw:17.0.4] [gbacw:6.14.1]
    """
    own, piece = state.units[unit], state.piece(unit)
    title, game = piece.title, state.game
    if piece.kind not in (INFANTRY, CAVALRY):
        # [gbacw:9.13.3] [gbacw:11.15] [gbacw:12.14]
        yield Refusal("gbacw:12.25", f"{title} cannot attack in melee")
        return
    if not own.hex or hex not in game.grid.adjacent[own.hex]:
        yield Refusal("gbacw:12.21", f"{title} is not next to {hex}")
        return
    if not state.stack(hex, game.enemy[state.side_of(unit)]):
        yield Refusal("gbacw:12.21", f"{hex} holds no enemy unit")
    if game.grid.direction(own.hex, hex) not in fronts(state, unit):
        yield Refusal("gbacw:7.31", f"{hex} is not to the front of {title}")
    if own.formation == COLUMN:
        yield Refusal("gbacw:6.11.3", f"{title} is in column")  # [gbacw:12.24] [gbacw:6.33.1]
    if own.routed:
        yield Refusal("gbacw:12.51.2", f"{title} is routed")
    if own.pinned:
        yield Refusal("gbacw:9.84.5", f"{title} is pinned")
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{title} is engaged elsewhere")
    if not own.command:
        yield Refusal("gbacw:17.0.4", f"{title} is out of command")
    if unit in state.advanced:
        yield Refusal("gbacw:12.85.2", f"{title} has advanced into a vacated hex")
    fired = state.offensive.get(unit, ())
    if fired and hex not in fired:
        yield Refusal("gbacw:12.22.1", f"{title} fired at {fired[0]} and may not attack {hex}")
    if game.ground.cost(mover_of(state, unit), own.hex, hex) < 0:
        yield Refusal("gbacw:12.33", f"{title} cannot enter {hex}")
    yield from game.rules.bars_to_melee(state, unit, hex)


def bars_to_charge(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps mounted cavalry from making its attack a charge.

    [gbacw:16.2] [gbacw:16.21] [gbacw:16.22] [gbacw:16.23] [gbacw:16.24]
    """
    own, piece = state.units[unit], state.piece(unit)
    if own.formation != MOUNTED:
        yield Refusal("gbacw:16.2", f"{piece.title} is not mounted")
        return
    began = state.began.get(unit, "")
    if not began or state.game.grid.distance(began, hex) > CHARGE_FROM:
        yield Refusal("gbacw:16.23", f"{piece.title} began its move too far from {hex}")
    barred = state.game.ground.forbids_charge(own.hex, hex)
    if barred:
        yield Refusal("gbacw:16.22", f"cavalry cannot charge into or across {barred}")


def points_limit(state: State, hex: Hex) -> int:
    """Points that a side may bring into one melee. [gbacw:12.71]"""
    exclusive = state.game.rules.melee_limit(state, hex)
    return state.game.ground.limit(state.game.charts.melee, hex) if exclusive is None else exclusive


def points_counted(state: State, hex: Hex) -> tuple[int, str]:
    """Points of the attackers that count, and the rule. [gbacw:12.72.2]"""
    exclusive = state.game.rules.melee_points(state, hex)
    return (points_limit(state, hex), "gbacw:12.72.2") if exclusive is None else exclusive


def bars_together(state: State, hex: Hex, attackers: Sequence[int], side: str) -> Iterator[Refusal]:
    """What keeps attackers from entering a hex together. [gbacw:12.71] [gbacw:12.72.2]

    Those already engaged in the hex count with them. [gbacw:12.94.2]
    """
    engaged = [unit for unit in state.stack(hex, side) if unit not in attackers]
    points = stacking.points(state, [*attackers, *engaged])
    limit = points_limit(state, hex)
    if points > limit and len(attackers) + len(engaged) > 1:
        yield Refusal("gbacw:12.72.2", f"at most {limit} points may fight in {hex}, not {points}")
    yield from state.game.rules.bars_melee_together(state, hex, [*attackers, *engaged], side)


# Strength


def strength_of(state: State, unit: int) -> int:
    """A unit's own melee strength, before anything doubles or halves it.

    [gbacw:12.11] [gbacw:12.12] [gbacw:12.13.1] [gbacw:12.14] [gbacw:15.14] [gbacw:9.13.2]
    [gbacw:6.13.2] [gbacw:9.11]
    """
    own, piece = state.units[unit], state.piece(unit)
    if piece.kind == BATTERY:
        return state.game.rules.crew_melee(int(own.crew == FULL_CREW), state, unit)
    if piece.kind == WAGON:
        return min(1, own.crew)
    if piece.kind == CREW:
        owner = state.game.roster.number[piece.crew_of]
        if state.piece(owner).kind == WAGON:
            return 1
        return state.game.rules.crew_melee(int(own.strength == FULL_CREW), state, owner)
    return own.strength


class Share(NamedTuple):
    """What a unit contributes to a melee: its points, and what each of them counts."""

    points: int
    title: str
    rule: str = "gbacw:12.11"
    doubled: bool = False
    halved: bool = False

    def worth(self, points: int) -> int:
        """What this many of its points count: halved, rounded down, and then doubled (GB-C24)."""
        return (points // 2 if self.halved else points) * (2 if self.doubled else 1)


def attackers_shares(
    state: State, hex: Hex, attackers: Sequence[int], charging: Sequence[int]
) -> list[Share]:
    """What the attackers contribute, unit by unit.

    [gbacw:6.33.2] [gbacw:12.13.2] [gbacw:16.24] [gbacw:16.33]
    """
    enemy = state.game.enemy[state.side_of(attackers[0])]
    riders = any(state.is_mounted(unit) for unit in state.stack(hex, enemy))
    shares = []
    for unit in attackers:
        points, title = strength_of(state, unit), state.piece(unit).title
        if unit in charging and not riders:
            shares.append(Share(points, f"{title}, charging", "gbacw:12.13.2", doubled=True))
        elif unit in charging:
            shares.append(Share(points, f"{title}, against cavalry", "gbacw:16.33"))
        else:
            shares.append(Share(points, title))
    return shares


def defenders_shares(
    state: State, defenders: Sequence[int], attackers: Sequence[int], charging: Sequence[int]
) -> list[Share]:
    """What the defenders contribute (GB-C24, GB-C25).

    [gbacw:12.51.1] [gbacw:13.32.2] [gbacw:16.32]
    """
    on_foot = not any(state.is_mounted(unit) for unit in attackers)
    shares = []
    for unit in defenders:
        title, rule = state.piece(unit).title, "gbacw:12.11"
        if routed := state.units[unit].routed:
            title, rule = f"{title}, routed", "gbacw:12.51.1"
        if doubled := state.is_mounted(unit) and on_foot and not charging:
            title, rule = f"{title}, mounted", "gbacw:16.32"
        shares.append(Share(strength_of(state, unit), title, rule, doubled, routed))
    return shares


def limited(shares: list[Share], limit: int, rule: str) -> list[Line]:
    """What each unit counts, and what is subtracted if their points exceed a limit.

    The limit is on points, before they are doubled or halved; those that count least are left out
    of the fight (GB-F37). [gbacw:12.71] [gbacw:12.72.1]
    """
    lines = [Line(share.worth(share.points), share.title, share.rule) for share in shares]
    counted, room = 0, limit
    for share in sorted(shares, key=lambda share: share.worth(2), reverse=True):
        fighting = min(share.points, room)
        counted, room = counted + share.worth(fighting), room - fighting
    idle = sum(line.value for line in lines) - counted
    return [*lines, Line(-idle, f"only {limit} points may fight", rule)] if idle else lines


def leader_line(state: State, leaders: Iterable[int], units: Sequence[int]) -> list[Line]:
    """One point for a leader of any of the units, however many there are.

    [gbacw:12.4.1] [gbacw:12.4.2] [gbacw:17.4]
    """
    aided = any(state.game.rules.aids(state, leader, unit) for leader in leaders for unit in units)
    return [Line(1, "leader", "gbacw:12.4.1")] if aided else []


def morale_line(state: State, own: Sequence[int], other: Sequence[int]) -> list[Line]:
    """One point if the worst morale of a side is two better than the best of the other.

    [gbacw:12.52] [gbacw:13.0.1]
    """
    if not own or not other:
        return []
    worst = min(morale.rating(state, unit) for unit in own)
    best = max(morale.rating(state, unit) for unit in other)
    return [Line(1, f"morale {worst} against {best}", "gbacw:12.52")] if worst >= best + 2 else []


def terrain_lines(state: State, hex: Hex, entering: Sequence[int]) -> list[Line]:
    """A point less for attackers who climb or wade; rules on works replace it (GB-C22, GB-C23).

    [gbacw:12.31] [gbacw:12.32] [gbacw:12.0.4]
    """
    crossed = [(unit, state.hex_of(unit)) for unit in entering]
    exclusive = list(state.game.rules.melee_terrain(state, hex, crossed))
    if exclusive:
        return exclusive
    for _, origin in crossed:
        for kind in state.game.ground.crosses(origin, hex):
            if kind in (STREAM, CREST_UP):
                what = "across a stream" if kind == STREAM else "up a crest"
                return [Line(-1, what, "gbacw:12.31")]
    return []


class Sum(msgspec.Struct, frozen=True):
    """A melee added up. [gbacw:12.0.2] [gbacw:12.0.4]"""

    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    adjustments: tuple[Line, ...]

    @property
    def differential(self) -> int:
        """The attackers' total minus the defenders', whichever is stronger."""
        return (
            sum(line.value for line in self.attack)
            - sum(line.value for line in self.defence)
            + sum(line.value for line in self.adjustments)
        )


def add_up(state: State, hex: Hex, attackers: Sequence[int], charging: Sequence[int]) -> Sum:
    """Both sides of a melee, with the attackers still in the hexes they come from.

    [gbacw:12.73] [gbacw:12.75]
    """
    side = state.side_of(attackers[0])
    enemy = state.game.enemy[side]
    fighters = [unit for unit in attackers if state.piece(unit).kind != LEADER]
    entering = [unit for unit in fighters if state.hex_of(unit) != hex]
    defenders = state.stack(hex, enemy)
    limit, rule = points_counted(state, hex)
    attack = limited(attackers_shares(state, hex, fighters, charging), limit, rule)
    defence = limited(
        defenders_shares(state, defenders, fighters, charging),
        points_limit(state, hex),
        "gbacw:12.72.1",
    )
    chiefs = [unit for unit in attackers if state.piece(unit).kind == LEADER]
    chiefs += state.leaders_in(hex, side)
    attack += terrain_lines(state, hex, entering)
    attack += leader_line(state, chiefs, fighters) + morale_line(state, fighters, defenders)
    defence += leader_line(state, state.leaders_in(hex, enemy), defenders)
    defence += morale_line(state, defenders, fighters)
    adjustments = state.game.rules.melee_adjustments(
        state, hex, [(unit, state.hex_of(unit)) for unit in entering]
    )
    return Sum(tuple(attack), tuple(defence), tuple(adjustments))


def would_destroy_both(
    state: State,
    attackers: Sequence[int],
    defenders: Sequence[int],
    results: tuple[Outcome, Outcome],
) -> bool:
    """Whether a result would leave no unit of either side. [gbacw:12.97]"""
    return all(
        (result.killed or result.captured)
        and sum(
            max(1, _steps(state, unit))
            for unit in units
            if not is_captured_whole(state, unit, result)
        )
        <= result.killed + result.captured
        for units, result in ((attackers, results[0]), (defenders, results[1]))
    )


def _steps(state: State, unit: int) -> int:
    own = state.units[unit]
    return own.crew if state.piece(unit).kind == BATTERY else own.strength


def is_captured_whole(state: State, unit: int, result: Outcome) -> bool:
    """Guns in position are taken with their crew by any capture or retreat.

    [gbacw:12.92.2] [gbacw:12.93.3]
    """
    return (
        state.piece(unit).kind == BATTERY
        and state.units[unit].formation == UNLIMBERED
        and bool(result.captured or result.retreat)
    )


def eligible_losses(state: State, units: Sequence[int]) -> list[int]:
    """Units that may take a loss in melee: infantry and cavalry before crews.

    [gbacw:12.74.1] [gbacw:12.74.2]
    """
    there = [unit for unit in units if state.hex_of(unit)]
    men = [unit for unit in there if state.piece(unit).kind in (INFANTRY, CAVALRY)]
    return men or [unit for unit in there if _steps(state, unit) or state.units[unit].crew]
