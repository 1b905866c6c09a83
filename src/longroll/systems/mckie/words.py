"""The words of the rules, as they appear in positions, records, orders and data files."""

from __future__ import annotations

from typing import Literal

Side = Literal["union", "confederate"]
UNION: Side = "union"
CONFEDERATE: Side = "confederate"
SIDES: tuple[Side, Side] = (CONFEDERATE, UNION)

Arm = Literal[
    "infantry",
    "cavalry",
    "dismounted_cavalry",
    "field_artillery",
    "siege_artillery",
    "artillery_crew",
    "wagon",
    "gunboat",
    "general",
    "courier",
]
Quality = Literal["veteran", "experienced", "raw"]
Formation = Literal[
    "line",
    "supported_line",
    "column",
    "attack_column",
    "road_march",
    "skirmish",
    "extended",
    "limbered",
    "unlimbered",
    "mounted",
    "dismounted",
]
Weapon = Literal[
    "smoothbore_musket",
    "muzzle_loading_rifle",
    "breech_loading_rifle",
    "muzzle_loading_carbine",
    "breech_loading_carbine",
    "12lb_smoothbore_gun",
    "3in_rifled_gun",
    "siege_gun",
    "10in_mortar",
]
#: What a unit is in or behind. [mckie:fire.factor.cover] (MK-M7, MK-M37, MK-M38)
Cover = Literal["none", "woods", "wall", "rail_fence", "hasty_trench", "prepared", "built_up_edge"]
Ground = Literal["open", "road", "open_woods", "dense_woods", "rough", "built_up"]
Attack = Literal["charge", "follow_up", "none"]
Struck = Literal["front", "flank", "rear"]
State = Literal["steady", "retiring", "retreating", "routing"]
Order = Literal["ATTACK", "DEFEND", "ADVANCE", "WITHDRAW", "RETREAT"]

GUNS: tuple[Arm, ...] = ("field_artillery", "siege_artillery")
FOOT: tuple[Arm, ...] = ("infantry", "dismounted_cavalry", "artillery_crew")
