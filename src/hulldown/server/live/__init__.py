"""Websockets, presence, and news between processes."""
