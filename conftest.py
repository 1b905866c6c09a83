"""A test may cite only rules that a rulebook has; tests play battles."""

import gc

from longroll.kernel.memory import spare_collections

pytest_plugins = ["longroll.testing.marks"]

spare_collections()


def pytest_collection_finish() -> None:
    """The tests and all that they have imported are here to stay: no collection visits them."""
    gc.freeze()
