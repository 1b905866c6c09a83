"""Honor & Glory: regiments of four bases, morale points instead of figures, activation counters."""
