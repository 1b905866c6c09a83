"""The operations of the GBACW and Corinth vectors, by the chapters of their page.

No rule is written here: each operation sets a position and plays it, and what is legal, what it
costs and who falls is read from the engine's refusals, events and state.
"""
