"""`python -m hulldown`: the command line."""

from hulldown.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
