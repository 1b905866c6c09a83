"""What happens in fire, for the log."""

from __future__ import annotations
