"""The board in characters: every sign, the stagger, the fog, and the hexes large."""

from __future__ import annotations

import pytest

import longroll
from longroll.systems.stockade_redan import drawing
from longroll.systems.stockade_redan.terrain import GRID
from longroll.systems.stockade_redan.view import Facts
from tests.cli.terminal import POSITION
from tests.support import field


def seen(side: str, **changes: object) -> Facts:
    battle = longroll.position("stockade_redan", {**POSITION, **changes}, seed=1)
    facts = battle.view(side).facts
    assert isinstance(facts, Facts)
    return facts


def rows(drawn: str, *wanted: int) -> list[str]:
    """The two lines of each wanted row of the whole map, without the east."""
    lines = drawn.split("\n")
    return [line[:39].rstrip() for row in wanted for line in lines[2 * row - 1 : 2 * row + 1]]


def test_a_known_position_shows_the_right_signs() -> None:
    assert rows(drawing.draw(seen("union")), 18, 19, 20, 21, 22) == [
        "18  .     #     ~     .     .     .",
        "       .     #u    ~     .     .     .",
        "19  .     .     #C?   ~     .     .",
        "       .     .     #C2*  .     .     .",
        "20  .     .     .     U2*=% .Ug   .",
        "       .     .     H     U3!b% .     :",
        "21  .     .     #     ~     .     :",
        "       .     .     U1xC1 :b%   :     .",
        "22  .     .     #     :     :c    .",
        "       .     #     ~     .     .     .",
    ]


def test_the_confederates_see_into_the_stack_that_the_union_cannot() -> None:
    union, confederate = (drawing.draw(seen(side)) for side in ("union", "confederate"))
    assert "#C?" in union
    assert "#C2 " not in union
    assert "#C?" not in confederate
    assert "#C2 " in confederate


def test_a_hidden_stack_looks_the_same_whatever_it_holds() -> None:
    units = {**POSITION["units"], "1419": "36ms-j 36ms-k 36ms-l 36ms-o2"}  # type: ignore[dict-item]
    assert drawing.draw(seen("union", units=units)) == drawing.draw(seen("union"))
    assert drawing.draw(seen("confederate", units=units)) != drawing.draw(seen("confederate"))


def test_the_whole_map_fits_120_columns_and_names_its_columns_and_rows() -> None:
    lines = drawing.draw(seen("union")).split("\n")
    assert max(map(len, lines)) <= 120
    assert lines[0].split() == lines[-1].split() == [f"{column:02}" for column in GRID.columns]
    assert [line[:2] for line in lines[1:-1:2]] == [f"{row:02}" for row in GRID.rows]
    assert all(line.endswith(line[:2]) for line in lines[1:-1:2])


def test_high_columns_stand_on_the_upper_line_of_a_row() -> None:
    drawn = drawing.draw(field("1620 13us-a | 1720 13us-b", phase="VII").view("union").facts)
    upper, lower = rows(drawn, 20)
    assert upper[3 + 3 * 6 :].startswith(" ~U1")
    assert lower[3 + 3 * 7 :].startswith(" .U1")


def test_lit_hexes_carry_a_sign_of_their_own() -> None:
    facts = seen("union")
    assert ">#C2*" in drawing.draw(facts, lit={"1519"})
    assert ">1519#" in drawing.draw(facts, "1519", 1, lit={"1519"})
    assert ">" not in drawing.draw(facts)


def test_what_has_no_room_is_announced_by_a_plus() -> None:
    battle = field("1519 36ms-a 36ms-o1", phase="X", carnage=["1519"], chaos={"1519": "union"})
    assert "#C1*+" in drawing.draw(battle.view("confederate").facts)


def test_the_hexes_around_one_are_drawn_large() -> None:
    assert drawing.draw(seen("union"), "1620", 1).split("\n") == [
        "           _______",
        "          / 1619~ \\",
        "  _______/         \\_______",
        " / 1519# \\         / 1719. \\",
        "/   C2*   \\_______/         \\",
        "\\  36ms   / 1620~ \\         /",
        " \\_______/   U2*   \\_______/",
        " / 1520H \\  13us   / 1720. \\",
        "/         \\__=%___/   U3    \\",
        "\\         / 1621~ \\  mixed  /",
        " \\_______/         \\__!b%__/",
        "         \\         /",
        "          \\_______/",
    ]


def test_both_sides_of_a_shared_hex_and_hidden_stacks_are_named() -> None:
    drawn = drawing.draw(seen("union"), "1520", 2)
    assert "/U1* 116il\\" in drawn
    assert "\\ C1 36ms /" in drawn
    assert "hidden" in drawn


def test_the_largest_view_fits_120_columns() -> None:
    assert max(map(len, drawing.draw(seen("union"), "2515", 6).split("\n"))) <= 120


def test_a_place_off_the_map_is_refused() -> None:
    with pytest.raises(ValueError, match="9999"):
        drawing.draw(seen("union"), "9999", 2)


def test_the_legend_names_every_sign() -> None:
    for sign in ".:^~#H*g?x=b%!uc+>":
        assert sign in drawing.LEGEND
