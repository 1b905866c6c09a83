"""Where victory stands in a battle of these rules. [mckie:victory.none] (MK-M59)"""

from __future__ import annotations

from longroll.display.stakes import Level, Stakes
from longroll.miniatures import stakes as common
from longroll.systems.mckie.measure import INCHES
from longroll.systems.mckie.scenarios.goals import GOALS
from longroll.systems.mckie.table.closing import result
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import SIDES

_RULE = "mckie:victory.none"


def stakes(state: State) -> Stakes:
    """What the scenario asks, and how the battle would end now."""
    file = state.battle.file
    now = result(state)
    if file.victory:
        counts = [
            *common.conditions(state, GOALS, file.victory, INCHES, _RULE),
            *common.losses(state, GOALS, "figures lost", _RULE),
        ]
        levels = tuple(common.levels(state, GOALS, file.victory, now.winner))
        changes = tuple(common.asks(state, GOALS, file.victory, INCHES))
    else:
        counts = [
            *common.objectives(state, GOALS, file.objectives, INCHES, _RULE),
            *common.losses(state, GOALS, "figures lost", _RULE),
        ]
        levels = tuple(_levels(now.winner))
        places = " and ".join(one.name for one in file.objectives)
        changes = (
            f"Be the only side with formed troops at {places}; if neither or both are there, "
            "lose fewer figures than the enemy.",
        )
    return Stakes(
        verdict=f"{now.level}: {now.reason}",
        winner=now.winner,
        counts=tuple(counts),
        levels=levels,
        changes=changes,
    )


def _levels(winner: str | None) -> list[Level]:
    first, second = SIDES
    return [
        Level(title=f"{first.title()} victory", side=first, reached=winner == first),
        Level(title="Draw", reached=winner is None),
        Level(title=f"{second.title()} victory", side=second, reached=winner == second),
    ]
