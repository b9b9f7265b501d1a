"""The four open scenarios: entry in columns, questions before play, points (34.0)."""
