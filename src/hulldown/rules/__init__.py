"""The catalogues of the rulebooks' cases, and how far code and tests cover them."""
