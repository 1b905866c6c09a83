"""What these rules say to the miniatures layer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain

from msgspec.structs import replace

from longroll.board.table import (
    Base,
    Layout,
    Leg,
    Piece,
    Table,
    Turn,
    after,
    spot,
    spot_at,
)
from longroll.board.table.ground import is_on, pieces_at
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures import rulebook as layer
from longroll.miniatures.bodies import at
from longroll.miniatures.drill import Change, Drillbook
from longroll.miniatures.rulebook import Berth, Done, Footing, Gait
from longroll.systems.honor_glory import going, layouts, rates
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.crossing import bars_to_bridge
from longroll.systems.honor_glory.measure import CENTIMETRES, CM
from longroll.systems.honor_glory.play.scenario import BARRICADE
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import CONTACT, COSTS, MOVEMENT
from longroll.systems.honor_glory.words import REGIMENTS, Arm, Formation, MoveType

DRILL = Drillbook(
    rule="honor_glory:13.move.5",
    measure=CENTIMETRES,
    paces=("forced",),
    forms={"line": "line", "column": "column", "skirmish": "skirmish"},
    plain={
        word: word for word in ("limber", "unlimber", "lie_down", "stand_up", "mount", "dismount")
    },
    # [honor_glory:13.move.2] [honor_glory:13.move.3] [honor_glory:38.3] [honor_glory:46.3]
    steps_back=False,  # [honor_glory:13.move.4] [honor_glory:38.4]
)


#: The pace of a go that is spent on a road from start to end. [honor_glory:44.3]
ROAD = "road"
#: A forced march, across country and by road. [honor_glory:51.0a]
FORCED, FORCED_ROAD = "forced", "forced_road"


def layout_of(unit: Unit) -> Layout:
    """The bases of a unit, its front centre in the middle; in a building it is as wide as the wall
    that it holds. Commanders are not measured. [honor_glory:6.2] [honor_glory:19.1]
    [honor_glory:45.d1] [honor_glory:45.d2] [honor_glory:96.3]"""
    if unit.face:
        return Layout((Base(-unit.face // 2, 0, unit.face, layouts.base_size("infantry")[1]),))
    return _formed(unit.kind, unit.form, unit.drawn)


@cache
def _formed(arm: Arm, formation: Formation, drawn: MoveType) -> Layout:
    bases = layouts.layout(arm, formation, drawn)
    width, _ = layouts.footprint(bases)
    return Layout(
        tuple(Base(base.right - width // 2, base.behind, base.width, base.depth) for base in bases)
    )


def _fighting(unit: Unit) -> Layout:
    """All bases fight: they touch each other, so they are measured as one."""
    return layout_of(unit).solid


# Moves


def _left(unit: Unit) -> Fraction:
    """[honor_glory:39.1] [honor_glory:13.move.7]"""
    return Fraction(*unit.left)


def _gait(unit: Unit, pace: str, in_flight: bool) -> Gait:
    """How a unit goes: its row of the movement table says all. [honor_glory:41.0]"""
    return _gait_of(unit.mover, pace, in_flight)


@cache
def _gait_of(mover: rates.Mover, pace: str, in_flight: bool) -> Gait:
    arm = f"{mover.arm} {mover.gun.reach}" if mover.gun is not None else mover.arm
    return Gait(arm, rates.row_of(mover), pace, in_flight)


def _rate(gait: Gait) -> Line | Refusal:
    """[honor_glory:41.0] [honor_glory:41.mlong] [honor_glory:44.3]"""
    row = gait.formation
    found = MOVEMENT.rates[row]
    if not found:
        return Refusal("honor_glory:41.mlong", "a long gun cannot be manhandled")
    if gait.pace in (FORCED, FORCED_ROAD):
        if not row.endswith("_column"):
            return Refusal("honor_glory:51.0d", "a forced march is made in column of march")
        far = rates.forced_march_rate(gait.arm, road=gait.pace == FORCED_ROAD)  # type: ignore[arg-type]
        return Line(far, "forced march", "honor_glory:51.0a")
    if gait.pace == ROAD and len(found) > 1:
        return Line(found[1] * 100, f"{row.replace('_', ' ')} by road", "honor_glory:44.3")
    return Line(found[0] * 100, row.replace("_", " "), "honor_glory:41.0")


def _go(unit: Unit) -> going.Go:
    return going.Go(unit.mover, Fraction(*unit.left) * 100, unit.prone)


def _change(unit: Unit, change: Change) -> Done[Unit] | Refusal:
    """[honor_glory:39.25a] [honor_glory:45.1] [honor_glory:64.2] [honor_glory:43.1]
    [honor_glory:53.1a]"""
    go, word = _go(unit), change.manoeuvre
    bars = going.bars_to_manoeuvre(go, word)
    barred = next(chain(bars, _bars_to_horses(unit) if word == "mount" else ()), None)
    if barred is not None:
        return barred
    done = going.manoeuvred(go, word)
    led = {"mount": None, "dismount": (unit.x, unit.y)}.get(word, unit.led)
    changed = replace(
        unit, arm=done.mover.arm, formation=done.mover.formation, prone=done.prone, led=led
    )
    cost = int(done.left - go.left)
    return Done(changed, (Line(cost, word.replace("_", " "), "honor_glory:39.2"),))


def _bars_to_horses(unit: Unit) -> Iterator[Refusal]:
    """Dismounted cavalry mounts if its horses, which are brought up, were not taken.
    [honor_glory:43.4a] [honor_glory:43.4b]"""
    if unit.arm == "dismounted_cavalry" and unit.led is None:
        yield Refusal("honor_glory:43.4b", "its horses are lost")


def _turn(unit: Unit, turn: Turn) -> Done[Unit] | Refusal:
    """[honor_glory:46.1a] [honor_glory:46.1b]"""
    go, degrees = _go(unit), -(-abs(turn.angle) // 10)
    barred = next(going.bars_to_turn(go, degrees), None)
    if barred is not None:
        return barred
    done = going.turned(go, degrees)
    faced = at(unit, after(layout_of(unit), unit.pose, turn))
    line = Line(int(done.left - go.left), "turning", "honor_glory:46.1a")
    return Done(replace(faced, formation=done.mover.formation, wheeled=True), (line,))


def _bar(unit: Unit, leg: Leg) -> Refusal | None:
    return next(going.bars_to_prone(unit.prone), None)


# Ground


#: Kinds of terrain by the words of the rules, as players agree: all but roads are difficult.
#: [honor_glory:52.0a] [honor_glory:52.1]
_WORDS = {
    "open_woods": "woods",
    "dense_woods": "woods",
    "rough": "broken",
    "crops": "ploughed",
    "built_up": "built_up",
    "stream": "broken",
    "railway_cut": "broken",
    "road": "road",
}


#: How deep a line of trees is.
_TREES = 5 * CM


def _word(gait: Gait, piece: Piece | None) -> str:
    """[honor_glory:52.1] [honor_glory:52.2]"""
    return "open" if piece is None else _WORDS.get(piece.kind, "open")


def _footing(gait: Gait, ground: str) -> Footing | Refusal:
    """[honor_glory:47.1] [honor_glory:47.3] [honor_glory:52.0b] [honor_glory:52.4]"""
    if ground in ("open", "road"):
        return Footing(Fraction(1), "honor_glory:41.0")
    if ground == "built_up":
        why = "units go round buildings, or through a town by road in column of march"
        return Refusal("honor_glory:47.3", why)
    pushed = ground == "woods" and gait.formation.startswith("manhandled")
    if not pushed and not rates.may_enter(gait.arm, ground):  # type: ignore[arg-type]
        arm = gait.arm.partition(" ")[0]
        return Refusal("honor_glory:52.0b", f"{arm} enters {ground} only by road")
    return Footing(Fraction(1, MOVEMENT.multiples.difficult), "honor_glory:52.4")


def _just_inside(table: Table, unit: Unit) -> Refusal | None:
    """Guns that are pushed go no deeper into woods than the line of trees. [honor_glory:52.0c]"""
    if unit.arm != "artillery":
        return None
    woods = [
        piece for piece in pieces_at(table, spot(unit.point)) if _WORDS.get(piece.kind) == "woods"
    ]
    if not woods:
        return None
    around = [
        spot_at(unit.pose, *step) for step in ((0, -_TREES), (0, _TREES), (_TREES, 0), (-_TREES, 0))
    ]
    if all(not all(is_on(piece, place) for place in around) for piece in woods):
        return None
    return Refusal("honor_glory:52.0c", "guns deploy just inside a tree line, no deeper")


def _barrier(gait: Gait, piece: Piece) -> Line | Refusal | None:
    """[honor_glory:39.25c] [honor_glory:39.25d] [honor_glory:47.1] [honor_glory:47.4]
    [honor_glory:47.5] (HG-H19)"""
    if piece.kind == "works":
        return Refusal("honor_glory:47.1", f"{piece.name} cannot be crossed")
    found = _rate(gait)
    if isinstance(found, Refusal):
        return found
    cost, rule = COSTS.cross, "honor_glory:47.4"
    if piece.level == BARRICADE:
        cost, rule = COSTS.barricade, "honor_glory:47.5"
    return Line(found.value * cost // 100, f"crossing {piece.name}", rule)


#: The types of pontoon bridge; the level of a bridge on the table is its place here, from 1.
BRIDGES: tuple[rates.BridgeType, ...] = ("A", "B", "C", "D")


def _bar_on(gait: Gait, piece: Piece) -> Refusal | None:
    """A bridge of pontoons does not carry everybody. [honor_glory:104.1.a]"""
    if piece.kind != "road" or not piece.level:
        return None
    arm, _, reach = gait.arm.partition(" ")
    type = BRIDGES[piece.level - 1]
    return next(bars_to_bridge(type, arm, reach or None), None)  # type: ignore[arg-type]


def _barred(unit: Unit, piece: Piece) -> Refusal:
    """[honor_glory:47.1]"""
    return Refusal("honor_glory:47.1", f"{piece.name} is in the way")


def _by_road(gait: Gait) -> bool:
    """[honor_glory:44.1]"""
    return len(MOVEMENT.rates[gait.formation]) > 1


# Others


_FRIEND, _GUNS, _ENEMY = (
    Berth(passable=True),
    Berth(CONTACT + 1, passable=True),
    Berth(CONTACT + 1),
)


def _berth(unit: Unit, other: Unit) -> Berth:
    """Friends, fleeing enemies and guns may be passed; only a charge touches a formed enemy, or
    ends beside his guns. [honor_glory:42.0] [honor_glory:42.1] [honor_glory:42.2]
    [honor_glory:75.6]"""
    if unit.side == other.side or (other.morale != "formed" and other.arm != "artillery"):
        return _FRIEND
    return _GUNS if other.arm == "artillery" else _ENEMY


def _passage(unit: Unit, other: Unit, leg: Leg) -> Line | Refusal:
    """[honor_glory:42.2] [honor_glory:42.4a] [honor_glory:42.5]"""
    if other.arm == "artillery":
        return Line(0, f"passing {other.title}", "honor_glory:42.2")
    if unit.arm not in REGIMENTS:
        why = "only infantry and cavalry pass through regiments"
        return Refusal("honor_glory:42.4a", why)
    rule = "honor_glory:42.4a" if unit.side == other.side else "honor_glory:42.5"
    return Line(-COSTS.pass_through, f"passing {other.title}", rule)


# Charges


def _in_the_way(other: Unit) -> Refusal:
    return Refusal("honor_glory:42.1", f"{other.title} is in the way of the charge")


def _may_wheel(unit: Unit) -> bool:
    """Infantry charges in a straight line. [honor_glory:46.5b] [honor_glory:46.6]"""
    return unit.arm == "cavalry"


RULEBOOK = layer.Rulebook[Unit](
    measure=CENTIMETRES,
    drill=DRILL,
    rules=layer.Rules(
        too_far="honor_glory:13.move.5",
        off_table="honor_glory:48.0a",
        too_near="honor_glory:75.6",
        among_friends="honor_glory:42.0",
        no_change="honor_glory:13.form",
        impassable="honor_glory:47.1",
    ),
    layout=layout_of,
    fighting=_fighting,
    moves=layer.Moves(
        span="an activation",
        gait=_gait,
        left=_left,
        rate=_rate,
        change=_change,
        turn=_turn,
        # Wheels are paid for by their outer edge. [honor_glory:6.4a] [honor_glory:46.2a]
        # [honor_glory:46.2b] [honor_glory:46.4a]
        follows=lambda unit: unit.form == "column",
        bar=_bar,
    ),
    ground=layer.Ground(
        word=_word,
        footing=_footing,
        bar=_bar_on,
        barred=_barred,
        by_road=_by_road,
        barrier=_barrier,
        place=_just_inside,
        frontage=Fraction(COVER.frontage, 100),  # [honor_glory:52.3]
        names={"open": "open ground", "built_up": "a built-up area", "broken": "broken ground"},
    ),
    charges=layer.Charges(
        halt=0,
        # Others in line with the target are kept off by a gap of this much.
        beside=CONTACT + 1,
        no_front="honor_glory:77.7",
        barred=_in_the_way,
        may_wheel=_may_wheel,
    ),
    # [honor_glory:50.1] [honor_glory:50.avoid]
    flight=layer.Flight(astray=1800, aside=150, as_near=CONTACT, shorter=10),
    others=layer.Others(gap=CONTACT + 1, berth=_berth, passage=_passage),
)
