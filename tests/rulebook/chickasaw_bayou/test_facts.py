"""Every fact that the reference takes from the rules holds for the data, row by row.

Set-up hexes and timber are in test_17_set_up.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from longroll.board.hex import DIRECTIONS
from longroll.systems.blind_swords.sides import Side
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS
from longroll.systems.chickasaw_bayou.roster import ID, ROSTER
from longroll.systems.chickasaw_bayou.scenario import variant
from longroll.systems.chickasaw_bayou.tables import CHARTS, TABLES
from longroll.systems.chickasaw_bayou.terrain import (
    BAYOUS,
    CORDUROY_BRIDGE,
    FIELD,
    FIRST_ROW,
    GRID,
    MAP,
    SECOND_ROW,
    SNYDERS_PIKE,
)
from tests.rulebook.blind_swords.reference import rows
from tests.rulebook.chickasaw_bayou.scenes import NUMBER, numbered, placed

SIDE: dict[str, Side] = {"USA": "union", "CSA": "confederate"}
OFFSETS = {
    "odd": {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)},
    "even": {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
}
Words = re.Match[str]


def lies(found: Words) -> bool:
    """The neighbours of a hex in an odd or an even column."""
    hex, column = ("3110", 31) if found[1] == "odd" else ("3010", 30)
    return all(
        GRID.neighbor(hex, DIRECTIONS.index(name)) == f"{column + east}{10 + south:02}"
        for name, (east, south) in OFFSETS[found[1]].items()
    )


def chits(found: Words) -> bool:
    number, *counts = found.groups()
    one = numbered(number).chits
    return [int(count) for count in counts] == [
        count
        for side in ("confederate", "union")
        for count in (len(one[side].events), one[side].key, one[side].random)
    ]


def bonus(found: Words) -> bool:
    hour = int(found[1]) % 12 + (12 if int(found[1]) != 11 else 0)
    return numbered("17.6").bonus("union", f"{hour}:{found[2]}") == int(found[3])


def bounded(found: Words) -> bool:
    """Pairs that share a set-up hex have no more points than fit in it."""
    pairs = re.findall(r"([\w' -]+?) \+ ([\w' -]+?)(?: \(| share)", found[2].partition(": ")[2])
    totals = [
        sum(ROSTER[ID[name.strip().removeprefix("and ")]].strength for name in pair)
        for pair in pairs
    ]
    return bool(totals) and max(totals) <= NUMBERS["stacking_points"]


def listed(found: Words) -> bool:
    """The units of a brigade, or the artillery of a side, and the scenarios they set up in."""
    side, group, count, units = found.groups()
    named = dict(re.findall(r"(\w[\w' -]*?) \(([\d./]+)\)", units))
    if group == "Burbridge's":  # the 6 MO is printed with two brigades and stands with the other
        del named["6 MO"]
    brigade = group.replace("S. D.", "S.D.").rstrip("'").removesuffix("'s")
    ours = {
        piece.name: "/".join(n for n in NUMBER if _sets_up(n, piece.id))
        for piece in ROSTER.pieces
        if piece.side == SIDE[side] and not piece.variant and _group(piece.id) == brigade
    }
    printed = len(named) + (group == "Burbridge's")
    return printed == int(count) and {name: used for name, used in ours.items() if used} == named


def _sets_up(number: str, unit: str) -> bool:
    bluff = numbered(number).special.snyders_bluff
    return numbered(number).hex_of(unit) is not None or bool(bluff and unit in bluff.units)


def _group(unit: str) -> str:
    piece = ROSTER[unit]
    return ROSTER.brigades[piece.brigade].name if piece.brigade else "artillery"


def dice(table: dict[int, str]) -> Callable[[Words], bool]:
    """Whether the faces of a row have one result each, and the same."""

    def same(found: Words) -> bool:
        first, last = int(found[1]), int(found[2])
        faces = {face for face, result in table.items() if result == table[first]}
        return faces == {first, last}

    return same


def entering(found: Words) -> bool:
    coming = numbered("17.4").reinforcement
    names = [name.strip() for name in found[1].split(",")]
    clock = found[2]
    return any(
        [ROSTER[unit].name for unit in one.units] == names and one.turn == clock for one in coming
    )


#: What a row says, as "subject | value" -> whether that is so.
CHECKS: dict[str, Callable[[Words], bool]] = {
    r"hex numbering \|.*columns 10 to 57.*rows 00 \(top\) to 26": lambda _: (
        GRID.hexes[0] == "1000" and GRID.hexes[-1] == "5726"
    ),
    r"3519 \| Joined by lane": lambda _: (
        FIELD.links["3519", "3418"] == FIELD.links["3519", "3520"] == "lane"
    ),
    r"hex offset \|": lambda _: GRID.high == "odd",
    r"(odd|even) column hex CCRR \|": lies,
    r"offset check \|": lambda _: GRID.distance("4317", "4716") == 4,
    r"5320-5419-5519-5618-5718 \|": lambda _: (
        {"5320", "5419", "5519", "5618", "5718"} == SNYDERS_PIKE
    ),
    r"1110 \| level 8.*not valid here": lambda _: MAP.level["1110"] == 1,
    r"(\d{4}) \| level (\d)": lambda found: MAP.level[found[1]] == int(found[2]),
    # The rules say nine tenths of the map are at level 1; the drawn one has seven eighths.
    r"levels \| seven levels": lambda _: [*MAP.level.values()].count(1) == 1134,
    r"(\d{4}) \| rail fence": lambda found: found[1] in MAP.zones["rail_fence"],
    r"3519 \| bayou hex with the Corduroy": lambda _: CORDUROY_BRIDGE in BAYOUS,
    r"(\d{4}) \| (lane|pike) hex": lambda found: found[2] in FIELD.roads[found[1]],
    r"(\d{4}) \| bayou hex \(": lambda found: found[1] in BAYOUS,
    r"(\d{4}) to (\d{4}) \| first": lambda f: f[1] == min(FIRST_ROW) and f[2] == max(FIRST_ROW),
    r"(\d{4}) to (\d{4}) \| second": lambda f: f[1] == min(SECOND_ROW) and f[2] == max(SECOND_ROW),
    r"(\d{4}) to (\d{4}) \| pike hexes": lambda found: {found[1], found[2]} <= SNYDERS_PIKE,
    r"(\d{4}) \| (Union|Confederate) (reinforcement )?entry": lambda found: (
        found[1] in MAP.zones["entry"]
    ),
    r"XX00 \|": lambda _: GRID.rows[0] == 0,
    r"XX26 \|": lambda _: GRID.rows[-1] == 26,
    r"columns (\d+) to (\d+) \| area": lambda found: (
        numbered("17.3").columns == (int(found[1]), int(found[2]))
    ),
    r"(\d{4}) \| victory hex": lambda found: found[1] in MAP.zones["victory"],
    r"(\d{4}) \| release hex": lambda found: (
        numbered("17.1").restricted[0].until[0].hex == found[1]
    ),
    r"3214 \| farthest": lambda _: "lane" in FIELD.roads["3214"],
    r"(\d{4}), (\d{4}) \| 30 MO and 32 MO guarding": lambda found: (
        (placed("17.6")["30 MO"], placed("17.6")["32 MO"]) == found.groups()
    ),
    r"(\d{4}), (\d{4}) \| start of 30 MO": lambda found: (
        tuple(variant("missouri").setup["union"].values()) == found.groups()
    ),
    r"([\d, ]+) \| Blair's brigade in variant o": lambda found: (
        {*found[1].split(", ")} <= {*variant("levee").setup["union"].values()}
    ),
    r"(\d{4}), (\d{4}) \| 49 IN and 114 OH": lambda found: (
        tuple(variant("levee").setup["union"][id] for id in ("49in", "114oh")) == found.groups()
    ),
    r"Blake's Levee \| levee": lambda _: (
        "4716" in MAP.of_terrain("blakes_levee")
        and {"4717", "4815"} <= {*GRID.adjacent["4716"]}
        and "4816" in GRID.adjacent["4717"]
    ),
    r"Blair's bivouac \|": lambda _: placed("17.2")["31 MO"] == "1300",
    r"Lake Woods, Annie Lake's house \|": lambda _: (
        MAP.labels["3206"] == "Annie Lake's house" and MAP.terrain["3204"] == "light_woods"
    ),
    r"map \|": lambda _: TABLES.scale.yards == 140,
    r"turn \| 30 minutes": lambda _: TABLES.scale.minutes == 30,
    r"strength point \| about 50": lambda _: TABLES.scale.men == 50,
    r"stacking \| 10": lambda _: NUMBERS["stacking_points"] == 10,
    r"artillery movement \| 6 MP": lambda _: ORDERS.artillery.movement == 6,
    r"pioneers \| 6": lambda _: TABLES.counts.pioneers == 6,
    r"pontoon bridges \| 1 in play": lambda _: TABLES.counts.pontoon_bridges == 1,
    r"skirmish order \| at most 2": lambda _: NUMBERS["skirmishers_most"] == 2,
    r"Confederate guns \| at most 19": lambda _: (
        sum(piece.guns for piece in ROSTER.pieces if piece.side == "confederate") == 19
    ),
    r"2L markers \| 7 .*at most 2": lambda _: (
        (one := numbered("17.6").special.bombardment) is not None
        and (one.markers, one.most_a_unit) == (7, 2)
    ),
    r"Bayou Entry Table \| die (\d)-(\d): .*4 MP": lambda found: (
        dice({**TABLES.bayou_entry.die})(found) and CHARTS.terrain["bayou"].infantry == 4
    ),
    r"Patterson Gets Lost table \| die (\d)-(\d)": lambda f: dice({**TABLES.patterson.die})(f),
    r"pontoon repair \| (\d)-(\d)": lambda found: dice({**TABLES.repair.die})(found),
    r"Union command rating bonus 17.6 \| (\d+):(\d\d) (?:am|noon|pm|pm on): \+?(\d)": bonus,
    r"scenario (17\.\d) \| (\d+) turns, (\d+) Dec (\d+):(\d\d)": lambda found: (
        (numbered(found[1]).turns, numbered(found[1]).date[-2:]) == (int(found[2]), found[3])
        and numbered(found[1]).first_turn in (f"{found[4]}:{found[5]}", f"{int(found[4]) + 12}:00")
    ),
    r"event chits (17\.\d) \| CSA pool (\d), key\+random (\d)\+(\d); USA pool (\d), "
    r"key\+random (\d)\+(\d)": chits,
    r"(USA|CSA) (.+) \| (\d) units: (.*)": listed,
    r"(.+) \((?:Lindsey|Sheldon)\) \| (\d+:\d\d) am at 3900": entering,
    r"Sherman CiC chit \| 12:00 pm": lambda _: numbered("17.4").chits["union"].cic_from == "12:00",
    r"Pemberton CiC chit \| 3:00 pm": lambda _: (
        numbered("17.4").chits["confederate"].cic_from == "15:00"
    ),
    r"(\d{4}) \| (strength points bound: .*)": bounded,
}
ELSEWHERE = re.compile(r".* in scenario 17\.\d, (USA|CSA)|.* \| fallen timber (full|half) at start")


def test_every_fact_of_the_reference_holds() -> None:
    left = {*CHECKS}
    for row in rows("chickasaw_bayou-facts.tsv"):
        fact = f"{row['subject']} | {row['value']}"
        if ELSEWHERE.match(fact):
            continue
        for pattern, holds in CHECKS.items():
            if found := re.match(pattern, fact):
                assert holds(found), fact
                left.discard(pattern)
                break
        else:
            raise AssertionError(f"nothing checks: {fact}")
    assert not left
