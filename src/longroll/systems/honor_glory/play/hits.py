"""Carrying out what a hit or a test does to a unit: points, commanders, flight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from longroll.board.table import Pose, footprint, is_within, swept
from longroll.kernel.agenda import Umpire, chance_node
from longroll.kernel.dice import Roll
from longroll.miniatures.measure import written
from longroll.miniatures.running import flight
from longroll.miniatures.standing import gap
from longroll.miniatures.ways import is_free, standing_along
from longroll.systems.honor_glory import command, morale, rates
from longroll.systems.honor_glory.batteries import stamina_after
from longroll.systems.honor_glory.command import Risk
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.morale import Outcome, Reason, Test
from longroll.systems.honor_glory.play import field, ratings
from longroll.systems.honor_glory.play.events import (
    CommanderFell,
    Fled,
    Lost,
    Panic,
    Returned,
    Tested,
)
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.units import Leader
from longroll.systems.honor_glory.words import Action, Side


def place_of(pose: Pose) -> str:
    """A place as scenes write it."""
    return f"{written(max(0, pose.point.x))},{written(max(0, pose.point.y))}"


def lose(state: State, id: str, points: int) -> None:
    """Take points from a unit; at none it is broken. [honor_glory:1.removal]"""
    unit = state.units[id]
    left = max(0, unit.mp - points)
    state.change(id, mp=left, morale=unit.morale if left else "broken")


# Commanders


def bury(
    state: State, id: str, risk: Risk, umpire: Umpire, *, panic: Roll | None = None
) -> list[Leader]:
    """Take away the commanders that a hit on a unit killed, who are returned; by OP5 some are
    only wounded. `panic` is the die for the death of a commander-in-chief if it has been rolled.
    [honor_glory:29.1] [honor_glory:29.7] [honor_glory:29.8] [honor_glory:OP5.0]
    [honor_glory:OP5.1a] [honor_glory:OP5.1c] [honor_glory:OP5.2]"""
    side, killed = state.units[id].of, list(risk.killed)
    for leader, left in risk.wounded:
        if leader.rank != "unit":
            state.change_commander(_who(state, id, leader), mp=left)
    for leader in killed:
        if leader.rank == "unit":
            state.change(id, colonel=False)
            title = f"the commander of {state.units[id].title}"
        else:
            who = _who(state, id, leader)
            title = state.commanders[who].title
            state.change_commander(who, place="gone", fate="killed", joined="")
        umpire.tell(CommanderFell(rules=("honor_glory:29.5",), title=title, unit=id))
    _miss(state, side, killed)
    _panic(state, side, killed, umpire, besides=id, roll=panic)
    return killed


def _panic(
    state: State,
    side: Side,
    killed: Iterable[Leader],
    umpire: Umpire,
    *,
    besides: str,
    roll: Roll | None = None,
) -> None:
    """What the death of a commander-in-chief does to all his units; of those that it breaks all
    run at once `besides` the one that was hit, which is tested first. [honor_glory:29.7]"""
    if all(leader.rank != "cinc" for leader in killed):
        return
    roll = roll or command.panic(umpire)
    for other in state.of_side(side):
        lose(state, other, roll.value)
    event = Panic(rules=("honor_glory:29.7",), rolls=(roll,), side=side, loss=roll.value)
    umpire.tell(event)
    for other in state.of_side(side):
        if other != besides and state.moves_units:
            foes = state.opponents_of(other)
            if run_if_broken(state, other, umpire):
                _forsake(state, other, foes)


def _forsake(state: State, id: str, foes: Iterable[str]) -> None:
    """A unit has left its melee, though not because of a round of it: its enemies are tested once
    the go or the round is over. [honor_glory:92.0]"""
    state.forsaken = (*state.forsaken, *((foe, id) for foe in foes))


def _who(state: State, id: str, leader: Leader) -> str:
    """The commander with a unit who is this leader: of several of a rank, by his points."""
    wanted = (leader.rank, leader.mp)
    return next(who for who, one in state.with_unit(id).items() if (one.rank, one.mp) == wanted)


def _miss(state: State, side: Side, lost: Sequence[Leader]) -> None:
    """What the loss of commanders costs their army. [honor_glory:10.b2] [honor_glory:10.b3]
    [honor_glory:22.5] [honor_glory:29.8] [honor_glory:OP5.3]"""
    left = max(0, state.counters.get(side, 0) - command.counters_lost(lost))
    state.counters = {**state.counters, side: left}
    counted = state.lost_commanders.get(side, 0) + command.broken_by_loss(lost)
    state.lost_commanders = {**state.lost_commanders, side: counted}


# Tests


def told(state: State, id: str, test: Test, umpire: Umpire) -> None:
    """Report a test."""
    umpire.tell(
        Tested(
            rules=(test.rule,),
            rolls=test.rolls,
            unit=id,
            title=state.units[id].title,
            reason=test.reason,
            lines=test.lines,
            passed=test.passed,
            action=test.action,
            loss=test.loss,
        )
    )


@chance_node()
def check(
    state: State,
    id: str,
    reason: Reason,
    umpire: Umpire,
    versus: morale.Versus | None = None,
    *,
    charging: bool = False,
) -> Outcome | None:
    """One test of a unit where it stands, with the points that it costs; what it makes the unit
    do, None if there is no such test. Whoever is on its way to the enemy has left its cover."""
    ratings.try_out(state, id, umpire)
    found = morale.take(reason, field.facts(state, id, charging=charging), umpire, versus)
    if found is None:
        return None
    told(state, id, found, umpire)
    lose(state, id, found.loss)
    return found.action


def obey(state: State, id: str, reasons: Iterable[Reason], umpire: Umpire) -> Action:
    """Take the tests that are due in the order of the table; the worst action. Points lost in one
    lower the rating of the next, and a unit without any is broken and tests no more.
    [honor_glory:9.1.3] [honor_glory:9.1.4] [honor_glory:97.1.3] [honor_glory:100.5a]
    [honor_glory:100.5b] (HG-H59)"""
    action: Action = "none"
    for reason in reasons:
        action = test(state, id, reason, action, umpire, charging=False)
    return "broken" if state.units[id].mp == 0 else action


def test(
    state: State,
    id: str,
    reason: Reason,
    before: Action,
    umpire: Umpire,
    *,
    charging: bool,
) -> Action:
    """One test of those that are due; the worst action with that of the tests `before`."""
    if state.units[id].mp == 0:
        return "broken"
    found = check(state, id, reason, umpire, charging=charging)
    if state.units[id].mp == 0:
        return "broken"
    return before if found is None else morale.worst((before, found))


# Flight


def carry_out(
    state: State, id: str, action: Action, umpire: Umpire, *, spared: Sequence[str] = ()
) -> None:
    """What a result makes a unit do at once, in whichever side's turn; those who support it in
    melee are `spared` the sight of its flight. A unit that runs does so once in a turn, and does
    not withdraw besides. [honor_glory:97.3] [honor_glory:48.2.1] [honor_glory:50.1]
    [honor_glory:50.3a] [honor_glory:42.4c]"""
    unit = state.units[id]
    if action == "withdraw" and unit.morale not in ("routing", "broken"):
        flee(state, id, "withdraw", umpire)
    elif action in ("rout", "broken"):
        state.change(id, morale="routing" if action == "rout" else "broken")
        if state.options.remove_broken and action == "broken":  # [honor_glory:22.tip]
            gone(state, id, "is broken and leaves the field", umpire)
        elif not unit.ran:
            flee(state, id, "rout", umpire, spared=spared)


def run_if_broken(state: State, id: str, umpire: Umpire) -> bool:
    """Whether a unit has no points left, in which case it runs at once. [honor_glory:50.1]"""
    if state.units[id].mp:
        return False
    carry_out(state, id, "broken", umpire)
    return True


def flee(
    state: State,
    id: str,
    cause: Literal["withdraw", "rout"],
    umpire: Umpire,
    *,
    move: int | None = None,
    spared: Sequence[str] = (),
    shuns: bool = False,
) -> None:
    """A forced withdrawal or a rout move: the unit turns about free and goes towards its own edge,
    or straight away from the enemy it fights or `shuns`; `move` is how far, if it goes of its own
    will.
    [honor_glory:3.withdraw] [honor_glory:48.2.1] [honor_glory:48.2.2] [honor_glory:48.2.3]
    [honor_glory:50.1] [honor_glory:50.2] [honor_glory:22.6]"""
    unit = state.units[id]
    fighting = state.opponent_of(id) is not None or unit.pursued  # [honor_glory:50.3b]
    end_melee(state, id)
    state.change(id, inside="", face=0, river="")
    unit = state.units[id]
    if move is None:
        move = rates.withdrawal(unit.mover) if cause == "withdraw" else rates.rout(unit.mover)
        if move and unit.arm == "artillery" and not unit.team:  # [honor_glory:48.0d]
            tire(state, id, umpire, manhandled_withdrawals=1)
    if move is None:
        if cause == "rout":
            gone(state, id, "is abandoned by its crew", umpire)
        return  # [honor_glory:48.0c] A long gun without a team stays where it is.
    runner = replace(unit, formation="limbered") if unit.arm == "artillery" and unit.team else unit
    found = flight(state, id, runner, move, may_leave=True, straight=not (fighting or shuns))
    blocked = found is None or (found.length <= rates.CONTACT and not found.off_table)
    if blocked and cause == "rout" and fighting:  # [honor_glory:20.1]
        gone(state, id, "surrenders", umpire)
        return
    if found is None:
        return
    umpire.tell(
        Fled(
            rules=("honor_glory:48.2.2" if cause == "withdraw" else "honor_glory:50.2",),
            unit=id,
            title=unit.title,
            how="withdraws" if cause == "withdraw" else "runs",
            start=place_of(unit.pose),
            to=place_of(found.pose),
        )
    )
    if found.off_table:
        if cause == "rout":
            gone(state, id, "leaves the table", umpire)  # [honor_glory:22.3] [honor_glory:50.0]
        else:
            _step_off(state, id, umpire)
        return
    state.put(id, found.pose)
    state.change(id, left=(0, 1), prone=False, ran=cause == "rout", formation=runner.formation)
    if cause == "rout":
        _shake(state, id, unit.pose, found.pose, spared, umpire)


def keep_away(state: State, id: str, umpire: Umpire) -> None:
    """A rallying unit falls back before formed enemies, to keep 40 cm from them.
    [honor_glory:13.rally.2] [honor_glory:13.rally.3]"""
    enemy = field.nearest_enemy(state, id)
    if enemy is None:
        return
    near = gap(RULEBOOK, state.units[id], state.units[enemy])
    if near < morale.KEEP_AWAY:
        most = rates.rate(state.units[id].mover) or 0
        far = min(most, morale.KEEP_AWAY - near)
        flee(state, id, "withdraw", umpire, move=far, shuns=True)


def _shake(
    state: State, id: str, start: Pose, to: Pose, spared: Sequence[str], umpire: Umpire
) -> None:
    """Friends that a routing unit passes are tested, and may run with it. [honor_glory:23.1]
    [honor_glory:23.6] [honor_glory:98.8] [honor_glory:42.4c] [honor_glory:50.1]"""
    runner = state.units[id]
    for friend in list(_passed(state, id, start, to)):
        if state.units[friend].place != "table":
            continue  # Another that ran past it has carried it away.
        if friend not in spared and morale.is_shaken_by(runner.kind, field.facts(state, friend), 0):
            _be_shaken(state, friend, umpire)


@chance_node()
def _be_shaken(state: State, id: str, umpire: Umpire) -> None:
    """A unit is tested because a friend has run past it, and may run too."""
    action = obey(state, id, ["friends_routing"], umpire)
    runs, foes = action in ("withdraw", "rout", "broken"), state.opponents_of(id)
    carry_out(state, id, action, umpire)
    _forsake(state, id, foes if runs else ())


def _passed(state: State, id: str, start: Pose, to: Pose) -> Iterator[str]:
    """The friends that a unit passes within 5 cm. [honor_glory:23.1]"""
    unit = state.units[id]
    near = [
        (other, ground)
        for other, ground in standing_along(state, id, start, to, morale.FRIENDS_WITHIN)
        if state.units[other].side == unit.side
    ]
    if near:
        way = swept(*(footprint(layout_of(unit), pose) for pose in (start, to)))
        for friend, ground in near:
            if is_within(way, ground, morale.FRIENDS_WITHIN):
                yield friend


def _runs(unit: Unit) -> bool:
    return unit.morale in ("routing", "broken")


def passes_routers(state: State, id: str, start: Pose, umpire: Umpire) -> bool:
    """A unit that moves past routing or broken friends is tested for each; whether it goes on.
    [honor_glory:42.4b]"""
    unit = state.units[id]
    if not any(_runs(state.units[friend]) for friend in state.of_side(unit.side)):
        return True
    for friend in list(_passed(state, id, start, unit.pose)):
        other = state.units[friend]
        if _runs(other) and morale.is_shaken_by(other.kind, field.facts(state, id), 0):
            action = obey(state, id, ["friends_routing"], umpire)
            if action in ("withdraw", "rout", "broken"):
                carry_out(state, id, action, umpire)
                return False
    return True


def _step_off(state: State, id: str, umpire: Umpire) -> None:
    """A unit that withdraws from the table may return after a D6 of its own turns.
    [honor_glory:48.0a] (HG-H45)"""
    roll = d6(umpire, "turns until it returns")
    unit = state.units[id]
    inwards = (state.home(unit.side) + 1800) % 3600
    back = state.turn + 2 * roll.value
    state.change(id, place="reserve", arrives=back, heading=inwards, left=(0, 1), prone=False)
    title = f"{unit.title} is off the table for {roll.value} turns"
    umpire.tell(Returned(rules=("honor_glory:48.0a",), rolls=(roll,), unit=id, what=title))


def come_back(state: State, side: str, umpire: Umpire) -> None:
    """Units whose time is over return where they left, if there is room. [honor_glory:48.0a]"""
    for id, unit in state.units.items():
        due = unit.side == side and unit.place == "reserve" and unit.arrives <= state.turn
        if due and is_free(state, unit, unit.pose, (id,)):
            state.change(id, place="table")
            told = f"{unit.title} returns to the table"
            umpire.tell(Returned(rules=("honor_glory:48.0a",), unit=id, what=told))


def tire(
    state: State, id: str, umpire: Umpire, *, shots: int = 0, manhandled_withdrawals: int = 0
) -> None:
    """What shots, and pushing its gun back, take from a crew by OP3; one that has nothing left
    must rest. [honor_glory:48.0d] [honor_glory:OP3.1a] [honor_glory:OP3.2a]
    [honor_glory:OP3.2b]"""
    before = state.units[id].stamina
    left = stamina_after(before, shots=shots, manhandled_withdrawals=manhandled_withdrawals)
    if state.options.exhausted_crews and left != before:
        rest = 0 if left else d6(umpire, "rest of the crew").value
        state.change(id, stamina=left, rest=rest)


def end_melee(state: State, id: str) -> None:
    """A unit leaves its melee, and whoever fought nobody else has none."""
    for pair in (pair for pair in state.melees if id in pair):
        state.melees = tuple(one for one in state.melees if one != pair)
        state.caught = {one: how for one, how in state.caught.items() if one not in pair}
        for one in pair:
            if state.opponent_of(one) is None:
                state.change(one, rounds=0)


def gone(state: State, id: str, fate: str, umpire: Umpire, *, killed: bool = False) -> None:
    """A unit is lost, and the commanders with it, who cost their army counters; whether they are
    `killed` matters to the units of a commander-in-chief. [honor_glory:20.2] [honor_glory:22.3]
    [honor_glory:22.5] [honor_glory:29.7] [honor_glory:50.0] (HG-32)"""
    end_melee(state, id)
    lost, side = state.with_unit(id), state.units[id].of
    leaders = [Leader(one.rank, one.mp) for one in lost.values()]
    _miss(state, side, leaders)
    for who in lost:
        state.change_commander(who, place="gone", fate="lost with his unit", joined="")
    title = state.units[id].title
    state.remove(id, fate)
    umpire.tell(Lost(rules=("honor_glory:10.b1",), unit=id, title=title, fate=fate))
    if killed:
        _panic(state, side, leaders, umpire, besides=id)
