"""Great Battles of the American Civil War: the standard rules that its battles share.

The series knows no battle. A battle brings its map, its order of battle, the charts printed on
its mapsheet, and the rules it adds or changes. The drill ground brings none: it is an invented
field to try the standard rules on.
"""

from longroll.systems.gbacw.drill import DrillSystem

system = DrillSystem()
