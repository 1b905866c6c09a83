"""Movement, difficult ground, flight, forced marches, rivers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from longroll.board.table import Turn, ahead
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.miniatures.drill import Act, Change
from longroll.systems.honor_glory import crossing, going, marching, rates, words
from longroll.systems.honor_glory.charges import Charge, bars_to_charge
from longroll.systems.honor_glory.going import Go
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import goes
from longroll.systems.honor_glory.play.firing import fire_at
from longroll.systems.honor_glory.play.shooting import bars_to_shot
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import Mover, rate
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import REGIMENTS
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    COUNT,
    MAYBE_CM,
    NO,
    OPTIONS,
    UNIT,
    distance,
    in_cm,
    maybe,
    one_of,
    operation,
    troops,
    words_of,
)
from tests.vectors.runner import Answer, Given, VectorFault, fill_in, group, optional, required

MOVER = {
    "arm": maybe(words.Arm, "infantry"),
    "formation": maybe(words.Formation, "line"),
    "gun": optional("", None, str),
    "move_type": maybe(words.MoveType),
}


def _mover(given: Given, *, team: bool = True) -> Mover:
    gun = gun_named(given["gun"]) if given["gun"] else None
    return Mover(given["arm"], given["formation"], gun, given["move_type"], team)


#: What each action of a go says besides its name.
_ACTIONS: dict[str, Any] = {
    "move": {"cm": MAYBE_CM, "percent": MAYBE_CM},
    "change": {"to": one_of(words.Formation)},
    "turn": {"degrees": required(int, float)},
    "cross": {"what": required(*words_of(going.Obstacle))},
    "pass_through": {"what": required(*words_of(going.Passed))},
}
_PLAIN = ("fire", "lie_down", "stand_up", "mount", "dismount", "limber", "unlimber", "take_cover")


def _try(go: Go, do: str, facts: Given) -> tuple[Iterator[Refusal], Any]:
    """What bars an action, and how it is done."""
    match do:
        case "move":
            if (facts["cm"] is None) == (facts["percent"] is None):
                raise VectorFault("a move has cm or percent")
            cost = (
                Fraction(str(facts["percent"]))
                if facts["cm"] is None
                else going.move_cost(go, distance(facts["cm"]))
            )
            return going.bars_to_move(go, cost), lambda: going.moved(go, cost or 0)
        case "change":
            return going.bars_to_change(go, facts["to"]), lambda: going.changed(go, facts["to"])
        case "turn":
            turn = facts["degrees"]
            return going.bars_to_turn(go, turn), lambda: going.turned(go, turn)
        case "cross":
            what = facts["what"]
            return going.bars_to_cross(go, what), lambda: going.crossed(go, what)
        case "pass_through":
            who = facts["what"]
            return going.bars_to_pass_through(go, who), lambda: going.passed_through(go, who)
        case "fire":
            return going.bars_to_fire_in_a_go(go), lambda: going.fired(go)
        case "lie_down":
            return going.bars_to_lie_down(go), lambda: going.lay_down(go)
        case "stand_up":
            return going.bars_to_stand_up(go), lambda: going.stood_up(go)
        case "mount":
            return going.bars_to_mount(go, mounting=True), lambda: going.mounted(go)
        case "dismount":
            return going.bars_to_mount(go, mounting=False), lambda: going.dismounted(go)
        case "limber":
            return going.bars_to_limber(go, limbering=True), lambda: going.limbered_up(go)
        case "unlimber":
            return going.bars_to_limber(go, limbering=False), lambda: going.unlimbered(go)
    return iter(()), lambda: going.took_cover(go)


def _on_the_table(given: Given) -> bool:
    """Whether a go can be played on an open table: no road, no enemy near, nothing to cross.

    It must end on the table and out of range of the far enemy, and square to its edges: on other
    headings a place on the table is good to a hundredth of a centimetre only.
    """
    known = ("move", "change", "turn", "fire", "lie_down", "stand_up", "mount", "dismount")
    return (
        given["road"] == "none"
        and given["enemy_distance"] is None
        and (given["arm"] in REGIMENTS or (given["arm"] == "artillery" and given["gun"]))
        and all(one.get("do") in (*known, "limber", "unlimber") for one in given["actions"])
        and all(one.get("degrees", 0) in (-180, -90, 0, 90, 180) for one in given["actions"])
        and all(one.get("percent", 0) % 5 == 0 for one in given["actions"])
        and all(distance(one.get("cm", 0)) % 1 == 0 for one in given["actions"])
        and sum(one.get("cm", one.get("percent", 0)) for one in given["actions"]) <= 90
    )


def _act_of(do: str, facts: Given, go: Unit) -> Act:
    """An action of a vector as part of a drill."""
    if do == "move":
        whole = rate(go.mover) or 0
        percent = facts["percent"]
        length = whole * percent // 100 if facts["cm"] is None else int(distance(facts["cm"]))
        return ahead(length)
    if do == "turn":
        return Turn(facts["degrees"] * 10)
    return Change(facts["to"] if do == "change" else do)


#: What an order to fire may lack on a bare table: these say nothing about the allowance.
_AIM = {"honor_glory:54.9", "honor_glory:54.7", "honor_glory:54.2"}


def _go_on_the_table(given: Given, dice: Scripted) -> Answer:
    """Each action is carried out on the table, and what is left is read from the unit."""
    weapon: words.Weapon | None = None if given["arm"] == "artillery" else "rifled_musket"
    unit = Troops(
        arm=given["arm"],
        formation=given["formation"],
        mp=9,
        weapon=weapon,
        gun=given["gun"],
    )
    enemy = Troops(arm="cavalry", formation="line", mp=9)
    state = battle.field(unit, enemy, 280 * CM)
    state.change("u", left=(given["activations"], 1), drawn=given["move_type"] or "field")
    umpire = battle.umpire(dice)
    for number, action in enumerate(given["actions"]):
        facts = dict(action)
        do = facts.pop("do")
        facts = fill_in(_ACTIONS.get(do, {}), facts, f"actions[{number}].")
        if do == "fire":
            bars = bars_to_shot(state, "u", "c", "activated")
            if any(bar.rule not in _AIM for bar in bars):
                return _NOT_LEGAL
            fire_at(state, "u", "c", umpire)
        elif not goes.act_out(
            state, "u", _act_of(do, facts, state.units["u"]), umpire, exactly=True
        ):
            return _NOT_LEGAL
    left = state.units["u"]
    share = Fraction(*left.left)
    return {
        "legal": True,
        "percent_left": share * 100,
        "formation": left.formation,
        "cm_left": in_cm(share * (rate(left.mover) or 0)),
    }


_NOT_LEGAL = {"legal": False, "percent_left": None, "formation": None, "cm_left": None}


@operation(
    "movement",
    {
        **MOVER,
        "activations": COUNT,
        "road": optional("none", *words_of(going.Road)),
        "enemy_distance": MAYBE_CM,
        "options": OPTIONS,
        "actions": required(list),
    },
)
def _movement(given: Given, dice: Scripted) -> Answer:
    limited = "OP15" in given["options"]
    if any(going.bars_to_activate(given["activations"], two_at_most=limited)):
        return _NOT_LEGAL
    if _on_the_table(given):
        return _go_on_the_table(given, dice)
    near = given["enemy_distance"]
    go = going.begin(
        _mover(given),
        given["activations"],
        road=given["road"],
        enemy=None if near is None else distance(near),
    )
    for number, action in enumerate(given["actions"]):
        where = f"actions[{number}]."
        facts = dict(action)
        do = facts.pop("do", None)
        if do not in _ACTIONS and do not in _PLAIN:
            raise VectorFault(f"{where}do is {do!r}")
        bars, done = _try(go, do, fill_in(_ACTIONS.get(do, {}), facts, where))
        if any(bars):
            return _NOT_LEGAL
        go = done()
    return {
        "legal": True,
        "percent_left": go.left,
        "formation": go.mover.formation,
        "cm_left": in_cm(go.distance_left),
    }


@operation(
    "difficult_ground",
    {
        "arm": one_of(words.Arm),
        "formation": one_of(words.Formation),
        "activations": COUNT,
        "ground": required("marsh", "woods", "ploughed", "scrub", "broken"),
        "to_patch": CENTIMETRES,
        "patch": CENTIMETRES,
        "gun": optional("", None, str),
        "move_type": maybe(words.MoveType),
    },
)
def _difficult_ground(given: Given, dice: Scripted) -> Answer:
    if not rates.may_enter(given["arm"], given["ground"]):
        return {"allowed": False, "in_patch": None, "left": None}
    go = going.begin(_mover(given), given["activations"])
    left = max(Fraction(0), go.distance_left - distance(given["to_patch"]))
    inside, beyond = rates.through_difficult(left, distance(given["patch"]))
    return {"allowed": True, "in_patch": in_cm(inside), "left": in_cm(beyond)}


@operation(
    "flight",
    {
        "cause": required("withdraw", "rout"),
        **MOVER,
        "team": NO,
        "from_edge": MAYBE_CM,
        "moves": optional(0, int),
    },
)
def _flight(given: Given, dice: Scripted) -> Answer:
    mover = _mover(given, team=given["team"] or given["formation"] == "limbered")
    withdraws = given["cause"] == "withdraw"
    move = rates.withdrawal(mover) if withdraws else rates.rout(mover)
    answer: Answer = {"cm": in_cm(move), "removed": move is None and not withdraws}
    if given["from_edge"] is not None:
        edge = distance(given["from_edge"])
        places = None if move is None else rates.run_to_the_edge(edge, move, given["moves"])
        answer["positions"] = places and [in_cm(place) for place in places]
        answer["off_table"] = places and 0 in places
    return answer


@operation("forced_march", {"unit": group(UNIT), "road": required(bool), "marches": COUNT})
def _forced_march(given: Given, dice: Scripted) -> Answer:
    unit = troops(given["unit"])
    barred = [str(bar) for bar in marching.bars_to_forced_march(unit)]
    if barred:
        raise VectorFault("; ".join(barred))
    found = marching.forced_march(unit, given["marches"], dice, road=given["road"])
    charge = Charge(charger=found.unit, target=unit, force_marched=bool(found.tests))
    return {
        "factors": [test.factor for test in found.tests],
        "passed": [test.passed for test in found.tests],
        "mp": found.unit.mp,
        "max_cm": in_cm(found.distance),
        "may_charge": not any(bars_to_charge(charge)),
    }


@operation("ford", {"width": CENTIMETRES, "activations": COUNT})
def _ford(given: Given, dice: Scripted) -> Answer:
    width = distance(given["width"])
    if not crossing.is_fordable(width):
        return {"fordable": False, "results": []}
    return {"fordable": True, "results": crossing.attempts(width, given["activations"], dice)}


@operation(
    "pontoon",
    {
        "type": one_of(rates.BridgeType),
        "width": CENTIMETRES,
        "tidal": required(bool),
        "done": COUNT,
        "engineers_mp": COUNT,
    },
)
def _pontoon(given: Given, dice: Scripted) -> Answer:
    needed = crossing.building_time(given["type"], distance(given["width"]), given["tidal"], dice)
    left = crossing.still_to_build(needed, given["done"], given["engineers_mp"])
    return {"total": needed, "remaining": left}
