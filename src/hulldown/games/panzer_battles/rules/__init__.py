"""The rules of Panzer Battles: pure functions over plain data."""
