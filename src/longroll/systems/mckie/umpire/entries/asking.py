"""The one question of umpire mode: what happens? Every verb has its entry here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from longroll.kernel.agenda import Umpire
from longroll.miniatures.umpire.asking import Desk, Kind
from longroll.systems.mckie.table.state import ENEMY
from longroll.systems.mckie.umpire import due, steps
from longroll.systems.mckie.umpire.entries import (
    armies,
    batteries,
    days,
    fighting,
    leaders,
    period,
    responding,
    roster,
    screening,
    shooting,
    testing,
)
from longroll.systems.mckie.umpire.entries.reading import Entry, Hand, Words, hand
from longroll.systems.mckie.umpire.state import State

ENTRIES: dict[str, Kind] = {
    "fire": Kind(shooting.RULE, shooting.read, shooting.carry_out),
    "melee": Kind(fighting.RULE, fighting.read, fighting.carry_out),
    "morale": Kind(testing.RULE, testing.read, testing.carry_out),
    "charge": Kind("mckie:period.4", testing.read_charge, testing.carry_out),
    "stand": Kind("mckie:resp.1", responding.read_stand, responding.answer),
    "turn": Kind("mckie:resp.2", responding.read_turn, responding.answer),
    "evade": Kind("mckie:resp.4", responding.read_evade, responding.answer),
    "counter": Kind("mckie:opt.cb.1", batteries.read_counter, batteries.fire_counter),
    "guns": Kind("mckie:resp.6", batteries.read_guns, batteries.settle_guns),
    "fatigue": Kind("mckie:fat.when", roster.read_fatigue, roster.check_fatigue),
    "risk": Kind("mckie:risk.1", leaders.read_risk, leaders.roll_risk),
    "did": Kind("mckie:fat.when", roster.read_did, roster.did),
    "form": Kind("mckie:form.line", roster.read_form, roster.form),
    "detach": Kind("mckie:form.skirm.2", screening.read_detach, screening.detach),
    "recall": Kind("mckie:man.detach", screening.read_recall, screening.recall),
    "state": Kind("mckie:morale.result.4", roster.read_state, roster.set_state),
    "ammo": Kind("mckie:ammo.3", roster.read_ammo, roster.set_ammo),
    "lose": Kind("mckie:rem.strength", roster.read_lose, roster.lose),
    "figures": Kind("mckie:rem.strength", roster.read_figures, roster.set_figures),
    "remove": Kind("mckie:rem.strength", roster.read_unit_only, roster.remove),
    "part": Kind("mckie:melee.res.6", roster.read_part, roster.part),
    "follow": Kind("mckie:melee.res.3", roster.read_follow, roster.follow),
    "general": Kind("mckie:risk.1", leaders.read_general, leaders.join),
    "add": Kind("mckie:unit.scaling", armies.read_add, armies.add),
    "weapon": Kind("mckie:wpn.extend", armies.read_weapon, armies.add_weapon),
    "commander": Kind("mckie:gen.rate.1", armies.read_commander, armies.add_commander),
    "initiative": Kind("mckie:init.1", period.read_initiative, period.roll_initiative),
    "first": Kind("mckie:init.3", period.read_first, period.set_first),
    "step": Kind("mckie:period.1", period.read_step, period.begin_step),
    "next": Kind("mckie:period.1", period.read_next, period.begin_step),
    "period": Kind("mckie:period.1", period.read_period, period.begin_period),
    "day": Kind("mckie:loss.2", days.read_day, days.end_day),
    "end": Kind("mckie:victory.none", days.read_end, days.end),
}


class Umpiring(Desk, frozen=True):
    """One player writes the entries for both armies; the other one watches."""

    rule: ClassVar[str] = "mckie:period.1"
    verbs: ClassVar[tuple[str, ...]] = tuple(ENTRIES)
    entries: ClassVar[Mapping[str, Kind]] = ENTRIES
    words: ClassVar[type[Words]] = Words

    def question(self, state: State) -> str:
        step = steps.BY_SLUG[state.step]
        return f"Period {state.period}, step {steps.number(step.slug)}: {step.title}. What happens?"

    def likely(self, state: State) -> Iterator[str]:
        return _likely(state)

    def hand(self, umpire: Umpire, entry: Entry) -> Hand:
        return hand(umpire, entry.thrown)


def _likely(state: State) -> Iterator[str]:
    """Entries that make sense now, rolled by the program; most need facts that only people see."""
    for one in due.all_due(state):
        if one.step == state.step:
            yield f"{one.verb} {one.unit}"
    here = state.present()
    if state.step == "initiative":
        yield "initiative"
        yield from ("first union", "first confederate")
    foes = {id: next((o for o in here if _enemies(state, id, o)), "") for id in here}
    for id, foe in foes.items():
        if not foe:
            continue
        if state.step == "firing":
            yield f"fire {id} {foe} 5"
        elif state.step in ("charges_first", "charges_second"):
            yield f"charge {id} {foe}"
        elif state.step == "melee":
            yield f"melee {id} {foe} 4 and {foe} {id} 4"
        elif state.step == "melee_results":
            yield f"follow {id} {foe}"
    yield "next"
    if state.step == due.LAST:
        yield from ("period", "end union", "end confederate", "end draw")


def _enemies(state: State, one: str, other: str) -> bool:
    units = state.units
    return units[other].side == ENEMY[units[one].side] and units[other].arm != "wagon"
