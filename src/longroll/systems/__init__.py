"""One package a system, all with the same rooms."""
