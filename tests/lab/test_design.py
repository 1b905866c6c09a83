"""What a scenario's battles tell its designer."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from longroll.cli import main, running
from longroll.kernel.system import systems
from longroll.lab.battles import Fought
from longroll.lab.design import by_points, by_strength, examine
from tests.lab.support import DRILL, here, small


def fought(number: int, winner: str | None, points: int = 0, lead: int = 0) -> Fought:
    """A battle with so many points, and losses of the Confederates, more than the Union's."""
    return Fought(
        name=str(number),
        seed=number,
        players={},
        winner=winner,
        points={"union": points, "confederate": 0},
        lost={"union": 10, "confederate": 10 + lead},
    )


def test_points_that_would_even_a_scenario_out() -> None:
    """The Union wins by 2 to 8 points: five more for the enemy leave it half of the battles."""
    wanted = small(7)
    battles = [fought(n, "union", points=2 + n) for n in range(7)]
    handicap = by_points(wanted, battles)
    assert handicap is not None
    assert (handicap.side, handicap.points, handicap.share) == ("confederate", 5, 0.5)


def test_points_that_do_not_decide_are_no_handicap() -> None:
    battles = [fought(n, "union" if n % 2 else "confederate", points=5) for n in range(8)]
    assert by_points(small(8), battles) is None


def test_strength_that_would_even_a_scenario_out() -> None:
    """The Union wins where it loses at least six less: it needs about that much more."""
    battles = [
        fought(n, "union" if lead > 6 else "confederate", lead=lead)
        for n, lead in enumerate([-4, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8])
    ]
    handicap = by_strength(small(11), battles)
    assert handicap is not None
    assert handicap.side == "union"
    assert 4 <= handicap.points <= 7
    assert handicap.share == pytest.approx(0.5, abs=0.06)
    assert by_strength(small(2), [fought(0, "union"), fought(1, "union")]) is None


def test_verdicts() -> None:
    def verdict(won: int, of: int) -> str:
        battles = [fought(n, "union" if n < won else "confederate") for n in range(of)]
        return examine(small(of), battles).verdict

    assert verdict(38, 40) == "one-sided: the union wins"
    assert verdict(70, 200) == "leans to the confederate"
    assert verdict(200, 400) == "balanced"
    assert verdict(3, 6).startswith("no side is clearly favoured")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setattr(running, "crew", lambda *given: here())
    return lambda *words: main(["scenario", "check", *map(str, words)])


def test_the_command_plays_and_judges(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "scenarios.md"
    words = ("--games", 2, "--player", "random", "--table", page)
    assert command(DRILL[1], *words) == 0
    out = capsys.readouterr().out
    assert "units that never fight:" in out
    assert "rules of gbacw that no event cites:" in out
    assert "what would balance it:" in out
    version = systems()["gbacw"].version
    assert f"| gbacw {version} | drill | random | 2 |" in page.read_text()
    assert "- **gbacw drill**: " in page.read_text()


def test_a_scenario_of_your_own_is_checked_first(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text('schema = 1\ntitle = "x"\n')
    assert command(faulty) == 2
    assert "faulty.toml" in capsys.readouterr().err
    ours = files("longroll.systems.mckie") / "data" / "scenarios" / "millers-crossroads.toml"
    own = tmp_path / "own.toml"
    own.write_text(ours.read_text())
    assert command(own, "--games", 1, "--player", "random") == 0
    assert "Miller's Crossroads" in capsys.readouterr().out


def test_names_that_do_not_say_enough(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("nowhere") == 2
    assert "no scenario or file nowhere" in capsys.readouterr().err
    assert command() == 2
