"""16.0 Cavalry: riding off before a melee, the charge, and what is special about the saddle."""

from __future__ import annotations

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.before_melee import bars_to_give_way
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import (
    Checked,
    Fired,
    Fought,
    MeleeDeclared,
    Rallied,
    Retreated,
    Stood,
)
from tests.rulebook.gbacw.field import field, state_of, unit, verbs, where
from tests.rulebook.gbacw.fights import declare, fall_back, storm
from tests.support import offered, only, play, refused


def began(**hexes: str) -> dict[str, Any]:
    """Where cavalry began its movement, for a position after it: began(us="0506")."""
    number = State.game.roster.number
    return {"began": {number[f"1{side}-cav"]: hex for side, hex in hexes.items()}}


HERE = began(us="0508", cs="0508")


# 16.1 Riding off


@pytest.mark.rule("gbacw:16.1.1")
@pytest.mark.parametrize("attacker", ["1us", "1us-cav,dismounted"])
@pytest.mark.parametrize("hexes", [("0510",), ("0510", "0511")])
def test_mounted_cavalry_rides_off_one_or_two_hexes_unmolested(
    attacker: str, hexes: tuple[str, ...]
) -> None:
    # No dice: neither a shot at its back nor a check.
    battle = field(f"0508 {attacker} | 0509 2cs-cav,mounted", phase="E")
    declare(battle, "0509")
    events = play(battle, "retreat 2cs-cav") + fall_back(battle, *hexes)
    if len(hexes) == 1:
        events += play(battle, "stop")
    assert [e.to for e in events if isinstance(e, Retreated)] == list(hexes)
    assert where(battle, "2cs-cav") == hexes[-1]


@pytest.mark.rule("gbacw:16.1.1", "gbacw:12.83")
@pytest.mark.parametrize("attackers", [("1us-cav",), ("1us-cav", "4us")])
@pytest.mark.parametrize("word", ["with", "charge"])
def test_before_other_riders_it_gives_way_as_infantry_does(
    attackers: tuple[str, ...], word: str
) -> None:
    units = "0508 1us-cav,mounted | 0608 4us,SW | 0509 2cs-cav,mounted"
    battle = field(units, [2], phase="E", more=HERE)
    first, *others = attackers
    declare(battle, "0509", f"{word} {first}", *others)
    play(battle, "retreat 2cs-cav")
    assert battle.decision is not None
    assert (battle.decision.side, "hold" in verbs(battle)) == ("union", True)
    check = only(play(battle, "hold", "to 0510", "to 0511"), Checked)
    assert (check.unit.id, check.why) == ("2cs-cav", "before melee")


@pytest.mark.rule("gbacw:16.1.1")
def test_routed_cavalry_does_not_ride_off() -> None:
    battle = field("0508 1us | 0509 2cs-cav,mounted,routed 1cs-cav,mounted", phase="E")
    declare(battle, "0509")
    with refused("gbacw:12.87"):
        battle.play("retreat 2cs-cav")


@pytest.mark.rule("gbacw:16.1.2")
def test_riding_into_a_zone_it_may_be_fired_at() -> None:
    # Its only way out of the corner is 0201, under the eyes of 2 US.
    battle = field("0102 1us,N | 0101 2cs-cav,mounted | 0301 2us,SW", [3, 1, 1], phase="E")
    declare(battle, "0101", "1us")
    play(battle, "retreat 2cs-cav")
    assert where(battle, "2cs-cav") == "0201"
    fired = only(play(battle, "all", "resolve"), Fired)
    assert (fired.kind, fired.firers[0].id) == ("retreat", "2us")


@pytest.mark.rule("gbacw:16.1.3")
def test_dismounted_cavalry_gives_way_as_infantry_does() -> None:
    battle = field("0508 1us | 0509 2cs-cav,dismounted", [2], phase="E")
    declare(battle, "0509")
    play(battle, "retreat 2cs-cav")
    assert battle.decision is not None
    assert (battle.decision.side, "hold" in verbs(battle)) == ("union", True)
    check = only(play(battle, "hold", "to 0510", "to 0511"), Checked)
    assert (check.unit.id, check.why) == ("2cs-cav", "before melee")


# 16.2 The charge


@pytest.mark.rule("gbacw:16.2")
def test_a_charge_goes_through_the_one_front_hexside() -> None:
    battle = field("0508 1us-cav,mounted,S 4us | 0509 1cs | 0608 2cs", phase="E", more=HERE)
    play(battle, "melee 0509")
    assert "charge 1us-cav" in offered(battle)
    battle = field("0508 1us-cav,mounted,S 4us | 0509 1cs | 0608 2cs", phase="E", more=HERE)
    play(battle, "melee 0608")
    with refused("gbacw:7.31"):
        battle.play("charge 1us-cav")


@pytest.mark.rule("gbacw:16.2")
@pytest.mark.parametrize("word", ["1us-cav,dismounted", "1us"])
def test_nobody_charges_on_foot(word: str) -> None:
    battle = field(f"0508 {word} | 0509 1cs", phase="E", more=HERE)
    play(battle, "melee 0509")
    with refused("gbacw:16.2"):
        battle.play(f"charge {word.partition(',')[0]}")


@pytest.mark.rule("gbacw:16.21")
@pytest.mark.parametrize(
    "target",
    ["1cs", "1cs,column", "cs-n1", "cs-n1,limbered", "cs-wagon", "2cs-cav", "2cs-cav,mounted"],
)
def test_anybody_may_be_charged(target: str) -> None:
    battle = field(f"0508 1us-cav,mounted | 0509 {target}", phase="E", more=HERE)
    play(battle, "melee 0509", "charge 1us-cav")
    assert only(play(battle, "commit"), MeleeDeclared).charging


@pytest.mark.rule("gbacw:16.22")
@pytest.mark.parametrize(
    "origin, hex, facing, what",
    [
        ("0405", "0404", "N", "woods"),
        ("1005", "1006", "S", "town"),
        ("0511", "0512", "S", "stream"),
        ("1306", "1305", "N", "crest_up"),
    ],
)
def test_nobody_charges_into_or_across_these(origin: str, hex: str, facing: str, what: str) -> None:
    more = began(us=origin)
    battle = field(f"{origin} 1us-cav,mounted,{facing} | {hex} 1cs", phase="E", more=more)
    play(battle, f"melee {hex}")
    refusals = battle.why_not("charge 1us-cav")
    assert [(one.rule, what in one.why) for one in refusals] == [("gbacw:16.22", True)]
    assert "with 1us-cav" in offered(battle)


@pytest.mark.rule("gbacw:16.22")
def test_down_a_crest_it_may_charge() -> None:
    battle = field("1305 1us-cav,mounted,S | 1306 1cs", phase="E", more=began(us="1305"))
    play(battle, "melee 1306")
    assert "charge 1us-cav" in offered(battle)


def ride(origin: str, *hexes: str, dice: tuple[int, ...] = ()) -> Battle:
    """1 US Cavalry moves, nobody fires, and the melees are announced."""
    battle = field(f"{origin} 1us-cav,mounted | 0509 2cs | 0101 3us", dice)
    play(battle, "move 1us-cav", *(f"to {hex}" for hex in hexes), "stop", "done")
    while state_of(battle).phase != "E":
        play(battle, "done")
    return battle


@pytest.mark.rule("gbacw:16.23", "gbacw:16.24")
def test_a_charge_begins_within_four_hexes() -> None:
    battle = ride("0505", "0506", "0507", "0508")
    play(battle, "melee 0509", "charge 1us-cav")
    battle = ride("0504", "0505", "0506", "0507", "0508")
    play(battle, "melee 0509")
    with refused("gbacw:16.23"):
        battle.play("charge 1us-cav")
    assert "with 1us-cav" in offered(battle)  # an ordinary melee is open to it


@pytest.mark.rule("gbacw:16.23")
def test_who_mounted_only_in_this_phase_has_not_begun_it_in_the_saddle() -> None:
    battle = field("0508 1us-cav,dismounted | 0509 2cs,routed | 0101 3us")
    play(battle, "move 1us-cav", "form mounted", "done")
    while state_of(battle).phase != "E":
        play(battle, "done")
    play(battle, "melee 0509")
    with refused("gbacw:16.23"):
        battle.play("charge 1us-cav")


@pytest.mark.rule("gbacw:16.24")
def test_who_is_not_beside_the_target_does_not_charge() -> None:
    # 1 US Cavalry stands two hexes off; 4 US is there.
    battle = field("0507 1us-cav,mounted | 0508 4us | 0509 1cs", phase="E", more=HERE)
    play(battle, "melee 0509")
    with refused("gbacw:12.21"):
        battle.play("charge 1us-cav")


@pytest.mark.rule("gbacw:16.24")
@pytest.mark.parametrize("word, strength", [("charge 1us-cav", 8), ("with 1us-cav", 4)])
def test_a_charge_doubles_its_strength(word: str, strength: int) -> None:
    _, events = storm("0508 1us-cav,mounted | 0509 1cs", [5, 1], word, more=HERE)
    fought = only(events, Fought)
    assert fought.attack[0].value == strength
    assert fought.attack[0].rule == ("gbacw:12.13.2" if strength == 8 else "gbacw:12.11")


@pytest.mark.rule("gbacw:16.25")
def test_the_charger_is_spent_though_it_has_won() -> None:
    # Eight against three: +5, and a 6 is C1R2. The beaten go first, then the victor.
    battle, events = storm("0508 1us-cav,mounted | 0509 3cs", [6, 1], "charge 1us-cav", more=HERE)
    assert (only(events, Fought).attacker, only(events, Fought).defender) == ("-", "C1R2")
    events = fall_back(battle, "0510", "0511")
    assert only(events, Stood).rules == ("gbacw:16.25",)
    fall_back(battle, "0508", "0507", "0506")
    assert (where(battle, "1us-cav"), unit(battle, "1us-cav").routed) == ("0506", True)


@pytest.mark.rule("gbacw:16.25")
def test_without_a_charge_the_victor_stays() -> None:
    battle, _ = storm("0508 1us-cav,mounted | 0509 3cs", [2, 1], "with 1us-cav", more=HERE)
    fall_back(battle, "0510", "0511")
    assert (where(battle, "1us-cav"), unit(battle, "1us-cav").routed) == ("0509", False)


@pytest.mark.rule("gbacw:16.25")
def test_a_spent_charger_rallies_like_anybody() -> None:
    battle = field("0508 1us-cav,mounted,routed sawyer", phase="H")
    assert only(battle.past.events, Rallied).rules == ("gbacw:13.52.1",)


@pytest.mark.rule("gbacw:16.26.1")
@pytest.mark.parametrize("target", ["1cs", "2cs-cav,dismounted", "cs-n1,limbered"])
def test_the_charged_stand(target: str) -> None:
    for word, stands in (("charge 1us-cav", True), ("with 1us-cav", False)):
        battle = field(f"0508 1us-cav,mounted | 0509 {target}", phase="E", more=HERE)
        declare(battle, "0509", word)
        id = target.partition(",")[0]
        assert (f"retreat {id}" not in offered(battle)) == stands
        if stands:
            assert "fight 0509" in offered(battle)


@pytest.mark.rule("gbacw:16.26.1")
def test_the_rule_that_keeps_the_charged_is_named() -> None:
    battle = field("0508 1us-cav,mounted | 0509 1cs", phase="E", more=HERE)
    declare(battle, "0509", "charge 1us-cav")
    state = state_of(battle)
    bars = bars_to_give_way(state, State.game.roster.number["1cs"], state.melees[0])
    assert [refusal.rule for refusal in bars] == ["gbacw:16.26.1"]


@pytest.mark.rule("gbacw:16.26.2")
def test_charged_cavalry_may_ride_off_and_the_chargers_are_not_spent() -> None:
    units = "0508 1us-cav,mounted | 0509 2cs-cav,mounted"
    battle = field(units, [1], phase="E", more=HERE)
    declare(battle, "0509", "charge 1us-cav")
    events = play(battle, "retreat 2cs-cav", "hold", "to 0510", "to 0511", "done")
    assert not [event for event in events if isinstance(event, Stood) and event.hex == "0508"]
    assert (where(battle, "1us-cav"), unit(battle, "1us-cav").routed) == ("0508", False)


@pytest.mark.rule("gbacw:16.27")
def test_locked_in_melee_the_charger_is_spent_all_the_same() -> None:
    battle, events = storm("0508 1us-cav,mounted | 0509 1cs", [5], "charge 1us-cav", more=HERE)
    assert only(events, Fought).attacker == "Eng"
    assert only(events, Stood).rules == ("gbacw:16.25",)
    fall_back(battle, "0508", "0507", "0506")
    assert (where(battle, "1us-cav"), unit(battle, "1us-cav").routed) == ("0506", True)
    assert not state_of(battle).engaged


# 16.3 In the saddle


@pytest.mark.rule("gbacw:16.31")
def test_lines_of_supply_and_command_go_around_all_six_hexes() -> None:
    around = State.game.grid.adjacent["0610"]
    for word, barred in (("2cs-cav,mounted", 6), ("2cs-cav,dismounted", 3)):
        state = state_of(field(f"0610 {word} | 0101 3us"))
        closed = zones.barred_lines(state, "union", ("0610",))
        assert "0610" in closed
        assert len(closed.intersection(around)) == barred


@pytest.mark.rule("gbacw:16.31")
def test_command_is_lost_behind_mounted_cavalry() -> None:
    for word, out in (("2cs-cav,mounted,SE", {"2us"}), ("2cs-cav,dismounted,SE", set())):
        battle = field(f"0508 miller 1us | 0511 2us | 0610 {word} | 0505 mason", phase="A")
        play(battle, "done")
        assert {id for id in ("1us", "2us") if not unit(battle, id).command} == out


@pytest.mark.rule("gbacw:16.32")
@pytest.mark.parametrize(
    "attackers, value, rule",
    [
        ("0508 1us", 6, "gbacw:16.32"),
        ("0508 1us-cav,dismounted", 6, "gbacw:16.32"),
        ("0508 2us | 0608 1us-cav,dismounted,SW", 6, "gbacw:16.32"),
        ("0508 1us-cav,mounted", 3, "gbacw:12.11"),
        ("0508 2us | 0608 1us-cav,mounted,SW", 3, "gbacw:12.11"),  # GB-C25
    ],
)
def test_mounted_cavalry_doubles_against_men_on_foot(attackers: str, value: int, rule: str) -> None:
    _, events = storm(f"{attackers} | 0509 2cs-cav,mounted", [5, 1, 1, 1, 1])
    line = only(events, Fought).defence[0]
    assert (line.value, line.rule) == (value, rule)


@pytest.mark.rule("gbacw:16.33")
def test_cavalry_against_cavalry_nobody_doubles() -> None:
    units = "0508 1us-cav,mounted | 0509 2cs-cav,mounted"
    _, events = storm(units, [4], "charge 1us-cav", more=HERE)
    fought = only(events, Fought)
    assert (fought.attack[0].value, fought.attack[0].rule) == (4, "gbacw:16.33")
    assert (fought.defence[0].value, fought.differential) == (3, 1)


@pytest.mark.rule("gbacw:16.34")
def test_from_the_saddle_carbines_fire_ahead_and_muskets_not_at_all() -> None:
    units = "0508 1us-cav,mounted 2us-cav,mounted 4us | 0509 1cs | 0608 2cs"
    battle = field(units, phase="D")
    play(battle, "fire 0509")
    assert "add 1us-cav 4" in offered(battle)
    with refused("gbacw:6.14.2"):
        battle.play("add 2us-cav 3")
    battle = field(units, phase="D")
    play(battle, "fire 0608")
    with refused("gbacw:7.22"):
        battle.play("add 1us-cav 4")


@pytest.mark.rule("gbacw:16.35")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_mounted_cavalry_is_enfiladed_from_everywhere(facing: str) -> None:
    # Column 6: a 2 is P/R.
    battle = field(f"0508 1us | 0509 2cs-cav,mounted,{facing}", [2, 1], phase="D")
    events = play(battle, "fire 0509", "add 1us 4", "resolve")
    assert [line.rule for line in only(events, Fired).shifts] == ["gbacw:7.23.2"]
    assert [line.rule for line in only(events, Checked).lines] == ["gbacw:13.26"]  # GB-C7
