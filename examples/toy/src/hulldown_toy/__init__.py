"""A game that is not part of Hulldown: the entry point of this package tells Hulldown of it."""

from hulldown_toy.game import ToyGame

GAME = ToyGame()
TOOLS = "hulldown_toy.tools"

__all__ = ["GAME", "TOOLS", "ToyGame"]
