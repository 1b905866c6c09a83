"""Great Battles of the American Civil War: the standard rules that its battles share.

The series contains no battle. A battle adds its map, its order of battle, the charts printed on
its mapsheet, and the rules it adds or changes. The drill ground adds no rules: it is an invented
field for trying the standard rules.
"""

from longroll.systems.gbacw.drill import DrillSystem

system = DrillSystem()
