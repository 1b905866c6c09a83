"""A test may cite only rules that a rulebook has; tests play battles."""

from longroll.kernel.memory import spare_collections

pytest_plugins = ["longroll.testing.marks"]

spare_collections()
