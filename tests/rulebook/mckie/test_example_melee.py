"""The book's example of a melee, played on a table die by die: two brigades charge a brigade and
the guns beside it.

North is the Union side. The charges are declared, made and fought out, to the morale of the losers
and the follow-up of the winners. The fire before contact is left out: the book gives it no numbers.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import pytest

from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.melee.events import Blows, CameToContact, GaveGround, MeleeDecided
from longroll.systems.mckie.risk.events import GeneralAtRisk
from longroll.systems.mckie.sequence import BeginStep
from tests.rulebook.mckie.field import Fight, battery, field, lay, troops

STEPS = (
    "charges_first",
    "moves_first",
    "firing",
    "chargers_test",
    "receivers_test",
    "melee",
    "fatigue",
    "melee_results",
)
UNITS = {
    "1": troops("confederate", 22, 30, figures=32, formation="supported_line", division="d"),
    "2": troops("confederate", 27.5, 30, figures=20, quality="veteran", division="d"),
    "A": troops("union", 24, 25, 180, figures=32),
    "B": battery("union", 28.5, 25, 180, quality="veteran"),
}
LEADER = General(
    title="the divisional commander",
    side="confederate",
    role="division",
    divisions=("d",),
    joined="1",
)
E = TypeVar("E", bound=UnitEvent)
#: The six faces of the average die are 2, 3, 3, 4, 4 and 5.
TWO, THREE, FOUR, FIVE = 1, 2, 4, 6
DICE = {
    "both charge": [FIVE, FIVE],
    "the guns and the brigade receive them": [FIVE, FIVE],
    "1: chance 3, then 6": [THREE, 6],
    "2: chance 3, then 7": [THREE, 7],
    "A: chance 3, then 4": [THREE, 4],
    "B: chance 4, then 8": [FOUR, 8],
    "the general": [2],
    "nobody is tired": [10, 10, 10, 10],
    "the losers test": [FIVE, FIVE],
}


@cache
def fought() -> Fight:
    """The melee, with the dice of the book."""
    dice = [face for some in DICE.values() for face in some]
    with pytest.MonkeyPatch.context() as patch:
        lay(patch)
        fight = field(
            UNITS,
            *map(BeginStep, STEPS),
            dice=dice,
            first="confederate",
            generals={"g": LEADER},
        )
        fight.play("charge 1 A")
        fight.play("charge 2 A")
        while fight.decision is not None and fight.decision.rule != "mckie:melee.res.3":
            fight.play("stand" if fight.decision.rule == "mckie:resp.1" else "done")
    return fight


def told(kind: type[E], unit: str) -> list[E]:
    return [one for one in fought().log() if isinstance(one, kind) and one.unit == unit]


@pytest.mark.rule("mckie:morale.when.1", "mckie:morale.when.2", "mckie:melee.elig.1")
def test_the_second_brigade_strikes_both_the_infantry_and_the_guns() -> None:
    [closed] = told(CameToContact, "2")
    assert closed.enemies == ("A", "B")
    tested = [one.unit for one in fought().log() if isinstance(one, MoraleTested)]
    assert tested[:2] == ["1", "2"]
    assert sorted(tested[2:4]) == ["A", "B"]


@pytest.mark.rule(
    "mckie:form.supported.3",
    "mckie:melee.proc.1",
    "mckie:melee.proc.2",
    "mckie:melee.chance",
    "mckie:ex.melee.attr",
)
@pytest.mark.parametrize(
    "unit, figures, lines, tenths, lost, dice",
    [
        ("1", {"A": 32}, [3, 1, 1, 3], {"A": 51}, {"A": 5}, [3, 6]),
        (
            "2",
            {"A": 12, "B": 8},
            [3, 1, 1, 3, 3, 1, 1, 3],
            {"A": 19, "B": 14},
            {"A": 2, "B": 1},
            [3, 7],
        ),
        ("A", {"1": 20, "2": 12}, [3, 3, 3, 3], {"1": 24, "2": 14}, {"1": 3, "2": 2}, [3, 4]),
        ("B", {"2": 4}, [3, 1, -2, 4], {"2": 5}, {"2": 0}, [4, 8]),
    ],
)
def test_each_strike(
    unit: str,
    figures: dict[str, int],
    lines: list[int],
    tenths: dict[str, int],
    lost: dict[str, int],
    dice: list[int],
) -> None:
    [blows] = told(Blows, unit)
    assert [roll.value for roll in blows.rolls] == dice
    assert [line.value for line in blows.lines] == lines
    assert (blows.figures, blows.tenths, blows.lost) == (figures, tenths, lost)


@pytest.mark.rule("mckie:ex.general")
def test_the_general_survives_with_a_2() -> None:
    [risk] = [one for one in fought().log() if isinstance(one, GeneralAtRisk)]
    assert (risk.general, [roll.value for roll in risk.rolls], risk.fate) == ("g", [2], "unharmed")


@pytest.mark.rule(
    "mckie:melee.lose.1",
    "mckie:melee.lose.2",
    "mckie:melee.res.1",
    "mckie:melee.res.2",
    "mckie:prisoners.1",
    "mckie:ex.melee.attr",
)
@pytest.mark.parametrize("unit, suffered, inflicted", [("A", 7, 5), ("B", 1, 0)])
def test_both_union_units_have_lost(unit: str, suffered: int, inflicted: int) -> None:
    [decided] = told(MeleeDecided, unit)
    assert (decided.verdict, decided.suffered, decided.inflicted) == ("lost", suffered, inflicted)
    assert decided.captured == 1
    assert fought().state.units[unit].figures == UNITS[unit].figures - suffered - 1
    assert told(MoraleTested, unit)[-1].reasons[0] == "melee_lost"
    [pushed] = told(GaveGround, unit)
    assert (pushed.how, pushed.distance) == ("pushed back", 300)


@pytest.mark.rule("mckie:melee.res.3")
def test_the_winners_may_follow_up() -> None:
    fight = fought().copy()
    assert [told(MeleeDecided, unit)[0].verdict for unit in "12"] == ["won", "won"]
    asked = []
    while fight.decision is not None and fight.decision.rule == "mckie:melee.res.3":
        asked.append(str(fight.decision.choices[0]))
        fight.play("stay")
    assert asked == ["follow 1", "follow 2"]
    assert not fight.dice.left  # type: ignore[attr-defined]
