"""The charts of the series and of a battle as a player looks them up, and how each is known."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.display.facts import ChartFacts
from longroll.kernel.wording import halved
from longroll.systems.blind_swords.charts import ARMS, Movement
from longroll.systems.blind_swords.cohesion_tables import COHESION, SEVERITIES
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.marks import WORDS
from longroll.systems.blind_swords.tables import (
    BANDS,
    COMBAT_RESULTS,
    FOG_OF_WAR,
    ORDERS,
    WEAPONS,
)


def chart_facts(game: Game, slug: str) -> tuple[ChartFacts, ...]:
    """Every chart of a battle, in the order they are used, with the file that it is read from."""
    series, battle = "blind_swords/data", f"{slug}/data"
    charts = game.charts
    fire = _shifts("Column shifts of fire", "blind_swords:9.3.2", charts.fire.values())
    close = _shifts(
        "Column shifts of close combat", "blind_swords:11.3c.1", charts.close_combat.values()
    )
    found = (
        (f"{series}/combat_results.toml", _results()),
        (f"{battle}/charts.toml", fire),
        (f"{battle}/charts.toml", close),
        (f"{series}/cohesion.toml", _cohesion()),
        (f"{series}/cohesion.toml", _break()),
        (f"{series}/orders.toml", _orders()),
        (f"{series}/weapons.toml", _weapons()),
        (f"{battle}/charts.toml", _movement(game)),
        (f"{series}/chits.toml", _fog()),
        (f"{battle}/chits.toml", _leaders(game)),
        (f"{battle}/chits.toml", _events(game)),
    )
    return tuple(replace(chart, file=file) for file, chart in found)


def cost_words(cost: int | str) -> str:
    """What a step costs, in words.

    >>> cost_words(4), cost_words("all"), cost_words("road"), cost_words("no")
    ('2', 'all', 'by road only', 'closed')
    """
    if isinstance(cost, int):
        return halved(cost)
    return {"all": "all", "road": "by road only", "no": "closed"}[cost]


def _results() -> ChartFacts:
    rows = tuple((str(roll), *cells) for roll, cells in sorted(COMBAT_RESULTS.rows.items()))
    return ChartFacts(
        "Combat Results",
        "blind_swords:9.4.3",
        ("Roll", *COMBAT_RESULTS.labels),
        rows,
        WORDS[COMBAT_RESULTS.mark],
    )


def _shifts(title: str, rule: str, shifts: object) -> ChartFacts:
    rows = tuple(
        (shift.words, f"{shift.columns:+d}", WORDS[shift.mark])
        for shift in shifts  # type: ignore[attr-defined]
    )
    return ChartFacts(title, rule, ("", "Columns", "Known"), rows)


def _cohesion() -> ChartFacts:
    test = COHESION.test
    rows = [
        ("Rating", *(f"{test.severity[one]:+d}" for one in SEVERITIES)),
        ("Passed", *(_effects(test.effects(0, one, False)) for one in SEVERITIES)),
    ]
    last = max(test.on_fail_by)
    rows += [
        (
            f"Failed by {margin}{' or more' if margin == last else ''}",
            *(_effects(test.effects(margin, one, False)) for one in SEVERITIES),
        )
        for margin in sorted(test.on_fail_by)
    ]
    return ChartFacts(
        "Cohesion Test", "blind_swords:12.2.4", ("", *SEVERITIES), tuple(rows), WORDS[test.mark]
    )


def _effects(effects: tuple[str, ...]) -> str:
    words = {"battleworn": "BW", "morale_hit": "MH", "retreat_1": "R1", "retreat_2": "R2"}
    return " ".join(words.get(one, one) for one in effects) or "–"


def _break() -> ChartFacts:
    test = COHESION.break_test
    rows = [("Passed", "stands, Disrupted, retreats 1")]
    for margin, fate in sorted(test.fail_by.items()):
        fallen = "eliminated" if fate == "eliminated" else f"Broken {fate}"
        rows.append((f"Failed by {margin}", fallen))
    return ChartFacts(
        "Break Test", "blind_swords:12.7.1", ("", "Fate"), tuple(rows), WORDS[test.mark]
    )


def _orders() -> ChartFacts:
    def yes(is_so: bool) -> str:
        return "yes" if is_so else "–"

    rows = tuple(
        (
            name.title(),
            str(order.infantry),
            str(order.cavalry),
            order.fire,
            yes(order.engage),
            yes(order.close_combat),
            yes(order.recover),
            yes(order.rebuild),
            WORDS[order.mark],
        )
        for name, order in ORDERS.orders.items()
    )
    head = ("Order", "Infantry", "Cavalry", "Fire", "Engage", "Assault", "Recover", "Rebuild")
    return ChartFacts("Orders", "blind_swords:8.1.2", (*head, "Known"), rows)


def _weapons() -> ChartFacts:
    rows = tuple(
        (
            weapon.title,
            *(f"{span[0]}–{span[1]}" if (span := getattr(weapon, band)) else "" for band in BANDS),
        )
        for weapon in (*WEAPONS.artillery.values(), *WEAPONS.small_arms.values())
    )
    worth = ("Strength", *(f"x{WEAPONS.bands[band].multiplier:g}" for band in BANDS))
    return ChartFacts(
        "Ranges",
        "blind_swords:9.2.3",
        ("Weapon", *(band.title() for band in BANDS)),
        (worth, *rows),
        WORDS[WEAPONS.mark],
    )


def _movement(game: Game) -> ChartFacts:
    charts = game.charts
    rows: list[tuple[str, ...]] = []

    def add(title: str, line: Movement, plus: str = "") -> None:
        costs = tuple(
            plus + words if (words := cost_words(line.cost(arm)))[0].isdigit() else words
            for arm in ARMS
        )
        known = sorted({WORDS[mark] for mark in line.marks.values()})
        rows.append((title, *costs, " / ".join(known)))

    for ground in charts.terrain.values():
        add(ground.title, ground)
    for name, sides in charts.obstacles.items():
        for side, obstacle in sides.items():
            add(f"{name.replace('_', ' ').title()}, {side}", obstacle)
    for hexside in charts.hexsides.values():
        add(hexside.title, hexside, "+")
    for road in charts.roads.values():
        add(f"Along a {road.title}", road)
    head = ("Terrain", *(arm.title() for arm in ARMS), "Known")
    return ChartFacts("Terrain", "blind_swords:10.1.6", head, tuple(rows))


def _fog() -> ChartFacts:
    rows = tuple(
        (str(die), line.result.replace("_", " "), line.side.title())
        for die, line in sorted(FOG_OF_WAR.die.items())
    )
    return ChartFacts(
        "Fog of War",
        "blind_swords:7.3b.3",
        ("Die", "What", "To whom"),
        rows,
        WORDS[FOG_OF_WAR.mark],
    )


def _leaders(game: Game) -> ChartFacts:
    rows = tuple(
        (
            leader.name,
            leader.side.title(),
            str(leader.rating),
            str(leader.casualty_rating),
            " ".join(map(str, leader.casualty)),
            " ".join(map(str, leader.restore)),
        )
        for leader in game.chits.leaders.values()
    )
    head = ("Leader", "Side", "Rating", "As a casualty", "Casualty on", "Restored on")
    basis = WORDS[game.chits.marks["ratings"]]
    return ChartFacts("Leaders", "blind_swords:7.3b.12", head, rows, basis)


def _events(game: Game) -> ChartFacts:
    rows = tuple(
        (
            event.title,
            " and ".join(side.title() for side in event.chits),
            event.words,
            ", ".join(one.replace("_", " ") for one in event.timing),
            " / ".join(sorted({WORDS[mark] for mark in event.marks.values()})),
        )
        for event in game.chits.events.values()
    )
    head = ("Event", "Side", "What it does", "When", "Known")
    return ChartFacts("Event chits", "blind_swords:7.4.1", head, rows)
