"""A player for McKie's big-battle rules."""

from longroll.ai.mckie.player import McKiePlayer

__all__ = ["McKiePlayer"]
