"""The surfaces battles are fought on. Knows nothing of any particular wargame."""
