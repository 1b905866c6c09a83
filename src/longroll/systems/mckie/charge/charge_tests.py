"""Steps 9 and 10: chargers that were hit test their morale, then the units they charge.

[mckie:period.9] [mckie:period.10] (MK-M29)
"""

from __future__ import annotations

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.miniatures.bodies import is_present
from longroll.systems.mckie.army.troops import Felt
from longroll.systems.mckie.charge import contact, responding
from longroll.systems.mckie.charge.events import ChargeStopped
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.retreat.retreating import carry_out
from longroll.systems.mckie.table.state import Charge, State
from longroll.systems.mckie.words import Struck

_STANDING = ("steady", "retiring")
_FELT: dict[Struck, tuple[Felt, ...]] = {
    "front": (),
    "flank": ("struck_flank",),
    "rear": ("struck_rear",),
}
_DID: dict[Struck, tuple[Action, ...]] = {
    "front": (),
    "flank": ("attacked_in_flank_or_rear",),
    "rear": ("attacked_in_flank_or_rear",),
}


def chargers_test(state: State) -> list[Ask | Do]:
    """[mckie:period.9]"""
    return [TestChargers()]


def receivers_test(state: State) -> list[Ask | Do]:
    """[mckie:period.10]"""
    return [TestReceivers()]


class TestChargers(Do, frozen=True):
    """Chargers that lost figures to fire test at 1 in from the enemy; those that fail halt there.

    One that breaks while it is charged itself routs at once. [mckie:period.9]
    [mckie:morale.when.3] [mckie:morale.result.1b] [mckie:morale.result.0b]
    [mckie:morale.result.m3a]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        for charge in state.charges:
            hit = "lost_figures" in state.units[charge.unit].felt
            if hit and is_on(state, charge):
                _test_charger(state, charge, umpire)


def is_on(state: State, charge: Charge) -> bool:
    """Whether a charge goes on: both units are there, and the charger neither halted nor fled."""
    return (
        charge in state.charges
        and not charge.halted
        and is_present(state.units[charge.unit])
        and is_present(state.units[charge.target])
        and state.units[charge.unit].standing == "steady"
    )


def _test_charger(state: State, charge: Charge, umpire: Umpire) -> None:
    result = testing.test(state, charge.unit, ("charger_hit",), umpire)
    if result.result == "obey":
        return
    stop(state, charge, "it was hit by fire", umpire)
    # It does not advance any more. (MK-M30)
    felt = state.units[charge.unit].felt
    state.change(charge.unit, felt=felt - {"advanced"})
    carry_out(state, charge.unit, result, umpire, at_once=result.result == "rout")


def stop(state: State, charge: Charge, why: str, umpire: Umpire) -> None:
    """A charge stops where it is. [mckie:morale.result.1b]"""
    halted = replace(charge, halted=True)
    state.charges = tuple(halted if one == charge else one for one in state.charges)
    umpire.tell(
        ChargeStopped(
            rules=("mckie:morale.result.1b",),
            unit=charge.unit,
            title=state.units[charge.unit].title,
            why=why,
        )
    )


class TestReceivers(Do, frozen=True):
    """Units that a charge strikes test; those that rout, retreat or retire do so at once.

    [mckie:period.10] [mckie:morale.when.2] [mckie:morale.result.m3a] [mckie:morale.result.0c]
    [mckie:morale.factor.flanked] (MK-39)
    """

    def run(self, state: State, umpire: Umpire) -> None:
        going = [charge for charge in state.charges if is_on(state, charge)]
        struck = {charge: _struck_by(state, charge) for charge in going}
        for where in struck.values():
            for id in where:
                mark_struck(state, id, where[id])
        given_way = set()
        for id in state.present():
            coming = [one for one in struck if id in struck[one] and is_on(state, one)]
            unit = state.units[id]
            if coming and unit.standing in _STANDING and unit.arm != "wagon":
                if not _receives(state, id, coming, umpire):
                    given_way.add(id)
        for charge, where in struck.items():
            if charge.target in given_way:
                left = {id: where[id] for id in where if id not in given_way}
                _goes_on(state, charge, left, umpire)


def _struck_by(state: State, charge: Charge) -> dict[str, Struck]:
    """Those that a charge strikes if all stand: its target, and others in its way. (MK-39)"""
    found = contact.struck_by(state, charge)
    return {charge.target: charge.struck, **(found[1] if found is not None else {})}


def mark_struck(state: State, id: str, struck: Struck) -> None:
    """A unit is attacked, and maybe in flank or rear.
    [mckie:fat.1] [mckie:morale.factor.flanked]"""
    state.mark(id, felt=_FELT[struck], did=_DID[struck])


def _receives(state: State, id: str, coming: list[Charge], umpire: Umpire) -> bool:
    """A unit tests as it receives some charges; whether it stands."""
    result = testing.test(state, id, ("receive_charge",), umpire)
    if result.survives and result.result != "retire":
        return True
    own = state.charge_of(id)
    if own is not None:
        stop(state, own, "it is charged itself", umpire)
    if result.result == "retire":
        responding.make_off(state, id, coming[0].unit, umpire)
    else:
        carry_out(state, id, result, umpire, at_once=True)
    return False


def _goes_on(state: State, charge: Charge, others: dict[str, Struck], umpire: Umpire) -> None:
    """The target of a charge has given way: it goes on at another that it strikes, or stops.
    (MK-39)"""
    unit = state.units[charge.unit]
    if not is_present(unit) or unit.standing != "steady":
        return
    if others:
        target, struck = next(iter(others.items()))
        onwards = replace(charge, target=target, struck=struck, response="stand")
        rest = (one for one in state.charges if one.unit != charge.unit)
        state.charges = (*rest, onwards)
    elif charge in state.charges:
        stop(state, charge, "the enemy does not wait for it", umpire)


STEPS = (TestChargers, TestReceivers)
