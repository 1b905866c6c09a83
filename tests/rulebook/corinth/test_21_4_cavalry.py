"""21.4 Limits on cavalry."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw import morale
from longroll.systems.gbacw.events import Fought, Rallied
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from tests.rulebook.corinth.field import field, number, state, unit, where
from tests.rulebook.corinth.melees import HERE, dared, declare, facing_off
from tests.support import offered, only, play, refused, rules_against

_MOUNTED = {"formation": "mounted"}


@pytest.mark.rule("corinth:21.4")
def test_all_cavalry_has_morale_two_on_foot() -> None:
    cavalry = [piece.id for piece in CORINTH.roster.pieces if piece.kind == CAVALRY]
    for id in cavalry:
        foot = field(f"2940 {id}", phase="A")
        assert morale.rating(state(foot), number(id)) == 2
    riding = field("2940 2mo-cav", phase="A", states={"2mo-cav": _MOUNTED})
    assert morale.rating(state(riding), number("2mo-cav")) == 4


@pytest.mark.rule("corinth:21.41")
@pytest.mark.parametrize(
    "defenders, states, may",
    [
        ("7il", {}, False),
        ("7il-cav", _MOUNTED, False),
        ("7il-cav", {}, True),
        ("10oh-bty", {}, True),
        ("supply-stanley", {}, True),
        ("10oh-bty 24mo-e", {}, False),
    ],
)
def test_on_foot_cavalry_attacks_guns_wagons_and_its_like(
    defenders: str, states: dict[str, str], may: bool
) -> None:
    situation = {defenders.split()[0]: states}
    battle = facing_off("2mo-cav", defenders, states=situation)
    if may:
        assert f"melee {HERE}" in offered(battle)
    else:
        assert "corinth:21.41" in rules_against(battle, f"melee {HERE}")


@pytest.mark.rule("corinth:21.42.1")
def test_cavalry_on_foot_must_fall_back_before_infantry_without_a_check() -> None:
    battle = facing_off("2tx", "7il-cav", dice=[1, 1])
    declare(battle, "2tx")
    events = play(battle, "done", "hold")
    assert not dared(events)
    assert "to 2130" in offered(battle)


@pytest.mark.rule("corinth:21.42.1")
def test_it_is_not_asked_whether_it_would_stand() -> None:
    """A wagon beside it may stay; the cavalry may not."""
    battle = facing_off("2tx", "7il-cav supply-stanley", dice=[1, 1])
    declare(battle, "2tx")
    battle.play("done")
    assert offered(battle) == ["retreat supply-stanley", "go"]
    assert "corinth:21.42.1" in rules_against(battle, "stand")


@pytest.mark.rule("corinth:21.42.1")
@pytest.mark.parametrize("fate", ["pinned", "routed"])
def test_pinned_or_routed_it_stays(fate: str) -> None:
    battle = facing_off("2tx", "7il-cav", dice=[5, 1, 1, 1], states={"7il-cav": {fate: True}})
    declare(battle, "2tx")
    battle.play("done")
    assert where(battle, "7il-cav") == HERE


@pytest.mark.rule("corinth:21.42.1")
def test_with_nowhere_to_go_it_stands() -> None:
    """Ruling GB-D21."""
    around = "2028 31al | 2228 3ky | 2029 7ky | 2229 4al-bn | 2130 35al"
    facing = {"31al": "SE", "3ky": "SW", "7ky": "NE", "4al-bn": "NW", "35al": "N"}
    states = {id: {"facing": side} for id, side in facing.items()}
    battle = facing_off("2tx", "7il-cav", dice=[1, 4, 6, 6], more=around, states=states)
    declare(battle, "2tx")
    fought = only(play(battle, "done"), Fought)
    assert [unit.id for unit in fought.defenders] == ["7il-cav"]


@pytest.mark.rule("corinth:21.42.2")
@pytest.mark.parametrize(
    "attackers, defenders",
    [("2mo-cav", "7il-cav"), ("2tx", "7il-cav 24mo-e"), ("2tx", "7il-cav 10oh-bty")],
)
def test_against_its_like_or_in_company_it_may_stand(attackers: str, defenders: str) -> None:
    battle = facing_off(attackers, defenders, dice=[1, 1, 1, 1])
    declare(battle, attackers)
    battle.play("done")
    assert {"stand", "retreat 7il-cav"} <= set(offered(battle))


@pytest.mark.rule("corinth:21.43.1")
def test_it_mounts_only_in_its_commanders_radius_at_that_moment() -> None:
    """Armstrong reaches two hexes. A regiment rides out of them, another into them."""
    battle = field(
        "2940 2mo-cav | 2938 armstrong | 2943 2ar-cav | 0101 7il",
        phase="B",
        states={"2mo-cav": _MOUNTED, "2ar-cav": {**_MOUNTED, "command": False}},
    )
    battle.play("move 2mo-cav")
    assert "form dismounted" in offered(battle)
    battle.play("to 2941")
    assert "corinth:21.43.1" in rules_against(battle, "form dismounted")
    play(battle, "stop", "move 2ar-cav", "to 2942")
    assert "corinth:21.43.1" in rules_against(battle, "form dismounted")
    play(battle, "to 3041", "to 3040", "to 3039", "form dismounted")
    assert unit(battle, "2ar-cav").formation == "dismounted"


@pytest.mark.rule("corinth:21.43.2")
def test_on_foot_and_out_of_command_it_neither_mounts_nor_goes_far() -> None:
    battle = field("2940 2mo-cav | 0101 7il", phase="B", states={"2mo-cav": {"command": False}})
    battle.play("move 2mo-cav")
    assert "gbacw:6.21" in rules_against(battle, "form mounted")
    battle.play("to 2941")
    with refused("gbacw:5.2.1"):
        battle.play("to 2942")


@pytest.mark.rule("corinth:21.43.3")
def test_cavalry_without_horses_is_infantry() -> None:
    named = [piece for piece in CORINTH.roster.pieces if piece.id.endswith("-cav")]
    infantry = {piece.id for piece in named if piece.kind == INFANTRY}
    assert "9tx-cav" in infantry
    battle = field("2940 9tx-cav | 0101 7il", phase="B")
    battle.play("move 9tx-cav")
    forms = [choice for choice in offered(battle) if choice.startswith("form")]
    assert forms == ["form column"]


@pytest.mark.rule("corinth:21.44", "gbacw:13.54.1", "gbacw:13.54.2")
@pytest.mark.parametrize("die, rallied", [(4, True), (5, False)])
def test_routed_in_the_saddle_it_rallies_by_itself(die: int, rallied: bool) -> None:
    # Jackson is near and has a Rally Point to spend on 7 Tennessee, which is on foot.
    battle = field(
        "2940 1ms-cav | 2941 jackson | 2942 7tn-cav",
        [die],
        turn=10,
        phase="H",
        states={"1ms-cav": {**_MOUNTED, "routed": True}, "7tn-cav": {"routed": True}},
    )
    told = only([*battle.past.events], Rallied)
    assert (told.unit.id, told.rules, told.rallied) == ("1ms-cav", ("gbacw:13.54.1",), rallied)
    assert unit(battle, "1ms-cav").routed != rallied
    assert offered(battle) == ["rally 7tn-cav", "done"]


@pytest.mark.rule("corinth:25.13.2", "corinth:21.44")
def test_of_a_broken_brigade_it_needs_its_commander() -> None:
    battle = field(
        "2940 1ms-cav | 2941 jackson",
        [4],
        turn=10,
        phase="H",
        states={"1ms-cav": {**_MOUNTED, "routed": True}},
        broken="jackson",
    )
    told = only(play(battle, "rally 1ms-cav"), Rallied)
    assert (told.rules, told.rallied) == (("corinth:25.13.1",), True)


@pytest.mark.rule("corinth:21.4", "gbacw:11.18.2")
def test_on_foot_it_mans_a_wagon_with_the_morale_it_has_on_foot() -> None:
    battle = field(
        "2940 supply-lovell 2mo-cav | 0101 7il",
        phase="J",
        states={"supply-lovell": {"crew": 0}},
    )
    play(battle, "crew supply-lovell 2mo-cav")
    assert unit(battle, "supply-lovell").rating == 2


@pytest.mark.rule("corinth:21.44")
def test_in_the_saddle_it_goes_and_fires_where_it_likes() -> None:
    far = {"1ms-cav": {**_MOUNTED, "facing": "S", "command": False}}
    battle = field("2935 1ms-cav | 0140 jackson | 0101 7il", phase="B", states=far)
    play(battle, "move 1ms-cav", "to 3035", "to 3036", "to 3037")
    assert where(battle, "1ms-cav") == "3037"
    battle = field("2940 1ms-cav | 2941 7il | 0140 jackson", phase="A", states=far)
    while state(battle).phase != "D":
        battle.play("done")
    assert "fire 2941" in offered(battle)
