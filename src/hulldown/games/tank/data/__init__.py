"""The data files of Tank! and their loader."""
