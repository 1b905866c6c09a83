"""29.2 The Confederate plan: where and when each division enters, and what comes with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.corinth.assault_areas import DIVISIONS, OPENS
from longroll.systems.corinth.coming_on import ARRIVING
from longroll.systems.corinth.deployment import HISTORICAL
from longroll.systems.corinth.set_up_events import PlanSealed, Plotted
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.roster import CAVALRY, CONFEDERATE, LEADER

#: The last Game-Turn on which a division may enter. [corinth:29.24]
LATEST = 8
#: Counters that come with a division of the player's choice, in the order he is asked; the wagon of
#: the reserve may come with any. [corinth:29.26] [corinth:30.2.2] [corinth:30.2.4]
ATTACHED = ("hoxton", "sengstak", "price", "van-dorn", "supply-reserve")
_OF_PRICE = ("hebert", "maury")
_DEFAULT = choice("default")
#: The plan of `default`: the historical areas, with Lovell a little later.
_USUAL = {"hebert": ("C", 1), "maury": ("D", 1), "lovell": ("E", 3)}
_USUAL_WITH = {
    "hoxton": "hebert",
    "sengstak": "maury",
    "price": "hebert",
    "van-dorn": "maury",
    "supply-reserve": "lovell",
}
_USUAL_CAVALRY = {
    "adams": "hebert",
    "2ar-cav": "hebert",
    "2mo-cav": "maury",
    "7tn-cav": "lovell",
    "1ms-cav": "lovell",
}


class Plotting(Ask, frozen=True):
    """The next line of the plan, which only the Confederate player sees.

    First the divisions (`plot AREA TURN`), then guns, generals and the reserve wagon
    (`join DIVISION`), then cavalry (`hold AREA`), then what the Union is told (`reveal AREA`).
    `default` fills in the rest. [corinth:29.0.2] [corinth:29.2]
    """

    rule: ClassVar[str] = "corinth:29.2"
    verbs: ClassVar[tuple[str, ...]] = ("plot", "join", "hold", "reveal", "default")

    def asks(self, state: State) -> str:
        return CONFEDERATE

    def question(self, state: State) -> str:
        verb, subject = next_line(state)
        title = _title(state, subject)
        match verb:
            case "plot":
                return f"Through which Assault Area does {title} come, and on which Game-Turn?"
            case "join":
                return f"With which division does {title} come?"
            case "hold":
                return f"In which Assault Area is {title} held off the map?"
        return "Which Assault Area of Game-Turn 1 is revealed to the Union?"

    def choices(self, state: State) -> list[Choice]:
        verb, subject = next_line(state)
        if verb == "plot":
            found = [
                choice("plot", area, str(turn))
                for area in OPENS
                for turn in range(1, LATEST + 1)
                if next(bars_to_plot(state, subject, area, turn), None) is None
            ]
        elif verb == "join":
            found = [choice("join", division) for division in allowed(state, subject)]
        elif verb == "hold":
            found = [choice("hold", area) for area in used_areas(state)]
        else:
            found = [choice("reveal", area) for area in first_areas(state)]
        return [*found, _DEFAULT]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb, subject = next_line(state)
        if choice.verb == "default":
            yield from bare(choice, self.rule)
            return
        if choice.verb != verb:
            yield Refusal(self.rule, f"the next line of the plan is {verb!r}")
            return
        given = choice.objects
        if verb == "plot":
            if len(given) != 2 or not given[1].isdecimal():
                yield Refusal(self.rule, "'plot' takes an Assault Area and a Game-Turn")
            else:
                yield from bars_to_plot(state, subject, given[0], int(given[1]))
        elif len(given) != 1:
            yield Refusal(self.rule, f"{verb!r} takes one argument")
        elif verb == "join" and given[0] not in allowed(state, subject):
            title = _title(state, subject)
            yield Refusal(_rule_of(state, subject), f"{title} cannot come with {given[0]}")
        elif verb == "hold" and given[0] not in used_areas(state):
            yield Refusal(_rule_of(state, subject), f"no division comes through {given[0]}")
        elif verb == "reveal" and given[0] not in first_areas(state):
            yield Refusal("corinth:29.23", f"no division comes through {given[0]} on Game-Turn 1")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb != "default":
            self._write(state, choice, umpire)
        else:
            while next_line(state)[0]:
                self._write(state, usual(state), umpire)
        if not next_line(state)[0]:
            state.agenda.pop()

    def _write(self, state: State, choice: Choice, umpire: Umpire) -> None:
        verb, subject = next_line(state)
        given = choice.objects
        title = _title(state, subject)
        number = state.game.roster.number
        if verb == "plot":
            state.plan = {**state.plan, subject: (given[0], int(given[1]))}
            goal, rule = f"area {given[0]}, Game-Turn {given[1]}", "corinth:29.2"
        elif verb == "join":
            state.attached = {**state.attached, number[subject]: given[0]}
            goal, rule = f"with {_title(state, given[0])}", _rule_of(state, subject)
        elif verb == "hold":
            division = next(d for d, (area, _) in state.plan.items() if area == given[0])
            state.attached = {**state.attached, number[subject]: division}
            goal, rule = f"held off the map in area {given[0]}", _rule_of(state, subject)
        else:
            state.revealed = given[0]
            return
        secret = state.scenario != HISTORICAL
        umpire.tell(Plotted(rules=(rule,), subject=title, goal=goal, secret=secret))


class SealPlan(Do, frozen=True):
    """The plan is complete: what waits for what is decided, and the Union learns one area.

    [corinth:29.2] [corinth:29.23]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        settle(state)
        umpire.tell(PlanSealed(rules=("corinth:29.23",), area=state.revealed))


def settle(state: State) -> None:
    """Work out from the plan which counters wait with each division, and where cavalry is held."""
    state.waiting = {
        **{side: units for side, units in state.waiting.items() if side not in DIVISIONS},
        **{division: members(state, division) for division in state.plan},
    }
    state.withheld = held_off(state)
    off = [unit for units in state.waiting.values() for unit in units]
    off += [unit for units in state.withheld.values() for unit in units]
    for unit in off:
        piece = state.piece(unit)
        if piece.side == CONFEDERATE:
            state.change(unit, formation=ARRIVING.get(piece.kind, ""))


def members(state: State, division: str) -> tuple[int, ...]:
    """Every counter that comes with a division and is not there yet, except cavalry."""
    found = []
    for unit in state.game.roster.of_side[CONFEDERATE]:
        piece, own = state.piece(unit), state.units[unit]
        if own.hex or own.fate or unit in state.returning:
            continue
        if piece.anonymous or piece.crew_of or piece.kind == CAVALRY:
            continue
        chief = state.attached.get(unit) or _with_cavalry(state, unit)
        if (chief or piece.division) == division:
            found.append(unit)
    return tuple(found)


def _with_cavalry(state: State, unit: int) -> str:
    """A cavalry commander comes with the division his first regiment is with."""
    piece = state.piece(unit)
    if piece.kind != LEADER or not piece.brigade:
        return ""
    roster = state.game.roster
    men = [n for n in roster.of_brigade[piece.brigade] if roster.pieces[n].kind == CAVALRY]
    return state.attached.get(men[0], "") if men else ""


def held_off(state: State) -> dict[str, tuple[int, ...]]:
    """Cavalry off the map by area, for the divisions whose area is known. [corinth:29.27.1]"""
    found: dict[str, tuple[int, ...]] = {}
    for unit, division in sorted(state.attached.items()):
        own = state.units[unit]
        off = not own.hex and not own.fate and unit not in state.returning
        if state.piece(unit).kind == CAVALRY and off and division in state.plan:
            area = state.plan[division][0]
            found[area] = (*found.get(area, ()), unit)
    return found


# What the plan allows


def next_line(state: State) -> tuple[str, str]:
    """What has to be plotted next: the verb and its subject; ("", "") when the plan is complete."""
    for division in DIVISIONS:
        if division not in state.plan:
            return "plot", division
    number = state.game.roster.number
    for id in ATTACHED:
        if number[id] not in state.attached:
            return "join", id
    for unit in cavalry(state):
        if unit not in state.attached:
            return "hold", state.piece(unit).id
    if not state.revealed and state.scenario != HISTORICAL:
        return "reveal", ""
    return "", ""


def cavalry(state: State) -> list[int]:
    return [
        unit for unit in state.game.roster.of_side[CONFEDERATE] if state.piece(unit).kind == CAVALRY
    ]


def bars_to_plot(state: State, division: str, area: str, turn: int) -> Iterator[Refusal]:
    """The rules that a division's line of the plan breaks. [corinth:29.25]

    Divisions are plotted in the order Hebert, Maury, Lovell, so each rule is checked when the
    last division that it concerns is plotted.
    """
    if area not in OPENS:
        yield Refusal("corinth:29.1.1", f"the Assault Areas are {' '.join(OPENS)}")
        return
    if turn < OPENS[area]:
        yield Refusal("corinth:29.22", f"area {area} opens on Game-Turn {OPENS[area]}")
    if not 1 <= turn <= LATEST:
        yield Refusal("corinth:29.24", f"every division must enter by Game-Turn {LATEST}")
    if (area, turn) in state.plan.values():
        yield Refusal("corinth:29.21.3", f"another division uses {area} on Game-Turn {turn}")
    late = [other for other, (_, when) in state.plan.items() if when > 1]
    if division == "maury" and turn > 1 and "hebert" in late:
        # Lovell cannot come first while others are held back, so no division would.
        yield Refusal("corinth:29.21.1", "one division must enter on Game-Turn 1")
    if division == "lovell" and turn == 1 and late:
        # [corinth:29.21.2] (GB-D35)
        yield Refusal("corinth:29.21.2", "if any division is held back, Lovell must be")


def allowed(state: State, subject: str) -> tuple[str, ...]:
    """The divisions that an attached counter may come with.

    [corinth:29.26] [corinth:30.2.2] [corinth:30.2.4] (GB-D38)
    """
    if subject == "supply-reserve" or (state.scenario == HISTORICAL and subject != "price"):
        return DIVISIONS
    return _OF_PRICE


def _rule_of(state: State, subject: str) -> str:
    """The rule on which division a counter comes with, or where cavalry is held.

    [corinth:29.26] [corinth:29.27.1] [corinth:30.2.2] [corinth:30.2.3] [corinth:30.2.4]
    """
    piece = state.piece(state.game.roster.number[subject])
    if piece.kind == CAVALRY:
        rule = "30.2.3" if state.scenario == HISTORICAL else "29.27.1"
    elif state.scenario == HISTORICAL:
        rule = "30.2.2" if piece.kind == LEADER else "30.2.4"
    else:
        rule = "29.26"
    return f"corinth:{rule}"


def used_areas(state: State) -> list[str]:
    """The areas that divisions use. [corinth:29.27.1]"""
    return sorted({area for area, _ in state.plan.values()})


def first_areas(state: State) -> list[str]:
    """The areas of Game-Turn 1. [corinth:29.23]"""
    return sorted({area for area, turn in state.plan.values() if turn == 1})


def usual(state: State) -> Choice:
    """What `default` writes into the next line: the usual entry if the rest of the plan allows."""
    verb, subject = next_line(state)
    if verb == "plot":
        area, turn = _USUAL[subject]
        options = [(area, turn), *((a, t) for t in range(1, LATEST + 1) for a in OPENS)]
        area, turn = next(
            (a, t) for a, t in options if next(bars_to_plot(state, subject, a, t), None) is None
        )
        return choice("plot", area, str(turn))
    if verb == "join":
        return choice("join", _USUAL_WITH[subject])
    if verb == "hold":
        return choice("hold", state.plan[_USUAL_CAVALRY[subject]][0])
    return choice("reveal", first_areas(state)[0])


def _title(state: State, subject: str) -> str:
    roster = state.game.roster
    if subject in DIVISIONS:
        return roster.divisions[subject].title
    return roster.pieces[roster.number[subject]].title if subject else ""


STEPS: tuple[type[Any], ...] = (Plotting, SealPlan)
