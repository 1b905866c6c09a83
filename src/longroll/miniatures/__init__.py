"""What every battle on a measured table shares: bodies of troops, and how they move and meet.

A rulebook speaks to this layer through one object, its `Rulebook`; docs/miniatures.md.
"""
