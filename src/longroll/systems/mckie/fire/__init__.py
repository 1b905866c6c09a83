"""Small arms and artillery fire, ammunition and smoke."""
