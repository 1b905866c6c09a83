"""The adapter of McKie's big-battle rules; its operations are in `mckie_ops/`.

A situation is put on a table, its decisions are played with the dice of the vector, and the answer
is read from the state, the events and the refusals. `table.py` has the table; each chapter has its
own way of standing on it (`marches`, `contacts`, `ranges`, `nerves`). Dice that a battle needs and
a vector does not ask about are the adapter's own.

What is asked of a rule function instead, because there is nothing to play:

| operation | by rule | why |
|---|---|---|
| `casualties` | always | the factor and the number firing are given, not found |
| `general_rating` | always | it is a look at a printed list |
| `command_radius` | corps and army without generalship | nothing in play depends on it |
| `weapon_factor` and all others | never | |

What is played unless the facts of one vector have no place on a table:

| operation | by rule if |
|---|---|
| `move` | retiring (a part of other moves); couriers and crews (nobody orders them); |
| | a charge after manoeuvres (it is declared from where the unit is); screens sent and recalled; |
| | friends too deep to pass; an arm that has no such formation; mounted flight into ground that |
| | bars it (it goes round) |
| `melee_figures` | the numbers do not add up to the front, or the unit has turned to fight |
| `melee_factor`, `melee` | a wall that only one of two who stand would have, as it lies between |
| | them; nobody fights; a part of a stand that is not the last |
| `fire_factor`, `fire`, `firing_step` | guns or horsemen who would rest their weapons (they rest |
| | nothing on the table); a flanked target behind a wall (it shelters only from its front); two |
| | groups at one target; different shot; ranks that the formation does not have; a charge that |
| | is still out of range; cover within an inch of the enemy |
| `may_fire` | arms that have no place on the table; friends nearer than their own depth; |
| | angles within two hundredths of an inch of the edge of the arc |
| `canister_split`, `remove_figures` | no battery scores just that many |
| `counter_battery`, `guns_firing` | nobody fires, or more than a battery has |
| `charge_response` | the charge does not reach |
| `evade` | wagons, generals and couriers; horsemen in ground that bars them |
| `morale` | a unit that would not test then: broken and charging, charged by nobody in sight |
| `morale_result` | guns that surrender, generals, wagons |
| `end_tests`, `morale` | friends out of sight at no distance |
| `in_command` | something between two who nearly touch |
| `orders` | a completed DEFEND (only another order ends it), a corps that halts a retreat |

Facts about a unit that would take more than one period to bring about are its state when the step
begins: figures lost, fatigue, marks of what it went through (`felt`, `did`).
"""

from importlib import import_module
from pathlib import Path

from tests.vectors.mckie_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = tuple(
    import_module(f"tests.vectors.mckie_ops.{path.stem}")
    for path in sorted((Path(__file__).parent / "mckie_ops").glob("*.py"))
    if path.stem not in ("__init__", "shared")
)

run = OPERATIONS.run
