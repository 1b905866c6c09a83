"""The Battle of Corinth, 3 and 4 October 1862: a battle of the series `gbacw`."""

from longroll.systems.corinth.system import CorinthSystem

system = CorinthSystem()
