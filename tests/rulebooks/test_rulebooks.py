"""The shipped rulebooks are sound, and every playable duty has its test and its code."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from longroll.rulebooks import UnknownRule, UnknownRulebook, duties, duty, rulebooks
from longroll.rulebooks.citations import unknown_citations
from longroll.rulebooks.coverage import coverage, home

REPOSITORY = Path(__file__).parents[2]
CONTRACT = REPOSITORY.parent / "shared" / "rules"
#: A rulebook may be listed before its system is there to be played.
PLAYED = [book for book in rulebooks() if book in entry_points(group="longroll.systems").names]


@pytest.mark.parametrize("system", PLAYED)
def test_every_playable_duty_has_a_test(system: str) -> None:
    untested = [duty.id for duty in coverage(system).untested]
    assert not untested, f"{len(untested)} duties without a test:\n" + "\n".join(untested)


@pytest.mark.parametrize("system", PLAYED)
def test_every_playable_duty_is_cited_in_code(system: str) -> None:
    uncited = [duty.id for duty in coverage(system).uncited]
    assert not uncited, f"{len(uncited)} duties not cited in code:\n" + "\n".join(uncited)


@pytest.mark.parametrize("folder", ["src", "tests", "examples/skirmish/src"])
def test_every_citation_names_a_duty(folder: str) -> None:
    unknown = unknown_citations(REPOSITORY / folder)
    assert not unknown, "no rulebook has:\n" + "\n".join(unknown)


@pytest.mark.parametrize("system", [book for book in rulebooks() if home(book).root == REPOSITORY])
def test_ids_are_those_of_the_shared_duty_list(system: str) -> None:
    contract = CONTRACT / f"{system}.tsv"
    if not contract.is_file():
        pytest.skip("no shared duty list beside the repository")
    lines = contract.read_text(encoding="utf-8").splitlines()[1:]
    assert list(duties(system)) == [line.split("\t")[0] for line in lines]


def test_duties_keep_the_order_of_the_book() -> None:
    ids = list(duties("stockade_redan"))
    assert ids[0] == "stockade_redan:1.0.1"
    assert ids.index("stockade_redan:9.2.9") + 1 == ids.index("stockade_redan:9.2.10")


def test_a_duty_is_found_by_its_id() -> None:
    found = duty("stockade_redan:9.2.2")
    assert (found.section, found.kind, found.playable) == ("9.2", "chits", True)
    assert found.duty.startswith("Union 8th Missouri")


@pytest.mark.parametrize(
    "wrong, near",
    [
        ("stockade_redan" + ":9.2.77", "stockade_redan:9.2.7"),
        ("stokade_redan:9.2.7", "stockade_redan:9.2.7"),
        ("9.2.7", "stockade_redan:9.2.7"),
        ("", "stockade_redan:"),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(UnknownRule, match="the nearest are: ") as error:
        duty(wrong)
    assert error.value.nearest[0].startswith(near)
    assert repr(wrong) in str(error.value)


def test_an_unknown_book_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownRulebook, match=r"'stokade': choose from .*stockade_redan"):
        duties("stokade")
