"""14.1 and 14.3: what the end of a turn takes away, and what it leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.blind_swords.chits import drawing, state_of
from tests.rulebook.blind_swords.field import unit

UNITS = {"2910": "16oh foster", "2019": "40ga"}


@pytest.mark.rule(
    "blind_swords:14.1.1",
    "blind_swords:2.3.1",
    "chickasaw_bayou:2.3.1",
    "chickasaw_bayou:series.end_of_turn",
)
def test_what_belongs_to_the_turn_goes() -> None:
    battle = drawing(
        UNITS,
        (),
        chaos="2910",
        good_ground=["2019"],
        activated=["decourcy"],
        seen={"union": ["rally"]},
        let_pass={"union": ["between_draws"]},
    )
    state = state_of(battle)
    assert (state.turn, state.phase) == (5, "A")
    assert (state.chaos, state.good_ground, state.activated) == ("", frozenset(), frozenset())
    assert (state.seen, state.let_pass, state.cup) == ({}, {}, ())


@pytest.mark.rule("blind_swords:14.1.2")
def test_lasting_markers_stay() -> None:
    states: dict[str, Any] = {
        "16oh": {"hits": 1},
        "foster": {"low_ammo": 2},
        "40ga": {"skirmish": True, "hits": 2},
    }
    battle = drawing(
        UNITS,
        (),
        states=states,
        epaulements=["2910"],
        clarity_used=["morgan"],
        casualties=["morgan"],
    )
    state = state_of(battle)
    assert state.turn == 5
    assert (unit(battle, "16oh").hits, unit(battle, "foster").low_ammo) == (1, 2)
    assert (unit(battle, "40ga").skirmish, unit(battle, "40ga").hits) == (True, 2)
    assert state.epaulements == {"2910"}
    assert (state.clarity_used, state.casualties) == ({"morgan"}, {"morgan"})


@pytest.mark.rule("blind_swords:14.3.1", "chickasaw_bayou:series.control")
def test_control_belongs_to_who_was_there_last() -> None:
    # The Union stands in one Trench, has been in another, and never in a third.
    control = {"3719": "confederate", "3619": "union", "3819": "confederate"}
    battle = drawing({"3719": "16oh", "3819": "62tn"}, (), control=control)
    found = state_of(battle).control
    assert (found["3719"], found["3619"], found["3819"]) == ("union", "union", "confederate")
