"""Artillery and aircraft off the map, and smoke (28.0)."""
