"""Infantry that fights: HE by nation and period, anti-tank devices (26.0)."""
