"""The server: a thin shell that authenticates, applies, persists and broadcasts. It knows no rules (docs/server.md)."""
