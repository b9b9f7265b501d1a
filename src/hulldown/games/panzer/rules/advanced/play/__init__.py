"""The Advanced Game as it is played: units, steps and orders. The tables and resolvers it uses stand one folder up."""
