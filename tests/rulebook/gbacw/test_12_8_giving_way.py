"""12.8 Retreat before melee: giving way, the fire at it, and the advance after it."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.board.hex import SE, SW, N, S
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Advanced, Checked, Fired, Fought, MeleeDeclared, Retreated
from tests.rulebook.gbacw.combat import ELSE, announce, checks, give_way, react
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused, rules_against


def attacked(units: str, *dice: int, who: tuple[str, ...] = ()) -> Battle:
    """A melee has been announced on 0509."""
    battle = field(units, dice, phase="E")
    announce(battle, "0509", *who)
    return battle


# The offer


@pytest.mark.rule("gbacw:12.8.1")
def test_the_defender_answers_every_announcement() -> None:
    battle = field("0508 2us | 0509 8cs", phase="E")
    told = only(announce(battle), MeleeDeclared)
    assert (told.hex, [one.id for one in told.attackers]) == ("0509", ["2us"])
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert offered(battle) == ["retreat 8cs", "stand"]
    play(battle, "stand")
    assert offered(battle) == ["fight 0509", "done"]


@pytest.mark.rule("gbacw:12.8.1", "gbacw:12.81")
def test_only_who_is_attacked_gives_way() -> None:
    battle = attacked("0508 2us | 0509 8cs | 0510 9cs")
    with refused("gbacw:12.8.1"):
        battle.play("retreat 9cs")


@pytest.mark.rule("gbacw:12.8.1")
def test_some_may_go_and_some_stay() -> None:
    battle = attacked("0508 2us | 0509 8cs 9cs", 1, 1, *[1] * 6)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop")
    found = only(play(battle, "fight 0509"), Fought)
    assert [one.id for one in found.defenders] == ["9cs"]
    assert (where(battle, "8cs"), where(battle, "2us")) == ("0510", "0509")


@pytest.mark.rule("gbacw:12.81", "gbacw:17.74")
@pytest.mark.parametrize(
    "who, words",
    [("8cs", ("hold",)), ("1cs-cav,mounted", ())],
    ids=["infantry", "riders"],
)
def test_a_leader_goes_with_a_stack_that_gives_way_as_a_whole(
    who: str, words: tuple[str, ...]
) -> None:
    battle = attacked(f"0508 2us | 0509 {who} taylor baker", 1)
    give_way(battle, who.partition(",")[0])
    play(battle, *words, "to 0510", "stop")
    assert where(battle, "taylor") == where(battle, "baker") == "0510"


@pytest.mark.rule("gbacw:12.81", "gbacw:9.86.2")
def test_a_leader_stays_with_those_who_stand_and_where_he_is_pinned() -> None:
    battle = attacked("0508 2us | 0509 8cs 9cs taylor", 1, 1, *[1] * 6)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop")
    assert (where(battle, "8cs"), where(battle, "taylor")) == ("0510", "0509")
    for who, words in (("8cs", ("hold",)), ("1cs-cav,mounted", ())):
        battle = attacked(f"0508 2us | 0509 {who} taylor,pinned | 0101 3us", 1)
        id = who.partition(",")[0]
        give_way(battle, id)
        play(battle, *words, "to 0510", "stop")
        assert (where(battle, id), where(battle, "taylor")) == ("0510", "0509")


# The retreat


@pytest.mark.rule("gbacw:12.81")
def test_units_give_way_by_one_hex_or_two() -> None:
    battle = attacked("0508 2us | 0509 8cs | 0101 3us", 1)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510")
    assert "stop" in offered(battle)
    play(battle, "stop")
    assert where(battle, "8cs") == "0510"
    battle = attacked("0508 2us | 0509 8cs", 1)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "to 0511")
    assert where(battle, "8cs") == "0511"
    with refused("gbacw:4.0.1"):
        battle.play("to 0512")


@pytest.mark.rule("gbacw:12.82")
def test_giving_way_does_not_lead_into_a_zone() -> None:
    # 2us looks at 0408, 0509 and 0608; 12us at 0409 and 0410.
    battle = attacked("0508 2us | 0309 12us,SE | 0509 8cs", 1, who=("with 2us",))
    give_way(battle, "8cs")
    play(battle, "hold")
    ways = {one.split()[1] for one in offered(battle)}
    assert ways == {"0510", "0609"}
    assert "gbacw:14.2" in rules_against(battle, "to 0409")


@pytest.mark.rule("gbacw:12.82")
def test_who_has_no_way_free_of_zones_stands() -> None:
    # In the corner, with the one way out in the zone of 12us or 2us: nobody is even asked.
    for facing in ("N", "S"):
        battle = field(f"0102 2us,N | 0202 12us,{facing} | 0101 8cs,S", phase="E")
        announce(battle, "0101", "with 2us")
        assert offered(battle) == ["fight 0101", "done"]


@pytest.mark.rule("gbacw:12.83")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "routed")])
def test_morale_is_checked_even_without_fire(die: int, outcome: str) -> None:
    battle = attacked("0508 2us | 0509 8cs", die)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510")
    checked = only(play(battle, "stop"), Checked)
    assert (checked.unit.id, checked.why, checked.outcome) == ("8cs", "before melee", outcome)


@pytest.mark.rule("gbacw:12.83")
def test_those_who_give_way_are_fired_at() -> None:
    battle = attacked("0508 2us | 0608 12us,SW | 0509 8cs", 5, 1, 1, who=("with 2us",))
    give_way(battle, "8cs")
    fired = only(react(battle), Fired)
    assert (fired.kind, sorted(one.id for one in fired.firers)) == ("withdrawal", ["12us", "2us"])


@pytest.mark.rule("gbacw:12.84")
def test_riders_give_way_unharmed() -> None:
    battle = attacked("0508 2us | 0509 1cs-cav,mounted")
    events = give_way(battle, "1cs-cav")
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    events += play(battle, "to 0510", "to 0511")
    assert where(battle, "1cs-cav") == "0511"
    assert not [event for event in events if isinstance(event, (Fired, Checked))]


@pytest.mark.rule("gbacw:10.16.2", "gbacw:7.11.2")
def test_who_gives_way_has_turned_its_back_before_it_is_fired_at() -> None:
    battle = attacked("0508 2us | 0509 8cs,N", 5, 1, 1)
    give_way(battle, "8cs")
    assert unit(battle, "8cs").facing in (SE, S, SW)
    fired = only(react(battle), Fired)
    assert [(line.value, line.rule) for line in fired.shifts] == [(1, "gbacw:7.23.2")]


@pytest.mark.rule("gbacw:10.16.2")
def test_who_covers_for_others_keeps_its_front_to_the_enemy() -> None:
    battle = attacked("0508 2us | 0509 8cs,N 9cs,N", 5, 1, 1)
    give_way(battle, "8cs")
    assert (unit(battle, "8cs").facing, unit(battle, "9cs").facing) == (N, N)
    fired = only(react(battle), Fired)
    assert "gbacw:7.23.2" not in [line.rule for line in fired.shifts]


@pytest.mark.rule("gbacw:12.88", "gbacw:7.13")
def test_who_is_held_by_the_fire_stands_as_it_has_turned() -> None:
    battle = attacked("0508 2us | 0509 8cs,N", 2, 1, 1, 1, 1, 1)
    give_way(battle, "8cs")
    turned = unit(battle, "8cs").facing
    react(battle)
    assert (unit(battle, "8cs").pinned, unit(battle, "8cs").facing) == (True, turned)
    assert turned != N


# The advance


@pytest.mark.rule("gbacw:12.85.1")
def test_attackers_may_take_the_hex() -> None:
    battle = attacked("0508 2us 12us | 0608 7us | 0509 8cs", 1, who=("with 2us", "with 12us"))
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop")
    assert offered(battle) == ["advance 2us", "advance 12us", "done"]
    with refused("gbacw:12.85.1"):  # it was not going to attack them
        battle.play("advance 7us")
    advanced = only(play(battle, "advance 2us"), Advanced)
    assert (advanced.to, advanced.rules) == ("0509", ("gbacw:12.85.1",))
    assert (where(battle, "2us"), where(battle, "12us")) == ("0509", "0508")


@pytest.mark.rule("gbacw:12.85.1")
def test_nobody_has_to_advance_and_nobody_does_while_somebody_stays() -> None:
    battle = attacked("0508 2us | 0509 8cs", 1)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop", "done")
    assert where(battle, "2us") == "0508"
    battle = attacked("0508 2us | 0509 8cs 9cs", 1)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop")
    assert offered(battle) == ["fight 0509", "done"]


@pytest.mark.rule("gbacw:12.85.1")
def test_the_advance_keeps_within_the_stacking_limit() -> None:
    # Eight points stand in woods; 8us and 7us make eight, 10us one too many.
    battle = field("0208 8us 7us 10us | 0209 8cs", [1], phase="E")
    announce(battle, "0209", "with 8us", "with 7us")
    give_way(battle, "8cs")
    play(battle, "hold", "to 0210", "stop", "advance 8us", "advance 7us")
    assert (where(battle, "8us"), where(battle, "7us")) == ("0209", "0209")
    battle = field("0208 8us | 0109 1us,SE | 0209 8cs", [1], phase="E")
    play(battle, "melee 0209", "with 1us")
    with refused("gbacw:12.72.2"):
        battle.play("with 8us")


@pytest.mark.rule("gbacw:12.85.1")
def test_riders_do_not_advance_onto_infantry() -> None:
    battle = attacked("0508 2us | 0608 1us-cav,mounted,SW | 0509 8cs", 1)
    give_way(battle, "8cs")
    play(battle, "hold", "to 0510", "stop")
    assert offered(battle) == ["advance 2us", "advance 1us-cav", "done"]
    play(battle, "advance 2us")
    assert where(battle, "1us-cav") == "0608"
    assert state_of(battle).phase != "E"


@pytest.mark.rule("gbacw:12.85.2")
def test_who_has_advanced_attacks_nobody_else() -> None:
    battle = attacked("0508 2us | 0509 8cs | 0510 9cs", 1)
    give_way(battle, "8cs")
    events = play(battle, "hold", "to 0409", "stop", "advance 2us")
    assert where(battle, "2us") == "0509"
    assert state_of(battle).phase != "E"
    assert not [event for event in events if isinstance(event, Fought)]
    battle = field(
        f"0508 2us | 0509 8cs {ELSE}",
        phase="E",
        more={"advanced": [DRILL.roster.number["2us"]]},
    )
    with refused("gbacw:12.85.2"):
        battle.play("melee 0509")


# Who may not


@pytest.mark.rule("gbacw:12.86")
def test_guns_in_position_do_not_give_way() -> None:
    battle = attacked("0508 2us | 0509 cs-n1 8cs")
    with refused("gbacw:12.86"):
        battle.play("retreat cs-n1")
    battle = attacked("0508 2us | 0509 cs-l,limbered", 1)
    assert "retreat cs-l" in offered(battle)


@pytest.mark.rule("gbacw:12.87")
@pytest.mark.parametrize("mark", ["pinned", "routed"])
def test_pinned_and_routed_units_do_not_give_way(mark: str) -> None:
    battle = attacked(f"0508 2us | 0509 9cs,{mark} 8cs")
    assert offered(battle) == ["retreat 8cs", "stand"]
    with refused("gbacw:12.87"):
        battle.play("retreat 9cs")


@pytest.mark.rule("gbacw:12.88", "gbacw:10.15.2")
def test_who_is_pinned_on_the_way_out_must_stand() -> None:
    # P/R and a 1.
    battle = attacked("0508 2us | 0509 8cs", 2, 1, 1, 1, 1, 1)
    give_way(battle, "8cs")
    events = react(battle)
    assert checks(events) == [("8cs", "pinned")]
    assert (where(battle, "8cs"), unit(battle, "8cs").pinned) == ("0509", True)
    assert only(play(battle, "fight 0509"), Fought).hex == "0509"


@pytest.mark.rule("gbacw:12.88")
def test_who_is_not_pinned_goes() -> None:
    battle = attacked("0508 2us | 0509 8cs", 5, 1, 1)
    give_way(battle, "8cs")
    react(battle)
    assert only(play(battle, "to 0510"), Retreated).why == "before melee"


@pytest.mark.rule("gbacw:12.89")
@pytest.mark.parametrize("command", ["command", "-command"])
def test_command_has_no_part_in_it(command: str) -> None:
    battle = attacked(f"0508 2us | 0509 8cs,{command}")
    assert "retreat 8cs" in offered(battle)
