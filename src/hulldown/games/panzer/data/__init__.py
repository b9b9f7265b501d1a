"""The data files of Panzer and their loaders."""
