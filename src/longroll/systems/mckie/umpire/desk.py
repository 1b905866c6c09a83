"""The umpire's desk: the roster, what is due, and everything that can be entered with a tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroll.display.desk import (
    Button,
    Buttons,
    Desk,
    Die,
    Due,
    Field,
    Option,
    Recruits,
    Row,
    Throw,
    choice_field,
)
from longroll.kernel.decision import read_choice
from longroll.miniatures.umpire.ending import ends
from longroll.miniatures.umpire.leaders import buttons as join_buttons
from longroll.miniatures.umpire.noting import said
from longroll.miniatures.umpire.pages import departures, formations, losses
from longroll.miniatures.umpire.roster import army_fields
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import STANDS
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.scenarios import table_facts
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.umpire import chips, due, pages, steps
from longroll.systems.mckie.umpire.entries import armies, asking, leaders
from longroll.systems.mckie.umpire.entries.shooting import FORMATIONS
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import GUNS, SIDES

_TITLES = {"morale": "morale", "fatigue": "fatigue", "risk": "risk to its general"}
_DOES = {
    "morale": "must test morale",
    "fatigue": "is checked for fatigue",
    "risk": "has a general at risk",
}
#: What a unit can be marked as having done, and on which ground.
_DEEDS = ("moved", "advanced", "doubled", "charged")
_GROUNDS = ("rough", "open_woods", "dense_woods")
_ARMS = ("infantry", "cavalry", "dismounted_cavalry", *GUNS, "wagon")
_MOST_TOLD = 9999


def desk(state: State) -> Desk:
    step = steps.BY_SLUG[state.step]
    found = due.all_due(state)
    tired = [one for one in found if one.verb == "fatigue" and one.step == state.step]
    everybody = Button(text="fatigue all", label="Roll fatigue for everybody")
    return Desk(
        heading=f"Period {state.period}, step {steps.number(step.slug)}: {step.title.lower()}",
        roster=tuple(_row(state, id, unit) for id, unit in state.units.items()),
        due=tuple(_due(state, one) for one in found),
        at_once=(everybody,) if len(tired) > 1 else (),
        pages=tuple(pages.pages(state)),
        throws=tuple(_throws(state)),
        choices=tuple(_choices(state)),
        onward=_onward(state),
        of_units=tuple(_of_units(state)),
        recruits=_recruits(state),
        ends=tuple(_ends(state)),
        example="fire u3 c3 5.25 smoke die 4",
    )


# The roster


def _row(state: State, id: str, unit: Unit) -> Row:
    weapon = state.armoury.get(unit.weapon)
    led = next((one.title for one in state.commanders.values() if one.joined == id), "")
    armed = f", {weapon.name}" if weapon is not None else ""
    leader = f"; {led} is with it" if led else ""
    return Row(
        id=id,
        label=id.upper(),
        title=unit.title,
        side=unit.side,
        kind=table_facts.kind_of(unit.arm),
        note=unit.quality,
        text=f"{unit.quality} {said(unit.arm)}{armed}; {unit.figures} of {unit.original}{leader}",
        left=unit.figures,
        of=unit.original,
        formation=unit.formation,
        place=unit.place,
        states=tuple(states(state, id)),
    )


def states(state: State, id: str) -> Iterator[str]:
    unit = state.units[id]
    if unit.standing != "steady":
        yield unit.standing
    if unit.fatigued:
        yield "fatigued"
    if unit.ran_out:
        yield "out of ammunition"
    if state.charge_of(id) is not None:
        yield "charging"
    if state.opponents(id):
        yield "in melee"
    if "fired" in unit.did:
        yield "fired"


# What is due


def _due(state: State, one: due.Due) -> Due:
    now = one.step == state.step
    is_test = one.verb == "morale"
    return Due(
        unit=one.unit,
        title=_TITLES[one.verb],
        does=_DOES[one.verb],
        rule=one.rule,
        step=steps.number(one.step),
        now=now,
        past=steps.SLUGS.index(one.step) < steps.SLUGS.index(state.step),
        reasons=tuple(chips.REASONS[reason] for reason in one.reasons),
        words=one.reasons,
        page="morale" if is_test else "",
        throw=None if is_test or not now else _throw(state, one),
        prompt=one.verb != "fatigue",
    )


def _throw(state: State, one: due.Due) -> Throw:
    label = f"{_TITLES[one.verb]} of {one.unit.upper()}"
    if one.verb == "risk":
        count = len(leaders.with_unit(state, one.unit))
    else:
        count = int(fatigue.calls_for_die(due.tiring(state, one.unit)))
    dice = [
        Die(label=label, faces=pages.TEN_SIDED, word="" if place else "dice")
        for place in range(count)
    ]
    return Throw(title=label, rule=one.rule, text=f"{one.verb} {one.unit}", dice=tuple(dice))


# The course of the period


def _throws(state: State) -> Iterator[Throw]:
    if state.step == "initiative" and not state.initiative:
        dice = [
            Die(label=f"Initiative of the {side.title()}", faces=pages.TEN_SIDED, word=side)
            for side in SIDES
        ]
        yield Throw(title="Initiative", rule="mckie:init.1", text="initiative", dice=tuple(dice))


def _choices(state: State) -> Iterator[Buttons]:
    if state.step == "initiative" and state.initiative and not state.first:
        yield Buttons(
            label=f"The {state.initiative.title()} army has the initiative",
            rule="mckie:init.3",
            buttons=tuple(
                Button(text=f"first {side}", label=f"{side.title()} moves first") for side in SIDES
            ),
        )


def _onward(state: State) -> Button:
    slug = steps.after(state.step)
    if slug is None:
        return Button(text="period", label="Next period")
    step = steps.BY_SLUG[slug]
    return Button(text="next", label=f"Next: step {steps.number(slug)}, {step.title.lower()}")


def _ends(state: State) -> Iterator[Button]:
    if state.step == due.LAST:
        confirm = "Does the battle go on tomorrow?"
        yield Button(text="day", label="End of the day", confirm=confirm)
    yield from ends(SIDES)


# The sheet of a unit


def _of_units(state: State) -> Iterator[Buttons]:
    here = state.present()
    units = {id: state.units[id] for id in here}
    yield formations(units, FORMATIONS, lambda one, name: bar_to_adopt(one.arm, name) is None)
    responses = tuple(one for one in _responses(state) if one.units)
    if responses:
        yield Buttons(label="It is charged:", rule="mckie:resp.1", buttons=responses)
    yield Buttons(label="It has, this period:", buttons=tuple(_deeds(units)))
    yield Buttons(
        label="Set it:",
        buttons=tuple(
            one
            for one in (*_standings(units), *_ammunition(units), *_changes(state, units))
            if one.units
        ),
    )
    yield Buttons(
        label="",
        buttons=tuple(join_buttons(state, "general", lambda one: f"{one.title} is with it")),
    )


def _responses(state: State) -> Iterator[Button]:
    """What each unit that is charged may still do about it. [mckie:resp.1]"""
    least = MOVEMENT.charged.turns_beyond
    for text, label in (
        ("stand {unit}", "stands"),
        ("turn {unit}", f"turns: the charge needs over {least} % of its move"),
        ("evade {unit}", "evades"),
        ("evade {unit} mount", "evades and mounts"),
        ("evade {unit} caught", "evades, but is caught"),
    ):
        able = tuple(id for id in state.present() if _may(state, text.replace("{unit}", id)))
        yield Button(text=text, label=label, units=able)


def _may(state: State, entry: str) -> bool:
    return bool(state.charges) and not any(asking.Umpiring().bars(state, read_choice(entry)))


def _deeds(units: dict[str, Unit]) -> Iterator[Button]:
    for word in (*_DEEDS, *_GROUNDS):
        on = [id for id, one in units.items() if word in (*one.did, *one.felt, *one.grounds)]
        yield Button(
            text=f"did {{unit}} {word}",
            label=f"moved in {said(word)}" if word in _GROUNDS else word,
            units=tuple(id for id in units if id not in on),
            on=tuple(on),
        )


def _standings(units: dict[str, Unit]) -> Iterator[Button]:
    for standing in ("steady", "retreating", "routing"):
        yield _set(standing, (id for id, one in units.items() if one.standing != standing))
    yield _set("fatigued", (id for id, one in units.items() if not one.fatigued))
    yield _set("fresh", (id for id, one in units.items() if one.fatigued))


def _set(state: str, units: Iterable[str]) -> Button:
    return Button(text=f"state {{unit}} {state}", label=state, units=tuple(units))


def _ammunition(units: dict[str, Unit]) -> Iterator[Button]:
    empty = tuple(id for id, one in units.items() if one.ran_out)
    armed = tuple(id for id, one in units.items() if one.weapon and not one.ran_out)
    near = f"wagon within {in_inches(FIRE.ammunition.wagon)}"
    yield Button(text="ammo {unit} wagon", label=near, units=empty)
    yield Button(text="ammo {unit} back", label="has ammunition", units=empty)
    yield Button(text="ammo {unit} out", label="out of ammunition", units=armed)


def _changes(state: State, units: dict[str, Unit]) -> Iterator[Button]:
    yield from losses(units, lambda id: (units[id].figures, units[id].original), "figures")
    out = tuple(id for id, one in units.items() if one.parent)
    yield Button(text="recall {unit}", label="back to its unit", units=out)
    for figures in range(1, STANDS["infantry"].figures + 1):
        able = tuple(id for id in units if _screen(state, id) == figures)
        yield Button(text=f"detach {{unit}} {figures}", label="send out skirmishers", units=able)
    yield from departures(
        state, lambda id: bool(state.opponents(id)) or state.charge_of(id) is not None
    )


def _screen(state: State, id: str) -> int:
    """How many figures a unit would send out at a tap: a stand, or half of what it has."""
    unit = state.units[id]
    figures = min(STANDS["infantry"].figures, unit.figures // 2)
    if unit.parent or unit.formation == "skirmish" or state.opponents(id) or not figures:
        return 0
    barred = next(iter(screens.bars_to_detach_from(state, id, figures)), None)
    return figures if barred is None else 0


# More units


def _recruits(state: State) -> Recruits:
    gunners = (*GUNS, "wagon")
    others = tuple(arm for arm in _ARMS if arm not in gunners)
    return Recruits(
        label="Add {id}",
        text="add {id} {side} {arm} {quality} {weapon} {number} {scale} {name}",
        fields=(
            *army_fields(state.units, SIDES),
            choice_field("arm", "Arm", (Option(word=arm, label=said(arm)) for arm in _ARMS)),
            choice_field(
                "quality",
                "Quality",
                (Option(word=one, label=one) for one in armies.QUALITIES),
            ),
            choice_field(
                "weapon",
                "Weapon",
                (
                    Option(
                        word=word,
                        label=weapon.name,
                        when=GUNS if weapon.is_artillery else others,
                    )
                    for word, weapon in state.armoury.items()
                ),
            ),
            Field(
                name="number",
                label="Strength",
                kind="number",
                most=_MOST_TOLD,
                usual=24,
                told=True,
            ),
            choice_field(
                "scale",
                "Counted in",
                (
                    Option(word="", label="figures", when=others),
                    Option(word="men", label="men", when=others),
                    Option(word="models", label="models", when=gunners),
                    Option(word="pieces", label="pieces", when=gunners),
                ),
            ),
            Field(name="name", label="Name", kind="words"),
        ),
    )
