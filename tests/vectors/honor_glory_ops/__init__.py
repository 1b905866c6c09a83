"""The operations of the Honor & Glory vectors, by the chapters of their page.

No rule is written here: each operation hands its facts over to the engine and reads numbers,
losses and refusals from what it answers.
"""
