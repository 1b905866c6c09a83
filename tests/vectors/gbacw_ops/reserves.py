"""Corinth: the reserves of the Union."""

from __future__ import annotations

from functools import cache

from longroll import Battle, Event, IllegalChoice
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Scripted
from longroll.kernel.errors import OutOfDice
from longroll.systems.corinth import free_set_up, reserves, system
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.set_up_events import ReserveFreed
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.roster import CONFEDERATE, UNION
from tests.vectors.gbacw_ops.battle_of_corinth import TURN
from tests.vectors.gbacw_ops.field import NORTH, away, state_for
from tests.vectors.gbacw_ops.shared import Asked, Steady, operation
from tests.vectors.runner import Answer, Given
from tests.vectors.runner import required as req

_ROSTER = CORINTH.roster


@operation(
    "activation",
    {"first_combat_turn": req(int), "reserve_brigade_attacked_turn": req(None, int)},
)
def _activation(given: Given, dice: Scripted) -> Answer:
    state = state_for(CORINTH, scenario="free")
    state.duties = {"fuller": free_set_up.RESERVE}
    reserves.form(state)
    held = min(state.reserve[reserves.HOTEL])
    other = _ROSTER.number["52il"]
    umpire = Umpire(Steady(1))
    for turn in range(1, 60):
        state.turn, state.phasing = turn, UNION
        for when, unit in (
            (given["first_combat_turn"], other),
            (given["reserve_brigade_attacked_turn"], held),
        ):
            if when == turn:
                state.game.rules.attacked(state, (unit,), umpire)
        for step in state.game.rules.begin_phase(state, UNION, "A"):
            step.run(state, umpire)
        if not state.reserve:
            return {"activation_turn": turn}
    return {"activation_turn": None}


_FORMATIONS = ("Hamilton", "Stanley", "Crocker", "Mizner")


@operation(
    "reserve_commitment",
    {
        "turn": TURN,
        "uncommitted": req(list),
        "attempts": req(list),
        "wishes": req(list),
        "attacked": req(None, *_FORMATIONS),
    },
)
def _reserve_commitment(given: Given, dice: Scripted) -> Answer:
    """The Union's Player-Turn, or the Confederates' before it where they attack a formation."""
    held = {name.lower() for name in given["uncommitted"]}
    prey = (given["attacked"] or "").lower()
    units = dict(_POSTS.values())
    if prey:
        units[away(_POSTS[prey][0], NORTH)] = _ATTACKER
    position = {
        "scenario": "historical",
        "turn": given["turn"],
        "phasing": CONFEDERATE if prey else UNION,
        "phase": "D" if prey else "A",
        "units": units,
        "states": {_ATTACKER: {"facing": "S", "command": True}} if prey else {},
        "more": {"reserve": {slug: one for slug, one in _reserves().items() if slug in held}},
    }
    battle = Battle(system, system.from_position(position), Asked(dice, "commitment"))
    events: list[Event] = []
    if prey:
        for word in (f"fire {_POSTS[prey][0]}", "all", "resolve"):
            events += battle.play(word)
    while _facts(battle).phasing == CONFEDERATE:
        events += battle.play("done")
    # Attempts are declared before dice are thrown: all have to be allowed.
    legal = _may_commit(battle, given["attempts"], Steady(6))
    for name in given["attempts"] if legal else ():
        events += battle.play(f"commit {name.lower()}")
    for name in given["wishes"]:
        # What needs a die is not to be had for the wishing.
        if _may_commit(battle, [name], Scripted(())):
            events += battle.play(f"commit {name.lower()}")
    freed = [one.formation for one in events if isinstance(one, ReserveFreed)]
    titles = {reserves.title_of(_facts(battle), name.lower()): name for name in _FORMATIONS}
    return {"legal": legal, "committed": [titles[one] for one in freed]}


#: Where a counter of each formation stands, far from all others, and who attacks it.
_POSTS = {
    "hamilton": ("2804", "48in"),
    "stanley": ("0630", "27oh"),
    "crocker": ("0819", "11ia"),
    "mizner": ("1817", "5oh-cav"),
}
_ATTACKER = "2mo"


@cache
def _reserves() -> dict[str, tuple[int, ...]]:
    """Every formation of the historical reserve with its counters."""
    state = state_for(CORINTH, scenario="historical")
    reserves.form(state)
    return {slug: tuple(units) for slug, units in state.reserve.items()}


def _facts(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def _may_commit(battle: Battle, names: list[str], dice: Dice) -> bool:
    """Whether a battle lets the Union commit formations one after the other, with these dice."""
    twin = Battle(system, _facts(battle).copy(), dice)
    try:
        for name in names:
            twin.play(f"commit {name.lower()}")
    except (IllegalChoice, OutOfDice):
        return False
    return True
