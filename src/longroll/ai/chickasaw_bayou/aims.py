"""What the battle of Chickasaw Bayou is about, scenario by scenario."""

from __future__ import annotations

from longroll.ai.blind_swords.aims import Aims, Worth
from longroll.systems.blind_swords.sides import UNION
from longroll.systems.chickasaw_bayou.scenario import Scenario
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.terrain import FIRST_ROW, SECOND_ROW

#: What a Trench hex of each row is worth where both count, and what one does where they are alike.
_FIRST, _SECOND = 2.0, 3.0


def _worth(state: State) -> Worth:
    """The hexes that give points, or the Trenches in play."""
    setting = state.setting
    assert isinstance(setting, Scenario)
    points = setting.victory.points
    if points is not None:
        return dict.fromkeys(points.hexes, 2.0)
    first, last = setting.columns
    rows = ((FIRST_ROW, _FIRST), (SECOND_ROW, _SECOND))
    return {
        hex: worth for row, worth in rows for hex in sorted(row) if first <= int(hex[:2]) <= last
    }


def _unit(state: State) -> float:
    setting = state.setting
    assert isinstance(setting, Scenario)
    return 1.0 if setting.victory.points is not None else 0.0


AIMS = Aims(_worth, UNION, _unit)
