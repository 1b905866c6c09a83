"""The table as a player meets it: a server of its own process, and Chromium.

A package, so that the browser goes when its last test is done: while it runs, no other test of the
process can have an event loop.
"""
