"""The data files of Panzer Battles and their loaders."""
