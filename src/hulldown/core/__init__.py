"""Pure mechanisms shared by all games: no game is named here, and nothing is read from disk or clock."""
