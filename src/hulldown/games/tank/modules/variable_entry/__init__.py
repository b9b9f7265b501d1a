"""Variable Entry (32.1)."""
