"""26.2 Straggler recovery, phase K of night Game-Turns."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth.stragglers import StragglersSought, is_eligible
from tests.rulebook.corinth.asking import asked, brigades, titles
from tests.rulebook.corinth.field import field, number, state, unit
from tests.support import play


def night(dice: tuple[int, ...] = (), **situation: Any) -> Battle:
    """The Union's Straggler Recovery Phase; 7il, a regiment of four, has lost two."""
    states = {"7il": {"strength": 2, "killed": 2}}
    return field(
        **{
            "units": "2030 7il | 1018 2tx",
            "dice": dice,
            "turn": 17,
            "phasing": "union",
            "phase": "K",
            "states": states,
            "more": {"brigades": brigades(baldwin={"boxes": 2})},
            **situation,
        }
    )


def sought(battle: Battle) -> list[tuple[str, bool]]:
    return [
        (event.unit.id, event.found)
        for event in battle.past.events
        if isinstance(event, StragglersSought)
    ]


def losses(killed: int = 0, captured: int = 0) -> dict[str, Any]:
    left = 4 - killed - captured
    fate = {} if left else {"fate": "eliminated"}
    return {"7il": {"strength": left, "killed": killed, "captured": captured, **fate}}


@pytest.mark.rule("corinth:26.21.1")
@pytest.mark.parametrize("killed, rolls", [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_more_than_one_point_must_be_lost(killed: int, rolls: int) -> None:
    battle = night((5,) * rolls, states=losses(killed))
    assert sought(battle) == [("7il", True)] * rolls


@pytest.mark.rule("corinth:26.21.1")
def test_an_eliminated_unit_stays_eliminated() -> None:
    battle = night(units="2030 50il | 1018 2tx", states=losses(4))
    assert sought(battle) == []


@pytest.mark.rule("corinth:26.21.1")
def test_every_night_turn_brings_a_chance_and_no_day_turn_does() -> None:
    for turn in (17, 18, 19, 20):
        assert sought(night((6,), turn=turn)) == [("7il", True)]
    by_day = field("2030 7il | 1018 2tx", turn=21, phasing="union", phase="J", states=losses(2))
    assert "Straggler Recovery Phase" not in titles(by_day.past.events)


@pytest.mark.rule("corinth:26.21.1")
def test_cavalry_recovers_as_infantry_does() -> None:
    battle = night(
        (6,), units="2030 7ks-cav | 1018 2tx", states={"7ks-cav": {"strength": 1, "killed": 2}}
    )
    assert sought(battle) == [("7ks-cav", True)]


@pytest.mark.rule("corinth:26.21.2")
def test_who_moved_in_the_night_turn_finds_nobody() -> None:
    rested = field("2030 7il | 1018 2tx", (6,), 17, "union", "B", states=losses(2))
    play(rested, "done")
    assert sought(rested) == [("7il", True)]
    moved = field("2030 7il | 1018 2tx", (), 17, "union", "B", states=losses(2))
    play(moved, "move 7il", "to 2031", "stop", "done")
    assert sought(moved) == []


@pytest.mark.rule("corinth:26.21.2")
def test_who_fired_at_a_withdrawal_in_the_night_turn_finds_nobody() -> None:
    states = {**losses(2), "7il": {**losses(2)["7il"], "facing": 0}, "2tx": {"facing": 0}}
    battle = field("2030 7il | 2029 2tx", (3, 1, 1, 1), 17, "confederate", "B", states=states)
    play(battle, "move 2tx", "to 2028")
    assert asked(battle).side == "union"
    play(battle, "all", "resolve")
    assert not is_eligible(state(battle), number("7il"))
    held = field("2030 7il | 2029 2tx", (), 17, "confederate", "B", states=states)
    play(held, "move 2tx", "to 2028", "hold")
    assert is_eligible(state(held), number("7il"))


@pytest.mark.rule("corinth:26.21.2")
def test_after_its_phase_a_unit_has_a_new_chance() -> None:
    battle = night(more={"awake": [number("7il")]})
    assert sought(battle) == []
    assert is_eligible(state(battle), number("7il"))


@pytest.mark.rule("corinth:26.22")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_five_or_a_six_brings_one_point_back(die: int) -> None:
    battle = night((die,))
    assert unit(battle, "7il").strength == (3 if die >= 5 else 2)


@pytest.mark.rule("corinth:26.23")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_one_less_where_the_brigade_broke_on_the_first_day(die: int) -> None:
    line = {"boxes": 2, "broke_first_day": True}
    battle = night((die,), more={"brigades": brigades(baldwin=line)})
    assert sought(battle) == [("7il", die == 6)]


@pytest.mark.rule("corinth:26.24")
def test_a_point_raises_strength_and_erases_a_box_of_the_brigade() -> None:
    battle = night((5,))
    own = unit(battle, "7il")
    assert (own.strength, own.killed) == (3, 1)
    assert state(battle).brigades["baldwin"].boxes == 1


@pytest.mark.rule("corinth:26.25")
def test_independent_units_erase_a_killed_box_never_a_captured_one() -> None:
    lost = {"adams": {"strength": 2, "killed": 2, "captured": 1}}
    battle = night((5,), units="1018 adams | 2030 50il", phasing="confederate", states=lost)
    own = unit(battle, "adams")
    assert (own.strength, own.killed, own.captured) == (3, 1, 1)
    taken = {"adams": {"strength": 2, "captured": 3}}
    assert sought(night(units="1018 adams", phasing="confederate", states=taken)) == []


@pytest.mark.rule("corinth:26.26")
def test_one_loss_stays_for_good() -> None:
    battle = night((6,))
    own = unit(battle, "7il")
    assert (own.strength, own.killed) == (3, 1)
    assert not is_eligible(state(battle), number("7il"))


@pytest.mark.rule("corinth:26.27")
def test_guns_gun_crews_and_wagon_crews_never_recover() -> None:
    states = {
        "2ia-bty": {"strength": 3, "killed": 3, "crew": 1},
        "supply-davies": {"crew": 0, "killed": 2},
        "2ia-bty-crew": {"strength": 1, "killed": 2},
    }
    units = "2030 2ia-bty | 2031 supply-davies | 2032 2ia-bty-crew"
    battle = night(units=units, states=states)
    assert sought(battle) == []
    assert (unit(battle, "2ia-bty").strength, unit(battle, "2ia-bty").crew) == (3, 1)
