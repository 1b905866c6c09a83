"""The trials of McKie's rules play every option."""

from __future__ import annotations

from typing import Any

from longroll.systems.mckie.table.state import Options
from longroll.systems.mckie.trials import TRIALS


def test_every_switch_is_on_in_some_trial() -> None:
    switches = {
        name
        for name, default in zip(Options.__struct_fields__, _defaults(), strict=True)
        if isinstance(default, bool)
    }
    tried = {
        name for trial in TRIALS.battles for name, value in trial.options.items() if value is True
    }
    assert switches == tried & switches


def _defaults() -> list[Any]:
    fresh = Options()
    return [getattr(fresh, name) for name in Options.__struct_fields__]
