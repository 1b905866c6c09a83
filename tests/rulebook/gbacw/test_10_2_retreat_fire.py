"""10.2 Retreat fire: at whoever is driven into the zone of an enemy."""

from __future__ import annotations

import pytest

from longroll import Battle, Event
from longroll.systems.gbacw.events import Checked, Depleted, Fired, Losses, Retreated
from tests.rulebook.gbacw.combat import announce, checks, give_way, react, shoot, volley, volleys
from tests.rulebook.gbacw.field import field, unit, where
from tests.support import only, play, refused

#: 10cs in the corner of the map, 2us before it, and 0201 its one way out.
CORNER = "0101 10cs,S | 0102 2us,N"


def driven(more: str, *dice: int) -> Battle:
    """10cs is fired at by 2us and runs: a 3 for the rout check, a 2 that fails it."""
    battle = field(f"{CORNER} {more}", [3, 2, *dice], phase="D")
    shoot(battle, "0101", "add 2us 4")
    return battle


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


def on(battle: Battle, end: str) -> list[Event]:
    """The retreat goes on to a hex, every shot at it taken."""
    events: list[Event] = []
    while where(battle, "10cs") and where(battle, "10cs") != end:
        assert battle.decision is not None
        if battle.decision.side == "union":
            events += react(battle)
        else:
            ways = [str(choice) for choice in battle.decision.choices]
            events += play(battle, f"to {end}" if f"to {end}" in ways else ways[0])
    return events


@pytest.mark.rule("gbacw:10.2.1")
def test_who_is_driven_into_a_zone_may_be_fired_at() -> None:
    battle = driven("| 0202 12us,N", 6)
    assert where(battle, "10cs") == "0201"
    fired = only(react(battle), Fired)
    assert (fired.kind, fired.hex) == ("retreat", "0201")
    assert [one.id for one in fired.firers] == ["12us"]


@pytest.mark.rule("gbacw:10.2.1")
def test_the_unit_that_caused_the_retreat_does_not_fire_again() -> None:
    # 2us looks at 0201 as well.
    battle = driven("")
    assert asked(battle) == "confederate"
    battle = driven("| 0202 12us,N")
    with refused("gbacw:10.19"):
        battle.play("add 2us 4")


@pytest.mark.rule("gbacw:10.2.1")
def test_a_hex_that_nobody_controls_is_safe() -> None:
    battle = driven("| 0202 12us,S")
    assert asked(battle) == "confederate"


@pytest.mark.rule("gbacw:10.2.2")
def test_each_new_enemy_whose_zone_is_entered_fires() -> None:
    # 12us looks at 0201; 7us at 0401 looks at 0301, 0302 and 0402.
    battle = driven("| 0202 12us,N | 0401 7us,SW", 1, 6, 1, 6, 6, 6)
    events = on(battle, "0303")
    shots = [(one.kind, one.hex, [who.id for who in one.firers]) for one in volleys(events)]
    assert shots == [("retreat", "0201", ["12us"]), ("retreat", "0302", ["7us"])]


@pytest.mark.rule("gbacw:10.2.4", "gbacw:10.2.2")
def test_no_enemy_fires_twice_at_one_retreat() -> None:
    # 12us looks at 0201 and 0302, and 10cs has to pass both.
    battle = driven("| 0202 12us,N | 0301 7us,N", 5)
    events = react(battle)
    assert where(battle, "10cs") == "0302"
    assert asked(battle) == "confederate"
    events += on(battle, "0303")
    assert len(volleys(events)) == 1


@pytest.mark.rule("gbacw:10.2.3")
def test_who_runs_already_does_not_check_again_for_its_losses() -> None:
    # Routed, it is enfiladed; with two points there it is column 5, where 5 is 1.
    battle = driven("| 0202 12us,N", 5)
    events = react(battle)
    assert only(events, Losses).points == 1
    assert not [event for event in events if isinstance(event, Checked)]
    assert unit(battle, "10cs").strength == 1


@pytest.mark.rule("gbacw:10.2.5")
def test_retreat_fire_may_use_up_the_ammunition() -> None:
    battle = driven("| 0202 12us,N", 1, 2, 6)
    assert [one.id for one in only(react(battle), Depleted).units] == ["12us"]
    battle = driven("| 0202 us-n1,N", 1)
    react(battle)
    assert unit(battle, "us-n1").rounds == 11


@pytest.mark.rule("gbacw:10.2.5")
def test_retreat_fire_is_free() -> None:
    # 12us fires at 10cs as it passes, and afterwards with all it has at 2cs.
    battle = field(f"{CORNER} | 0202 12us,N | 0302 2cs", [3, 2, 5, 2, 1], phase="D")
    shoot(battle, "0101", "add 2us 4")
    react(battle)
    on(battle, "0401")
    assert volley(battle, "0302", "add 12us 4").total == 24


@pytest.mark.rule("gbacw:9.44.3", "gbacw:9.45.1", "gbacw:10.2.2")
def test_retreat_fire_knows_no_limit_of_the_phase() -> None:
    # 12us has fired all it has at 2cs, and 10cs has been fired at: both count for nothing.
    battle = field(f"{CORNER} | 0202 12us,N | 0302 2cs", [2, 1, 3, 2, 6], phase="D")
    shoot(battle, "0302", "add 12us 4")
    shoot(battle, "0101", "add 2us 4")
    fired = only(react(battle), Fired)
    assert (fired.kind, fired.total, fired.hex) == ("retreat", 24, "0201")


@pytest.mark.rule("gbacw:10.2.1")
def test_riders_who_give_way_into_a_zone_and_fail_run_on() -> None:
    # Mounted cavalry may fall back into a zone (GB-C18); a loss there may rout it.
    battle = field(
        "0101 1cs-cav,mounted,S | 0102 2us,N | 0202 us-n1,N", [6, 6, *[1] * 6], phase="E"
    )
    announce(battle, "0101", "with 2us")
    give_way(battle, "1cs-cav")
    events = react(battle)
    assert checks(events)[0] == ("1cs-cav", "routed")
    events += play(battle, "stop", "to 0501")
    assert [event.why for event in events if isinstance(event, Retreated)] == ["rout"] * 3
