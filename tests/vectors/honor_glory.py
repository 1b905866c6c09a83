"""The adapter of Honor & Glory; its operations are in `honor_glory_ops/`.

Two units are put on a wide field, with the cover that one stands behind; what the operation is
about is ordered and played there, and the answer is read from the state and the events. Dice that
a battle needs and a vector does not ask about are the adapter's own.

What is asked of a rule function instead, because nothing on the table depends on more than that:

| operation | why |
|---|---|
| `scaling`, `breakpoint`, `activation_counters`, `counter_limits`, `unit_rating`, | armies are |
| `commander_rating`, `army_ratio` | made before the battle |
| `extended_command`, `wounds`, `option_roll`, `cover_damage`, | the facts are |
| `flank_march`, `dead_ground`, `ford`, `pontoon`, `worst_action`, `overrun` | all given |
| `attack_zone`, `fire_lane` | shapes without a unit |
| `may_shoot` | the turns in which it fired; how near friends are is measured |

What is played unless the facts of one vector have no place on a table: cover over part of a front
or of an agreed value, commanders who are not in contact, a unit without points, wagons and riders;
and besides

| operation | by rule if |
|---|---|
| `difficult_ground`, `flight`, `movement` | teams, wagons and commanders |
| `forced_march` | the unit might break on the way |
| `small_arms_factor`, `small_arms_fire`, `artillery_factor`, `artillery_fire` | the firer cannot |
| | fire, the two would touch, or the range cannot be the one at which it is enfiladed |
| `fire_exchange` | the reply is measured in another row of the table |
| `grand_battery` | guns that moved or have cover, commanders at risk, ranges in other rows |
| `charge_fire` | a charge that is not allowed |
| `charge_bonus` | a countercharge, which has none; a very steep descent |
| `contact_penalty` | supports, those who join, countercharges; a charge that is not allowed |
| `melee_roles` | narrow fronts, units with two enemies, supports of supports |
| `melee_factor`, `melee_round` | one side only; attackers behind cover; commanders-in-chief |
| `morale_test`, `hit_resolution` | commanders-in-chief, whose death costs a die |
| `commander_risk` | commanders without a unit, who are not on the table |
| `rally` | a unit's own commander loses points |
"""

from tests.vectors.honor_glory_ops import army, fighting, firing, moving, nerve, option
from tests.vectors.honor_glory_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (army, moving, firing, fighting, nerve, option)

run = OPERATIONS.run
