"""3.2 Charts and tables: all of them can be looked up at the table."""

from __future__ import annotations

import pytest

from longroll.display import display_of
from longroll.kernel.system import system_named


@pytest.mark.rule("gbacw:3.2")
@pytest.mark.parametrize("system", ["gbacw", "corinth"])
def test_every_chart_and_table_is_on_the_table(system: str) -> None:
    charts = {chart.rule: chart for chart in display_of(system_named(system)).table().charts}
    assert set(charts) == {
        "gbacw:5.19",
        "gbacw:8.18",
        "gbacw:8.35",
        "gbacw:9.16",
        "gbacw:9.25",
        "gbacw:9.56",
        "gbacw:11.34",
        "gbacw:12.98",
        "gbacw:13.15",
        "gbacw:17.76",
    }
    for chart in charts.values():
        assert all(len(row) == len(chart.head) for row in chart.rows), chart.title
    fire = charts["gbacw:9.16"].rows
    assert fire[0] == (
        *("Grapeshot from", "0", "4", "9", "12", "16", "22", "29", "36", "44", "53", "63+"),
    )
    assert fire[-1][1:4] == ("P/R", "1", "1")
    assert charts["gbacw:12.98"].rows[0][-1] == "-/C2R3"
