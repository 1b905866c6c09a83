"""11.3c: the column shifts of close combat, on the map and with the counters of the battle.

The lines of the chart are Chickasaw Bayou's, so each case is a duty of both books.
"""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.assault_shifts import facts, shifts
from longroll.systems.blind_swords.combat import Assault
from tests.rulebook.blind_swords.steps import after, number, state_of


def lines(
    attackers: dict[str, str],
    defenders: str,
    hex: str,
    *,
    charging: tuple[str, ...] = (),
    events: tuple[str, ...] = (),
    **given: Any,
) -> dict[str, int]:
    """The shifts by their rule; the first attacking hex is the Assaulting Hex."""
    state = state_of(after({**attackers, hex: defenders}, **given))
    start, *flanks = attackers
    units = tuple(number(id) for ids in attackers.values() for id in ids.split())
    side = state.side_of(units[0])
    assault = Assault(side, hex, start, tuple(flanks), units, tuple(map(number, charging)), events)
    return {line.rule: line.value for line in shifts(state, assault)}


BOOK = "chickasaw_bayou"
CB = f"{BOOK}:11.c"


@pytest.mark.rule("blind_swords:11.3c.1")
@pytest.mark.rule("chickasaw_bayou:11.c.1")
@pytest.mark.rule("chickasaw_bayou:11.c.2")
@pytest.mark.rule("chickasaw_bayou:11.c.3")
@pytest.mark.rule("chickasaw_bayou:11.c.4")
@pytest.mark.rule("chickasaw_bayou:11.c.5")
@pytest.mark.rule("chickasaw_bayou:11.c.6")
@pytest.mark.rule("chickasaw_bayou:11.c.7")
@pytest.mark.parametrize(
    "attacker, defender, hits, rule, shift",
    [
        ("16oh", "29la-a", 2, "1", 3),  # 10 to 3
        ("16oh", "29la-a", 0, "2", 2),  # 10 to 5
        ("42oh", "31la-a", 0, "3", 1),  # 9 to 6
        ("42oh", "31la-a", -1, "", 0),  # 8 to 6
        ("13us-bttn", "40ga", 0, "4", -1),  # 5 to 8
        ("7ky", "31la-a wofford weems", -2, "5", -2),  # 5 to 10
        ("thielemann-cav", "40ga", 0, "6", -3),  # 2 to 8
    ],
)
def test_one_line_of_odds(attacker: str, defender: str, hits: int, rule: str, shift: int) -> None:
    """`hits` are the defender's, or the attacker's where negative."""
    who = {defender: hits} if hits > 0 else {attacker: -hits}
    states = {id: {"hits": count} for id, count in who.items() if count}
    found = lines({"2004": attacker}, defender, "2005", states=states)
    odds = {key: value for key, value in found.items() if key in {f"{CB}.{n}" for n in range(1, 7)}}
    assert odds == ({f"{CB}.{rule}": shift} if rule else {})


@pytest.mark.rule("blind_swords:11.3c.2")
@pytest.mark.rule("chickasaw_bayou:11.c.8")
@pytest.mark.parametrize(
    "defenders, states, shift",
    [
        ("wofford", {}, 4),
        ("29la-a wofford", {}, None),
        ("29la-a wofford weems", {"29la-a": {"hits": 1}}, 4),  # exactly half
    ],
)
def test_half_the_defending_points_are_guns(defenders: str, states: Any, shift: int | None) -> None:
    found = lines({"2004": "16oh"}, defenders, "2005", states=states)
    assert found.get(f"{CB}.8") == shift


@pytest.mark.rule("blind_swords:11.3c.3")
@pytest.mark.rule("chickasaw_bayou:11.c.9")
@pytest.mark.rule("chickasaw_bayou:11.c.10")
def test_the_best_rating_of_the_assaulting_hex_against_that_of_the_lead_unit() -> None:
    """The 8th Missouri, alone, is 4; the 29th Louisiana, alone, is 3."""
    found = lines({"2004": "8mo"}, "29la-a", "2005")
    assert found[f"{CB}.9"] == 1
    found = lines({"2004": "8mo"}, "29la-a", "2005", states={"8mo": {"hits": 2}})
    assert found[f"{CB}.10"] == -1
    found = lines({"2004": "8mo"}, "29la-a", "2005", states={"8mo": {"hits": 1}})
    assert f"{CB}.9" not in found
    assert f"{CB}.10" not in found
    # A better unit of a Flanking Hex does not count.
    found = lines({"2004": "113il", "1905": "8mo"}, "29la-a", "2005")
    assert found[f"{CB}.10"] == -1


@pytest.mark.rule("blind_swords:11.3c.9")
@pytest.mark.rule("chickasaw_bayou:2.10d.2")
@pytest.mark.rule("chickasaw_bayou:2.10d.3")
@pytest.mark.rule("chickasaw_bayou:2.10d.4")
def test_the_trench_helps_confederates_who_defend_in_it() -> None:
    state = state_of(after({"2921": "16oh", "2922": "29la-a"}))
    out = facts(state, Assault("confederate", "2921", "2922", (), (number("29la-a"),)))
    into = facts(state, Assault("union", "2922", "2921", (), (number("16oh"),)))
    assert (out.attack_cohesion, out.defend_cohesion) == (3, 3)
    assert (into.attack_cohesion, into.defend_cohesion) == (3, 5)
    state = state_of(after({"2922": "16oh", "2921": "29la-a"}))
    into = facts(state, Assault("confederate", "2922", "2921", (), (number("29la-a"),)))
    assert into.defend_cohesion == 3


@pytest.mark.rule("blind_swords:11.3c.4")
@pytest.mark.rule("chickasaw_bayou:11.c.11")
@pytest.mark.rule("chickasaw_bayou:11.c.12")
@pytest.mark.rule("chickasaw_bayou:2.10p.3")
@pytest.mark.rule("chickasaw_bayou:2.10q.2")
@pytest.mark.parametrize(
    "low, high, rule, shift",
    [("2922", "2923", f"{CB}.11", -2), ("2523", "2623", f"{CB}.12", -3)],
)
def test_slopes_count_upward_only(low: str, high: str, rule: str, shift: int) -> None:
    assert lines({low: "16oh"}, "29la-a", high).get(rule) == shift
    down = lines({high: "16oh"}, "29la-a", low)
    assert f"{CB}.11" not in down
    assert f"{CB}.12" not in down


@pytest.mark.rule("blind_swords:11.3c.5")
@pytest.mark.rule("chickasaw_bayou:11.c.13")
@pytest.mark.rule("chickasaw_bayou:11.c.14")
def test_smoothbores_help_whoever_has_them_in_half_the_points() -> None:
    # The 29th Louisiana has smoothbores; of mixed arms half the points count (CB-44).
    assert lines({"2004": "16oh"}, "29la-a", "2005")[f"{CB}.14"] == -1
    assert lines({"2004": "16oh"}, "40ga", "2005")[f"{CB}.14"] == -1
    assert f"{CB}.14" not in lines({"2004": "16oh"}, "46ms-a wofford", "2005")
    assert lines({"2004": "29la-a"}, "16oh", "2005")[f"{CB}.13"] == 1
    assert lines({"2004": "29mo"}, "29la-a", "2005")[f"{CB}.13"] == 1
    assert f"{CB}.13" not in lines({"2004": "16oh"}, "29la-a", "2005")
    # Smoothbore guns are no muskets.
    assert f"{CB}.14" not in lines({"2004": "16oh"}, "johnston", "2005")


@pytest.mark.rule("blind_swords:11.3c.6")
@pytest.mark.rule("chickasaw_bayou:11.c.16")
@pytest.mark.parametrize(
    "flanks, shift",
    [((), None), (("2105",), None), (("2106",), 2), (("2006",), 2), (("2105", "1905"), 2)],
)
def test_a_flanking_attack_comes_from_afar_or_from_two_hexes(
    flanks: tuple[str, ...], shift: int | None
) -> None:
    attackers = {"2004": "16oh", **dict(zip(flanks, ("42oh", "22ky"), strict=False))}
    assert lines(attackers, "29la-a", "2005").get(f"{CB}.16") == shift


@pytest.mark.rule("blind_swords:11.3c.7")
@pytest.mark.rule("chickasaw_bayou:11.c.17")
@pytest.mark.parametrize("dismounted, shift", [(False, -3), (True, None)])
def test_mounted_defenders_slip_away(dismounted: bool, shift: int | None) -> None:
    states = {"28ms-cav": {"dismounted": dismounted}}
    found = lines({"2004": "16oh"}, "28ms-cav", "2005", states=states)
    assert found.get(f"{CB}.17") == shift


@pytest.mark.rule("blind_swords:11.3c.7")
@pytest.mark.rule("blind_swords:10.10.1")
@pytest.mark.rule("chickasaw_bayou:11.c.18")
@pytest.mark.parametrize("defender, shift", [("29la-a", 2), ("wofford", 2), ("28ms-cav", None)])
def test_a_charge_helps_against_infantry_and_guns(defender: str, shift: int | None) -> None:
    found = lines({"2004": "3il-cav"}, defender, "2005", charging=("3il-cav",))
    assert found.get(f"{CB}.18") == shift


@pytest.mark.rule("blind_swords:11.3c.7")
@pytest.mark.rule("chickasaw_bayou:11.c.15")
def test_huzzah_is_two_columns() -> None:
    assert lines({"2004": "16oh"}, "29la-a", "2005", events=("huzzah",))[f"{CB}.15"] == 2


@pytest.mark.rule("blind_swords:11.3c.8")
@pytest.mark.rule("chickasaw_bayou:11.c.19")
@pytest.mark.rule("chickasaw_bayou:11.c.20")
@pytest.mark.rule("chickasaw_bayou:2.10d.1")
def test_good_ground_and_trenches_are_two_columns_each() -> None:
    found = lines({"2004": "16oh"}, "29la-a", "2005", good_ground=["2005"])
    assert found[f"{CB}.19"] == -2
    assert lines({"2921": "16oh"}, "29la-a", "2922")[f"{CB}.20"] == -2
    # Whoever holds it has the shift.
    assert lines({"2921": "29la-a"}, "16oh", "2922")[f"{CB}.20"] == -2


@pytest.mark.rule("blind_swords:11.3c.8")
@pytest.mark.rule("chickasaw_bayou:11.c.21")
@pytest.mark.rule("chickasaw_bayou:2.10h.2")
@pytest.mark.rule("chickasaw_bayou:2.10i.1")
@pytest.mark.rule("chickasaw_bayou:2.10j.2")
@pytest.mark.rule("chickasaw_bayou:2.2a.5")
@pytest.mark.parametrize(
    "start, hex, timber, shifts",
    [
        ("2018", "2019", False, [-1]),  # Bayou
        ("2614", "2613", False, [-1]),  # Swamp
        ("5404", "5403", False, [-1]),  # Cypress
        ("2004", "2005", True, [-1]),  # Fallen Timber on dry ground
        ("2614", "2613", True, [-1, -1]),  # both (CB-20)
        ("2004", "2005", False, []),
    ],
)
def test_bad_ground_under_the_attacker(
    start: str, hex: str, timber: bool, shifts: list[int]
) -> None:
    more: dict[str, Any] = {"timber": {start: "half"}} if timber else {}
    found = lines({start: "16oh"}, "29la-a", hex, **more)
    keys = (f"{CB}.21", "chickasaw_bayou:2.2a.5")
    assert [found[key] for key in keys if key in found] == shifts


@pytest.mark.rule("blind_swords:11.3c.8")
@pytest.mark.rule("chickasaw_bayou:11.c.22")
@pytest.mark.rule("chickasaw_bayou:2.10f.1")
@pytest.mark.rule("chickasaw_bayou:2.10l.4")
@pytest.mark.parametrize("start, hex", [("3123", "3124"), ("3124", "3123"), ("2618", "2619")])
def test_creeks_and_levees_are_one_column(start: str, hex: str) -> None:
    assert lines({start: "16oh"}, "29la-a", hex)[f"{CB}.22"] == -1


@pytest.mark.rule("blind_swords:11.3c.8")
@pytest.mark.rule("chickasaw_bayou:11.c.23")
@pytest.mark.rule("chickasaw_bayou:2.10m.2")
@pytest.mark.rule("chickasaw_bayou:2.10j.2")
@pytest.mark.parametrize(
    "start, hex, shift",
    [
        ("1512", "1513", -1),  # Heavy Woods
        ("5403", "5404", -1),  # Cypress
        ("5502", "5602", -1),  # Blake's Levee
        ("2808", "2708", None),  # Light Woods
    ],
)
def test_cover_of_the_defender(start: str, hex: str, shift: int | None) -> None:
    assert lines({start: "16oh"}, "29la-a", hex).get(f"{CB}.23") == shift
