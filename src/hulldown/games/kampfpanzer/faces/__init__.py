"""What KampfPanzer shows and reads: views, notation, texts, tools."""
