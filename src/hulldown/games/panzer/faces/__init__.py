"""What Panzer shows and reads: views, notation, texts, tools."""
