"""12.94 and 12.96 Melees that go on: what the engaged may do, and what they may not."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Advanced, Checked, Fired, Fought, Rallied, Retreated
from tests.rulebook.gbacw.combat import ELSE, announce, fight, react
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused, rules_against

LOCKED = {"engaged": ["0509"]}


def locked(units: str, *dice: int, phase: str = "F", phasing: str = "confederate") -> Battle:
    """Both sides are locked in 0509, and it is the turn of those who were attacked."""
    return field(units, dice, phase=phase, phasing=phasing, more=LOCKED)


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


# Option 1: on


@pytest.mark.rule("gbacw:12.94.1", "gbacw:12.94.7")
def test_the_former_defender_may_fight_again() -> None:
    # +1, where a 4 locks them. In its own turn the Confederates are the attackers.
    battle = field("0508 7us | 0509 8cs", [4, 6, 1], phase="E")
    assert only(fight(battle), Fought).attacker == "Eng"
    assert state_of(battle).engaged == {"0509"}
    assert where(battle, "7us") == "0509"
    while (state_of(battle).phasing, state_of(battle).phase) != ("confederate", "F"):
        play(battle, "done")
    assert offered(battle) == ["fight 0509", "leave 0509", "done"]
    found = only(play(battle, "fight 0509"), Fought)
    assert [one.id for one in found.attackers] == ["8cs"]
    assert found.differential == 4 - 5


@pytest.mark.rule("gbacw:12.94.1")
def test_the_differential_is_reckoned_anew() -> None:
    found = only(play(locked("0509 2us,1 | 0509 1cs", 1, *[1] * 4), "fight 0509"), Fought)
    assert found.differential == 6 - 1


@pytest.mark.rule("gbacw:12.94.1")
def test_who_does_nothing_stays_locked() -> None:
    battle = locked("0509 2us | 0509 1cs")
    play(battle, "done")
    assert state_of(battle).engaged == {"0509"}


# Option 2: more


@pytest.mark.rule("gbacw:12.94.2")
def test_more_units_may_be_brought_in() -> None:
    battle = locked("0509 7us | 0509 8cs | 0510 9cs", 1, *[1] * 8, phase="E")
    announce(battle, "0509", "with 9cs")
    found = only(play(battle, "fight 0509"), Fought)
    assert [one.id for one in found.attackers] == ["8cs", "9cs"]
    assert found.differential == 8 - 5


@pytest.mark.rule("gbacw:12.94.2")
def test_they_come_within_the_stacking_limit() -> None:
    # Eight points fight in woods, and four of them are there already.
    battle = field(
        "0209 2us | 0209 8cs | 0210 7cs 3cs 10cs",
        phase="E",
        phasing="confederate",
        more={"engaged": ["0209"]},
    )
    play(battle, "melee 0209")
    with refused("gbacw:12.72.2"):
        battle.play("with 7cs")
    play(battle, "with 3cs")
    with refused("gbacw:12.72.2"):
        battle.play("with 10cs")


@pytest.mark.rule("gbacw:12.94.2", "gbacw:12.8.1")
def test_nobody_gives_way_before_a_melee_that_goes_on() -> None:
    battle = locked("0509 7us | 0509 8cs | 0510 9cs", phase="E")
    announce(battle, "0509", "with 9cs")
    assert (asked(battle), state_of(battle).phase) == ("confederate", "F")


# Option 3: out


@pytest.mark.rule("gbacw:12.94.3")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "routed")])
def test_engaged_units_may_leave_by_two_hexes_and_check(die: int, outcome: str) -> None:
    battle = locked("0509 2us | 0509 8cs", die)
    play(battle, "leave 0509", "to 0510")
    events = play(battle, offered(battle)[0])
    assert DRILL.grid.distance("0509", next(e.to for e in events if isinstance(e, Retreated))) == 2
    checked = only(events, Checked)
    assert (checked.unit.id, checked.outcome) == ("8cs", outcome)
    assert not state_of(battle).engaged or outcome == "routed"


@pytest.mark.rule("gbacw:12.94.3")
def test_some_may_leave_and_some_stay_but_nobody_fights_then() -> None:
    battle = field(
        "0509 2us | 0509 8cs 9cs | 0711 12cs | 0711 12us",
        [1],
        phase="F",
        phasing="confederate",
        more={"engaged": ["0509", "0711"]},
    )
    play(battle, "leave 0509", "with 8cs", "go", "to 0510")
    play(battle, offered(battle)[0])
    assert (where(battle, "9cs"), where(battle, "2us")) == ("0509", "0509")
    assert "0509" in state_of(battle).engaged
    with refused("gbacw:12.0.1"):
        battle.play("fight 0509")


@pytest.mark.rule("gbacw:12.94.3")
def test_who_brings_more_in_does_not_leave() -> None:
    battle = locked("0509 7us | 0509 8cs | 0510 9cs", phase="E")
    announce(battle, "0509", "with 9cs")
    with refused("gbacw:12.94.3"):
        battle.play("leave 0509")


@pytest.mark.rule("gbacw:12.94.4")
def test_the_engaged_enemy_does_not_fire_at_who_leaves() -> None:
    battle = locked("0509 2us | 0509 8cs", 1)
    play(battle, "leave 0509")
    assert asked(battle) == "confederate"
    # Another that holds the hex in its zone may (GB-C21).
    battle = locked("0509 2us | 0509 8cs | 0508 12us", 5, 1, 1)
    play(battle, "leave 0509")
    with refused("gbacw:10.19"):
        battle.play("add 2us 4")
    fired = only(react(battle), Fired)
    assert (fired.kind, [one.id for one in fired.firers]) == ("withdrawal", ["12us"])


@pytest.mark.rule("gbacw:12.94.4", "gbacw:10.16.2")
def test_who_leaves_has_turned_its_back_before_others_fire_at_it() -> None:
    battle = locked("0509 2us | 0509 8cs,N | 0508 12us", 5, 1, 1)
    play(battle, "leave 0509")
    fired = only(react(battle), Fired)
    assert "gbacw:7.23.2" in [line.rule for line in fired.shifts]


@pytest.mark.rule("gbacw:12.94.5")
def test_guns_in_position_do_not_leave() -> None:
    battle = locked("0509 2us | 0509 cs-n1")
    assert offered(battle) == ["fight 0509", "done"]
    with refused("gbacw:12.94.5"):
        battle.play("leave 0509")
    battle = locked("0509 2us | 0509 cs-n1 8cs 9cs")
    play(battle, "leave 0509")
    assert offered(battle) == ["with 8cs", "with 9cs"]
    assert "leave 0509" in offered(locked("0509 2us | 0509 cs-l,limbered"))


@pytest.mark.rule("gbacw:12.94.6")
def test_nobody_follows_who_leaves() -> None:
    battle = locked("0509 2us | 0509 8cs | 0508 12us,N", 1)
    events = play(battle, "leave 0509", "to 0510")
    events += play(battle, offered(battle)[0])
    assert not [event for event in events if isinstance(event, Advanced)]
    assert asked(battle) != "union" or "advance 2us" not in offered(battle)
    assert (where(battle, "2us"), where(battle, "12us")) == ("0509", "0508")


# What they may not


@pytest.mark.rule("gbacw:12.94.7")
def test_engaged_units_neither_fire_nor_move_nor_have_a_zone() -> None:
    battle = locked(f"0509 2us | 0509 1cs | 0510 12cs {ELSE}", phase="D", phasing="union")
    with refused("gbacw:12.94.7"):
        battle.play("fire 0510")
    battle = locked(f"0509 2us | 0509 1cs {ELSE}", phase="B", phasing="union")
    assert "move 2us" not in offered(battle)
    with refused("gbacw:12.94.7"):
        battle.play("move 2us")
    around = DRILL.grid.adjacent["0509"]
    assert not [hex for hex in around if zones.is_controlled(state_of(battle), hex, "union")]


@pytest.mark.rule("gbacw:12.94.7")
def test_engaged_units_do_not_fire_at_who_passes() -> None:
    battle = locked("0509 1us | 0509 1cs | 0508 2us | 0101 3us", phase="B", phasing="union")
    play(battle, "move 2us", "to 0507")
    assert where(battle, "2us") == "0507"
    assert asked(battle) == "union"


@pytest.mark.rule("gbacw:12.94.7")
def test_engaged_units_begin_no_other_melee() -> None:
    battle = locked(f"0509 2us | 0509 1cs | 0510 12cs {ELSE}", phase="E", phasing="union")
    with refused("gbacw:12.94.7"):
        battle.play("melee 0510")


@pytest.mark.rule("gbacw:12.94.8")
def test_an_engaged_leader_commands_nobody_outside() -> None:
    units = "0509 2us miller mason | 0507 3us"
    free = field(units, phase="A")
    while state_of(free).phase == "A":
        play(free, "done")
    assert unit(free, "3us").command
    battle = locked(f"{units} | 0509 1cs", phase="A", phasing="union")
    while state_of(battle).phase == "A":
        play(battle, "done")
    assert not unit(battle, "3us").command


@pytest.mark.rule("gbacw:12.94.8")
@pytest.mark.parametrize("engaged", [False, True])
def test_an_engaged_leader_rallies_nobody(engaged: bool) -> None:
    units = "0509 2us miller mason | 0508 3us,routed | 1512 12cs"
    battle = field(
        f"{units} | 0509 1cs" if engaged else units,
        [3] * 4,
        phase="H",
        more=LOCKED if engaged else {},
    )
    events = list(battle.log())
    if "rally 3us" in (offered(battle) if state_of(battle).phase == "H" else []):
        events += play(battle, "rally 3us")
    assert any(isinstance(event, Rallied) for event in events) != engaged


@pytest.mark.rule("gbacw:12.94.9")
def test_others_may_come_in_but_not_pass_through() -> None:
    # In they come with the melee, not by a move.
    battle = locked("0508 12us | 0509 2us | 0509 1cs | 0101 3us", phase="B", phasing="union")
    play(battle, "move 12us")
    assert "gbacw:12.94.9" in rules_against(battle, "to 0509")
    battle = locked("0508 12us | 0509 2us | 0509 8cs", 1, *[1] * 6, phase="E", phasing="union")
    announce(battle, "0509", "with 12us")
    play(battle, "fight 0509")
    assert where(battle, "12us") == "0509"


# Who may go on though it may not begin


@pytest.mark.rule("gbacw:12.96", "gbacw:12.25")
@pytest.mark.parametrize(
    "who, strength", [("cs-n1", 1), ("cs-l,limbered", 1), ("cs-wagon", 1), ("8cs,pinned", 4)]
)
def test_guns_wagons_and_pinned_units_go_on_with_a_melee(who: str, strength: int) -> None:
    battle = locked(f"0509 2us | 0509 {who}", 5, *[1] * 6)
    assert "fight 0509" in offered(battle)
    found = only(play(battle, "fight 0509"), Fought)
    assert found.attack[0].value == strength
