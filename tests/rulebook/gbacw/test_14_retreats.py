"""14.0 Retreats: how far, which way, through whom, and who has to make room."""

from __future__ import annotations

import pytest

from longroll import Battle, Event
from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Abandoned, Checked, Fired, Fought, Gone, Retreated
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import ROUT
from tests.rulebook.gbacw.field import field, unit, verbs, where
from tests.rulebook.gbacw.fights import checks, declare, fall_back, storm, volley
from tests.support import offered, only, play, refused


def ways(battle: Battle) -> list[str]:
    """The hexes offered to the unit that falls back."""
    return [text.split()[1] for text in offered(battle) if text.startswith("to ")]


def corner(
    others: str, *dice: int, firer: str = "0102 3us,N", target: str = "2cs"
) -> tuple[Battle, list[Event]]:
    """2 CS in 0101 routs from a fire out of 0102; its only way out is 0201."""
    battle = field(f"{firer} | 0101 {target} | {others}", [3, 6, *dice], phase="D")
    return battle, play(battle, "fire 0101", "add 3us 2", "resolve")


# How far


@pytest.mark.rule("gbacw:14.0")
@pytest.mark.parametrize(
    "strength, die, result, hexes",
    [(7, 2, "R2", 2), (8, 1, "C1R3", 3), (6, 1, "C1R2", 2)],
)
def test_a_melee_sends_the_beaten_as_far_as_its_result_says(
    strength: int, die: int, result: str, hexes: int
) -> None:
    battle, events = storm(f"0508 1us,{strength} | 0509 1cs", [die, 1])
    assert only(events, Fought).defender == result
    events = fall_back(battle, *("0510", "0511", "0512")[:hexes])
    assert [e.rules for e in events if isinstance(e, Retreated)] == [("gbacw:14.0",)] * hexes
    assert only(events, Checked).why == "melee"


@pytest.mark.rule("gbacw:14.0")
def test_a_rout_sends_it_three() -> None:
    battle, _ = volley("1cs", 4, 5)
    events = fall_back(battle, "0510", "0511", "0512")
    assert len([e for e in events if isinstance(e, Retreated)]) == 3
    assert "to" not in verbs(battle)


# 14.1 Barred ways


@pytest.mark.rule("gbacw:14.1.1")
def test_nobody_falls_back_through_the_enemy() -> None:
    battle, _ = volley("1cs", 4, 5, others="0510 2us,routed")
    assert "0510" not in ways(battle)
    for hex in ("0508", "0510"):
        with refused("gbacw:14.1.1"):
            battle.play(f"to {hex}")


@pytest.mark.rule("gbacw:14.1.1")
def test_nobody_falls_back_over_a_cliff() -> None:
    battle = field("1808 1us | 1809 1cs", [4, 5], phase="D")
    play(battle, "fire 1809", "add 1us 4", "resolve")
    with refused("gbacw:14.1.1"):
        battle.play("to 1810")
    assert ways(battle)


@pytest.mark.rule("gbacw:14.1.2")
def test_a_unit_boxed_in_by_enemies_and_the_edge_is_captured() -> None:
    battle = field("0102 1us,N | 0201 4us | 0101 3cs", [1], phase="E")
    declare(battle, "0101", "1us")
    gone = only(play(battle, "fight 0101"), Gone)
    assert (gone.unit.id, gone.fate, gone.rules) == ("3cs", "captured", ("gbacw:14.1.2",))
    assert unit(battle, "3cs").captured == 3


# 14.2 Zones of Control


@pytest.mark.rule("gbacw:14.2")
def test_a_rout_may_lead_through_a_zone_at_the_risk_of_fire() -> None:
    # 2 US looks over 0201; 3 US caused the rout and has no shot.
    battle, _ = corner("0301 2us,SW", 5)
    assert where(battle, "2cs") == "0201"
    assert battle.decision is not None
    assert battle.decision.side == "union"
    fired = only(play(battle, "all", "resolve"), Fired)
    assert (fired.kind, [name.id for name in fired.firers]) == ("retreat", ["2us"])


@pytest.mark.rule("gbacw:14.2")
def test_a_way_clear_of_zones_is_taken_where_there_is_one() -> None:
    battle, _ = volley("1cs", 4, 5, others="0512 2us,N")
    play(battle, "to 0510")
    assert set(ways(battle)) == {"0410", "0610"}  # the zone of 2 US lies over 0511
    with refused("gbacw:14.4.1"):
        battle.play("to 0511")


@pytest.mark.rule("gbacw:14.2")
def test_out_of_a_melee_nobody_enters_a_zone() -> None:
    battle, _ = storm("0508 1us,6 | 0509 3cs | 0511 2us,N", [5, 1])
    with refused("gbacw:14.2"):
        battle.play("to 0510")
    assert "0409" in ways(battle)


@pytest.mark.rule("gbacw:14.2")
def test_before_a_melee_nobody_enters_a_zone() -> None:
    battle = field("0508 1us | 0509 1cs | 0511 2us,N", phase="E")
    declare(battle, "0509", "1us")
    play(battle, "retreat 1cs", "hold")
    with refused("gbacw:14.2"):
        battle.play("to 0510")


# 14.3 Friends in the way


@pytest.mark.rule("gbacw:14.3.1")
def test_a_retreat_keeps_clear_of_friends() -> None:
    battle, _ = volley("1cs", 4, 5, others="0510 2cs")
    assert "0510" not in ways(battle)
    with refused("gbacw:14.3.1"):
        battle.play("to 0510")


@pytest.mark.rule("gbacw:14.3.1")
@pytest.mark.parametrize("facing, exits", [("N", ["0102", "0201"]), ("S", ["0102"])])
def test_a_friend_is_in_the_way_only_while_another_way_is_free_of_zones(
    facing: str, exits: list[str]
) -> None:
    # 2 US fires from afar; 3 US in 0103 has its zone over 0102, or looks away from it.
    battle = field(f"0105 2us,N | 0103 3us,{facing} | 0101 2cs | 0201 1cs", [4, 6], phase="D")
    events = play(battle, "fire 0101", "add 2us 4", "resolve")
    if len(exits) == 1:  # the only way is taken without a question
        assert [e.to for e in events if isinstance(e, Retreated)][:1] == exits
    else:
        assert ways(battle) == exits


@pytest.mark.rule("gbacw:14.3.2")
@pytest.mark.parametrize("die, outcome", [(4, "holds"), (5, "routed")])
def test_a_friend_pushed_aside_goes_one_hex_and_checks(die: int, outcome: str) -> None:
    battle, _ = corner("0201 1cs", die)
    events = play(battle, "to 0202")
    moved = [e for e in events if isinstance(e, Retreated) and e.units[0].id == "1cs"]
    assert [(step.origin, step.to, step.why) for step in moved][:1] == [
        ("0201", "0202", "displaced")
    ]
    check = only(events, Checked)
    assert (check.unit.id, check.why, check.outcome) == ("1cs", "displaced", outcome)
    assert (where(battle, "2cs") == "0201") == (outcome == "holds")  # who routs goes on first


@pytest.mark.rule("gbacw:14.3.3")
def test_a_routed_friend_pushed_aside_runs_three_hexes_without_a_check() -> None:
    battle, events = corner("0201 1cs,routed")
    assert checks(events) == [("2cs", "routed")]
    events = fall_back(battle, "0202", "0203", "0204")
    assert not checks(events)
    assert (where(battle, "1cs"), unit(battle, "1cs").routed) == ("0204", True)
    assert where(battle, "2cs") == "0201"


@pytest.mark.rule("gbacw:14.3.4")
def test_a_friend_pushed_aside_goes_to_a_vacant_hex() -> None:
    battle, _ = corner("0201 1cs | 0301 3cs", 1)
    assert ways(battle) == ["0202", "0302"]
    with refused("gbacw:14.3.1"):
        battle.play("to 0301")


@pytest.mark.rule("gbacw:14.3.4")
def test_a_vacant_hex_in_a_zone_is_vacant_too() -> None:
    battle, _ = corner("0201 1cs | 0301 3cs | 0302 4cs | 0203 4us,N", 1)
    assert where(battle, "1cs") == "0202"
    assert where(battle, "3cs") == "0301"


@pytest.mark.rule("gbacw:14.3.4")
def test_where_no_hex_is_vacant_the_next_unit_makes_room_in_its_turn() -> None:
    # 2 CS pushes 1 CS, 1 CS pushes 3 CS, and each of the pushed checks: first the last of them.
    battle, _ = corner("0201 1cs | 0202 3cs | 0301 4cs | 0302 5cs", 2, 2)
    assert ways(battle) == ["0202", "0301", "0302"]
    play(battle, "to 0202")
    assert checks(play(battle, "to 0203")) == [("3cs", "holds"), ("1cs", "holds")]
    assert [where(battle, id) for id in ("2cs", "1cs", "3cs")] == ["0201", "0202", "0203"]


@pytest.mark.rule("gbacw:14.3.5")
def test_a_crew_pushed_aside_leaves_its_guns() -> None:
    battle, events = corner("0201 cs-n1", 1)
    assert only(events, Abandoned).unit.id == "cs-n1"
    play(battle, "to 0202")
    assert (where(battle, "cs-n1"), where(battle, "cs-n1-crew")) == ("0201", "0202")


@pytest.mark.rule("gbacw:14.3.5")
def test_guns_left_behind_are_the_enemys_when_he_comes() -> None:
    battle, events = storm("0508 1us | 0509 cs-n1", [], states={"cs-n1": {"crew": 0}})
    gone = only(events, Gone)
    assert (gone.unit.id, gone.fate, where(battle, "1us")) == ("cs-n1", "captured", "0509")


@pytest.mark.rule("gbacw:14.3.6")
def test_of_a_stack_pushed_aside_the_top_checks_and_the_rest_if_it_runs() -> None:
    battle, _ = corner("0201 1cs 10cs", 4)
    assert checks(play(battle, "to 0202")) == [("1cs", "holds")]
    assert where(battle, "1cs") == where(battle, "10cs") == "0202"
    battle, _ = corner("0201 1cs 10cs", 5, 1)
    assert checks(play(battle, "to 0202")) == [("1cs", "routed"), ("10cs", "holds")]


# 14.4 The path


@pytest.mark.rule("gbacw:14.4.1")
def test_the_owner_picks_the_way() -> None:
    battle, _ = volley("1cs", 4, 5)
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("confederate", "gbacw:14.4.1")
    with refused("gbacw:14.4.1"):
        battle.play("to 0511")


@pytest.mark.rule("gbacw:14.4.1", "gbacw:14.4.4")
def test_the_cheapest_ground_comes_first_and_any_other_stands() -> None:
    # Out of 0405 to the north lie woods; to the west and east it is clear.
    battle = field("0406 1us,N | 0405 1cs,S", [4, 5], phase="D")
    play(battle, "fire 0405", "add 1us 4", "resolve")
    offers = ways(battle)
    mover, cost = "infantry_line", State.game.ground.cost
    assert cost(mover, "0405", offers[0]) < cost(mover, "0405", offers[-1])
    fall_back(battle, "0404", "0403", "0402")
    assert where(battle, "1cs") == "0402"


@pytest.mark.rule("gbacw:14.4.1")
def test_a_retreat_leads_away_from_the_enemy() -> None:
    battle, _ = volley("1cs", 4, 5)
    assert set(ways(battle)) == {"0409", "0510", "0609"}  # not past 1 US by 0408 or 0608
    fall_back(battle, "0510", "0511", "0512")
    assert State.game.grid.distance("0508", where(battle, "1cs")) == 4


@pytest.mark.rule("gbacw:14.4.2")
def test_it_ends_as_far_from_its_start_as_it_is_long() -> None:
    battle, _ = volley("1cs", 4, 5)
    play(battle, "to 0409")
    with refused("gbacw:14.4.2"):
        battle.play("to 0510")  # still one hex from 0509
    play(battle, "to 0410")
    with refused("gbacw:14.4.2"):
        battle.play("stop")
    play(battle, "to 0411")
    assert State.game.grid.distance("0509", where(battle, "1cs")) == 3


@pytest.mark.rule("gbacw:14.4.3")
def test_it_never_comes_back_into_a_hex() -> None:
    battle, _ = volley("1cs", 4, 5)
    path = ["0509"]
    while "to" in verbs(battle):
        assert not set(ways(battle)) & set(path)
        for hex in path:
            assert battle.why_not(f"to {hex}")
        path.append(ways(battle)[0])
        play(battle, f"to {path[-1]}")
    assert len(set(path)) == 4


@pytest.mark.rule("gbacw:14.4.4")
def test_every_way_that_is_offered_may_be_taken() -> None:
    ends = set()
    for first in ("0409", "0510", "0609"):
        battle, _ = volley("1cs", 4, 5)
        play(battle, f"to {first}")
        for second in ways(battle):
            twin = battle.copy()
            play(twin, f"to {second}", f"to {ways_after(twin, second)}")
            ends.add(where(twin, "1cs"))
    assert all(State.game.grid.distance("0509", end) == 3 for end in ends)
    assert len(ends) > 4


def ways_after(battle: Battle, hex: str) -> str:
    """The last hex offered once a unit has fallen back to a hex."""
    twin = battle.copy()
    play(twin, f"to {hex}")
    return ways(twin)[-1]


@pytest.mark.rule("gbacw:14.4.5")
def test_nobody_follows_a_unit_that_runs() -> None:
    battle, _ = volley("1cs", 4, 5, others="0608 2us | 0609 2cs")
    fall_back(battle, "0409", "0410", "0411")
    while battle.decision and battle.decision.side == "union":
        assert "advance" not in verbs(battle)
        play(battle, "done")
    assert where(battle, "1us") == "0508"


@pytest.mark.rule("gbacw:14.4.5")
def test_only_who_gives_way_before_a_melee_is_followed() -> None:
    battle = field("0508 1us | 0509 1cs", [1], phase="E")
    declare(battle, "0509")
    play(battle, "retreat 1cs", "hold", "to 0510", "to 0511")
    assert offered(battle) == ["advance 1us", "done"]
    play(battle, "advance 1us")
    assert where(battle, "1us") == "0509"


@pytest.mark.rule("gbacw:14.1.2")
def test_a_retreat_of_somebody_who_is_gone_asks_nothing_and_takes_nobody() -> None:
    battle = field("0508 1us | 0512 1cs", phase="B")
    state = battle.state
    assert isinstance(state, State)
    gone = state.game.roster.number["2cs"]
    step = Retreat("confederate", (gone,), 3, ("0512",), ROUT)
    assert step.is_moot(state)
    assert [str(one) for one in step.choices(state)] == ["stop"]
    state.agenda.append(step)
    step.answer(state, step.choices(state)[0], Umpire(battle.dice))
    assert state.agenda[-1] is not step
    assert where(battle, "1cs") == "0512"


#: Enemies all around 0510 but in 0511, where a friend stands.
_RING = "0509 2us | 0409 5us,SE | 0609 9us,SW"


@pytest.mark.rule("gbacw:14.3.2", "gbacw:13.23")
def test_a_leader_goes_along_with_the_friends_who_are_displaced() -> None:
    units = f"{_RING} | 0410 11us,SE | 0610 12us,SW | 0510 2cs | 0511 4cs brewer"
    battle = field(units, [2, 6, 1], phase="D")
    events = play(battle, "fire 0510", "add 2us 4", "resolve")
    pushed = next(event for event in events if isinstance(event, Retreated))
    assert (pushed.why, [one.id for one in pushed.units]) == ("displaced", ["4cs", "brewer"])
    assert where(battle, "brewer") == where(battle, "4cs") == "0512"
    check = [event for event in events if isinstance(event, Checked)][-1]
    assert [line.rule for line in check.lines] == ["gbacw:13.23"]


@pytest.mark.rule("gbacw:14.3.2", "gbacw:13.43.2")
def test_he_stays_if_pinned_friends_stay() -> None:
    units = f"{_RING} | 0410 11us,SE | 0610 12us,SW | 0510 2cs | 0511 4cs 5cs,2,pinned brewer"
    battle = field(units, [2, 6, 1], phase="D")
    play(battle, "fire 0510", "add 2us 4", "resolve")
    assert (where(battle, "4cs"), where(battle, "brewer")) == ("0512", "0511")


@pytest.mark.rule("gbacw:13.31.1", "gbacw:10.2.1")
def test_a_displaced_unit_that_retreat_fire_routs_runs_three_hexes() -> None:
    units = f"{_RING} | 0410 11us,S | 0610 12us,S | 0513 7us,N | 0510 2cs | 0511 4cs"
    battle = field(units, [2, 6, 2, 6], phase="D")
    play(battle, "fire 0510", "add 2us 4", "resolve", "to 0411")
    events = play(battle, "all", "resolve")  # 11 US fires as 4 CS comes into its zone
    assert checks(events) == [("4cs", "routed")]
    ran = [event for event in events if isinstance(event, Retreated) and event.why == "rout"]
    assert [one.id for one in ran[0].units] == ["4cs"]
