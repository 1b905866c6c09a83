"""10.10 Cavalry charges."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.assault_events import AssaultDeclared, AssaultRolled
from longroll.systems.blind_swords.charge import bars_to_charge
from longroll.systems.blind_swords.cohesion_events import MoraleHit
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.steps import number, state_of, told

RODE = ["2001", "2002", "2003", "2004"]


def barred(path: list[str], target: str, *, order: str = "attack", **given: Any) -> list[str]:
    """Why the 3rd Illinois Cavalry may not charge from the end of its path."""
    units = {path[-1]: "3il-cav", target: "29la-a", "1000": "49in", "1001": "29la-b"}
    battle = field(
        units | given.pop("units", {}),
        active=f"lindsey {order}",
        step="move",
        paths={str(number("3il-cav")): path},
        **given,
    )
    found = list(bars_to_charge(state_of(battle), number("3il-cav"), target))
    assert all(refusal.rule == "blind_swords:10.10.2" for refusal in found)
    return [refusal.why for refusal in found]


@pytest.mark.rule("blind_swords:10.10.2")
def test_steady_cavalry_charges_over_open_ground() -> None:
    assert barred(RODE, "2005") == []


@pytest.mark.rule("blind_swords:10.10.2")
@pytest.mark.parametrize(
    "path, target, given, why",
    [
        (RODE, "2005", {"order": "defend"}, "only an Attack order"),
        (RODE, "2005", {"states": {"3il-cav": {"hits": 1}}}, "is Shaken or Disrupted"),
        (RODE, "2005", {"states": {"3il-cav": {"dismounted": True}}}, "is not mounted"),
        (RODE, "2005", {"units": {"1902": "3ms"}}, "was Engaged before"),
        (["2003", "2004"], "2005", {}, "must have ridden 2 to 6"),
        ([f"20{row:02}" for row in range(9)], "2009", {}, "must have ridden 2 to 6"),
        (["2910", "2810", "2809"], "2808", {}, "Light Woods in 2810"),
        (["2613", "2614", "2615"], "2515", {}, "Swamp in 2614"),
        (["2821", "2822", "2823"], "2824", {}, "over the Trench in 2822"),
        (["3022", "3023", "3123"], "3122", {}, "Slope, upward"),
        (["3123", "3023", "2923"], "2823", {}, "Creek"),
        (RODE, "2005", {"timber": {"2003": "half"}}, "Fallen Timber in 2003"),
    ],
)
def test_what_bars_a_charge(path: list[str], target: str, given: Any, why: str) -> None:
    assert why in " | ".join(barred(path, target, **given))


@pytest.mark.rule("blind_swords:10.10.1")
@pytest.mark.rule("blind_swords:10.10.3")
@pytest.mark.parametrize("dice, emptied", [((1, 1, 1), False), ((6, 6, 6), True)])
def test_a_charge_is_declared_before_defensive_fire_and_blows_the_horses(
    dice: tuple[int, ...], emptied: bool
) -> None:
    battle = field(
        {"2004": "3il-cav", "2003": "49in", "2005": "wofford"},
        active="lindsey attack",
        step="assault",
        paths={str(number("3il-cav")): RODE},
        dice=dice,
    )
    play(battle, "assault 2005 2004")
    assert choices(battle) == ["charge", "commit"]
    play(battle, "charge")
    assert refused(battle, "charge") == ["blind_swords:10.10.3"]
    play(battle, "commit")
    assert [one.id for one in told(battle, AssaultDeclared)[0].charging] == ["3il-cav"]
    play(battle, "hold")
    [rolled] = told(battle, AssaultRolled)
    assert [line.value for line in rolled.lines if line.rule == "chickasaw_bayou:11.c.18"] == [2]
    assert "blind_swords:10.10.3" in told(battle, MoraleHit)[-1].rules
    assert unit(battle, "3il-cav").hits == 1
    assert (unit(battle, "3il-cav").hex == "2005") == emptied


@pytest.mark.rule("blind_swords:10.10.2")
def test_infantry_does_not_charge() -> None:
    units = {"2004": "49in", "2003": "7ky", "2005": "29la-a"}
    battle = field(units, active="lindsey attack", step="assault")
    play(battle, "assault 2005 2004")
    assert refused(battle, "charge") == ["blind_swords:10.10.2"]


@pytest.mark.rule("blind_swords:10.10.2", "blind_swords:7.4.4")
def test_good_ground_that_friends_hold_does_not_break_a_charge() -> None:
    cavalry = number("28ms-cav")
    battle = field(
        {"2003": "28ms-cav", "2004": "16oh", "2002": "31la-a"},
        active="thomas attack",
        step="assault",
        paths={str(cavalry): ["2001", "2002", "2003"]},
        good_ground=["2002"],
    )
    assert list(bars_to_charge(state_of(battle), cavalry, "2004")) == []
    play(battle, "assault 2004 2003")
    assert "charge" in choices(battle)
