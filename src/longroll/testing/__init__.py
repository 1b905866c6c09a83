"""What a system is tested with: golden files that pin it from commit to commit.

Nothing that plays a battle imports this package.
"""
