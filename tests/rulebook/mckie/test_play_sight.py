"""What troops see into woods and towns, and inside them."""

from __future__ import annotations

import pytest

from longroll.board.table import piece
from longroll.systems.mckie.table import field as measured
from tests.rulebook.mckie.field import lay, position, troops


def wood(kind: str) -> object:
    """A deep wood across the table from 10 in southward."""
    return piece(kind, "the wood", (0, 1000), (6000, 1000), (6000, 4800), (0, 4800))


def sees(monkeypatch: pytest.MonkeyPatch, kind: str, looker: float, other: float) -> bool:
    """Whether a unit whose front lies at one depth sees another, both on one line."""
    lay(monkeypatch, [wood(kind)])  # type: ignore[list-item]
    state = position(
        {
            "u": troops("union", 20, looker, figures=4),
            "c": troops("confederate", 20, other, 180, figures=4),
        }
    )
    return measured.sees(state, "u", "c")


@pytest.mark.rule("mckie:vis.dense.1")
@pytest.mark.parametrize("kind", ["dense_woods", "built_up"])
def test_into_dense_woods_and_towns_one_sees_two_inches(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert sees(monkeypatch, kind, 11.2, 5), "a little way in, looking out"
    assert not sees(monkeypatch, kind, 14, 5)


@pytest.mark.rule("mckie:vis.dense.2")
@pytest.mark.parametrize("kind", ["dense_woods", "built_up"])
def test_inside_them_one_sees_two_inches(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    assert sees(monkeypatch, kind, 30, 28.4)
    assert not sees(monkeypatch, kind, 30, 26)


@pytest.mark.rule("mckie:vis.open.1")
def test_in_open_woods_it_is_four(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sees(monkeypatch, "open_woods", 13, 5), "into and out of them"
    assert not sees(monkeypatch, "open_woods", 16, 5)
    assert sees(monkeypatch, "open_woods", 30, 26.6), "and inside"
    assert not sees(monkeypatch, "open_woods", 30, 24)
