"""Deployment and General Orders; Orders."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.command.rules import Junior
from longroll.systems.mckie.orders import obedience
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.obedience import Intent
from longroll.systems.mckie.orders.rules import Giving, Pile, Written
from longroll.systems.mckie.words import Arm, Order

WORDS: tuple[Order, ...] = ("ATTACK", "DEFEND", "ADVANCE", "WITHDRAW", "RETREAT")


def pile(*words: Order, role: Junior = "division", active: bool = False) -> Pile:
    return Pile(role, tuple(map(Written, words)), active)


def told(found: Pile) -> tuple[str | None, bool, list[str], list[str]]:
    """The order in force, whether he is active, what lies face down, what went."""
    force = found.in_force
    return (
        force.word if force else None,
        found.active,
        [one.word for one in found.hidden],
        [one.word for one in found.removed],
    )


# Written orders


@pytest.mark.rule("mckie:deploy.2", "mckie:deploy.4", "mckie:ord.corps.2")
@pytest.mark.parametrize("word", WORDS)
def test_an_order_is_a_word_and_an_objective(word: Order) -> None:
    order = Written(word, "Culp's Hill", 3)
    assert str(order) == f"{word} Culp's Hill from period 3"
    assert orders.bars_to_write(order) == []


@pytest.mark.rule("mckie:deploy.4")
@pytest.mark.parametrize(
    "order, why",
    [
        (Written("ATTACK"), "names no objective"),
        (Written("DEFEND", "  "), "names no objective"),
        (Written("ADVANCE", "x" * 61), "61 letters; at most 60"),
        (Written("ADVANCE", "the mill\nand then on"), "more than one line"),
        (Written("ADVANCE", "the mill", -1), "no battle has a period -1"),
    ],
)
def test_an_order_that_is_long_or_vague_is_refused(order: Written, why: str) -> None:
    bars = orders.bars_to_write(order)
    assert [bar.rule for bar in bars] == ["mckie:deploy.4"]
    assert why in bars[0].why


@pytest.mark.rule("mckie:deploy.4")
def test_a_retreat_needs_no_objective() -> None:
    assert orders.bars_to_write(Written("RETREAT")) == []
    assert str(Written("RETREAT")) == "RETREAT"


# The pile


@pytest.mark.rule("mckie:ord.corps.4", "mckie:ord.corps.5", "mckie:gen.act.1")
def test_orders_lie_face_down_until_he_is_active() -> None:
    waiting = pile("ADVANCE", "ATTACK", role="corps")
    assert told(waiting) == (None, False, ["ADVANCE", "ATTACK"], [])
    assert told(orders.activated(waiting)) == ("ADVANCE", True, ["ATTACK"], [])


@pytest.mark.rule("mckie:ord.corps.3", "mckie:gen.def.3")
def test_orders_are_carried_out_one_at_a_time_and_he_stays_active() -> None:
    at_work = pile("ADVANCE", "ATTACK", role="corps", active=True)
    then = orders.completed(at_work)
    assert told(then) == ("ATTACK", True, [], ["ADVANCE"])
    assert told(orders.completed(then)) == (None, False, [], ["ADVANCE", "ATTACK"])


@pytest.mark.rule("mckie:ord.corps.5")
def test_an_order_that_nobody_acts_on_is_not_completed() -> None:
    assert orders.completed(pile("ADVANCE")) == pile("ADVANCE")
    assert orders.activated(Pile("corps")) == Pile("corps")


def test_a_corps_is_done_when_all_its_divisions_are() -> None:
    assert orders.is_completed([True, True])
    assert not orders.is_completed([True, False])


@pytest.mark.rule("mckie:ord.div.2")
def test_the_order_of_a_division_is_hidden_until_it_is_activated() -> None:
    assert told(pile("DEFEND")) == (None, False, ["DEFEND"], [])
    assert told(orders.activated(pile("DEFEND"))) == ("DEFEND", True, [], [])


@pytest.mark.rule("mckie:ord.div.3", "mckie:ord.div.4", "mckie:gen.act.7")
def test_a_new_order_cancels_the_old_and_asks_for_a_new_activation() -> None:
    new = orders.received(pile("ATTACK", active=True), Written("DEFEND"))
    assert told(new) == (None, False, ["DEFEND"], ["ATTACK"])
    assert told(orders.activated(new)) == ("DEFEND", True, [], ["ATTACK"])
    assert obedience.bars_to_act(None, Intent("away"))


@pytest.mark.rule("mckie:ord.auto.defend", "mckie:ord.auto.only")
@pytest.mark.parametrize(
    "word, becomes",
    [
        ("ADVANCE", "DEFEND"),
        ("WITHDRAW", "DEFEND"),
        ("ATTACK", "ATTACK"),
        ("DEFEND", "DEFEND"),
        ("RETREAT", "RETREAT"),
    ],
)
def test_a_division_charged_on_the_march_defends_of_itself(word: Order, becomes: str) -> None:
    found = orders.unit_charged(pile(word, active=True))
    assert told(found) == (becomes, True, [], [word] if becomes != word else [])


@pytest.mark.rule("mckie:ord.auto.defend")
def test_orders_not_in_force_and_those_of_a_corps_stay() -> None:
    for kept in (pile("ADVANCE"), pile("ADVANCE", role="corps", active=True)):
        assert orders.unit_charged(kept) == kept


@pytest.mark.rule("mckie:ord.retreat.2", "mckie:ord.auto.only")
@pytest.mark.parametrize(
    "units, bad, gives_way",
    [(3, 2, False), (6, 4, False), (6, 5, True), (4, 3, True), (1, 1, True)],
)
def test_a_division_retreats_of_itself_above_two_thirds(
    units: int, bad: int, gives_way: bool
) -> None:
    for active in (True, False):
        found = orders.morale_of_division(pile("ATTACK", active=active), units, bad)
        if gives_way:
            assert told(found) == ("RETREAT", True, [], ["ATTACK"])
        else:
            assert found == pile("ATTACK", active=active)


@pytest.mark.rule("mckie:ord.retreat.2")
def test_a_division_retreats_only_once_and_a_corps_never() -> None:
    for kept in (pile("RETREAT", active=True), pile("ATTACK", role="corps", active=True)):
        assert orders.morale_of_division(kept, 4, 4) == kept


@pytest.mark.rule("mckie:ord.retreat.3")
@pytest.mark.parametrize(
    "units, bad, safe, may", [(4, 1, True, True), (4, 2, True, False), (4, 1, False, False)]
)
def test_a_division_that_rallies_above_half_may_halt_where_it_is_safe(
    units: int, bad: int, safe: bool, may: bool
) -> None:
    assert orders.may_halt(units, bad, safe=safe) is may


@pytest.mark.rule("mckie:ord.retreat.3")
def test_a_halted_division_waits_for_orders() -> None:
    halted = orders.completed(pile("RETREAT", active=True))
    assert told(halted) == (None, False, [], ["RETREAT"])


def test_more_units_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="5 of 4 units"):
        orders.gives_way(4, 5)


def test_nobody_is_active_without_orders() -> None:
    with pytest.raises(ValueError, match="without orders cannot be active"):
        Pile("corps", (), True)


# Who gives orders


def giving(generalship: bool = True, **facts: Any) -> list[str]:
    return [bar.rule for bar in orders.bars_to_give(Giving(**facts), generalship=generalship)]


@pytest.mark.rule("mckie:ord.chain", "mckie:ord.corps.1", "mckie:deploy.3")
def test_the_chief_orders_corps_and_they_their_divisions() -> None:
    assert giving(giver="cinc", receiver="corps") == []
    assert giving(giver="corps", receiver="division") == []
    assert giving(giver="cinc", receiver="division") == ["mckie:ord.chain"]


@pytest.mark.rule("mckie:gen.override.1")
def test_a_chief_who_runs_troops_himself_orders_divisions() -> None:
    assert giving(giver="cinc", receiver="division", personally="corps") == []


@pytest.mark.rule("mckie:deploy.5")
@pytest.mark.parametrize("generalship", [True, False])
def test_only_a_superior_in_the_chain_gives_orders(generalship: bool) -> None:
    for facts in (
        {"giver": "corps", "receiver": "division", "in_chain": False},
        {"giver": "corps", "receiver": "corps"},
        {"giver": "division", "receiver": "corps"},
    ):
        assert "mckie:deploy.5" in giving(generalship, met=True, **facts)


@pytest.mark.rule("mckie:deploy.5", "mckie:gen.ctl.1")
def test_orders_go_by_meeting_or_courier_unless_generalship_allows_for_them() -> None:
    facts: dict[str, Any] = {"giver": "corps", "receiver": "division"}
    assert giving(False, **facts) == ["mckie:deploy.5"]
    assert giving(False, met=True, **facts) == []
    assert giving(False, courier=True, **facts) == []
    assert giving(True, **facts) == []


@pytest.mark.rule("mckie:deploy.5")
def test_a_courier_delivers_when_he_touches() -> None:
    assert orders.reaches(0)
    assert orders.reaches(5)
    assert not orders.reaches(6)


@pytest.mark.rule("mckie:ord.change.corps")
def test_one_corps_a_period_gets_new_orders() -> None:
    assert giving(giver="cinc", receiver="corps", changed={"Ewell"}) == ["mckie:ord.change.corps"]
    assert giving(giver="corps", receiver="division", changed={"Ewell"}) == []


@pytest.mark.rule("mckie:ord.div.1", "mckie:ord.change.div")
def test_an_active_corps_commander_orders_all_his_divisions() -> None:
    facts: dict[str, Any] = {"giver": "corps", "receiver": "division"}
    assert [giving(**facts) for _ in range(3)] == [[], [], []]
    assert giving(giver_active=False, **facts) == ["mckie:ord.div.1"]


# What the words let a unit do


def bars(order: Order | None, act: Any, **facts: Any) -> list[str]:
    return [bar.rule for bar in obedience.bars_to_act(order, Intent(act, **facts))]


@pytest.mark.rule("mckie:gen.act.9", "mckie:ord.div.4")
def test_an_inactive_division_neither_advances_nor_withdraws() -> None:
    for act in ("charge", "towards", "away"):
        assert bars(None, act) == ["mckie:gen.act.9"]
    for act in ("turn", "fire", "change_formation", "stand"):
        assert bars(None, act) == []


@pytest.mark.rule("mckie:ord.attack")
def test_attack_goes_at_the_enemy_and_the_guns_support_it() -> None:
    assert bars("ATTACK", "charge") == bars("ATTACK", "towards") == []
    assert bars("ATTACK", "away") == ["mckie:ord.attack"]
    assert bars("ATTACK", "away", arm="field_artillery") == []


@pytest.mark.rule("mckie:ord.defend")
def test_defend_holds_an_area_and_charges_only_to_regain_it() -> None:
    assert bars("DEFEND", "charge") == ["mckie:ord.defend"]
    assert bars("DEFEND", "charge", regains_ground=True) == []
    assert bars("DEFEND", "across") == []
    assert bars("DEFEND", "towards", in_area=False) == ["mckie:ord.defend"]


@pytest.mark.rule("mckie:ord.advance")
@pytest.mark.parametrize("gap, allowed", [(None, True), (1200, True), (1199, False)])
def test_advance_keeps_12_inches_off(gap: int | None, allowed: bool) -> None:
    assert bars("ADVANCE", "towards", gap=gap) == ([] if allowed else ["mckie:ord.advance"])
    assert bars("ADVANCE", "away", gap=gap) == []


@pytest.mark.rule("mckie:ord.advance")
def test_advance_charges_nobody_and_halts_in_position() -> None:
    assert bars("ADVANCE", "charge") == ["mckie:ord.advance"]
    assert bars("ADVANCE", "across", arrived=True) == ["mckie:ord.advance"]
    assert bars("ADVANCE", "turn", arrived=True) == []


@pytest.mark.rule("mckie:ord.withdraw.1")
def test_withdraw_goes_back_and_halts() -> None:
    assert bars("WITHDRAW", "away") == []
    assert bars("WITHDRAW", "towards") == bars("WITHDRAW", "charge") == ["mckie:ord.withdraw.1"]
    assert bars("WITHDRAW", "away", arrived=True) == ["mckie:ord.withdraw.1"]


@pytest.mark.rule("mckie:ord.withdraw.2")
@pytest.mark.parametrize("arm", ["field_artillery", "siege_artillery"])
def test_the_guns_cover_a_withdrawal(arm: Arm) -> None:
    assert bars("WITHDRAW", "stand", arm=arm) == []


@pytest.mark.rule("mckie:ord.retreat.1", "mckie:ord.retreat.charged")
def test_in_a_retreat_only_the_unit_that_is_charged_may_stand() -> None:
    assert giving(giver="corps", receiver="division") == []
    assert bars("RETREAT", "away") == []
    assert bars("RETREAT", "towards") == bars("RETREAT", "charge") == ["mckie:ord.retreat.1"]
    assert bars("RETREAT", "stand") == ["mckie:ord.retreat.charged"]
    assert bars("RETREAT", "stand", charged=True) == []
