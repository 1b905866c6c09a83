"""What a lead is worth: how likely it is to be a victory in the end."""

from __future__ import annotations

from math import exp


def likely(lead: float, scale: float) -> float:
    """0 (lost) to 1 (won) for a lead; `scale` is one that wins about three times in four.

    >>> likely(0, 5), round(likely(5, 5), 2), round(likely(-5, 5), 2)
    (0.5, 0.73, 0.27)
    """
    return 1 / (1 + exp(-max(-50.0, min(50.0, lead / scale))))
