"""3.0 Set-up: what is offered is what is allowed, to the last hex."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.roster import ROSTER
from longroll.systems.stockade_redan.terrain import HEXES
from tests.rulebook.stockade_redan.setups import asked, places, standing, table
from tests.support import field, offered, play


def _walk(battle: Battle, stride: int, check_each: int) -> None:
    """Set everything up, taking every `stride`th offer in turn, and look hard now and then."""
    step = 0
    while battle.decision is not None and not table(battle).turn:
        if asked(battle)[1].startswith("Which hex takes a bridging marker"):
            play(battle, "historical")
            continue
        choices = [text for text in offered(battle) if text != "historical"]
        assert choices, asked(battle)
        if step % check_each == 0 and choices[0].startswith("place"):
            allowed = [hex for hex in HEXES if not battle.why_not(f"place {hex}")]
            assert places(battle) == allowed
        play(battle, choices[step * stride % len(choices)])
        step += 1


@pytest.mark.rule("stockade_redan:3.1.0.1", "stockade_redan:3.1.0.2")
@pytest.mark.parametrize("stride", [1, 3, 7, 26])
def test_the_first_set_up_offers_all_that_is_allowed_and_can_always_be_finished(
    stride: int,
) -> None:
    battle = longroll.new("stockade_redan", dice=[1 + stride % 6, 1])
    _walk(battle, stride, check_each=9)
    assert len(standing(battle)) == 111


@pytest.mark.rule("stockade_redan:3.2.0.1", "stockade_redan:3.1.0.2")
@pytest.mark.parametrize("stride", [1, 3, 7, 26])
def test_the_second_set_up_offers_all_that_is_allowed_and_can_always_be_finished(
    stride: int,
) -> None:
    fallen = [p.id for p in ROSTER if p.assault == 1 and p.id[-1] in "ijklmnopq1"]
    units = "1803 116il-a | 1519 36ms-a"
    battle = field(units, dice=[1 + stride % 6, 1], turn=8, phase="XII", lost=fallen)
    _walk(battle, stride, check_each=9)
    everybody = {piece.id for piece in ROSTER} - set(fallen)
    assert set(standing(battle)) == everybody
