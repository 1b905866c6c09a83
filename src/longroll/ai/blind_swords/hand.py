"""Which events to put into the cup, and when to play one."""

from __future__ import annotations

from longroll.ai.blind_swords.chances import best_assault, of_column
from longroll.ai.blind_swords.ground import gap
from longroll.ai.blind_swords.plans import GOOD_CHANCE, Plan
from longroll.board.hex import Hex
from longroll.kernel.decision import Choice
from longroll.systems.blind_swords import cohesion, fire, morale
from longroll.systems.blind_swords.close_combat import RollAssault
from longroll.systems.blind_swords.event_chits import Window
from longroll.systems.blind_swords.fire import RollFire
from longroll.systems.blind_swords.state import State

#: Events from the most to the least wanted as Key Chits. Guns have fired before chits are drawn, so
#: Superior Artillery seldom finds a fire to help.
WANTED = (
    "huzzah",
    "command-momentum",
    "command-confusion",
    "sharpshooters",
    "good-ground",
    "firing-low",
    "stand-to-it",
    "confident",
    "rally",
    "seeing-the-elephant",
    "epaulement",
    "handsome-movement",
    "superior-artillery",
)
#: The harm from which fire is worth an event against it.
_SERIOUS = 0.5
#: The rating up to which a unit needs help with its roll.
_WEAK = 3


def wanted(event: str) -> int:
    """How much an event is wanted; the lower the more."""
    return WANTED.index(event) if event in WANTED else len(WANTED)


def best_play(state: State, window: Window, plan: Plan, choices: list[Choice]) -> Choice | None:
    """The event to play now, None for none."""
    found = [
        (worth, str(one), one)
        for one in choices
        if one.verb == "play" and (worth := _worth(state, window, plan, one)) > 0
    ]
    return max(found)[2] if found else None


def _worth(state: State, window: Window, plan: Plan, play: Choice) -> float:
    event = play.object
    word = play.objects[1] if len(play.objects) > 1 else ""
    below = window.moment(state).step
    match event:
        case "rally":
            return _rally(state, plan, word)
        case "good-ground":
            return _good_ground(state, plan, below, word)
        case "firing-low" | "superior-artillery":
            return _on_fire(state, below)
        case "stand-to-it":
            unit = getattr(below, "unit", None)
            if unit is None:
                return 0.0
            weak = _WEAK - cohesion.rating(state, unit)
            return 1.0 + weak if weak >= 0 else 0.0
        case "huzzah":
            return _huzzah(state, plan, word)
        case "epaulement":
            guns = [u for u in state.stack(word, plan.side) if state.arm(u) == "artillery"]
            return float(len(guns)) if gap(state, word, plan.enemy) <= 8 else 0.0
        case "handsome-movement":
            return 0.5 if plan.lost else 0.0
        case "command-confusion":
            active = state.active
            if active is None:
                return 0.0
            near = min(
                (
                    gap(state, state.hex_of(u), plan.side)
                    for u in state.brigade_units(active.brigade)
                ),
                default=99,
            )
            return 6.0 - near
    return 1.0  # Confident, Command Momentum, Sharpshooters!, Seeing the Elephant


def _rally(state: State, plan: Plan, word: str) -> float:
    unit = state.game.roster.number.get(word)
    if unit is None:
        return 0.0
    own = state.units[unit]
    if not own.hex:
        return 1.0 if not plan.attacks else 0.5
    strength = state.game.roster.pieces[unit].strength
    hurt = own.hits + (1.5 if own.worn and gap(state, own.hex, plan.enemy) > 1 else 0)
    return hurt * strength / 5 - 1.0


def _good_ground(state: State, plan: Plan, below: object, hex: Hex) -> float:
    if isinstance(below, RollAssault):
        return 3.0
    if isinstance(below, RollFire):
        return _on_fire(state, below)
    return 0.0


def _on_fire(state: State, below: object) -> float:
    """How serious the fire is that was declared."""
    if not isinstance(below, RollFire):
        return 0.0
    volley = below.volley
    _, column = fire.columns(state, volley, fire.shifts(state, volley))
    lead = volley.targets[0] if volley.targets else None
    rating = cohesion.rating(state, lead) if lead is not None else _WEAK
    return of_column(column, rating, False)[0] - _SERIOUS


def _huzzah(state: State, plan: Plan, hex: Hex) -> float:
    """The infantry of a hex moves and assaults: where a good assault is within a step."""
    units = [
        unit
        for unit in state.stack(hex, plan.side)
        if state.arm(unit) == "infantry" and not state.units[unit].hits
    ]
    best = 0.0
    grid = state.game.grid
    for place in (hex, *grid.adjacent[hex]):
        if place != hex and state.stack(place, plan.enemy):
            continue
        trial: State = state.copy()
        for unit in units:
            trial.put(unit, place)
        for target in grid.adjacent[place]:
            if trial.stack(target, plan.enemy):
                best = max(best, best_assault(trial, plan.side, target, units, granted=True)[0])
    strength = sum(float(morale.strength(state, unit)) for unit in units)
    return best * 1.3 - GOOD_CHANCE if strength >= 4 else 0.0
