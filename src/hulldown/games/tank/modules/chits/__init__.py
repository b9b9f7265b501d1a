"""The drawing of chits before the setup (32.1 to 32.4)."""
