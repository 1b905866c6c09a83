"""31.0 How to win: what scores, and what a total is worth on each day."""

from typing import Any

import pytest

from longroll import Battle
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.victory import FirstDay, VictoryCounted, controlled, first_day_winner
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import ROUT
from longroll.systems.gbacw.state import CAPTURED, ELIMINATED
from tests.rulebook.corinth.asking import brigades
from tests.rulebook.corinth.field import SYSTEM, field, number, state
from tests.support import only, play

FAR = "1018 2tx | 3001 7il"
#: Everything in the town and the three railroad hexes: 20 half points, and 20.
TOWN = sorted(CORINTH.map.zones["corinth"])


def scored(battle: Battle) -> dict[str, int]:
    """Halves of a point by reason."""
    return {line.reason: line.value for line in CORINTH.rules.victory_lines(state(battle))}


def total(battle: Battle) -> int:
    return sum(line.value for line in CORINTH.rules.victory_lines(state(battle)))


def rules(battle: Battle) -> list[str]:
    return [line.rule for line in CORINTH.rules.victory_lines(state(battle))]


def quiet(held: Any = (), states: Any = None, **more: Any) -> Battle:
    """A field far from every objective, with what was won and lost so far."""
    return field(FAR, phase="B", states=states, more={"confederate_held": list(held), **more})


def judged(halves: int, turn: int = 16, scenario: str = "field") -> Battle:
    """The reckoning with a total of so many half points."""
    town = halves % 2
    chosen: list[str] = TOWN[1:2] * town  # half a point, 2437 left out
    rest = halves - town
    losses = max(0, rest // 2) * 5
    states: dict[str, Any] = {"7il": {"killed": losses}} if losses else {}
    if rest < 0:
        states = {"2tx": {}, **_lost_confederate_guns(-rest // 2)}
    battle = quiet(chosen, states)
    facts = state(battle)
    facts.turn, facts.scenario = turn, scenario
    assert total(battle) == halves
    umpire = Umpire(Scripted(()))
    if turn == 16:
        FirstDay().run(facts, umpire)
    else:
        CORINTH.rules.finish(facts, umpire)
    only(umpire.events, VictoryCounted)
    return battle


def _lost_confederate_guns(points: int) -> dict[str, Any]:
    guns = [
        piece.id
        for piece in CORINTH.roster.pieces
        if piece.kind == "battery" and piece.side == "confederate"
    ]
    return {id: {"fate": CAPTURED} for id in guns[:points]}


# Objectives


@pytest.mark.rule("corinth:31.1.1")
@pytest.mark.parametrize(
    "hex, halves",
    [
        ("0527", 2),
        ("0536", 2),
        ("0918", 2),
        ("1933", 6),
        ("2037", 6),
        ("1840", 6),
        ("2143", 6),
        ("2642", 6),
        ("2930", 6),
        ("3235", 6),
        ("2437", 11),
        ("3844", 6),
        ("2344", 4),
        ("2636", 1),
    ],
)
def test_what_each_objective_is_worth(hex: str, halves: int) -> None:
    assert total(quiet([hex])) == halves
    assert rules(quiet([hex])) == ["corinth:31.1.1"] * (2 if hex == "2437" else 1)


@pytest.mark.rule("corinth:31.1.1")
def test_each_hex_of_the_town_is_worth_half_a_point() -> None:
    assert len(TOWN) == 20
    assert total(quiet(TOWN)) == 20 + 10


@pytest.mark.rule("corinth:31.1.2")
def test_all_begin_with_the_union_and_go_to_the_last_who_was_there() -> None:
    assert not controlled(state(field("1018 2tx", phase="B")))
    through = field("2834 9ar rust | 2839 7il", phase="B", states={"7il": {"formation": "column"}})
    play(through, "move 9ar", "to 2734", "to 2634", "stop")
    assert controlled(state(through)) == {"2734"}


@pytest.mark.rule("corinth:31.1.2")
def test_the_union_takes_an_objective_back() -> None:
    battle = field(
        "2343 7il baldwin | 1018 2tx",
        phasing="union",
        phase="B",
        more={"confederate_held": ["2344"]},
    )
    assert total(battle) == 4
    play(battle, "move 7il", "to 2344")
    assert total(battle) == 0


@pytest.mark.rule("corinth:31.1.2")
def test_leaders_and_lone_crews_hold_nothing() -> None:
    battle = field(
        "2343 moore | 2443 clark-crew | 3001 7il",
        phase="B",
        states={"clark-crew": {"formation": "line"}},
    )
    play(battle, "move moore", "to 2344", "stop")
    assert not controlled(state(battle))
    crew = field("2344 clark-crew | 3001 7il", phase="B")
    assert not controlled(state(crew))
    assert controlled(state(field("2344 clark | 3001 7il", phase="B"))) == {"2344"}


@pytest.mark.rule("corinth:31.1.2")
def test_a_hex_that_both_hold_stays_whose_it_was() -> None:
    for held in ([], ["2344"]):
        more = {"confederate_held": held, "engaged": ["2344"]}
        battle = field("2344 2tx 7il", phase="B", more=more)
        assert controlled(state(battle)) == set(held)


@pytest.mark.rule("corinth:31.1.2")
def test_a_retreat_through_an_objective_counts() -> None:
    facts = state(field("2345 2tx | 3001 7il", phase="B", more={"areas": {"maury": "B"}}))
    facts.agenda.append(Retreat("confederate", (number("2tx"),), 3, ("2345",), ROUT))
    battle = Battle(SYSTEM, facts, Scripted(()))
    while battle.decision is not None and "fall back" in battle.decision.question:
        play(
            battle, "to 2344" if not battle.why_not("to 2344") else str(battle.decision.choices[0])
        )
    assert controlled(state(battle)) == {"2344"}


# Leaders


def leader_loss(id: str, fate: str) -> int:
    return total(quiet(states={id: {"fate": fate}}))


@pytest.mark.rule("corinth:31.1.3")
@pytest.mark.parametrize("fate, halves", [("captured", 6), ("killed", 4), ("wounded", 2)])
def test_rosecrans(fate: str, halves: int) -> None:
    assert leader_loss("rosecrans", fate) == halves


@pytest.mark.rule("corinth:31.1.4")
@pytest.mark.parametrize("id", ["stanley", "hamilton", "davies", "mckean"])
@pytest.mark.parametrize("fate, halves", [("captured", 4), ("killed", 4), ("wounded", 2)])
def test_union_division_commanders(id: str, fate: str, halves: int) -> None:
    assert leader_loss(id, fate) == halves


@pytest.mark.rule("corinth:31.1.5")
@pytest.mark.parametrize("fate, halves", [("captured", -6), ("killed", -4), ("wounded", -2)])
def test_van_dorn(fate: str, halves: int) -> None:
    assert leader_loss("van-dorn", fate) == halves


@pytest.mark.rule("corinth:31.1.6")
@pytest.mark.parametrize("id", ["hebert", "maury", "lovell", "price"])
@pytest.mark.parametrize("fate, halves", [("captured", -4), ("killed", -4), ("wounded", -2)])
def test_confederate_division_commanders_and_price(id: str, fate: str, halves: int) -> None:
    assert leader_loss(id, fate) == halves


@pytest.mark.rule("corinth:31.1.7")
@pytest.mark.parametrize("id", ["oglesby", "mizner", "gates", "jackson", "repl-us-1"])
def test_brigade_commanders_score_nothing(id: str) -> None:
    assert leader_loss(id, "captured") == 0


# Brigades, batteries, losses


@pytest.mark.rule("corinth:31.1.8")
@pytest.mark.parametrize("brigade", list(CORINTH.roster.brigades))
def test_broken_brigades(brigade: str) -> None:
    line = CORINTH.roster.brigades[brigade]
    sign = 1 if line.side == "union" else -1
    boxes = {"boxes": line.first_day, "broken": True}
    assert total(quiet(brigades=brigades(**{brigade: boxes}))) == sign * 2 * line.vp
    fewer = {"boxes": line.first_day - 1}
    assert total(quiet(brigades=brigades(**{brigade: fewer}))) == 0


@pytest.mark.rule("corinth:31.1.8")
def test_a_brigade_that_recovered_scores_only_if_it_breaks_again() -> None:
    line = {"boxes": 10, "limit": 11, "broke_first_day": True}
    assert total(quiet(brigades=brigades(cabell=line))) == 0
    assert total(quiet(brigades=brigades(cabell={**line, "boxes": 11}))) == -2


@pytest.mark.rule("corinth:31.1.9")
def test_a_brigade_counts_once_whatever_it_lost() -> None:
    beyond = {"boxes": 15, "broken": True, "broke_first_day": True}
    assert total(quiet(brigades=brigades(fuller=beyond))) == 4


@pytest.mark.rule("corinth:31.1.10")
@pytest.mark.parametrize(
    "id, halves", [("2ia-bty", 2), ("2us-f-b", 2), ("clark", -2), ("wade-b", -2)]
)
def test_batteries_captured_or_eliminated(id: str, halves: int) -> None:
    assert total(quiet(states={id: {"fate": CAPTURED}})) == halves
    shot_away = {"fate": ELIMINATED, "strength": 0, "killed": 4}
    assert total(quiet(states={id: shot_away})) == halves
    assert total(quiet(states={id: {"fate": ELIMINATED}})) == halves
    without_crew = {"fate": ELIMINATED, "crew": 0}
    assert total(quiet(states={id: without_crew})) == 0
    assert total(quiet(states={id: {"strength": 1}})) == 0


@pytest.mark.rule("corinth:31.1.11")
@pytest.mark.parametrize(
    "union, confederate, points",
    [(40, 30, 2), (20, 19, 1), (11, 0, 3), (10, 0, 2), (10, 10, 0), (10, 20, 0)],
)
def test_losses_beyond_the_confederates(union: int, confederate: int, points: int) -> None:
    states = {
        "7il": {"killed": union - 1, "captured": 1},
        "adams": {"killed": confederate},
        "2ia-bty": {"killed": 4},
    }
    assert total(quiet(states=states)) == 2 * points


# Verdicts


@pytest.mark.rule("corinth:31.0")
def test_the_count_after_the_first_day_and_after_the_last_turn() -> None:
    for turn, held in ((16, TOWN), (32, ())):
        battle = field(
            FAR, turn=turn, phasing="union", phase="J", more={"confederate_held": list(held)}
        )
        counted = only(battle.past.events, VictoryCounted)
        assert counted.turn == turn
        assert counted.total == (30 if held else 0)
    assert battle.result is not None
    for turn in (15, 17, 31):
        quiet_turn = field(FAR, turn=turn, phasing="union", phase="J")
        assert not any(isinstance(event, VictoryCounted) for event in quiet_turn.past.events)


@pytest.mark.rule("corinth:31.0")
def test_the_scores_say_that_they_are_halved() -> None:
    battle = judged(41)
    assert battle.result is not None
    assert sum(score.points for score in battle.result.scores) == 41
    assert all("half points" in score.reason for score in battle.result.scores)
    assert {score.rule for score in battle.result.scores} == {"corinth:31.1.1", "corinth:31.1.11"}


@pytest.mark.rule("corinth:31.2")
@pytest.mark.parametrize(
    "halves, winner",
    [
        (-4, "union"),
        (0, "union"),
        (8, "union"),
        (9, ""),
        (24, ""),
        (39, ""),
        (40, "confederate"),
        (50, "confederate"),
    ],
)
def test_the_first_day(halves: int, winner: str) -> None:
    assert first_day_winner(halves) == winner
    result = judged(halves).result
    assert (result.winner if result else "") == winner
    if result:
        assert result.rule == "corinth:31.2"


@pytest.mark.rule("corinth:31.3")
@pytest.mark.parametrize(
    "scenario, level",
    [
        ("free", "Marginal Confederate"),
        ("solitaire", "Marginal Confederate"),
        ("historical", "Marginal Union"),
    ],
)
def test_the_second_day_is_judged_by_the_scenarios_own_schedule(scenario: str, level: str) -> None:
    result = judged(14, 32, scenario).result
    assert result is not None
    assert result.level == f"{level} victory"


LEVELS = (
    "Decisive Union",
    "Substantial Union",
    "Marginal Union",
    "Marginal Confederate",
    "Substantial Confederate",
    "Decisive Confederate",
)


def check_schedule(scenario: str, bounds: list[int], rule: str) -> None:
    """Each bound, in half points, is the last of its level; one more is the next."""
    for place, bound in enumerate(bounds):
        for halves, level in ((bound, LEVELS[place]), (bound + 1, LEVELS[place + 1])):
            result = judged(halves, 32, scenario).result
            assert result is not None
            assert result.level == f"{level} victory"
            assert result.winner == level.split()[1].lower()
            assert result.rule == rule


@pytest.mark.rule("corinth:31.31")
def test_the_schedule_of_the_free_set_up_for_two() -> None:
    check_schedule("free", [0, 6, 13, 24, 36], "corinth:31.31")


@pytest.mark.rule("corinth:31.32")
def test_the_schedule_of_the_solitaire_version() -> None:
    check_schedule("solitaire", [0, 5, 12, 22, 32], "corinth:31.32")


@pytest.mark.rule("corinth:31.33")
def test_the_schedule_of_the_historical_scenario() -> None:
    check_schedule("historical", [0, 8, 18, 32, 48], "corinth:31.33")
