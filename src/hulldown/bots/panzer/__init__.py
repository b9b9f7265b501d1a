"""The brain for Panzer: what greedy and planner know of the Basic Game, see `brain`."""
