"""Corinth: map and set-up, reserves, heat, and victory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth import free_set_up, heat, reserves, setup
from longroll.systems.corinth.assault_areas import rows
from longroll.systems.corinth.deployment import deployment, selected
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.plotting import Plotting
from longroll.systems.corinth.set_up_events import DivisionBroke
from longroll.systems.corinth.victory import FirstDay, controlled
from longroll.systems.gbacw import losses
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CONFEDERATE, UNION
from longroll.systems.gbacw.sequence import PlayTurn
from longroll.systems.gbacw.terrain import CREST_UP
from tests.vectors.gbacw_ops.field import Field, state_for
from tests.vectors.gbacw_ops.shared import (
    NUMBER,
    SIDE,
    SIDES,
    TITLES,
    Steady,
    attempt,
    in_halves,
    operation,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, optional
from tests.vectors.runner import required as req

#: The scenarios of the vectors as the engine calls them.
SCENARIOS = {"free": "free", "free_solitaire": "solitaire", "historical": "historical"}
SCENARIO = req("free", "historical")
TURN = req(*range(1, 33))
_ROSTER = CORINTH.roster


# Map and set-up


@operation("hex_level", {"hex": req(str)})
def _hex_level(given: Given, dice: Scripted) -> Answer:
    hex = CORINTH.grid.require(given["hex"])
    ground = CORINTH.ground
    crest = any(CREST_UP in ground.crosses(hex, near) for near in CORINTH.grid.adjacent[hex])
    return {"level": CORINTH.map.level[hex], "crest": crest}


@operation("assault_areas", {"hex": req(str)})
def _assault_areas(given: Given, dice: Scripted) -> Answer:
    hex = CORINTH.grid.require(given["hex"])
    return {"areas": [area for area, row in sorted(rows(CORINTH.ground).items()) if hex in row]}


@operation("assault_plan", {"plan": req(dict)})
def _assault_plan(given: Given, dice: Scripted) -> Answer:
    plan = given["plan"]
    if set(plan) != {"Hebert", "Maury", "Lovell"}:
        raise VectorFault("a plan has a line for Hebert, Maury and Lovell")
    state = state_for(CORINTH)
    state.agenda = [Plotting()]
    umpire = Umpire(Steady(1))
    lines = [plan[division] for division in ("Hebert", "Maury", "Lovell")]
    return {"legal": all(attempt(state, f"plot {area} {turn}", umpire) for area, turn in lines)}


@cache
def _set_up(scenario: str) -> Any:
    """A set-up just begun: counters with a hex of their own stand there, the rest wait."""
    state = state_for(CORINTH, scenario=scenario)
    state.duties = {
        id: free_set_up.ELSEWHERE for id, one in _ROSTER.brigades.items() if one.side == UNION
    }
    setup.BeginSetUp().run(state, Umpire(Steady(1)))
    return state


@operation("setup_check", {"scenario": SCENARIO, "side": SIDE, "hex": req(str)})
def _setup_check(given: Given, dice: Scripted) -> Answer:
    """Whether any counter of the side may stand there when the battle begins."""
    hex, side = CORINTH.grid.require(given["hex"]), SIDES[given["side"]]
    state = _set_up(given["scenario"])
    queue = [unit for unit in state.agenda[-1].queue if _ROSTER.pieces[unit].side == side]
    placed = bool(state.stack(hex, side) or state.leaders_in(hex, side))
    return {
        "legal": placed
        or any(next(setup.bars_to_place(state, unit, hex), None) is None for unit in queue)
    }


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _called(name: str) -> Iterator[int]:
    """The counters that a name may mean, by their label, title or id."""
    wanted = {_plain(name), _plain(name).removeprefix("battery").removesuffix("battery")}
    for unit, piece in enumerate(_ROSTER.pieces):
        names = {_plain(text) for text in (piece.label, piece.title, piece.id)}
        if piece.kind == CAVALRY:
            names |= {f"{text}cav" for text in names} | {f"{text}cavalry" for text in names}
        if wanted & names and not piece.crew_of:
            yield unit


@operation("setup_hex", {"scenario": SCENARIO, "unit": req(str)})
def _setup_hex(given: Given, dice: Scripted) -> Answer:
    scenario = given["scenario"]
    state = _set_up(scenario)
    units = list(_called(given["unit"]))
    if not units:
        raise VectorFault(f"no counter {given['unit']!r}")
    book = deployment(scenario)
    for unit in units:
        if state.hex_of(unit):
            return {"hex": state.hex_of(unit)}
    for one in book.reinforcement:
        if set(units) & set(selected(_ROSTER, one.units)):
            return {"hex": one.hex}
    usual = [hex for unit in units for hex in setup.usual_hexes(state, unit)]
    return {"hex": usual[0] if usual else None}


# Heat


@operation("heat", {"turn": TURN})
def _heat(given: Given, dice: Scripted) -> Answer:
    state = state_for(CORINTH, scenario="historical", heat=True)
    state.turn = given["turn"]
    state.agenda = [PlayTurn(0), *reversed([*state.game.rules.begin_turn(state)])]
    umpire = Umpire(dice)
    while not isinstance(state.agenda[-1], PlayTurn):
        state.agenda.pop().run(state, umpire)
    skipped = state.agenda[-1] != PlayTurn(0)
    after = []
    for turn in range(given["turn"] + 1, CORINTH.last_turn + 1):
        state.turn = turn
        if heat.is_hot(state):
            after.append(turn)
    return {"skipped": skipped, "next_check_turn": after[0] if after else None}


# Victory


@operation(
    "control",
    {
        "hex": req(str),
        "history": each({"side": SIDE, "kind": req("combat_unit", "leader")}),
    },
)
def _control(given: Given, dice: Scripted) -> Answer:
    hex = CORINTH.grid.require(given["hex"])
    field = Field()
    stood = [
        (field.leader if one["kind"] == "leader" else field.unit)("", SIDES[one["side"]])
        for one in given["history"]
    ]
    state = field.state()
    for unit in stood:
        state.put(unit, hex)
        state.game.rules.entered(state, (unit,), hex, Umpire(Steady(1)))
        state.take_off(unit)
    held = hex in controlled(state)
    return {"controller": TITLES[CONFEDERATE if held else UNION]}


_COUNT = optional(0, int)


#: The Tishomingo Hotel, an objective in the town.
_HOTEL = "2437"


@operation(
    "victory_points",
    {
        "scenario": SCENARIO,
        "when": optional("final", "day_one", "final"),
        "other_vp": optional(0, int, float),
        "secondary_redans": _COUNT,
        "primary_redans": _COUNT,
        "corinth_hexes": _COUNT,
        "objective_hexes": optional([], list),
        "union_bce_lost_vp": optional([], list),
        "confederate_bce_lost_vp": optional([], list),
        "leaders": optional({}, dict),
        "union_batteries_captured": _COUNT,
        "union_batteries_removed_by_crew_loss": _COUNT,
        "union_losses": _COUNT,
        "confederate_losses": _COUNT,
        "uncommitted_formations": _COUNT,
        "lovell_casualties": optional(None, None, dict),
        "bce_limits": optional(None, None, dict),
    },
)
def _victory_points(given: Given, dice: Scripted) -> Answer:
    """Every fact is brought about on the map; the count is the engine's."""
    field = Field(scenario=given["scenario"], turn=16 if given["when"] == "day_one" else 32)
    for side in SIDES:
        for vp in given[f"{side.lower()}_bce_lost_vp"]:
            field.brigade("", SIDES[side], limits=(1, 1), vp=vp, broken=True)
    lost = {
        side: field.unit("2022", side, strength=given[f"{side}_losses"] + 1)
        for side in (UNION, CONFEDERATE)
    }
    hurt = {name: _lovells(field, name, given) for name in given["lovell_casualties"] or {}}
    game = field.game()
    game.elsewhere = in_halves(given["other_vp"])
    state = field.state(game)
    umpire = Umpire(Steady(1))
    for side, unit in lost.items():
        points = given[f"{side}_losses"]
        if points:
            losses.lose_points(state, unit, points, umpire, captured=False, rule="")
    for name, unit in hurt.items():
        points = given["lovell_casualties"][name]
        if points:
            losses.lose_points(state, unit, points, umpire, captured=False, rule="")
    state.confederate_held = frozenset(_held(given))
    _lose_leaders(state, given["leaders"])
    _lose_batteries(state, given, umpire)
    if given["when"] == "day_one":
        reserves.form(state)
        kept = list(state.reserve)[: given["uncommitted_formations"]]
        state.reserve = {name: state.reserve[name] for name in kept}
    else:
        state.uncommitted = given["uncommitted_formations"]
    lines = list(state.game.rules.victory_lines(state))
    if not given["corinth_hexes"]:  # the hotel is a hex of the town, but the facts say none counts
        lines = [line for line in lines if "of Corinth held" not in line.reason]
    if _HOTEL not in given["objective_hexes"]:  # or that the town is held, but not it
        lines = [line for line in lines if f"({_HOTEL}) held" not in line.reason]
    answer: Answer = {"vp": sum(line.value for line in lines) / 2}
    if given["lovell_casualties"] is not None:
        answer["division_lost"] = bool(told(umpire, DivisionBroke))
        answer["brigades_suffering_bce_effects"] = [
            name for name in hurt if state.brigades[name.lower()].broken
        ]
    return answer


def _lovells(field: Field, name: str, given: Given) -> int:
    """A regiment for the losses of a brigade of Lovell's, whose limit the vector gives."""
    slug = name.lower()
    if slug not in field.brigades:
        raise VectorFault(f"no brigade {name!r}")
    if given["bce_limits"] and name in given["bce_limits"]:
        limit, vp = given["bce_limits"][name]
        field.brigades[slug] = replace(
            field.brigades[slug], first_day=limit, second_day=limit, vp=vp
        )
    return field.unit(
        "2022",
        CONFEDERATE,
        strength=given["lovell_casualties"][name] + 1,
        brigade=slug,
        division="lovell",
        army="district",
    )


def _held(given: Given) -> list[str]:
    """Hexes the Confederates hold; the hotel is one of the town's."""
    zones = CORINTH.map
    held = list(given["objective_hexes"])
    unknown = sorted(set(held) - zones.zones["objective"])
    if unknown:
        raise VectorFault(f"{unknown[0]} is no objective")
    for zone, key in (("secondary_redan", "secondary_redans"), ("primary_redan", "primary_redans")):
        held += _some(zones.of_zone(zone), given[key], key)
    town = sorted(zones.of_zone("corinth"), key=lambda hex: (hex not in held, hex == _HOTEL, hex))
    return held + _some(tuple(town), given["corinth_hexes"], "corinth_hexes")


def _some(hexes: tuple[str, ...], count: int, what: str) -> list[str]:
    if count > len(hexes):
        raise VectorFault(f"{count} {what}: there are {len(hexes)}")
    return list(hexes[:count])


def _lose_leaders(state: Any, fates: dict[str, str]) -> None:
    for name, fate in fates.items():
        slug = name.lower().replace(" ", "-")
        if slug not in _ROSTER.number or fate not in ("wounded", "killed", "captured"):
            raise VectorFault(f"{name} {fate}")
        losses.lose_leader(state, _ROSTER.number[slug], fate)


def _lose_batteries(state: Any, given: Given, umpire: Umpire) -> None:
    guns = iter(u for u in _ROSTER.of_side[UNION] if _ROSTER.pieces[u].kind == BATTERY)
    for _ in range(given["union_batteries_captured"]):
        losses.capture(state, next(guns), umpire, "", "")
    for _ in range(given["union_batteries_removed_by_crew_loss"]):
        losses.lose_crew(state, next(guns), 2, umpire, "")


def _scored(given: Given, scenario: str, turn: int) -> Any:
    """A battle in which everything comes to the Victory Points a vector gives."""
    field = Field(scenario=scenario, turn=turn)
    game = field.game()
    game.elsewhere = in_halves(given["vp"])
    return field.state(game)


@operation("victory_level", {"scenario": req(*SCENARIOS), "vp": NUMBER})
def _victory_level(given: Given, dice: Scripted) -> Answer:
    state = _scored(given, SCENARIOS[given["scenario"]], 32)
    state.game.rules.finish(state, Umpire(dice))
    return {"level": state.result.level.removesuffix(" victory")}


@operation("first_day", {"vp": NUMBER})
def _first_day(given: Given, dice: Scripted) -> Answer:
    state = _scored(given, "historical", 16)
    FirstDay().run(state, Umpire(dice))
    winner = state.result.winner if state.result else None
    return {"outcome": f"{TITLES[winner]} wins" if winner else "continue"}
