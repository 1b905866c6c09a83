"""The installed systems, their scenarios and options."""

from __future__ import annotations

import importlib
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import pytest

import longroll
from longroll import BadPosition, LongrollError, UnknownSystem
from longroll.cli.listing import list_systems
from longroll.display import Display, Terminal
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Seeded
from longroll.kernel.state import Options, State
from longroll.kernel.system import System, broken_systems, system_named, systems
from tests.kernel.counting import COUNTING, CountingOptions, counting

STOCKADE = system_named("stockade_redan")
KNOWN = r"\(known: undo, guns_over_parapet, barred_chaos_is_spent\)"


def test_systems_are_found_by_their_names_in_order() -> None:
    found = longroll.installed_systems()
    assert list(found) == sorted(found)
    assert "stockade_redan" in found
    for slug, system in found.items():
        assert system.slug == slug
        assert system_named(slug) is system
        assert len(set(system.sides)) == 2
        assert system.scenarios
        assert system.version


@pytest.mark.parametrize("slug", ["nowhere", "", "Stockade_Redan", "stockade_redan "])
def test_an_unknown_system_is_named_with_those_there_are(slug: str) -> None:
    known = ", ".join(systems())
    for ask in (
        lambda: system_named(slug),
        lambda: longroll.new(slug),
        lambda: longroll.position(slug, {"units": {}}),
    ):
        with pytest.raises(UnknownSystem) as caught:
            ask()
        assert str(caught.value) == f"no system {slug!r}: choose from {known}"
    assert issubclass(UnknownSystem, LongrollError)


def test_where_nothing_is_installed_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroll.kernel.system.systems", dict)
    with pytest.raises(UnknownSystem, match=r"^no system 'gbacw': none is installed$"):
        system_named("gbacw")


def test_a_system_that_cannot_be_loaded_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [*entry_points(group="longroll.systems")]
    entries.append(EntryPoint("torn", "no_such_module:system", "longroll.systems"))
    kernel = importlib.import_module("longroll.kernel.system")
    monkeypatch.setattr(kernel, "entry_points", lambda group: entries)
    monkeypatch.setattr(kernel, "_installed", kernel._installed.__wrapped__)
    assert "stockade_redan" in systems()
    assert [*broken_systems()] == ["torn"]
    with pytest.raises(UnknownSystem, match=r"^torn cannot be loaded: ModuleNotFoundError"):
        system_named("torn")
    list_systems()
    listed = capsys.readouterr().out
    assert "torn  cannot be loaded: ModuleNotFoundError" in listed
    assert "stockade_redan  " in listed


def test_a_system_that_is_registered_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), "counting", COUNTING)
    battle = longroll.new("counting", "long", options={"goal": 3})
    assert (battle.state.scenario, battle.system) == ("long", COUNTING)
    assert longroll.position("counting", {"system": "counting", "total": 2}).decision is not None


def test_the_first_scenario_is_the_one_to_begin_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), "counting", COUNTING)
    assert longroll.new("counting").state.scenario == "short"


def test_a_scenario_must_be_one_of_the_system() -> None:
    assert COUNTING.require_scenario("long") == "long"
    with pytest.raises(
        UnknownSystem, match=r"^counting has no scenario 'endless': choose from short, long$"
    ):
        COUNTING.require_scenario("endless")
    with pytest.raises(UnknownSystem, match="stockade_redan has no scenario 'one-assault'"):
        longroll.new("stockade_redan", "one-assault")
    with pytest.raises(UnknownSystem, match="stockade_redan has no scenario ''"):
        longroll.new("stockade_redan", "")


@pytest.mark.parametrize(
    "given, error",
    [
        ({"frob": 1}, f"options of stockade_redan: Object contains unknown field `frob` {KNOWN}"),
        (
            {"undo": "never"},
            f"options of stockade_redan: Invalid enum value 'never'.*undo.* {KNOWN}",
        ),
        ({"undo": None}, f"options of stockade_redan: .*undo.* {KNOWN}"),
        ({"undo": True}, f"options of stockade_redan: .*undo.* {KNOWN}"),
        (
            {"guns_over_parapet": "maybe"},
            f"options of stockade_redan: .*guns_over_parapet.* {KNOWN}",
        ),
        ({"guns_over_parapet": 2}, f"options of stockade_redan: .*guns_over_parapet.* {KNOWN}"),
        ({"guns_over_parapet": []}, f"options of stockade_redan: .*guns_over_parapet.* {KNOWN}"),
        ({1: "free"}, f"options of stockade_redan: .* {KNOWN}"),
    ],
)
def test_an_option_that_is_not_declared_is_refused(given: dict[Any, Any], error: str) -> None:
    with pytest.raises(UnknownSystem, match=f"^{error}$"):
        STOCKADE.read_options(given)
    with pytest.raises(UnknownSystem, match=f"^{error}$"):
        longroll.new("stockade_redan", options=given)


def test_options_left_out_have_their_defaults() -> None:
    assert COUNTING.read_options({}) == CountingOptions(undo="unrevealed", goal=20, weather=False)
    assert COUNTING.read_options({"goal": 3}) == CountingOptions(goal=3)
    assert longroll.new("stockade_redan").state.options == STOCKADE.options()


@pytest.mark.parametrize(
    "written, value",
    [("true", True), ("false", False), ("1", True), ("0", False), (True, True), (False, False)],
)
def test_a_yes_or_no_may_be_given_in_words(written: object, value: bool) -> None:
    assert COUNTING.read_options({"weather": written}) == CountingOptions(weather=value)


def test_every_option_of_every_system_is_explained() -> None:
    for system in systems().values():
        assert set(system.meanings) == set(system.options.__struct_fields__)
        assert all(system.meanings.values())


def test_seed_and_dice_cannot_both_rule_chance() -> None:
    with pytest.raises(ValueError, match="seed or dice, not both"):
        longroll.new("stockade_redan", seed=0, dice=[3])
    with pytest.raises(ValueError, match="seed or dice, not both"):
        longroll.position("stockade_redan", {"units": {}}, seed="", dice=[])


def test_seed_0_is_taken_where_none_is_given() -> None:
    assert longroll.new("stockade_redan").hash() == longroll.new("stockade_redan", seed=0).hash()
    assert "seed 0" in longroll.new("stockade_redan").record()


class Bare(System[State]):
    """Offers nothing that it need not."""

    slug = "bare"
    options = Options
    state = State


def test_what_a_system_need_not_offer() -> None:
    bare, state = Bare(), counting().state
    assert bare.gesture(state, counting().decision.choices[0]) is None  # type: ignore[union-attr]
    assert bare.as_seen(state, "blue") is state
    assert type(bare.umpire(state, Seeded(1))) is Umpire
    assert list(bare.faults(state)) == []
    assert Terminal(bare).describe(None, "1519") == []
    assert Terminal(bare).gloss(None, "1519") == ""
    with pytest.raises(ValueError, match="bare has no lines of sight"):
        Display(bare).sight(state, "blue", "1519", "1619")
    assert bare.check_file("a.map", "") is None
    with pytest.raises(BadPosition, match="bare cannot read positions"):
        bare.from_position({})
    with pytest.raises(BadPosition, match="bare cannot write positions"):
        bare.to_position(state)
