"""The doctrines that are tried at Corinth, and those that many battles have shown to be good."""

from __future__ import annotations

from longroll.ai.doctrine import Portfolio
from longroll.ai.gbacw.doctrine import DOCTRINES, Doctrine, brigades
from longroll.systems.corinth.outer_works import NAME
from longroll.systems.gbacw.roster import CONFEDERATE, UNION

#: What many battles have shown.
PROVEN: dict[tuple[str, str], tuple[Doctrine, ...]] = {
    (NAME, CONFEDERATE): (Doctrine("past them", good_odds=4, promise=8.0, caution=0.3),),
    (NAME, UNION): (Doctrine("strike back", stance="attack", promise=1.0, caution=0.3),),
}
PORTFOLIO = Portfolio(DOCTRINES, PROVEN, brigades)
