"""`melee u1 c2 24 charge and c2 u1 16 dice 3 6 4 2`: all units that strike, and two dice for each.

[mckie:period.11]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.charge.charge_tests import mark_struck
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.melee import results as melee_results
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.events import Blows, GaveGround, MeleeDecided
from longroll.systems.mckie.melee.results import Outcome, Tally
from longroll.systems.mckie.melee.rules import Fighter, Front, Group, Strike
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.umpire.entries.hurting import endanger, take
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words, untimely
from longroll.systems.mckie.umpire.entries.shooting import COVERS, FORMATIONS, is_charging
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Attack, Cover, Formation, Struck

RULE = "mckie:melee.proc.1"
_FLAGS = ("charge", "follow_up", "higher", "flank", "rear", "second", "general")
_VALUES = ("cover", "as", "contact", "left", "right")


class Side(msgspec.Struct, frozen=True):
    """A unit in the melee: its facts, and how many figures strike whom."""

    unit: str
    fighter: Fighter
    formation: Formation
    groups: tuple[Group, ...]
    #: Those it does not attack, as it attacks others.
    aside: tuple[str, ...] = ()
    #: Where it is attacked in flank or rear, by whomever.
    behind: tuple[Struck, ...] = ()


class Melee(Entry, frozen=True):
    sides: tuple[Side, ...]

    def facing(self, id: str, other: str) -> Fighter:
        """A unit as it faces an opponent: it has neither a charge nor a wall against one that it
        does not attack while it attacks another. [mckie:melee.factor.charge]
        [mckie:melee.factor.wall] (MK-14, MK-23)"""
        side = next(one for one in self.sides if one.unit == id)
        if other not in side.aside:
            return side.fighter
        cover: Cover = "woods" if side.fighter.cover == "woods" else "none"
        return replace(side.fighter, attack="none", cover=cover)

    @property
    def striking(self) -> tuple[Side, ...]:
        return tuple(side for side in self.sides if side.groups)


# Reading


class _Told(msgspec.Struct):
    """What the words of one unit say."""

    unit: str
    figures: dict[str, int | None] = {}
    flags: set[str] = set()
    cover: Cover = "none"
    formation: Formation | None = None
    contact: int = 0
    left: int = 0
    right: int = 0


def read(state: State, words: Words) -> Melee:
    told = [_read_unit(state, words)]
    while words.take_if("and"):
        told.append(_read_unit(state, words))
    words.end()
    named = [one.unit for one in told]
    if len(set(named)) < len(named):
        words.refuse("a unit is named twice")
    # A unit that is only struck needs no words of its own.
    told += [
        _Told(other)
        for other in dict.fromkeys(other for one in told for other in one.figures)
        if other not in named
    ]
    refusals = list(_bars_to_fight(state, told))
    if refusals:
        raise Barred(*refusals)
    sides = tuple(_side(state, words, one) for one in told)
    if not any(side.groups for side in sides):
        words.refuse("nobody strikes: name an opponent and the figures that fight it")
    kinds = ("average", "ten") * sum(1 for side in sides if side.groups)
    return Melee(words.thrown(*kinds), sides)


def _read_unit(state: State, words: Words) -> _Told:
    told = _Told(words.unit(state, "the unit that fights", this_step=True))
    side = state.units[told.unit].side
    while words and words.next != "and":
        if words.next in _FLAGS:
            told.flags.add(words.take("a word"))
        elif words.take_if("cover"):
            told.cover = words.one_of(COVERS, "the cover of the unit")
        elif words.take_if("as"):
            told.formation = words.one_of(FORMATIONS, "the formation of the unit")
        elif words.next in ("contact", "left", "right"):
            word = words.take("a word")
            setattr(told, word, words.number(f"the stands after {word}", 1))
        elif words.next in state.units:
            other = words.unit(state, "the opponent", this_step=True)
            if state.units[other].side == side:
                words.refuse(f"{state.units[other].title} is a friend")
            told.figures[other] = words.number("figures") if words.next.isdecimal() else None
        else:
            words.unknown(("an enemy unit", *_FLAGS, *_VALUES))
    return told


def _bars_to_fight(state: State, told: Sequence[_Told]) -> Iterator[Refusal]:
    if state.step != "melee":
        yield untimely("a melee", "melee")
    for one in told:
        unit = state.units[one.unit]
        if unit.arm == "wagon":
            yield Refusal("mckie:prisoners.1", f"{unit.title} does not fight; it is captured")
        if unit.is_vessel:
            yield Refusal("mckie:opt.gunboat.1", f"{unit.title} is on the water")
        if one.unit in state.tallies:
            yield Refusal(RULE, f"{unit.title} has already fought in this period")
        if one.figures and unit.standing == "routing":
            yield Refusal("mckie:morale.result.m3a", f"{unit.title} is routing")
        if one.formation is not None:
            barred = bar_to_adopt(unit.arm, one.formation)
            if barred is not None:
                yield barred
        yield from _bars_to_strike_back(state, one)


def _bars_to_strike_back(state: State, told: _Told) -> Iterator[Refusal]:
    """Whoever is struck in flank by one enemy still strikes another before its front.
    [mckie:melee.flank.1]"""
    for other in told.figures:
        where = _struck(state, told, (other,))
        if not melee.may_strike(where, 2 if _second(state, told, (other,)) else 1):
            title = state.units[told.unit].title
            yield Refusal(
                "mckie:melee.flank.1",
                f"{title} is struck in {where} and fights back only next period",
            )
            return


def _second(state: State, told: _Told, others: Collection[str]) -> bool:
    """Whether it is in melee with one of them for a second period. [mckie:melee.flank.2]"""
    return "second" in told.flags or any(
        one.since < state.period
        for other in others
        for one in state.contacts
        if {one.attacker, one.defender} == {told.unit, other}
    )


def _coming(state: State, told: _Told) -> dict[str, Struck]:
    """Who strikes a unit for the first time, and where: chargers, and those that came upon it as
    they followed up in the last period. (MK-38)"""
    followed = {
        one.attacker: one.struck
        for one in state.contacts
        if one.defender == told.unit and one.since == state.period
    }
    charges = {one.unit: one.struck for one in state.chargers_of(told.unit) if not one.halted}
    return followed | charges


def _struck(state: State, told: _Told, others: Collection[str]) -> Struck:
    """Where some enemies strike a unit: as the players say, or as they came. In front if any
    does."""
    if "rear" in told.flags:
        return "rear"
    if "flank" in told.flags:
        return "flank"
    coming = _coming(state, told)
    found = [coming.get(other, "front") for other in others]
    return found[0] if found and "front" not in found else "front"


def _behind(state: State, told: _Told) -> tuple[Struck, ...]:
    """Where a unit is attacked in flank or rear. [mckie:fat.1] [mckie:morale.factor.flanked]"""
    if told.flags & {"flank", "rear"}:
        second = _second(state, told, state.opponents(told.unit))
        return () if second else (_struck(state, told, ()),)
    return tuple(one for one in _coming(state, told).values() if one != "front")


def _attack(state: State, told: _Told) -> Attack:
    if "charge" in told.flags or is_charging(state, told.unit):
        return "charge"
    followed = any(one.attacker == told.unit and one.followed_up for one in state.contacts)
    return "follow_up" if "follow_up" in told.flags or followed else "none"


def _aside(state: State, told: _Told, attack: Attack) -> tuple[str, ...]:
    """Who charges a unit that charges somebody else, and who fights one that followed up another:
    it does not attack them, unless the players say so. [mckie:melee.factor.charge]"""
    if attack == "none" or told.flags & {"charge", "follow_up"}:
        return ()
    if attack == "charge":
        charge = state.charge_of(told.unit)
        coming = [one.unit for one in state.chargers_of(told.unit) if not one.halted]
        return tuple(one for one in coming if charge is None or one != charge.target)
    followed = {
        one.defender for one in state.contacts if one.attacker == told.unit and one.followed_up
    }
    return tuple(one for one in state.opponents(told.unit) if one not in followed)


def _side(state: State, words: Words, told: _Told) -> Side:
    unit = state.units[told.unit]
    formation = told.formation or unit.formation
    attack, struck = _attack(state, told), _struck(state, told, told.figures)
    leader = "in_chain" if "general" in told.flags else testing.leader(state, told.unit)
    fighter = Fighter(
        unit.arm, unit.quality, attack, leader, unit.fatigued, told.cover, "higher" in told.flags
    )
    had = state.strength(told.unit).figures
    entitled = had
    if told.contact:
        front = replace(unit, figures=max(1, had), formation=formation)
        try:
            entitled = melee.figures_fighting(
                Front(
                    unit.arm, formation, field.plan_of(front).ranks, told.contact, told.left,
                    told.right, attack, struck, 2 if _second(state, told, told.figures) else 1,
                )
            )  # fmt: skip
        except ValueError as error:
            words.refuse(str(error), "mckie:melee.elig.1")
        entitled = min(entitled, had)
    if told.figures and None in told.figures.values():
        if len(told.figures) > 1 or not told.contact:
            words.refuse(
                f"say how many figures of {unit.title} fight each opponent, or how many stands "
                "touch: contact 4",
                "mckie:melee.elig.1",
            )
    groups = [Group(id, entitled if n is None else n) for id, n in told.figures.items()]
    barred = melee.bars_to_split(groups, entitled)
    if barred:
        raise Barred(*barred)
    aside = _aside(state, told, attack)
    return Side(told.unit, fighter, formation, tuple(groups), aside, _behind(state, told))


# Carrying out


def carry_out(state: State, entry: Melee, umpire: Hand) -> None:
    """Strikes are simultaneous; then it is clear who won, who is captured and who gives ground.
    [mckie:melee.proc.2] [mckie:melee.chance] [mckie:melee.lose.1] [mckie:melee.lose.2]
    (MK-M34, MK-M36)
    """
    strikes = {side.unit: _strike(state, entry, side, umpire) for side in entry.striking}
    suffered = melee.losses(list(strikes.values()))
    tallies = {
        side.unit: Tally(
            suffered.get(side.unit, 0),
            strikes[side.unit].inflicted if side.unit in strikes else 0,
            side.fighter.attack,
        )
        for side in entry.sides
    }
    state.tallies = {
        **state.tallies, **{id: (one.suffered, one.inflicted) for id, one in tallies.items()}
    }  # fmt: skip
    for side in entry.sides:
        endanger(state, side.unit, "melee")
        _mark(state, side)
        take(state, side.unit, suffered.get(side.unit, 0), umpire)
    left = {id: state.units[id].figures for id in tallies}
    outcome = melee_results.outcome(tallies, left)
    for id, tally in tallies.items():
        _decide(state, id, tally, outcome, umpire)
    _settle(state, entry, outcome)


def _strike(state: State, entry: Melee, side: Side, umpire: Hand) -> Strike:
    title = state.units[side.unit].title
    chance = average_die(umpire, f"chance die of {title}")
    die = ten_sided(umpire, f"losses inflicted by {title}")
    found = melee.strike_each(entry.facing, side.unit, side.groups, chance.value, die.value)
    umpire.tell(Blows.of(state.units, side.unit, found, chance, die))
    return found


def _mark(state: State, side: Side) -> None:
    did: list[Action] = ["fought_melee"]
    if side.fighter.attack == "charge":
        did.append("charged")
    state.change(side.unit, formation=side.formation)
    state.mark(side.unit, did=did)
    for where in side.behind:
        mark_struck(state, side.unit, where)


def _decide(state: State, id: str, tally: Tally, outcome: Outcome, umpire: Hand) -> None:
    unit = state.units[id]
    captured = outcome.captured.get(id, 0)
    state.mark(id, felt=(tally.felt,))
    umpire.tell(MeleeDecided.of(unit, id, tally, captured))
    take(state, id, 0, umpire, captured=captured)
    if id in outcome.repulsed and state.units[id].place == "table":
        umpire.tell(
            GaveGround(
                rules=("mckie:melee.res.7",),
                unit=id,
                title=unit.title,
                how="repulsed",
                distance=outcome.fall_back[id],
            )
        )


def _settle(state: State, entry: Melee, outcome: Outcome) -> None:
    """Units that give ground are no longer in melee, until a winner follows up; others fight on.
    [mckie:melee.res.6]"""
    units = {side.unit for side in entry.sides}
    parted = {*outcome.lost, *outcome.repulsed}
    kept = [one for one in state.contacts if not {one.attacker, one.defender} & units]
    for side in entry.striking:
        for group in side.groups:
            pair = (side.unit, group.opponent)
            known = any({one.attacker, one.defender} == set(pair) for one in kept)
            gone = any(state.units[id].place != "table" for id in pair)
            if not known and not gone and not parted & set(pair):
                kept.append(Contact(*pair, "front", state.period))
    state.contacts = tuple(kept)


# Before the dice


def ledger(entry: Melee) -> Mapping[str, tuple[Line, ...]]:
    """The factor of each unit that strikes, before the chance die, against its first opponent."""
    return {
        side.unit: tuple(
            melee.factor_lines(
                entry.facing(side.unit, side.groups[0].opponent),
                entry.facing(side.groups[0].opponent, side.unit),
            )
        )
        for side in entry.striking
    }
