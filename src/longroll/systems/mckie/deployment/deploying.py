"""Before the first period: each army is set up in its zone, and its orders are written.

[mckie:deploy.1] [mckie:deploy.2] [mckie:deploy.3] [mckie:deploy.4]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, get_args

import msgspec
from msgspec.structs import replace

from longroll.board.table import Footprint, is_clear, on_table, point
from longroll.board.table.angles import normal
from longroll.board.table.places import INCH
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.kernel.event import Event, Scene
from longroll.kernel.forms import OrderForm
from longroll.kernel.system import Chance
from longroll.miniatures import scenes, ways
from longroll.miniatures.measure import degrees, read_degrees, read_length, written
from longroll.miniatures.picking import OneAtATime, drawn
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.hidden import blinds, fog
from longroll.systems.mckie.hidden.spotting import LookRound
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.orders import giving
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field, forms
from longroll.systems.mckie.table.state import Blind, State
from longroll.systems.mckie.words import SIDES, Formation, Side

_RULE = "mckie:deploy.1"
_FORMATIONS: tuple[Formation, ...] = get_args(Formation)
#: Candidates: how far along the zone a unit is shifted.
_SHIFTS = (-4 * INCH, -2 * INCH, 2 * INCH, 4 * INCH)


class Deployed(Event, frozen=True, kw_only=True):
    """Troops, a general or a marker were set up."""

    side: str
    what: str
    title: str
    x: int
    y: int
    hidden: bool = False

    def text(self) -> str:
        return f"{self.title} is set up at {written(self.x)}, {written(self.y)}."

    def scene(self) -> Scene:
        return scenes.around(self.what)

    def seen_by(self, side: str) -> Event | None:
        return None if self.hidden and side != self.side else self


class DeploymentEnded(Event, frozen=True, kw_only=True):
    """An army has finished its deployment."""

    final = True

    side: str

    def text(self) -> str:
        return f"The {self.side.title()} army is deployed."


def deployment(state: State) -> list[Ask | Do]:
    """What comes before the first period: each army deploys in turn. What is hidden from a side in
    the battle is hidden from it here too. [mckie:deploy.1] [mckie:hidden.umpire.1]"""
    first: list[Ask | Do] = [blinds.LayBlinds()] if blinds.in_use(state) else []
    return [*first, *(Deploy(side) for side in SIDES), LookRound()]


class Where(msgspec.Struct, frozen=True):
    """A place for somebody: in hundredths, a heading in tenths, and a formation."""

    who: str
    x: int
    y: int
    heading: int | None = None
    formation: Formation | None = None


class Deploy(OneAtATime[Side], frozen=True):
    """The commander sets up his army: `deploy u1 20 30 0 line`, `deploy crocker 22 33`,
    `hold u2`, `detach u3 4 ahead 2`, `order crocker ATTACK the crossroads from 2`, `done`. Those
    that he does not move stay where the scenario put them. [mckie:deploy.1]"""

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = _RULE
    of_one: ClassVar[tuple[str, ...]] = ("deploy", "hold", "detach", "order")

    def question(self, state: State) -> str:
        if self.unit in state.commanders:
            return f"Where is {state.title_of(self.unit)}, and what are his orders?"
        if self.unit:
            return f"Where do you deploy {state.title_of(self.unit)}?"
        return "Which troops do you deploy, and who gets orders?"

    def who(self, state: State) -> list[str]:
        return list(_waiting(state, self.side))

    def orders(self, state: State, id: str) -> list[Choice]:
        seen = fog.as_seen(state, self.side)
        return [one for one in _sensible(seen, self.side, id) if not any(self._bars(seen, one))]

    def draw_order(self, state: State, id: str, chance: Chance) -> Choice:
        seen = fog.as_seen(state, self.side)
        return drawn(list(_sensible(seen, self.side, id)), chance, partial(self._bars, seen))

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        one = state.units.get(id) or state.commanders.get(id) or state.blinds.get(id)
        if one is None or one.side != self.side:
            yield Refusal(_RULE, f"you have no unit or general called {id!r}")

    def forms(self, state: State) -> list[OrderForm]:
        units = {id: state.units[id] for id in state.of_side(self.side)}
        generals = [
            id
            for id, one in state.commanders.items()
            if one.side == self.side and one.place == "table"
        ]
        markers = {id: one for id, one in state.blinds.items() if one.side == self.side}
        return list(forms.deployments(units, generals, markers))

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        return self._bars(fog.as_seen(state, self.side), order)

    def _bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice.verb == "order":
            yield from giving.bars_to_address(state, self.side, choice.objects, anywhere=True)
        elif choice.verb == "detach":
            yield from _bars_to_detach(state, self.side, choice)
        elif choice.verb == "hold":
            yield from _bars_to_hold(state, self.side, choice)
        else:
            where = read_where(choice.objects)
            if isinstance(where, Refusal):
                yield where
            else:
                yield from bars_to_place(state, self.side, where)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            for id in state.of_side(self.side):
                state.change(id, done=False, formed=False)
            state.blinds = {id: replace(one, done=False) for id, one in state.blinds.items()}
            umpire.tell(DeploymentEnded(rules=(_RULE,), side=self.side))
        elif order.verb == "order":
            given = giving.read_orders(order.objects[1:])
            assert not isinstance(given, Refusal)
            role = state.commanders[order.object].role
            rule = "mckie:deploy.2" if role == "corps" else "mckie:deploy.3"
            giving.write(state, order.object, given, umpire, "before the battle", rule)
        elif order.verb == "detach":
            sending = screens.read_sending(order.objects)
            assert not isinstance(sending, Refusal)
            if not fog.met(state, self.side, lambda known: screens.bars_to_detach(known, sending)):
                _tell(state, screens.detach(state, sending), self.side, umpire)
        elif order.verb == "hold":
            _hold(state, order.object)
            _tell(state, order.object, self.side, umpire)
        else:
            where = read_where(order.objects)
            assert not isinstance(where, Refusal)
            # An unseen unit there keeps its place, and the player learns nothing of it.
            if not fog.met(state, self.side, lambda known: bars_to_place(known, self.side, where)):
                _set_up(state, where)
            _tell(state, where.who, self.side, umpire)


# Reading


def read_where(words: Sequence[str]) -> Where | Refusal:
    """`u1 20 30 0 line`; a heading and a formation only if they change.

    >>> read_where(["u1", "20", "30.5", "90"])
    Where(who='u1', x=2000, y=3050, heading=900, formation=None)
    """
    wrong = Refusal(_RULE, "deploy takes a unit, its place in inches, degrees and a formation")
    if not 3 <= len(words) <= 5:
        return wrong
    x, y = read_length(words[1]), read_length(words[2])
    if x is None or y is None:
        return wrong
    heading: int | None = None
    if len(words) > 3:
        heading = read_degrees(words[3])
        if heading is None:
            return wrong
        heading = normal(heading)
    formation = next((one for one in _FORMATIONS if len(words) > 4 and words[4] == one), None)
    if len(words) > 4 and formation is None:
        return Refusal(_RULE, f"{words[4]!r} is not a formation")
    return Where(words[0], x, y, heading, formation)


# What bars it


def bars_to_place(state: State, side: Side, where: Where) -> Iterator[Refusal]:
    """Every rule that bars somebody from being set up there. [mckie:deploy.1]"""
    if where.who in state.units:
        yield from _bars_to_place_unit(state, side, where)
    elif where.who in state.commanders:
        yield from _bars_to_place_general(state, side, where)
    elif where.who in state.blinds:
        yield from _bars_to_place_blind(state, side, where)
    else:
        yield Refusal(_RULE, f"you have no unit or general called {where.who!r}")


def placed(unit: Unit, where: Where) -> Unit:
    return replace(
        unit,
        x=where.x,
        y=where.y,
        heading=unit.heading if where.heading is None else where.heading,
        formation=where.formation or unit.formation,
        front=0 if where.formation else unit.front,
    )


def _bars_to_place_unit(state: State, side: Side, where: Where) -> Iterator[Refusal]:
    unit = state.units[where.who]
    if unit.side != side or unit.place != "table":
        yield Refusal(_RULE, f"you have no unit {where.who!r} on the table")
        return
    then = placed(unit, where)
    plan = layouts.layout(then.arm, then.formation, field.strength(then))
    if isinstance(plan, Refusal):
        yield plan
        return
    ground = field.ground_of(then)
    yield from _bars_to_stand(state, side, ground)
    if then.is_vessel and not field.is_afloat(state.battle.table, then):
        yield Refusal("mckie:opt.gunboat.1", f"{then.title} must be on water")
    for one in ways.obstacles(state, where.who, unit=then):
        if not is_clear(ground, one.ground, one.gap):
            rule = "mckie:move.1inch" if one.gap else _RULE
            yield Refusal(rule, f"there is no room beside {one.name.removeprefix(ways.TERRAIN)}")


def _bars_to_place_general(state: State, side: Side, where: Where) -> Iterator[Refusal]:
    general = state.commanders[where.who]
    if general.side != side or general.place != "table":
        yield Refusal(_RULE, f"you have no general {where.who!r} on the field")
        return
    if where.heading is not None:
        yield Refusal(_RULE, "a general has a place but no facing")
    moved = replace(general, x=where.x, y=where.y, joined="")
    yield from _bars_to_stand(state, side, radius.base_of(state, moved))


def _bars_to_place_blind(state: State, side: Side, where: Where) -> Iterator[Refusal]:
    blind = state.blinds[where.who]
    if blind.side != side:
        yield Refusal(_RULE, f"you have no marker {where.who!r}")
        return
    if where.formation not in (None, "line", "road_march"):
        yield Refusal("mckie:hidden.blind.2", "a marker must be in line or in road march")
        return
    yield from _bars_to_stand(state, side, blinds.ground_of(_moved_blind(blind, where)))


def _moved_blind(blind: Blind, where: Where) -> Blind:
    return replace(
        blind,
        x=where.x,
        y=where.y,
        heading=blind.heading if where.heading is None else where.heading,
        formation="road_march" if where.formation == "road_march" else "line",
    )


def _bars_to_stand(state: State, side: Side, ground: Footprint) -> Iterator[Refusal]:
    """Whether a footprint is on the table, and wholly in the zone of its army."""
    width, height = state.battle.table.size
    if not on_table(ground, width, height):
        yield Refusal(_RULE, "that is not on the table")
        return
    zone = state.battle.file.deployment[side]
    corners = [point(corner) for base in ground.bases for corner in base]
    far = {
        "north": max(corner.y for corner in corners),
        "south": height - min(corner.y for corner in corners),
        "west": max(corner.x for corner in corners),
        "east": width - min(corner.x for corner in corners),
    }[zone.edge]
    depth = round(zone.depth * INCH)
    if far > depth:
        yield Refusal(
            _RULE, f"that is {in_inches(far)} from the {zone.edge} edge; at most {in_inches(depth)}"
        )


def _bars_to_hold(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    one = state.units.get(choice.object) or state.blinds.get(choice.object)
    if one is None or one.side != side or len(choice.objects) != 1:
        yield Refusal(_RULE, "hold takes one of your units or markers")


def _bars_to_detach(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """[mckie:form.skirm.2]"""
    sending = screens.read_sending(choice.objects)
    if isinstance(sending, Refusal):
        yield sending
        return
    unit = state.units.get(sending.unit)
    if unit is None or unit.side != side or unit.place != "table":
        yield Refusal(_RULE, f"you have no unit {sending.unit!r} on the table")
        return
    yield from screens.bars_to_detach(state, sending)


# Carrying it out


def _hold(state: State, id: str) -> None:
    """It stays where the scenario put it."""
    if id in state.units:
        state.change(id, done=True)
    else:
        state.blinds = {**state.blinds, id: replace(state.blinds[id], done=True)}


def _set_up(state: State, where: Where) -> None:
    if where.who in state.units:
        then = placed(state.units[where.who], where)
        state.units = {**state.units, where.who: replace(then, done=True)}
    elif where.who in state.commanders:
        state.change_commander(where.who, x=where.x, y=where.y, joined="")
    else:
        moved = replace(_moved_blind(state.blinds[where.who], where), done=True)
        state.blinds = {**state.blinds, where.who: moved}


def _tell(state: State, who: str, side: Side, umpire: Umpire) -> None:
    one: Unit | General | Blind = (
        state.units.get(who) or state.commanders.get(who) or state.blinds[who]
    )
    title = f"Marker {who}" if isinstance(one, Blind) else one.title
    hidden = not fog.is_open(state) and not isinstance(one, Blind)
    umpire.tell(
        Deployed(rules=(_RULE,), side=side, what=who, title=title, x=one.x, y=one.y, hidden=hidden)
    )


# Candidates


def _waiting(state: State, side: Side) -> Iterator[str]:
    """Everybody not yet set up, and generals without orders if they need some."""
    yield from (id for id, one in state.blinds.items() if one.side == side and not one.done)
    for id in state.of_side(side):
        if not state.units[id].done and not state.units[id].parent:
            yield id
    for who, general in state.commanders.items():
        if state.options.generalship and general.side == side and general.role != "cinc":
            if not giving.pile_of(state, who).orders:
                yield who


def _sensible(state: State, side: Side, id: str) -> Iterator[Choice]:
    """A little to either side, or `hold` where it is; for a general the simplest orders."""
    one = state.blinds.get(id) or state.units.get(id)
    if one is None:
        for words in giving.sensible_orders(state, id):
            yield Choice("order", (id, *words))
        return
    along_x = state.battle.file.deployment[side].edge in ("north", "south")
    for shift in _SHIFTS:
        x, y = (one.x + shift, one.y) if along_x else (one.x, one.y + shift)
        if min(x, y) > 0:
            yield Choice("deploy", (id, written(x), written(y), degrees(one.heading)))
    yield Choice("hold", (id,))


STEPS = (Deploy,)
