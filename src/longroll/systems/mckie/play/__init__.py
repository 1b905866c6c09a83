"""The rules on a measured table: what changes in a battle, and what happens step by step.

The rules themselves, which know no table, are in the modules beside this package; here the facts
they ask for are found by measuring, and their answers are carried out.
"""
