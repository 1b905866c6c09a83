"""Step 13: what melees lead to. [mckie:period.13] [mckie:melee.fatiguefirst]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.table import INCH, Pose, footprint, overlaps
from longroll.board.table.measure import SLACK
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.miniatures import ways
from longroll.miniatures.amounts import UnitId, UnitList
from longroll.miniatures.bodies import is_present
from longroll.miniatures.contact import touched, touches
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.charge import approach, contact
from longroll.systems.mckie.charge.charge_tests import mark_struck
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.hidden import spotting
from longroll.systems.mckie.melee import melees
from longroll.systems.mckie.melee import results as melee_results
from longroll.systems.mckie.melee.events import FollowedUp, GaveGround, MeleeDecided
from longroll.systems.mckie.melee.results import Outcome, Tally
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.morale.other_tests import may_rally
from longroll.systems.mckie.morale.rules import end_reasons
from longroll.systems.mckie.retreat.retreating import carry_out, fall_back
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Contact, State

#: How far a winner goes after those it pushed back: as far as they went, and a little farther.
_FOLLOWS = melee_results.PUSH_BACK + INCH


def results(state: State) -> list[Ask | Do]:
    """[mckie:period.13]"""
    return [EndMelees(), SettleMelees()]


class EndMelees(Do, frozen=True):
    """Who won, who is captured, who breaks, who gives ground; then winners may follow up.

    [mckie:melee.lose.1] [mckie:melee.lose.2] [mckie:melee.draw] [mckie:melee.res.1]
    [mckie:melee.res.2] [mckie:melee.res.3] [mckie:melee.res.4] [mckie:melee.res.7]
    [mckie:prisoners.1] (MK-M34, MK-M35)
    """

    def run(self, state: State, umpire: Umpire) -> None:
        tallies = {
            id: Tally(suffered, inflicted, melees.attack_of(state, id))
            for id, (suffered, inflicted) in state.tallies.items()
        }
        if not tallies:
            return
        opponents = {id: state.opponents(id) for id in tallies}
        left = {id: state.units[id].figures for id in tallies}
        outcome = melee_results.outcome(tallies, left)
        before = state.contacts
        # Having attacked counts only in the period of the attack.
        state.contacts = tuple(replace(one, followed_up=False) for one in before)
        for id, tally in tallies.items():
            _decide(state, id, tally, outcome, umpire)
        for id in outcome.must_test:
            if is_present(state.units[id]):
                _loser(state, id, opponents[id], outcome, umpire)
        for id in outcome.repulsed:
            if is_present(state.units[id]):
                _gives_ground(state, id, opponents[id], outcome.fall_back[id], "repulsed", umpire)
        state.agenda += [
            OfferFollowUp(id, tuple(opponents[id])) for id in reversed(outcome.may_follow_up)
        ]


def _decide(state: State, id: str, tally: Tally, outcome: Outcome, umpire: Umpire) -> None:
    """Mark the winners, and take a prisoner from each loser. [mckie:melee.lose.2] (MK-M34)"""
    unit = state.units[id]
    captured = outcome.captured.get(id, 0)
    state.mark(id, felt=(tally.felt,))
    umpire.tell(MeleeDecided.of(unit, id, tally, captured))
    hurt.lose(state, id, 0, umpire, captured=captured)


def _loser(state: State, id: str, opponents: list[str], outcome: Outcome, umpire: Umpire) -> None:
    """A loser tests, for all the reasons it has; if it survives it is pushed back. Those in retreat
    test too: they rally or rout. [mckie:melee.res.1] [mckie:melee.res.2] [mckie:period.14n1]
    [mckie:morale.result.m3a] (MK-M42)"""
    unit = state.units[id]
    if unit.standing == "routing":
        return
    reasons = end_reasons(
        lost_melee=True,
        lost_figures="lost_figures" in unit.felt,
        tested_when_hit_charging="tested_when_hit" in unit.felt,
        friends=testing.friends_near(state, id),
    )
    rallies = unit.standing == "retreating" and may_rally(state, id)
    result = testing.test(state, id, (*reasons, "rally") if rallies else reasons, umpire)
    if result.survives:
        if rallies:
            carry_out(state, id, result, umpire)
        _gives_ground(state, id, opponents, outcome.fall_back[id], "pushed back", umpire)
    else:
        carry_out(state, id, result, umpire, at_once=True)


def _gives_ground(
    state: State, id: str, opponents: list[str], distance: int, how: str, umpire: Umpire
) -> None:
    """[mckie:melee.res.2] [mckie:melee.res.7]"""
    unit = state.units[id]
    behind = [] if _has_front_to_enemy(state, id) else opponents
    near = [other for other in behind if is_present(state.units[other])]
    went = fall_back(state, id, distance, facing_enemy=True, enemies=near)
    rule = "mckie:melee.res.7" if how == "repulsed" else "mckie:melee.res.2"
    umpire.tell(GaveGround(rules=(rule,), unit=id, title=unit.title, how=how, distance=went))


def _has_front_to_enemy(state: State, id: str) -> bool:
    """Whether a unit that gives ground goes straight back: not one struck in flank or rear."""
    return not any(one.defender == id and one.struck != "front" for one in state.contacts)


# Following up


class OfferFollowUp(Do, frozen=True):
    """Ask a winner that attacked, if somebody is left to follow."""

    unit: UnitId
    opponents: UnitList

    def run(self, state: State, umpire: Umpire) -> None:
        if is_present(state.units[self.unit]) and within_reach(state, self.unit, self.opponents):
            state.agenda.append(FollowUp(self.unit, self.opponents))


class FollowUp(Ask, frozen=True):
    """A winner that charged or followed up may follow its opponents. [mckie:melee.res.3]"""

    unit: UnitId
    opponents: UnitList

    rule: ClassVar[str] = "mckie:melee.res.3"
    verbs: ClassVar[tuple[str, ...]] = ("follow", "stay")

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return f"{state.units[self.unit].title} has won. Does it follow up?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("follow", self.unit), choice("stay")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "stay":
            yield from bare(choice, self.rule)
        elif choice.objects not in ((), (self.unit,)):
            yield Refusal(self.rule, f"only {self.unit} may follow up now")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        follows = choice.verb == "follow"
        title = state.units[self.unit].title
        rules = (self.rule,)
        umpire.tell(FollowedUp(rules=rules, unit=self.unit, title=title, follows=follows))
        if follows:
            follow(state, self.unit, self.opponents, umpire)
            spotting.has_gone(state, state.units[self.unit].side, umpire)


def within_reach(state: State, id: str, opponents: tuple[str, ...]) -> list[str]:
    """The opponents that a winner can still reach."""
    return [
        other
        for other in opponents
        if is_present(state.units[other])
        and field.are_within(state.units[id], state.units[other], _FOLLOWS)
        and (touches(state, id, other) or _beside(state, id, other) is not None)
    ]


def _beside(state: State, id: str, other: str) -> Pose | None:
    """The pose of a winner that has come up with an opponent; None if he is in ground that it may
    not enter as it is formed. [mckie:bua.6] [mckie:terr.dense.1] (MK-48)"""
    unit = state.units[id]
    struck = approach.struck_where(unit, state.units[other])
    pose = contact.closed(state, id, other, struck, _FOLLOWS)
    if pose is None:
        return None
    ground = footprint(field.layout_of(unit), pose)
    barred = ways.barred_ground(state, unit)
    return None if any(overlaps(ground, one.ground, SLACK) for one in barred) else pose


def follow(state: State, id: str, opponents: tuple[str, ...], umpire: Umpire) -> None:
    """A winner comes up with those that gave way; the melee goes on next period. Others that it
    strikes on the way are attacked, from the flank it may be.
    [mckie:melee.res.3] [mckie:melee.res.6] [mckie:morale.factor.flanked] (MK-38)"""
    found = within_reach(state, id, opponents)
    target = found[0]
    start = state.units[id]
    if not touches(state, id, target):
        pose = _beside(state, id, target)
        assert pose is not None
        state.put(id, pose)
        state.mark(id, did=("moved",), felt=("advanced",))
    met = list(dict.fromkeys([target, *touched(state, id)]))
    met = [other for other in met if touches(state, id, other)]
    for other in met:
        struck = approach.struck_where(start, state.units[other])
        pair = {id, other}
        old = [one for one in state.contacts if {one.attacker, one.defender} == pair]
        # A melee with somebody new is first fought in the next period. (MK-38)
        since = old[0].since if old else state.period + 1
        if not old:
            mark_struck(state, other, struck)
        state.contacts = (
            *(one for one in state.contacts if one not in old),
            Contact(id, other, struck, since, followed_up=True),
        )
        if state.units[other].arm == "wagon":
            melees.take_wagon(state, other, start.title, umpire)


class SettleMelees(Do, frozen=True):
    """Units still in contact fight on next period; guns without crews are taken.
    [mckie:melee.res.6] (MK-M39)"""

    def run(self, state: State, umpire: Umpire) -> None:
        melees.prune(state)
        guns.settle(state, umpire)


STEPS = (EndMelees, OfferFollowUp, FollowUp, SettleMelees)
