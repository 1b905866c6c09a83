"""Generals, command, initiative and activation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast, get_args

from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie import words
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.army.units import STANDS, StandKind
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.command.generals import VALUES, Density, Grade, Personally, Role
from longroll.systems.mckie.command.rules import Block, Junior
from longroll.systems.mckie.dice import average_die
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.orders.events import ActivationTried
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.table.events import InitiativeRolled
from longroll.systems.mckie.words import Side
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    INCHES,
    SIDES,
    Around,
    one_of,
    operation,
    spend,
)
from tests.vectors.mckie_ops.table import (
    STEADY,
    X,
    Y,
    area,
    based,
    battle,
    depth_of,
    formed,
    laid,
    may,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, optional
from tests.vectors.runner import required as req

_ENEMY = {"union": "confederate", "confederate": "union"}
_DENSITY = one_of(get_args(Density))
_JUNIOR = one_of(get_args(Junior))
_PERSONALLY = optional(None, None, *get_args(Personally))
_WHO = {"side": one_of(SIDES), "general": req(str)}


def _value(grade: Grade | None) -> int | None:
    """A rating as the table prints it: a dash is no value here."""
    return None if grade is None else VALUES[grade]


def _named(given: Given) -> str:
    """The general who is meant, one of the book's."""
    if given["side"] is None or given["general"] is None:
        raise VectorFault("with generalship the divisional commander is named, and his side")
    return generals.general(given["side"], given["general"]).name


def _general(given: Given, **more: Any) -> General:
    """A general on the table, by the name of the book."""
    name = generals.general(given["side"], given["general"]).name
    return General(title=name, name=name, side=given["side"], x=X, **more)


def _dense(y: int) -> Piece:
    """Dense ground under somebody."""
    return area("dense_woods", X - 20, y - 1, X + 20, y + 20)


# Command


@operation(
    "in_command",
    {
        "generalship": req(bool),
        "side": optional(None, None, *SIDES),
        "general": optional(None, None, str),
        "ground": _DENSITY,
        "distance": INCHES,
        "blocked_by": optional(None, None, *get_args(Block)),
    },
)
def _in_command(given: Given, dice: Scripted) -> Answer:
    """A brigade is rolled for if it is out of command and a die is there, and then it tries to
    move, to turn and to fire."""
    far, block = hundredths(given["distance"]), given["blocked_by"]
    if block is not None and far < _BETWEEN[block]:
        return _in_command_by_rule(given, dice)
    used = Around((), dice.left, ())
    with laid(*_in_the_way(given, far)):
        fight = _on_the_field(given, far, used)
        within = not may(fight, "rouse u")
        if not within and dice.left:
            fight.play("rouse u")
        # Towards its general in command, else away from him and from what is between them.
        move = "move u back 0.05" if within else "move u ahead 0.5"
        answer = {
            "in_command": within,
            "may_move": may(fight, move),
            "may_turn": may(fight, "move u turn 90"),
        }
        fight.play("done")
        answer["may_fire"] = may(fight, "fire u e")
    spend(dice, fight)
    return answer


#: Room for something between a general and a brigade; an enemy must not be in the way of a turn.
_BETWEEN = {"impassable": 20, "enemy": 140}


def _on_the_field(given: Given, far: int, dice: Sequence[int] | Scripted = STEADY) -> Fight:
    """A brigade that faces an enemy, and its general behind it."""
    side: Side = given["side"] or "union"
    unit = formed("infantry", "line", 4, side=side, division="1")
    foe = _ENEMY[side]
    enemy = formed("infantry", "line", side=foe, weapon="", y=Y - 400, heading=1800)
    assert not isinstance(unit, Refusal)
    assert not isinstance(enemy, Refusal)
    unit = based(unit, 10)
    there = Y + depth_of(unit) + far
    facts: dict[str, Any] = {"role": "division", "divisions": ("1",), "y": there}
    if given["generalship"]:
        commander = _general({**given, "general": _named(given)}, **facts)
    else:
        commander = General(title="General", side=side, x=X, **facts)
    units = {"e": enemy, "u": unit}
    if given.get("blocked_by") == "enemy":
        between = based(replace(enemy, heading=0), 20, 10)
        units["b"] = replace(between, y=there - 15)
    return battle(
        units,
        "moves_first",
        "firing",
        dice=dice,
        first=side,
        options={"generalship": given["generalship"]},
        generals={"g": commander},
        orders={"g": Pile("division", (Written("DEFEND"),), True)},
    )


def _in_the_way(given: Given, far: int) -> list[Piece]:
    """The terrain of such a division."""
    rear = Y + 75
    pieces = [_dense(rear + far)] if given["ground"] == "dense" else []
    if given.get("blocked_by") == "impassable":
        middle = rear + far // 2
        pieces.append(area("impassable", X - 400, middle - 4, X + 400, middle + 4))
    return pieces


def _in_command_by_rule(given: Given, dice: Scripted) -> Answer:
    """Somebody between two who touch has no place on the table."""
    if given["generalship"]:
        who = generals.general(given["side"], _named(given))
        radius = generals.radius("division", who, given["ground"])
    else:
        found = generals.basic_radius("division", given["ground"])
        assert found is not None
        radius = found
    within = command.in_command(hundredths(given["distance"]), radius, given["blocked_by"])
    wishes = not within and bool(dice.left)
    die = average_die(dice, "out of command").value if wishes else None
    return {
        "in_command": within,
        "may_move": within or not command.bars_to_act_out_of_command("move", die),
        "may_turn": within or not command.bars_to_act_out_of_command("turn", die),
        "may_fire": within or not command.bars_to_act_out_of_command("fire", die),
    }


@operation("general_rating", _WHO)
def _general_rating(given: Given, dice: Scripted) -> Answer:
    found = generals.general(given["side"], given["general"])
    return {
        "initiative": found.initiative,
        "activation": found.activation,
        "initiative_value": _value(found.initiative),
        "activation_value": _value(found.activation),
    }


@operation(
    "command_radius",
    {
        "generalship": req(bool),
        "role": one_of(get_args(Role)),
        **_WHO,
        "ground": _DENSITY,
        "personally_commanding": _PERSONALLY,
    },
)
def _command_radius(given: Given, dice: Scripted) -> Answer:
    """How far off a brigade is still in command; for those above a division, how far off a
    junior is activated without loss."""
    role: Role = given["role"]
    if role == "division":
        return {"radius": _farthest(lambda far: _commands(given, far)) / INCH}
    if not given["generalship"]:
        radius = generals.basic_radius(role, given["ground"])
        return {"radius": None if radius is None else radius / INCH}
    return {"radius": _influence(given) / INCH}


def _farthest(holds: Callable[[int], bool]) -> int:
    """The farthest distance at which something holds that holds at none beyond."""
    low, high = -1, 10_000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _commands(given: Given, far: int) -> bool:
    with laid(*_in_the_way(given, far)):
        return not may(_on_the_field(given, far), "rouse u")


# Initiative


@operation(
    "initiative",
    {
        "generalship": req(bool),
        "generals": each({**_WHO, "personally_commanding": _PERSONALLY}),
    },
)
def _initiative(given: Given, dice: Scripted) -> Answer:
    """Step 1 is played; the table has its own order of the armies."""
    sides = [one["side"] for one in given["generals"]]
    if sorted(sides) != sorted(SIDES):
        raise VectorFault(f"one general of each side contends, not {', '.join(sides) or 'nobody'}")
    here = {one["side"]: _general(one, role="cinc") for one in given["generals"]}
    personally = {
        one["side"]: f"{one['side']} junior"
        for one in given["generals"]
        if one["personally_commanding"] is not None
    }
    for one in given["generals"]:
        if one["side"] in personally:
            junior = _general(one, role=one["personally_commanding"], superior=one["side"])
            here[personally[one["side"]]] = junior
    ordered = list(dice.left)
    if sides[0] != words.SIDES[0]:
        ordered = [at for pair in zip(ordered[1::2], ordered[::2], strict=True) for at in pair]
    used = Around((), ordered, _AGAIN)
    with laid():
        fight = battle(
            {},
            "initiative",
            dice=used,
            generals=here,
            personally=personally,
            options={"generalship": given["generalship"]},
        )
    spend(dice, fight)
    [rolled] = told(fight, InitiativeRolled)
    if fight.dice.rolled > used.asked:
        # Nobody had it, and the armies rolled again.
        return {"totals": None, "winner": None}
    return {"totals": [rolled.totals[side] for side in sides], "winner": fight.state.initiative}


#: Own dice for a second roll.
_AGAIN = (10, 1)


# Activation


@operation(
    "activation",
    {
        "role": _JUNIOR,
        **_WHO,
        "superior": req(str),
        "superior_personally_commanding": _PERSONALLY,
        "ground": _DENSITY,
        "distance": INCHES,
    },
)
def _activation(given: Given, dice: Scripted) -> Answer:
    facts = {
        **given,
        "general": given["superior"],
        "role": "cinc" if given["role"] == "corps" else "corps",
        "personally_commanding": given["superior_personally_commanding"],
        "junior": given["general"],
    }
    used = Around((), dice.left, ())
    tried, fight = _tried(facts, hundredths(given["distance"]), used)
    spend(dice, fight)
    beyond = [line for line in tried.lines if line.rule in _BEYOND]
    return {
        "radius": _influence(facts) / INCH,
        "steps": int(beyond[0].reason.split()[0]) if beyond else 0,
        "total": tried.total,
        "active": tried.active,
    }


_BEYOND = ("mckie:gen.act.3", "mckie:gen.act.6")
#: Each step beyond the radius is so long.
_STEP = 4 * INCH


def _influence(given: Given) -> int:
    """The radius of a superior: one step less than where his junior first loses by distance."""

    def loses_nothing(far: int) -> bool:
        tried, _ = _tried(given, far, Around((), STEADY, ()))
        return not any(line.rule in _BEYOND for line in tried.lines)

    return _farthest(loses_nothing) + 1 - _STEP


def _tried(given: Given, far: int, dice: Scripted) -> tuple[ActivationTried, Fight]:
    """One attempt to activate the junior of a superior who is so far off."""
    side, role = given["side"], given["role"]
    personally = given.get("personally_commanding")
    junior: Junior = "corps" if role == "cinc" else "division"
    # Only a commander-in-chief runs troops in another's place.
    superior = _general(given, role=role if personally is None else "cinc", y=Y)
    name = given.get("junior") or given["general"]
    base = _depth(superior)
    here = {
        "s": superior,
        "j": _general({"side": side, "general": name}, role=junior, y=Y + base + far, superior="s"),
    }
    instead: dict[str, str] = {}
    if personally is not None:
        # He runs other troops, or the corps that this division belongs to.
        other = _general({"side": side, "general": name}, role=personally, y=Y, superior="s")
        here["o"], instead = other, {"s": "o"}
        if junior == "division" and personally == "corps":
            here["j"] = replace(here["j"], superior="o")
    pile = Pile(junior, (Written("ATTACK"),), False)
    active = Pile("corps", (Written("ATTACK"),), True)
    with laid(*([_dense(Y)] if given["ground"] == "dense" else [])):
        fight = battle(
            {},
            "activation",
            dice=dice,
            first=side,
            generals=here,
            personally=instead,
            orders={"j": pile, "s": active, "o": active},
            options={"generalship": True},
        )
        fight.play("activate j")
    [tried] = told(fight, ActivationTried)
    return tried, fight


def _depth(general: General) -> int:
    """How deep the base of a general is."""
    kinds = {"division": "division_commander", "corps": "corps_commander", "cinc": "army_commander"}
    return STANDS[cast(StandKind, kinds[general.role])].depth
