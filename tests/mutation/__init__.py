"""Mutation testing of a game's rules: `make mutants GAME`.

A mutant is one small change of a rules module or of a number in a data file. It is run against the tests that cite the
cases which the changed place cites. A mutant that no test notices survives: a test is missing, or the change means
nothing and `explained-GAME.toml` says why.

- `operators`: the changes of Python code; `numbers`: those of data files; `mutants`: what both make
- `choice`: which files are changed, and the choice by seed
- `citations`: which cases a mutant touches and which tests cite them
- `running`: the process that forks for each mutant; `child`: what happens in such a child
- `explained`: the explained survivors; `report`: what is printed
"""
