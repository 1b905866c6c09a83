"""1.2 which rule wins, and 2.1 what a counter says."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords import generals
from longroll.systems.blind_swords.tables import NUMBERS
from tests.rulebook.blind_swords.chits import state_of
from tests.rulebook.blind_swords.field import choices, field, play, refused


@pytest.mark.rule("blind_swords:1.2.1")
def test_the_scenario_wins_over_the_series() -> None:
    # The rating of the chit is 3; the scenario adds to it on its first turn.
    state = state_of(field({"2910": "16oh"}, active="decourcy attack", turn=1))
    chit, bonus = generals.rating_lines(state, "morgan")
    assert (chit.value, chit.rule) == (3, "blind_swords:2.4.2")
    assert (bonus.value, bonus.rule) == (3, "blind_swords:1.2.1")


@pytest.mark.rule("blind_swords:2.1.1", "blind_swords:2.1.2", "blind_swords:2.1.3")
def test_what_a_counter_says() -> None:
    roster = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster
    for piece in roster.pieces:
        assert piece.side in ("union", "confederate")
        assert piece.name
        assert piece.battleworn_strength >= 1
        assert piece.cohesion >= 1
        if piece.arm == "artillery":
            assert piece.brigade == ""
        else:
            brigade = roster.brigades[piece.brigade]
            assert brigade.side == roster.divisions[brigade.division].side == piece.side
    assert NUMBERS["men_a_point"] == 50
    most = NUMBERS["stacking_points"]
    for piece in roster.pieces:
        if piece.arm != "artillery":
            assert abs(piece.strength - min(piece.men / 50, most)) < 1
    guns = [piece for piece in roster.pieces if piece.arm == "artillery" and piece.guns]
    assert all(piece.strength == piece.guns for piece in guns if piece.strength)


@pytest.mark.rule("blind_swords:2.1.2")
def test_only_units_of_the_brigade_act_in_its_activation() -> None:
    units = {"2910": "16oh foster", "2905": "49in"}
    battle = field(units, active="decourcy maneuver", step="move")
    assert choices(battle) == ["move 16oh", "done"]
    assert refused(battle, "move 49in") == ["blind_swords:10.1.1"]
    assert refused(battle, "move foster") == ["blind_swords:10.1.1"]
    play(battle, "move 16oh")
