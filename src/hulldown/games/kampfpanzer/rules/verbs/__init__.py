"""The kinds of task of KampfPanzer, one file for each."""
