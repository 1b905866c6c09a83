"""Odds of a fire, whatever events are in hand."""

from __future__ import annotations

from typing import Any

from tests.rulebook.blind_swords.field import field


def test_odds_reach_the_roll_past_those_who_may_play_an_event() -> None:
    """Whether the enemy plays one is not known: odds are counted as if nobody did."""
    units = {"3404": "16oh", "3305": "26la-a"}
    given: Any = {"active": "decourcy attack", "scenario": "securing-the-landing-zone"}
    held = {"confederate": ["good-ground"], "union": ["stand-to-it"]}
    quiet = field(units, **given).odds("fire 3305 all")
    assert len(quiet.outcomes) > 1
    assert quiet.ledger
    assert field(units, held=held, **given).odds("fire 3305 all") == quiet
