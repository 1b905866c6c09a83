"""26.3 BCE recovery, between the night and the barrage."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.recovery import EffectivenessRecovered
from longroll.systems.gbacw import effectiveness
from tests.rulebook.corinth.asking import brigades, titles
from tests.rulebook.corinth.field import field, number, state
from tests.support import offered, only


def dawn(**lines: dict[str, Any]) -> Battle:
    """The end of the last night turn, with some brigades' lines of the roster."""
    return field(
        "2030 7il | 1018 18ar",
        turn=20,
        phasing="union",
        phase="J",
        more={"brigades": brigades(**lines)},
    )


def line(battle: Battle, brigade: str) -> tuple[bool, int]:
    now = state(battle).brigades[brigade]
    return now.broken, now.limit


@pytest.mark.rule("corinth:26.3")
def test_recovery_comes_after_the_last_night_turn_and_before_the_barrage() -> None:
    battle = dawn(cabell={"boxes": 8, "broken": True})
    assert titles(battle.past.events)[-1] == "BCE Recovery Interphase"
    assert offered(battle) == ["barrage", "done"]
    assert line(battle, "cabell") == (False, 11)


@pytest.mark.rule("corinth:26.31")
def test_boxes_of_the_second_day_count_only_once_they_are_won() -> None:
    first = state(field("2030 7il", turn=3))
    assert {id: now.limit for id, now in first.brigades.items()} == {
        id: brigade.first_day for id, brigade in CORINTH.roster.brigades.items()
    }
    second = dawn(crocker={"boxes": 12, "broken": True})
    assert line(second, "buford") == (False, 13)
    assert line(second, "crocker") == (True, 11)


@pytest.mark.rule("corinth:26.32")
def test_the_example_of_cabell() -> None:
    battle = dawn(cabell={"boxes": 10 - 2, "broken": True, "broke_first_day": True})
    assert line(battle, "cabell") == (False, 11)
    assert only(battle.past.events, EffectivenessRecovered).regained == ("Cabell's Brigade",)


@pytest.mark.rule("corinth:26.32")
def test_a_brigade_never_broken_raises_its_limit() -> None:
    assert line(dawn(buford={"boxes": 4}), "buford") == (False, 13)


@pytest.mark.rule("corinth:26.33")
@pytest.mark.parametrize("brigade", ["rust", "villepigue", "bowen", "armstrong", "jackson"])
def test_lovells_brigades_and_the_cavalry_have_one_level(brigade: str) -> None:
    limit = CORINTH.roster.brigades[brigade].first_day
    battle = dawn(**{brigade: {"boxes": 1}})
    assert line(battle, brigade) == (False, limit)


@pytest.mark.rule("corinth:26.34.1")
def test_a_brigade_that_cannot_extend_stays_broken() -> None:
    battle = dawn(cabell={"boxes": 9, "broken": True, "broke_first_day": True})
    assert line(battle, "cabell") == (True, 9)
    assert effectiveness.is_broken(state(battle), number("18ar"))


@pytest.mark.rule("corinth:26.34.2")
def test_a_brigade_that_extended_breaks_at_its_second_limit() -> None:
    battle = dawn(cabell={"boxes": 8, "broken": True, "broke_first_day": True})
    facts = state(battle)
    told: list[Any] = []
    umpire = type("Log", (), {"tell": lambda self, event: told.append(event)})()
    effectiveness.mark(facts, number("18ar"), 2, umpire)
    assert not effectiveness.is_broken(facts, number("18ar"))
    effectiveness.mark(facts, number("18ar"), 1, umpire)
    assert effectiveness.is_broken(facts, number("18ar"))
