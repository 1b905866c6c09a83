"""A player for the battles of the series Blind Swords."""

from longroll.ai.blind_swords.player import BlindSwordsPlayer

__all__ = ["BlindSwordsPlayer"]
