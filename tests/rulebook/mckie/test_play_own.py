"""What a scenario may have of its own: base sizes, weapons, gunboats on its water."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from longroll.board.table import pose, read_table
from longroll.board.table.terrain import piece
from longroll.display import display_of
from longroll.kernel.decision import choice
from longroll.kernel.dice import Seeded
from longroll.systems.mckie import display
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.datafile import DataError
from longroll.systems.mckie.deployment import setup
from longroll.systems.mckie.fire.events import Fired
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.fire.shooting import Sights
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.scenarios import datafiles
from longroll.systems.mckie.scenarios.goals import formed
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.scenarios.table_facts import table_facts
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table import state as states
from tests.rulebook.mckie.field import SYSTEM, Fight, battery, field, lay, position, troops

TABLE = """
schema = 1
title = "The landing"
width = 40
height = 30

[[piece]]
kind = "water"
name = "the river"
points = [[0, 22], [40, 22], [40, 30], [0, 30]]
"""
LANDING = """
schema = 1
source = "mckie"
title = "The landing"
about = "Gunboats hold a landing."
table = "landing.table.toml"
periods = 3
begins = "9:00"

[bases]
infantry = [1.5, 1]
division_commander = [1, 1]

[weapons.whitworth]
name = "Whitworth rifle"
kind = "small_arms"
factors = [9, 6, 4, 3, -1, -1]

[deployment.union]
edge = "south"
depth = 14

[deployment.confederate]
edge = "north"
depth = 10

[[troops]]
id = "tyler"
title = "Tyler"
side = "union"
arm = "gunboat"
quality = "experienced"
weapon = "siege_gun"
guns = 7
figures = 4
formation = "line"
division = "grant"
at = [18, 23]

[[troops]]
id = "benton"
title = "Benton"
side = "union"
arm = "gunboat"
ironclad = true
quality = "veteran"
weapon = "3in_rifled_gun"
guns = 2
figures = 4
formation = "line"
division = "grant"
base = [2, 5]
at = [23, 23]

[[troops]]
id = "u1"
title = "1st Brigade"
side = "union"
arm = "infantry"
quality = "experienced"
weapon = "muzzle_loading_rifle"
figures = 16
formation = "line"
division = "grant"
at = [10, 19]

[[troops]]
id = "c1"
title = "Sharpshooters"
side = "confederate"
arm = "infantry"
quality = "veteran"
weapon = "whitworth"
figures = 24
formation = "line"
division = "polk"
base = [1.2, 0.8]
at = [18, 8]
heading = 180

[[troops]]
id = "c2"
title = "Battery"
side = "confederate"
arm = "siege_artillery"
quality = "experienced"
weapon = "siege_gun"
models = 1
formation = "unlimbered"
division = "polk"
at = [27, 8]
heading = 180

[[commanders]]
id = "grant"
title = "Grant"
side = "union"
role = "division"
ratings = "S/S"
divisions = ["grant"]
at = [12, 20]

[[commanders]]
id = "polk"
title = "Polk"
side = "confederate"
role = "division"
ratings = "-/U"
divisions = ["polk"]
at = [20, 5]
"""


@pytest.fixture
def landing(monkeypatch: pytest.MonkeyPatch) -> Scenario:
    made = Scenario("landing", datafiles.read_scenario(LANDING, "l.toml"), read_table(TABLE, "t"))
    for module in (states, setup, display):
        monkeypatch.setattr(module, "scenario_named", lambda name: made)
    return made


def started(**options: object) -> Fight:
    return Fight(SYSTEM, SYSTEM.start("landing", SYSTEM.read_options(options)), Seeded(3))


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        datafiles.read_scenario(text, "l.toml")
    return [str(fault) for fault in caught.value.faults]


# Bases


@pytest.mark.rule("mckie:base.optional")
def test_units_stand_on_the_bases_of_their_scenario(landing: Scenario) -> None:
    state = started().state
    fronts = {id: measured.plan_of(state.units[id]).frontage for id in ("u1", "c1", "benton")}
    # Four stands of 1.5 in; six of 1.2, which the unit has for itself; a hull of 2.
    assert fronts == {"u1": 600, "c1": 720, "benton": 200}
    assert [unit.figures for unit in state.units.values()] == [4, 24, 4, 4, 16]
    facts = SYSTEM.facts(state, "union")
    assert [x for x, _ in facts.bodies["grant"].bases[0]] == [1150, 1250, 1250, 1150]


@pytest.mark.rule("mckie:base.optional")
def test_guns_left_behind_are_as_large_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    from longroll.kernel.agenda import Umpire
    from longroll.kernel.dice import Scripted
    from longroll.systems.mckie.fire import guns

    lay(monkeypatch)
    state = position({"u4": battery("union", 20, 20, bases=(("gun", 150, 200),))})
    guns.abandon(state, "u4", Umpire(Scripted(())))
    base = guns.ground_of_guns(state.guns["u4"]).bases[0]
    assert (base[1].x - base[0].x, base[2].y - base[1].y) == (15000, 20000)


@pytest.mark.rule("mckie:base.optional")
def test_a_screen_stands_on_the_bases_of_its_unit(landing: Scenario) -> None:
    from longroll.systems.mckie.screens import screens

    state = started().state
    sizes = state.units["u1"].bases
    sent = screens.sent(state, screens.Sending("u1", 4))
    assert sent.bases == sizes == (("division_commander", 100, 100), ("infantry", 150, 100))


@pytest.mark.rule("mckie:base.optional")
@pytest.mark.parametrize(
    "old, new, line, fault",
    [
        ("infantry = [1.5, 1]", "infantry = [0, 1]", 11, "infantry: a base of 0 by 1 in"),
        ("infantry = [1.5, 1]", "infantry = [1.005, 1]", 11, "at most two decimals"),
        ("infantry = [1.5, 1]", "sappers = [1, 1]", 11, "no base of 'sappers'"),
        ("base = [1.2, 0.8]", "base = [9, 1]", 67, "c1: a base of 9 by 1 in"),
    ],
)
def test_a_base_that_is_none_is_refused(old: str, new: str, line: int, fault: str) -> None:
    found = faults(LANDING.replace(old, new))
    assert any(one.startswith(f"l.toml:{line}") and fault in one for one in found), found


# Weapons


@pytest.mark.rule("mckie:wpn.extend")
def test_a_weapon_of_the_scenario_is_fired(landing: Scenario) -> None:
    state = started().state
    (group, *_) = Sights(state).shots("c1", ("u1",))
    assert group.lines[0].reason.startswith("Whitworth rifle at 1")
    assert (group.lines[0].value, group.lines[0].rule) == (4, "mckie:wpn.extend")
    chart = table_facts(landing, "mckie", "McKie").charts[0]
    assert chart.rows[-1] == ("whitworth", "9", "6", "4", "3", "–", "–")
    (bands,) = [display_of(SYSTEM).reach(state, "confederate", "c1").prospect]
    assert bands is not None
    assert bands.bands[-1].far == 3200


@pytest.mark.rule("mckie:wpn.extend")
@pytest.mark.parametrize(
    "old, new, line, fault",
    [
        ("factors = [9, 6, 4, 3, -1, -1]", "factors = [9, 6]", 17, "a list of 6"),
        ("factors = [9, 6, 4, 3, -1, -1]", "factors = [9, 6, 4, 30, -1, -1]", 14, "0 to 15"),
        ("factors = [9, 6, 4, 3, -1, -1]", "factors = [-1, -1, -1, -1, -1, -1]", 14, "no shot"),
        ('kind = "small_arms"', 'kind = "polearm"', 16, "polearm"),
        ('name = "Whitworth rifle"', 'name = ""', 14, "without a name"),
        ("[weapons.whitworth]", "[weapons.Whitworth]", 14, "small letters"),
        ('weapon = "whitworth"', 'weapon = "pike"', 67, "c1: 'pike' is not a weapon"),
        ('weapon = "whitworth"', 'weapon = "siege_gun"', 67, "infantry with a siege gun"),
    ],
)
def test_a_weapon_that_does_not_fit_is_refused(old: str, new: str, line: int, fault: str) -> None:
    found = faults(LANDING.replace(old, new, 1))
    assert any(one.startswith(f"l.toml:{line}") and fault in one for one in found), found


# Gunboats


@pytest.mark.rule("mckie:opt.gunboat.1", "mckie:opt.gunboat.2")
def test_a_gunboat_fires_the_guns_it_has(landing: Scenario) -> None:
    state = started().state
    (group,) = Sights(state).shots("tyler", ("c1",))
    assert group.firing == 7
    # Half its crew serves half of them; a battery on land keeps 8 a model.
    state.change("tyler", figures=2)
    assert Sights(state).shots("tyler", ("c1",))[0].firing == 4
    assert Sights(state).shots("c2", ("tyler",))[0].firing == 8


@pytest.mark.rule("mckie:opt.gunboat.1")
def test_a_gunboat_swings_at_anchor_and_stays_on_the_water(landing: Scenario) -> None:
    fight = started()
    fight.state.agenda = [Movement("union")]
    bars = {
        order: [
            str(one.rule)
            for one in Movement("union").bars_to_order(fight.state, choice(*order.split()))
        ]
        for order in ("move tyler turn 45", "move tyler ahead 1", "move tyler turn 180")
    }
    assert bars["move tyler turn 45"] == []
    # The book has no rate for it.
    assert bars["move tyler ahead 1"] != []
    fight.state.put("tyler", pose(1800, 2200, 900))
    assert "mckie:opt.gunboat.1" in [
        one.rule
        for one in Movement("union").bars_to_order(fight.state, choice("move", "tyler", "about"))
    ]


@pytest.mark.rule("mckie:opt.gunboat.1")
def test_nobody_charges_a_gunboat_nor_holds_ground_with_one(landing: Scenario) -> None:
    state = started().state
    state.change("c1", y=2000)
    state.change_commander("polk", y=1900)
    refused = [
        one.rule
        for one in DeclareCharges("confederate").bars_to_order(
            state, choice("charge", "c1", "tyler")
        )
    ]
    assert "mckie:opt.gunboat.1" in refused
    assert formed(state, "union") == ["u1"]


@pytest.mark.rule("mckie:opt.gunboat.3")
def test_only_siege_guns_fire_at_an_ironclad_and_rarely_hurt_it(landing: Scenario) -> None:
    state = started().state
    state.change("c1", y=1500)
    rifles = [
        one.rule
        for one in OrderFire("confederate").bars_to_order(state, choice("fire", "c1", "benton"))
    ]
    assert "mckie:opt.gunboat.3" in rifles
    assert "benton" not in Sights(state).in_reach("c1")
    (wooden,) = Sights(state).shots("c2", ("tyler",))
    (iron,) = Sights(state).shots("c2", ("benton",))
    assert "mckie:fire.factor.prepared" not in [line.rule for line in wooden.lines]
    assert (-4, "mckie:fire.factor.prepared") in [(one.value, one.rule) for one in iron.lines]


@pytest.mark.rule("mckie:opt.gunboat.1", "mckie:opt.cb.1")
def test_a_gunboat_loses_real_guns_to_enemy_batteries(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [piece("water", "lake", (0, 2200), (4000, 2200), (4000, 3000), (0, 3000))])

    def hit(guns: int) -> Unit:
        boat = troops("union", 20, 23, arm="gunboat", weapon="3in_rifled_gun", figures=4, guns=guns)
        foe = battery("confederate", 20, 12, 180, arm="siege_artillery", weapon="siege_gun")
        fight = field(
            {"b1": boat, "c1": foe},
            OrderFire("confederate"),
            ResolveFire(),
            options={"counter_battery": True},
            dice=(9, 10),
        )
        fight.play(choice("fire", "c1", "b1"))
        fight.play(choice("done"))
        return fight.state.units["b1"]

    assert (hit(2).guns, hit(2).place) == (1, "table")
    # Without a gun it is out of the fight.
    assert (hit(1).guns, hit(1).place) == (0, "gone")


@pytest.mark.rule("mckie:opt.gunboat.1")
@pytest.mark.parametrize(
    "old, new, fault",
    [
        ("guns = 7", "guns = 0", "tyler: a gunboat of 0 guns"),
        ("guns = 7", "guns = 7\nmodels = 1", "tyler: a gunboat of 4 figures"),
        ("figures = 16", "figures = 16\nguns = 2", "u1: infantry with the guns of a gunboat"),
        ("at = [18, 23]", "at = [18, 20]", "tyler is on dry land"),
        ("at = [18, 23]", "arrives = 2", "tyler: a gunboat that arrives in period 2"),
    ],
)
def test_a_gunboat_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, fault: str
) -> None:
    shelf = SimpleNamespace(table=lambda name: read_table(TABLE, "t"))
    monkeypatch.setattr(datafiles, "SHELF", shelf)
    found = faults(LANDING.replace(old, new, 1))
    assert any(fault in one for one in found), found


# To the end


@pytest.mark.rule("mckie:base.optional", "mckie:wpn.extend", "mckie:opt.gunboat.1")
@pytest.mark.parametrize(
    "options", [{}, {"hidden": "umpire", "counter_battery": True}, {"hidden": "blinds"}]
)
def test_a_battle_with_all_of_it_is_played_to_its_end(
    landing: Scenario, options: dict[str, object]
) -> None:
    chance = random.Random(7)
    battle = Fight(SYSTEM, SYSTEM.start("landing", SYSTEM.read_options(options)), Seeded(7))
    fired: set[str] = set()
    for _ in range(2000):
        if battle.decision is None:
            break
        found = list(battle.decision.choices)
        pick = next((one for one in found if one.verb == "all"), None) or chance.choice(found)
        fired |= {told.unit for told in battle.play(pick) if isinstance(told, Fired)}
        assert list(SYSTEM.faults(battle.state)) == []
    assert battle.state.result is not None
    assert fired & {"tyler", "benton"} or options.get("hidden") == "blinds"
