"""The rules on a measured table: what changes in a battle, and what happens turn by turn.

The rules themselves, which do not depend on a table, are in the modules beside this package; here
the facts they need are found by measuring, and their answers are carried out.
"""
