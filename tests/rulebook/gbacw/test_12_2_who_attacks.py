"""12.2, 12.6 and 12.7 Who may attack whom, fire and melee, and how many fight in a hex."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Formed, Fought, Losses
from tests.rulebook.gbacw.combat import ELSE, announce, fight, melee, shoot
from tests.rulebook.gbacw.field import field, state_of, unit, verbs, where
from tests.support import offered, only, play, refused, rules_against

# Who


@pytest.mark.rule("gbacw:12.21")
def test_an_attacker_stands_next_to_the_enemy() -> None:
    battle = field(f"0507 2us | 0509 1cs {ELSE}", phase="E")
    with refused("gbacw:12.21"):
        battle.play("melee 0509")
    battle = field("0508 2us | 0507 12us | 0509 1cs", phase="E")
    play(battle, "melee 0509")
    with refused("gbacw:12.21"):
        battle.play("with 12us")


@pytest.mark.rule("gbacw:12.21")
@pytest.mark.parametrize(
    "facing, able",
    [("S", True), ("SE", True), ("SW", True), ("N", False), ("NE", False), ("NW", False)],
)
def test_an_attacker_enters_through_its_front(facing: str, able: bool) -> None:
    battle = field(f"0508 2us,{facing} | 0509 1cs {ELSE}", phase="E")
    assert ("melee 0509" in offered(battle)) == able
    assert able or "gbacw:7.31" in rules_against(battle, "melee 0509")


@pytest.mark.rule("gbacw:12.21")
def test_riders_attack_through_one_hexside() -> None:
    battle = field(f"0508 1us-cav,mounted,SE | 0509 1cs {ELSE}", phase="E")
    assert rules_against(battle, "melee 0509") == ["gbacw:7.31"]


@pytest.mark.rule("gbacw:12.22.1")
def test_who_fired_attacks_only_what_it_fired_at() -> None:
    battle = field(f"0508 2us | 0509 1cs | 0608 12cs {ELSE}", [4, 1], phase="D")
    shoot(battle, "0608", "add 2us 4")
    play(battle, "done")
    assert offered(battle) == ["melee 0102", "melee 0608", "done"]
    with refused("gbacw:12.22.1"):
        battle.play("melee 0509")


@pytest.mark.rule("gbacw:12.22.2")
def test_who_did_not_fire_attacks_whom_it_likes() -> None:
    battle = field("0508 2us | 0509 1cs | 0608 12cs", phase="D")
    play(battle, "done")
    assert offered(battle) == ["melee 0509", "melee 0608", "done"]


@pytest.mark.rule("gbacw:12.22.2")
def test_fire_at_who_withdrew_does_not_bind() -> None:
    # In the Confederate turn 2us fired at 1cs as it left; now it may attack 12cs.
    battle = field("0508 2us | 0509 1cs | 0608 12cs", [4, 1], phase="B", phasing="confederate")
    play(battle, "move 1cs", "to 0510", "all", "resolve")
    assert not state_of(battle).offensive


@pytest.mark.rule("gbacw:12.23")
def test_neighbours_need_not_fight() -> None:
    battle = field("0508 2us | 0509 1cs", phase="E")
    assert "done" in offered(battle)
    assert not [event for event in play(battle, "done") if isinstance(event, Fought)]
    assert not state_of(battle).melees


@pytest.mark.rule("gbacw:12.24")
def test_a_column_that_is_attacked_forms_line_when_it_is_over() -> None:
    # +1, where a 5 throws the attackers back.
    battle = field("0508 7us | 0509 12cs,column", [5, 1, 1, 1], phase="E")
    events = fight(battle)
    while where(battle, "7us") == "0509":
        events += play(battle, offered(battle)[0])
    while not [event for event in events if isinstance(event, Formed)]:
        events += play(battle, offered(battle)[0])
    assert unit(battle, "12cs").formation == "line"
    kinds = [type(event) for event in events]
    assert kinds.index(Fought) < kinds.index(Formed)


@pytest.mark.rule("gbacw:12.24")
def test_a_column_never_attacks() -> None:
    battle = field(f"0508 2us,column | 0509 1cs {ELSE}", phase="E")
    with refused("gbacw:6.11.3"):
        battle.play("melee 0509")


@pytest.mark.rule("gbacw:12.26")
def test_who_split_its_fire_attacks_one_of_those_hexes() -> None:
    units = "0508 2us | 0509 1cs | 0608 12cs | 0408 8cs"
    battle = field(f"{units} {ELSE}", [2, 1, 2, 1], phase="D")
    shoot(battle, "0509", "add 2us 2")
    shoot(battle, "0608", "add 2us 2")
    play(battle, "done")
    assert {"melee 0509", "melee 0608"} <= set(offered(battle))
    assert "melee 0408" not in offered(battle)
    with refused("gbacw:12.22.1"):
        battle.play("melee 0408")
    play(battle, "melee 0509", "with 2us", "commit")
    assert "melee 0608" not in offered(battle)


@pytest.mark.rule("gbacw:12.26")
def test_melee_strength_is_not_split() -> None:
    battle = field("0508 2us 12us | 0509 1cs | 0608 12cs", phase="E")
    play(battle, "melee 0509", "with 2us", "commit", "melee 0608")
    assert offered(battle) == ["with 12us", "all"]
    with refused("gbacw:12.26"):
        battle.play("with 2us")


# Fire


@pytest.mark.rule("gbacw:12.6")
@pytest.mark.parametrize("phase", ["C", "D"])
def test_nobody_fires_into_a_melee(phase: str) -> None:
    battle = field(
        f"0508 2us | 0509 12us | 0509 1cs | 0510 8cs | 0305 7us,SE | 0508 us-n1 {ELSE}",
        phase=phase,
        more={"engaged": ["0509"]},
    )
    assert "fire 0509" not in offered(battle)
    with refused("gbacw:12.6"):
        battle.play("fire 0509")


# How many


@pytest.mark.rule("gbacw:12.71", "gbacw:12.72.2")
def test_attackers_do_not_bring_more_than_the_chart_allows() -> None:
    # Eight points fight in woods.
    battle = field("0208 2us 12us 10us | 0209 8cs", phase="E")
    play(battle, "melee 0209", "with 2us", "with 12us")
    assert offered(battle) == ["commit"]
    with refused("gbacw:12.72.2"):
        battle.play("with 10us")
    battle = field("0508 2us 12us 10us | 0509 8cs", phase="E")
    play(battle, "melee 0509", "with 2us", "with 12us", "with 10us", "commit")
    assert len(state_of(battle).melees[0].attackers) == 3


@pytest.mark.rule("gbacw:12.72.1")
def test_defenders_beyond_the_limit_do_not_fight_but_suffer() -> None:
    # Twelve points of Confederates crowd the woods: eight fight.
    battle = field("0208 2us 12us | 0209 8cs 9cs 12cs", [1, *[1] * 8], phase="E")
    found = melee(battle, "0209")
    assert [(line.value, line.rule) for line in found.defence] == [
        (4, "gbacw:12.11"),
        (4, "gbacw:12.11"),
        (4, "gbacw:12.11"),
        (-4, "gbacw:12.72.1"),
    ]
    assert (found.differential, found.defender) == (0, "C1R2")
    assert offered(battle) == ["lose 8cs", "lose 9cs", "lose 12cs"]
    play(battle, "lose 12cs")
    while "0209" in {where(battle, id) for id in ("8cs", "9cs", "12cs")}:
        play(battle, offered(battle)[0])
    assert (unit(battle, "12cs").captured, where(battle, "2us")) == (1, "0209")


@pytest.mark.rule("gbacw:12.71", "gbacw:12.72.1", "gbacw:16.32")
def test_the_limit_counts_points_before_they_are_doubled() -> None:
    # Eight points may fight in woods, and eight are there: all of them count twice.
    riders = "1cs-cav,mounted,4 2cs-cav,mounted,4"
    found = melee(field(f"0208 2us 12us | 0209 {riders}", [1, *[1] * 8], phase="E"), "0209")
    assert [line.value for line in found.defence] == [8, 8]
    assert found.differential == -8


@pytest.mark.rule("gbacw:12.71", "gbacw:12.13.2", "gbacw:16.24")
def test_a_charge_is_doubled_beyond_the_limit() -> None:
    # Twelve points may fight in the open. Seven charge, and one meets them.
    began = {DRILL.roster.number[id]: "0508" for id in ("1us-cav", "2us-cav")}
    battle = field(
        "0508 1us-cav,mounted 2us-cav,mounted | 0509 2cs,1",
        [1, *[1] * 8],
        phase="E",
        more={"began": began},
    )
    found = melee(battle, "0509", "charge 1us-cav", "charge 2us-cav")
    assert [line.value for line in found.attack] == [8, 6]
    assert found.differential == 13


@pytest.mark.rule("gbacw:12.72.1", "gbacw:12.51.1")
def test_of_too_many_defenders_the_routed_stay_out_first() -> None:
    # Eight of twelve points fight: four that stand, and four that count half.
    crowd = "8cs,routed 9cs 12cs,routed"
    battle = field(f"0208 2us 12us | 0209 {crowd}", [1, *[1] * 8], phase="E")
    found = melee(battle, "0209")
    assert [line.value for line in found.defence] == [2, 4, 2, -2]
    assert (found.defence[-1].rule, found.differential) == ("gbacw:12.72.1", 2)


@pytest.mark.rule("gbacw:12.73")
def test_each_side_has_the_limit_for_itself() -> None:
    found = melee(field("0208 2us 12us | 0209 8cs 9cs", [4, *[1] * 8], phase="E"), "0209")
    assert [line.value for line in (*found.attack, *found.defence)] == [4, 4, 4, 4]


@pytest.mark.rule("gbacw:12.74.1")
@pytest.mark.parametrize("stack", ["us-n1 2us", "2us us-n1"])
def test_men_fall_before_a_gun_crew(stack: str) -> None:
    # Locked with 8cs, they go on: four and the crew against four is +1, where a 3 costs a man.
    battle = field(f"0508 {stack} | 0508 8cs", [3, *[1] * 6], phase="F", more={"engaged": ["0508"]})
    events = play(battle, "fight 0508")
    found = only(events, Fought)
    assert (found.differential, found.attacker) == (1, "K")
    assert (unit(battle, "2us").strength, unit(battle, "us-n1").crew) == (3, 2)


@pytest.mark.rule("gbacw:12.74.2")
def test_the_owner_says_who_takes_the_loss() -> None:
    battle = field("0508 2us 8us | 0509 8cs", [5, *[1] * 8], phase="E")
    assert melee(battle).attacker == "K"  # +3
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert offered(battle) == ["lose 2us", "lose 8us"]
    lost = [event for event in play(battle, "lose 8us") if isinstance(event, Losses)]
    assert (lost[0].unit.id, lost[0].rules) == ("8us", ("gbacw:12.91.1",))
    assert (unit(battle, "2us").strength, unit(battle, "8us").strength) == (4, 2)


@pytest.mark.rule("gbacw:12.75")
def test_attackers_come_from_several_hexes() -> None:
    battle = field("0508 2us | 0408 12us | 0608 8us | 0509 8cs 9cs", [1, *[1] * 8], phase="E")
    found = melee(battle, "0509", "with 2us", "with 12us", "with 8us")
    assert [line.value for line in found.attack] == [4, 4, 3]
    assert {where(battle, id) for id in ("2us", "12us", "8us")} == {"0509"}


@pytest.mark.rule("gbacw:12.76", "gbacw:12.94.9")
def test_nobody_moves_through_a_melee() -> None:
    battle = field("0508 2us | 0509 12us | 0509 1cs | 0101 3us", more={"engaged": ["0509"]})
    play(battle, "move 2us")
    assert "to 0509" not in offered(battle)
    assert "gbacw:12.94.9" in rules_against(battle, "to 0509")


@pytest.mark.rule("gbacw:12.76", "gbacw:12.94.9")
def test_nobody_falls_back_through_a_melee() -> None:
    # 10cs has one way out of its corner, and there a melee goes on.
    battle = field(
        "0101 10cs,S | 0102 2us,N | 0201 12us,N | 0201 1cs",
        [3, 2],
        phase="D",
        more={"engaged": ["0201"]},
    )
    shoot(battle, "0101")
    assert unit(battle, "10cs").fate == "captured"


@pytest.mark.rule("gbacw:12.21", "gbacw:12.8.1")
def test_the_melees_are_announced_before_the_melee_phase() -> None:
    battle = field("0508 2us | 0509 1cs", phase="E")
    announce(battle)
    assert [one.hex for one in state_of(battle).melees] == ["0509"]
    assert state_of(battle).melees[0].attackers == (DRILL.roster.number["2us"],)
    assert verbs(battle) == {"retreat", "stand"}
