"""The doctrines that are tried at Chickasaw Bayou, and those that many battles have shown to be
good."""

from __future__ import annotations

from longroll.ai.blind_swords.doctrine import DOCTRINES, Doctrine
from longroll.ai.doctrine import Portfolio
from longroll.systems.blind_swords.sides import CONFEDERATE, UNION

PROVEN: dict[tuple[str, str], tuple[Doctrine, ...]] = {
    ("securing-the-landing-zone", UNION): (Doctrine("one place", nerve=0.5, effort=1, guns=2),),
    ("securing-the-landing-zone", CONFEDERATE): (
        Doctrine("go to meet them", stance="attack", hurt=0.3, guns=2),
    ),
    ("aggressive-plan", CONFEDERATE): (Doctrine("go to meet them", stance="attack"),),
}
PORTFOLIO = Portfolio(DOCTRINES, PROVEN)
