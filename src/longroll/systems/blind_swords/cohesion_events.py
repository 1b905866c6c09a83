"""What happens to the cohesion of units, and in close combat."""
