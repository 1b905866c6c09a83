"""Skirmish at the crossroads: two units a side, and all that Long Roll needs to play them."""

from skirmish.system import Skirmish

system = Skirmish()
