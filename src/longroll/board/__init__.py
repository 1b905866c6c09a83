"""The surfaces battles are fought on. Knows no wargame."""
