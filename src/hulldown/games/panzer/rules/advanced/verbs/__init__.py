"""Kinds of task of the Advanced Game: one file for each, or for those that are one thing in two words."""
