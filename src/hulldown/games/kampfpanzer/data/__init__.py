"""The data files of KampfPanzer and their loaders."""
