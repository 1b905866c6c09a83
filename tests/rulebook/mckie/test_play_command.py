"""Command on the table: the radius of divisional commanders, and brigades beyond it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from longroll.board.table import piece
from longroll.kernel.battle import Battle
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.table.state import State
from tests.rulebook.mckie.field import field, lay, orders, position, troops


@pytest.fixture(autouse=True)
def bare_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def general(x: float, y: float, **more: Any) -> General:
    facts: dict[str, Any] = {"ratings": "-/D", "divisions": ("first",), **more}
    return General(
        title="Crocker",
        side="union",
        role="division",
        x=int(x * 100),
        y=int(y * 100),
        **facts,
    )


def brigade(x: float, y: float, **more: Any) -> Unit:
    return troops("union", x, y, division="first", **more)


def table(
    units: Mapping[str, Unit], chief: General | None, dice: tuple[int, ...] = (), **more: Any
) -> Battle:
    generals = {"crocker": chief} if chief is not None else {}
    return field(units, Movement("union"), dice=dice, generals=generals, **more)


def at(units: Mapping[str, Unit], chief: General, **more: Any) -> State:
    return position(units, generals={"crocker": chief}, **more)


def rules(battle: Battle, order: str) -> list[str]:
    return [refusal.rule for refusal in battle.why_not(order)]


# The radius


@pytest.mark.rule("mckie:cmd.1")
@pytest.mark.parametrize("y, within", [(30.75 + 12, True), (30.75 + 12.01, False)])
def test_the_radius_is_measured_from_base_to_nearest_stand(y: float, within: bool) -> None:
    # The rear edge of the brigade is at 30.75, the front of his base at y.
    state = at({"u1": brigade(30, 30)}, general(30, y))
    assert radius.is_in_command(state, "u1") is within


@pytest.mark.rule("mckie:cmd.2")
@pytest.mark.parametrize("who", ["commander", "brigade"])
def test_dense_ground_under_either_shortens_the_radius(
    monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    low, high = (3300, 4800) if who == "commander" else (2900, 3200)
    corners = ((0, low), (6000, low), (6000, high), (0, high))
    lay(monkeypatch, [piece("dense_woods", "the wood", *corners)])
    units = {"u1": brigade(30, 30)}
    assert radius.is_in_command(at(units, general(30, 34.75)), "u1")
    assert not radius.is_in_command(at(units, general(30, 34.8)), "u1")


@pytest.mark.rule("mckie:cmd.3", "mckie:gen.ctl.2")
def test_the_enemy_between_them_blocks_it() -> None:
    units = {"u1": brigade(30, 30), "c1": troops("confederate", 30, 35, figures=8)}
    assert not radius.is_in_command(at(units, general(30, 40)), "u1")
    units["c1"] = troops("confederate", 40, 35, figures=8)
    assert radius.is_in_command(at(units, general(30, 40)), "u1")


@pytest.mark.rule("mckie:cmd.3", "mckie:gen.ctl.2")
def test_ground_that_nobody_can_cross_blocks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    river = piece("river", "the river", (0, 3500), (6000, 3500), width=100)
    lay(monkeypatch, [river])
    units = {"u1": brigade(30, 30)}
    assert not radius.is_in_command(at(units, general(30, 40)), "u1")
    bridge = piece("road", "the bridge", (3000, 3300), (3000, 3700), width=75)
    lay(monkeypatch, [river, bridge])
    assert radius.is_in_command(at(units, general(30, 40)), "u1")


@pytest.mark.rule("mckie:cmd.1")
def test_a_general_with_his_brigade_commands_it_and_others_from_his_own_place_in_it() -> None:
    # He is in the middle of a front 6 in wide; the next brigade of 2 stands begins 12 in from the
    # edge of his base, the last a quarter of an inch farther off.
    units = {
        "u1": brigade(20, 30),
        "u2": brigade(33.25, 30, figures=8),
        "u3": brigade(20 - 13.5, 30, figures=8),
    }
    state = at(units, general(5, 5, joined="u1"))
    commanded = [radius.is_in_command(state, id) for id in units]
    assert commanded == [True, True, False]


@pytest.mark.rule("mckie:risk.4")
def test_whoever_takes_over_commands_after_a_full_period() -> None:
    units = {"u1": brigade(30, 30)}
    chief = general(30, 35, commands_from=4)
    assert not radius.is_in_command(at(units, chief, period=3), "u1")
    assert radius.is_in_command(at(units, chief, period=4), "u1")


def test_troops_of_no_division_and_screens_need_no_commander() -> None:
    units = {
        "u1": brigade(30, 30),
        "u1s": brigade(30, 27, figures=4, formation="skirmish", parent="u1"),
        "u2": troops("union", 5, 5),
    }
    state = at(units, general(30, 47))
    assert not radius.is_in_command(state, "u1")
    assert radius.is_in_command(state, "u1s")
    assert radius.is_in_command(state, "u2")


# Beyond it


FAR: dict[str, Unit] = {"u1": brigade(30, 20)}


@pytest.mark.rule("mckie:cmd.4", "mckie:cmd.5")
def test_out_of_command_a_brigade_may_only_turn() -> None:
    battle = table(FAR, general(30, 40))
    assert rules(battle, "move u1 ahead 1") == ["mckie:cmd.5"]
    assert rules(battle, "move u1 form column") == ["mckie:cmd.5"]
    assert rules(battle, "detach u1 4") == ["mckie:cmd.5"]
    assert battle.why_not("move u1 turn 45") == []
    assert battle.why_not("move u1 about") == []
    assert orders(battle, "u1") == ["rouse u1", "move u1 about", "hold u1"]


@pytest.mark.rule("mckie:cmd.5", "mckie:gen.bde.3")
@pytest.mark.parametrize("generalship", [False, True])
@pytest.mark.parametrize("side_of_die, moves", [(1, False), (3, False), (4, True), (6, False)])
def test_a_four_on_the_average_die_lets_it_move(
    side_of_die: int, moves: bool, generalship: bool
) -> None:
    orders = {"crocker": Pile("division", (Written("ATTACK", "the wood"),), active=True)}
    battle = table(
        FAR,
        general(30, 40),
        dice=(side_of_die,),
        options={"generalship": generalship},
        orders=orders,
    )
    battle.play("rouse u1")
    assert (battle.why_not("move u1 ahead 6") == []) is moves
    assert (battle.why_not("move u1 form column") == []) is moves
    # The die is rolled once.
    assert "mckie:cmd.5" in rules(battle, "rouse u1")


@pytest.mark.rule("mckie:cmd.1")
def test_in_command_nobody_needs_rousing_and_may_leave_without_generalship() -> None:
    battle = table({"u1": brigade(30, 30)}, general(30, 42))
    assert rules(battle, "rouse u1") == ["mckie:cmd.1"]
    assert battle.why_not("move u1 ahead 6") == []


# With generalship


GENERALSHIP: dict[str, Any] = {"options": {"generalship": True}}


def ordered(word: Any, active: bool = True) -> dict[str, Any]:
    return {
        **GENERALSHIP,
        "orders": {"crocker": Pile("division", (Written(word, "the wood"),), active=active)},
    }


@pytest.mark.rule("mckie:gen.rad.div")
@pytest.mark.parametrize("ratings, reach", [("-/G", 10), ("-/D", 6), ("-/P", 2)])
def test_the_rating_gives_the_radius(ratings: str, reach: int) -> None:
    units = {"u1": brigade(30, 30)}
    near, far = 30.75 + reach, 30.75 + reach + 0.02
    chief = general(30, near, ratings=ratings)
    assert radius.is_in_command(at(units, chief, **GENERALSHIP), "u1")
    chief = general(30, far, ratings=ratings)
    assert not radius.is_in_command(at(units, chief, **GENERALSHIP), "u1")


@pytest.mark.rule("mckie:gen.bde.1")
def test_a_brigade_never_leaves_the_radius_of_its_own_will() -> None:
    battle = table({"u1": brigade(30, 30)}, general(30, 33), **ordered("ATTACK"))
    assert battle.why_not("move u1 ahead 3.75") == []
    assert rules(battle, "move u1 ahead 3.76") == ["mckie:gen.bde.1"]


@pytest.mark.rule("mckie:gen.bde.1", "mckie:gen.bde.3")
def test_a_brigade_on_a_task_of_its_own_waits_for_no_die_beyond_the_radius() -> None:
    units = {"u1": brigade(30, 30), "u2": brigade(12, 30), "c1": troops("confederate", 30, 24, 180)}
    chief = general(30, 43)
    sent = table(units, chief, **ordered("ATTACK"), detached=frozenset({"u1"}))
    assert not radius.is_in_command(at(units, chief, **GENERALSHIP), "u1")
    assert rules(sent, "move u1 ahead 4") == []
    assert rules(sent, "move u1 form column") == []
    assert rules(sent, "rouse u1") == ["mckie:gen.bde.1"]
    assert rules(sent, "move u2 ahead 4") == ["mckie:cmd.5"], "it was forced out"
    charges = field(
        units,
        DeclareCharges("union"),
        generals={"crocker": chief},
        **ordered("ATTACK"),
        detached=frozenset({"u1"}),
    )
    assert rules(charges, "charge u1 c1") == []


@pytest.mark.rule("mckie:gen.act.9", "mckie:gen.act.1")
def test_an_inactive_division_neither_advances_nor_withdraws() -> None:
    units = {"u1": brigade(30, 30), "c1": troops("confederate", 30, 10, 180)}
    battle = table(units, general(30, 33), **ordered("ATTACK", active=False))
    assert rules(battle, "move u1 ahead 1") == ["mckie:gen.act.9"]
    assert rules(battle, "move u1 back 1") == ["mckie:gen.act.9"]
    assert battle.why_not("move u1 about") == []
    assert battle.why_not("move u1 form column") == []


@pytest.mark.rule("mckie:ord.attack", "mckie:ord.withdraw.1", "mckie:ord.advance")
@pytest.mark.parametrize(
    "word, order, rule",
    [
        ("ATTACK", "back 1", "mckie:ord.attack"),
        ("WITHDRAW", "ahead 1", "mckie:ord.withdraw.1"),
        ("ADVANCE", "ahead 3", "mckie:ord.advance"),
        ("ADVANCE", "ahead 1", None),
        ("ATTACK", "ahead 3", None),
        ("WITHDRAW", "back 1", None),
    ],
)
def test_orders_say_which_way(word: str, order: str, rule: str | None) -> None:
    units = {"u1": brigade(30, 30), "c1": troops("confederate", 30, 16, 180)}
    battle = table(units, general(30, 33), **ordered(word))
    assert rules(battle, f"move u1 {order}") == ([rule] if rule is not None else [])
