"""The brain for Tank! Standard: what greedy and planner know of plots, lines of fire, columns and hidden guns."""
