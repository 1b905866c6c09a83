"""Movement, and responses to charges."""

from __future__ import annotations

from typing import Any

from longroll.kernel.decision import Refusal
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement import rules as movement
from tests.vectors.mckie_ops import marches
from tests.vectors.mckie_ops.fire import hundredths
from tests.vectors.mckie_ops.shared import (
    ARMS,
    FORMATIONS,
    GROUNDS,
    NO,
    STATES,
    maybe,
    one_of,
    operation,
)
from tests.vectors.runner import (
    Answer,
    BadKeys,
    Given,
    each,
    optional,
)

PACES = ("normal", "double", "charge", "manhandle")
MANOEUVRES = (
    "turn",
    "form_line",
    "form_column",
    "form_supported_line",
    "form_extended",
    "form_skirmish",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "pass_lines",
    "detach_screen",
    "recall_screen",
)


@operation(
    "move",
    {
        "arm": one_of(ARMS),
        "formation": one_of(FORMATIONS),
        "pace": maybe(PACES, "normal"),
        "manoeuvres": optional([], list),
        "ground": maybe(GROUNDS),
        "legs": each({"ground": one_of(GROUNDS), "inches": optional(None, int, float, None)}, None),
        "contours": optional(0, int),
        "state": maybe(STATES, "steady"),
        "fatigued": NO,
        "figures": optional(None, int, None),
    },
)
def _move(given: Given, dice: Any) -> Answer:
    """Played, and read from the battle. The table counts whole hundredths of an inch: where it
    agrees with the rule to the hundredth, the answer has the fraction."""
    move = movement.Move(
        arm=given["arm"],
        formation=given["formation"],
        pace=given["pace"],
        manoeuvres=tuple(_manoeuvres(given["manoeuvres"])),
        legs=_legs(given),
        contours=given["contours"],
        state=given["state"],
        fatigued=given["fatigued"],
    )
    reached = movement.reach(move)
    gone = marches.played(move, given["figures"], dice)
    if gone is None:
        return _by_rule(move, reached, given["figures"], dice)
    if gone.distance is None:
        return {"inches": None}
    answer: Answer = {"inches": _inches(gone.distance)}
    if not isinstance(reached, Refusal) and int(reached.distance) == gone.distance:
        answer = {"inches": _inches(reached.distance)}
    if gone.stragglers is not None:
        answer |= {"stragglers": gone.stragglers, "figures": gone.figures}
    return answer


def _by_rule(move: movement.Move, reached: Any, figures: int | None, dice: Any) -> Answer:
    """The answer of the rule itself, to a move that has no place on the table."""
    if isinstance(reached, Refusal):
        return {"inches": None, "why": str(reached)}
    answer: Answer = {"inches": _inches(reached.distance)}
    if movement.straggles(move):
        lost = movement.stragglers(dice).lost
        answer["stragglers"] = lost
        if figures is not None:
            answer["figures"] = max(0, figures - lost)
    return answer


def _manoeuvres(words: list[Any]) -> list[Any]:
    for word in words:
        if word not in MANOEUVRES:
            raise BadKeys(f"manoeuvres holds {word!r}, not one of {', '.join(MANOEUVRES)}")
    return words


def _legs(given: Given) -> tuple[movement.Leg, ...]:
    if given["legs"] is None:
        return (movement.Leg(given["ground"]),) if given["ground"] is not None else ()
    if given["ground"] is not None:
        raise BadKeys("one of ground and legs is given")
    return tuple(
        movement.Leg(leg["ground"], None if leg["inches"] is None else hundredths(leg["inches"]))
        for leg in given["legs"]
    )


def _inches(distance: Distance) -> float:
    return float(distance / INCH)
