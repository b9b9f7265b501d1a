"""Tables and resolvers of the Advanced Game, each in a room of its own; none of them knows the state of a game."""
