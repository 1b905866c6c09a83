"""10.7 Opportunity Fire."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import opportunity_fire
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.steps import state_of
from tests.rulebook.blind_swords.volleys import fired

UNITS = {"2910": "16oh", "2911": "29la-a"}


def leaving(units: dict[str, str], *said: str, dice: tuple[int, ...] = (), **more: Any) -> Battle:
    """16 Ohio is about to leave 2910 for 2909."""
    battle = field(units, active="decourcy attack", step="move", dice=dice, **more)
    play(battle, *(said or ("move 16oh", "to 2909")))
    return battle


@pytest.mark.rule("blind_swords:10.7.1")
def test_leaving_an_engaged_hex_draws_fire_but_not_at_skirmishers() -> None:
    battle = leaving(UNITS)
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert choices(battle) == ["from 2911", "hold", "always", "never"]
    play(battle, "hold")
    assert unit(battle, "16oh").hex == "2909"
    free = leaving({"2910": "16oh", "2912": "29la-a"})
    assert unit(free, "16oh").hex == "2909"
    skirmishers = leaving(UNITS, states={"16oh": {"skirmish": True}})
    assert unit(skirmishers, "16oh").hex == "2909"


@pytest.mark.rule("blind_swords:10.7.2")
def test_one_hex_fires_with_everybody_at_half_strength() -> None:
    units = {"2910": "16oh 22ky", "2911": "29la-a drew", "3010": "31la-a"}
    battle = leaving(units, dice=(1, 2))
    assert choices(battle)[:2] == ["from 2911", "from 3010"]
    assert refused(battle, "from 2811") == ["blind_swords:10.7.2"]
    assert refused(battle, "from 2914") == ["blind_swords:10.7.2"]
    event = fired(play(battle, "from 2911"))
    assert [name.id for name in event.firers] == ["29la-a", "drew"]
    assert [name.id for name in event.targets] == ["16oh"]  # the mover alone
    # 5 points halved, and 3 guns halved with canister: 2½ and 2½.
    assert event.total == "5"
    told = [detail.text for detail in event.details() if detail.rule == "blind_swords:10.7.2"]
    assert len(told) == 2
    assert unit(battle, "16oh").hex == "2909"


@pytest.mark.rule("blind_swords:10.7.2")
def test_a_standing_order_answers_for_the_activation() -> None:
    units = {"2910": "16oh", "2911": "29la-a", "3010": "31la-a", "2811": "22ky"}
    always = leaving(units, dice=(1, 1, 1, 1))
    events = play(always, "always")
    # The stronger hex fires: 31 LA-a has 6 points.
    assert [name.id for name in fired(events).firers] == ["31la-a"]
    play(always, "stop")
    again = fired(play(always, "move 22ky", "to 2810"))
    assert [name.id for name in again.targets] == ["22ky"]
    never = leaving(units)
    play(never, "never")
    assert unit(never, "16oh").hex == "2909"
    play(never, "stop", "move 22ky", "to 2810")
    assert unit(never, "22ky").hex == "2810"


@pytest.mark.rule("blind_swords:10.7.3")
def test_a_retreat_ends_the_move() -> None:
    battle = leaving({"2910": "16oh", "2911": "43ga", "1010": "54in"}, dice=(6, 6, 4))
    events = play(battle, "from 2911")
    assert fired(events).result == "F"
    assert unit(battle, "16oh").worn
    assert choices(battle) == ["retreat 16oh 2909", "retreat 16oh 3009", "retreat 16oh 2809"]
    play(battle, "retreat 16oh 3009")
    assert unit(battle, "16oh").hex == "3009"
    assert choices(battle) == ["move 54in", "done"]


@pytest.mark.rule("blind_swords:10.7.3")
def test_whoever_stands_it_goes_on() -> None:
    battle = leaving(UNITS, dice=(1, 1))
    play(battle, "from 2911")
    assert unit(battle, "16oh").hex == "2909"
    assert battle.decision is not None
    assert battle.decision.side == "union"


@pytest.mark.rule("blind_swords:7.3b.6")
def test_those_in_chaos_give_no_opportunity_fire() -> None:
    battle = leaving(UNITS, chaos="2911")
    assert unit(battle, "16oh").hex == "2909"


@pytest.mark.rule("blind_swords:10.7.1", "blind_swords:7.3b.7")
@pytest.mark.parametrize("skirmish", [False, True])
def test_skirmishers_draw_no_fire_however_they_come_to_leave(skirmish: bool) -> None:
    battle = field(UNITS, active="decourcy attack", states={"16oh": {"skirmish": skirmish}})
    state = state_of(battle).copy()
    steps = len(state.agenda)
    number = state.game.roster.number["16oh"]
    opportunity_fire.offer(state, (number,), "2910", Umpire(Scripted([])))
    assert (len(state.agenda) > steps) is not skirmish
