"""How a player of rules of thumb fights: bold or cautious, and where, as a few knobs.

A doctrine is a frozen dataclass. Each field made by `knob` names all the values that make sense,
the usual one first, so that doctrines can be varied without knowing what they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

    def varied(self, chance: Random, formations: Sequence[str] = ()) -> Self:
        """The same with one knob at another of its values; or with one of the formations, such as
        brigades, told to do otherwise than the rest.

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


#: What a formation may be told to do otherwise than the rest.
Told = Literal["attack", "hold"]


@dataclass(frozen=True)
class Apart(Doctrine):
    """A doctrine that may tell formations to do otherwise than the rest."""

    #: Those formations, and what each does.
    apart: tuple[tuple[str, Told], ...] = ()

    def told(self, formation: str) -> Told | None:
        """What a formation is told; None for what the rest does."""
        return dict(self.apart).get(formation)

    def varied(self, chance: Random, formations: Sequence[str] = ()) -> Self:
        if not formations or chance.random() < 1 / 2:
            return super().varied(chance)
        one, now = chance.choice(formations), dict(self.apart)
        if one in now:
            del now[one]
            base = self.name
        else:
            now[one] = chance.choice(("attack", "hold"))
            base = self.name.partition(",")[0] + f", {one} {now[one]}s"
        return replace(self, name=base, apart=tuple(sorted(now.items())))


@dataclass(frozen=True)
class Stance(Apart):
    """A doctrine of a side that may attack or hold."""

    #: Whether the side goes for ground: as the battle has it, or in any case.
    stance: Literal["as told", "attack", "hold"] = knob("as told", "attack", "hold")

    def attacks(self, told: bool, formation: str = "") -> bool:
        """Whether a formation goes for ground; `told` says whether the battle has it so.

        >>> Stance(stance="hold", apart=(("gates", "attack"),)).attacks(True, "gates")
        True
        """
        stance = self.told(formation) or self.stance
        return told if stance == "as told" else stance == "attack"


@dataclass(frozen=True)
class Portfolio:
    """The doctrines to try in any battle, with those that many battles have shown to be good for a
    side of a scenario before them, the best first; and the formations that may be told apart."""

    doctrines: Sequence[Doctrine]
    proven: Mapping[tuple[str, str], Sequence[Doctrine]] = field(default_factory=dict)
    told_apart: Callable[[Any, str], Sequence[str]] | None = None

    def of(self, state: Any, side: str) -> Sequence[Doctrine]:
        """The doctrines to try, the one to begin with first."""
        return (*self.proven.get((state.scenario, side), ()), *self.doctrines)

    def formations(self, state: Any, side: str) -> Sequence[str]:
        """The formations that may be told to do otherwise than the rest."""
        return self.told_apart(state, side) if self.told_apart is not None else ()
