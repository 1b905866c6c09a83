"""Dice that somebody else throws, for studies that treat chance as a player."""

from __future__ import annotations

from longroll.kernel.dice import Dice, Roll
from longroll.kernel.errors import LongrollError


class DieWanted(LongrollError):
    """A die must be thrown before the battle can go on; nothing has changed yet."""

    def __init__(self, purpose: str, sides: int) -> None:
        super().__init__(f"a die of {sides} sides is wanted: {purpose}")
        self.purpose = purpose
        self.sides = sides


class Thrown(Dice):
    """Faces that were thrown one by one; DieWanted if there are not enough yet."""

    __slots__ = ("_purpose", "faces")

    def __init__(self, faces: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.faces = faces
        self._purpose = ""

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        self._purpose = purpose
        return super().roll(purpose, sides, at_most)

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if index >= len(self.faces):
            raise DieWanted(self._purpose, sides)
        return self.faces[index]

    def copy(self) -> Thrown:
        twin = Thrown(self.faces)
        twin.rolled = self.rolled
        return twin
