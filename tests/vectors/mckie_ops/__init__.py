"""The operations of the McKie vectors, by the chapters of their page.

No rule is written here: each operation plays a battle, or if there is nothing to play asks the
engine's own function, and reads numbers, losses and refusals from what happened.
"""
