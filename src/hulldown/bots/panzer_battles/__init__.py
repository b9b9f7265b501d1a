"""What bots know of Panzer Battles."""
