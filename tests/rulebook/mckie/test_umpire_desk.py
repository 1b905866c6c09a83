"""The umpire's desk as data: whatever can be tapped is an entry that the rules understand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import longroll
from longroll.display import display_of
from longroll.display.desk import Button, Chip, Desk, EntryForm, Field
from longroll.display.preview import Preview
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from tests.rulebook.mckie.test_umpire import TWO, desk_of, roster

#: What is said of words that make no entry; rules bar with other words.
UNREAD = ("is no word", "makes no sense", "is missing", "is one of", "there is no")


def look_at(battle: Battle, entry: str) -> Preview:
    return display_of(battle.system).preview(battle.state, "confederate", read_choice(entry))


def is_understood(battle: Battle, entry: str) -> Preview:
    shown = look_at(battle, entry)
    for refusal in shown.refusals:
        assert not any(words in refusal.why for words in UNREAD), (entry, refusal.why)
    return shown


def form_of(desk: Desk, page: str) -> EntryForm:
    return next(one.form for one in desk.pages if one.id == page)


def written(field: Field, target: str = "") -> str:
    if field.kind == "choice":
        return field.text.format(value=field.options[0].word, target=target)
    return field.text.format(value=max(1, field.usual), target=target) if field.told else ""


def offers(form: EntryForm, unit: str, target: str = "") -> list[Chip]:
    return [
        chip
        for chip in form.chips
        if (chip.units is None or unit in chip.units)
        and (chip.targets is None or target in chip.targets)
    ]


def entries(desk: Desk, form: EntryForm) -> Iterator[str]:
    """Every entry of a page with one chip, by two units of both armies."""
    sides = {row.id: row.side for row in desk.roster}
    for unit in form.units:
        if form.shape == "one":
            for chip in offers(form, unit):
                yield form.text.format(unit=unit, reasons="alarm", words=chip.word)
            continue
        target = next(id for id in form.targets if sides[id] != sides[unit])
        fields = {one.name: written(one, target) for one in form.fields.get(unit, ())}
        for chip in offers(form, unit, target):
            part = form.part.format(unit=unit, target=target, words=chip.word, **fields)
            yield " ".join(form.text.format(unit=unit, parts=part).split())


ROUTING = "state u2 routing"


@pytest.mark.parametrize("step", ["charges_first", "firing", "melee", "other_morale"])
def test_whatever_a_page_can_say_is_understood(step: str) -> None:
    battle = roster(*TWO, ROUTING, step=step)
    desk = desk_of(battle)
    told = [entry for page in desk.pages for entry in entries(desk, page.form)]
    assert len(told) > 60
    for entry in told:
        is_understood(battle, entry)


@pytest.mark.parametrize(
    "step, page, verb",
    [("firing", "fire", "fire"), ("charges_first", "melee", "charge"), ("melee", "melee", "melee")],
)
def test_a_page_leads_to_entries_that_are_allowed(step: str, page: str, verb: str) -> None:
    battle = roster(*TWO, step=step)
    desk = desk_of(battle)
    found = [one for one in entries(desk, form_of(desk, page)) if look_at(battle, one).legal]
    assert found
    assert all(entry.startswith(verb) for entry in found)


def buttons(desk: Desk) -> Iterator[str]:
    more = [*desk.at_once, *desk.ends, desk.onward, *(b for c in desk.choices for b in c.buttons)]
    yield from (one.text for one in more)
    for one in (button for group in desk.of_units for button in group.buttons):
        yield from (one.text.format(unit=id) for id in one.units)


def test_every_button_is_an_entry() -> None:
    battle = roster(*TWO, ROUTING, "lose u1 3", "ammo c1 out", "general crocker u1")
    battle.play("detach c1 4")
    assert len(list(buttons(desk_of(battle)))) > 100
    for entry in buttons(desk_of(battle)):
        is_understood(battle, entry)


def test_a_button_knows_of_whom_it_is_true() -> None:
    battle = roster(*TWO, "did u1 doubled rough", "general crocker u1")
    groups = {group.label: group.buttons for group in desk_of(battle).of_units}
    deeds = {one.label: one for one in groups["It has, this period:"]}
    assert deeds["doubled"].on == ("u1",)
    assert "u1" not in deeds["doubled"].units
    assert deeds["moved in rough"].on == ("u1",)
    line = next(one for one in groups["Formation"] if one.label == "line")
    assert "u1" in line.on
    assert "u4" not in line.units
    with_it: list[Button] = [one for one in groups[""] if "u1" in one.on]
    assert [one.text for one in with_it] == ["general crocker alone"]


@pytest.mark.rule("mckie:morale.factor.friends")
def test_friends_in_flight_are_asked_for_with_the_distance_of_the_rules() -> None:
    desk = desk_of(roster(*TWO, ROUTING))
    chips = {chip.word: chip for chip in form_of(desk, "morale").chips}
    assert chips["near u2"].label == "U2 routing within 8 in"
    assert chips["near u2"].value == -1
    assert chips["near u2"].units == ("u1", "u4")


def test_an_entry_of_a_later_step_says_how_to_get_there() -> None:
    battle = roster(*TWO)
    shown = look_at(battle, "fire u1 c1 5")
    assert not shown.legal
    assert shown.first is not None
    assert shown.first.label == "Go on to step 8, firing"
    battle.play(shown.first.text)
    assert look_at(battle, "fire u1 c1 5").legal
    battle.play("next")
    assert look_at(battle, "fire u1 c1 5").first is None


def test_what_the_roster_knows_is_told_by_unit() -> None:
    battle = roster(*TWO, step="firing")
    shown = look_at(battle, "fire u1 c1 5 smoke")
    assert sum(line.value for line in shown.known["c1"]) + shown.lines[0].value == sum(
        line.value for line in shown.lines
    )
    battle.play("step melee")
    shown = look_at(battle, "melee u1 c1 20 and c1 u1 20")
    assert [line.reason for line in shown.known["c1"]] == ["veteran troops"]
    assert set(shown.known) == {"u1", "c1"}


def test_a_unit_is_added_by_its_form() -> None:
    battle = longroll.new("mckie_umpire", "free", seed=1)
    recruits = desk_of(battle).recruits
    said = {"side": "union", "arm": "field_artillery"}
    for field in recruits.fields:
        fitting = [one for one in field.options if not one.when or set(one.when) & {*said.values()}]
        if field.kind == "choice":
            said.setdefault(field.name, fitting[0].word)
        else:
            said[field.name] = "2" if field.kind == "number" else ""
    battle.play(" ".join(recruits.text.format(**said).split()))
    row = desk_of(battle).roster[0]
    assert (row.id, row.title, row.kind) == ("u1", "U1", "artillery")
    fields = {field.name: field for field in desk_of(battle).recruits.fields}
    assert {one.word for one in fields["id"].options} == {"u2", "c1"}


def test_dice_are_asked_for_as_many_as_are_rolled() -> None:
    """A die for each general with the unit, none where troops are tired without one."""
    second = "commander grant union cinc Grant"
    battle = roster(*TWO, second, "general crocker u1", "general grant u1", step="firing")
    battle.play("fire c1 u1 5 die 4")
    risk = next(one for one in desk_of(battle).due if one.throw is not None)
    assert risk.throw is not None
    assert len(risk.throw.dice) == 2
    dice = " ".join(f"{die.word} 5".strip() for die in risk.throw.dice)
    assert look_at(battle, f"{risk.throw.text} {dice}").legal
