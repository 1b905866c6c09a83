"""The words of the rules, as they appear in positions, records, orders and data files."""

from __future__ import annotations

from typing import Literal

Side = Literal["union", "confederate"]
SIDES: tuple[Side, Side] = ("confederate", "union")

#: Light infantry is not a troop type, and cavalry is a single one.
#: [honor_glory:17.light] [honor_glory:17.inf] [honor_glory:17.cav]
Arm = Literal[
    "infantry", "cavalry", "dismounted_cavalry", "artillery", "team", "wagon", "commander"
]
#: Extended line, square and columns of attack are not used. [honor_glory:18.unused]
Formation = Literal["line", "skirmish", "column", "deployed", "limbered"]
#: A unit is formed unless it routs or is broken; one that rallies still counts as routing.
#: [honor_glory:3.formed] [honor_glory:3.broken] [honor_glory:3.rout]
Morale = Literal["formed", "routing", "broken", "rallying"]
#: [honor_glory:24.classes]
Class = Literal["A", "B", "C", "D"]
Rank = Literal["unit", "brigade", "division", "corps", "cinc"]
#: [honor_glory:73.2]
Weapon = Literal[
    "smoothbore_musket",
    "rifled_musket",
    "muzzle_carbine",
    "breech_carbine",
    "breech_rifle",
    "repeating",
]
#: How fast a gun moves, and how far it reaches.
#: [honor_glory:17.art.move] [honor_glory:17.art.range]
MoveType = Literal["horse", "field", "field_slow"]
Reach = Literal["short", "medium", "long"]
Bore = Literal["smoothbore", "rifled"]
CoverClass = Literal["none", "informal", "formal"]
CoverKind = Literal[
    "none",
    "hedge",
    "fence",
    "low_stone_wall",
    "barricade",
    "chevaux_de_frise",
    "open_woods",
    "tree_line",
    "sunken_road",
    "gully",
    "dense_woods",
    "entrenchment",
    "earthworks",
    "gabions",
    "timber_house",
    "stone_house",
    "large_stone_building",
    "stone_church",
]
#: [honor_glory:52.1]
Ground = Literal["marsh", "woods", "ploughed", "scrub", "broken", "steep_slope", "built_up"]
Struck = Literal["front", "flank", "rear"]
#: What a result of morale makes a unit do.
Action = Literal[
    "none",
    "charge",
    "refuse",
    "countercharge_or_stand",
    "stand",
    "withdraw",
    "rout",
    "broken",
]

#: While dismounted, cavalry counts as infantry. [honor_glory:43.5] (HG-H35)
FOOT: tuple[Arm, ...] = ("infantry", "dismounted_cavalry")
#: The arms whose regiments have four bases and may fight hand to hand.
REGIMENTS: tuple[Arm, ...] = ("infantry", "dismounted_cavalry", "cavalry")
