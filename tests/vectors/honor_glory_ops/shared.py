"""What the operations of the Honor & Glory vectors have in common."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import words
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.units import Leader, Troops
from longroll.systems.honor_glory.weapons import gun_named
from tests.vectors.runner import Given, Key, Operations, VectorFault, each, optional, required


class Faces(Scripted):
    """Dice given by what they show: the ten-sided die shows 0 to 9."""

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if sides == 10 and index < len(self.faces) and self.faces[index] == 0:
            return 10
        return super().face(index, sides, at_most)


OPERATIONS = Operations(Faces)
operation = OPERATIONS.operation


def words_of(literal: Any) -> tuple[str, ...]:
    return get_args(literal)


def one_of(literal: Any) -> Key:
    """A key that is always given, one of those words."""
    return required(*words_of(literal))


def maybe(literal: Any, default: Any = None) -> Key:
    """A key that may be left out, else one of those words."""
    return optional(default, None, *words_of(literal))


NO = optional(False, bool)
COUNT = required(int)
#: A distance in centimetres, whole or not.
CENTIMETRES = required(int, float)
MAYBE_CM = optional(None, None, int, float)
SIDE = one_of(words.Side)
DATE = required(str)
OPTIONS = optional([], list)
COMMANDER = {
    "rank": one_of(words.Rank),
    "mp": required(int),
    "in_contact": optional(True, bool),
}
#: A unit. Which of its facts matter depends on the operation; one with a gun is artillery.
UNIT = {
    "arm": maybe(words.Arm),
    "formation": maybe(words.Formation),
    "mp": optional(1, int),
    "side": maybe(words.Side, "union"),
    "weapon": maybe(words.Weapon),
    "gun": optional("", None, str),
    "move_type": maybe(words.MoveType),
    "cover": optional("none", *words_of(words.CoverKind)),
    "defence_value": optional(None, None, int),
    "cover_frontage": optional(1, int, float),
    "prone": NO,
    "commanders": each(COMMANDER, []),
    "state": optional("formed", *words_of(words.Morale)),
    "blown": NO,
}


def distance(cm: float) -> Distance:
    """Centimetres of a vector as the engine counts them."""
    found = Fraction(str(cm)) * CM
    if found < 0:
        raise VectorFault(f"{cm} cm is not a distance")
    return int(found) if found.denominator == 1 else found


def in_cm(found: Distance | None) -> Fraction | None:
    return None if found is None else Fraction(found) / CM


def leader(given: Given) -> Leader:
    return Leader(given["rank"], given["mp"], given["in_contact"])


def troops(given: Given, **more: Any) -> Troops:
    """A unit as the rules look at it."""
    gun = given["gun"] or ""
    if gun:
        gun_named(gun)
    arm: words.Arm = given["arm"] or ("artillery" if gun else "infantry")
    return Troops(
        arm=arm,
        formation=given["formation"] or ("deployed" if arm == "artillery" else "line"),
        mp=given["mp"],
        side=given["side"],
        weapon=given["weapon"],
        gun=gun,
        cover=given["cover"],
        defence_value=given["defence_value"],
        cover_frontage=int(Fraction(str(given["cover_frontage"])) * 100),
        prone=given["prone"],
        commanders=tuple(map(leader, given["commanders"])),
        morale=given["state"],
        blown=given["blown"],
        **more,
    )


def ranks(leaders: tuple[Leader, ...]) -> list[str]:
    return [one.rank for one in leaders]
