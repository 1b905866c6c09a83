"""Army building: scales, units, and how their stands are arranged."""
