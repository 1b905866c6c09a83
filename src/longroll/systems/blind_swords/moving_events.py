"""What happens in movement."""

from __future__ import annotations
