"""The rearguard variant: a secret exit (32.3)."""
