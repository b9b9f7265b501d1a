"""How Panzer Battles is shown and read."""
