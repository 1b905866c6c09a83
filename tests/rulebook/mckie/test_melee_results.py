"""Effects of melee casualties; Results of melees; Prisoners."""

from __future__ import annotations

import pytest

from longroll.systems.mckie.melee import results as melee_results
from longroll.systems.mckie.melee.results import PUSH_BACK, REPULSE, Tally, outcome
from longroll.systems.mckie.words import Attack


@pytest.mark.rule("mckie:melee.lose.1")
@pytest.mark.parametrize(
    "suffered, inflicted, verdict",
    [(3, 2, "lost"), (2, 3, "won"), (2, 2, "drawn"), (0, 0, "drawn")],
)
def test_who_suffers_more_than_he_inflicts_has_lost(
    suffered: int, inflicted: int, verdict: str
) -> None:
    assert Tally(suffered, inflicted).verdict == verdict


@pytest.mark.rule("mckie:melee.lose.2", "mckie:prisoners.1")
def test_the_loser_has_a_further_figure_captured_and_the_captor_pays_nothing() -> None:
    found = outcome({"P": Tally(1, 4, "charge"), "X": Tally(4, 1)})
    assert found.captured == {"X": 1}
    assert "P" not in {**found.captured, **found.fall_back}


@pytest.mark.rule("mckie:melee.lose.2")
def test_nobody_is_captured_where_nobody_is_left() -> None:
    tallies = {"P": Tally(1, 4), "X": Tally(4, 1)}
    assert outcome(tallies, {"P": 12, "X": 0}).captured == {"X": 0}
    assert outcome(tallies, {"P": 12, "X": 5}).captured == {"X": 1}


@pytest.mark.rule("mckie:ex.melee.attr")
def test_one_total_over_all_opponents_decides() -> None:
    # P lost 2 to X and none to Y, and struck down 1 and 2.
    assert Tally(2 + 0, 1 + 2).verdict == "won"


@pytest.mark.rule("mckie:melee.draw", "mckie:melee.res.7")
@pytest.mark.parametrize("attack", ["charge", "follow_up"])
def test_a_draw_repulses_the_attacker(attack: Attack) -> None:
    found = outcome({"P": Tally(1, 1, attack), "X": Tally(1, 1)})
    assert found.repulsed == ("P",)
    assert found.fall_back == {"P": REPULSE} == {"P": 300}
    assert found.must_test == ()


@pytest.mark.rule("mckie:melee.draw")
def test_a_draw_of_two_that_attacked_no_more_repulses_nobody() -> None:
    found = outcome({"P": Tally(1, 1), "X": Tally(1, 1)})
    assert found.repulsed == ()
    assert found.fall_back == {}


@pytest.mark.rule("mckie:melee.res.1", "mckie:melee.res.2")
def test_losers_test_and_are_pushed_back_if_they_survive() -> None:
    found = outcome({"P": Tally(5, 1, "charge"), "X": Tally(1, 5)})
    assert found.must_test == ("P",)
    assert found.fall_back == {"P": PUSH_BACK} == {"P": 300}


@pytest.mark.rule("mckie:melee.res.3", "mckie:melee.res.4")
@pytest.mark.parametrize(
    "tally, rules",
    [
        (Tally(0, 1, "charge"), []),
        (Tally(0, 1, "follow_up"), []),
        (Tally(0, 1), ["mckie:melee.res.4"]),
        (Tally(1, 1, "charge"), ["mckie:melee.res.3"]),
        (Tally(2, 1, "charge"), ["mckie:melee.res.3"]),
    ],
)
def test_only_winners_that_attacked_may_follow_up(tally: Tally, rules: list[str]) -> None:
    assert [bar.rule for bar in melee_results.bars_to_follow_up(tally)] == rules
    assert outcome({"P": tally}).may_follow_up == (() if rules else ("P",))


@pytest.mark.rule("mckie:melee.noform")
def test_in_melee_a_unit_only_turns_or_widens_to_the_enemys_front() -> None:
    assert not melee_results.bars_to_manoeuvre("turn")
    assert not melee_results.bars_to_manoeuvre("expand", own_front=5, enemy_front=5)
    for bars in (
        melee_results.bars_to_manoeuvre("form_column"),
        melee_results.bars_to_manoeuvre("expand", own_front=6, enemy_front=5),
    ):
        assert [bar.rule for bar in bars] == ["mckie:melee.noform"]


def test_losses_below_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Tally(-1, 0)
