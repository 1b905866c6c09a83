"""Movement, difficult ground, flight, forced marches, rivers."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from msgspec.structs import replace

from longroll.board.table import Point, Pose, Table, Turn, ahead, piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.miniatures.bodies import at
from longroll.miniatures.drill import NORMAL, Act, Change, Drill
from longroll.miniatures.rulebook import Gait
from longroll.systems.honor_glory import crossing, going, marching, rates, words
from longroll.systems.honor_glory.charges import Charge, bars_to_charge
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import goes, manoeuvres
from longroll.systems.honor_glory.play.firing import fire_at
from longroll.systems.honor_glory.play.rulebook import ROAD, RULEBOOK, layout_of
from longroll.systems.honor_glory.play.scenario import BARRICADE
from longroll.systems.honor_glory.play.shooting import bars_to_shot
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import COSTS, Mover, rate
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.weapons import gun_named
from tests.vectors.honor_glory_ops import battle, driven
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
    "cross": {"what": required("hedge", "fence", "low_stone_wall", "ditch", "barricade")},
    "pass_through": {
        "what": required("friendly_infantry", "friendly_cavalry", "routing_enemy", "artillery")
    },
    **{do: {} for do in ("fire", "lie_down", "stand_up", "mount", "dismount")},
    **{do: {} for do in ("limber", "unlimber", "take_cover")},
}
#: What a battery is whose gun is not given.
_SOME_GUN = "medium_rifled"
_NOT_LEGAL = {"legal": False, "percent_left": None, "formation": None, "cm_left": None}
#: What an order to fire may lack on a bare table: these say nothing about the allowance.
_AIM = {"honor_glory:54.9", "honor_glory:54.7", "honor_glory:54.2"}


class _Table:
    """A unit in its go, on a field of its own; it is put back where it began after each action,
    since only its allowance is asked for."""

    def __init__(self, given: Given, dice: Scripted) -> None:
        guns = given["arm"] == "artillery"
        unit = Troops(
            arm=given["arm"],
            formation=given["formation"],
            mp=9,
            weapon=None if guns or given["arm"] == "wagon" else "rifled_musket",
            gun=given["gun"] or (_SOME_GUN if guns else ""),
        )
        self.umpire = battle.umpire(dice)
        self.road = given["road"] == "whole"
        self.enemy = given["enemy_distance"]
        self.state = battle.field(unit, Troops(arm="cavalry", formation="line", mp=9), 700 * CM)
        if self.road:
            ends = ((battle.SIZE // 2, 0), (battle.SIZE // 2, battle.SIZE))
            road = piece("road", "the road", *ends, width=battle.SIZE)
            self.state.board = Table("field", battle.SIZE, battle.SIZE, (road,))
        drawn = given["move_type"] or "field"
        self.state.change("u", left=(given["activations"], 1), drawn=drawn)
        self.home = self.unit.pose

    @property
    def unit(self) -> Unit:
        return self.state.units["u"]

    @property
    def gait(self) -> Gait:
        gait = RULEBOOK.moves.gait
        assert gait is not None
        return gait(self.unit, ROAD if self.road else NORMAL, False)

    @property
    def whole(self) -> int:
        """How far a whole allowance goes; 0 if the unit cannot move."""
        found = RULEBOOK.moves.rate(self.gait)
        return 0 if isinstance(found, Refusal) else found.value

    def does(self, do: str, facts: Given) -> bool:
        """Carry out an action; whether it is allowed."""
        if self.enemy is not None:
            self._bring_up_the_enemy(do, facts)
        match do:
            case "move":
                done = self._moves(facts)
            case "turn":
                done = self._acts(Turn(round(facts["degrees"] * 10)))
            case "cross":
                done = self._crosses(facts["what"])
            case "pass_through":
                done = self._passes(facts["what"])
            case "fire":
                done = self._fires()
            case "take_cover":
                done = self._takes_cover()
            case _:
                done = self._acts(Change(facts["to"] if do == "change" else do))
        self.state.put("u", self.home)
        return done

    def _bring_up_the_enemy(self, do: str, facts: Given) -> None:
        """Formed enemies stand as far away as is said, where they are not in the way: behind it
        when it moves, before a corner of it when it turns, else before it."""
        far, frame = distance(self.enemy), layout_of(self.unit).frame
        enemy, (x, y) = self.state.units["c"], self.home.point
        there = Pose(Point(x, y - int(far)), 1800)
        if do == "move":
            there = Pose(Point(x, y + frame.depth + int(far)), 0)
        elif do == "turn":
            aside = frame.right + layout_of(enemy).frame.right + ceil(far * 3 / 5)
            aside = aside if facts["degrees"] > 0 else -aside
            there = Pose(Point(x + aside, y - ceil(far * 4 / 5)), 1800)
        self.state.units = {**self.state.units, "near": at(enemy, there)}

    def _acts(self, act: Act) -> bool:
        pace = NORMAL
        if self.road and manoeuvres.keeps_to_road(self.state, "u", Drill((act,))):
            pace = ROAD
        return goes.act_out(self.state, "u", act, self.umpire, exactly=True, pace=pace)

    def _moves(self, facts: Given) -> bool:
        if (facts["cm"] is None) == (facts["percent"] is None):
            raise VectorFault("a move has cm or percent")
        ground = RULEBOOK.ground
        if not self.whole or (self.road and not ground.by_road(self.gait)):
            return False
        if facts["cm"] is None:
            length = Fraction(str(facts["percent"])) * self.whole / 100
        else:
            length = Fraction(distance(facts["cm"]))
        # Less than a hundredth of a centimetre cannot be seen on the table, but it is paid for.
        return (int(length) == 0 or self._acts(ahead(int(length)))) and self._pays(
            (length - int(length)) / self.whole
        )

    def _pays(self, share: Fraction) -> bool:
        if self.unit.prone or share > Fraction(*self.unit.left):
            return False
        self.state.spend("u", share)
        return True

    def _crosses(self, what: str) -> bool:
        barrier = RULEBOOK.ground.barrier
        assert barrier is not None
        hedge = piece("hedge", what, (0, 0), (100, 0), width=20)
        line = barrier(self.gait, replace(hedge, level=BARRICADE if what == "barricade" else 0))
        return isinstance(line, Line) and self._pays(Fraction(line.value, self.whole))

    def _passes(self, what: str) -> bool:
        arm = {"artillery": "artillery", "friendly_cavalry": "cavalry"}.get(what, "infantry")
        other = replace(self.state.units["c"], arm=arm, side="union")
        if what == "routing_enemy":
            other = replace(other, side="confederate", morale="routing")
        assert RULEBOOK.others.berth(self.unit, other).passable
        line = RULEBOOK.others.passage(self.unit, other, ahead(1))
        return isinstance(line, Line) and self._pays(Fraction(-line.value, 100))

    def _fires(self) -> bool:
        bars = bars_to_shot(self.state, "u", "c", "activated")
        if any(bar.rule not in _AIM for bar in bars):
            return False
        fire_at(self.state, "u", "c", self.umpire)
        return True

    def _takes_cover(self) -> bool:
        x, y = battle.HERE
        bare, ends = self.state.board, ((x - 20 * CM, y - CM), (x + 20 * CM, y - CM))
        hedge = piece("hedge", "the hedge", *ends, width=20)
        self.state.board = replace(bare, pieces=(*bare.pieces, hedge))
        manoeuvres.take_cover(self.state, "u")
        self.state.board = bare
        return True


def _beside_the_table(given: Given) -> Answer:
    """Commanders and teams are not measured as bodies: they ride, turn and jump."""
    mover = _mover(given)
    whole = rate(mover, road=given["road"] == "whole") or 0
    left = Fraction(given["activations"])
    for action in given["actions"]:
        match action["do"]:
            case "move":
                percent = Fraction(str(action.get("percent") or 0)) / 100
                left -= percent or Fraction(distance(action["cm"])) / whole
            case "turn":
                left -= Fraction(going.turn_cost(ceil(abs(action["degrees"]))), 100)
            case "cross":
                stiff = action["what"] == "barricade"
                left -= Fraction(COSTS.barricade if stiff else COSTS.cross, 100)
            case "pass_through" if action["what"] == "artillery" or given["arm"] == "commander":
                pass
            case _:
                return _NOT_LEGAL
        if left < 0:
            return _NOT_LEGAL
    form, far = given["formation"], in_cm(left * whole)
    return {"legal": True, "percent_left": left * 100, "formation": form, "cm_left": far}


@operation(
    "movement",
    {
        **MOVER,
        "activations": COUNT,
        "road": optional("none", "whole", "part", "none"),
        "enemy_distance": MAYBE_CM,
        "options": OPTIONS,
        "actions": required(list),
    },
)
def _movement(given: Given, dice: Scripted) -> Answer:
    limited = "OP15" in given["options"]
    actions = [dict(action) for action in given["actions"]]
    for number, facts in enumerate(actions):
        if facts.get("do") not in _ACTIONS:
            raise VectorFault(f"actions[{number}].do is {facts.get('do')!r}")
    if any(going.bars_to_activate(given["activations"], two_at_most=limited)):
        return _NOT_LEGAL
    if given["arm"] in ("commander", "team"):
        return _beside_the_table(given)
    table = _Table(given, dice)
    for number, facts in enumerate(actions):
        do = facts.pop("do")
        if not table.does(do, fill_in(_ACTIONS[do], facts, f"actions[{number}].")):
            return _NOT_LEGAL
    left = Fraction(*table.unit.left)
    return {
        "legal": True,
        "percent_left": left * 100,
        "formation": table.unit.formation,
        "cm_left": in_cm(left * table.whole),
    }


@operation(
    "difficult_ground",
    {
        "arm": one_of(words.Arm),
        "formation": maybe(words.Formation, "line"),  # A wagon has none.
        "activations": COUNT,
        "ground": required("marsh", "woods", "ploughed", "scrub", "broken"),
        "to_patch": CENTIMETRES,
        "patch": CENTIMETRES,
        "gun": optional("", None, str),
        "move_type": maybe(words.MoveType),
    },
)
def _difficult_ground(given: Given, dice: Scripted) -> Answer:
    if given["arm"] == "artillery":
        given["gun"] = given["gun"] or _SOME_GUN
    before, patch = distance(given["to_patch"]), distance(given["patch"])
    if driven.is_body(given["arm"], given["gun"]) and before == int(before):
        return driven.into_difficult(
            _mover(given),
            given["gun"],
            given["ground"],
            int(before),
            int(patch),
            given["activations"],
            dice,
        )
    if not rates.may_enter(given["arm"], given["ground"]):
        return {"allowed": False, "in_patch": None, "left": None}
    whole = given["activations"] * (rate(_mover(given)) or 0)
    inside, beyond = rates.through_difficult(max(0, whole - before), patch)
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
    if driven.is_body(given["arm"], given["gun"] or ""):
        edge = None if given["from_edge"] is None else distance(given["from_edge"])
        return driven.fled(mover, given["gun"] or "", given["cause"], edge, given["moves"])
    withdraws = given["cause"] == "withdraw"
    move = rates.withdrawal(mover) if withdraws else rates.rout(mover)
    answer: Answer = {"cm": in_cm(move), "removed": move is None and not withdraws}
    if given["from_edge"] is not None:
        edge = distance(given["from_edge"])
        moves = range(1, given["moves"] + 1)
        places = None if move is None else [max(0, edge - move * number) for number in moves]
        answer["positions"] = None if places is None else [in_cm(place) for place in places]
        answer["off_table"] = None if places is None else 0 in places
    return answer


@operation("forced_march", {"unit": group(UNIT), "road": required(bool), "marches": COUNT})
def _forced_march(given: Given, dice: Scripted) -> Answer:
    unit = troops(given["unit"])
    barred = [str(bar) for bar in marching.bars_to_forced_march(unit)]
    if barred:
        raise VectorFault("; ".join(barred))
    if battle.can_be_laid(unit) and unit.mp > given["marches"]:
        return driven.forced(unit, given["marches"], dice, road=given["road"])
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
    halves = 2 * max(0, needed - given["done"])
    left = halves // crossing.halves_built(given["engineers_mp"])
    return {"total": needed, "remaining": left}
