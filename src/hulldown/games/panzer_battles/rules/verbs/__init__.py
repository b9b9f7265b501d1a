"""The kinds of task of Panzer Battles, in files by what they do."""
