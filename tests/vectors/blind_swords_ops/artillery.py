"""The Artillery Phase, and what guns may do outside it."""

from __future__ import annotations

from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords.artillery_phase import ArtilleryStep, NextGuns
from longroll.systems.blind_swords.assaulting import AssaultStep
from longroll.systems.blind_swords.close_combat import DefensiveFire
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.moving import MoveStep
from longroll.systems.blind_swords.opportunity_fire import OpportunityFire
from longroll.systems.blind_swords.rallying import RallyStep
from tests.vectors.blind_swords_ops.scene import MIDDLE, NORTH, SOUTH, Scene, away
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    FLAG,
    INTEGER,
    UNION,
    Aside,
    asks,
    attempt,
    operation,
    refusals,
)
from tests.vectors.runner import Answer, Given, VectorFault
from tests.vectors.runner import required as req


@operation("artillery_steps", {"union_hexes": INTEGER, "confederate_hexes": INTEGER})
def _artillery_steps(given: Given, dice: Scripted) -> Answer:
    """Batteries in rows far from each other; each has its step and does nothing in it."""
    scene = Scene(phase="B")
    for side, column in ((UNION, 12), (CONFEDERATE, 40)):
        for number in range(given[f"{side}_hexes"]):
            scene.unit(f"{column + number // 25:02}{number % 25:02}", side, "artillery")
    battle = scene.battle(dice, NextGuns(CONFEDERATE))
    order: list[str] = []
    while asks(battle, ArtilleryStep):
        assert battle.decision is not None
        order.append(battle.decision.side)
        if len(order) > sum(given.values()):
            raise VectorFault("guns act twice")
        battle.play(battle.decision.choices[0])
        battle.play("done")
    return {"order": order}


@operation(
    "artillery_action",
    {
        "phase": req("artillery", "chit_draw"),
        "action": req("move", "fire", "rally", "defensive_fire", "opportunity_fire"),
        "done": req(list),
        "engaged": FLAG,
        "enters_engagement": FLAG,
    },
)
def _artillery_action(given: Given, dice: Scripted) -> Answer:
    """A Union battery, next to it another that keeps its step open."""
    calm = Aside(dice, {"fire at": (1, 2) * 9, "": 2})
    return {"allowed": _Battery(given).may(calm)}


#: The facts of a battle that say what guns have done in the Artillery Phase.
_DONE = {"move": "moved", "fire": "fired", "rally": "rallied"}


class _Battery:
    """A Shaken battery in the middle; an enemy next to it to the south, or farther off."""

    def __init__(self, given: Given) -> None:
        self.given = given
        phase = "B" if given["phase"] == "artillery" else "C"
        # The enemy lets the battery go.
        self.scene = Scene(phase=phase, standing={CONFEDERATE: "never"})
        self.enemy = away(MIDDLE, SOUTH, 1 if given["engaged"] else 5)
        self.number = self.scene.unit(MIDDLE, type="artillery", status="shaken")
        self.gun = self.scene.id(self.number)
        self.to = away(MIDDLE, NORTH)
        if given["enters_engagement"]:
            self.scene.unit(away(MIDDLE, NORTH, 2), CONFEDERATE)

    def may(self, dice: Dice) -> bool:
        action = self.given["action"]
        if action == "defensive_fire":
            return self._fires_when_assaulted(dice)
        if action == "opportunity_fire":
            return self._fires_at_leavers(dice)
        self.scene.unit(self.enemy, CONFEDERATE)
        if self.given["phase"] == "chit_draw":
            return self._may_in_an_activation(dice, action)
        self.scene.unit(MIDDLE, type="artillery")
        battle = self.scene.battle(dice, ArtilleryStep(UNION))
        battle.play(f"guns {MIDDLE}")
        for done in self.given["done"]:
            if not attempt(battle, *self._tries(done)):
                # It did so before the enemy stood where the vector has him.
                self.scene.facts[_DONE[done]] = frozenset({self.number})
                battle = self.scene.battle(dice, ArtilleryStep(UNION))
                battle.play(f"guns {MIDDLE}")
            attempt(battle, "stop")
        return attempt(battle, *self._tries(action))

    def _tries(self, action: str) -> tuple[str, ...]:
        return {
            "move": (f"move {self.gun}", f"to {self.to}"),
            "fire": (f"fire {self.enemy}", f"add {self.gun}", "resolve"),
            "rally": (f"recover {self.gun}",),
        }[action]

    def _may_in_an_activation(self, dice: Dice, action: str) -> bool:
        """A regiment out of range is activated, and the battery tries to act with it."""
        self.scene.unit("1010", status="shaken")
        step = {"move": MoveStep, "fire": FireStep, "rally": RallyStep}[action]
        order = "regroup" if action == "rally" else "attack"
        battle = self.scene.battle(dice, step(UNION), active=f"decourcy {order}")
        return attempt(battle, *self._tries(action))

    def _fires_when_assaulted(self, dice: Dice) -> bool:
        start = away(MIDDLE, SOUTH)
        self.scene.unit(start, CONFEDERATE)
        if self.given["phase"] == "artillery":
            # Nobody assaults in that phase.
            battle = self.scene.battle(dice, ArtilleryStep(UNION))
        else:
            battle = self.scene.battle(dice, AssaultStep(CONFEDERATE), active="thomas attack")
            attempt(battle, f"assault {MIDDLE} {start}", "commit")
        return asks(battle, DefensiveFire) and not refusals(battle, "resolve")

    def _fires_at_leavers(self, dice: Dice) -> bool:
        start, back = away(MIDDLE, SOUTH), away(MIDDLE, SOUTH, 2)
        guns = self.given["phase"] == "artillery"
        unit = self.scene.id(
            self.scene.unit(start, CONFEDERATE, "artillery" if guns else "infantry")
        )
        if guns:
            battle = self.scene.battle(dice, ArtilleryStep(CONFEDERATE))
            battle.play(f"guns {start}")
        else:
            battle = self.scene.battle(dice, MoveStep(CONFEDERATE), active="thomas attack")
        attempt(battle, f"move {unit}", f"to {back}")
        return asks(battle, OpportunityFire) and not refusals(battle, f"from {MIDDLE}")
