"""How far units go when a move is played: by the orders of a player, leg by leg on real ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from msgspec.structs import replace

from longroll.board.table import Piece, piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.miniatures.measure import written
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.movement.events import Moved, StragglersLost
from longroll.systems.mckie.movement.rates import ground_rate
from longroll.systems.mckie.movement.rules import Leg, Move
from longroll.systems.mckie.retreat.events import Fled
from longroll.systems.mckie.words import FOOT, Formation
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.shared import Around, spend
from tests.vectors.mckie_ops.table import X, Y, area, battle, depth_of, farthest, formed, laid, told

#: How each manoeuvre is ordered; the others are played in their own ways.
_WORDS = {
    "turn": "turn 90",
    "form_line": "form line",
    "form_column": "form column",
    "form_supported_line": "form supported_line",
    "form_extended": "form extended",
    "form_skirmish": "form skirmish",
    "mount": "mount",
    "dismount": "dismount",
    "limber": "limber",
    "unlimber": "unlimber",
}
_FOOT_ONLY = ("dense_woods", "rough")
#: How wide and how long terrain is laid.
_WIDE, _FAR = 3_000, 8_000


class Gone(NamedTuple):
    """What a move came to: hundredths, None if it was refused; figures lost on the way, None if
    nobody straggled, and figures left."""

    distance: int | None
    stragglers: int | None = None
    figures: int = 0


def played(move: Move, figures: int | None, dice: Scripted) -> Gone | None:
    """What becomes of a move on the table; None if it cannot be played there.

    Retiring is not a move of its own on the table but what an evasion, a repulse or a lost melee
    makes of a unit; a charge is made from where the unit stands, without manoeuvres; flight goes
    round ground that bars it.
    """
    if move.state == "retiring" or move.arm in ("courier", "artillery_crew", "gunboat"):
        return None
    if move.arm == "general":
        return _ridden(move)
    unit = formed(move.arm, move.formation, figures, fatigued=move.fatigued, standing=move.state)
    if isinstance(unit, Refusal):
        return None
    if move.state in ("retreating", "routing"):
        return _fled(move, unit)
    if move.pace == "charge":
        return None if move.manoeuvres or _is_barred(move) else _charged(move, unit)
    if set(move.manoeuvres) <= {*_WORDS, "pass_lines"} and move.manoeuvres.count("pass_lines") < 2:
        return _marched(move, unit, dice)
    return None


def _is_barred(move: Move) -> bool:
    """Whether ground bars the unit somewhere: a charge goes on to strike at its edge."""
    return any(
        isinstance(ground_rate(move.arm, move.formation, leg.ground), Refusal) for leg in move.legs
    )


# Terrain


def _ground(move: Move, x: int, y: int, towards: int = -1, wide: int = _WIDE) -> list[Piece]:
    """The legs of a move as strips of ground, from a front northwards or southwards, with its
    contours on the first hundredth."""
    pieces: list[Piece] = []
    here = y
    for leg in move.legs or (Leg("road" if move.formation == "road_march" else "open"),):
        there = here + towards * (_FAR if leg.length is None else int(leg.length))
        north, south = min(here, there), max(here, there)
        if leg.ground not in ("open", "road"):
            pieces.append(area(leg.ground, x - wide, north, x + wide, south))
        if leg.ground == "road" or _keeps_to_roads(move, leg):
            pieces.append(_road(x, north, south))
        here = there
    for number in range(move.contours):
        edge, end = y + towards, y + towards * _FAR
        hill = area("hill", x - _WIDE, min(edge, end), x + _WIDE, max(edge, end), level=number + 1)
        pieces.append(replace(hill, name=f"contour {number}"))
    return pieces


def _keeps_to_roads(move: Move, leg: Leg) -> bool:
    """Whether a march column keeps to the streets of a town."""
    return leg.ground == "built_up" and move.formation in ("limbered", "road_march")


def _road(x: int, north: int, south: int) -> Piece:
    return piece("road", f"road {north}", (x, south), (x, north), width=200)


def _whole(legs: Sequence[Leg], most: int) -> int:
    """A path of legs that all have an end ends with the last of them."""
    if not legs or legs[-1].length is None:
        return most
    return min(most, sum(int(leg.length or 0) for leg in legs))


# Steps 6 and 7


def _marched(move: Move, unit: Unit, dice: Scripted) -> Gone | None:
    """The longest march that is allowed, and then it is made."""
    turns = move.manoeuvres.count("turn")
    unit = replace(unit, heading=-900 * turns % 3600)
    words = list(_words(move))
    pace = [] if move.pace == "normal" else [move.pace]
    order = " ".join(["move u", *pace, *words])
    ready = unit
    if words:
        with laid():
            fight = battle({"u": unit}, "moves_first", dice=())
            if fight.why_not(order):
                return Gone(None)
            fight.play(order)
            ready = fight.state.units["u"]
    if ready.spent == 100:
        return Gone(0)
    units = {"u": unit}
    if "pass_lines" in move.manoeuvres:
        units["f"] = _friend(ready)
    with laid(*_ground(move, ready.x, ready.y)):
        fight = battle(units, "moves_first", dice=Around((), dice.left, ()))
        most = farthest(fight, lambda far: f"{order} ahead {written(far)}")
        if "pass_lines" in move.manoeuvres and most < _clear(unit, units["f"]):
            return None  # there is no room to come out on the other side
        if not most:
            return Gone(0) if _is_spent(fight, order) else Gone(None)
        gone = _went(fight, f"{order} ahead {written(_whole(move.legs, most))}")
        spend(dice, fight)
        return gone


def _words(move: Move) -> Iterator[str]:
    """The orders for its manoeuvres; nobody is told to form what he is formed in."""
    formation = move.formation
    for one in move.manoeuvres:
        form = one.removeprefix("form_")
        if one != "pass_lines" and form != formation:
            yield _WORDS[one]
        if form != one:
            formation = cast(Formation, form)


def _friend(unit: Unit) -> Unit:
    """A friend close before a unit, to be passed through."""
    friend = formed("infantry", "line", 12)
    assert not isinstance(friend, Refusal)
    return replace(friend, x=unit.x, y=unit.y - depth_of(friend), heading=0)


def _clear(unit: Unit, friend: Unit) -> int:
    return depth_of(unit) + depth_of(friend)


def _is_spent(fight: Fight, order: str) -> bool:
    """Whether a unit that cannot go a hundredth has no move left, and is not barred."""
    return any(one.rule == "mckie:move.max" for one in fight.why_not(f"{order} ahead 0.01"))


def _went(fight: Fight, order: str) -> Gone:
    fight.play(order)
    [moved] = told(fight, Moved, "u")
    lost = told(fight, StragglersLost, "u")
    figures = fight.state.units["u"].figures
    return Gone(moved.distance, lost[0].lost if lost else None, figures)


# Charges, riders and flight


def _charged(move: Move, unit: Unit) -> Gone:
    """The farthest enemy that may be charged."""
    target = formed("infantry", "line", side="confederate", heading=1800)
    assert not isinstance(target, Refusal)

    def reaches(far: int) -> bool:
        fight = battle(
            {"u": unit, "c": replace(target, y=Y - far)}, "charges_first", "charges_second"
        )
        return fight.state.step == "charges_first" and not fight.why_not("charge u c")

    # Only the middle of its front goes through woods, so that its wings see past them.
    with laid(*_ground(move, X, Y, wide=10)):
        low, high = 100, 4_000
        if not reaches(low + 1):
            return Gone(None)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if reaches(middle) else (low, middle)
    return Gone(_whole(move.legs, low))


def _ridden(move: Move) -> Gone | None:
    """A general rides, or walks."""
    words = [one for one in move.manoeuvres if one in ("mount", "dismount")]
    if len(words) != len(move.manoeuvres) or len(words) > 1 or move.pace in ("charge", "manhandle"):
        return None
    if move.formation not in ("mounted", "dismounted") or move.state != "steady":
        return None
    general = General(
        title="General",
        side="union",
        role="division",
        x=X,
        y=Y,
        mounted=move.formation == "mounted",
    )
    pace = ["double"] if move.pace == "double" else []
    order = " ".join(["ride g", *words, *pace])
    with laid(*_ground(move, X, Y)):
        fight = battle({}, "moves_first", generals={"g": general})
        most = farthest(fight, lambda far: f"{order} {written(X)} {written(Y - far)}")
        if not most:
            return Gone(None)
        fight.play(f"{order} {written(X)} {written(Y - _whole(move.legs, most))}")
    return Gone(Y - fight.state.commanders["g"].y)


def _fled(move: Move, unit: Unit) -> Gone | None:
    """The compulsory move of a unit that retreats or routs."""
    limbers = ("limber",) if unit.formation == "unlimbered" else ()
    barred = unit.arm not in FOOT and any(leg.ground in _FOOT_ONLY for leg in move.legs)
    if move.manoeuvres not in (limbers, ("turn", *limbers)) or barred:
        return None
    enemy = formed("infantry", "line", side="confederate", heading=1800, y=Y - 1_000)
    assert not isinstance(enemy, Refusal)
    # It turns about on the spot: its front is then where its rear was.
    with laid(*_ground(move, X, Y + depth_of(unit), 1)):
        fight = battle({"u": unit, "c": enemy}, "compulsory")
        [fled] = told(fight, Fled, "u")
    return Gone(_whole(move.legs, fled.distance))
