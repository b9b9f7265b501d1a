"""What greedy and planner know of the Advanced Game of Panzer."""
