"""Charges on units behind cover, and out of it: whose cover it is."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table import piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, field, walls
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.units import cover_class
from tests.rulebook.honor_glory.table import Fight, play, position, regiment

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)


def hedged(y: float = 60, **more: Any) -> State:
    """Union skirmishers before Confederates behind a hedge at `y`; `more` is about the first."""
    units = {
        "u1": regiment("union", 20, 68, **{"formation": "skirmish", **more}),
        "c1": regiment("confederate", 20, 59.5, 180),
    }
    at = round(y * CM)
    hedge = piece("hedge", "the long hedge", (10 * CM, at), (30 * CM, at), width=20)
    return position(units, laid=(hedge,))


def ledgers(battle: Fight, kind: type[Any]) -> list[tuple[str, list[int]]]:
    told = [event for event in battle.log() if isinstance(event, kind)]
    return [(event.unit, [line.value for line in event.lines]) for event in told]


@pytest.mark.rule("honor_glory:34.5", "honor_glory:96.1", "honor_glory:81.2")
def test_a_charger_at_a_hedge_is_in_the_open() -> None:
    state = hedged()
    assert cover_class(field.facts(state, "c1")) == "informal"
    # Both tests, the bonus, and two blows that miss.
    faces = (*PASS, *PASS, 6, 20, 20)
    battle = play(state, "declare u1 1 charge c1", "done", "stand", faces=faces)
    # Skirmishers at informal cover have 2 and six points, and no cover; a line that strikes back
    # in the open has 7, six points, its cover, and one for Confederates.
    assert ledgers(battle, events.Struck) == [("u1", [2, 6]), ("c1", [7, 6, 1, 1])]


@pytest.mark.rule("honor_glory:100.1", "honor_glory:34.5")
def test_a_charger_at_a_hedge_is_tested_without_it() -> None:
    # It misses, and is hit: its test has five points and the dice.
    faces = (*PASS, *PASS, 6, 20, 1, *PASS)
    battle = play(hedged(), "declare u1 1 charge c1", "done", "stand", faces=faces)
    assert ledgers(battle, events.Tested)[-1] == ("u1", [5, 7])


@pytest.mark.rule("honor_glory:34.5", "honor_glory:63.7", "honor_glory:100.1")
def test_a_charger_that_is_hit_has_left_its_hedge_when_it_is_tested() -> None:
    # Its test of the charge has its cover, that of the hit has five points and the dice alone.
    faces = (*PASS, *PASS, *PASS, 1, 6, *PASS, 6, 20, 20)
    battle = play(
        hedged(67.5, formation="line"), "declare u1 1 charge c1", "done", "fire", faces=faces
    )
    own = [lines for id, lines in ledgers(battle, events.Tested) if id == "u1"]
    assert own == [[6, 1, 7], [5, 7]]


@pytest.mark.rule("honor_glory:OP12.0", "honor_glory:34.5", "honor_glory:100.1")
def test_so_it_is_when_others_fire_in_support() -> None:
    units = {
        "u1": regiment("union", 29, 80),
        "c1": regiment("confederate", 20, 59.5, 180),
        "c2": regiment("confederate", 37, 59.5, 180),
    }
    ends = ((15 * CM, round(79.5 * CM)), (45 * CM, round(79.5 * CM)))
    hedge = piece("hedge", "the long hedge", *ends, width=20)
    state = position(units, laid=(hedge,), options={"supporting_fire": True})
    assert cover_class(field.facts(state, "u1")) == "informal"
    # The neighbour's two tests and its hit come before the test of the charger, who falls short.
    faces = (*PASS, *PASS, *PASS, *PASS, 1, *PASS, 1)
    battle = play(state, "declare u1 1 charge c1", "done", "stand", "reply", faces=faces)
    own = [lines for id, lines in ledgers(battle, events.Tested) if id == "u1"]
    assert own == [[6, 1, 7], [5, 7]]


@pytest.mark.rule("honor_glory:63.4", "honor_glory:34.1")
def test_a_charger_that_leaves_its_hedge_is_fired_at_in_the_open() -> None:
    state = hedged(67.5, formation="line")
    assert cover_class(field.facts(state, "u1")) == "informal"
    # Both tests, the test of range, a hit with no more points and the charger's test; then the
    # bonus, and two blows that miss.
    faces = (*PASS, *PASS, *PASS, 1, 6, *PASS, 3, 20, 20)
    battle = play(state, "declare u1 1 charge c1", "done", "fire", faces=faces)
    # The figure of a line in the open at effective range, and six points.
    assert ledgers(battle, events.Fired) == [("c1", [14, 6])]


@pytest.mark.rule("honor_glory:81.6", "honor_glory:86.0")
def test_a_support_that_steps_up_to_a_hedge_defends_it() -> None:
    state = hedged(formation="line")
    state.units = {
        **state.units,
        "u1": regiment("union", 20, 60.3),
        "c2": regiment("confederate", 20, 55.5, 180),
    }
    state.melees = (("u1", "c1"),)
    # The Union hits, both Confederates miss, and their forward unit runs.
    after = play(state, "done", faces=(1, 20, 20, *WORST)).state
    assert after.melees == (("u1", "c2"),)
    assert cover_class(field.facts(after, "u1")) == "none"


@pytest.mark.rule("honor_glory:96.3", "honor_glory:34.1")
def test_a_regiment_that_charges_out_of_a_house_has_left_it() -> None:
    units = {
        "c1": regiment("confederate", 89, 46, 180, inside="the stone house"),
        "u1": regiment("union", 89, 66),
    }
    state = position(units, side="confederate")
    walls.face_out(state, "c1", "u1")
    assert cover_class(field.facts(state, "c1")) == "formal"
    faces = (*PASS, *PASS, 6, 20, 20)
    after = play(state, "declare c1 2 charge u1", "done", "stand", faces=faces).state
    assert (after.melees, after.units["c1"].inside) == ((("c1", "u1"),), "")
