"""12.4 Unit Support."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.cohesion_events import CohesionChecked
from longroll.systems.blind_swords.support import is_supported
from tests.rulebook.blind_swords.steps import after, checks, number, state_of, told


def supported(units: dict[str, str], id: str, states: Any = None, **more: Any) -> bool:
    return is_supported(state_of(after(units, states=states, **more)), number(id))


@pytest.mark.rule("blind_swords:12.4.1")
def test_the_own_brigade_supports_stacked_or_adjacent() -> None:
    assert supported({"2005": "13us-bttn", "2004": "113il"}, "13us-bttn")
    assert supported({"2005": "29la-a 29la-b"}, "29la-a")
    assert not supported({"2005": "13us-bttn", "2003": "113il"}, "13us-bttn")
    assert not supported({"2005": "13us-bttn", "2004": "16oh"}, "13us-bttn")
    assert supported({"2005": "3il-cav", "2004": "49in"}, "3il-cav")


@pytest.mark.rule("blind_swords:12.4.1")
@pytest.mark.rule("blind_swords:12.5.4")
@pytest.mark.parametrize(
    "fields, holds", [({"worn": True}, True), ({"hits": 1}, False), ({"hits": 2}, False)]
)
def test_a_supporter_may_be_battleworn_but_not_shaken(fields: Any, holds: bool) -> None:
    units = {"2005": "16oh", "2004": "42oh"}
    assert supported(units, "16oh", {"42oh": fields}) is holds


@pytest.mark.rule("blind_swords:12.4.2")
def test_any_infantry_or_cavalry_supports_guns_but_other_guns_do_not() -> None:
    assert supported({"2005": "lanphere", "2004": "16oh"}, "lanphere")
    assert supported({"2005": "lanphere 6mo-cav"}, "lanphere")
    assert not supported({"2005": "lanphere foster"}, "lanphere")
    assert not supported({"2005": "lanphere", "2004": "16oh"}, "lanphere", {"16oh": {"hits": 1}})
    assert not supported({"2005": "lanphere", "2004": "29la-a"}, "lanphere")
    assert not supported({"2005": "16oh", "2004": "lanphere"}, "16oh")


@pytest.mark.rule("blind_swords:12.4.3")
@pytest.mark.parametrize(
    "terrain, woods, clear",
    [
        ("light_woods", "2708", "2808"),
        ("heavy_woods", "1513", "1512"),
        ("cypress", "5404", "5403"),
    ],
)
def test_woods_neither_give_nor_receive_support(terrain: str, woods: str, clear: str) -> None:
    state = state_of(after({clear: "16oh", woods: "42oh"}))
    assert state.game.map.terrain[woods] == terrain
    assert not is_supported(state, number("16oh"))
    assert not is_supported(state, number("42oh"))


@pytest.mark.rule("blind_swords:12.4.3")
def test_skirmishers_and_units_in_chaos_neither_give_nor_receive_support() -> None:
    units = {"2005": "16oh", "2004": "42oh"}
    states = {"42oh": {"skirmish": True}}
    assert not supported(units, "16oh", states)
    assert not supported(units, "42oh", states)
    assert not supported(units, "16oh", chaos="2004")
    assert not supported(units, "42oh", chaos="2004")


@pytest.mark.rule("blind_swords:12.4.4")
def test_without_support_the_rating_is_one_less() -> None:
    battle = after({"2005": "16oh"}, checks("16oh"), dice=(4,))
    [checked] = told(battle, CohesionChecked)
    assert [str(line) for line in checked.lines] == ["-1 unsupported [blind_swords:12.4.4]"]
    assert not checked.passed


@pytest.mark.rule("blind_swords:12.4.4")
@pytest.mark.rule("blind_swords:13.2.6")
def test_whoever_is_available_counts_as_supported() -> None:
    assert supported({}, "16oh", {"16oh": {"box": "available"}})
    assert not supported({}, "16oh", {"16oh": {"box": "1"}})
