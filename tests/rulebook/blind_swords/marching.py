"""What tests of movement share: units on the march, and positions in which nothing happens."""

from __future__ import annotations

from typing import Any

from longroll.kernel.battle import Battle
from longroll.systems.chickasaw_bayou.roster import ROSTER
from tests.rulebook.blind_swords.field import choices, field

#: A question that waits for an answer whatever the position is.
WAIT: dict[str, Any] = {"type": "BayouChoice", "side": "union", "unit": 0, "hex": "3017"}
#: A regiment of Thomas' and one of DeCourcy's far from everybody, so that no step of their brigades
#: ends by itself.
THOMAS, DECOURCY = {"1010": "31la-b"}, {"1012": "22ky"}


def still(units: dict[str, str], **more: Any) -> Any:
    """The state of a position in which nothing happens."""
    return field(units, agenda=[WAIT], **more).state


def thomas(units: dict[str, str], order: str = "attack", **more: Any) -> Battle:
    """Thomas' brigade is about to move."""
    return field({**THOMAS, **units}, active=f"thomas {order}", step="move", **more)


def decourcy(units: dict[str, str], order: str = "attack", **more: Any) -> Battle:
    """DeCourcy's brigade is about to move."""
    return field({**DECOURCY, **units}, active=f"decourcy {order}", step="move", **more)


def guns(units: dict[str, str], id: str, **more: Any) -> Battle:
    """A battery is on the move in the Artillery Phase."""
    side = ROSTER[id].side
    moving = {"type": "Moving", "side": side, "units": [ROSTER.number[id]], "right": "artillery"}
    return field(units, agenda=[WAIT, moving], phase="B", **more)


def steps(battle: Battle) -> set[str]:
    """The hexes that units on the move may step to."""
    return {said.split()[1] for said in choices(battle) if said.startswith("to ")}


def left(battle: Battle) -> str:
    """What the question says of the points that are left."""
    assert battle.decision is not None
    return battle.decision.question.rpartition("? ")[2].split(" ")[0]


def rules(events: Any) -> list[str]:
    """The rules that some events cite."""
    return [rule for event in events for rule in event.rules]
