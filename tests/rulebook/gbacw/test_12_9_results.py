"""12.9 What a melee does to both sides."""

from __future__ import annotations

import pytest

from longroll import Battle, Event
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Checked, Fought, Gone, LeaderFate, Losses, Retreated
from longroll.systems.gbacw.melee import outcome_of
from tests.rulebook.gbacw.combat import checks, fight
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused


def fought(units: str, *dice: int, hex: str = "0509") -> tuple[Battle, list[Event]]:
    """A melee that everybody of the Union next to a hex begins."""
    battle = field(units, dice, phase="E")
    return battle, fight(battle, hex)


def on(battle: Battle, id: str, events: list[Event], hexes: int) -> list[Event]:
    """A beaten unit falls back that many hexes, the first way each time."""
    for _ in range(hexes):
        if _steps(events, id) < hexes:
            events += play(battle, offered(battle)[0])
    assert _steps(events, id) == hexes
    return events


def _steps(events: list[Event], id: str) -> int:
    steps = [event for event in events if isinstance(event, Retreated)]
    return sum(id in [one.id for one in step.units] for step in steps)


@pytest.mark.rule("gbacw:12.9")
@pytest.mark.parametrize(
    "result, killed, captured, retreat",
    [("K", 1, 0, 0), ("C1R2", 0, 1, 2), ("C3R3", 0, 3, 3), ("R2", 0, 0, 2), ("-", 0, 0, 0)],
)
def test_a_result_is_read_apart(result: str, killed: int, captured: int, retreat: int) -> None:
    found = outcome_of(result)
    assert (found.killed, found.captured, found.retreat) == (killed, captured, retreat)
    assert (found.engaged, found.repulsed) == (False, False)
    assert outcome_of("Eng").engaged
    assert outcome_of("Rpls").repulsed


@pytest.mark.rule("gbacw:12.9", "gbacw:12.91.1", "gbacw:12.93.1", "gbacw:12.92.1")
def test_both_sides_may_suffer_losses_first() -> None:
    # +1, where a 3 costs the attacker a man and the defender a prisoner and the ground.
    battle, events = fought("0508 7us | 0509 8cs", 3, 1)
    lost = [(e.unit.id, e.what, e.rules) for e in events if isinstance(e, Losses)]
    assert lost == [
        ("7us", "Strength Point", ("gbacw:12.91.1",)),
        ("8cs", "captured", ("gbacw:12.93.1",)),
    ]
    on(battle, "8cs", events, 2)
    mine, his = unit(battle, "7us"), unit(battle, "8cs")
    assert (mine.strength, mine.killed, mine.captured, mine.hex) == (4, 1, 0, "0509")
    assert (his.strength, his.killed, his.captured) == (3, 0, 1)
    assert DRILL.grid.distance("0509", his.hex) == 2
    kinds = [type(event) for event in events]
    assert kinds.index(Losses) < kinds.index(Retreated) < kinds.index(Checked)


@pytest.mark.rule("gbacw:12.91.1")
def test_k_takes_one_point_only() -> None:
    battle, _ = fought("0508 1us | 0509 8cs", 3, *[1] * 6)  # +4
    assert (unit(battle, "1us").strength, unit(battle, "1us").killed) == (7, 1)


# Guns


@pytest.mark.rule("gbacw:12.91.2")
@pytest.mark.parametrize("crew, die, gone", [(2, 2, False), (1, 1, True)])
def test_k_costs_a_battery_a_step_of_its_crew(crew: int, die: int, gone: bool) -> None:
    # The guns go on with a melee they are locked in, better men than those of 10cs: 0 and -1.
    battle = field(
        "0508 us-n1 | 0508 10cs",
        [die, *[1] * 6],
        phase="F",
        states={"us-n1": {"crew": crew}},
        more={"engaged": ["0508"]},
    )
    events = play(battle, "fight 0508")
    assert only(events, Fought).attacker == "K"
    lost = next(event for event in events if isinstance(event, Losses))
    assert (lost.unit.id, lost.rules) == ("us-n1", ("gbacw:12.91.2",))
    assert (unit(battle, "us-n1").crew, where(battle, "us-n1") == "") == (crew - 1, gone)
    assert unit(battle, "us-n1").strength == 4


@pytest.mark.rule("gbacw:12.92.2")
def test_a_retreat_costs_guns_in_position_everything() -> None:
    # +1, where a 2 is R2.
    battle, events = fought("0508 2us,2 | 0509 cs-n1", 2)
    gone = only(events, Gone)
    assert (gone.unit.id, gone.fate, gone.rules) == ("cs-n1", "captured", ("gbacw:12.92.2",))
    assert (where(battle, "cs-n1"), where(battle, "cs-n1-crew")) == ("", "")


@pytest.mark.rule("gbacw:12.92.2")
def test_limbered_guns_get_away() -> None:
    battle, events = fought("0508 12us,2 | 0509 cs-l,limbered", 2, 1)
    on(battle, "cs-l", events, 2)
    assert DRILL.grid.distance("0509", where(battle, "cs-l")) == 2


@pytest.mark.rule("gbacw:12.93.3")
def test_a_capture_takes_guns_in_position_whole() -> None:
    # +3, where a 3 is C1R2: the guns are gone, and 11cs loses its own man besides.
    battle, events = fought("0508 7us 8us | 0509 11cs cs-n1", 2, *[1] * 4)
    found = only(events, Fought)
    assert (found.differential, found.defender) == (4, "C2R2")
    gone = only(events, Gone)
    assert (gone.unit.id, gone.rules) == ("cs-n1", ("gbacw:12.93.3",))
    assert (unit(battle, "cs-n1").fate, unit(battle, "11cs").captured) == ("captured", 2)


@pytest.mark.rule("gbacw:12.93.1", "gbacw:12.93.3")
@pytest.mark.parametrize("crew, dead", [(2, False), (1, True)])
def test_a_capture_costs_limbered_guns_a_step_of_their_crew(crew: int, dead: bool) -> None:
    # Two against a full crew, one against half of one: +1, where a 1 is C1R2.
    battle = field(
        f"0508 10us,{crew} | 0509 cs-l,limbered",
        [1, *[1] * 4],
        phase="E",
        states={"cs-l": {"crew": crew}},
    )
    events = fight(battle, "0509")
    assert only(events, Fought).defender == "C1R2"
    lost = only(events, Losses)
    assert (lost.unit.id, lost.rules, lost.left) == ("cs-l", ("gbacw:12.93.1",), crew - 1)
    guns = unit(battle, "cs-l")
    assert (guns.crew, guns.fate) == (crew - 1, "captured" if dead else "")
    if not dead:
        on(battle, "cs-l", events, 2)


@pytest.mark.rule("gbacw:12.93.1", "gbacw:11.19.1")
def test_a_capture_takes_the_crew_of_a_wagon_and_the_field_takes_the_wagon() -> None:
    battle, events = fought("0508 2us,2 | 0509 cs-wagon", 1)
    assert only(events, Fought).defender == "C1R2"
    wagon = unit(battle, "cs-wagon")
    assert (wagon.crew, wagon.turned, wagon.hex, wagon.fate) == (0, True, "0509", "")


@pytest.mark.rule("gbacw:12.93.1")
def test_a_capture_costs_a_crew_without_its_guns_one_step() -> None:
    battle = field(
        "0508 3us,2 | 0509 cs-l-crew,2 | 0512 cs-l",
        [1, *[1] * 4],
        phase="E",
        states={"cs-l": {"crew": 0}},
    )
    events = fight(battle, "0509")
    assert only(events, Fought).defender == "C1R2"
    assert (unit(battle, "cs-l-crew").strength, unit(battle, "cs-l-crew").fate) == (1, "")


# Retreats


@pytest.mark.rule("gbacw:12.92.1")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "routed")])
def test_a_retreat_ends_with_a_check(die: int, outcome: str) -> None:
    battle, events = fought("0508 7us | 0509 8cs", 2, die)
    on(battle, "8cs", events, 2)
    assert checks(events) == [("8cs", outcome)]
    assert unit(battle, "8cs").routed == (outcome == "routed")


@pytest.mark.rule("gbacw:12.92.1")
@pytest.mark.parametrize("die, outcome, hexes", [(3, "holds", 2), (4, "routed", 5)])
def test_a_routed_unit_checks_at_the_end_like_any_other(die: int, outcome: str, hexes: int) -> None:
    # Two against one and a half of four: 0 would be Rpls; +1 and a 2 is R2.
    battle, events = fought("0508 8us | 0509 8cs,routed", 2, die)
    on(battle, "8cs", events, hexes)
    assert checks(events) == [("8cs", outcome)]
    steps = [event.why for event in events if isinstance(event, Retreated)]
    assert steps == ["melee", "melee", *["rout"] * (hexes - 2)]
    assert unit(battle, "8cs").routed


@pytest.mark.rule("gbacw:12.92.1")
def test_a_retreat_is_as_long_as_its_number() -> None:
    battle, events = fought("0508 1us | 0509 8cs", 1, 1)  # +4: C2R3
    on(battle, "8cs", events, 3)
    assert DRILL.grid.distance("0509", where(battle, "8cs")) == 3


@pytest.mark.rule("gbacw:12.92.3")
def test_a_beaten_unit_keeps_out_of_zones_and_enemy_hexes() -> None:
    # 12us looks at 0609 and 0610 from the east; 0510 and 0409 stay open, and what lies behind us.
    battle, events = fought("0508 7us | 0710 12us,NW | 0509 8cs", 2, 1)
    assert only(events, Fought).defender == "R2"
    assert "to 0609" not in offered(battle)
    with refused("gbacw:14.2"):
        battle.play("to 0609")


@pytest.mark.rule("gbacw:12.92.3")
@pytest.mark.parametrize(
    "units, hex",
    [
        ("0102 7us,N | 0202 12us,N | 0101 8cs", "0101"),  # a zone across the one way out
        ("0102 7us,N | 0201 12us,S | 0101 8cs", "0101"),  # an enemy in it
    ],
)
def test_who_cannot_fall_back_is_captured(units: str, hex: str) -> None:
    battle = field(units, [2], phase="E")
    events = fight(battle, hex, "with 7us")
    assert only(events, Gone).fate == "captured"
    own = unit(battle, "8cs")
    assert (own.hex, own.fate, own.captured) == ("", "captured", 4)


@pytest.mark.rule("gbacw:12.92.3")
def test_nobody_falls_back_over_a_cliff() -> None:
    battle, _ = fought("1710 7us,SE | 1810 8cs,NW", 2, 1, hex="1810")
    ways = {one.split()[1] for one in offered(battle)}
    assert not {"1809", "1910"} & ways
    assert ways


# Prisoners


@pytest.mark.rule("gbacw:12.93.1")
@pytest.mark.parametrize("die, points", [(4, 1), (2, 2)])
def test_c_captures_that_many_points(die: int, points: int) -> None:
    battle, _ = fought("0508 1us | 0509 8cs", die, *[1] * 6)  # +4
    own = unit(battle, "8cs")
    assert (own.strength, own.killed, own.captured) == (4 - points, 0, points)
    assert state_of(battle).brigades["taylor"].boxes == points


@pytest.mark.rule("gbacw:12.93.2")
def test_prisoners_and_captured_guns_are_gone_for_good() -> None:
    battle, _ = fought("0508 1us | 0509 10cs,1 cs-n1", 2, *[1] * 6)
    for id in ("10cs", "cs-n1"):
        own = unit(battle, id)
        assert (own.hex, own.fate) == ("", "captured")
    assert (unit(battle, "10cs").captured, unit(battle, "10cs").killed) == (1, 0)


# Repulse


@pytest.mark.rule("gbacw:12.95.1", "gbacw:12.95.2")
def test_a_repulse_throws_the_attackers_back_and_shakes_both() -> None:
    # Four and a leader on either side: 0, where a 4 is Rpls to both.
    battle = field("0508 2us miller | 0509 8cs taylor", [4, 3, 4, 3, 3, 4, 3], phase="E")
    events = fight(battle, "0509", "with 2us", "with miller")
    assert only(events, Fought).attacker == "Rpls"
    on(battle, "2us", events, 2)
    told = [
        (type(event).__name__, event.leader.id if isinstance(event, LeaderFate) else "")
        for event in events
        if isinstance(event, (LeaderFate, Checked, Retreated))
    ]
    assert told == [
        ("LeaderFate", "taylor"),
        ("Checked", ""),
        ("Retreated", ""),
        ("Retreated", ""),
        ("LeaderFate", "miller"),
        ("Checked", ""),
    ]
    assert {e.cause for e in events if isinstance(e, LeaderFate)} == {"Rpls_melee"}
    assert checks(events) == [("8cs", "holds"), ("2us", "holds")]
    assert where(battle, "8cs") == "0509"
    assert DRILL.grid.distance("0509", where(battle, "2us")) == 2
    assert where(battle, "miller") == where(battle, "2us")


@pytest.mark.rule("gbacw:12.95.2")
def test_who_throws_an_attack_back_may_still_run() -> None:
    battle, events = fought("0508 2us | 0509 8cs", 4, 4, *[1] * 4)
    on(battle, "8cs", events, 3)
    assert checks(events)[0] == ("8cs", "routed")


# Both sides gone


@pytest.mark.rule("gbacw:12.97")
@pytest.mark.parametrize(
    "units, die",
    [
        ("0508 10us | 0509 10cs,1", 2),  # 0: K and C1R2
        ("0508 10us | 0509 cs-n1", 1),  # -1, and the guns would be taken whole
    ],
)
def test_where_nobody_would_be_left_the_fight_goes_on(units: str, die: int) -> None:
    battle, events = fought(units, die)
    found = only(events, Fought)
    assert (found.attacker, found.defender) == ("K", "C1R2")
    assert state_of(battle).engaged == {"0509"}
    assert unit(battle, "10us").strength == 1
    assert not [event for event in events if isinstance(event, (Losses, Gone))]


@pytest.mark.rule("gbacw:12.97")
def test_where_one_side_would_be_left_the_result_stands() -> None:
    battle, _ = fought("0508 10us | 0509 10cs", 1, *[1] * 4)  # -1: K and C1R2
    assert unit(battle, "10us").fate == "eliminated"
    assert (unit(battle, "10cs").strength, unit(battle, "10cs").captured) == (1, 1)
