"""Air Phases: aircraft fly, attack and are fired at (6.4, 6.7)."""
