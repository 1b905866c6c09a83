"""Step 1 on the table: the dice, who wins them, and what the winner may choose."""

from __future__ import annotations

import pytest

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.system import McKie
from longroll.systems.mckie.table.state import State

SYSTEM = McKie()


def started(*dice: int, generalship: bool = False) -> Battle:
    """The teaching scenario up to the first question of its first period."""
    options = SYSTEM.read_options({"generalship": generalship})
    battle = Battle(SYSTEM, SYSTEM.start("millers-crossroads", options), Scripted(dice))
    while battle.decision is not None and "first" not in map(str, battle.decision.choices):
        battle.play("done")
    return battle


@pytest.mark.rule("mckie:init.1", "mckie:period.1")
def test_the_higher_die_has_the_initiative() -> None:
    for dice, winner in (((7, 4), "confederate"), ((2, 9), "union")):
        battle = started(*dice)
        assert battle.decision is not None
        assert battle.decision.side == winner
        rolled = [event for event in battle.log() if type(event).__name__ == "InitiativeRolled"]
        assert rolled[0].rules == ("mckie:init.1",)


@pytest.mark.rule("mckie:init.2")
def test_equal_dice_go_to_the_better_general_or_are_rolled_again() -> None:
    battle = started(5, 5, 3, 8)
    assert battle.decision is not None
    assert battle.decision.side == "union", "neither has a rating for it: the dice decide"


@pytest.mark.rule("mckie:init.3", "mckie:gen.init.3")
@pytest.mark.parametrize("generalship", [False, True])
@pytest.mark.parametrize(
    "word, first", [("first", "confederate"), ("second", "union")], ids=["first", "second"]
)
def test_the_winner_moves_first_or_second_as_he_likes(
    generalship: bool, word: str, first: str
) -> None:
    battle = started(9, 2, generalship=generalship)
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    events = battle.play(word)
    assert isinstance(battle.state, State)
    assert battle.state.first == first
    assert "mckie:init.3" in {rule for event in events for rule in event.rules}
