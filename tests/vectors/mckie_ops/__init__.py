"""The operations of the McKie vectors, by the chapters of their page.

No rule is written here: each operation hands its facts to the engine's own functions and reads
numbers, losses and refusals from what they answer.
"""
