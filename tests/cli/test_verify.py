"""`longroll replay --verify`: what a record proves, and what it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

import longroll as library
from longroll import Battle
from longroll.kernel.dice import Committed, Dice, Linked, anchor_of, commitment_to, link_of
from longroll.kernel.system import system_named
from tests.cli.terminal import Longroll
from tests.kernel.records import first_format, sealed

STARTS = {"union": "a" * 64, "confederate": "b" * 64}


def begun(dice: Dice) -> Battle:
    system = system_named("stockade_redan")
    battle = Battle(system, system.start("two-assaults", system.read_options({})), dice)
    battle.play("historical")
    return battle


@pytest.fixture(scope="module")
def linked() -> str:
    """An abandoned battle with linked dice, in which the Union took something back."""
    sides = system_named("stockade_redan").sides
    anchors = {side: anchor_of(STARTS[side]) for side in sides}
    links = [tuple(link_of(STARTS[side], 0) for side in sides)]
    battle = begun(Linked("drum", anchors, links))
    early = battle.copy()
    battle.play("historical")
    battle.play("plot 1420")
    return battle.gone_back(early, "union").record("confederate")


@pytest.fixture
def committed() -> str:
    return begun(Committed("drum", ("fife", "bugle"))).record()


def verified(longroll: Longroll, tmp_path: Path, text: str) -> str:
    file = tmp_path / "battle.record"
    file.write_text(text, encoding="utf-8")
    ran = longroll("replay", "--verify", file)
    assert ran.code == 0, ran.err
    return ran.out


def test_committed_dice(longroll: Longroll, tmp_path: Path, committed: str) -> None:
    told = verified(longroll, tmp_path, committed)
    assert "The end line matches" in told
    assert f"The commitment {commitment_to('drum')} matches the secret." in told
    assert "The seed follows from the secret and 2 nonces: fife, bugle." in told
    assert "Every die follows from the seed; there are 1." in told
    assert "The battle is unfinished; the file ends with decision 1." in told
    assert "No decision was taken back, as far as the file says." in told
    assert "look for your nonce" in told


def test_linked_dice(longroll: Longroll, tmp_path: Path, linked: str) -> None:
    told = verified(longroll, tmp_path, linked)
    for side, start in STARTS.items():
        assert f"Each link of {side.title()} leads to the anchor {anchor_of(start)}." in told
    assert "Every die follows from the secret and the links; there are 1." in told
    assert "Confederate abandoned the battle after decision 1." in told
    assert "Union asked to go back from decision 3 to 1: 2 decisions taken back." in told
    assert "Only a browser that gave the links can check" in told


def test_a_record_of_format_1(longroll: Longroll, tmp_path: Path, committed: str) -> None:
    told = verified(longroll, tmp_path, first_format(committed))
    assert "The record is of format 1, which has no end line: you could not tell" in told
    assert "The end line matches" not in told
    assert "No decision was taken back" not in told


def test_a_finished_battle(longroll: Longroll, record: Path) -> None:
    ran = longroll("replay", "--verify", record)
    assert ran.code == 2, "its seed was chosen by somebody"
    assert "The battle is over." in ran.out
    assert ran.err.endswith(": these dice were not committed to, so nothing can prove them\n")


def test_rules_of_another_version_are_told(
    longroll: Longroll, tmp_path: Path, committed: str
) -> None:
    text = sealed(committed.replace("stockade_redan 1", "stockade_redan 0"))
    told = verified(longroll, tmp_path, text)
    assert "It was recorded with rules version 0 and replayed with 1." in told


@pytest.mark.parametrize(
    "old, new, why",
    [
        ("secret drum", "secret fife", "the secret does not match the commitment: "),
        ("fife", "flute", "decision 0: the dice differ: "),
        ("1 confederate", "; 1 confederate", "the record was changed: its end line does not fit"),
        ("\n0 start", "\n\n0 start", "the record was changed: its end line does not fit"),
        ("\nend ", "\n; ", "the record is cut off: it has no end line"),
    ],
)
def test_what_fails_is_named(
    longroll: Longroll, tmp_path: Path, committed: str, old: str, new: str, why: str
) -> None:
    file = tmp_path / "battle.record"
    file.write_text(committed.replace(old, new, 1), encoding="utf-8")
    ran = longroll("replay", "--verify", file)
    assert ran.code == 2
    assert why in ran.err
    assert "fits the secret" not in ran.out


def test_a_part_of_a_record_proves_nothing(longroll: Longroll, record: Path) -> None:
    ran = longroll("replay", "--verify", "--to", 3, record)
    assert ran.code == 2
    assert ran.err == "longroll: --verify needs the whole record: leave out --to\n"


def test_a_record_with_take_backs_plays_on(longroll: Longroll, tmp_path: Path, linked: str) -> None:
    file = tmp_path / "battle.record"
    file.write_text(linked, encoding="utf-8")
    assert longroll("check", file).code == 0
    assert longroll("replay", file, "--to", 1).code == 0
    assert library.replay(linked).past.number == 1
