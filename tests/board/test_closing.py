"""Rules that close hexes: the list and the refusal come from the same rules."""

from __future__ import annotations

from longroll.board.hex import Grid, Hex
from longroll.board.hex.closing import HexRule, bars_to_hex, left_open
from longroll.kernel.decision import Refusal

GRID = Grid(range(1, 5), range(1, 5), "odd")
asked: list[int] = []


def near(hexes: int, state: str, unit: int) -> int:
    return hexes & GRID.disc(state, unit)


def even(hexes: int, state: str, unit: int) -> int:
    asked.append(hexes)
    return hexes & GRID.mask(hex for hex in GRID.hexes if int(hex) % 2 == 0)


def says(rule: str) -> HexRule[str, int]:
    def refusal(hex: Hex, state: str, unit: int) -> Refusal:
        return Refusal(rule, f"{hex} from {state}")

    return HexRule(near if rule == "a:1" else even, refusal, final=rule == "a:1")


RULES = (says("a:1"), says("a:2"))


def rules_against(hex: Hex) -> list[str]:
    bit = GRID.mask((hex,))
    return [refusal.rule for refusal in bars_to_hex(RULES, hex, bit, "0101", 1)]


def test_what_no_rule_closes_is_open() -> None:
    everywhere = GRID.mask(GRID.hexes)
    assert GRID.marked(left_open(RULES, everywhere, "0101", 1)) == ["0102"]


def test_later_rules_are_asked_of_what_is_left() -> None:
    asked.clear()
    left_open(RULES, GRID.mask(GRID.hexes), "0101", 1)
    left_open(RULES, GRID.mask(("0404",)), "0101", 1)
    assert asked == [GRID.disc("0101", 1)]


def test_every_rule_refuses_until_a_final_one() -> None:
    assert rules_against("0102") == []
    assert rules_against("0101") == ["a:2"]
    assert rules_against("0403") == ["a:1"]


def test_list_and_refusal_are_one() -> None:
    open_hexes = GRID.marked(left_open(RULES, GRID.mask(GRID.hexes), "0101", 1))
    assert open_hexes == [hex for hex in GRID.hexes if not rules_against(hex)]
