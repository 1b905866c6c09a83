"""What an order lets a unit do, and how far it goes."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import activation, movement
from longroll.systems.blind_swords.activation import StartActivation
from longroll.systems.blind_swords.state import State
from tests.vectors.blind_swords_ops.scene import MIDDLE, NORTH, SOUTH, Scene, away
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    ORDER,
    ORDERS,
    TYPE,
    UNION,
    attempt,
    operation,
    points,
    refusals,
)
from tests.vectors.runner import Answer, Given, optional
from tests.vectors.runner import required as req

_ACTIONS = (
    "fire",
    "close_combat",
    "recover",
    "rebuild",
    "march_column",
    "place_pioneer",
    "leave_skirmish",
)


class Acting(Do, frozen=True):
    """The steps of the activation under way, from one of them on."""

    step: str

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.extend(reversed(activation.steps(state, self.step)))


@operation("order_allows", {"order": ORDER, "action": req(*_ACTIONS), "distance": optional(1, int)})
def _order_allows(given: Given, dice: Scripted) -> Answer:
    """A regiment of a brigade with the order tries it."""
    action, order = given["action"], given["order"]
    scene, north = Scene(), away(MIDDLE, NORTH)
    facts: dict[str, dict[str, Any]] = {
        "recover": {"status": "shaken"},
        "rebuild": {"worn": True},
        "leave_skirmish": {"skirmish": True},
    }
    unit = scene.id(scene.unit(MIDDLE, **facts.get(action, {})))
    step, tries = {
        "fire": ("fire", (f"fire {away(MIDDLE, SOUTH, given['distance'])}", "all")),
        "close_combat": ("assault", (f"assault {away(MIDDLE, SOUTH)} {MIDDLE}",)),
        "recover": ("rally", (f"recover {unit}",)),
        "rebuild": ("rally", (f"rebuild {unit}",)),
        "march_column": ("move", (f"move {unit}", f"column {north}")),
        "place_pioneer": ("", (f"pioneer {unit} {north}",)),
        "leave_skirmish": ("move", (f"move {unit}", "form line")),
    }[action]
    if action in ("fire", "close_combat"):
        scene.unit(away(MIDDLE, SOUTH, given["distance"]), CONFEDERATE)
    if action == "march_column":
        scene.road("pike", MIDDLE, north)
    if action == "place_pioneer":
        scene.facts["timber"] = {north: "full"}
        # An order other than Limited is given after Pioneers are placed.
        named = order if order == "limited" else ""
        active = f"decourcy {named}".strip()
        battle = scene.battle(dice, StartActivation(UNION), active=active)
    else:
        battle = scene.battle(dice, Acting(step), active=f"decourcy {order}")
    *first, last = tries
    return {"allowed": attempt(battle, *first) and not refusals(battle, last)}


@operation("movement_allowance", {"type": TYPE, "order": req(None, *ORDERS)})
def _movement_allowance(given: Given, dice: Scripted) -> Answer:
    scene = Scene(phase="C" if given["order"] else "B")
    unit = scene.unit(MIDDLE, type=given["type"])
    state = scene.state(active=f"decourcy {given['order']}" if given["order"] else "")
    return {"mp": points(movement.allowance(state, unit))}
