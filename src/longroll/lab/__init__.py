"""Many battles: played on this machine or a cluster, counted, compared and reported.

A run is a plan and the battles it asks for. Each battle is a function of its seed and its players,
so a run gives the same tables whatever plays it, in whatever order, however often it was
interrupted.
"""

from longroll.lab.battles import Fought, fight
from longroll.lab.plans import Plan, Task
from longroll.lab.running import carry_out
from longroll.lab.runs import Run, open_run

__all__ = ["Fought", "Plan", "Run", "Task", "carry_out", "fight", "open_run"]
