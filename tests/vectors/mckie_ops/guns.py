"""Who may fire, over whom, and what is special about guns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army import units
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.fire import canister, optional_guns
from longroll.systems.mckie.fire.events import Fired, PiecesLost
from longroll.systems.mckie.fire.restrictions import FireQuestion, FriendsBetween, bar_to_fire
from longroll.systems.mckie.fire.weapons import FIRE, band
from longroll.systems.mckie.fire.weapons import WEAPONS as WEAPON_TABLE
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.words import GUNS, Formation
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.fire import _counts as counts
from tests.vectors.mckie_ops.fire import hundredths
from tests.vectors.mckie_ops.inches import hundredths as whole
from tests.vectors.mckie_ops.ranges import crews_for
from tests.vectors.mckie_ops.shared import (
    ARMS,
    COUNT,
    INCHES,
    NO,
    WEAPONS,
    Around,
    one_of,
    operation,
    spend,
)
from tests.vectors.mckie_ops.table import X, Y, area, based, battle, formed, laid, may, told
from tests.vectors.runner import Answer, BadKeys, Given, Keys, fill_in, group, optional, required

PERIOD = 3
#: Figures on one stand, where it is not four.
_ON_A_STAND = {"cavalry": 2, "dismounted_cavalry": 2}
#: Stands of this size leave no doubt which way a target lies.
_SMALL = 10
#: Tenths of a degree times hundredths of an inch that come to less than two hundredths across.
_DOUBT = 1_200

# Restrictions

FRIENDS: Keys = {
    "guns_height": optional(0, int),
    "friends_height": optional(0, int),
    "from_guns": optional(0, int, float),
    "from_target": optional(0, int, float),
}


@operation(
    "may_fire",
    {
        "firer": group(
            {"arm": one_of(ARMS), "weapon": one_of(WEAPONS), "moved": NO, "out_of_ammo": NO}
        ),
        "target": group({"in_melee": NO}, {"in_melee": False}),
        "range": INCHES,
        "angle": required(int, float),
        "friends_between": optional(None, dict, None),
    },
)
def _may_fire(given: Given, dice: object) -> Answer:
    """The target lies due north, and the firer looks away from it by the angle."""
    firer = given["firer"]
    friends = given["friends_between"]
    if friends is not None:
        friends = fill_in(FRIENDS, friends, "friends_between.")
    formation: Formation = "unlimbered" if firer["arm"] in GUNS else "line"
    unit = formed(
        firer["arm"],
        formation,
        _ON_A_STAND.get(firer["arm"], 4),
        weapon=firer["weapon"],
        did=frozenset(("moved",) if firer["moved"] else ()),
        ran_out=PERIOD - 1 if firer["out_of_ammo"] else 0,
    )
    angle = Fraction(str(given["angle"])) * 10
    between = None if friends is None else _between(friends, whole(given["range"]))
    cannot = friends is not None and between is None
    # Places are whole hundredths: so near the edge of the arc they do not tell.
    off = abs(abs(angle) - FIRE.arc)
    in_doubt = 0 < off * whole(given["range"]) < _DOUBT
    if isinstance(unit, Refusal) or angle.denominator != 1 or cannot or in_doubt:
        return _may_by_rule(given, friends)
    unit = replace(based(unit, _SMALL), heading=-int(angle) % 3600)
    placed, pieces, far = between or ({}, [], whole(given["range"]))
    target = _target(far, angle < 0)
    fighting = _behind(target) if given["target"]["in_melee"] else {}
    contacts = (Contact("v", "c", "rear", PERIOD - 1),) if fighting else ()
    with laid(*pieces):
        fight = battle(
            {"c": target, "u": unit, **placed, **fighting},
            "firing",
            period=PERIOD,
            contacts=contacts,
        )
        return {"allowed": may(fight, "fire u c")}


def _target(far: int, left: bool) -> Unit:
    """A small target due north with one end of its front on the line, the rest farther off."""
    made = formed("infantry", "line", 4, side="confederate", weapon="")
    assert not isinstance(made, Refusal)
    x = X - _SMALL // 2 if left else X + _SMALL // 2
    return replace(based(made, _SMALL, _SMALL), x=x, y=Y - far, heading=1800)


def _behind(target: Unit) -> dict[str, Unit]:
    """Somebody who fights the target from behind."""
    made = formed("infantry", "line", 4, weapon="")
    assert not isinstance(made, Refusal)
    return {"v": replace(made, x=target.x, y=target.y - _SMALL, heading=1800)}


def _between(friends: Given, far: int) -> tuple[dict[str, Unit], list[Piece], int] | None:
    """Friends in the line of fire, as deep as the distances leave room for; if they leave none,
    the target is a little farther off. Those behind higher friends are as high as these."""
    near, beyond = whole(friends["from_guns"]), whole(friends["from_target"])
    deep = far - near - beyond
    if deep < _SMALL:
        if deep < 0 or band(near + _SMALL + beyond) != band(far):
            return None
        deep, far = _SMALL, near + _SMALL + beyond
    made = formed("infantry", "line", 4)
    assert not isinstance(made, Refusal)
    friend = replace(based(made, 400, deep), y=Y - near - deep)
    pieces = []
    guns, high = friends["guns_height"], friends["friends_height"]
    if min(guns, high) < 0:
        return None
    if guns:
        pieces.append(area("hill", X - 1_000, Y - min(near, 50), X + 1_000, Y + 1_000, level=guns))
    if high:
        end = Y - far - 1_000 if high > guns else friend.y
        pieces.append(area("hill", X - 1_000, end, X + 1_000, Y - near - 1, level=high))
    return {"f": friend}, pieces, far


def _may_by_rule(given: Given, friends: Given | None) -> Answer:
    """The answer of the rule to what cannot be put on the table."""
    firer = given["firer"]
    between = None
    if friends is not None:
        between = FriendsBetween(
            guns_height=friends["guns_height"],
            friends_height=friends["friends_height"],
            from_guns=hundredths(friends["from_guns"]),
            from_target=hundredths(friends["from_target"]),
        )
    question = FireQuestion(
        arm=firer["arm"],
        weapon=firer["weapon"],
        moved=firer["moved"],
        out_of_ammo=firer["out_of_ammo"],
        target_in_melee=given["target"]["in_melee"],
        distance=hundredths(given["range"]),
        angle=Fraction(str(given["angle"])) * 10,
        friends_between=between,
    )
    barred = bar_to_fire(question)
    return {"allowed": barred is None} | ({"why": str(barred)} if barred else {})


# Batteries that cost a number of figures


def volleys(
    target: Unit, far: int, friends: Mapping[str, Unit] | None = None, *, solid: bool = False
) -> Iterator[tuple[Fight, Fired]]:
    """Batteries of every size fire at a target due north, with dice that are low and high."""
    for models in range(1, 13):
        made = formed("field_artillery", "unlimbered", crews=(4,) * models)
        assert not isinstance(made, Refusal)
        placed = {"t": replace(target, y=Y - far, heading=1800), **(friends or {})}
        for die in (1, 10):
            with laid():
                fight = battle(
                    {"b": based(made, _SMALL), **placed}, "firing", dice=(die,), period=PERIOD
                )
                fight.play("fire b t solid" if solid else "fire b t")
                fight.play("done")
            [fired] = told(fight, Fired, "b")
            yield fight, fired


@operation(
    "canister_split",
    {
        "shot": required("canister", "solid_shot"),
        "range": INCHES,
        "target": required(str),
        "friends_in_zone": required(list),
        "casualties": COUNT,
    },
)
def _canister_split(given: Given, dice: object) -> Answer:
    """A battery fires past its friends, one of the size that scores so many casualties."""
    friends, solid = given["friends_in_zone"], given["shot"] == "solid_shot"
    names = {friend: f"f{number}" for number, friend in enumerate(friends)}
    target = formed("infantry", "line", side="confederate", weapon="")
    assert not isinstance(target, Refusal)
    if len(names) == len(friends) and given["target"] not in names and len(friends) <= _ROOM:
        placed = dict(zip(names.values(), _in_the_zone(len(friends)), strict=True))
        for _, fired in volleys(target, whole(given["range"]), placed, solid=solid):
            if sum(fired.lost.values()) == given["casualties"]:
                lost = {friend: fired.lost.get(name, 0) for friend, name in names.items()}
                return {"lost": {given["target"]: fired.lost.get("t", 0), **lost}}
    # Any gun will do: what they have in common is the reach of canister.
    gun = WEAPON_TABLE["12lb_smoothbore_gun"]
    shared = canister.split_casualties(
        given["target"],
        friends,
        given["casualties"],
        canister=canister.fires_canister(gun, hundredths(given["range"]), solid_shot=solid),
    )
    return {"lost": shared}


#: How many friends fit into the zone beside the line of fire.
_ROOM = 6


def _in_the_zone(number: int) -> Iterator[Unit]:
    """Friends before the guns, to either side of what they fire at."""
    for place in range(number):
        made = formed("infantry", "line", 4, weapon="")
        assert not isinstance(made, Refusal)
        off = 140 + 60 * (place // 2)
        side = 1 if place % 2 else -1
        yield replace(made, x=X + side * off, y=Y - 250 - 80 * (place // 2))


# Counter-battery fire


@operation("counter_battery", {"firing_units": required(list)})
def _counter_battery(given: Given, dice: Scripted) -> Answer:
    """Each unit fires at one battery; a vessel has whatever number of guns a battery cannot."""
    guns = counts(given["firing_units"], "firing_units")
    target = formed("field_artillery", "unlimbered", crews=(4,) * 12, side="confederate", weapon="")
    assert not isinstance(target, Refusal)
    if not guns or min(guns) < 1 or len(guns) > 12:
        fired = optional_guns.counter_battery(guns, dice)
        return {"pieces_lost": [pieces for _, pieces in fired]}
    firers = {
        f"b{number:02}": replace(with_guns(many), x=X + 80 * (2 * number - len(guns) + 1))
        for number, many in enumerate(guns)
    }
    used = Around((5,) * len(guns), dice.left, ())
    with laid():
        fight = battle(
            {"t": replace(based(target, 200), y=Y - 2_000, heading=1800), **firers},
            "firing",
            dice=used,
            period=PERIOD,
            options={"counter_battery": True},
        )
        for id in firers:
            fight.play(f"fire {id} t")
        fight.play("done")
    spend(dice, fight)
    return {"pieces_lost": [one.pieces for one in told(fight, PiecesLost)]}


def with_guns(guns: int) -> Unit:
    """A unit that fires with so many guns."""
    crews = crews_for(guns)
    if crews is None:
        vessel = formed("gunboat", "line", 4, weapon="12lb_smoothbore_gun", guns=guns)
        assert not isinstance(vessel, Refusal)
        return based(vessel, _SMALL)
    battery = formed("field_artillery", "unlimbered", crews=crews)
    assert not isinstance(battery, Refusal)
    return based(battery, _SMALL)


@operation(
    "guns_firing",
    {"crews": optional(None, list, None), "vessel_guns": optional(None, int, None)},
)
def _guns_firing(given: Given, dice: object) -> Answer:
    """The battery fires, and then each of its models alone; or the vessel does."""
    crews, vessel = given["crews"], given["vessel_guns"]
    if (crews is None) == (vessel is None):
        raise BadKeys("one of crews and vessel_guns is given")
    if vessel is not None:
        made = formed("gunboat", "line", 4, weapon="12lb_smoothbore_gun", guns=vessel)
        assert not isinstance(made, Refusal)
        guns = _firing(made)
        return {"guns": guns, "by_model": [guns]}
    by_model = [_served([crew]) for crew in counts(crews, "crews")]
    return {"guns": _served(crews), "by_model": by_model}


def _served(crews: Sequence[int]) -> int:
    """The guns that fire of models with these crews; a model cannot have any other crew."""
    if not sum(crews) or len(crews) > 12:
        return sum(units.guns_firing(crews))
    for crew in crews:
        units.guns_of_a_model(crew)
    made = formed("field_artillery", "unlimbered", crews=crews)
    assert not isinstance(made, Refusal)
    return _firing(based(made, _SMALL))


def _firing(unit: Unit) -> int:
    target = formed("infantry", "line", side="confederate", weapon="", heading=1800)
    assert not isinstance(target, Refusal)
    with laid():
        fight = battle({"t": replace(target, y=Y - 10 * INCH), "u": unit}, "firing", dice=(5,))
        if not may(fight, "fire u t"):
            return 0
        fight.play("fire u t")
        fight.play("done")
    [fired] = told(fight, Fired, "u")
    return sum(one.firing for one in fired.groups)
