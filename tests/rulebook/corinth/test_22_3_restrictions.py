"""22.3 and 22.4 Restrictions on melee, and attacks that need no check."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Advanced, Fought
from tests.rulebook.corinth.field import field, where
from tests.rulebook.corinth.melees import HERE, NORTH, announce, dared, declare, facing_off
from tests.support import offered, only, play, refused, rules_against

_MOUNTED = {"formation": "mounted"}


@pytest.mark.rule("corinth:22.31")
def test_leaving_an_engaged_hex_asks_for_no_check() -> None:
    battle = field(
        f"{HERE} 9ar 7il | 0101 50il",
        [1, 1, 1],
        turn=10,
        phase="F",
        more={"engaged": [HERE]},
    )
    events = play(battle, f"leave {HERE}")
    if "go" in offered(battle):
        events += play(battle, "with 9ar", "go")
    assert not dared(events)
    assert all(choice.startswith("to ") for choice in offered(battle))


@pytest.mark.rule("corinth:22.32.1", "corinth:22.4.3")
def test_nobody_on_foot_gets_away_from_a_charge_and_the_charge_needs_no_check() -> None:
    battle = facing_off(
        "1ms-cav", "7il", dice=[1] * 12, states={"1ms-cav": _MOUNTED}, charging="1ms-cav"
    )
    declare(battle, "charge 1ms-cav")
    events = play(battle, "done")
    assert not dared(events)
    only(events, Fought)


@pytest.mark.rule("corinth:22.32.1", "corinth:22.32.2")
@pytest.mark.parametrize("die, gets_away", [(3, True), (4, False)])
def test_mounted_cavalry_may_ride_from_a_charge_if_it_passes_the_check(
    die: int, gets_away: bool
) -> None:
    """7th Illinois Cavalry has morale 3 in the saddle."""
    states = {"1ms-cav": _MOUNTED, "7il-cav": _MOUNTED}
    battle = facing_off(
        "1ms-cav", "7il-cav", dice=[die] + [1] * 12, states=states, charging="1ms-cav"
    )
    declare(battle, "charge 1ms-cav")
    events = play(battle, "done") + announce(battle, "7il-cav")
    assert dared(events)[0].passed == gets_away


@pytest.mark.rule("corinth:22.33")
def test_a_leader_who_spares_a_check_goes_with_the_attackers() -> None:
    battle = facing_off("9ar rust", "7il", dice=[3, 1, 1, 1, 1, 1])
    declare(battle, "9ar", "rust")
    events = play(battle, "done", "stand")
    assert not dared(events)
    assert "leader" in [line.reason for line in only(events, Fought).attack]
    battle = facing_off("9ar rust", "7il", dice=[5])
    declare(battle, "9ar")
    assert dared(play(battle, "done", "stand"))  # he stayed behind, and was not used


@pytest.mark.rule("corinth:22.33")
def test_a_leader_who_spares_a_check_goes_with_those_who_retreat() -> None:
    battle = facing_off("9ar", "7il 50il baldwin", dice=[1] * 9)
    declare(battle, "9ar")
    events = play(battle, "done") + announce(battle, "7il", "baldwin")
    assert not dared(events)
    play(battle, "never")
    assert where(battle, "50il") == HERE
    play(battle, "to 2130", "stop")
    assert where(battle, "baldwin") == "2130"
    battle = facing_off("9ar", "7il 50il baldwin", dice=[6, 6])
    declare(battle, "9ar")
    events = play(battle, "done") + announce(battle, "7il")
    assert dared(events)[0].unit.id == "7il"
    assert where(battle, "baldwin") == HERE


@pytest.mark.rule("corinth:22.34")
def test_a_hex_everybody_left_is_taken_without_a_check() -> None:
    battle = facing_off("9ar", "7il baldwin", dice=[1] * 4)
    declare(battle, "9ar")
    play(battle, "done")
    announce(battle, "7il")
    play(battle, "never", "to 2130", "stop")
    events = play(battle, "advance 9ar")
    only(events, Advanced)
    assert not dared(events)
    assert where(battle, "9ar") == HERE


@pytest.mark.rule("corinth:22.35")
def test_nobody_attacks_where_he_would_find_no_room() -> None:
    """Woods hold eight points: two regiments of five cannot both win 1315's neighbour 1313."""
    units = "1312 3mo 5mo | 1313 7il | 3540 22ms | 3541 22oh"
    states = {id: {"facing": "S"} for id in ("3mo", "5mo", "22ms")}
    battle = field(units, [], turn=10, phase="E", states=states)
    play(battle, "melee 1313", "with 3mo")
    assert "corinth:22.35" in rules_against(battle, "with 5mo")
    with refused("gbacw:12.72.2"):
        battle.play("with 5mo")


@pytest.mark.rule("corinth:22.4.1")
def test_a_leader_makes_the_attack_automatic() -> None:
    battle = facing_off("9ar rust", "7il", dice=[1] * 6)
    declare(battle, "9ar", "rust")
    assert not dared(play(battle, "done", "stand"))


@pytest.mark.rule("corinth:22.4.2")
@pytest.mark.parametrize(
    "defenders, states",
    [
        ("7il", {"routed": True}),
        ("7il", {"pinned": True}),
        ("10oh-bty", {"crew": 0}),
        ("supply-stanley", {"crew": 0}),
        ("10oh-bty-crew", {"strength": 2, "formation": "line"}),
        ("supply-stanley-crew", {"strength": 1, "formation": "line"}),
    ],
)
def test_easy_prey_asks_for_no_courage(defenders: str, states: dict[str, object]) -> None:
    battle = facing_off("9ar", defenders, dice=[1] * 9, states={defenders: states})
    declare(battle, "9ar")
    events = play(battle, "done")
    if "stand" in offered(battle):
        events += play(battle, "stand")
    assert not dared(events)
    assert where(battle, "9ar") != NORTH


@pytest.mark.rule("corinth:22.4.2")
def test_steady_men_beside_them_do() -> None:
    states = {"7il": {"routed": True}}
    battle = facing_off("9ar", "7il 50il", dice=[1] * 9, states=states)
    declare(battle, "9ar")
    assert dared(play(battle, "done", "stand"))
