"""Rounds of melee that are played on a table: a charge that goes home, or a melee that goes on."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.board.table import Piece, piece
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.play.events import CommanderFell, Moved, Struck, Tested, Touched
from longroll.systems.honor_glory.units import Troops, cover_class
from longroll.systems.honor_glory.words import FOOT
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.battle import HERE, Fight, Laid
from tests.vectors.honor_glory_ops.shared import distance
from tests.vectors.runner import Answer, Given

#: A charger begins so far from the centre of its enemy.
_RUN = 24 * CM
_TURNED = {"front": 1800, "flank": 900, "rear": 0}


def can_be_fought(attacker: Troops, defender: Troops, given: Given) -> bool:
    """Whether a battle comes to a round as it is given: the charge must be allowed, and so must be
    its answer. The death of a commander-in-chief would roll a die more."""
    both = (attacker, defender)
    if not all(map(battle.can_be_laid, both)) or attacker.side == defender.side:
        return False
    if any(one.rank == "cinc" for unit in both for one in unit.commanders):
        return False
    if attacker.arm == "artillery" or attacker.cover != "none" or attacker.prone:
        return False
    if not given["first_contact"]:
        return defender.arm != "artillery" and not attacker.blown and not defender.prone
    if given["struck"] != "front" and defender.cover != "none":
        return False  # It turns away from its cover.
    foot, countercharges = attacker.arm in FOOT, given["defender_move"] == "countercharge"
    allowed = (
        defender.arm != "artillery"
        and not attacker.blown
        and not (foot and (attacker.formation == "column" or defender.arm == "cavalry"))
        and not (not foot and cover_class(defender) == "formal")
    )
    if countercharges:
        meets = given["struck"] == "front" and not defender.prone and defender.cover == "none"
        return allowed and meets and (defender.arm == "cavalry" or foot)
    return allowed


def fought(attacker: Troops, defender: Troops, given: Given, dice: Scripted) -> Answer:
    """A round on the table. Where the fronts meet is found out first, so that the edge of a hill
    can be laid there."""
    met = HERE[1]
    if given["attacker_height"] != given["defender_height"] and given["first_contact"]:
        met = _meeting_place(attacker, defender, given)
    state = _field(attacker, defender, given)
    edge = distance(given["from_edge"])
    state.board = replace(state.board, pieces=(*state.board.pieces, *_hill(given, met, edge)))
    played = _play(state, given, dice)
    return _told(played, attacker, defender)


def _field(attacker: Troops, defender: Troops, given: Given) -> Laid:
    sides = attacker.side, defender.side
    if given["first_contact"]:
        turned = _TURNED[given["struck"]]
        return battle.field(
            attacker, defender, _RUN, turned=turned, sides=sides, date=given["date"]
        )
    apart = battle.depth_of(defender) // 2 + 1
    state = battle.field(attacker, defender, apart, sides=sides, date=given["date"])
    state.melees = (("u", "c"),)
    return state


def _play(state: Laid, given: Given, dice: Scripted) -> Fight:
    calm = ("morale", "charge bonus")
    if not given["first_contact"]:
        return battle.play(state, dice, "done", calm=calm)
    answer = "countercharge" if given["defender_move"] == "countercharge" else "stand"
    choices = ("declare u 9 charge c", "done", answer)
    return battle.play(state, dice, *choices, calm=calm, basic=3 * (given["struck"] != "front"))


def struck_with(attacker: Troops, defender: Troops, given: Given) -> Answer:
    """The blow of a unit in a melee that goes on, with any dice."""
    state = _field(attacker, defender, given)
    edge = distance(given["from_edge"])
    state.board = replace(state.board, pieces=(*state.board.pieces, *_hill(given, HERE[1], edge)))
    played = _play(state, given, battle.Lowest())
    [blow] = [one for one in battle.events(played, Struck) if one.unit == "u"]
    if not blow.lines:
        return {"value": None, "factor": None, "automatic": False}
    return {
        "value": blow.lines[0].value,
        "factor": sum(line.value for line in blow.lines),
        "automatic": all(roll.sides != 20 for roll in blow.rolls),
    }


def touched(attacker: Troops, defender: Troops, given: Given, dice: Scripted) -> Answer:
    """What contact does to a unit that is charged, and no blow that follows."""
    state = _field(attacker, defender, given)
    basic = 3 * (given["struck"] != "front")
    calm = ("morale", "charge bonus")
    orders = ("declare u 9 charge c", "done", "stand")
    played = battle.play(state, dice, *orders, calm=calm, basic=basic, missed=("melee",))
    basics = [one for one in battle.events(played, Tested) if one.reason == "basic"]
    tests = [one for one in basics if one.unit == "c"]  # The other is tested for a pursuit.
    left = played.state.units["c"]
    return {
        "basic_passed": tests[0].passed if tests else None,
        "loss": sum(one.loss for one in battle.events(played, Touched) if one.unit == "c"),
        "mp": left.mp,
        "broken": left.mp == 0,
    }


def _meeting_place(attacker: Troops, defender: Troops, given: Given) -> int:
    """How far down the table the charger's front stands when it has come home on the level."""
    played = _play(_field(attacker, defender, given), given, battle.Lowest())
    home = [one for one in battle.events(played, Moved) if one.why == "charging home"]
    return int(float(home[-1].to.split(",")[1]) * CM)


def _hill(given: Given, met: int, edge: Distance) -> list[Piece]:
    """A hill whose contour is so far before the front of the attacker."""
    if given["attacker_height"] == given["defender_height"]:
        return []
    line = met - int(edge)
    far = battle.SIZE if given["attacker_height"] > given["defender_height"] else 0
    corners = ((0, line), (battle.SIZE, line), (battle.SIZE, far), (0, far))
    return [piece("hill", "the hill", *corners, level=1)]


def _told(played: Fight, attacker: Troops, defender: Troops) -> Answer:
    """What the events say, by the two units."""
    names = {"u": "attacker", "c": "defender"}
    answer: Answer = {
        "contact_loss": {"attacker": 0, "defender": 0},
        "attacker": {"value": None, "factor": None, "hit": False},
        "defender": {"value": None, "factor": None, "hit": False},
        "mp": {name: played.state.units[id].mp for id, name in names.items()},
        "killed": {"attacker": [], "defender": []},
    }
    for touched in battle.events(played, Touched):
        answer["contact_loss"][names[touched.unit]] = touched.loss
    for blow in battle.events(played, Struck):
        if blow.lines:
            factor = sum(line.value for line in blow.lines)
            told = {"value": blow.lines[0].value, "factor": factor, "hit": bool(blow.loss)}
            answer[names[blow.unit]] = told
    for fallen in battle.events(played, CommanderFell):
        answer["killed"][names[fallen.unit]].append(battle.rank_of(fallen))
    return answer
