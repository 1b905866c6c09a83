"""The rules to read: every duty is in one section, charts and rulings are found beside it."""

from __future__ import annotations

import pytest

from longroll.display import display_of
from longroll.guide import reader_of
from longroll.kernel.system import systems
from longroll.rulebooks import UnknownRulebook, duties

DRAWN = [slug for slug in systems() if slug != "mckie_umpire"]


@pytest.mark.parametrize("slug", systems())
def test_every_duty_is_in_one_section(slug: str) -> None:
    reader = reader_of(slug)
    for book in reader.books:
        found = [
            duty.id
            for chapter in book.chapters
            for section in chapter.sections
            for duty in section.duties
        ]
        assert sorted(found) == sorted(duties(book.slug))
        assert all(chapter.title and chapter.sections for chapter in book.chapters)


@pytest.mark.parametrize("slug", DRAWN)
def test_every_chart_belongs_to_a_rule_that_can_be_read(slug: str) -> None:
    known = {id for book in reader_of(slug).books for id in duties(book.slug)}
    charts = display_of(systems()[slug]).table().charts
    assert all(any(id.startswith(chart.rule) for id in known) for chart in charts)


@pytest.mark.parametrize("slug", ["stockade_redan", "corinth", "chickasaw_bayou", "mckie"])
def test_rulings_words_and_a_page_that_teaches_are_beside_it(slug: str) -> None:
    reader = reader_of(slug)
    assert len(reader.rulings) > 50
    assert all(ruling.title for ruling in reader.rulings)
    assert reader.guide[0].kind == "heading"
    assert any(book.words for book in reader.books)


def test_a_series_can_be_read_by_itself() -> None:
    [book] = reader_of("blind_swords").books
    assert book.title == "Blind Swords"
    with pytest.raises(UnknownRulebook):
        reader_of("whist")
