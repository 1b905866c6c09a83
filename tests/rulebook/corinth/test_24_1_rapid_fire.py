"""24.1 Rapid fire. Batteries stand in 2128 and look south at 2129."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.rapid_fire import Fouling, bars_to_rapid_fire
from longroll.systems.gbacw.events import Checked, Fired, LeaderFate, Losses
from longroll.systems.gbacw.roster import BATTERY
from longroll.systems.gbacw.tables import WEAPONS
from longroll.systems.gbacw.volley import OFFENSIVE, RETREAT
from tests.rulebook.corinth.field import field, number, state, unit
from tests.support import offered, only, play, refused, rules_against

_RAPID = ("L", "N", "HA", "HB", "HC")


def _battery(
    dice: Sequence[int] = (),
    *,
    id: str = "mcclung",
    target: str = "7il",
    at: str = "2129",
    states: Mapping[str, Mapping[str, Any]] | None = None,
    **situation: Any,
) -> Battle:
    facing = {id: {"facing": "S", **(states or {}).get(id, {})}}
    side = "confederate" if CORINTH.roster.pieces[number(id)].side == "confederate" else "union"
    return field(
        f"2128 {id} | {at} {target}",
        dice,
        phasing=side,
        states={**(states or {}), **facing},
        **situation,
    )


@pytest.mark.rule("corinth:24.1.1")
def test_smoothbores_and_howitzers_alone_fire_rapidly() -> None:
    seen = set()
    for piece in CORINTH.roster.pieces:
        if piece.kind != BATTERY or piece.weapon in seen:
            continue
        seen.add(piece.weapon)
        battle = _battery(id=piece.id, target="7il" if piece.side == "confederate" else "2tx")
        battle.play("fire 2129")
        assert (f"rapid {piece.id}" in offered(battle)) == (piece.weapon in _RAPID)
        if piece.weapon not in _RAPID:
            assert rules_against(battle, f"rapid {piece.id}") == ["corinth:24.1.1"]
    assert set(_RAPID) < seen


@pytest.mark.rule("corinth:24.1.2")
def test_it_takes_three_rounds_and_doubles_the_guns() -> None:
    for words, times, rounds in ((["add mcclung 4"], 4, 11), (["rapid mcclung"], 8, 9)):
        battle = _battery([1, 1, 1, 1, 1, 1])
        fired = only(play(battle, "fire 2129", *words, "resolve"), Fired)
        assert fired.total == times * WEAPONS["N"].at(1)
        assert unit(battle, "mcclung").rounds == rounds


@pytest.mark.rule("corinth:24.1.2")
def test_half_a_crew_serves_half_of_the_doubled_guns() -> None:
    """Three guns doubled are six, of which half a crew serves three; not two doubled to four."""
    states = {"st-louis": {"crew": 1}}
    battle = _battery([1] * 6, id="st-louis", states=states)
    fired = only(play(battle, "fire 2129", "rapid st-louis", "resolve"), Fired)
    full = only(
        play(_battery([1] * 6, id="st-louis"), "fire 2129", "rapid st-louis", "resolve"), Fired
    )
    assert 2 * fired.total == full.total


@pytest.mark.rule("corinth:24.1.2")
def test_without_three_rounds_or_all_guns_there_is_none() -> None:
    battle = _battery(states={"mcclung": {"rounds": 2}})
    battle.play("fire 2129")
    assert rules_against(battle, "rapid mcclung") == ["corinth:24.1.2"]
    battle = _battery([1] * 6, target="7il | 2228 50il")
    play(battle, "fire 2129", "add mcclung 2", "resolve", "fire 2228")
    assert "add mcclung 2" in offered(battle)
    assert rules_against(battle, "rapid mcclung") == ["corinth:24.1.2"]


@pytest.mark.rule("corinth:24.1.2", "gbacw:10.12")
def test_guns_that_have_fired_in_the_phase_may_still_fire_rapidly_at_a_retreat() -> None:
    battle = _battery([1] * 6, target="7il | 2228 50il")
    play(battle, "fire 2129", "add mcclung 2", "resolve")
    facts, battery = state(battle), number("mcclung")
    assert battery in facts.fired
    given = facts, battery, "2129", (number("7il"),)
    assert [bar.rule for bar in bars_to_rapid_fire(*given, OFFENSIVE)] == ["corinth:24.1.2"]
    assert [*bars_to_rapid_fire(*given, RETREAT)] == []


@pytest.mark.rule("corinth:24.1.3")
def test_a_six_fouls_the_guns_and_they_fall_silent() -> None:
    for die, fouled in ((5, False), (6, True)):
        battle = _battery([1, 1, 1, die])
        events = play(battle, "fire 2129", "rapid mcclung", "resolve")
        found = only(events, Fouling)
        last = max(n for n, event in enumerate(events) if isinstance(event, (Checked, Losses)))
        assert events.index(found) > last
        assert found.fouled == unit(battle, "mcclung").fouled == fouled
    silent = _battery(states={"mcclung": {"fouled": True}})
    assert "fire 2129" not in offered(silent)
    twin = field(
        "2128 mcclung 9ar | 2129 7il",
        states={"mcclung": {"fouled": True, "facing": "S"}, "9ar": {"facing": "S"}},
    )
    twin.play("fire 2129")
    with refused("corinth:24.1.3"):
        twin.play("add mcclung 4")


@pytest.mark.rule("corinth:24.1.4")
@pytest.mark.parametrize("phase, phasing", [("D", "confederate"), ("C", "union")])
@pytest.mark.parametrize("die, cleared", [(3, True), (4, False)])
def test_one_try_a_fire_phase_clears_them_on_three_or_less(
    phase: str, phasing: str, die: int, cleared: bool
) -> None:
    battle = field(
        "2128 mcclung | 2129 7il | 2139 9ar | 2140 50il",
        [die, 1, 1],
        phase=phase,
        phasing=phasing,
        states={
            "mcclung": {"fouled": True, "facing": "S"},
            "9ar": {"facing": "S"},
        },
    )
    assert "unfoul mcclung" in offered(battle)
    assert only(play(battle, "unfoul mcclung"), Fouling).fouled != cleared
    assert ("fire 2129" in offered(battle)) == cleared
    with refused("corinth:24.1.4"):
        battle.play("unfoul mcclung")


@pytest.mark.rule("corinth:24.1.4")
def test_the_next_fire_phase_gives_another_try() -> None:
    battle = field(
        "2128 mcclung | 2129 7il",
        [6, 6],
        phase="D",
        states={"mcclung": {"fouled": True, "facing": "S"}, "7il": {"facing": "S"}},
    )
    play(battle, "unfoul mcclung")
    while "unfoul mcclung" not in offered(battle):
        play(battle, offered(battle)[-1])
    assert (state(battle).phase, state(battle).phasing) == ("C", "union")


@pytest.mark.rule("corinth:24.11")
@pytest.mark.parametrize("at, may", [("2131", True), ("2132", False)])
def test_it_reaches_three_hexes(at: str, may: bool) -> None:
    battle = _battery(at=at)
    battle.play(f"fire {at}")
    assert (rules_against(battle, "rapid mcclung") == []) == may
    assert may or rules_against(battle, "rapid mcclung") == ["corinth:24.11"]


@pytest.mark.rule("corinth:24.11")
@pytest.mark.parametrize("target", ["7il", "7il-cav"])
def test_infantry_and_cavalry_are_its_targets(target: str) -> None:
    battle = _battery(target=target)
    battle.play("fire 2129")
    assert "rapid mcclung" in offered(battle)


@pytest.mark.rule("corinth:24.12.1")
@pytest.mark.parametrize("target", ["10oh-bty", "supply-stanley", "10oh-bty-crew"])
def test_guns_wagons_and_crews_alone_are_not(target: str) -> None:
    battle = _battery(target=target)
    battle.play("fire 2129")
    assert rules_against(battle, "rapid mcclung") == ["corinth:24.12.1"]


@pytest.mark.rule("corinth:24.12.1")
def test_a_leader_alone_is_no_target_at_all() -> None:
    battle = field("2128 mcclung | 2129 baldwin", states={"mcclung": {"facing": "S"}}, phase="D")
    assert battle.decision is None or "fire 2129" not in offered(battle)


@pytest.mark.rule("corinth:24.12.2")
@pytest.mark.parametrize("at", ["2129", "2131"])
def test_in_a_mixed_hex_only_the_men_suffer(at: str) -> None:
    """Guns above and a leader beside them: neither is hit, asked or at risk."""
    battle = _battery([6, 6, 6, 1, 1, 1, 1, 1], target="10oh-bty 7il baldwin", at=at)
    events = play(battle, f"fire {at}", "rapid mcclung", "resolve")
    assert {event.unit.id for event in events if isinstance(event, Losses)} == {"7il"}
    assert {event.unit.id for event in events if isinstance(event, Checked)} == {"7il"}
    assert not [event for event in events if isinstance(event, LeaderFate)]


@pytest.mark.rule("corinth:24.13")
@pytest.mark.parametrize("option, before, added", [(True, 2, 2), (True, 0, 0), (False, 2, 0)])
def test_by_option_phases_in_a_row_add_up(option: bool, before: int, added: int) -> None:
    more = {"rapid": {str(number("mcclung")): before}} if before else {}
    battle = _battery([1] * 6, more=more, options={"fouling_adds_up": option})
    found = only(play(battle, "fire 2129", "rapid mcclung", "resolve"), Fouling)
    assert sum(line.value for line in found.lines) == added


@pytest.mark.rule("corinth:24.13")
def test_by_option_a_four_fouls_after_two_phases_in_a_row() -> None:
    more = {"rapid": {str(number("mcclung")): 2}}
    battle = _battery([1, 1, 4, 4, 4], more=more, options={"fouling_adds_up": True})
    found = only(play(battle, "fire 2129", "rapid mcclung", "resolve"), Fouling)
    assert (found.rolls[0].value, found.fouled) == (4, True)


@pytest.mark.rule("corinth:24.13")
def test_a_fire_phase_without_rapid_fire_breaks_the_row() -> None:
    """The row counts the side's own Fire Phases, defensive and offensive in turn."""
    gun = number("mcclung")
    battle = field("2128 mcclung | 2940 7il", phase="B", more={"rapid": {str(gun): 2}})
    now = state(battle)
    CORINTH.rules.begin_phase(now, "confederate", "C")  # the Union fires: nothing changes
    assert now.rapid == {gun: 2}
    CORINTH.rules.begin_phase(now, "confederate", "D")
    assert now.rapid == {gun: -2}
    CORINTH.rules.begin_phase(now, "union", "C")
    assert now.rapid == {}
