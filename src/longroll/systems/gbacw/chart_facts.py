"""The charts and tables of the series, and those of a battle, for a player to look up.

[gbacw:3.2]
"""

from __future__ import annotations

from longroll.display.facts import ChartFacts
from longroll.kernel.wording import halved
from longroll.systems.gbacw.charts import MOVERS, Charts
from longroll.systems.gbacw.tables import GRAPESHOT, SMALL_ARMS, TABLES, WEAPONS

_DICE = range(1, 7)


def chart_facts(charts: Charts) -> tuple[ChartFacts, ...]:
    """Every chart and table of a battle, in the order they are used."""
    return (
        _fire(),
        _range(),
        _density(),
        _combat(charts),
        _melee(),
        _leaders(),
        _elephant(),
        _ammunition(),
        _movement(charts),
        _stacking(charts),
    )


def _fire() -> ChartFacts:
    columns = range(1, 12)
    bounds = {
        row: tuple(
            str(next((n for n in range(70) if TABLES.column(row, n) == column), 0))
            + ("+" if column == 11 else "")
            for column in columns
        )
        for row in (GRAPESHOT, SMALL_ARMS)
    }
    rows = [("Grapeshot from", *bounds[GRAPESHOT]), ("Small arms from", *bounds[SMALL_ARMS])]
    rows += [(str(die), *(TABLES.result(column, die) for column in columns)) for die in _DICE]
    return ChartFacts("Fire Combat Results", "gbacw:9.16", ("Die", *map(str, columns)), tuple(rows))


def _range() -> ChartFacts:
    farthest = max(weapon.range for weapon in WEAPONS.values())
    rows = tuple(
        (
            f"{weapon.code} {weapon.name}",
            *(
                f"x{halved(weapon.at(gap))}" if weapon.at(gap) else ""
                for gap in range(1, farthest + 1)
            ),
        )
        for weapon in WEAPONS.values()
    )
    head = ("Weapon", *map(str, range(1, farthest + 1)))
    return ChartFacts("Range Effects", "gbacw:9.25", head, rows)


def _density() -> ChartFacts:
    head = ("Points in the hex", *map(str, range(1, 13)))
    shifts = ("Columns", *(f"{TABLES.density(points):+d}" for points in range(1, 13)))
    return ChartFacts("Density Adjustment", "gbacw:8.35", head, (shifts,))


def _combat(charts: Charts) -> ChartFacts:
    kinds = sorted({*charts.shift, *charts.enter, *charts.cross})
    rows = tuple(
        (
            kind.replace("_", " "),
            f"{charts.shift.get(kind, 0):+d}" if charts.shift.get(kind) else "–",
            "yes" if kind in charts.blocks else "no",
            "no" if kind in charts.no_charge else "yes",
        )
        for kind in kinds
    )
    head = ("Terrain", "Fire column", "Blocks sight", "Charge")
    return ChartFacts("Terrain Effects on Combat", "gbacw:9.56", head, rows)


def _melee() -> ChartFacts:
    differentials = range(-4, 7)
    rows = tuple(
        (str(die), *("/".join(TABLES.melee(one, die)) for one in differentials)) for die in _DICE
    )
    head = ("Die", *(f"{one:+d}" for one in differentials))
    return ChartFacts("Melee Combat Results, attacker/defender", "gbacw:12.98", head, rows)


def _leaders() -> ChartFacts:
    causes = {
        "K_melee": "K in melee",
        "small_arms": "Small arms",
        "artillery": "Artillery",
        "C_melee": "C in melee",
        "Rpls_melee": "Rpls in melee",
    }
    rows = tuple(
        (title, *(TABLES.leader(cause, total).replace("none", "–") for total in range(2, 13)))
        for cause, title in causes.items()
    )
    return ChartFacts("Leader Casualty", "gbacw:17.76", ("Two dice", *map(str, range(2, 13))), rows)


def _elephant() -> ChartFacts:
    head = ("Two dice", *map(str, range(2, 13)))
    ratings = ("Morale", *(str(TABLES.elephant(total)) for total in range(2, 13)))
    return ChartFacts("Seeing the Elephant", "gbacw:13.15", head, (ratings,))


def _ammunition() -> ChartFacts:
    def cell(result: int, die: int) -> str:
        loss = TABLES.ammunition_loss(result, die)
        if loss.wagon:
            return "wagon"
        return f"{loss.small_arms}/{'all' if loss.artillery is None else loss.artillery}"

    rows = tuple((str(die), *(cell(result, die) for result in (1, 2, 3))) for die in _DICE)
    head = ("Die", "1", "2", "3")
    return ChartFacts("Ammunition Loss, small-arms/artillery", "gbacw:11.34", head, rows)


def _movement(charts: Charts) -> ChartFacts:
    def cell(cost: int | None, closed: str) -> str:
        return closed if cost is None else halved(cost)

    rows = [("Allowance", *(halved(charts.allowance.get(mover, 0)) for mover in MOVERS))]
    for title, lines, closed in (
        ("", charts.enter, "no"),
        ("along ", charts.along, "–"),
        ("across ", charts.cross, "no"),
    ):
        rows += [
            (
                f"{title}{kind.replace('_', ' ')}",
                *(cell(costs.get(mover), closed) for mover in MOVERS),
            )
            for kind, costs in lines.items()
        ]
    head = ("", *(mover.replace("_", " ") for mover in MOVERS))
    return ChartFacts("Terrain Effects on Movement", "gbacw:5.19", head, tuple(rows))


def _stacking(charts: Charts) -> ChartFacts:
    rows = tuple(
        (
            kind.replace("_", " "),
            str(points),
            str(charts.batteries[kind]),
            str(charts.melee.get(kind, points)),
        )
        for kind, points in charts.stacking.items()
    )
    head = ("Terrain", "Points", "Batteries", "Points in melee")
    return ChartFacts("Stacking Restrictions", "gbacw:8.18", head, rows)
