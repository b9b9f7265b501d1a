"""Kinds of task: one file for each, or for those that are one thing in two words."""
