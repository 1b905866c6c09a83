"""Fire with as many as are enough: the fewest who reach the best result, and a volley at all."""

from __future__ import annotations

import longroll
from longroll.kernel.decision import read_choice
from tests.browser.test_in_sight import recorded

FIRE = read_choice("fire 1519")
FIELD = {
    "1620": "13us-a 13us-b 13us-c 13us-d",
    "1720": "116il-a 116il-b 116il-c 116il-d",
    "1721": "8mo-a 8mo-b 8mo-c 8mo-d",
    "1519": "36ms-a",
}


def test_no_more_fire_than_the_best_ratio_takes() -> None:
    battle = longroll.position("stockade_redan", {"phase": "IX", "units": FIELD})
    fires = battle.system.firepower(battle.system.as_seen(battle.state, "union"), FIRE)
    best, last = fires.rungs[fires.best], fires.rungs[-1]
    assert best.result.split(", ")[1] == last.result.split(", ")[1]
    assert len(best.units) < len(last.units)
    fewer = fires.rungs[fires.best - 1]
    assert fewer.result.split(", ")[1] != last.result.split(", ")[1]
    assert set(fires.shares) == set(last.units)
    battle.play("fire 1519 enough")
    played = [str(one.choice) for one in battle.history()]
    assert sorted(best.units) == sorted(said[4:] for said in played if said.startswith("add"))


def test_a_volley_goes_where_it_does_most_until_nothing_is_left() -> None:
    text, _ = recorded("corinth/outer-works/battle-1", 115, 160)
    battle = longroll.replay(text)
    volleys = 0
    for _ in range(300):
        decision = battle.decision
        assert decision is not None
        offers = [battle.offer(choice) for choice in decision.choices]
        if any(offer.sweeps for offer in offers) and not battle.why_not("volley"):
            before = len(battle.history())
            battle.play("volley")
            volleys += 1
            assert len(battle.history()) > before
        else:
            ends = [offer.text for offer in offers if offer.ends or offer.text == "done"]
            battle.play(ends[-1] if ends else offers[0].text)
        if volleys > 3:
            return
    raise AssertionError("nobody fired")
