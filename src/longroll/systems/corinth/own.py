"""Corinth's own facts, seen through a hook of the series."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from longroll.systems.corinth.state import State
    from longroll.systems.gbacw.state import State as SeriesState


def own(state: SeriesState) -> State:
    """The state with Corinth's fields; every state of this battle has them.

    The hooks are declared for any battle of the series, and the rooms that override them are
    read before `State` is, so they cannot name it.
    """
    return state  # type: ignore[return-value]
