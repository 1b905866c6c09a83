"""Step 11: chargers close to contact, and every melee is fought. [mckie:period.11]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from longroll.board.table import in_contact, level_at, spot_at
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.miniatures import ways
from longroll.miniatures.bodies import is_present
from longroll.miniatures.contact import faced_in_contact
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.charge import contact
from longroll.systems.mckie.charge.charge_tests import is_on, mark_struck, stop
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.events import Blows, CameToContact, TurnedInMelee, WagonTaken
from longroll.systems.mckie.melee.rules import Fighter, Front, Group, Strike
from longroll.systems.mckie.melee.widening import OfferWidening
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.risk.step import roll_for_generals
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Charge, Contact, State
from longroll.systems.mckie.words import Attack, Cover


def fight(state: State) -> list[Ask | Do]:
    """[mckie:period.11]"""
    return [CloseIn(), TurnToFight(), OfferWidening(), FightMelees()]


# Contact


class CloseIn(Do, frozen=True):
    """Every charge still under way closes from 1 in to contact, in the order they were declared.
    (MK-M29)"""

    def run(self, state: State, umpire: Umpire) -> None:
        for charge in state.charges:
            if is_on(state, charge):
                _close(state, charge, umpire)
        guns.settle(state, umpire)


def _close(state: State, charge: Charge, umpire: Umpire) -> None:
    unit = state.units[charge.unit]
    found = contact.struck_by(state, charge)
    if found is None:
        stop(state, charge, "it cannot come at the enemy", umpire)
        return
    pose, met = found
    state.put(charge.unit, pose)
    for other, struck in met.items():
        join(state, Contact(charge.unit, other, struck, state.period))
    umpire.tell(
        CameToContact(
            rules=("mckie:melee.elig.1",),
            unit=charge.unit,
            title=unit.title,
            enemies=tuple(met),
            titles=tuple(state.units[other].title for other in met),
        )
    )
    for other in met:
        if state.units[other].arm == "wagon":
            take_wagon(state, other, unit.title, umpire)


def join(state: State, new: Contact) -> None:
    """Two units are in melee; an older melee between them is kept."""
    pair = {new.attacker, new.defender}
    if not any({one.attacker, one.defender} == pair for one in state.contacts):
        state.contacts = (*state.contacts, new)


def take_wagon(state: State, id: str, by: str, umpire: Umpire) -> None:
    """A wagon does not fight."""
    title = state.units[id].title
    state.remove(id, "captured")
    umpire.tell(WagonTaken(rules=("mckie:prisoners.1",), unit=id, title=title, by=by))


# Turning to fight back


class TurnToFight(Do, frozen=True):
    """Melees that are over are removed; in those that begin, units are struck where they stand, in
    the others those struck in flank turn. [mckie:fat.1] [mckie:morale.factor.flanked]"""

    def run(self, state: State, umpire: Umpire) -> None:
        prune(state)
        for one in state.contacts:
            if one.since == state.period:
                mark_struck(state, one.defender, one.struck)
        turn_to_fight(state, umpire)


def turn_to_fight(state: State, umpire: Umpire) -> None:
    """A unit that was struck in flank or rear and is still there turns in the second period, if it
    has room. [mckie:melee.flank.2] [mckie:form.skirm.9] [mckie:melee.noform]"""
    for one in state.contacts:
        if one.struck == "front" or one.since >= state.period:
            continue
        unit, enemy = state.units[one.defender], state.units[one.attacker]
        facing = [other for other in state.contacts if other.defender == one.defender]
        if any(other.struck == "front" for other in facing):
            continue  # it has its front to somebody else
        pose = faced_in_contact(state.rulebook, unit, enemy)
        if not ways.is_free(state, unit, pose):
            continue  # those of its stands that are touched fight anyway
        state.put(one.defender, pose)
        turned = replace(one, struck="front")
        state.contacts = tuple(turned if other == one else other for other in state.contacts)
        umpire.tell(
            TurnedInMelee(rules=("mckie:melee.flank.2",), unit=one.defender, title=unit.title)
        )


# The fight


class FightMelees(Do, frozen=True):
    """All strikes are simultaneous: everybody strikes with the figures from before.

    [mckie:period.11] [mckie:melee.proc.1] [mckie:melee.proc.2] [mckie:melee.chance]
    [mckie:ex.melee.attr] [mckie:ex.general] (MK-M34, MK-M36)
    """

    def run(self, state: State, umpire: Umpire) -> None:
        fighting = [id for id in state.present() if state.opponents(id)]
        fighters = {id: fighter(state, id) for id in fighting}
        strikes: dict[str, Strike] = {}
        for id in fighting:
            groups = groups_of(state, id)
            if groups:
                strikes[id] = _strike(state, id, groups, fighters, umpire)
        roll_for_generals(state, fighting, "melee", umpire)
        suffered = melee.losses(list(strikes.values()))
        state.tallies = {
            id: (suffered.get(id, 0), strikes[id].inflicted if id in strikes else 0)
            for id in fighting
        }
        for id in fighting:
            state.mark(id, did=("fought_melee",))
            hurt.lose(state, id, suffered.get(id, 0), umpire)


def prune(state: State) -> None:
    """Drop melees whose units are no longer there, or no longer touch."""
    state.contacts = tuple(
        one
        for one in state.contacts
        if is_present(state.units[one.attacker])
        and is_present(state.units[one.defender])
        and in_contact(
            field.stands_of(state.units[one.attacker]), field.stands_of(state.units[one.defender])
        )
    )


def _strike(
    state: State,
    id: str,
    groups: Sequence[Group],
    fighters: dict[str, dict[str, Fighter]],
    umpire: Umpire,
) -> Strike:
    title = state.units[id].title
    chance = average_die(umpire, f"chance die of {title}")
    die = ten_sided(umpire, f"losses inflicted by {title}")
    found = melee.strike_each(
        lambda one, other: fighters[one][other], id, groups, chance.value, die.value
    )
    umpire.tell(Blows.of(state.units, id, found, chance, die))
    return found


# The facts


def attack_of(state: State, id: str) -> Attack:
    """What a unit did this period to be in its melees: charge, follow up, or neither."""
    done = {attack_on(state, id, other) for other in state.opponents(id)}
    return "charge" if "charge" in done else "follow_up" if "follow_up" in done else "none"


def attack_on(state: State, id: str, other: str) -> Attack:
    """What a unit did this period to be in melee with that opponent. Two that charge each other's
    line both charge, whoever closed first. [mckie:melee.factor.charge]"""
    pair = {id, other}
    mine = [one for one in state.contacts if {one.attacker, one.defender} == pair]
    began = any(one.since == state.period and not one.followed_up for one in mine)
    charge = state.charge_of(id)
    charges = charge is not None and charge.target == other and not charge.halted
    attacked = [one for one in mine if one.attacker == id]
    if began and (charges or any(one.since == state.period for one in attacked)):
        return "charge"
    return "follow_up" if any(one.followed_up for one in attacked) else "none"


def fighter(state: State, id: str) -> dict[str, Fighter]:
    """A unit as the factors need it, by opponent: it may be above one and not another, and charges
    only those it strikes. [mckie:melee.factor.charge] [mckie:melee.factor.uphill]
    [mckie:melee.factor.wall] [mckie:melee.factor.general]"""
    unit = state.units[id]
    return {
        other: Fighter(
            unit.arm,
            unit.quality,
            attack_on(state, id, other),
            testing.leader(state, id),
            unit.fatigued,
            _cover(state, id, other),
            higher=_height(state, unit) > _height(state, state.units[other]),
        )
        for other in state.opponents(id)
    }


def _height(state: State, unit: Unit) -> int:
    """The level a unit in contact is on: fronts meet on one line, so it is taken from the
    middle of the front rank's bases. [mckie:melee.factor.uphill]"""
    depth = field.plan_of(unit).stand.depth
    return level_at(state.battle.table, spot_at(unit.pose, 0, depth // 2))


def _cover(state: State, id: str, other: str) -> Cover:
    """What shelters a unit from an opponent: no wall from one in its flank or rear, nor if it
    attacks another. (MK-14, MK-23)"""
    cover = field.cover_of(state, state.units[id])
    attacks_another = attack_on(state, id, other) == "none" != attack_of(state, id)
    bare = attacks_another or _is_behind(state, id, other)
    return "none" if cover != "woods" and bare else cover


def groups_of(state: State, id: str) -> list[Group]:
    """The figures of a unit that fight, assigned to its opponents.

    A unit struck in flank or rear does not fight back in the first period; routers do not at
    all. [mckie:melee.elig.1] [mckie:melee.elig.2] [mckie:melee.elig.3] [mckie:melee.flank.1]
    [mckie:form.supported.3] [mckie:form.skirm.8]
    """
    unit = state.units[id]
    if unit.standing == "routing":
        return []
    able = [one for one in _others(state, id) if _may_strike(state, id, one)]
    found = contact.shares(state, id, able, [one for one in able if _is_behind(state, id, one)])
    if not found:
        return []
    front = Front(
        unit.arm,
        unit.formation,
        field.plan_of(unit).ranks,
        in_contact=sum(len(stands) - left - right for stands, left, right in found.values()),
        overlap_left=sum(left for _, left, _ in found.values()),
        overlap_right=sum(right for _, _, right in found.values()),
        attack=attack_of(state, id),
    )
    return _told_off(state, id, found, front)


def _others(state: State, id: str) -> list[str]:
    return list(dict.fromkeys(state.opponents(id)))


def _between(state: State, id: str, other: str) -> Contact:
    return next(one for one in state.contacts if {one.attacker, one.defender} == {id, other})


def _may_strike(state: State, id: str, other: str) -> bool:
    one = _between(state, id, other)
    period = state.period - one.since + 1
    return one.attacker == id or melee.may_strike(one.struck, period)


def _is_behind(state: State, id: str, other: str) -> bool:
    """Whether an opponent has a unit by the flank or rear."""
    one = _between(state, id, other)
    return one.defender == id and one.struck != "front"


def _told_off(
    state: State, id: str, found: dict[str, tuple[list[int], int, int]], front: Front
) -> list[Group]:
    """The figures on the stands that fight; those behind fight as the nearest in front do."""
    unit = state.units[id]
    first, second = melee.stands_fighting(front)
    told_off = {place: other for other, (stands, _, _) in found.items() for place in stands}
    layout, figures = field.fighting_layout(unit), field.figures_by_stand(unit)
    ranks = field.plan_of(unit).ranks
    fighting = set(told_off)
    if first > len(told_off):
        fighting |= set(range(ranks[0]))
    fighting |= set(range(ranks[0], ranks[0] + second))
    totals = dict.fromkeys(found, 0)
    for place in sorted(fighting):
        base = layout.bases[place]
        middle = 2 * base.dx + base.width
        near = min(
            told_off,
            key=lambda at: (abs(2 * layout.bases[at].dx + layout.bases[at].width - middle), at),
        )
        totals[told_off[near]] += figures[place]
    return [Group(other, number) for other, number in totals.items() if number]


STEPS = (CloseIn, TurnToFight, FightMelees)
