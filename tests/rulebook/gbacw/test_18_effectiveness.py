"""18.0 Brigade Combat Effectiveness: the boxes of a brigade."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw import effectiveness
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import BrigadeBroke, Checked, Fired
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.state import BrigadeState
from tests.rulebook.gbacw.field import add_rules, brigades, state_of
from tests.rulebook.gbacw.fights import storm, volley
from tests.support import only


def boxes(battle: Battle) -> dict[str, int]:
    """The brigades that have marked any."""
    return {id: one.boxes for id, one in state_of(battle).brigades.items() if one.boxes}


def marked(brigade: str, count: int, limit: int, *, broken: bool = False) -> dict[str, object]:
    """A state where a brigade has marked some boxes already."""
    given = BrigadeState(boxes=count, limit=limit, broken=broken)
    return {"brigades": {**brigades(), brigade: given}}


@pytest.mark.rule("gbacw:18.0.1")
@pytest.mark.parametrize(
    "target, brigade", [("1cs", "barber"), ("7cs,4", "taylor"), ("1cs-cav,dismounted", "walker")]
)
def test_each_point_of_infantry_or_cavalry_marks_a_box(target: str, brigade: str) -> None:
    battle, _ = volley(target, 4, 1)
    assert boxes(battle) == {brigade: 1}


@pytest.mark.rule("gbacw:18.0.1")
def test_two_points_mark_two_boxes() -> None:
    # A crowd of twelve points is two columns more.
    battle, events = volley("1cs 2cs 10cs", 6, 1, 1)
    assert only(events, Fired).result == "2*"
    assert boxes(battle) == {"barber": 2}


@pytest.mark.rule("gbacw:18.0.1")
def test_points_that_are_captured_count_as_well() -> None:
    # K for the attackers, C1R2 for the defenders.
    battle, _ = storm("0508 1us,6 | 0509 3cs", [5, 1])
    assert boxes(battle) == {"miller": 1, "barber": 1}


@pytest.mark.rule("gbacw:18.0.1")
@pytest.mark.parametrize("target", ["cs-n1", "12cs"])
def test_crews_and_independent_units_mark_none(target: str) -> None:
    battle, _ = volley(target, 5, 1)
    assert boxes(battle) == {}


@pytest.mark.rule("gbacw:18.0.2")
@pytest.mark.parametrize("before, breaks", [(5, False), (6, True)])
def test_with_its_last_box_a_brigade_is_broken(before: int, breaks: bool) -> None:
    battle, events = volley("1cs", 4, 1, more=marked("barber", before, 7))
    told = [event for event in events if isinstance(event, BrigadeBroke)]
    assert [(event.rules, event.boxes, event.limit) for event in told] == [
        (("gbacw:18.0.2",), 7, 7)
    ] * breaks
    assert state_of(battle).brigades["barber"].broken == breaks
    state = state_of(battle)
    assert effectiveness.is_broken(state, state.game.roster.number["2cs"]) == breaks
    assert not effectiveness.is_broken(state, state.game.roster.number["cs-n1"])


@pytest.mark.rule("gbacw:18.0.2")
def test_a_broken_brigade_does_not_break_again() -> None:
    battle, events = volley("1cs", 4, 1, more=marked("barber", 7, 7, broken=True))
    assert not [event for event in events if isinstance(event, BrigadeBroke)]
    assert boxes(battle) == {"barber": 8}


@pytest.mark.rule("gbacw:18.0.2")
def test_the_limit_is_the_brigades_own() -> None:
    battle, _ = volley("1cs", 4, 1)
    limits = {id: one.limit for id, one in state_of(battle).brigades.items()}
    assert (limits["barber"], limits["turner"], limits["carter"]) == (7, 3, 4)


@pytest.mark.rule("gbacw:18.0.3")
def test_what_follows_is_for_the_exclusive_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    # By themselves the standard rules do nothing to a broken brigade.
    broken = marked("barber", 7, 7, broken=True)
    assert only(volley("1cs", 2, 4, more=broken)[1], Checked).lines == ()
    heard = []

    def hurt(state: State, brigade: str, umpire: Umpire) -> None:
        heard.append((brigade, state.brigades[brigade].boxes))

    add_rules(monkeypatch, Rules(brigade_hurt=hurt))
    volley("1cs", 4, 1)
    assert heard == [("barber", 1)]
