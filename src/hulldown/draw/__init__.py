"""Boards as SVG: one palette and one writer for command line, reports and server."""
