"""21.1 and 21.2 What the sequence of play adds, and brigades on their own."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.barrage import OfferBarrage
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.recovery import RecoverEffectiveness
from longroll.systems.corinth.victory import FirstDay
from longroll.systems.gbacw import command
from longroll.systems.gbacw.events import PhaseBegan, TurnBegan
from longroll.systems.gbacw.sequence import letters
from tests.rulebook.corinth.field import field, number, state
from tests.support import offered, play, refused

_TWO = "2720 2tx | 2740 7il"


@pytest.mark.rule("corinth:21.1.1")
def test_a_straggler_recovery_phase_ends_the_player_turns_of_the_night_only() -> None:
    night = field(_TWO, turn=17, phase="A")
    assert letters(state(night)).endswith("JK")
    day = field(_TWO, turn=16, phase="A")
    assert "K" not in letters(state(day))


@pytest.mark.rule("corinth:21.1.2")
def test_victory_is_determined_after_game_turn_16_only() -> None:
    battle = field(_TWO, turn=15, phase="A")
    assert not any(isinstance(step, FirstDay) for step in CORINTH.rules.end_turn(state(battle)))
    battle = field(_TWO, turn=16, phase="A")
    assert isinstance([*CORINTH.rules.end_turn(state(battle))][-1], FirstDay)


@pytest.mark.rule("corinth:21.1.3")
def test_recovery_then_barrage_follow_game_turn_20_only() -> None:
    battle = field(_TWO, turn=20, phase="A")
    kinds = [type(step) for step in CORINTH.rules.end_turn(state(battle))]
    assert kinds.index(RecoverEffectiveness) < kinds.index(OfferBarrage)
    battle = field(_TWO, turn=19, phase="A")
    assert not [*CORINTH.rules.end_turn(state(battle))]


@pytest.mark.rule("corinth:21.1.4")
def test_the_confederate_player_turn_comes_first() -> None:
    battle = field(_TWO, turn=3, phase="B")
    events = []
    while state(battle).turn == 3:
        events += play(battle, "done")
    began = [event for event in events if isinstance(event, (PhaseBegan, TurnBegan))]
    sides = [event.side for event in began if isinstance(event, PhaseBegan)]
    first_half = sides.index("union")
    assert set(sides[:first_half]) == {"confederate"}
    turn = next(n for n, event in enumerate(began) if isinstance(event, TurnBegan))
    assert {event.side for event in began[first_half:turn] if isinstance(event, PhaseBegan)} == {
        "union"
    }


@pytest.mark.rule("corinth:21.2.1", "corinth:21.2.2")
def test_no_brigade_commander_is_tied_to_his_division() -> None:
    """Moore is forty hexes from Maury and moves as he likes; his brigade is nobody's to detach."""
    battle = field("2720 2tx moore | 0142 maury | 2740 7il", phase="A")
    assert command.leader_is_free(state(battle), number("moore"))
    assert not any(choice.startswith("detach") for choice in offered(battle))
    with refused("gbacw:17.6"):
        battle.play("detach moore")
