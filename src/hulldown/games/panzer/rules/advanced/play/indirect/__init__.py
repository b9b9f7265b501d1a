"""Indirect fire, smoke and barrages (6.5.1, 6.1.4.3.10, 6.6.6)."""
