"""The kinds of task of Tank!, one file for each."""
