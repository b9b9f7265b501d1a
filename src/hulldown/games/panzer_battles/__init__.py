"""Panzer Battles (SPI 1979): tank companies under secret commands, moved one by one under interrupting fire."""
