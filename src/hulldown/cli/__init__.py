"""The command line: thin commands over the contract, each in a module of its own."""
