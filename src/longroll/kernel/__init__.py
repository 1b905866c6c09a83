"""The machinery every system stands on. It knows no wargame."""
