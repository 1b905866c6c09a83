"""9.0 Fire combat: which units may fire at what, how strongly, and with what result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from longroll.board.hex import Hex
from longroll.board.hex.closing import HexRule, bars_to_hex, left_open
from longroll.kernel.agenda import Umpire, chance_node
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.gbacw import ammunition, losses, morale, retreat, sight, stacking
from longroll.systems.gbacw.events import Fired, Formed, hexes, name, names
from longroll.systems.gbacw.facing import ahead, fronts, is_enfiladed_from, leaves_through
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.morale import Hit
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    CREW,
    INFANTRY,
    LEADER,
    WAGON,
)
from longroll.systems.gbacw.state import (
    COLUMN,
    HALF_CREW,
    LIMBERED,
    LINE,
    MOUNTED,
    State,
)
from longroll.systems.gbacw.tables import GRAPESHOT, TABLES, WEAPONS, Weapon
from longroll.systems.gbacw.terrain import CREST_UP
from longroll.systems.gbacw.volley import Part, Volley

OFFENSIVE, DEFENSIVE, BARRAGE = "offensive", "defensive", "barrage"
WITHDRAWAL, RETREAT, FORMATION = "withdrawal", "retreat", "formation"
#: Fire outside the Fire Phases: a free shot at a unit that moves. [gbacw:9.0.1] [gbacw:10.12]
REACTIONS = frozenset((WITHDRAWAL, RETREAT, FORMATION))
_BIT = {SMALL_ARMS: 1, ARTILLERY: 2}


# The strength of a unit's fire


def weapon_of(state: State, unit: int) -> Weapon | None:
    """The weapon that a unit fires. [gbacw:9.21.1] [gbacw:9.21.2] [gbacw:3.34]"""
    return WEAPONS.get(state.units[unit].weapon or state.game.roster.pieces[unit].weapon)


def reach_of(state: State, unit: int) -> int:
    """How many hexes a unit's weapon reaches; 0 without one. [gbacw:9.23.1]"""
    weapon = weapon_of(state, unit)
    return weapon.range if weapon else 0


def arm_of(state: State, unit: int) -> str:
    return ARTILLERY if state.piece(unit).kind == BATTERY else SMALL_ARMS


def crewed(guns: int, half: bool) -> int:
    """How many guns a crew can serve: half a crew serves half of them, rounded up.

    [gbacw:9.13.1] [gbacw:15.13.1]
    """
    return (guns + 1) // 2 if half else guns


def fire_points(state: State, unit: int) -> int:
    """The points a unit may spread over its targets, before range. [gbacw:9.1] [gbacw:9.12]"""
    own, kind = state.units[unit], state.piece(unit).kind
    if kind == BATTERY:
        return crewed(own.strength, own.crew == HALF_CREW)
    return own.crew if kind == WAGON else own.strength


def points_left(state: State, unit: int, kind: str) -> int:
    """The points that a unit has not yet fired in this phase. [gbacw:9.45.1] [gbacw:10.12]"""
    points = fire_points(state, unit)
    if unit in state.fired and kind not in REACTIONS:
        points -= sum(spent for _, spent in state.fired[unit])
    return points


def part_strength(state: State, part: Part, range: int) -> int:
    """Halves of fire strength of one part at a range. [gbacw:2.0.4] [gbacw:9.41.2] [gbacw:9.31]

    Rapid fire doubles the strength before range and crew are applied. [corinth:24.1.2]
    """
    weapon = weapon_of(state, part.unit)
    if weapon is None:
        return 0
    points = part.points
    if part.rapid:
        own = state.units[part.unit]
        points = crewed(2 * own.strength, own.crew == HALF_CREW)
    return points * weapon.at(range)


# Who may fire


def bars_to_fire(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at all in a phase or as a reaction."""
    own, piece = state.units[unit], state.piece(unit)
    title, weapon = piece.title, weapon_of(state, unit)
    if not own.hex or weapon is None or piece.kind in (LEADER, CREW):
        yield Refusal("gbacw:9.21.2", f"{title} has no weapon to fire here")
        return
    if own.formation == COLUMN:
        yield Refusal("gbacw:6.11.4", f"{title} is in column")  # [gbacw:6.33.1] [gbacw:9.62]
    if own.formation == LIMBERED:
        yield Refusal("gbacw:6.32", f"{title} is limbered")  # [gbacw:6.13.1]
    if own.formation == MOUNTED and not weapon.mounted_fire:
        # [gbacw:9.62] [gbacw:16.34] [gbacw:6.34]
        yield Refusal("gbacw:6.14.2", f"{title} cannot fire its weapon from the saddle")
    if own.routed:
        yield Refusal("gbacw:13.32.1", f"{title} is routed")
    if own.depleted:
        yield Refusal("gbacw:11.22", f"{title} is out of ammunition")
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{title} is engaged in melee")
    if piece.kind == BATTERY:
        if not own.crew:
            yield Refusal("gbacw:15.16.1", f"{title} has no crew")
        if own.moved and piece.side == state.phasing:
            # In its own Player-Turn; in the enemy's it has not moved. [gbacw:15.0.2]
            yield Refusal("gbacw:15.0.1", f"{title} has moved")
        if not own.rounds:
            # [gbacw:11.0.1]
            yield Refusal("gbacw:11.32", f"{title} has no rounds left")
    if piece.kind == WAGON:
        if not own.crew:
            yield Refusal("gbacw:11.1.3", f"{title} has no crew")
        if kind != DEFENSIVE:
            # [gbacw:11.15] [gbacw:6.23.2]
            yield Refusal("gbacw:11.16", f"the crew of {title} may only fire in defence")
    if kind not in REACTIONS:
        yield from _bars_in_phase(state, unit, kind)
    yield from state.game.rules.bars_kind_of_fire(state, kind)
    yield from state.game.rules.bars_to_fire(state, unit)


def _bars_in_phase(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing in a Fire Phase or barrage, though not as a reaction (GB-F45).

    [gbacw:9.84.3] [gbacw:9.84.4] [gbacw:17.0.4] [gbacw:17.11.1]
    """
    own, piece = state.units[unit], state.piece(unit)
    if own.pinned:
        yield Refusal("gbacw:9.84.3", f"{piece.title} is pinned")
    if kind == OFFENSIVE and not own.command:
        yield Refusal("gbacw:17.11.1", f"{piece.title} is out of command")
    if points_left(state, unit, kind) <= 0:
        yield Refusal(
            "gbacw:9.45.1", f"{piece.title} has already fired all its points in this phase"
        )


def hexsides(state: State, unit: int, target: Hex) -> list[int]:
    """The frontal hexsides a unit's line to a target leaves through. [gbacw:7.22] [gbacw:9.33]"""
    front, exits = fronts(state, unit), leaves_through(state, state.hex_of(unit), target)
    return [side for side in exits if side in front]


def _in_range(hexes: int, state: State, unit: int) -> int:
    most = reach_of(state, unit)
    return hexes & state.game.grid.disc(state.units[unit].hex, most) if most else 0


def _says_range(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:9.23.1]"""
    most, title = reach_of(state, unit), state.piece(unit).title
    away = state.game.grid.distance(state.hex_of(unit), target)
    return Refusal("gbacw:9.23.1", f"{target} is {away} hexes away; {title} has range {most}")


def _elsewhere(hexes: int, state: State, unit: int) -> int:
    return hexes & ~(1 << state.game.grid.index(state.units[unit].hex))


def _says_itself(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:12.6]"""
    return Refusal("gbacw:12.6", f"{state.piece(unit).title} is in {target} itself")


def _in_front(hexes: int, state: State, unit: int) -> int:
    grid = state.game.grid
    return grid.mask(ahead(state, unit, grid.marked(hexes)))


def _says_front(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:7.22] [gbacw:9.22]"""
    return Refusal("gbacw:7.22", f"{target} is not to the front of {state.piece(unit).title}")


def _not_hidden_by_map(hexes: int, state: State, unit: int) -> int:
    """As far as lines on the map are known; the rest is left to `_in_sight`."""
    return hexes & ~sight.lines_on_map(state.game, state.units[unit].hex).closed


def _in_sight(hexes: int, state: State, unit: int) -> int:
    rest = _not_hidden_by_map(hexes, state, unit)
    return sight.seen(state, state.units[unit].hex, rest) | (hexes ^ rest)


def _says_hidden(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:9.7.1] [gbacw:9.23.2]"""
    hex = state.hex_of(unit)
    on_map = next(sight.blocked_by_map(state.game, hex, target), None)
    obstacle = on_map or sight.blocked_by_units(state, hex, target)
    what = f"{obstacle.what} in {obstacle.hex}" if obstacle else "something"
    return Refusal("gbacw:9.7.1", f"{what} hides {target} from {hex}")


#: What keeps a unit's fire from a hex, the cheapest checks first.
_NEAR = (
    HexRule(_in_range, _says_range, final=True),
    HexRule(_not_hidden_by_map, _says_hidden),
)
_NEARER = (
    HexRule(_elsewhere, _says_itself, final=True),
    HexRule(_in_front, _says_front),
    HexRule(_in_sight, _says_hidden),
)
_REACH = (*_NEAR, *_NEARER)


def in_reach(state: State, unit: int, hexes: int) -> int:
    """Those of some hexes, as a mask, that a unit's fire reaches."""
    return left_open(_REACH, hexes, state, unit)


def near_enough(state: State, hex: Hex, units: Iterable[int], hexes: int) -> int:
    """Those of some hexes, as a mask, that are neither hidden by the map nor too far away for the
    longest weapon of some units in a hex."""
    most = max([reach_of(state, unit) for unit in units])
    near = hexes & state.game.grid.disc(hex, most)
    return near & ~sight.lines_on_map(state.game, hex).closed if near else 0


def open_to_fire(state: State, unit: int, kind: str, hexes: int) -> int:
    """Those of some hexes, as a mask, that a unit reaches and may fire at in fire of a kind."""
    # Most units have no enemy near that the map does not hide; they need no closer look.
    near = left_open(_NEAR, hexes, state, unit)
    if not near or next(bars_to_fire(state, unit, kind), None) is not None:
        return 0
    return left_open(_NEARER, near, state, unit)


def bars_to_reach(state: State, unit: int, target: Hex) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex. [gbacw:9.22] [gbacw:9.23.1] [gbacw:9.23.2]"""
    return bars_to_hex(_REACH, target, 1 << state.game.grid.index(target), state, unit)


def room(state: State, unit: int, target: Hex, parts: Iterable[Part], kind: str) -> int:
    """Points a unit may still fire at a target through its hexsides.

    Guns are not limited. [gbacw:7.21.1] [gbacw:7.21.2] [gbacw:7.21.3] [gbacw:9.3] [gbacw:9.32]
    """
    left = points_left(state, unit, kind)
    if state.piece(unit).kind == BATTERY:
        return left
    used = {} if kind in REACTIONS else state.through
    for part in parts:
        if state.hex_of(part.unit) == state.hex_of(unit) and part.unit != unit:
            used = filled_by(state, part, target, used)
    hex = state.hex_of(unit)
    limit = TABLES.fire_points_per_hexside
    free = sum(limit - used.get(f"{hex} {side}", 0) for side in hexsides(state, unit, target))
    return min(left, free)


def filled_by(state: State, part: Part, target: Hex, used: dict[str, int]) -> dict[str, int]:
    """The points through each hexside once a part has fired: one is filled, then the next."""
    if state.piece(part.unit).kind == BATTERY:
        return used
    hex, points = state.hex_of(part.unit), part.points
    filled = dict(used)
    for side in hexsides(state, part.unit, target):
        key = f"{hex} {side}"
        taken = min(points, TABLES.fire_points_per_hexside - filled.get(key, 0))
        filled[key] = filled.get(key, 0) + taken
        points -= taken
    return filled


def bars_to_split(state: State, part: Part, target: Hex, kind: str) -> Iterator[Refusal]:
    """A unit that splits its fire must have a strength of at least 1 in every part.

    [gbacw:9.45.2] [gbacw:9.45.3] [gbacw:9.46.1] [gbacw:9.46.2]
    """
    whole = part.points >= fire_points(state, part.unit) or part.rapid
    distance = state.game.grid.distance(state.hex_of(part.unit), target)
    if not whole and part_strength(state, part, distance) < 2:
        title = state.piece(part.unit).title
        yield Refusal(
            "gbacw:9.46.1", f"{part.points} of {title} has a strength of less than 1 there"
        )


def bars_to_target(state: State, side: str, target: Hex) -> Iterator[Refusal]:
    """What keeps any unit from firing at a hex. [gbacw:12.6] [gbacw:9.44.1] [gbacw:9.44.2]"""
    enemy = state.game.enemy[side]
    if not state.stack(target, enemy):
        yield Refusal("gbacw:9.0.4", f"{target} holds no enemy unit")
    if target in state.engaged or state.stack(target, side):
        yield Refusal("gbacw:12.6", f"there is a melee in {target}")


def targets_of(state: State, side: str, target: Hex) -> list[int]:
    """Enemy units in a hex that have not yet been fired at in this phase, top first.

    Both arms fire at a unit before either has its effect, so the other cannot fire later.
    [gbacw:9.42.1] [gbacw:9.44.1] [gbacw:9.44.2]
    """
    return [
        unit for unit in state.stack(target, state.game.enemy[side]) if not state.shot_at.get(unit)
    ]


def was_fired_at(state: State, side: str, target: Hex, arm: str) -> Refusal:
    """Why a hex is no longer a target for an arm."""
    bits = [state.shot_at.get(unit, 0) for unit in state.stack(target, state.game.enemy[side])]
    if any(bit & _BIT[arm] for bit in bits):
        rule = "gbacw:9.44.2" if arm == ARTILLERY else "gbacw:9.44.1"
        return Refusal(rule, f"that arm has already fired at every unit in {target} in this phase")
    return Refusal("gbacw:9.42.1", f"both arms must fire at {target} at the same time, or only one")


# The sum


def first_under_fire(state: State, units: Sequence[int]) -> int:
    """The unit that fire hits first: the topmost infantry or cavalry, or else the top unit.

    [gbacw:8.21.1] [gbacw:8.21.3]
    """
    for unit in units:
        if state.piece(unit).kind in (INFANTRY, CAVALRY):
            return unit
    return units[0]


def row_for(state: State, arm: str, target: int) -> str:
    """The row of the chart. [gbacw:9.0.2] [gbacw:9.14.1] [gbacw:9.14.2] [gbacw:9.15]"""
    men = state.piece(target).kind in (INFANTRY, CAVALRY, CREW)
    return GRAPESHOT if arm == ARTILLERY and men else SMALL_ARMS


def strength_lines(state: State, volley: Volley) -> list[Line]:
    """Each firer's strength in halves. [gbacw:9.0.4] [gbacw:9.41.1] [gbacw:9.41.3]"""
    lines = []
    for part in volley.parts:
        distance = state.game.grid.distance(state.hex_of(part.unit), volley.hex)
        strength = part_strength(state, part, distance)
        how = f"{state.piece(part.unit).title}: {part.points} at {distance}"
        if part.rapid:
            how += ", rapid fire"
        lines.append(Line(strength, how, "gbacw:9.25"))
    return lines


def is_enfiladed(state: State, volley: Volley) -> bool:
    """Whether at least one firer fires into the target's rear. [gbacw:7.23.2] [gbacw:6.14.4]"""
    return any(
        is_enfiladed_from(state, volley.target, state.hex_of(part.unit)) for part in volley.parts
    )


def _crosses_crest(state: State, origin: Hex, target: Hex) -> bool:
    """Whether fire climbs a crest hexside of the target hex. [gbacw:9.52.1] [gbacw:9.52.2]"""
    ground = state.game.ground
    if ground.height[origin] >= ground.height[target]:
        return False
    line = state.game.grid.line(origin, target)
    last = line[-1] if line else (origin,)
    return all(CREST_UP in ground.crosses(hex, target) for hex in last)


def shift_lines(state: State, volley: Volley) -> list[Line]:
    """Column shifts, at most two net in either direction.

    [gbacw:8.32] [gbacw:8.23] [gbacw:9.5] [gbacw:9.51.1] [gbacw:9.51.2] [gbacw:9.52.1] [gbacw:9.53]
    """
    enemy = state.game.enemy[volley.side]
    points = stacking.density(state, volley.hex, enemy)
    lines = [Line(TABLES.density(points), f"{points} points in the hex", "gbacw:8.35")]
    if is_enfiladed(state, volley):
        lines.append(Line(1, "enfiladed", "gbacw:7.23.2"))
    shift, kind = state.game.ground.shift(volley.hex)
    if shift:
        lines.append(Line(shift, kind.replace("_", " "), shift_rule(state, kind)))
    if any(_crosses_crest(state, state.hex_of(part.unit), volley.hex) for part in volley.parts):
        lines.append(Line(state.game.charts.shift["crest"], "up a crest", "gbacw:9.52.1"))
    lines.extend(state.game.rules.fire_shifts(state, volley))
    return capped([line for line in lines if line.value])


def shift_rule(state: State, kind: str) -> str:
    """The rule behind the column shift of a kind of terrain. [gbacw:9.53] [gbacw:9.55]"""
    standard = "gbacw:9.53" if kind == "woods" else "gbacw:9.55"
    return state.game.rules.shift_rule(kind) or standard


def capped(lines: list[Line]) -> list[Line]:
    """The shifts, with a line that brings their net back to two columns. [gbacw:9.51.2]"""
    net = sum(line.value for line in lines)
    most = TABLES.net_cap
    over = max(-most, min(most, net)) - net
    return [*lines, Line(over, "two columns at most", "gbacw:9.51.2")] if over else lines


def column_for(row: str, total: int, shifts: Iterable[Line]) -> tuple[int, int]:
    """The columns of a total in halves before and after its shifts. [gbacw:9.0.5] [gbacw:9.51.3]"""
    base = TABLES.column(row, total // 2)
    return base, max(1, min(11, base + sum(line.value for line in shifts)))


def modified_die(natural: int, lines: Iterable[Line], kind: str) -> int:
    """The fire die after its modifiers, 1 to 6; 0 in a barrage means no effect.

    [corinth:21.3.2] [corinth:23.1.5] [corinth:26.42.2]
    """
    die = natural + sum(line.value for line in lines)
    if kind == BARRAGE and die < 1:
        return 0
    return max(1, min(6, die))


def result_of(column: int, die: int) -> str:
    """The result in the chart; a die of 0 has no effect."""
    return TABLES.result(column, die) if die else "-"


# Resolution


def resolve_arm(state: State, volley: Volley, umpire: Umpire, apart: bool) -> str:
    """Roll one fire on the chart and report it. Nothing is lost yet. [gbacw:9.16]"""
    strength = strength_lines(state, volley)
    total = sum(line.value for line in strength)
    row = row_for(state, volley.arm, volley.target)
    shifts = shift_lines(state, volley)
    base, column = column_for(row, total, shifts)
    lines = tuple(state.game.rules.fire_die(state, volley))

    def read(face: int) -> tuple[str, bool]:
        runs_low = volley.arm == SMALL_ARMS and face == 1
        return result_of(column, modified_die(face, lines, volley.kind)), runs_low

    (roll,), (result, runs_low) = umpire.look_up(f"fire at {volley.hex}", read)
    umpire.tell(
        Fired(
            rules=tuple(dict.fromkeys(["gbacw:9.16", *(line.rule for line in (*shifts, *lines))])),
            rolls=(roll,),
            side=volley.side,
            kind=volley.kind,
            arm=volley.arm,
            hex=volley.hex,
            firers=names(state, (part.unit for part in volley.parts)),
            starts=hexes(state, (part.unit for part in volley.parts)),
            targets=(name(state, volley.target),) if apart else (),
            strength=tuple(strength),
            total=total,
            row=row,
            base=base,
            shifts=tuple(shifts),
            column=column,
            die_lines=lines,
            die=modified_die(roll.value, lines, volley.kind),
            result=result,
        )
    )
    if runs_low:
        ammunition.check_depletion(state, [part.unit for part in volley.parts], umpire)
    return result


def is_apart(state: State, hex: Hex, parts: Iterable[Part]) -> bool:
    """Whether artillery fires at each unit of a stack separately: from three hexes or more.

    If near and distant batteries fire together, the near ones decide. [gbacw:8.22.1]
    """
    return all(state.game.grid.distance(state.hex_of(part.unit), hex) >= 3 for part in parts)


def resolve(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    parts: Sequence[Part],
    targets: Sequence[int],
    umpire: Umpire,
) -> None:
    """Both arms fire at a hex, both results are known before any losses, then morale.

    [gbacw:9.42.1] [gbacw:9.42.2] [gbacw:8.22.1] [gbacw:8.22.4] [gbacw:13.22]
    """
    hits: list[Hit] = []
    for arm in (SMALL_ARMS, ARTILLERY):
        mine = tuple(part for part in parts if arm_of(state, part.unit) == arm)
        if mine:
            hits += _fire_arm(state, side, hex, kind, arm, mine, targets, umpire)
    causers = tuple(part.unit for part in parts)
    _spend(state, hex, kind, parts, targets)
    state.game.rules.has_fired(state, causers, kind)
    suffer(state, hex, targets, hits, causers, umpire, kind)
    for part in parts:
        if part.rapid:
            ammunition.check_fouling(state, part.unit, umpire)


@chance_node()
def _fire_arm(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    arm: str,
    parts: tuple[Part, ...],
    targets: Sequence[int],
    umpire: Umpire,
) -> list[Hit]:
    rapid = any(part.rapid for part in parts)
    apart = arm == ARTILLERY and is_apart(state, hex, parts)
    aimed = volleys(state, side, hex, kind, arm, parts, targets)
    hits = []
    for volley in aimed:
        result = resolve_arm(state, volley, umpire, apart and len(aimed) > 1)
        hits.append(Hit(volley.target, result, arm, is_enfiladed(state, volley), apart, rapid))
    return hits


def volleys(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    arm: str,
    parts: tuple[Part, ...],
    targets: Sequence[int],
) -> list[Volley]:
    """The fire of one arm: one at the stack, or one at each unit of it. [gbacw:8.22.1]"""
    fresh = [unit for unit in targets if not state.shot_at.get(unit)]
    if kind in REACTIONS:
        fresh = list(targets)
    if any(part.rapid for part in parts):  # [corinth:24.12.2]
        fresh = [unit for unit in fresh if state.piece(unit).kind in (INFANTRY, CAVALRY)]
    if not fresh:
        return []
    apart = arm == ARTILLERY and is_apart(state, hex, parts)
    aimed = fresh if apart else [first_under_fire(state, fresh)]
    return [Volley(side, kind, arm, hex, parts, target) for target in aimed]


def column_of(state: State, volley: Volley) -> int:
    """The column of the chart that a fire is read in. [gbacw:9.16]"""
    total = sum(line.value for line in strength_lines(state, volley))
    row = row_for(state, volley.arm, volley.target)
    return column_for(row, total, shift_lines(state, volley))[1]


def _spend(
    state: State, hex: Hex, kind: str, parts: Iterable[Part], targets: Iterable[int]
) -> None:
    """Record rounds used, points fired, hexsides filled and units fired at.

    [gbacw:11.3] [gbacw:11.31] [corinth:24.1.2] [corinth:roster.4] [gbacw:10.17.2]
    """
    fired, through = dict(state.fired), state.through
    shot_at = dict(state.shot_at)
    for part in parts:
        battery = state.piece(part.unit).kind == BATTERY
        if battery and (kind in REACTIONS or part.unit not in state.fired):
            used = 3 if part.rapid else 1
            state.change(part.unit, rounds=max(0, state.units[part.unit].rounds - used))
        if battery:
            state.gunners |= {part.unit}
        if kind in REACTIONS:
            continue
        points = fire_points(state, part.unit) if part.rapid else part.points
        fired[part.unit] = (*fired.get(part.unit, ()), (hex, points))
        through = filled_by(state, part, hex, through)
        for unit in targets:
            shot_at[unit] = shot_at.get(unit, 0) | _BIT[arm_of(state, part.unit)]
    state.fired, state.through, state.shot_at = fired, through, shot_at


@chance_node()
def take_losses(
    state: State,
    hex: Hex,
    units: Sequence[int],
    hits: Sequence[Hit],
    umpire: Umpire,
    kind: str,
) -> None:
    """Take losses of men, guns and crews, then check the leaders with them.

    Leaders are in danger only where something was lost. [gbacw:17.72.1] [gbacw:17.72.2]
    """
    side = state.side_of(units[0])
    arms = []
    hurt: set[int] = set()
    for hit in hits:
        if not hit.is_number:
            continue
        points = int(hit.result[0])
        if not state.game.rules.fire_kills(kind):
            morale.pin(state, hex, side, umpire)  # [corinth:26.45]
            continue
        under_fire = units[units.index(hit.unit) :]  # the units above were fired at earlier
        if hit.apart:
            under_fire = (hit.unit,)
        struck = losses.lose_to_fire(state, under_fire, points, hit.arm, umpire)
        hurt.update(struck)
        if struck and not hit.men_only:
            arms.append(hit.arm)
    state.hurt |= hurt
    for arm in dict.fromkeys(arms):
        losses.risk_leaders(state, hex, side, arm, umpire)


@chance_node()
def suffer(
    state: State,
    hex: Hex,
    units: Sequence[int],
    hits: Sequence[Hit],
    causers: tuple[int, ...],
    umpire: Umpire,
    kind: str,
) -> None:
    """Losses, leaders, morale, pins and routs, in that order. [gbacw:13.22] [gbacw:17.72.2]"""
    side = state.side_of(units[0])
    take_losses(state, hex, units, hits, umpire, kind)
    counted = [hit for hit in hits if state.game.rules.fire_kills(kind) or not hit.is_number]
    verdict = morale.after_fire(state, units, counted, umpire, may_rout=kind != RETREAT)
    if verdict.pinned:
        morale.pin(state, hex, side, umpire)
    into_line(state, units, umpire)
    losses.shelter_leaders(state, hex, side, umpire)
    state.game.rules.attacked(state, units, umpire)
    for unit in reversed(verdict.routed):
        retreat.rout(state, unit, umpire, causers, now=kind != RETREAT)


def into_line(state: State, units: Iterable[int], umpire: Umpire) -> None:
    """Columns that were attacked form line. [gbacw:6.11.6] [gbacw:12.24]"""
    columns = [
        unit for unit in units if state.hex_of(unit) and state.units[unit].formation == COLUMN
    ]
    if columns:
        state.change_all(columns, formation=LINE)
        umpire.tell(
            Formed(
                rules=("gbacw:6.11.6",),
                units=names(state, columns),
                hex=state.hex_of(columns[0]),
                formation=LINE,
            )
        )
