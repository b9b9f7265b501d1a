"""The commands of `hulldown`, one module each."""
