"""The brain for KampfPanzer."""
