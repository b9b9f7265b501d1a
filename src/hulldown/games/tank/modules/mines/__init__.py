"""Mines and anti-tank ditches (29.0, 30.0)."""
