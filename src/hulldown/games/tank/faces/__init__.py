"""What Tank! shows and reads: views, notation, texts, tools."""
