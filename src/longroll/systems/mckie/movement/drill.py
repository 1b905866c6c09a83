"""The words in which orders to move are written.

`move u1 ahead 4 left 8 ahead 1.25`; `double` or `manhandle` comes first.
"""

from __future__ import annotations

from longroll.miniatures.drill import Drillbook
from longroll.systems.mckie.measure import INCHES
from longroll.systems.mckie.movement.manoeuvres import FORMS

DRILL = Drillbook(
    # An order that cannot be read is not a move.
    rule="mckie:period.6",
    measure=INCHES,
    paces=("double", "manhandle"),
    forms={formation: manoeuvre for manoeuvre, formation in FORMS.items()},
    counted=("supported_line",),
    plain={word: word for word in ("limber", "unlimber", "mount", "dismount")},
    # More is a change of face. [mckie:man.face]
    widest_oblique=450,
)
