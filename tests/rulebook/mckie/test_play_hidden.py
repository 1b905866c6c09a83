"""Hidden movement: what a side cannot see is in no view, list, refusal or event of its own."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from longroll.board.table import Piece, is_clear, piece
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.errors import UndoRefused
from longroll.kernel.event import Event
from longroll.kernel.state import digest
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.cards.playing import OfferCards
from longroll.systems.mckie.cards.rules import Hand
from longroll.systems.mckie.cards.rules import Table as Cards
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.fire.events import Fired
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.hidden import blinds, fog, guessing
from longroll.systems.mckie.hidden.blind_moves import MoveBlinds
from longroll.systems.mckie.hidden.blinds import LayBlinds
from longroll.systems.mckie.hidden.spotting import LookRound
from longroll.systems.mckie.hidden.unmasking import DeployAs
from longroll.systems.mckie.movement.events import ScreenRecalled
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.scenarios.scenario_file import Zone
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table.state import Blind, State
from tests.rulebook.mckie.chain import facts, rules
from tests.rulebook.mckie.field import SYSTEM, battery, field, lay, position, troops

UMPIRE: dict[str, Any] = {"hidden": "umpire"}
BLINDS: dict[str, Any] = {"hidden": "blinds"}
ZONES = {"union": Zone("south", 10), "confederate": Zone("north", 10)}


def wood(x: int, y: int, to_x: int, to_y: int) -> Piece:
    corners = ((x, y), (to_x, y), (to_x, to_y), (x, to_y))
    return piece("dense_woods", "the wood", *((100 * east, 100 * south) for east, south in corners))


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A belt of dense woods from west to east hides the armies from one another."""
    lay(monkeypatch, [wood(0, 18, 60, 30)], deployment=ZONES)


def armies(**more: Unit) -> dict[str, Unit]:
    return {
        "u1": troops("union", 15, 40, figures=16),
        "u2": troops("union", 30, 40, figures=16),
        "c1": troops("confederate", 15, 8, 180, figures=16),
        "c2": troops("confederate", 30, 8, 180, figures=16),
        **more,
    }


def scene(*agenda: Any, units: Mapping[str, Unit] | None = None, **more: Any) -> Battle:
    given: dict[str, Any] = {"options": UMPIRE, **more}
    return field(units or armies(), *agenda, **given)


# The umpire sees


@pytest.mark.rule("mckie:hidden.umpire.1", "mckie:hidden.umpire.2")
def test_troops_are_on_the_table_when_they_have_been_seen() -> None:
    battle = scene(LookRound(), Movement("union"))
    assert not facts(battle).spotted
    assert set(battle.view("union").facts.bodies) == {"u1", "u2"}
    assert set(battle.view("confederate").facts.bodies) == {"c1", "c2"}
    assert set(battle.view("spectator").facts.bodies) == set()
    near = scene(
        LookRound(),
        Movement("union"),
        units=armies(c3=troops("confederate", 45, 38, 180, figures=16)),
    )
    assert facts(near).spotted == {"u1", "u2", "c3"}
    assert set(near.view("union").facts.bodies) == {"u1", "u2", "c3"}


@pytest.mark.rule("mckie:hidden.umpire.2", "mckie:hidden.umpire.3")
def test_troops_are_seen_at_48_in_or_less_in_bad_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    for sight, gap, seen in ((48, 31, True), (30, 31, False), (32, 31, True)):
        lay(monkeypatch, deployment=ZONES, sight=sight)
        units = {
            "u1": troops("union", 20, 8 + gap, figures=16),
            "c1": troops("confederate", 20, 8, 180, figures=16),
        }
        battle = scene(LookRound(), Movement("union"), units=units)
        assert (facts(battle).spotted == {"u1", "c1"}) is seen
    far = {
        "u1": troops("union", 55, 46, figures=16),
        "c1": troops("confederate", 5, 5, 180, figures=16),
    }
    lay(monkeypatch, deployment=ZONES)
    assert not facts(scene(LookRound(), Movement("union"), units=far)).spotted


@pytest.mark.rule("mckie:hidden.umpire.1")
def test_whoever_moves_into_sight_is_seen_by_both() -> None:
    units = armies(c1=troops("confederate", 15, 28.5, 180, figures=16))
    battle = scene(Movement("confederate"), Movement("union"), units=units)
    events = battle.play("move c1 ahead 2")
    told = [event.seen_by("union") for event in events]
    assert [type(event).__name__ for event in told if event] == ["Spotted"] * 3
    assert {"c1", "u1", "u2"} <= facts(battle).spotted
    assert "c1" in battle.view("union").facts.bodies


# What is not known is not told


def twins(*agenda: Any) -> tuple[Battle, Battle]:
    """Two tables that the Union cannot tell apart."""
    other = armies(
        c1=troops("confederate", 22, 6, 170, figures=9, original=16, fatigued=True, ran_out=1),
        c2=troops("confederate", 44, 16, 200, figures=16, formation="column"),
    )
    general = General(title="Lee", side="confederate", role="cinc", x=1000, y=500)
    return (
        scene(*agenda, generals={"lee": general}),
        scene(
            *agenda,
            units=other,
            generals={"lee": msgspec.structs.replace(general, x=3000)},
        ),
    )


@pytest.mark.rule("mckie:hidden.umpire.1")
@pytest.mark.parametrize(
    "ask, orders",
    [
        (Movement, ["move u1 ahead 4", "move u1 ahead 40", "move c1 ahead 1", "join lee u1"]),
        (DeclareCharges, ["charge u1 c1", "charge u1 c9"]),
        (OrderFire, ["fire u1 c1", "fire u1 c9", "all"]),
    ],
)
def test_views_choices_and_refusals_are_the_same_for_tables_that_look_the_same(
    ask: Any, orders: list[str]
) -> None:
    one, other = twins(ask("union"))
    assert msgspec.json.encode(one.view("union")) == msgspec.json.encode(other.view("union"))
    assert digest(SYSTEM.as_seen(facts(one), "union")) == digest(
        SYSTEM.as_seen(facts(other), "union")
    )
    for order in orders:
        assert one.why_not(order) == other.why_not(order)
    assert one.view("confederate") != other.view("confederate")
    unknown = one.why_not("charge u1 c9") if ask is DeclareCharges else []
    if unknown:
        (told,) = one.why_not("charge u1 c1")
        assert told.why.replace("c1", "c9") == unknown[0].why, "as if it were not there"


@pytest.mark.rule("mckie:hidden.umpire.1")
def test_what_unseen_troops_do_is_not_told() -> None:
    battle = scene(Movement("confederate"), Movement("union"))
    before = battle.view("union")
    events = battle.play("move c1 ahead 2")
    for event in events:
        assert event.seen_by("union") is None
        assert event.seen_by("spectator") is None
    event = events[0]
    mine = event.seen_by("confederate")
    assert mine is not None
    assert mine.text() == event.text()
    assert battle.view("union") == before
    seen = scene(Movement("confederate"), Movement("union"), spotted=frozenset({"c1"}))
    shown = seen.play("move c1 ahead 2")
    assert shown[0].seen_by("union") is not None


@pytest.mark.rule("mckie:hidden.umpire.1")
def test_friends_that_a_seen_unit_goes_through_stay_unnamed() -> None:
    units = armies(
        c1=troops("confederate", 15, 8, 180, figures=4, formation="skirmish"),
        c2=troops("confederate", 15, 9.5, 180, figures=8),
    )
    battle = scene(
        Movement("confederate"), Movement("union"), units=units, spotted=frozenset({"c1"})
    )
    (event, *_) = battle.play("move c1 ahead 4")
    assert "C2" in event.text()
    seen = event.seen_by("union")
    assert seen is not None
    assert "C2" not in seen.text()
    assert not any("C2" in str(line) for line in seen.ledger())


@pytest.mark.rule("mckie:hidden.umpire.1")
@pytest.mark.parametrize("order", ["move u1 ahead 4", "detach u1 4 ahead 2"])
def test_a_move_that_met_nobody_cannot_be_taken_back(order: str) -> None:
    """Else a brigade could look round the whole table, and stay where it was."""
    battle = scene(Movement("union"))
    battle.play(order)
    with pytest.raises(UndoRefused):
        battle.undo()
    battle.play("hold u2")
    battle.undo()
    in_the_open = scene(Movement("union"), options={"hidden": "open"})
    in_the_open.play(order)
    in_the_open.undo()


@pytest.mark.rule("mckie:hidden.umpire.1", "mckie:cards.5")
def test_a_card_does_not_name_the_unseen_troops_it_is_played_on() -> None:
    heth = General(title="Heth", side="confederate", role="division", x=1500, y=500)
    tired = armies(c1=troops("confederate", 15, 8, 180, figures=16, fatigued=True))
    hand = {"heth": Hand("second-wind", drawn_in=1)}
    for spotted in (frozenset[str](), frozenset({"c1"})):
        battle = scene(
            OfferCards("confederate"),
            Movement("union"),
            units=tired,
            generals={"heth": heth},
            cards=Cards((), hand),
            options={**UMPIRE, "cards": True},
            spotted=spotted,
        )
        (played,) = battle.play("play heth second-wind c1")
        assert "C1" in told(played, "confederate")
        for viewer in ("union", "spectator"):
            assert "Second wind" in told(played, viewer)
            assert ("C1" in told(played, viewer)) is bool(spotted)


def told(event: Event, side: str) -> str:
    """Everything that a side reads of an event."""
    seen = event.seen_by(side)
    assert seen is not None
    return f"{seen.text()} {msgspec.json.encode(seen)!r}"


@pytest.mark.rule("mckie:hidden.umpire.1")
def test_no_event_names_troops_that_a_side_has_not_seen() -> None:
    state = facts(scene(Movement("union"), spotted=frozenset({"u1", "c1"})))
    fired = Fired(
        rules=("mckie:fire.onedie",),
        unit="c1",
        title="C1",
        side="confederate",
        groups=(),
        totals={"u1": 10, "c2": 10},
        lost={"u1": 1, "c2": 1},
        titles={"u1": "U1", "c2": "C2"},
        friends=("c2",),
    )
    screen = ScreenRecalled(
        rules=("mckie:man.detach",), unit="c1", title="C1", screen="c2", figures=4
    )
    for event in (fired, screen):
        hushed = fog.hushed(state, event)
        assert "c2" in told(hushed, "confederate").lower()
        assert "c2" not in told(hushed, "union").lower()
        assert "c2" not in told(hushed, "spectator").lower()
    assert fog.hushed(facts(scene(Movement("union"), options={"hidden": "blinds"})), fired) is fired


@pytest.mark.rule("mckie:hidden.umpire.1", "mckie:move.1inch")
def test_a_move_stops_short_of_an_enemy_whom_nobody_had_seen() -> None:
    units = {
        "u1": troops("union", 15, 26, figures=16, formation="extended"),
        "c1": troops("confederate", 15, 21, 180, figures=16, formation="extended"),
    }
    battle = scene(LookRound(), Movement("union"), units=units)
    assert not facts(battle).spotted, "5 in of dense woods lie between them"
    before = battle.view("union")
    alone = scene(Movement("union"), units={"u1": units["u1"]})
    assert before.decision == alone.view("union").decision, "nothing warns him"
    assert not battle.why_not("move u1 double ahead 4.5")
    events = battle.play("move u1 double ahead 4.5")
    assert "RanInto" in [type(event).__name__ for event in events]
    assert facts(battle).spotted == {"u1", "c1"}
    assert 2200 <= facts(battle).units["u1"].y < 2600
    assert not list(SYSTEM.faults(facts(battle)))


@pytest.mark.rule("mckie:hidden.umpire.1")
def test_the_unseen_are_dealt_anew_out_of_sight() -> None:
    battle = scene(Movement("union"))
    for seed in range(5):
        twin = guessing.reshuffle(facts(battle), "union", Random(seed))
        assert not list(SYSTEM.faults(twin))
        assert twin.units["u1"] == facts(battle).units["u1"]
        assert digest(fog.as_seen(twin, "union")) == digest(fog.as_seen(facts(battle), "union"))
        places = {(twin.units[id].x, twin.units[id].y) for id in ("c1", "c2")}
        assert places != {(1500, 800), (3000, 800)}
    open_table = position(armies())
    assert guessing.reshuffle(open_table, "union", Random(1)) is open_table
    assert fog.as_seen(open_table, "union") is open_table


# Blinds


def division(**more: Unit) -> dict[str, Unit]:
    return {
        "u1": troops("union", 15, 42, figures=16, division="reynolds"),
        "u2": troops("union", 22, 42, figures=16, division="reynolds"),
        "u3": battery("union", 28, 42, division="reynolds"),
        "u4": troops("union", 34, 42, arm="cavalry", figures=12, division="buford"),
        "c1": troops("confederate", 15, 8, 180, figures=16, division="heth"),
        **more,
    }


def laid(*then: Any, units: dict[str, Unit] | None = None, seed: int = 1, **more: Any) -> Battle:
    state = position(
        units or division(),
        LayBlinds(),
        *(then or (MoveBlinds("union"), Movement("union"))),
        options=BLINDS,
        **more,
    )
    return Battle(SYSTEM, state, Seeded(seed))


@pytest.mark.rule("mckie:hidden.blind.1")
def test_every_division_has_a_marker_and_some_have_nobody_under_them() -> None:
    state = facts(laid())
    union = [one for one in state.blinds.values() if one.side == "union"]
    assert sorted(one.units for one in union) == [(), ("u1", "u2", "u3"), ("u4",)]
    assert not state.present()
    orders = {
        tuple(one.units for one in facts(laid(seed=seed)).blinds.values()) for seed in range(12)
    }
    assert len(orders) > 1, "the number of a marker tells nothing"
    assert len({(one.x, one.y) for one in state.blinds.values()}) == len(state.blinds)


@pytest.mark.rule("mckie:hidden.blind.1")
def test_nobody_tells_a_dummy_from_a_division() -> None:
    battle = laid()
    seen = battle.view("confederate").facts
    assert len(seen.bodies) == 5
    assert not any(one.units for one in seen.blinds.values() if one.side == "union")
    assert any(one.units for one in battle.view("union").facts.blinds.values())
    for seed in range(4):
        twin = battle.copy()
        twin.state = SYSTEM.reshuffle(facts(battle), "confederate", Random(seed))
        assert twin.view("confederate") == battle.view("confederate")


def blind_scene(*agenda: Any, formation: Any = "line", **more: Any) -> Battle:
    """A marker of Reynolds' division by itself, and a dummy."""
    units = {
        id: msgspec.structs.replace(unit, place="reserve")
        for id, unit in division().items()
        if unit.side == "union"
    }
    markers = {
        "ub1": Blind("union", ("u1", "u2", "u3", "u4"), 3000, 4200, 0, formation),
        "ub2": Blind("union", (), 1000, 4200, 0, formation),
    }
    given: dict[str, Any] = {"options": BLINDS, "blinds": markers, **more}
    return field({**units, **given.pop("units", {})}, *agenda, **given)


@pytest.mark.rule("mckie:hidden.blind.2")
def test_a_marker_moves_in_line_or_in_road_march_at_that_rate() -> None:
    battle = blind_scene(MoveBlinds("union"), Movement("union"))
    assert not rules(battle, "blind ub1 line 30 36")
    assert rules(battle, "blind ub1 line 30 35.5") == ["mckie:hidden.blind.2"]
    assert not rules(battle, "blind ub1 road_march 30 34"), "a column off the road goes 8 in"
    assert rules(battle, "blind ub1 road_march 30 33.5") == ["mckie:hidden.blind.2"]
    assert rules(battle, "blind ub1 column 30 40") == ["mckie:hidden.blind.2"]
    assert rules(battle, "blind cb1 line 30 40") == ["mckie:hidden.blind.2"]
    assert rules(battle, "blind ub2 line 10 48") == ["mckie:hidden.blind.2"], "off the table"
    battle.play("blind ub1 line 34 40")
    moved = facts(battle).blinds["ub1"]
    assert (moved.x, moved.y, moved.formation) == (3400, 4000, "line")
    assert rules(battle, "blind ub1 line 34 39") == ["mckie:hidden.blind.2"], "once in a period"
    battle.play("done")
    assert not facts(battle).blinds["ub1"].done


@pytest.mark.rule("mckie:hidden.blind.1", "mckie:hidden.blind.3")
def test_a_side_may_turn_its_own_marker_over_before_it_moves() -> None:
    battle = blind_scene(MoveBlinds("union"), Movement("union"))
    assert rules(battle, "reveal cb1") == ["mckie:hidden.blind.2"]
    battle.play("reveal ub2")
    assert set(facts(battle).blinds) == {"ub1"}, "a dummy is taken away"
    battle.play("reveal ub1")
    while isinstance(facts(battle).agenda[-1], DeployAs):
        assert battle.decision is not None
        battle.play(battle.decision.choices[-1])
    assert not facts(battle).blinds
    assert {"u1", "u2"} & set(facts(battle).of_side("union"))
    gone = blind_scene(MoveBlinds("union"), Movement("union"))
    gone.play("blind ub1 line 34 40")
    assert rules(gone, "reveal ub1") == ["mckie:hidden.blind.2"], "it has moved"


@pytest.mark.rule("mckie:hidden.blind.2", "mckie:hidden.blind.3")
def test_a_marker_that_has_just_come_on_can_turn_off_the_road_and_be_turned_over() -> None:
    edge = {"ub1": Blind("union", ("u1", "u2"), 3000, 4700, 0, "road_march")}
    battle = blind_scene(MoveBlinds("union"), Movement("union"), blinds=edge)
    assert not rules(battle, "blind ub1 line 32 43")
    battle.play("reveal ub1")
    assert {"u1", "u2"} <= set(facts(battle).of_side("union")), "in front if not behind"


@pytest.mark.rule("mckie:hidden.blind.7")
def test_markers_are_seen_as_troops_are_and_dummies_go() -> None:
    hidden = blind_scene(
        LookRound(), MoveBlinds("union"), units={"c1": troops("confederate", 15, 8, 180)}
    )
    assert set(facts(hidden).blinds) == {"ub1", "ub2"}
    west = troops("confederate", 8, 35, 180, figures=8)
    seen = blind_scene(LookRound(), MoveBlinds("union"), units={"c1": west})
    assert "ub2" not in facts(seen).blinds
    assert [type(event).__name__ for event in seen.log()].count("BlindSpotted") == 2
    lone = {"cb1": Blind("confederate", (), 1000, 3400, 1800)}
    both = blind_scene(LookRound(), MoveBlinds("union"), blinds={**facts(hidden).blinds, **lone})
    assert "cb1" not in facts(both).blinds, "markers see one another"


EYES = {"c1": troops("confederate", 30, 33, 180, figures=8)}


@pytest.mark.rule("mckie:hidden.blind.3", "mckie:hidden.blind.4", "mckie:hidden.blind.5")
def test_troops_from_a_marker_in_line_stand_in_line_guns_and_horse_as_they_like() -> None:
    battle = blind_scene(LookRound(), MoveBlinds("union"), units=EYES)
    assert battle.state.agenda[-1] == DeployAs("ub1", "u3")
    assert rules(battle, "dismounted") == ["mckie:hidden.blind.5"]
    battle.play("unlimbered")
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["mounted", "dismounted"]
    battle.play("dismounted")
    units = facts(battle).units
    assert [units[id].place for id in ("u1", "u2", "u3", "u4")] == ["table"] * 4
    assert units["u1"].formation == units["u2"].formation == "line"
    assert units["u3"].formation == "unlimbered"
    assert (units["u4"].arm, units["u4"].formation, units["u4"].holders) == (
        "dismounted_cavalry",
        "line",
        3,
    )
    assert {"u1", "u2", "u3", "u4"} <= facts(battle).spotted
    assert not list(SYSTEM.faults(facts(battle)))


@pytest.mark.rule("mckie:hidden.blind.3", "mckie:hidden.blind.4", "mckie:hidden.blind.6")
def test_troops_from_a_marching_marker_are_in_road_march_and_limbered() -> None:
    battle = blind_scene(LookRound(), MoveBlinds("union"), units=EYES, formation="road_march")
    units = facts(battle).units
    assert {units[id].formation for id in ("u1", "u2", "u4")} == {"road_march"}
    assert units["u4"].arm == "cavalry"
    assert units["u3"].formation == "limbered"
    assert not list(SYSTEM.faults(facts(battle)))


@pytest.mark.rule("mckie:hidden.blind.1", "mckie:hidden.blind.2")
def test_divisions_that_arrive_come_under_markers() -> None:
    later: dict[str, Any] = {"place": "reserve", "arrives": 3}
    units = {
        "u1": troops("union", 20, 48, division="reynolds", **later),
        "u2": battery("union", 20, 48, division="reynolds", **later),
        "u3": troops("union", 20, 48, division="doubleday", **later),
        "c1": troops("confederate", 30, 2, 180, division="heth", place="reserve", arrives=4),
    }
    battle = field(units, BeginStep("arrivals"), Movement("union"), options=BLINDS)
    state = facts(battle)
    assert {id: one.units for id, one in state.blinds.items()} == {
        "ub31": ("u1", "u2"),
        "ub32": ("u3",),
    }
    assert {one.formation for one in state.blinds.values()} == {"road_march"}
    assert {one.heading for one in state.blinds.values()} == {0}
    assert not state.present()
    assert [state.units[id].arrives for id in units] == [0, 0, 0, 4]
    first, second = (blinds.ground_of(one) for one in state.blinds.values())
    assert is_clear(first, second, 0)
    told = battle.view("confederate").facts
    assert len(told.bodies) == 2
    assert not any(one.units for one in told.blinds.values())


@pytest.mark.rule("mckie:hidden.blind.6", "mckie:hidden.blind.7")
def test_a_division_that_arrives_in_sight_is_unmasked_at_once() -> None:
    units = {
        "u1": troops("union", 20, 48, division="reynolds", place="reserve", arrives=3),
        "u2": battery("union", 20, 48, division="reynolds", place="reserve", arrives=3),
        "c1": troops("confederate", 20, 38, 180, division="heth"),
    }
    battle = field(units, BeginStep("arrivals"), Movement("union"), options=BLINDS)
    state = facts(battle)
    assert not state.blinds
    assert {id: state.units[id].formation for id in ("u1", "u2")} == {
        "u1": "road_march",
        "u2": "limbered",
    }
    assert not list(SYSTEM.faults(state))


@pytest.mark.rule("mckie:hidden.blind.2", "mckie:hidden.blind.7")
@pytest.mark.parametrize("hidden", ["umpire", "blinds"])
def test_random_play_keeps_its_secrets(hidden: str) -> None:
    chance = Random(7)
    options = SYSTEM.read_options({"hidden": hidden})
    battle = Battle(SYSTEM, SYSTEM.start("mcphersons-ridge", options), Seeded(7))
    for number in range(60):
        assert battle.decision is not None
        choices = battle.decision.choices
        battle.play(choices[-1] if chance.random() < 0.35 else chance.choice(choices))
        assert isinstance(battle.state, State)
        assert not list(SYSTEM.faults(battle.state))
        if number % 6:
            continue
        for viewer in (*SYSTEM.sides, "spectator"):
            twin = battle.copy()
            twin.state = SYSTEM.reshuffle(battle.state, viewer, chance)
            seen = msgspec.json.encode(battle.view(viewer))
            assert msgspec.json.encode(twin.view(viewer)) == seen
    assert blinds.in_use(facts(battle)) is (hidden == "blinds")
