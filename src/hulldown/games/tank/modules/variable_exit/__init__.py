"""Variable Exit (32.2)."""
