"""Playing in the terminal: prompt, screen, questions."""
