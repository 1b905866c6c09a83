"""How a player of rules of thumb fights: bold or cautious, and where, as a few knobs.

A doctrine is a frozen dataclass. Each field made by `knob` names all the values that make sense,
the usual one first, so that doctrines can be varied without knowing what they are about.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, replace
from random import Random
from typing import Any, Literal, Self


def knob(usual: Any, *others: Any) -> Any:
    """A field of a doctrine: its usual value, and the others that make sense."""
    return field(default=usual, metadata={"values": (usual, *others)})


@dataclass(frozen=True)
class Doctrine:
    """The base of every doctrine; without knobs it is only a name."""

    name: str = "as usual"

    def varied(self, chance: Random) -> Self:
        """The same with one knob at another of its values.

        >>> Doctrine("bold").varied(Random(1)) == Doctrine("bold")
        True
        """
        knobs: list[Field[Any]] = [one for one in fields(self) if "values" in one.metadata]
        if not knobs:
            return self
        one = chance.choice(knobs)
        now = getattr(self, one.name)
        value = chance.choice([other for other in one.metadata["values"] if other != now])
        base = self.name.partition(",")[0]
        return replace(self, **{"name": f"{base}, varied", one.name: value})


@dataclass(frozen=True)
class Stance(Doctrine):
    """A doctrine of a side that may attack or hold."""

    #: Whether the side goes for ground: as the battle has it, or in any case.
    stance: Literal["as told", "attack", "hold"] = knob("as told", "attack", "hold")

    def attacks(self, told: bool) -> bool:
        """Whether the side goes for ground; `told` says whether the battle has it so."""
        return told if self.stance == "as told" else self.stance == "attack"
