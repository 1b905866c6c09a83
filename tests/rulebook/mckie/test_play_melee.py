"""On the table: closing to contact, melees and what they lead to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import in_contact
from longroll.board.table.terrain import piece
from longroll.kernel.agenda import Ask, Do
from longroll.kernel.dice import Seeded
from longroll.kernel.event import Line
from longroll.miniatures.contact import touched
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.melee import melees
from longroll.systems.mckie.melee.events import Blows, GaveGround, MeleeDecided
from longroll.systems.mckie.melee.widening import Widened
from longroll.systems.mckie.risk.events import GeneralAtRisk
from longroll.systems.mckie.sequence import BeginPeriod, BeginStep
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.events import StepBegan
from longroll.systems.mckie.table.state import Charge, Contact, Guns
from longroll.systems.mckie.words import Struck
from tests.rulebook.mckie.field import SYSTEM, Fight, battery, field, lay, position, troops

MELEE, RESULTS = BeginStep("melee"), BeginStep("melee_results")
#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


class Stop(Ask, frozen=True):
    """Something to wait for after the steps of a test."""

    verbs = ("done",)

    def asks(self, state: Any) -> str:
        return "union"

    def choices(self, state: Any) -> list[Any]:
        return []


def ours(x: float = 20, y: float = 15, heading: float = 0, **more: Any) -> Unit:
    """A charger, 1 in from the enemy."""
    return troops("union", x, y, heading, **more)


def enemy(x: float = 20, y: float = 14, heading: float = 180, **more: Any) -> Unit:
    return troops("confederate", x, y, heading, **more)


def charge(unit: str = "u1", target: str = "c1", struck: Struck = "front") -> Charge:
    return Charge(unit, target, (), 500, struck, "stand")


def fought(
    units: dict[str, Unit], *dice: int, steps: tuple[Ask | Do, ...] = (MELEE,), **more: Any
) -> Fight:
    more.setdefault("charges", (charge(),))
    return field(units, *steps, Stop(), dice=dice, **more)


def pair(u1: Unit | None = None, c1: Unit | None = None) -> dict[str, Unit]:
    return {"u1": u1 or ours(), "c1": c1 or enemy()}


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.past.events if isinstance(event, kind)]


def blows(battle: Fight) -> dict[str, Blows]:
    return {event.unit: event for event in told(battle, Blows)}


def figures(battle: Fight) -> dict[str, dict[str, int]]:
    return {id: event.figures for id, event in blows(battle).items()}


def factors(battle: Fight, id: str) -> dict[str, int]:
    lines: tuple[Line, ...] = blows(battle)[id].ledger()
    return {line.rule.partition(":melee.")[2]: line.value for line in lines}


# Contact


@pytest.mark.rule("mckie:period.11", "mckie:melee.elig.1")
def test_a_charge_closes_and_lines_up_on_the_front_it_strikes() -> None:
    battle = fought(pair(ours(heading=8), enemy(heading=190)), FIVE, 10, FIVE, 10)
    unit, other = battle.state.units["u1"], battle.state.units["c1"]
    assert unit.heading == 100
    assert in_contact(measured.stands_of(unit), measured.stands_of(other))
    (one,) = battle.state.contacts
    assert one == Contact("u1", "c1", "front", 3)
    assert {"fought_melee"} <= unit.did
    assert {"fought_melee"} <= other.did


@pytest.mark.rule("mckie:melee.elig.1", "mckie:melee.elig.3")
def test_stands_in_contact_fight_and_one_more_on_each_side() -> None:
    # Two stands against six: 2 touch, 2 overlap; two more look on.
    battle = fought(pair(ours(figures=8)), FIVE, 10, FIVE, 10)
    assert figures(battle) == {"u1": {"c1": 8}, "c1": {"u1": 16}}


@pytest.mark.rule("mckie:melee.elig.3")
def test_no_stand_overlaps_on_a_side_where_there_is_none() -> None:
    # Lines of six, shifted by two stands: 4 touch, 1 overlaps on one side.
    battle = fought(pair(ours(x=22)), FIVE, 10, FIVE, 10)
    assert figures(battle) == {"u1": {"c1": 20}, "c1": {"u1": 20}}


@pytest.mark.rule("mckie:melee.elig.2", "mckie:form.supported.3")
def test_all_of_a_supported_line_that_charges_fights() -> None:
    supported = ours(figures=32, formation="supported_line")
    battle = fought(pair(supported, enemy(figures=8)), FIVE, 10, FIVE, 10)
    assert figures(battle)["u1"] == {"c1": 32}
    # Two of its stands are touched, and one more overlaps on each side.
    standing = enemy(figures=32, formation="supported_line")
    battle = fought(pair(ours(figures=8), standing), FIVE, 10, FIVE, 10)
    assert figures(battle)["c1"] == {"u1": 16}


@pytest.mark.rule("mckie:melee.elig.2")
def test_the_second_rank_of_an_attack_column_that_charges_fights() -> None:
    column = ours(figures=36, formation="attack_column")
    battle = fought(pair(column), FIVE, 10, FIVE, 10)
    assert figures(battle)["u1"] == {"c1": 24}
    still = fought(pair(ours(), enemy(figures=36, formation="attack_column")), FIVE, 10, FIVE, 10)
    assert figures(still)["c1"] == {"u1": 12}


@pytest.mark.rule("mckie:rem.strength", "mckie:melee.proc.1")
def test_figures_fight_and_not_stands() -> None:
    battle = fought(pair(ours(figures=21, original=24)), FIVE, 10, FIVE, 10)
    assert figures(battle)["u1"] == {"c1": 21}


@pytest.mark.rule("mckie:melee.flank.1")
@pytest.mark.parametrize("struck", ["flank", "rear"])
def test_who_is_struck_in_flank_or_rear_does_not_fight_back_at_first(struck: Struck) -> None:
    heading = 90 if struck == "flank" else 0
    y = 14 if struck == "flank" else 13.25
    x = 20.37 if struck == "flank" else 20
    target = enemy(x=x, y=y, heading=heading, figures=8)
    battle = fought(pair(ours(y=16.1), target), FIVE, 10, charges=(charge(struck=struck),))
    assert set(blows(battle)) == {"u1"}
    assert battle.state.tallies["c1"][1] == 0


@pytest.mark.rule("mckie:melee.flank.2", "mckie:form.skirm.9", "mckie:melee.noform")
def test_in_the_second_period_it_turns_and_fights_back() -> None:
    units = pair(ours(y=14.75), enemy(heading=0, figures=16))
    contacts = (Contact("u1", "c1", "rear", 2),)
    battle = fought(units, FIVE, 10, FIVE, 10, charges=(), contacts=contacts)
    other = battle.state.units["c1"]
    assert other.heading == 1800
    assert figures(battle)["c1"] == {"u1": 16}
    assert battle.state.contacts[0].struck == "front"


@pytest.mark.rule("mckie:melee.flank.2")
def test_without_room_to_turn_the_stands_that_are_touched_fight_back() -> None:
    # A line struck at its right end by two stands, with friends along its front.
    target = enemy(x=20, y=14, heading=0, figures=24)
    units = {
        "u1": ours(x=23, y=14.37, heading=270, figures=8),
        "c1": target,
        "c2": enemy(x=20, y=12, heading=0, figures=24),
    }
    contacts = (Contact("u1", "c1", "flank", 2),)
    battle = fought(units, FIVE, 10, FIVE, 10, charges=(), contacts=contacts)
    assert battle.state.units["c1"].heading == 0
    assert figures(battle)["c1"] == {"u1": 4}


@pytest.mark.rule("mckie:form.skirm.5")
def test_losses_of_a_screen_in_melee_are_felt_by_its_parent() -> None:
    units = pair(ours(quality="veteran"), enemy(figures=8, formation="skirmish", parent="c2"))
    battle = fought({**units, "c2": enemy(y=9)}, 6, 1, 1, 10)
    assert battle.state.units["c1"].figures < 8
    assert "lost_figures" in battle.state.units["c2"].felt


@pytest.mark.rule("mckie:form.skirm.8")
def test_skirmishers_caught_as_they_retire_do_not_strike_back() -> None:
    target = enemy(y=13.25, heading=0, formation="skirmish", figures=6)
    caught = replace(charge(struck="rear"), response="evade")
    battle = fought(pair(ours(), target), FIVE, 10, charges=(caught,))
    assert set(blows(battle)) == {"u1"}


@pytest.mark.rule("mckie:melee.flank.1")
def test_guns_are_taken_from_behind_past_their_limbers() -> None:
    guns = battery("confederate", 20, 14, 0)
    battle = fought(pair(ours(y=16.75), guns), FIVE, 10, charges=(charge(struck="flank"),))
    assert figures(battle) == {"u1": {"c1": 16}}
    assert battle.state.units["u1"].y == 1575


# Factors


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.chance", "mckie:melee.base.ff")
def test_a_charger_has_its_impetus_and_each_its_chance_die() -> None:
    battle = fought(pair(), FIVE, 10, TWO, 10)
    assert factors(battle, "u1") == {"base.ff": 3, "factor.charge": 1, "chance": 5}
    assert factors(battle, "c1") == {"base.ff": 3, "chance": 2}


@pytest.mark.rule("mckie:melee.factor.general", "mckie:ex.general", "mckie:risk.1")
def test_a_general_leads_his_unit_and_runs_the_risk() -> None:
    chief = General(title="G", side="union", role="division", divisions=("d",), joined="u1")
    battle = fought(pair(ours(division="d")), FIVE, 10, FIVE, 10, 2, generals={"g": chief})
    assert factors(battle, "u1")["factor.general"] == 1
    (risk,) = told(battle, GeneralAtRisk)
    assert risk.fate == "unharmed"


@pytest.mark.rule("mckie:melee.factor.uphill")
def test_the_lower_fights_uphill(monkeypatch: pytest.MonkeyPatch) -> None:
    hill = piece("hill", "hill", (1000, 800), (3000, 800), (3000, 1399), (1000, 1399), level=1)
    lay(monkeypatch, [hill])
    battle = fought(pair(ours(y=14.9), enemy(y=13.9)), FIVE, 10, FIVE, 10)
    assert factors(battle, "u1")["factor.uphill"] == -1
    assert "factor.uphill" not in factors(battle, "c1")


@pytest.mark.rule("mckie:melee.factor.wall", "mckie:melee.factor.prepared")
@pytest.mark.parametrize("kind, rule, value", [("wall", "wall", -1), ("works", "prepared", -4)])
def test_walls_and_works_shelter_who_is_behind_them(
    monkeypatch: pytest.MonkeyPatch, kind: str, rule: str, value: int
) -> None:
    lay(monkeypatch, [piece(kind, "line", (1500, 1405), (2500, 1405), width=10)])
    battle = fought(pair(), FIVE, 10, FIVE, 10)
    assert factors(battle, "u1")[f"factor.{rule}"] == value
    assert f"factor.{rule}" not in factors(battle, "c1")


def test_a_wall_before_the_front_shelters_nobody_from_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lay(monkeypatch, [piece("wall", "line", (1500, 1320), (2500, 1320), width=10)])
    target = enemy(y=13.25, heading=0)
    battle = fought(pair(ours(), target), FIVE, 10, charges=(charge(struck="rear"),))
    assert "factor.wall" not in factors(battle, "u1")


@pytest.mark.rule("mckie:melee.factor.cavopen", "mckie:melee.base.mf", "mckie:melee.base.fm")
def test_foot_in_the_open_before_a_cavalry_charge() -> None:
    cavalry = ours(arm="cavalry", figures=12)
    battle = fought(pair(cavalry), FIVE, 10, FIVE, 10)
    assert factors(battle, "u1")["base.mf"] == 5
    assert factors(battle, "c1") == {"base.fm": 2, "factor.cavopen": -2, "chance": 5}


@pytest.mark.rule("mckie:melee.factor.fatigued", "mckie:melee.factor.raw")
def test_the_tired_and_the_raw_fight_badly() -> None:
    battle = fought(pair(None, enemy(fatigued=True, quality="raw")), FIVE, 10, FIVE, 10)
    assert factors(battle, "c1") == {
        "base.ff": 3,
        "factor.raw": -1,
        "factor.fatigued": -3,
        "chance": 5,
    }


# Widening the front


def fighting_on(since: int = 2, **c1: Any) -> Fight:
    """A melee in its second period: six stands against a supported line of three and three."""
    facts: dict[str, Any] = {"formation": "supported_line", "figures": 24, **c1}
    return fought(
        pair(ours(y=14), enemy(**facts)),
        *(FIVE, 10, FIVE, 10),
        charges=(),
        contacts=(Contact("u1", "c1", "front", since),),
    )


@pytest.mark.rule("mckie:melee.noform")
def test_a_unit_in_melee_may_widen_its_front_to_match_the_enemys() -> None:
    battle = fighting_on()
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert [str(one) for one in battle.decision.choices] == ["widen", "stay"]
    battle.play("widen")
    assert battle.state.units["c1"].formation == "line"
    assert figures(battle)["c1"] == {"u1": 24}


@pytest.mark.rule("mckie:melee.noform")
def test_a_unit_that_does_not_widen_fights_as_it_stands() -> None:
    battle = fighting_on()
    battle.play("stay")
    assert battle.state.units["c1"].formation == "supported_line"
    assert figures(battle)["c1"] == {"u1": 12}


@pytest.mark.rule("mckie:melee.noform")
def test_a_front_never_becomes_wider_than_the_enemys() -> None:
    battle = fighting_on(figures=32)
    battle.play("widen")
    # Eight stands: five before three is as wide as a supported line of them can be.
    (event,) = told(battle, Widened)
    assert event.front == 5
    assert battle.state.units["c1"].formation == "supported_line"


@pytest.mark.rule("mckie:melee.noform")
def test_nobody_widens_his_front_in_the_first_period() -> None:
    battle = fighting_on(since=3)
    assert isinstance(battle.state.agenda[-1], Stop)


# Losses


@pytest.mark.rule("mckie:melee.proc.2", "mckie:cas.sources")
def test_strikes_are_simultaneous() -> None:
    # 24 figures at 9 and at 8: 4.3 and 3.8 on the table.
    battle = fought(pair(), FIVE, 10, FIVE, 10)
    lost = {id: event.lost for id, event in blows(battle).items()}
    assert battle.state.tallies == {
        "u1": (lost["c1"]["u1"], lost["u1"]["c1"]),
        "c1": (lost["u1"]["c1"], lost["c1"]["u1"]),
    }
    assert battle.state.units["c1"].figures == 24 - lost["u1"]["c1"]
    assert battle.state.units["u1"].figures == 24 - lost["c1"]["u1"]


def test_a_wagon_that_is_reached_is_taken() -> None:
    wagon = enemy(arm="wagon", formation="column", figures=1)
    battle = fought(pair(None, wagon))
    assert battle.state.units["c1"].fate == "captured"
    assert battle.state.contacts == ()


@pytest.mark.rule("mckie:resp.6")
def test_guns_without_crews_are_taken_by_who_touches_them() -> None:
    units = pair(None, enemy(arm="artillery_crew", formation="skirmish", figures=4, y=4))
    left = {"c1": Guns("field_artillery", 1, 2000, 1500, 1800)}
    battle = fought(units, charges=(), guns=left)
    assert battle.state.guns == {}


# The book's example


def example(*dice: int) -> Fight:
    units = {
        "1": troops(
            "confederate", 23, 19, 180, figures=32, formation="supported_line", division="d"
        ),
        "2": troops("confederate", 27.5, 19, 180, figures=20, quality="veteran"),
        "A": troops("union", 24, 20, figures=32),
        "B": battery("union", 28.5, 20, quality="veteran"),
    }
    chief = General(title="G", side="confederate", role="division", divisions=("d",), joined="1")
    return field(
        units,
        MELEE,
        RESULTS,
        Stop(),
        dice=dice,
        generals={"g": chief},
        charges=(charge("1", "A"), charge("2", "A")),
    )


#: Chance die and ten-sided die of 1, 2, A and B, then the general's, as the book rolls them.
EXAMPLE = (THREE, 6, THREE, 7, THREE, 4, FOUR, 8, 2)


@pytest.mark.rule(
    "mckie:ex.melee.attr",
    "mckie:form.supported.3",
    "mckie:melee.elig.1",
    "mckie:melee.elig.3",
    "mckie:melee.chance",
    "mckie:melee.proc.1",
    "mckie:ex.general",
)
def test_the_books_melee_comes_out_on_the_table_figure_by_figure() -> None:
    battle = example(*EXAMPLE, FIVE, FIVE)
    assert figures(battle) == {
        "1": {"A": 32},
        "2": {"A": 12, "B": 8},
        "A": {"1": 20, "2": 12},
        "B": {"2": 4},
    }
    found = {id: (event.factors, event.tenths, event.lost) for id, event in blows(battle).items()}
    assert found == {
        "1": ({"A": 8}, {"A": 51}, {"A": 5}),
        "2": ({"A": 8, "B": 8}, {"A": 19, "B": 14}, {"A": 2, "B": 1}),
        "A": ({"1": 6, "2": 6}, {"1": 24, "2": 14}, {"1": 3, "2": 2}),
        "B": ({"2": 6}, {"2": 5}, {"2": 0}),
    }


@pytest.mark.rule(
    "mckie:melee.lose.1", "mckie:melee.lose.2", "mckie:melee.res.1", "mckie:prisoners.1"
)
def test_both_union_units_of_the_example_have_lost() -> None:
    battle = example(*EXAMPLE, FIVE, FIVE)
    verdicts = {event.unit: (event.verdict, event.captured) for event in told(battle, MeleeDecided)}
    assert verdicts == {"1": ("won", 0), "2": ("won", 0), "A": ("lost", 1), "B": ("lost", 1)}
    units = battle.state.units
    assert (units["A"].figures, units["A"].captured) == (32 - 7 - 1, 1)
    assert (units["B"].figures, units["B"].captured) == (4 - 1 - 1, 1)
    assert (units["1"].figures, units["2"].figures) == (29, 18)
    assert [event.unit for event in told(battle, MoraleTested)] == ["A", "B"]


# Results


def decided(
    u1: tuple[int, int],
    *dice: int,
    attacker: str = "u1",
    since: int = 3,
    followed_up: bool = False,
    more_units: dict[str, Unit] | None = None,
    **c1: Any,
) -> Fight:
    """A melee in which u1 suffered and inflicted so much, before its results."""
    units = {**pair(ours(y=14), enemy(**c1)), **(more_units or {})}
    defender = "c1" if attacker == "u1" else "u1"
    return field(
        units,
        RESULTS,
        Stop(),
        dice=dice,
        contacts=(Contact(attacker, defender, "front", since, followed_up),),
        tallies={"u1": u1, "c1": (u1[1], u1[0])},
    )


@pytest.mark.rule("mckie:melee.res.2", "mckie:morale.when.4", "mckie:morale.factor.lostmelee")
def test_a_loser_that_survives_is_pushed_back_3_inches() -> None:
    battle = decided((1, 3), FIVE)
    (test,) = told(battle, MoraleTested)
    # 5, experienced +1, lost the melee -3; the captured figure is not yet a tenth.
    assert (test.score, test.unit) == (3, "c1")
    unit = battle.state.units["c1"]
    assert (unit.x, unit.y, unit.heading, unit.figures) == (2000, 1100, 1800, 23)
    assert {"lost_melee", "tested"} <= unit.felt
    assert "won_melee" in battle.state.units["u1"].felt


@pytest.mark.rule("mckie:melee.res.3")
def test_a_winner_that_charged_may_follow_up() -> None:
    battle = decided((1, 3), FIVE)
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["follow u1", "stay"]
    battle.play("follow u1")
    assert battle.state.units["u1"].y == 1100
    assert battle.state.contacts == (Contact("u1", "c1", "front", 3, True),)


@pytest.mark.rule("mckie:melee.res.3", "mckie:melee.res.6")
def test_a_winner_that_stays_lets_the_melee_end() -> None:
    battle = decided((1, 3), FIVE)
    battle.play("stay")
    assert battle.state.units["u1"].y == 1400
    assert battle.state.contacts == ()


@pytest.mark.rule("mckie:melee.res.4")
def test_a_winner_that_did_not_attack_holds_its_ground() -> None:
    battle = decided((1, 3), FIVE, attacker="c1")
    assert isinstance(battle.state.agenda[-1], Stop)
    assert battle.state.units["u1"].y == 1400
    assert battle.state.contacts == ()


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.res.6")
def test_who_followed_up_has_its_impetus_in_the_next_period() -> None:
    units = pair(ours(y=14))
    contacts = (Contact("u1", "c1", "front", 2, True),)
    battle = fought(units, FIVE, 10, FIVE, 10, charges=(), contacts=contacts)
    assert factors(battle, "u1")["factor.charge"] == 1
    contacts = (Contact("u1", "c1", "front", 2),)
    battle = fought(units, FIVE, 10, FIVE, 10, charges=(), contacts=contacts)
    assert "factor.charge" not in factors(battle, "u1")


@pytest.mark.rule("mckie:melee.draw", "mckie:melee.res.7")
def test_a_draw_repulses_who_attacked_still_facing_the_enemy() -> None:
    battle = decided((2, 2))
    unit = battle.state.units["u1"]
    assert (unit.x, unit.y, unit.heading) == (2000, 1700, 0)
    (gave,) = told(battle, GaveGround)
    assert (gave.how, gave.distance) == ("repulsed", 300)
    assert battle.state.units["c1"].y == 1400
    assert battle.state.contacts == ()
    assert told(battle, MoraleTested) == []


@pytest.mark.rule("mckie:melee.draw", "mckie:melee.res.6")
def test_a_draw_between_two_that_fight_on_ends_nothing() -> None:
    battle = decided((2, 2), since=2)
    assert battle.state.units["u1"].y == 1400
    assert battle.state.contacts == (Contact("u1", "c1", "front", 2),)


@pytest.mark.rule("mckie:melee.res.1", "mckie:morale.result.m3a")
def test_a_loser_that_breaks_routs_at_once() -> None:
    battle = decided((0, 3), TWO, quality="raw", figures=17, original=24)
    unit = battle.state.units["c1"]
    # 2, a third lost with the prisoner: -3, lost the melee -3.
    (test,) = told(battle, MoraleTested)
    assert (test.score, test.result) == (-4, "rout")
    assert unit.standing == "routing"
    assert unit.y < 500
    assert battle.state.contacts == ()
    # Nobody is left within reach to follow.
    assert isinstance(battle.state.agenda[-1], Stop)


@pytest.mark.rule("mckie:period.14n1")
def test_a_loser_tests_once_for_all_its_reasons() -> None:
    battle = decided((0, 3), FIVE, felt=frozenset({"lost_figures"}))
    (test,) = told(battle, MoraleTested)
    assert test.reasons == ("melee_lost", "losses")


@pytest.mark.rule("mckie:morale.result.m3d")
def test_a_loser_that_cannot_get_away_surrenders() -> None:
    ring = {
        "u2": troops("union", 20, 8, 180),
        "u3": troops("union", 16.5, 11, 90, figures=32),
        "u4": troops("union", 23.5, 11, 270, figures=32),
    }
    battle = decided((0, 3), TWO, quality="raw", figures=8, original=24, more_units=ring)
    unit = battle.state.units["c1"]
    assert (unit.fate, unit.figures, unit.captured) == ("surrendered", 0, 8)


@pytest.mark.rule("mckie:melee.res.2")
def test_a_loser_with_no_room_behind_it_stays_in_contact_and_fights_on() -> None:
    wall = {f"c{at}": enemy(y=13.25 - 0.8 * (at - 2), figures=32) for at in range(2, 8)}
    battle = decided((0, 3), FIVE, more_units=wall)
    assert battle.state.units["c1"].y == 1400
    battle.play("stay")
    assert battle.state.contacts == (Contact("u1", "c1", "front", 3),)


@pytest.mark.rule("mckie:melee.fatiguefirst", "mckie:period.12", "mckie:period.13")
def test_a_melee_is_reckoned_up_after_fatigue_and_goes_on_in_the_next_period() -> None:
    units = pair(ours(y=14), enemy())
    contacts = (Contact("u1", "c1", "front", 2),)
    battle = field(
        units,
        MELEE,
        BeginStep("fatigue"),
        RESULTS,
        Stop(),
        dice=(TWO, 10, TWO, 10, 10, 10),
        contacts=contacts,
    )
    assert battle.state.contacts == contacts
    slugs = [event.step for event in told(battle, StepBegan)]
    assert slugs == ["melee", "fatigue", "melee_results"]


# Everything together


_TYPES: tuple[dict[str, Any], ...] = (
    {"figures": 24},
    {"figures": 32, "formation": "supported_line"},
    {"figures": 36, "formation": "attack_column"},
    {"figures": 20, "formation": "column"},
    {"figures": 8, "formation": "skirmish"},
    {"figures": 16, "formation": "extended"},
    {"figures": 12, "arm": "cavalry"},
    {"figures": 12, "arm": "dismounted_cavalry"},
    {"arm": "field_artillery", "models": 2, "formation": "unlimbered"},
    {"figures": 1, "arm": "wagon", "formation": "column"},
)


def _crowd(chance: random.Random) -> dict[str, Unit]:
    """Two armies close to each other, in all sorts of formations and facings."""
    units: dict[str, Unit] = {}
    for side, y, heading in (("union", 26, 0), ("confederate", 17, 180)):
        for number in range(5):
            for _ in range(20):
                kind = dict(chance.choice(_TYPES))
                if kind.get("arm") == "field_artillery":
                    kind["weapon"] = "12lb_smoothbore_gun"
                unit = troops(
                    side,  # type: ignore[arg-type]
                    chance.randint(600, 4200) / 100,
                    y + chance.randint(-300, 300) / 100,
                    heading + chance.choice((0, 0, 0, 90, 180, chance.randint(-60, 60))),
                    quality=chance.choice(("veteran", "experienced", "raw")),
                    **kind,
                )
                near = any(measured.are_within(unit, other, 99) for other in units.values())
                if not near and not list(SYSTEM.faults(position({"x": unit}))):
                    units[f"{side[0]}{number}"] = unit
                    break
    return units


def _wild(battle: Fight, chance: random.Random) -> Iterator[str]:
    """Charge, evade and follow up whenever it can be done."""
    while battle.result is None and battle.state.period < 6:
        assert battle.decision is not None
        choices = [str(one) for one in battle.decision.choices]
        wanted = {"charge", "turn", "evade", "follow"}
        if isinstance(battle.state.agenda[-1], DeclareCharges):
            wanted |= {"pick"}
        keen = [one for one in choices if one.split()[0] in wanted]
        done = [one for one in choices if one == "done"]
        yield chance.choice(keen or done or choices)


@pytest.mark.parametrize("seed", range(12))
def test_wild_charges_never_break_the_table(seed: int) -> None:
    chance = random.Random(seed)
    battle = Fight(SYSTEM, position(_crowd(chance), BeginPeriod(3)), Seeded(seed))
    for order in _wild(battle, chance):
        battle.play(order)
        assert list(SYSTEM.faults(battle.state)) == []
        for event in battle.past.events:
            assert event.text()
            assert event.rules


def test_a_unit_knows_whom_its_front_touches() -> None:
    state = position({"u1": ours(y=14), "c1": enemy(), "c2": enemy(x=26.5), "c3": enemy(x=13)})
    # Corners that touch are no contact.
    assert touched(state, "u1") == ["c1"]
    assert melees.attack_of(state, "u1") == "none"
