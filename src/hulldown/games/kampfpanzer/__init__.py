"""KampfPanzer (SPI 1973): platoons and batteries of 1937 to 1940, plotted in secret and moved at the same time."""
