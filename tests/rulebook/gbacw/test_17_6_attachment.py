"""17.6 Detachment and attachment of brigades."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import CommandChecked, Reassigned
from longroll.systems.gbacw.state import BrigadeState
from tests.rulebook.gbacw.field import brigades, field, state_of, unit, verbs
from tests.support import offered, only, play, refused, rules_against

#: Both divisions of the Union and their brigade commanders around one hex.
ALL = "0508 mason cooper miller mercer carter cutler sawyer 12us"


def orders(
    units: str = ALL, states: dict[str, BrigadeState] | None = None, **divisions: str
) -> Battle:
    return field(units, phase="A", more={"brigades": {**brigades(**divisions), **(states or {})}})


def division(battle: Battle, brigade: str) -> str:
    return state_of(battle).brigades[brigade].division


@pytest.mark.rule("gbacw:17.6", "gbacw:17.63")
def test_one_original_brigade_of_a_division_may_be_detached_at_a_time() -> None:
    battle = orders()
    play(battle, "detach miller")
    with refused("gbacw:17.6"):
        battle.play("detach mercer")
    play(battle, "detach carter")  # another division's
    assert [division(battle, id) for id in ("miller", "mercer", "carter")] == ["", "mason", ""]


@pytest.mark.rule("gbacw:17.6", "gbacw:17.63")
def test_one_foreign_brigade_may_be_attached_to_a_division_at_a_time() -> None:
    battle = orders()
    play(battle, "detach carter", "attach carter mason")
    with refused("gbacw:17.6"):
        battle.play("attach sawyer mason")
    play(battle, "attach sawyer cooper")
    assert (division(battle, "carter"), division(battle, "sawyer")) == ("mason", "cooper")


@pytest.mark.rule("gbacw:17.6")
def test_a_brigade_that_comes_home_is_no_foreign_one() -> None:
    battle = orders(miller="", sawyer="mason")
    play(battle, "attach miller mason")
    assert division(battle, "miller") == "mason"


@pytest.mark.rule("gbacw:17.61")
def test_it_is_announced_in_the_initial_command_phase() -> None:
    battle = orders()
    told = only(play(battle, "detach miller"), Reassigned)
    assert (told.rules, told.division) == (("gbacw:17.61",), "")
    play(battle, "done")
    with refused("gbacw:4.0.1"):
        battle.play("detach carter")
    # It holds through the Game-Turn and after it, until the brigade is attached again.
    while not (state_of(battle).turn == 2 and state_of(battle).phase == "A"):
        play(battle, "done")
    assert division(battle, "miller") == ""


@pytest.mark.rule("gbacw:17.62")
@pytest.mark.parametrize("hex, rules", [("0514", []), ("0515", ["gbacw:17.62"])])
def test_only_within_his_divisions_radius_may_a_brigade_be_detached(
    hex: str, rules: list[str]
) -> None:
    battle = orders(f"0508 mason miller 12us | {hex} mercer 4us")
    assert rules_against(battle, "detach mercer") == rules


@pytest.mark.rule("gbacw:17.62")
def test_detached_it_acts_for_itself() -> None:
    battle = orders("0508 mason 12us | 1512 miller 1us | 1511 mercer 4us", miller="")
    assert (unit(battle, "miller").command, unit(battle, "mercer").command) == (True, False)


@pytest.mark.rule("gbacw:17.62")
def test_under_a_division_it_must_be_detached_before_another_takes_it() -> None:
    battle = orders()
    with refused("gbacw:17.62"):
        battle.play("attach miller cooper")
    play(battle, "detach miller", "attach miller cooper")
    assert division(battle, "miller") == "cooper"


@pytest.mark.rule("gbacw:17.63")
def test_out_of_the_radius_is_out_of_command_and_not_detached() -> None:
    battle = orders("0508 mason 12us | 1512 miller 1us | 0509 mercer 4us")
    assert "detach miller" not in offered(battle)
    play(battle, "done")
    assert (division(battle, "miller"), unit(battle, "miller").command) == ("mason", False)


@pytest.mark.rule("gbacw:17.64")
@pytest.mark.parametrize("hex, rules", [("0512", []), ("0513", ["gbacw:17.64"])])
def test_a_brigade_is_attached_within_its_new_commanders_radius(hex: str, rules: list[str]) -> None:
    battle = orders(f"0508 cooper carter 12us | {hex} miller 1us", miller="")
    assert rules_against(battle, "attach miller cooper") == rules
    if not rules:
        told = only(play(battle, "attach miller cooper"), Reassigned)
        assert (told.rules, told.division) == (("gbacw:17.64",), "cooper")


@pytest.mark.rule("gbacw:17.64")
def test_the_attached_brigade_may_change() -> None:
    battle = orders(carter="mason")
    play(battle, "detach carter", "attach sawyer mason", "attach carter cooper")
    assert (division(battle, "sawyer"), division(battle, "carter")) == ("mason", "cooper")


@pytest.mark.rule("gbacw:17.65")
def test_nobody_has_to_detach_or_attach() -> None:
    battle = orders()
    assert {"detach", "done"} <= verbs(battle)
    play(battle, "done")
    assert division(battle, "miller") == "mason"


@pytest.mark.rule("gbacw:17.65")
def test_the_death_of_its_commander_detaches_nothing() -> None:
    # Mason is gone: Miller is under nobody's eyes, and still of the division.
    battle = orders("0508 miller 1us | 0509 cooper carter 12us")
    with refused("gbacw:17.62"):
        battle.play("detach miller")
    with refused("gbacw:17.62"):
        battle.play("attach miller cooper")
    play(battle, "done")
    assert (division(battle, "miller"), unit(battle, "miller").command) == ("mason", False)


@pytest.mark.rule("gbacw:17.66")
@pytest.mark.parametrize("under", ["", "mason"])
def test_an_independent_brigade_needs_no_division_attached_or_not(under: str) -> None:
    battle = orders("0508 mason 12us | 1512 sawyer 11us", sawyer=under)
    assert unit(battle, "sawyer").command
    battle = orders()
    play(battle, "attach sawyer mason")
    assert division(battle, "sawyer") == "mason"


@pytest.mark.rule("gbacw:17.67")
def test_a_broken_brigade_is_not_let_go_but_taken_on() -> None:
    for under in ("mason", ""):
        broken = {"miller": BrigadeState(boxes=7, limit=7, broken=True, division=under)}
        battle = orders(states=broken)
        if under:
            with refused("gbacw:17.67"):
                battle.play("detach miller")
        else:
            play(battle, "attach miller cooper")
            assert division(battle, "miller") == "cooper"


@pytest.mark.rule("gbacw:17.68")
def test_the_units_of_a_detached_brigade_still_need_their_commander() -> None:
    battle = orders("0508 miller 12us | 0511 1us | 0512 2us", miller="")
    told = only(battle.past.events, CommandChecked)
    assert [name.id for name in told.out] == ["2us"]
    # And they rally as his men do, by his points and not by a die.
    battle = field(
        "0508 miller 12us | 0511 1us,routed", phase="H", more={"brigades": brigades(miller="")}
    )
    assert "rally 1us" in offered(battle)
