"""The roster sheets: what is kept of every brigade, battery, wagon and leader."""

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.stragglers import seek
from longroll.systems.gbacw import losses, morale
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON
from tests.rulebook.corinth.asking import brigades
from tests.rulebook.corinth.field import field, number, state, unit
from tests.support import offered, play


def umpire(*dice: int) -> Umpire:
    return Umpire(Scripted(dice))


@pytest.mark.rule("corinth:roster.2")
def test_every_line_of_the_roster_is_kept() -> None:
    facts = state(field("2030 7il", phase="B"))
    assert {id: (now.boxes, now.limit) for id, now in facts.brigades.items()} == {
        id: (0, brigade.first_day) for id, brigade in CORINTH.roster.brigades.items()
    }
    for brigade in CORINTH.roster.brigades.values():
        assert brigade.first_day <= brigade.second_day <= brigade.total
        assert brigade.vp in (1, 2)
    for now, piece in zip(facts.units, CORINTH.roster.pieces, strict=True):
        if piece.kind == BATTERY:
            assert (now.strength, now.rounds, now.crew) == (piece.strength, 12, 2)
        elif piece.kind == WAGON:
            assert (now.boxes, now.rounds, now.crew) == (10, 10, 1)
        elif piece.kind == LEADER:
            assert (now.fate, now.turned) == ("", False)


@pytest.mark.rule("corinth:roster.2")
def test_a_green_units_rating_is_noted_when_it_is_found() -> None:
    facts = state(field("2030 18ar", phase="B"))
    assert morale.rating(facts, number("18ar")) == 0
    assert morale.see_elephant(facts, number("18ar"), umpire(3, 3)) == 2
    assert facts.units[number("18ar")].rating == 2


@pytest.mark.rule("corinth:roster.2")
def test_crew_and_leader_status_are_noted() -> None:
    facts = state(field("2030 2ia-bty stanley", phase="B"))
    losses.lose_crew(facts, number("2ia-bty"), 1, umpire(), "gbacw:9.82.1")
    losses.lose_leader(facts, number("stanley"), "wounded")
    assert facts.units[number("2ia-bty")].crew == 1
    assert facts.units[number("stanley")].fate == "wounded"


@pytest.mark.rule("corinth:roster.3")
def test_killed_captured_and_wounded_are_told_apart() -> None:
    facts = state(field("2030 7il stanley hamilton davies", phase="B"))
    losses.lose_points(facts, number("7il"), 1, umpire(), captured=False, rule="gbacw:9.81.1")
    losses.lose_points(facts, number("7il"), 2, umpire(), captured=True, rule="gbacw:12.93.1")
    own = facts.units[number("7il")]
    assert (own.strength, own.killed, own.captured) == (1, 1, 2)
    fates = ("killed", "captured", "wounded")
    for id, fate in zip(("stanley", "hamilton", "davies"), fates, strict=True):
        losses.lose_leader(facts, number(id), fate)
    assert [facts.units[number(id)].fate for id in ("stanley", "hamilton", "davies")] == list(fates)


@pytest.mark.rule("corinth:roster.3")
def test_recovered_stragglers_are_erased() -> None:
    facts = state(
        field(
            "2030 7il",
            phase="B",
            states={"7il": {"strength": 1, "killed": 2, "captured": 1}},
            more={"brigades": brigades(baldwin={"boxes": 3})},
        )
    )
    seek(facts, number("7il"), umpire(6))
    own = facts.units[number("7il")]
    assert (own.strength, own.killed, own.captured) == (2, 1, 1)
    assert facts.brigades["baldwin"].boxes == 2


@pytest.mark.rule("corinth:roster.4")
def test_each_shot_of_a_battery_marks_one_round() -> None:
    battle = field(
        "2128 landis green | 2132 7il",
        (1, 1, 1),
        states={"landis": {"facing": 3}},
    )
    play(battle, "fire 2132", "all", "resolve")
    assert unit(battle, "landis").rounds == 11


@pytest.mark.rule("corinth:roster.4")
def test_each_unit_supplied_marks_one_box() -> None:
    battle = field(
        "2128 9ar 3ky | 2129 supply-lovell | 3030 7il",
        phase="G",
        states={id: {"depleted": True} for id in ("9ar", "3ky")},
    )
    assert "draw 9ar supply-lovell" in offered(battle)
    play(battle, "draw 9ar supply-lovell")
    assert unit(battle, "supply-lovell").boxes == 9
    play(battle, "draw 3ky supply-lovell")
    assert unit(battle, "supply-lovell").boxes == 8


@pytest.mark.rule("corinth:roster.5")
def test_independent_regiments_keep_their_own_record() -> None:
    facts = state(field("2030 adams 2ar-cav", phase="B"))
    log = umpire()
    losses.lose_points(facts, number("adams"), 2, log, captured=False, rule="gbacw:9.81.1")
    assert facts.units[number("adams")].killed == 2
    assert not any(brigade.boxes for brigade in facts.brigades.values())
    losses.lose_points(facts, number("2ar-cav"), 2, log, captured=False, rule="gbacw:9.81.1")
    assert facts.brigades["armstrong"].boxes == 2
