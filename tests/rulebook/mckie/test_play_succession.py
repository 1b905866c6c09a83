"""On the table: successors of fallen generals wait a full period, whatever the post."""

from __future__ import annotations

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.command.activating import Activate
from longroll.systems.mckie.command.initiative import RollInitiative
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.orders.giving import SendOrders
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.risk.step import take_over
from longroll.systems.mckie.table.events import InitiativeRolled
from longroll.systems.mckie.table.state import Fire
from tests.rulebook.mckie.chain import at, brigades, chain, rules
from tests.rulebook.mckie.field import Fight, field, lay, position, troops

ATTACK = Written("ATTACK", "the field")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def fallen(post: str) -> dict[str, General]:
    """The generals after the one in this post was hit in period 3."""
    state = position(brigades(), generals=chain(), period=3)
    take_over(state, post, Umpire(Scripted(())))
    return dict(state.commanders)


def activation(post: str, period: int, **piles: Pile) -> Fight:
    return field(
        brigades(),
        Activate("confederate"),
        generals=fallen(post),
        orders=piles,
        period=period,
        options={"generalship": True},
    )


@pytest.mark.rule("mckie:risk.4")
def test_nobody_is_activated_by_a_corps_commander_who_has_just_taken_over() -> None:
    piles = {
        "hill": Pile("corps", (ATTACK,), active=True),
        "heth": Pile("division", (ATTACK,)),
        "pender": Pile("division", (ATTACK,)),
    }
    waiting = activation("hill", 4, **piles)
    # Heth has the corps, and a brigadier has his division: both wait. Pender's superior waits.
    assert "mckie:risk.4" in rules(waiting, "activate heth")
    assert rules(waiting, "activate pender") == ["mckie:risk.4"]
    assert rules(waiting, "order pender DEFEND the field") == ["mckie:risk.4"]
    in_command = activation("hill", 5, **piles)
    assert rules(in_command, "activate pender") == []
    assert rules(in_command, "order pender DEFEND the field") == []


@pytest.mark.rule("mckie:risk.4")
def test_a_corps_commander_who_has_just_taken_over_is_not_activated() -> None:
    piles = {"hill": Pile("corps", (ATTACK,))}
    assert rules(activation("hill", 4, **piles), "activate hill") == ["mckie:risk.4"]
    assert rules(activation("hill", 5, **piles), "activate hill") == []


@pytest.mark.rule("mckie:risk.4", "mckie:gen.override.1")
def test_a_new_commander_in_chief_neither_orders_nor_overrides_for_a_full_period() -> None:
    waiting, in_command = activation("lee", 4), activation("lee", 5)
    for order in ("order hill ATTACK the field", "override lee hill"):
        assert "mckie:risk.4" in rules(waiting, order)
        assert rules(in_command, order) == []


@pytest.mark.rule("mckie:risk.4", "mckie:gen.init.1")
def test_an_army_whose_chief_has_just_fallen_rolls_without_a_rating() -> None:
    def rolled(period: int) -> InitiativeRolled:
        battle = field(
            brigades(),
            RollInitiative(),
            generals=fallen("lee"),
            period=period,
            options={"generalship": True},
            dice=(9, 3),
        )
        (event,) = (one for one in battle.past.events if isinstance(one, InitiativeRolled))
        return event

    # Hill has no initiative of his own: a dash counts as 2.
    assert rolled(4).totals["confederate"] == 9
    assert rolled(5).totals["confederate"] == 9 + 2


@pytest.mark.rule("mckie:risk.4", "mckie:deploy.5")
def test_new_superiors_send_no_couriers_for_a_full_period() -> None:
    def sending(period: int) -> Fight:
        return field(
            brigades(),
            SendOrders("confederate"),
            generals=fallen("lee"),
            orders={"hill": Pile("corps", (ATTACK,), active=True)},
            period=period,
        )

    order = "courier lee pender DEFEND the field"
    assert rules(sending(4), order) == ["mckie:risk.4"]
    assert rules(sending(5), order) == []


@pytest.mark.rule("mckie:risk.4", "mckie:morale.factor.general")
def test_a_brigadier_who_has_just_taken_over_leads_nobody() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=24),
        "c1": troops("confederate", 20, 16, 180, division="heth"),
    }
    battle = field(
        units,
        ResolveFire(),
        generals={"heth": at(chain()["heth"], 20, 16, joined="c1")},
        fires=(Fire("u1", ("c1",)),),
        dice=(9, 1),
    )
    state = battle.state
    assert state.commanders["heth"].title == "Heth's successor"
    assert testing.leader(state, "c1") == "other"
    state.period = 5
    assert testing.leader(state, "c1") == "in_chain"


@pytest.mark.rule("mckie:risk.4", "mckie:gen.override.2")
def test_a_successor_does_not_run_the_troops_that_the_fallen_one_ran_himself() -> None:
    state = position(brigades(), generals=chain(), personally={"lee": "hill"})
    take_over(state, "lee", Umpire(Scripted(())))
    assert state.personally == {}
