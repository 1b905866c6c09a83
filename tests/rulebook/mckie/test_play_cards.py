"""Random event cards on the table: the draw, the hands, and what the sample cards do."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.cards import playing
from longroll.systems.mckie.cards.playing import OfferCards
from longroll.systems.mckie.cards.rules import SAMPLES, Hand
from longroll.systems.mckie.cards.rules import Table as Cards
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.command.activating import Activate
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import PERIOD
from tests.rulebook.mckie.chain import brigades, chain, facts, ordered, rules
from tests.rulebook.mckie.field import SYSTEM, field, lay, position, troops

CARDS: dict[str, Any] = {"cards": True}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def drawing(period: int = 1, table: Cards | None = None, **options: Any) -> Battle:
    """The card step of a period."""
    chosen = {**CARDS, **options}
    steps = playing.draw(position(brigades()))
    state = position(
        brigades(),
        *steps,
        Movement("confederate"),
        options=chosen,
        generals=chain(),
        period=period,
        cards=table,
    )
    return Battle(SYSTEM, state, Seeded(4))


def holding(card: str, units: dict[str, Unit] | None = None, *then: Any, **more: Any) -> Battle:
    """Heth holds a card that he drew in this period, the third."""
    table = Cards(("second-wind",), {"heth": Hand(card, drawn_in=3), "pender": Hand()})
    steps = then or (Movement("confederate"),)
    given: dict[str, Any] = {"options": CARDS, "generals": chain(), "cards": table, **more}
    return field(units or brigades(), OfferCards("confederate"), *steps, **given)


# The pack and the hands


@pytest.mark.rule("mckie:cards.1", "mckie:period.2", "mckie:ex.cards")
def test_cards_are_drawn_only_where_they_were_agreed_on() -> None:
    step = next(one for one in PERIOD if one.slug == "cards")
    assert step.rule == "mckie:period.2"
    assert not step.runs(position(brigades()))
    assert step.runs(position(brigades(), options=CARDS))


@pytest.mark.rule("mckie:cards.2", "mckie:cards.3", "mckie:cards.7")
def test_every_division_draws_one_card_from_the_pack_agreed_on() -> None:
    battle = drawing()
    table = facts(battle).cards
    assert table is not None
    assert list(table.hands) == ["heth", "pender"]
    held = [hand.card for hand in table.hands.values()]
    assert None not in held
    pack = sorted(filter(None, [*table.pack, *held]))
    assert pack == sorted([*SAMPLES, *SAMPLES])
    bigger = facts(drawing(cards_of_each=3, card_holders="commanders")).cards
    assert bigger is not None
    assert list(bigger.hands) == ["lee", "hill", "heth", "pender"]
    assert len(bigger.pack) == 3 * len(SAMPLES) - 4


@pytest.mark.rule("mckie:cards.4", "mckie:cards.7")
def test_who_played_in_the_last_period_draws_again() -> None:
    table = Cards(
        ("second-wind", "wrong-road"),
        {"heth": Hand(None, 1, played_in=2), "pender": Hand("spare-cartridges", 1)},
    )
    hands = drawing(3, table).state.cards.hands  # type: ignore[attr-defined]
    assert hands["heth"].card == "second-wind"
    assert hands["pender"].card == "spare-cartridges"
    later = drawing(4, table).state.cards.hands  # type: ignore[attr-defined]
    assert later["heth"].card is None, "he played two periods ago"


@pytest.mark.rule("mckie:cards.5", "mckie:cards.8")
def test_a_card_is_kept_or_played_and_goes_to_the_bottom() -> None:
    battle = holding("lost-courier")
    assert not rules(battle, "done")
    assert rules(battle, "play heth second-wind") == ["mckie:cards.5"]
    assert rules(battle, "play pender lost-courier") == ["mckie:cards.5"]
    assert rules(battle, "play crocker lost-courier") == ["mckie:cards.5"]
    battle.play("play heth lost-courier")
    table = facts(battle).cards
    assert table is not None
    assert table.pack == ("second-wind", "lost-courier")
    assert table.hands["heth"] == Hand(None, 3, played_in=3)


@pytest.mark.rule("mckie:cards.6")
@pytest.mark.parametrize("card", [id for id, card in SAMPLES.items() if card.now])
def test_some_cards_must_be_played_when_they_are_drawn(card: str) -> None:
    battle = holding(card)
    assert battle.decision is not None
    assert "done" not in map(str, battle.decision.choices)
    assert rules(battle, "done") == ["mckie:cards.6"]
    kept = holding(card, cards=Cards((), {"heth": Hand(card, drawn_in=2)}))
    assert not rules(kept, "done")


@pytest.mark.rule("mckie:cards.5")
def test_a_hand_is_known_to_its_own_side() -> None:
    battle = holding("lost-courier")
    other = holding("second-wind")
    assert battle.view("union") == other.view("union")
    assert battle.view("confederate").facts.cards == {"heth": "lost-courier"}
    drawn = next(event for event in drawing().log() if type(event).__name__ == "CardsDrawn")
    seen = drawn.seen_by("union")
    assert seen is not None
    assert not any(card.title in seen.text() for card in SAMPLES.values())


# What the sample cards do


@pytest.mark.rule("mckie:cards.5")
def test_a_lost_courier_keeps_a_commander_from_orders_until_the_next_period_ends() -> None:
    meade = replace(chain()["heth"], title="Meade", side="union", divisions=("meade",), superior="")
    battle = holding(
        "lost-courier",
        None,
        Activate("union"),
        generals={**chain(), "meade": meade},
        options={"cards": True, "generalship": True},
        orders={"meade": ordered("ATTACK", active=False)},
        period=3,
    )
    battle.play("play heth lost-courier meade")
    assert facts(battle).astray == {"meade": 4}
    assert rules(battle, "activate meade") == ["mckie:cards.5"]
    assert rules(battle, "order meade DEFEND it") == ["mckie:cards.5"]


@pytest.mark.rule("mckie:cards.5")
def test_second_wind_and_spare_cartridges_mend_a_unit() -> None:
    units = brigades()
    units["c1"] = replace(units["c1"], fatigued=True)
    units["c2"] = replace(units["c2"], ran_out=2)
    wind = holding("second-wind", units)
    assert rules(wind, "play heth second-wind c2") == ["mckie:cards.5"]
    wind.play("play heth second-wind c1")
    assert not facts(wind).units["c1"].fatigued
    boxes = holding("spare-cartridges", units)
    boxes.play("play heth spare-cartridges c2")
    assert not facts(boxes).units["c2"].ran_out


@pytest.mark.rule("mckie:cards.5", "mckie:cards.6")
def test_a_false_alarm_is_a_morale_test() -> None:
    battle = holding("false-alarm", dice=[1])
    events = battle.play("play heth false-alarm c1")
    assert "MoraleTested" in [type(event).__name__ for event in events]
    assert "tested" not in facts(battle).units["c1"].felt
    assert facts(battle).units["c1"].last_score is not None


@pytest.mark.rule("mckie:cards.5", "mckie:cards.6")
def test_an_eager_unit_tests_to_charge_at_once() -> None:
    units = {**brigades(), "u1": troops("union", 14, 10, figures=16)}
    battle = holding("too-eager", units, DeclareCharges("confederate"), dice=[6] * 4)
    assert battle.decision is not None
    assert "play heth too-eager c1 u1" in map(str, battle.decision.choices)
    battle.play("play heth too-eager c1 u1")
    assert facts(battle).charge_of("c1") is not None
    nobody = holding("too-eager")
    nobody.play("play heth too-eager")


@pytest.mark.rule("mckie:cards.5", "mckie:cards.6")
def test_a_unit_on_the_wrong_road_does_not_move() -> None:
    units = brigades()
    units["c1"] = replace(units["c1"], formation="column")
    battle = holding("wrong-road", units)
    assert rules(battle, "play heth wrong-road c2") == ["mckie:cards.5"]
    battle.play("play heth wrong-road c1")
    assert rules(battle, "move c1 ahead 1") == ["mckie:period.6"]
    assert not rules(battle, "move c3 about")


@pytest.mark.rule("mckie:cards.1")
@pytest.mark.parametrize("seed", range(3))
def test_any_choice_that_is_listed_may_be_made(seed: int) -> None:
    chance = Random(seed)
    battle = Battle(
        SYSTEM,
        SYSTEM.start(
            "millers-crossroads", SYSTEM.read_options({"cards": True, "hidden": "umpire"})
        ),
        Seeded(seed),
    )
    played = 0
    while battle.result is None and facts(battle).period < 4:
        assert battle.decision is not None
        choices = battle.decision.choices
        cards = facts(battle).step == "cards"
        choice = chance.choice(choices) if cards else choices[-1]
        assert not battle.why_not(choice)
        battle.play(choice)
        played += cards
        assert not list(SYSTEM.faults(facts(battle)))
        assert msgspec.json.encode(battle.view("union"))
    assert played
