"""The Assault on Stockade Redan, May 1863.

The modules follow the sequence of play: setup, morale, bombardment, chaos_of_war, movement and
bridging, fire and line_of_fire, hand_to_hand, victory; stacking, carnage and fog concern them all.
"""

from longroll.systems.stockade_redan.system import StockadeRedan

system = StockadeRedan()
