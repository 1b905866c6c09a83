"""Army building: historical brigades and batteries become units of figures and models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from longroll.systems.mckie.army.units import LIMITS, QUALITIES, models_of, shared_out, unit_scaling
from longroll.systems.mckie.words import GUNS, Arm, Quality


class Brigade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of an order of battle, the smallest force that takes the field. [mckie:unit.smallest]

    Troops are counted in `men`, batteries and trains in `pieces` (guns, mortars or wagons).
    `quality` is a word of the rules, or a description of the troops.
    """

    name: str
    arm: Arm
    quality: str
    weapon: str = ""
    men: int = 0
    pieces: int = 0
    repeating: bool = False


class Unit(msgspec.Struct, frozen=True):
    """A unit for the table: figures of a brigade, or models of a battery or a train."""

    name: str
    arm: Arm
    quality: Quality
    weapon: str
    figures: int = 0
    models: int = 0
    repeating: bool = False

    @property
    def crews(self) -> tuple[int, ...]:
        """The crew of each gun model, at full strength. [mckie:unit.crew]"""
        return (LIMITS.crew_of_a_model,) * self.models if self.arm in GUNS else ()


class BadMuster(ValueError):
    """An order of battle that makes no usable army; `faults` names every line that is wrong."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def quality_of(word: str) -> Quality | None:
    """The quality of troops, from the word of the rules or from a description.
    [mckie:cat.veteran] [mckie:cat.experienced] [mckie:cat.raw]

    >>> quality_of("raw"), quality_of("US regulars"), quality_of("militia")
    ('raw', 'veteran', 'raw')
    """
    return QUALITIES.get(word.lower())


def muster(brigades: Iterable[Brigade]) -> tuple[Unit, ...]:
    """The units of an order of battle, by the scales of the book; BadMuster names every fault.
    [mckie:unit.scaling] [mckie:unit.split] [mckie:unit.artillery] [mckie:cat.assign]

    >>> davis = Brigade("Davis", "infantry", "raw", "muzzle_loading_rifle", men=2300)
    >>> [(unit.name, unit.figures) for unit in muster([davis])]
    [('Davis 1', 29), ('Davis 2', 29)]
    """
    brigades = tuple(brigades)
    faults = [f"{one.name}: {fault}" for one in brigades for fault in _faults(one)]
    if faults:
        raise BadMuster(faults)
    return tuple(unit for brigade in brigades for unit in _units(brigade))


def _units(brigade: Brigade) -> Iterator[Unit]:
    quality = quality_of(brigade.quality)
    assert quality is not None
    parts = _parts(brigade)
    for number, part in enumerate(parts, start=1):
        yield Unit(
            name=f"{brigade.name} {number}" if len(parts) > 1 else brigade.name,
            arm=brigade.arm,
            quality=quality,
            weapon=brigade.weapon,
            figures=part if brigade.men else 0,
            models=part if brigade.pieces else 0,
            repeating=brigade.repeating,
        )


def _parts(brigade: Brigade) -> tuple[int, ...]:
    """The figures, or the models, of each unit."""
    if brigade.men:
        return unit_scaling(brigade.men)
    models = models_of(brigade.pieces)
    return shared_out(models, LIMITS.most_models) if brigade.arm in GUNS else (1,) * models


def _faults(brigade: Brigade) -> Iterator[str]:
    if quality_of(brigade.quality) is None:
        yield f"{brigade.quality!r} is not a quality – veteran, experienced or raw"
    counted, other = ("pieces", "men") if brigade.arm in (*GUNS, "wagon") else ("men", "pieces")
    if brigade.arm not in (*GUNS, "wagon", "infantry", "cavalry", "dismounted_cavalry"):
        yield f"{brigade.arm} is not a unit of an army – troops, guns or wagons"
    elif getattr(brigade, counted) < 1 or getattr(brigade, other):
        yield f"{brigade.arm} is counted in {counted} – {counted} above 0 and no {other}"
    elif counted == "men" and "cavalry" in brigade.arm:
        fewest = min(unit_scaling(brigade.men))
        if fewest < LIMITS.fewest_cavalry_figures:
            yield (
                f"a cavalry unit of {fewest} figures – at least {LIMITS.fewest_cavalry_figures}"
                " [mckie:unit.min.cav]"
            )
    if not brigade.weapon and brigade.arm != "wagon":
        yield "no weapon – one from the weapon table"
