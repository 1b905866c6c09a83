"""Cover, and digging in."""
