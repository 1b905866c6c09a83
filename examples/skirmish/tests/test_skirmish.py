"""Every rule of the skirmish, each test marked with those it would catch if broken."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.ai import new_player, play_out, think
from longroll.kernel.errors import BadPosition, IllegalChoice

SIDES = ("union", "confederate")


def field(ask: str, *, dice: tuple[int, ...] = (), turn: int = 1, **units: str) -> Battle:
    """A position: `field("Fire union", a_oh="0404", a_tx="0504 2")`, units with their strength."""
    kind, side, *unit = ask.split()
    step = {"type": kind, "side": side} | ({"unit": unit[0]} if unit else {})
    placed: dict[str, Any] = {}
    for name, words in units.items():
        hex, *strength = words.split()
        placed[name.replace("_", "-")] = {"hex": hex, "strength": int((strength or ["3"])[0])}
    data = {"turn": turn, "units": placed, "agenda": [{"type": "EndTurn"}, step]}
    return longroll.position("skirmish", data, dice=dice)


def choices(battle: Battle) -> list[str]:
    assert battle.decision is not None
    return [str(choice) for choice in battle.decision.choices]


def strength(battle: Battle, unit: str) -> int:
    found = battle.state.units.get(unit)  # type: ignore[attr-defined]
    return found.strength if found else 0


def refused(battle: Battle, text: str) -> str:
    """The rule that bars a choice."""
    with pytest.raises(IllegalChoice) as error:
        battle.play(text)
    return error.value.rule


@pytest.mark.rule("skirmish:1.1", "skirmish:2.1")
def test_the_union_begins_with_two_units_in_the_west() -> None:
    battle = longroll.new("skirmish", seed=1)
    assert choices(battle) == ["march a-oh", "march b-oh", "done"]
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert [strength(battle, unit) for unit in ("a-oh", "b-oh", "a-tx", "b-tx")] == [3, 3, 3, 3]


@pytest.mark.rule("skirmish:2.1")
def test_five_turns_union_first() -> None:
    battle = longroll.new("skirmish", seed=1)
    asked = []
    while battle.decision is not None:
        asked.append(battle.decision.side)
        battle.play("done")
    assert asked == ["union", "confederate"] * 5


@pytest.mark.rule("skirmish:3.1")
def test_three_points_and_woods_cost_two() -> None:
    battle = field("March union", a_oh="0104", a_tx="0904")
    battle.play("march a-oh")
    assert "to 0404" in choices(battle)
    assert "to 0305" in choices(battle), "one clear hex, then woods"
    assert refused(battle, "to 0504") == "skirmish:3.1"
    assert refused(battle, "to 0306") == "skirmish:3.1", "two hexes of woods are too much"
    battle.play("to 0404")
    assert battle.state.units["a-oh"].hex == "0404"  # type: ignore[attr-defined]


@pytest.mark.rule("skirmish:3.2")
def test_one_unit_a_hex() -> None:
    battle = field("Marching union a-oh", a_oh="0104", b_oh="0204", a_tx="0904")
    assert refused(battle, "to 0204") == "skirmish:3.2"
    hemmed_in = field("Marching union a-oh", a_oh="0101", b_oh="0102", a_tx="0201")
    assert choices(hemmed_in) == ["stay"]


@pytest.mark.rule("skirmish:3.3")
def test_a_unit_stops_beside_an_enemy() -> None:
    battle = field("Marching union a-oh", a_oh="0304", a_tx="0504")
    assert "to 0404" in choices(battle)
    assert refused(battle, "to 0503") == "skirmish:3.1", "the way leads past the enemy"


@pytest.mark.rule("skirmish:3.4")
def test_a_unit_marches_once() -> None:
    battle = field("March union", a_oh="0104", b_oh="0106", a_tx="0904")
    battle.play("march a-oh")
    battle.play("stay")
    assert choices(battle) == ["march b-oh", "done"]
    assert refused(battle, "march a-oh") == "skirmish:3.4"


@pytest.mark.rule("skirmish:4.1")
def test_fire_reaches_two_hexes_and_a_unit_fires_once() -> None:
    battle = field("Fire union", dice=(1,), a_oh="0304", a_tx="0504", b_tx="0604")
    assert choices(battle) == ["shoot 0504", "done"]
    assert refused(battle, "shoot 0604") == "skirmish:4.1"
    battle.play("shoot 0504")
    assert "shoot 0504" not in choices(battle), "the next turn has begun"


@pytest.mark.rule("skirmish:4.2", "skirmish:4.3", "skirmish:4.4")
def test_the_sum_of_a_fire() -> None:
    battle = field("Fire union", a_oh="0404", b_oh="0503 2", a_tx="0604", b_tx="0502")
    odds = battle.odds("shoot 0604")
    assert [(line.value, line.rule) for line in odds.ledger] == [
        (3, "skirmish:4.2"),
        (2, "skirmish:4.2"),
        (-1, "skirmish:4.3"),
        (-1, "skirmish:4.3"),
    ]
    woods = field("Fire union", a_oh="0602", a_tx="0702")
    assert [line.value for line in woods.odds("shoot 0702").ledger] == [3, -2]


@pytest.mark.rule("skirmish:4.5")
@pytest.mark.parametrize(
    "die, left, retreats", [(1, 3, False), (2, 3, True), (3, 3, True), (4, 2, False), (6, 1, False)]
)
def test_what_a_fire_does(die: int, left: int, retreats: bool) -> None:
    battle = field("Fire union", dice=(die,), a_oh="0404", a_tx="0504", b_tx="0904")
    battle.play("shoot 0504")
    assert strength(battle, "a-tx") == left
    assert (battle.decision is not None and "retreat" in choices(battle)[0]) == retreats


@pytest.mark.rule("skirmish:4.6", "skirmish:6.1")
def test_the_last_unit_of_a_side_ends_the_battle() -> None:
    battle = field("Fire union", dice=(6,), a_oh="0404", a_tx="0504 2")
    battle.play("shoot 0504")
    assert strength(battle, "a-tx") == 0
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == ("union", "skirmish:6.1")


@pytest.mark.rule("skirmish:5.1")
def test_a_retreat_leads_away_from_enemies() -> None:
    battle = field("Fire union", dice=(2,), a_oh="0404", a_tx="0504", b_tx="0505")
    battle.play("shoot 0504")
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert refused(battle, "retreat 0403") == "skirmish:5.1"
    assert refused(battle, "retreat 0505") == "skirmish:3.2"
    assert refused(battle, "retreat 0904") == "skirmish:5.1"
    battle.play("retreat 0603")
    assert battle.state.units["a-tx"].hex == "0603"  # type: ignore[attr-defined]


@pytest.mark.rule("skirmish:5.2")
def test_a_unit_without_a_way_out_stays() -> None:
    battle = field("Fire union", dice=(2,), a_oh="0902", a_tx="0901", b_tx="0105")
    [fired] = battle.play("shoot 0901")
    assert "must retreat" in fired.text()
    assert "done" in choices(battle), "nobody is asked where to"
    assert battle.state.units["a-tx"].hex == "0901"  # type: ignore[attr-defined]
    assert battle.state.units["a-tx"].strength == 3  # type: ignore[attr-defined]


@pytest.mark.rule("skirmish:6.2", "skirmish:6.3")
@pytest.mark.parametrize(
    "union, confederate, winner, rule",
    [
        ("0504 1", "0904 3", "union", "skirmish:6.2"),
        ("0104 3", "0504 1", "confederate", "skirmish:6.2"),
        ("0104 2", "0904 1", "union", "skirmish:6.3"),
        ("0104 2", "0904 2", None, "skirmish:6.3"),
    ],
)
def test_who_has_won(union: str, confederate: str, winner: str | None, rule: str) -> None:
    battle = field("March confederate", turn=5, a_oh=union, a_tx=confederate)
    battle.play("done")
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == (winner, rule)


@pytest.mark.parametrize("words", ["march", "march a-oh 0404", "march a-tx", "done 1"])
def test_what_is_not_offered_is_refused(words: str) -> None:
    refused(longroll.new("skirmish", seed=1), words)


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadPosition, match="two units are in one hex"):
        field("March union", a_oh="0104", b_oh="0104", a_tx="0904")
    with pytest.raises(BadPosition, match="'9904'"):
        field("March union", a_oh="9904", a_tx="0904")


def test_battles_of_the_computer_replay_and_the_captain_beats_chance() -> None:
    won = 0
    for seed in range(20):
        battle = longroll.new("skirmish", seed=seed)
        players = {
            side: new_player(level, "skirmish", seed)
            for side, level in zip(SIDES, ("2", "1"), strict=True)
        }
        play_out(battle, players)
        assert longroll.replay(battle.record()).hash() == battle.hash()
        won += battle.result is not None and battle.result.winner == "union"
    assert won >= 15


def test_the_captain_fires_where_it_does_most() -> None:
    """Both targets are in reach; the one in woods is safer there."""
    battle = field("Fire union", a_oh="0602", a_tx="0702", b_tx="0603")
    assert str(think(new_player("2", "skirmish", 1), battle).choice) == "shoot 0603"
