"""The adapter of McKie's big-battle rules; its operations are in `mckie_ops/`."""

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
