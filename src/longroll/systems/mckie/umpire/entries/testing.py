"""`morale u1 losses near u4 cover wall die 3` and `charge u1 c3 flank die 4`.

What happened in the period is known; the players say what only they can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army.troops import Felt
from longroll.systems.mckie.charge.charging import bars_to_charge_at_all
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.dice import AVERAGE, average_die
from longroll.systems.mckie.melee.events import GaveGround
from longroll.systems.mckie.melee.results import PUSH_BACK, Verdict
from longroll.systems.mckie.melee.rules import Leader
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.morale.results import MoraleResult
from longroll.systems.mckie.morale.rules import REASON_RULES, Friend, MoraleTest, Reason
from longroll.systems.mckie.table.state import Charge
from longroll.systems.mckie.umpire import due, steps
from longroll.systems.mckie.umpire.entries import breaking
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words, untimely
from longroll.systems.mckie.umpire.entries.shooting import COVERS
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Cover, Struck

RULE = "mckie:morale.test.1"
REASONS: tuple[Reason, ...] = get_args(Reason)
#: What the players may say in a word, and what it means for the rest of the period.
_FELT: dict[str, Felt] = {
    "artillery": "under_artillery_fire",
    "flank": "struck_flank",
    "rear": "struck_rear",
    "passed": "passed_through",
    "advancing": "advanced",
}
_FLAGS = (*_FELT, "no_enemy", "surrounded", "general")
_FLEEING = ("retreating", "routing")
_MARKS: dict[Reason, Felt] = {
    "charger_hit": "tested_when_hit",
    "melee_lost": "tested",
    "friends_routing": "tested",
    "losses": "tested",
    "rally": "tested",
}
_VERDICTS: dict[Felt, Verdict] = {"won_melee": "won", "lost_melee": "lost", "drew_melee": "drawn"}


class Test(Entry, frozen=True):
    """A morale test as the rules need it, and what else the players said."""

    unit: str
    test: MoraleTest
    felt: frozenset[Felt]
    surrounded: bool
    #: The charge that a unit tests to make.
    charge: Charge | None = None


class _Told(msgspec.Struct):
    flags: set[str] = set()
    reasons: list[Reason] = []
    near: list[str] = []
    cover: Cover = "none"
    enemy: int | None = 0


# Reading


def read(state: State, words: Words) -> Test:
    unit = words.unit(state, "the unit that tests")
    told = _read_words(state, words, unit)
    friends = tuple(Friend(state.units[id].standing, 0) for id in told.near)
    waiting = list(due.reasons_due(state, unit, friends))
    reasons = tuple(dict.fromkeys(told.reasons))
    if not reasons:
        here = [one for one in waiting if due.step_of(one) == state.step]
        if not here:
            words.refuse(_nothing_due(state, unit, waiting))
        reasons = here[0]
    refusals = list(_bars_to_test(state, unit, reasons, told))
    if refusals:
        raise Barred(*refusals)
    return Test(
        words.thrown("average"),
        unit,
        facts(state, unit, reasons, told, friends, None),
        frozenset(_FELT[word] for word in told.flags if word in _FELT),
        "surrounded" in told.flags,
    )


def read_charge(state: State, words: Words) -> Test:
    """A unit tests to charge. [mckie:period.4] [mckie:morale.when.1]"""
    unit = words.unit(state, "the unit that charges")
    target = words.unit(state, "the target of the charge")
    struck: Struck = "front"
    for where in ("flank", "rear"):
        if words.take_if(where):
            struck = "flank" if where == "flank" else "rear"
    told = _read_words(state, words, unit)
    refusals = list(_bars_to_charge(state, unit, target))
    if told.reasons:
        refusals.append(Refusal("mckie:morale.when.1", "a test to charge takes no other reason"))
    if refusals:
        raise Barred(*refusals)
    charge = morale.Charge(struck, state.units[target].fatigued)
    friends = tuple(Friend(state.units[id].standing, 0) for id in told.near)
    return Test(
        words.thrown("average"),
        unit,
        facts(state, unit, ("before_charge",), told, friends, charge),
        frozenset(_FELT[word] for word in told.flags if word in _FELT),
        "surrounded" in told.flags,
        Charge(unit, target, (), 0, struck),
    )


def _bars_to_charge(state: State, unit: str, target: str) -> Iterator[Refusal]:
    if state.step not in ("charges_first", "charges_second"):
        yield untimely("a charge", "charges_first")
    if state.units[target].is_vessel:
        title = state.units[target].title
        yield Refusal("mckie:opt.gunboat.1", f"{title} is on the water")
    moves_first = state.units[unit].side == state.first
    if state.first and state.step == "charges_first" and not moves_first:
        yield Refusal("mckie:period.5", "the other army declares its charges first")
    if state.first and state.step == "charges_second" and moves_first:
        yield Refusal("mckie:period.4", "this army declared its charges in step 4")
    if state.units[unit].side == state.units[target].side:
        yield Refusal("mckie:period.4", f"{state.units[target].title} is a friend")
    yield from bars_to_charge_at_all(state, unit)


def _read_words(state: State, words: Words, unit: str) -> _Told:
    told = _Told()
    while words:
        if words.next in REASONS:
            told.reasons.append(words.one_of(REASONS, "the reason"))
        elif words.next in _FLAGS:
            told.flags.add(words.take("a word"))
        elif words.take_if("near"):
            told.near.append(_in_trouble(state, words, unit, told.near))
        elif words.take_if("cover"):
            told.cover = words.one_of(COVERS, "the cover of the unit")
        elif words.take_if("enemy"):
            told.enemy = words.length("how near the enemy is")
        else:
            words.unknown((*REASONS, *_FLAGS, "near", "cover", "enemy"))
    if "no_enemy" in told.flags:
        told.enemy = None
    return told


def _in_trouble(state: State, words: Words, unit: str, others: list[str]) -> str:
    """A friend that retreats or routs nearby. [mckie:morale.factor.friends]"""
    rule = "mckie:morale.factor.friends"
    friend = words.unit(state, "the friend nearby")
    one = state.units[friend]
    if one.side != state.units[unit].side or friend in (unit, *others):
        words.refuse(f"{one.title} is not another friend", rule)
    if one.standing not in _FLEEING:
        words.refuse(f"{one.title} is neither retreating nor routing", rule)
    return friend


def _nothing_due(state: State, unit: str, waiting: list[tuple[Reason, ...]]) -> str:
    title = state.units[unit].title
    if waiting:
        return f"the test of {title} is due in step {steps.number(due.step_of(waiting[0]))}"
    return f"{title} has no test to take: say a reason, such as losses"


def _bars_to_test(
    state: State, id: str, reasons: tuple[Reason, ...], told: _Told
) -> Iterator[Refusal]:
    unit = state.units[id]
    holds: dict[Reason, tuple[bool, str]] = {
        "before_charge": (False, "say `charge` and the target instead"),
        "charger_hit": (
            state.charge_of(id) is not None and "lost_figures" in unit.felt,
            "is not charging, or was not hit",
        ),
        "receive_charge": (bool(state.chargers_of(id)), "is not charged"),
        "melee_lost": ("lost_melee" in unit.felt, "has not lost a melee in this period"),
        "friends_routing": (
            any(state.units[one].standing == "routing" for one in told.near),
            "has no routing friend near: say `near` and which",
        ),
        "losses": ("lost_figures" in unit.felt, "has not lost any figures in this period"),
    }
    for reason in reasons:
        true, why = holds.get(reason, (True, ""))
        if not true:
            yield Refusal(REASON_RULES[reason], f"{unit.title} {why}")
    if "rally" in reasons:
        yield from due.bars_to_rally(state, id)
    if "tested" in unit.felt and any(_MARKS.get(reason) == "tested" for reason in reasons):
        yield Refusal(
            "mckie:period.14n1", f"{unit.title} has already taken its test of this period"
        )
    if "tested_when_hit" in unit.felt and "charger_hit" in reasons:
        yield Refusal("mckie:period.14n1", f"{unit.title} has already taken that test")
    step = due.step_of(reasons)
    if "alarm" not in reasons and "before_charge" not in reasons and state.step != step:
        yield untimely("that test", step)


def facts(
    state: State,
    id: str,
    reasons: tuple[Reason, ...],
    told: _Told,
    friends: tuple[Friend, ...],
    charge: morale.Charge | None,
) -> MoraleTest:
    """All the facts that the test needs. [mckie:morale.test.1] (MK-M41, MK-M42)"""
    unit = state.units[id]
    felt = unit.felt | {_FELT[word] for word in told.flags if word in _FELT}
    leader: Leader | None = "in_chain" if "general" in told.flags else testing.leader(state, id)
    struck: Literal["flank", "rear"] | None = None
    if "struck_rear" in felt:
        struck = "rear"
    elif "struck_flank" in felt or any(
        one.struck != "front" for one in state.chargers_of(id) if not one.halted
    ):
        struck = "flank"
    return MoraleTest(
        reasons=reasons,
        unit=morale.Unit(
            quality=unit.quality,
            original=unit.original,
            remaining=testing.strength_left(state, id),
            formation=unit.formation,
            cover=told.cover,
            fatigued=unit.fatigued,
            state=unit.standing,
            general=leader,
        ),
        nearest_enemy=told.enemy,
        charge=charge or testing.charge_facts(state, id),
        hit_charging=testing.was_hit_charging(state, id),
        charged=testing.is_charged(state, id),
        advancing="advanced" in felt,
        under_artillery_fire="under_artillery_fire" in felt,
        passed_through="passed_through" in felt,
        struck_from=struck,
        melee=next((_VERDICTS[mark] for mark in _VERDICTS if mark in felt), None),
        friends=friends,
    )


# Carrying out


def carry_out(state: State, entry: Test, umpire: Hand) -> None:
    """The die, the score, and what it makes the unit do. [mckie:morale.test.1] (MK-M42, MK-M44)"""
    id, reasons = entry.unit, entry.test.reasons
    unit = state.units[id]
    roll = average_die(umpire, f"morale of {unit.title}")
    lines = tuple(morale.score(entry.test, roll.value))
    score = sum(line.value for line in lines)
    result = result_of(state, entry, score)
    state.change(id, last_score=score, scored_in=state.period)
    state.mark(id, felt={*entry.felt, *(_MARKS[one] for one in reasons if one in _MARKS)})
    umpire.tell(
        MoraleTested(
            rules=(*(REASON_RULES[reason] for reason in reasons), *result.rules),
            rolls=(roll,),
            unit=id,
            title=unit.title,
            reasons=reasons,
            score=score,
            result=result.result,
            lines=lines,
        )
    )
    if entry.charge is not None:
        breaking.begin_charge(state, entry.charge, result, umpire)
    if "receive_charge" in reasons:
        breaking.receive(state, id, result, umpire)
    if "charger_hit" in reasons and result.result != "obey":
        breaking.halt(state, id, "it was hit by fire", umpire)
    if "melee_lost" in reasons and result.survives:
        umpire.tell(
            GaveGround(
                rules=("mckie:melee.res.2",),
                unit=id,
                title=unit.title,
                how="pushed back",
                distance=PUSH_BACK,
            )
        )
        state.mark(id, did=("retired",))
    breaking.put_into_effect(state, id, result, umpire)


def result_of(state: State, entry: Test, score: int) -> MoraleResult:
    situation = morale_results.situation_of(
        entry.test, surrounded=entry.surrounded, arm=state.units[entry.unit].arm
    )
    return morale_results.verdict(score, situation)


# Before the die


def ledger(entry: Test) -> tuple[Line, ...]:
    return tuple(morale.lines(entry.test))


def prospects(state: State, entry: Test) -> Iterator[tuple[int, int, str]]:
    """Each score of the die, the score of the test, and what the unit does."""
    own = sum(line.value for line in ledger(entry))
    for die in sorted(set(AVERAGE)):
        yield die, own + die, result_of(state, entry, own + die).result
