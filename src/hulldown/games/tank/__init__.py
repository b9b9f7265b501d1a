"""Tank! (SPI 1974): secret plots, simultaneous execution. The Standard game."""
