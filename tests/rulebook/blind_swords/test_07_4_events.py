"""7.4 The thirteen events: when and on what they are played, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords import close_combat
from longroll.systems.chickasaw_bayou.roster import ROSTER
from tests.rulebook.blind_swords.chits import asked, cited, drawing, said, state_of, told
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import WAIT

#: Clear ground. 3719 is a Trench, with 3718 and 3618 before it.
FIELD = {"2910": "16oh", "2019": "40ga"}


def holding(
    side: str, event: str, units: dict[str, str] | None = None, *dice: int, **more: Any
) -> Battle:
    """Between two draws, with an event in a side's hand."""
    return drawing(units or FIELD, ("fog",), dice, held={side: [event]}, **more)


# Rally


@pytest.mark.rule("blind_swords:7.4.2", "chickasaw_bayou:16.0.6")
def test_rally_clears_hits_and_makes_fresh() -> None:
    worn = {"16oh": {"hits": 2, "worn": True}}
    battle = holding("union", "rally", states=worn)
    happened = play(battle, "play rally 16oh")
    assert told(happened) == ["EventPlayed", "UnitRallied"]
    assert cited(happened) == {"chickasaw_bayou:16.0.6", "blind_swords:7.4.2"}
    assert (unit(battle, "16oh").hits, unit(battle, "16oh").worn) == (0, False)
    assert state_of(battle).held == {"union": ()}
    assert state_of(battle).seen == {"union": ("rally",)}
    # Engaged, it stays Battleworn.
    engaged = holding("union", "rally", {"2911": "16oh", "3011": "26la-a"}, states=worn)
    play(engaged, "play rally 16oh")
    assert (unit(engaged, "16oh").hits, unit(engaged, "16oh").worn) == (0, True)


@pytest.mark.rule("blind_swords:7.4.2")
def test_rally_frees_a_broken_unit() -> None:
    battle = holding("union", "rally", states={"22ky": {"box": "3"}, "42oh": {"box": "available"}})
    assert "play rally 22ky" in choices(battle)
    assert refused(battle, "play rally 42oh") == ["blind_swords:7.4.2"]
    assert refused(battle, "play rally 16oh") == ["blind_swords:7.4.2"]
    assert refused(battle, "play rally 40ga") == ["blind_swords:7.4.2"]
    assert refused(battle, "play rally") == ["chickasaw_bayou:16.0.6"]
    assert refused(battle, "play huzzah 2910") == ["blind_swords:7.3f.1"]
    play(battle, "play rally 22ky")
    assert unit(battle, "22ky").box == "available"


@pytest.mark.rule("blind_swords:7.4.1", "chickasaw_bayou:16.0.6", "chickasaw_bayou:2.10h.4")
@pytest.mark.parametrize("ground", ["bayou", "cypress"])
def test_no_rally_in_bayou_or_cypress(ground: str) -> None:
    hex = min(state_of(holding("union", "rally")).game.map.of_terrain(ground))
    battle = holding("union", "rally", {hex: "16oh", "2019": "40ga"}, states={"16oh": {"hits": 1}})
    assert refused(battle, "play rally 16oh")[0] == "blind_swords:7.4.1"


# Markers


@pytest.mark.rule("blind_swords:7.4.3", "blind_swords:7.4.4", "chickasaw_bayou:16.0.5")
def test_good_ground_between_draws() -> None:
    units = {"2910": "16oh", "2909": "40ga", "3719": "62tn"}
    battle = holding("confederate", "good-ground", units)
    assert choices(battle) == ["play good-ground 2909", "pass", "let-pass"]
    assert refused(battle, "play good-ground 3719") == ["blind_swords:7.4.3"]
    assert refused(battle, "play good-ground 2910") == ["blind_swords:7.4.3"]
    play(battle, "play good-ground 2909")
    assert state_of(battle).good_ground == {"2909"}


@pytest.mark.rule("blind_swords:7.4.3", "blind_swords:7.4.4", "chickasaw_bayou:16.0.5")
def test_good_ground_as_fire_is_declared() -> None:
    units = {"2910": "16oh", "2909": "40ga", "2026": "62tn"}
    battle = field(
        units, active="decourcy attack", dice=(1, 1), held={"confederate": ["good-ground"]}
    )
    play(battle, "fire 2909", "all", "resolve")
    assert asked(battle) == "confederate"
    assert choices(battle) == ["play good-ground 2909", "pass", "let-pass"]
    assert refused(battle, "play good-ground 2026") == ["blind_swords:7.4.4"]
    happened = play(battle, "play good-ground 2909")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert -2 in [line.value for line in fired.ledger() if "Good Ground" in line.reason]
    assert state_of(battle).good_ground == {"2909"}


@pytest.mark.rule("blind_swords:7.4.26", "blind_swords:7.4.27", "chickasaw_bayou:16.0.13")
def test_an_epaulement_is_built_for_artillery() -> None:
    swamp = min(state_of(holding("union", "rally")).game.map.of_terrain("swamp"))
    units = {"2910": "foster", "2911": "16oh", swamp: "hart", "2019": "40ga"}
    battle = holding("union", "epaulement", units)
    assert choices(battle) == ["play epaulement 2910", "pass", "let-pass"]
    assert refused(battle, "play epaulement 2911") == ["blind_swords:7.4.27"]
    assert refused(battle, f"play epaulement {swamp}") == ["blind_swords:7.4.27"]
    play(battle, "play epaulement 2910")
    assert state_of(battle).epaulements == {"2910"}


@pytest.mark.rule("blind_swords:7.4.26", "blind_swords:7.4.27")
def test_fire_at_an_epaulement_shifts_left_and_assaults_do_not() -> None:
    units = {"2910": "foster", "2911": "40ga"}
    battle = field(units, active="barton attack", dice=(1, 1), epaulements=["2910"])
    happened = play(battle, "fire 2910", "all", "resolve")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert -2 in [line.value for line in fired.ledger() if "paulement" in line.reason]
    play(battle, "done")
    play(battle, "assault 2910 2911")
    lines = close_lines(battle)
    assert not [line for line in lines if "paulement" in line]


def close_lines(battle: Battle) -> list[str]:
    """The reasons of the shifts of the assault that is being put together."""
    state = state_of(battle)
    return [line.reason for line in close_combat.shifts(state, state.agenda[-1].assault)]


# Movement


@pytest.mark.rule("blind_swords:7.4.5", "blind_swords:7.4.6", "chickasaw_bayou:16.0.7")
def test_handsome_movement_moves_two_units_of_any_brigades() -> None:
    units = {"2910": "40ga", "2912": "62tn", "2920": "26la-a", "3010": "16oh"}
    units |= {"2705": "wofford", "2707": "43ga"}
    states = {"43ga": {"hits": 2}}
    battle = holding("confederate", "handsome-movement", units, states=states)
    play(battle, "play handsome-movement")
    assert choices(battle) == ["move 26la-a", "move 62tn", "done"]
    assert refused(battle, "move 40ga") == ["blind_swords:7.4.6"]  # Engaged
    assert refused(battle, "move wofford") == ["blind_swords:7.4.6"]
    assert refused(battle, "move 43ga") == ["blind_swords:7.4.6"]  # Disrupted
    play(battle, "move 62tn")
    assert "5 points left" in said(battle)
    # Into Engagement, where it stops, and no fight follows.
    happened = play(battle, "to 2911")
    assert "Moved" in told(happened)
    assert refused(battle, "move 62tn")
    play(battle, "move 26la-a", "stop")
    assert choices(battle) == ["draw"]
    assert state_of(battle).activated == set()
    assert state_of(battle).moved == set()


@pytest.mark.rule("blind_swords:7.4.5", "chickasaw_bayou:16.0.7")
def test_handsome_movement_needs_no_roll_for_a_bayou() -> None:
    game = state_of(holding("union", "rally")).game
    water, bank = next(
        (hex, near)
        for hex in game.map.of_terrain("bayou")
        for near in game.grid.adjacent[hex]
        if game.map.terrain[near] == "clear" and not game.field.crosses(near, hex)
    )
    battle = holding("confederate", "handsome-movement", {bank: "40ga", "1005": "16oh"})
    happened = play(battle, "play handsome-movement", "move 40ga", f"to {water}")
    assert not [event for event in happened if event.rolls]
    assert unit(battle, "40ga").hex == water


# Fire


@pytest.mark.rule("blind_swords:7.4.7", "blind_swords:7.4.8", "chickasaw_bayou:16.0.3")
def test_sharpshooters_fire_on_a_fixed_column() -> None:
    units = {"2910": "16oh", "2909": "40ga", "2705": "62tn"}
    battle = holding("confederate", "sharpshooters", units, 1, 1)
    assert choices(battle) == ["play sharpshooters 40ga", "pass", "let-pass"]
    assert refused(battle, "play sharpshooters 62tn") == ["blind_swords:7.4.8"]
    play(battle, "play sharpshooters 40ga")
    assert choices(battle) == ["fire 2910"]
    assert refused(battle, "fire 2705") != []
    happened = play(battle, "fire 2910")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert (fired.base, fired.column) == ("5", "4")  # type: ignore[attr-defined]
    # Its own activation is untouched.
    assert state_of(battle).fired == set()
    assert choices(battle) == ["draw"]


@pytest.mark.rule("blind_swords:7.4.9", "blind_swords:7.4.10", "chickasaw_bayou:16.0.2")
def test_superior_artillery_shifts_four_columns() -> None:
    units = {"2910": "16oh", "2908": "wofford"}
    states = {"wofford": {"low_ammo": 1}}
    battle = field(
        units,
        phase="B",
        dice=(1, 2, 6, 1),
        held={"confederate": ["superior-artillery"]},
        states=states,
    )
    play(battle, "guns 2908", "fire 2910", "all", "resolve")
    assert asked(battle) == "confederate"
    happened = play(battle, "play superior-artillery")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert 4 in [line.value for line in fired.ledger()]
    assert unit(battle, "wofford").low_ammo == 0


@pytest.mark.rule("blind_swords:7.4.13", "blind_swords:7.4.14", "chickasaw_bayou:16.0.8")
def test_firing_low_spoils_fire_at_a_trench() -> None:
    held = {"confederate": ["firing-low"]}
    units = {"3718": "16oh", "3719": "62tn"}
    battle = field(units, active="decourcy attack", dice=(1, 1), held=held)
    play(battle, "fire 3719", "all", "resolve")
    assert "play firing-low" in choices(battle)
    happened = play(battle, "play firing-low")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert -3 in [line.value for line in fired.ledger() if "Firing Low" in line.reason]
    plain = field(
        {"2910": "16oh", "2909": "40ga"}, active="decourcy attack", dice=(1, 1), held=held
    )
    play(plain, "fire 2909", "all", "resolve")
    # There is a moment for Good Ground, but not for this.
    assert refused(plain, "play firing-low") == ["blind_swords:7.4.13"]


# Command


def gained(*held: str, clarity: bool = False, dice: tuple[int, ...] = (1, 1)) -> Battle:
    units = {"3718": "54in", "3618": "16oh", "3719": "62tn"}
    more: dict[str, Any] = {"states": {"54in": {"worn": True}}}
    battle = drawing(units, ("morgan",), dice, held={"confederate": [*held]}, **more)
    play(battle, "pass", "draw", "clarity decourcy" if clarity else "activate decourcy")
    return battle


@pytest.mark.rule("blind_swords:7.4.11", "blind_swords:7.4.12", "chickasaw_bayou:16.0.4")
def test_command_confusion_makes_an_activation_limited() -> None:
    battle = gained("command-confusion")
    assert asked(battle) == "confederate"
    assert choices(battle) == ["play command-confusion", "pass", "let-pass"]
    play(battle, "play command-confusion")
    state = state_of(battle)
    assert state.active.order == "limited"
    assert state.activated == {"decourcy"}
    assert choices(battle) == ["fire 3719", "done"]
    # Clarity is not confused: nothing is asked but for the elephant.
    clear = gained("command-confusion", clarity=True)
    assert said(clear) == "Do you play an event as the brigade begins?"


@pytest.mark.rule("blind_swords:7.4.15", "blind_swords:7.4.16", "chickasaw_bayou:16.0.9")
@pytest.mark.parametrize("die, daunted", [(1, False), (6, True)])
def test_seeing_the_elephant_checks_a_raw_unit(die: int, daunted: bool) -> None:
    battle = gained("seeing-the-elephant", dice=(1, 1, die))
    play(battle, "pass")
    assert choices(battle) == ["play seeing-the-elephant 54in", "pass", "let-pass"]
    assert refused(battle, "play seeing-the-elephant 16oh") == ["blind_swords:7.4.15"]
    happened = play(battle, "play seeing-the-elephant 54in")
    assert "blind_swords:7.4.16" in cited(happened)
    assert unit(battle, "54in").hits == int(daunted)
    assert ("UnitDaunted" in told(happened)) == daunted
    play(battle, "order attack", "done", "done")
    assert ("assault 3719 3718" in choices(battle)) != daunted
    if daunted:
        assert "blind_swords:7.4.16" in refused(battle, "assault 3719 3718")


@pytest.mark.rule("blind_swords:7.4.24", "blind_swords:7.4.25", "chickasaw_bayou:16.0.12")
def test_command_momentum_activates_the_next_brigade() -> None:
    units = {"2910": "16oh", "2905": "49in", "2805": "69in", "2019": "40ga", "2003": "55il"}
    battle = drawing(units, ("morgan",), (1, 1), held={"union": ["command-momentum"]})
    play(battle, "pass", "draw", "activate decourcy", "order maneuver", "done")
    assert asked(battle) == "union"
    found = ["play command-momentum lindsey", "play command-momentum sheldon", "pass", "let-pass"]
    assert choices(battle) == found
    assert refused(battle, "play command-momentum stuart") == ["blind_swords:7.4.25"]
    assert refused(battle, "play command-momentum decourcy") == ["blind_swords:7.4.25"]
    happened = play(battle, "play command-momentum lindsey")
    assert "CommandRolled" not in told(happened)
    assert state_of(battle).active.brigade == "lindsey"
    play(battle, "order maneuver", "done")
    # Then the chit returns for the last brigade.
    assert state_of(battle).cup == ("morgan",)
    assert state_of(battle).activated == {"decourcy", "lindsey"}


@pytest.mark.rule("blind_swords:7.4.25")
def test_no_momentum_after_a_limited_activation() -> None:
    units = {"2910": "16oh", "2905": "49in", "2019": "40ga"}
    battle = drawing(units, ("morgan",), (1, 6), held={"union": ["command-momentum"]})
    play(battle, "pass", "draw", "activate decourcy")
    assert said(battle) == "Do you play an event before the next chit is drawn?"


# Close combat and cohesion


@pytest.mark.rule("blind_swords:7.4.22", "blind_swords:7.4.23", "chickasaw_bayou:16.0.11")
def test_stand_to_it_makes_the_die_a_one() -> None:
    units = {"2910": "16oh", "2909": "40ga"}
    battle = field(units, active="barton attack", dice=(6, 6), held={"union": ["stand-to-it"]})
    play(battle, "fire 2910", "all", "resolve")
    assert asked(battle) == "union"
    assert choices(battle) == ["play stand-to-it", "pass", "let-pass"]
    happened = play(battle, "play stand-to-it")
    [tested] = [event for event in happened if type(event).__name__ == "CohesionTested"]
    assert tested.die == 1  # type: ignore[attr-defined]


@pytest.mark.rule(
    "blind_swords:7.4.17",
    "blind_swords:7.4.18",
    "blind_swords:7.4.19",
    "chickasaw_bayou:16.0.10",
)
def test_huzzah_moves_a_hex_and_assaults_with_the_shift() -> None:
    units = {"2912": "16oh", "3009": "40ga", "2705": "22ky"}
    states = {"22ky": {"hits": 2}}
    battle = drawing(units, ("fog",), (1, 1), held={"union": ["huzzah"]}, states=states)
    assert choices(battle) == ["play huzzah 2912", "pass", "let-pass"]
    assert refused(battle, "play huzzah 2705") == ["blind_swords:7.4.19"]
    play(battle, "play huzzah 2912")
    assert "1 hex left" in said(battle)
    near = drawing(
        {"2912": "16oh", "2910": "40ga"}, ("fog",), (1, 1, 1), held={"union": ["huzzah"]}
    )
    play(near, "play huzzah 2912", "to 2911")
    assert choices(near) == ["assault 2910 2911", "done"]
    play(near, "assault 2910 2911")
    assert any("uzzah" in line for line in close_lines(near))
    play(near, "commit", "hold")
    assert state_of(near).activated == set()


@pytest.mark.rule("blind_swords:7.4.20", "blind_swords:7.4.21", "chickasaw_bayou:16.0.10")
def test_confident_follows_a_won_assault() -> None:
    # Huzzah! against two hexes in a row: the first is emptied, the second assaulted at once.
    units = {"2912": "16oh", "2910": "17la-a", "2909": "40ga"}
    states = {"17la-a": {"worn": True, "hits": 2}}
    battle = drawing(
        units,
        ("fog",),
        (6, 6, 6, 1, 1, 1),
        held={"union": ["huzzah", "confident"]},
        states=states,
    )
    play(battle, "play huzzah 2912", "to 2911", "assault 2910 2911", "commit")
    while "play confident" not in choices(battle):
        play(battle, choices(battle)[0])
    happened = play(battle, "play confident")
    assert "EventPlayed" in told(happened)
    assert unit(battle, "16oh").hex == "2910"
    assert "assault 2909 2910" in choices(battle)
    play(battle, "assault 2909 2910")
    assert any("Confident" in line for line in close_lines(battle))
    happened = play(battle, "commit")
    while "draw" not in choices(battle) and "play" not in choices(battle)[0]:
        happened += play(battle, choices(battle)[-1])
    # Repulsed, it makes no check.
    assert "CohesionChecked" not in told(happened)


@pytest.mark.rule("blind_swords:7.3b.5", "blind_swords:7.4.21")
def test_confident_is_not_played_on_units_in_chaos() -> None:
    number = ROSTER.number["16oh"]
    won = {
        "type": "AssaultWon",
        "assault": ["union", "2910", "2911", [], [number]],
        "advanced": [number],
    }
    window = {"type": "Window", "side": "union", "timing": "assault_won"}
    units, held = {"2910": "16oh", "2909": "40ga"}, {"union": ["confident"]}
    calm = field(units, agenda=[WAIT, won, window], held=held)
    assert refused(calm, "play confident") == []
    confused = field(units, agenda=[WAIT, won, window], held=held, chaos="2910")
    # Nothing can be played, so the moment is over.
    assert "play confident" not in choices(confused)
    assert choices(confused) == ["go-in", "stay-out"]


@pytest.mark.rule("blind_swords:7.4.2")
def test_rally_makes_a_battleworn_unit_without_hits_fresh() -> None:
    states = {"16oh": {"worn": True}, "42oh": {}}
    held = {"union": ["rally"]}
    battle = drawing({"2912": "16oh", "2510": "42oh"}, ("fog",), held=held, states=states)
    assert choices(battle) == ["play rally 16oh", "pass", "let-pass"]
    assert refused(battle, "play rally 42oh") == ["blind_swords:7.4.2"]
    play(battle, "play rally 16oh")
    assert not unit(battle, "16oh").worn


@pytest.mark.rule("blind_swords:7.4.19", "blind_swords:7.3f.2")
def test_huzzah_in_an_attack_comes_before_and_after_every_assault() -> None:
    # Not before the brigade has moved, and under Attack alone (CB-84); else between draws.
    units = {"2910": "16oh", "2911": "31la-a", "3010": "31la-b", "1012": "22ky"}
    held = {"union": ["huzzah", "huzzah"]}
    attack, defend = (
        field(units, active=f"decourcy {order}", step="move", held=held, dice=(1, 1, 1) * 2)
        for order in ("attack", "defend")
    )
    for battle, moment in ((attack, "in this attack"), (defend, "before the next chit is drawn")):
        assert not any(one.startswith("play") for one in choices(battle))
        play(battle, "done")
        assert "play huzzah 2910" in choices(battle)
        assert battle.decision is not None
        assert battle.decision.question == f"Do you play an event {moment}?"
    play(attack, "pass", "assault 2911 2910", "commit", "hold", "pass")
    assert attack.decision is not None
    assert attack.decision.question == "Do you play an event in this attack?"
    play(attack, "play huzzah 2910", "stop", "assault 3010 2910", "commit", "hold", "pass")
    assert "play huzzah 2910" in choices(attack)  # the other one
