"""9.5 and 9.6 What ground, facing and formation do to fire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longroll.kernel.event import Line
from longroll.systems.gbacw.drill import DRILL, State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.volley import Volley
from tests.rulebook.gbacw.combat import ELSE, melee, shoot, volley, volleys
from tests.rulebook.gbacw.field import add_rules, field
from tests.support import offered, play, refused, rules_against

Shifts = list[tuple[int, str]]


def shifts(fire: str, hex: str, **more: str) -> Shifts:
    """The column shifts of a fire at a hex, each with its rule."""
    return [(line.value, line.rule) for line in _volley(fire, hex, **more)[0]]


def columns(fire: str, hex: str) -> tuple[int, int]:
    """The column before the shifts, and after."""
    return _volley(fire, hex)[1:]


def _volley(fire: str, hex: str, phase: str = "D") -> tuple[tuple[Line, ...], int, int]:
    fired = volley(field(fire, [2, *[1] * 6], phase=phase), hex)
    return fired.shifts, fired.base, fired.column


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hex of the drill ground is behind works that are worth a column."""

    def fire_shifts(state: State, volley: Volley) -> Iterator[Line]:
        yield Line(-1, "works", "gbacw:9.55")

    add_rules(monkeypatch, Rules(fire_shifts=fire_shifts))


# Terrain


@pytest.mark.rule("gbacw:9.53", "gbacw:9.51.1")
@pytest.mark.parametrize("firer, hex", [("0208", "0209"), ("0804", "0805")])
def test_woods_shift_one_column_to_the_left(firer: str, hex: str) -> None:
    # 0805 is woods and open ground: what helps the target counts.
    units = f"{firer} 2us | {hex} 1cs"
    assert shifts(units, hex) == [(-1, "gbacw:9.53")]
    assert columns(units, hex) == (5, 4)


@pytest.mark.rule("gbacw:9.53")
def test_the_woods_of_the_firer_help_nobody() -> None:
    assert shifts("0209 2us | 0210 1cs", "0210") == []


@pytest.mark.rule("gbacw:9.54")
def test_a_road_changes_nothing() -> None:
    # The pike runs through the woods of 1003 and over the open ground of 1009.
    assert shifts("1002 2us | 1003 1cs", "1003") == [(-1, "gbacw:9.53")]
    assert shifts("1008 2us | 1009 1cs", "1009") == []
    assert columns("1008 2us | 1009 1cs", "1009") == columns("0508 2us | 0509 1cs", "0509")
    # In melee neither: only the stream counts, though the pike bridges it.
    battle = field("1010 2us | 1011 1cs", [1, *[1] * 4], phase="E")
    assert [line.value for line in melee(battle, "1011").attack] == [4]
    battle = field("1011 2us | 1012 1cs", [1, *[1] * 4], phase="E")
    assert [line.value for line in melee(battle, "1012").attack] == [4, -1]


@pytest.mark.rule("gbacw:9.51.1", "gbacw:9.55")
def test_terrain_adds_up(works: None) -> None:
    units = "0208 2us | 0209 1cs"
    assert shifts(units, "0209") == [(-1, "gbacw:9.53"), (-1, "gbacw:9.55")]
    assert columns(units, "0209") == (5, 3)


@pytest.mark.rule("gbacw:9.55")
def test_exclusive_rules_may_shift_too(works: None) -> None:
    fired = volley(field("0508 2us | 0509 1cs", [2, 1], phase="D"))
    assert [(line.value, line.rule) for line in fired.shifts] == [(-1, "gbacw:9.55")]
    assert "gbacw:9.55" in fired.rules


@pytest.mark.rule("gbacw:9.51.2")
def test_the_net_is_two_columns_at_most() -> None:
    # A town and a hex nearly empty: three to the left, cut to two.
    left = shifts("1005 4us | 1006 10cs", "1006")
    assert left == [(-1, "gbacw:8.35"), (-2, "gbacw:9.55"), (1, "gbacw:9.51.2")]
    assert columns("1005 4us | 1006 10cs", "1006") == (5, 3)
    # Twelve points from behind: three to the right, cut to two.
    right = shifts("0508 2us | 0509 2cs,S 5cs,S 8cs,S", "0509")
    assert right == [(2, "gbacw:8.35"), (1, "gbacw:7.23.2"), (-1, "gbacw:9.51.2")]
    assert columns("0508 2us | 0509 2cs,S 5cs,S 8cs,S", "0509") == (5, 7)


@pytest.mark.rule("gbacw:9.51.2")
def test_the_cap_is_on_the_sum_not_on_each_side() -> None:
    # Three to the left and one to the right make two to the left: nothing is cut.
    fired = shifts("1005 4us | 1006 10cs,S", "1006")
    assert fired == [(-1, "gbacw:8.35"), (1, "gbacw:7.23.2"), (-2, "gbacw:9.55")]
    assert columns("1005 4us | 1006 10cs,S", "1006") == (5, 3)


@pytest.mark.rule("gbacw:9.51.3")
def test_the_table_ends_at_its_first_and_last_column() -> None:
    assert columns("0207 10us | 0209 1cs", "0209") == (2, 1)  # two points in woods
    assert columns("0204 10us | 0209 10cs", "0209") == (1, 1)  # half a point, two to the left
    # Sixty, and enfiladed.
    assert columns("0508 us-n1 us-n2 | 0509 cs-n1,S cs-n2,S cs-l,S", "0509") == (11, 11)


# Crests


@pytest.mark.rule("gbacw:9.52.1", "gbacw:9.5")
@pytest.mark.parametrize("firer", ["1204,SE", "1303,S", "1104,SE"])
def test_fire_up_a_crest_shifts_to_the_left(firer: str) -> None:
    hex, facing = firer.split(",")
    assert shifts(f"{hex} 2us,{facing} | 1304 1cs,NW", "1304") == [(-1, "gbacw:9.52.1")]


@pytest.mark.rule("gbacw:9.52.1")
def test_who_fires_from_as_high_or_down_the_crest_gives_no_benefit() -> None:
    assert shifts("1404 2us,SW | 1304 1cs,NE", "1304") == []
    assert shifts("1304 2us,NW | 1204 1cs,SE", "1204") == []


@pytest.mark.rule("gbacw:9.52.1")
def test_a_crest_that_is_not_of_the_target_hex_does_not_help_it() -> None:
    # From 1308 the line climbs the crest of 1305 and runs on over level ground to 1304.
    assert shifts("1308 2us,N | 1305 1cs,S", "1305") == [(-1, "gbacw:9.52.1")]
    assert shifts("1308 2us,N | 1304 1cs,S", "1304") == []


@pytest.mark.rule("gbacw:9.52.2", "gbacw:9.5")
def test_one_firer_below_the_crest_is_enough() -> None:
    battle = field("1204 2us,SE | 1404 12us,SW | 1304 1cs,NE", [2, *[1] * 4], phase="D")
    fired = volley(battle, "1304")
    assert len(fired.firers) == 2
    assert (-1, "gbacw:9.52.1") in [(line.value, line.rule) for line in fired.shifts]


@pytest.mark.rule("gbacw:9.52.2")
def test_each_arm_is_looked_at_by_itself() -> None:
    battle = field("1204 2us,SE | 1404 us-n2,SW | 1304 1cs,NE", [2, 2, *[1] * 4], phase="D")
    up = {
        one.arm: any(line.rule == "gbacw:9.52.1" for line in one.shifts)
        for one in volleys(shoot(battle, "1304"))
    }
    assert up == {"small_arms": True, "artillery": False}


@pytest.mark.rule("gbacw:9.56")
def test_the_chart_says_what_helps_what_hides_and_what_stops_a_charge() -> None:
    charts = DRILL.charts
    assert (charts.shift["woods"], charts.shift["crest"], charts.shift["road"]) == (-1, -1, 0)
    assert {"woods", "town"} == set(charts.blocks)
    assert {"woods", "swamp", "town", "stream", "crest_up"} == set(charts.no_charge)
    # Each of them is asked: a charge into the woods is none.
    battle = field(
        "0208 1us-cav,mounted | 0209 1cs",
        phase="E",
        more={"began": {DRILL.roster.number["1us-cav"]: "0208"}},
    )
    play(battle, "melee 0209")
    assert rules_against(battle, "charge 1us-cav") == ["gbacw:16.22"]


# Facing and formation


@pytest.mark.rule("gbacw:9.61")
@pytest.mark.parametrize("facing, fires", [("S", True), ("SE", True), ("SW", True), ("N", False)])
def test_units_fire_to_their_front_only(facing: str, fires: bool) -> None:
    battle = field(f"0508 2us,{facing} | 0509 1cs {ELSE}", phase="D")
    assert ("fire 0509" in offered(battle)) == fires
    if not fires:
        with refused("gbacw:7.22"):
            battle.play("fire 0509")


@pytest.mark.rule("gbacw:9.61")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_fire_into_the_rear_shifts_to_the_right(facing: str) -> None:
    rear = facing in ("SE", "S", "SW")
    expected: Shifts = [(1, "gbacw:7.23.2")] if rear else []
    assert shifts(f"0508 2us | 0509 1cs,{facing}", "0509") == expected


@pytest.mark.rule("gbacw:9.62")
@pytest.mark.parametrize("phase", ["C", "D"])
@pytest.mark.parametrize(
    "who, rule",
    [
        ("2{},column", "gbacw:6.11.4"),
        ("{}-l,limbered", "gbacw:6.32"),
        ("2{}-cav,mounted", "gbacw:6.14.2"),
    ],
)
def test_columns_limbered_guns_and_riders_with_muskets_never_fire(
    phase: str, who: str, rule: str
) -> None:
    side, ground = ("us", "0508 {} | 0509 1cs") if phase == "D" else ("cs", "0508 2us | 0509 {}")
    unit = who.format(side)
    hex = "0509" if phase == "D" else "0508"
    battle = field(f"{ground.format(unit)} {ELSE}", phase=phase)
    with refused(rule):
        battle.play(f"fire {hex}")


@pytest.mark.rule("gbacw:9.62")
def test_column_and_limbered_guns_do_not_even_answer_a_withdrawal() -> None:
    for who in ("1cs,column", "cs-l,limbered"):
        battle = field(f"0508 2us | 0509 {who} | 0101 3us")
        play(battle, "move 2us", "to 0507")
        assert battle.decision is not None
        assert battle.decision.side == "union"


@pytest.mark.rule("gbacw:9.62")
def test_riders_with_carbines_fire_through_one_hexside() -> None:
    battle = field("0508 1us-cav,mounted | 0509 1cs | 0608 2cs", [2, 1], phase="D")
    assert offered(battle) == ["fire 0509", "done"]
    with refused("gbacw:7.22"):
        battle.play("fire 0608")
    assert volley(battle, "0509").total == 24
