"""Chickasaw Bayou, 26 to 29 December 1862: its map, counters, chits, tables and scenarios."""
