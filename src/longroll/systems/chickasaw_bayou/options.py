"""What the players may agree on."""

from __future__ import annotations

from longroll.systems.blind_swords.state import Options as SeriesOptions


class Options(SeriesOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of the Grand Assault, and the longer first scenarios (CB-27)."""

    sixth_turn: bool = False
    race_course: bool = False
    yazoo_river: bool = False
    missouri: bool = False
    levee: bool = False

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are taken, in the order of the book."""
        taken = {
            "race-course": self.race_course,
            "yazoo-river": self.yazoo_river,
            "missouri": self.missouri,
            "levee": self.levee,
        }
        return tuple(name for name, is_taken in taken.items() if is_taken)
