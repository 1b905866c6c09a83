"""9.1 Who may fire, at what, and together with whom."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.volleys import fired, gunners

#: A fire elsewhere, so that the step does not end by itself.
ELSEWHERE = {"1010": "54in", "1011": "61tn"}
LINDSEY = {"1010": "7ky", "1011": "61tn"}


def decourcy(units: dict[str, str], order: str = "attack", **more: Any) -> Battle:
    return field(units, active=f"decourcy {order}", step="fire", **more)


@pytest.mark.rule("blind_swords:9.1.1")
def test_each_fire_is_resolved_before_the_next() -> None:
    battle = decourcy({"2910": "16oh", "3011": "22ky", "2911": "29la-a"}, dice=(6, 6, 1, 1, 1))
    events = play(battle, "fire 2911", "add 16oh", "resolve")
    assert fired(events).result != "--"
    # The Cohesion Test of the target comes at once; only then is another hex named.
    assert [type(event).__name__ for event in events][1] == "CohesionTested"
    assert choices(battle) == ["fire 2911", "done"]


@pytest.mark.rule("blind_swords:9.1.2")
def test_a_unit_fires_once_and_a_hex_may_be_fired_at_again() -> None:
    battle = decourcy({"2910": "16oh", "3011": "22ky", "2911": "29la-a"}, dice=(1, 1, 1, 1))
    play(battle, "fire 2911", "add 16oh", "resolve")
    play(battle, "fire 2911")
    assert choices(battle) == ["add 22ky", "all", "hold"]
    assert refused(battle, "add 16oh") == ["blind_swords:9.1.2"]
    play(battle, "add 22ky")
    assert refused(battle, "add 22ky") == ["blind_swords:9.1.2"]
    play(battle, "resolve")
    assert battle.state.fired == {  # type: ignore[attr-defined]
        battle.state.game.roster.number[id]  # type: ignore[attr-defined]
        for id in ("16oh", "22ky")
    }


@pytest.mark.rule("blind_swords:9.1.3")
def test_a_brigade_fires_together_from_two_neighbouring_hexes() -> None:
    battle = decourcy({"2910": "16oh", "3010": "22ky", "2812": "42oh", "2911": "29la-a"})
    play(battle, "fire 2911", "add 16oh")
    assert "add 22ky" in choices(battle)
    assert refused(battle, "add 42oh") == ["blind_swords:9.1.3"]  # 2812 is not next to 2910
    play(battle, "add 22ky")
    assert refused(battle, "add 42oh") == ["blind_swords:9.1.3"]
    assert choices(battle) == ["resolve", "hold"]


@pytest.mark.rule("blind_swords:9.1.3")
def test_other_brigades_do_not_join() -> None:
    battle = decourcy({"2910": "16oh", "3010": "49in", "2911": "29la-a"})
    play(battle, "fire 2911")
    assert "blind_swords:9.1.3" in refused(battle, "add 49in")
    assert choices(battle) == ["add 16oh", "all", "hold"]


@pytest.mark.rule("blind_swords:9.1.3")
def test_all_takes_the_strongest_two_hexes() -> None:
    battle = decourcy(
        {"2910": "16oh", "3010": "22ky", "2912": "42oh", "2911": "29la-a"}, dice=(1, 1)
    )
    event = fired(play(battle, "fire 2911", "all", "resolve"))
    assert [name.id for name in event.firers] == ["16oh", "22ky"]
    held = decourcy({"2910": "16oh", "2911": "29la-a"})
    play(held, "fire 2911", "all", "hold")
    assert choices(held) == ["fire 2911", "done"]


@pytest.mark.rule("blind_swords:9.1.4")
def test_nobody_fires_back() -> None:
    battle = decourcy({"2910": "16oh", "2911": "29la-a"}, dice=(1, 1))
    play(battle, "fire 2911", "all", "resolve")
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert unit(battle, "16oh").hits == 0


@pytest.mark.rule("blind_swords:9.1.5")
def test_a_target_needs_an_enemy_range_and_sight() -> None:
    battle = decourcy({"2910": "16oh", "2914": "29la-a", "2913": "29la-b"})
    assert choices(battle) == ["fire 2913", "done"]  # rifled muskets reach three hexes
    assert "blind_swords:9.2.1" in refused(battle, "fire 2914")
    assert "blind_swords:9.1.5" in refused(battle, "fire 2911")
    assert refused(battle, "fire 9999") == ["blind_swords:9.1.5"]
    assert refused(battle, "fire") == ["blind_swords:9.1.5"]


@pytest.mark.rule("blind_swords:9.1.5")
def test_the_whole_hex_is_the_target() -> None:
    battle = decourcy({"2910": "16oh", "2911": "29la-a 29la-b"}, dice=(1, 1))
    event = fired(play(battle, "fire 2911", "all", "resolve"))
    assert [name.id for name in event.targets] == ["29la-a", "29la-b"]


@pytest.mark.rule("blind_swords:9.1.6")
def test_infantry_does_not_fire_over_friends_but_over_enemies() -> None:
    # 2722 and 2923 are on level 2, 2822 between them on level 1.
    over = {"2722": "16oh", "2923": "29la-a"}
    friends = decourcy({**over, **ELSEWHERE, "2822": "49in"})
    assert refused(friends, "fire 2923") == ["blind_swords:9.1.6"]
    enemies = field(
        {"2722": "29la-a", "2822": "16oh", "2923": "22ky"}, active="thomas attack", step="fire"
    )
    # The enemy in 2822 is next to 2722, and Engaged units fire only at their neighbours.
    assert refused(enemies, "fire 2923") == ["blind_swords:9.1.7"]
    skirmishers = field(
        {"2722": "29la-a", "2822": "16oh", "2923": "22ky"},
        active="thomas attack",
        step="fire",
        states={"16oh": {"skirmish": True}},
    )
    assert "fire 2923" in choices(skirmishers)


@pytest.mark.rule("blind_swords:9.1.7")
def test_engaged_units_fire_at_neighbours_only() -> None:
    battle = decourcy({"2910": "16oh", "2911": "29la-a", "3110": "29la-b"})
    assert choices(battle) == ["fire 2911", "done"]
    assert refused(battle, "fire 3110") == ["blind_swords:9.1.7"]


@pytest.mark.rule("blind_swords:9.1.7")
def test_disrupted_units_fire_and_arms_do_not_mix() -> None:
    battle = decourcy(
        {"2910": "22ky", "2911": "29la-a", "3010": "foster"}, states={"22ky": {"hits": 2}}
    )
    play(battle, "fire 2911")
    assert choices(battle) == ["add 22ky", "all", "hold"]
    play(battle, "add 22ky")
    assert {"blind_swords:6.1.1", "blind_swords:9.1.7"} <= {*refused(battle, "add foster")}


@pytest.mark.rule("blind_swords:9.1.8")
def test_cavalry_fires_but_not_over_friends() -> None:
    battle = field({"2910": "3il-cav", "2911": "29la-a"}, active="lindsey attack", step="fire")
    assert choices(battle) == ["fire 2911", "done"]
    over = field(
        {"2722": "3il-cav", "2822": "16oh", "2923": "29la-a", **LINDSEY},
        active="lindsey attack",
        step="fire",
    )
    assert "blind_swords:9.1.8" in refused(over, "fire 2923")


@pytest.mark.rule("blind_swords:9.1.9")
def test_riders_fire_at_neighbours_with_half_their_points() -> None:
    units = {"2910": "3il-cav", "2912": "29la-a", **LINDSEY}
    riding = field(units, active="lindsey attack", step="fire")
    assert choices(riding) == ["fire 1011", "done"]
    assert refused(riding, "fire 2912") == ["blind_swords:9.1.9"]
    on_foot = field(
        units, active="lindsey attack", step="fire", states={"3il-cav": {"dismounted": True}}
    )
    assert choices(on_foot) == ["fire 1011", "fire 2912", "done"]
    near = field(
        {"2910": "3il-cav", "2911": "29la-a"}, active="lindsey attack", step="fire", dice=(1, 1)
    )
    event = fired(play(near, "fire 2911", "all", "resolve"))
    assert event.total == "2"
    assert "×½ 3rd Illinois Cavalry, mounted [blind_swords:9.1.9]" in map(str, event.details())


@pytest.mark.rule("blind_swords:8.6.1")
def test_only_neighbours_in_a_limited_activation() -> None:
    battle = decourcy(
        {"2910": "16oh", "2913": "29la-a", "3112": "22ky", "3113": "29la-b"}, "limited"
    )
    assert choices(battle) == ["fire 3113", "done"]
    assert refused(battle, "fire 2913") == ["blind_swords:8.6.1"]


@pytest.mark.rule("blind_swords:7.3b.4")
def test_chaos_keeps_units_from_firing() -> None:
    battle = decourcy({"2910": "16oh", "2911": "29la-a", "3011": "22ky"}, chaos="2910")
    play(battle, "fire 2911")
    assert refused(battle, "add 16oh") == ["blind_swords:7.3b.4"]
    assert choices(battle) == ["add 22ky", "all", "hold"]


@pytest.mark.rule("blind_swords:6.3.2")
def test_guns_fire_over_friends_but_not_with_canister() -> None:
    units = {"2722": "wofford", "2822": "29la-a"}
    near = gunners({**units, "2923": "16oh"}, "2722", side="confederate")
    assert "blind_swords:6.3.2" in refused(near, "fire 2923")
    # Level 4 looks down over level 2: 3824 to 3820, with friends below the line.
    far = gunners({"2910": "foster", "2914": "29la-a", "2911": "16oh"}, "2910")
    assert "blind_swords:9.1a.3" in refused(far, "fire 2914")
