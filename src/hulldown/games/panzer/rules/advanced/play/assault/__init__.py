"""Close combat in play: close assault, hand-to-hand and overruns (6.6.1, 6.6.10)."""
